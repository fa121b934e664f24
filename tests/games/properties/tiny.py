"""Lowest Lonely: a ruleset small enough to read in a minute, with one of everything that a ruleset can have.

Each round every player secretly picks a number, and the lowest that nobody else picked wins a point. A player may back
another: whose favourite wins takes the chip that backing costs twice over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import marks
from games.reading import Names, Part, parts, replace_names, seat_written
from games.row import Row
from games.ruleset import (
    HOST,
    PUBLIC,
    Choice,
    Draw,
    Field,
    Form,
    Holding,
    Longer,
    NewPhase,
    Notice,
    Option,
    Options,
    Over,
    Phase,
    Reply,
    Ruleset,
    Step,
    hours,
)

EXAMPLES = ("1", "pick 1")


@dataclass(frozen=True, slots=True)
class Seat:
    chips: int
    points: float = 0
    pick: int | None = None
    back: int | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    options: tuple[tuple[str, Any], ...]
    seats: Row[Seat]
    round: int = 1
    longer: bool = False
    over: bool = False

    def option(self, name: str) -> Any:
        return dict(self.options)[name]


class Tiny(Ruleset[State]):
    name = "lowest-lonely"
    title = "Lowest Lonely"
    summary = "Pick the lowest number that nobody else picks."
    version = 1
    least_players = 3
    options = (
        Option("rounds", "How many rounds are played.", 2, 1, 9),
        hours("round_hours", "How long a round runs.", 24),
        Option("highest", "The highest number that can be picked.", 9, 1, 99),
        Option("stake", "What is paid at the door.", 0, 0, 10**12, "yen"),
        Option("close_when_all_in", "A round ends as soon as everyone has picked.", False),
    )
    holdings = (Holding("chips", "Chips to back others with."),)
    corrections = (Holding("chips", "Chips"), Holding("points", "Points", None))

    def open(self, holdings: Sequence[Mapping[str, int]], options: Options, draw: Draw) -> Step[State]:
        state = State(tuple(options.items()), Row(Seat(h.get("chips", 0)) for h in holdings))
        host = Notice(HOST, "opened", {"first": marks.name(draw("first", len(holdings)))}, "It begins.")
        return Step(state, (host,), NewPhase(options["round_hours"]))

    def take(self, state: State, seat: int, text: str) -> Step[State]:
        new = state
        said: list[str] = []
        for part in parts(text):
            words = [w.plain or w.text for w in part]
            if words == ["status"]:
                said.append(self.status(new, seat))
                continue
            changed = self._order(new, seat, part, words)
            if isinstance(changed, str):
                return Step(state, reply=Reply(False, changed))
            new = replace(new, seats=new.seats.put(seat, changed))
            said.append(f"On file: {marks.said(' '.join(words))}.")
        return Step(new, reply=Reply(bool(said), "\n".join(said) or "Say a number."))

    def _order(self, state: State, seat: int, part: Part, words: list[str]) -> Seat | str:
        mine = state.seats[seat]
        if state.over or mine.removed:
            return "You can only ask for your status."
        if words == ["withdraw"]:
            return replace(mine, pick=None, back=None) if mine.pick is not None else "Nothing is on file."
        if words[0] == "back" and len(words) == 2:
            other = seat_written(part[1])
            if other is None or other >= len(state.seats) or other == seat:
                return f"Nobody else here is called {marks.said(words[1])}."
            return replace(mine, back=other) if mine.chips else "You have no chip left."
        number = re.fullmatch(r"(?:pick )?([0-9]{1,2})", " ".join(words))
        if not number:
            return f"I do not understand {marks.said(' '.join(words))}. Write `pick 3`."
        return (
            replace(mine, pick=int(number[1])) if 1 <= int(number[1]) <= state.option("highest") else "Out of bounds."
        )

    def close(self, state: State, draw: Draw) -> Step[State]:
        picks = {seat: s.pick for seat, s in enumerate(state.seats) if s.pick is not None}
        if not picks and not state.longer:
            longer = self._public("longer", {"hours": 1})
            return Step(replace(state, longer=True), (longer,), Longer(1, on_request=False))
        lonely = [n for n, times in sorted(Counter(picks.values()).items()) if times == 1]
        winner = next((seat for seat, n in picks.items() if lonely and n == lonely[0]), None)
        seats = Row(self._scored(seat, s, winner) for seat, s in enumerate(state.seats))
        new = replace(state, seats=seats, round=state.round + 1, longer=False)
        notices = [
            self._public("round", {"round": state.round, "winner": None if winner is None else marks.name(winner)})
        ]
        notices += [
            Notice(seat, "chips", {"chips": s.chips}, f"You have {s.chips} chips.")
            for seat, s in enumerate(seats)
            if state.seats[seat].back is not None
        ]
        table = {marks.name(seat): n for seat, n in picks.items()}
        notices.append(Notice(HOST, "picks", {"picks": table}, self.look(state)))
        if new.round <= state.option("rounds"):
            return Step(new, tuple(notices), NewPhase(state.option("round_hours")))
        notices.append(self._result(seats, draw))
        return Step(replace(new, over=True), tuple(notices), Over())

    def _scored(self, seat: int, s: Seat, winner: int | None) -> Seat:
        paid = 0 if s.back is None else (1 if s.back == winner else -1)
        return replace(s, points=s.points + (seat == winner), chips=max(0, s.chips + paid), pick=None, back=None)

    def _result(self, seats: Row[Seat], draw: Draw) -> Notice:
        best = [seat for seat, s in enumerate(seats) if s.points == max(s.points for s in seats)]
        winner = best[draw("winner", len(best))]
        return self._public("result", {"winner": marks.name(winner), "drawn": len(best) > 1})

    def _public(self, kind: str, facts: dict[str, Any]) -> Notice:
        return Notice(PUBLIC, kind, facts, self.say(kind, facts))

    def correct(self, state: State, seat: int, deltas: Mapping[str, int | float]) -> Step[State]:
        mine = state.seats[seat]
        chips, points = mine.chips + deltas.get("chips", 0), mine.points + deltas.get("points", 0)
        if chips < 0 or chips != int(chips) or (points * 2) % 1:
            return Step(
                state, reply=Reply(False, f"{marks.name(seat)} cannot have **{chips}** chips, {points} points.")
            )
        new = replace(state, seats=state.seats.put(seat, replace(mine, chips=int(chips), points=points)))
        told = Notice(seat, "correction", dict(deltas), f"The host corrected you: {dict(deltas)}.")
        return Step(new, (told,), reply=Reply(True, f"{marks.name(seat)} is corrected."))

    def remove(self, state: State, seat: int) -> Step[State]:
        if state.over or state.seats[seat].removed:
            return Step(state, reply=Reply(False, f"{marks.name(seat)} is out already."))
        gone = replace(state.seats[seat], removed=True, pick=None, back=None)
        return Step(replace(state, seats=state.seats.put(seat, gone)), reply=Reply(True, f"{marks.name(seat)} is out."))

    def status(self, state: State, seat: int) -> str:
        mine = state.seats[seat]
        return (
            f"Round {state.round}: you hold {mine.chips} chips and picked {mine.pick or 'nothing'}, back {mine.back}."
        )

    def form(self, state: State, seat: int) -> Form | None:
        if state.over or state.seats[seat].removed:
            return None
        others = tuple(Choice(f"#{s + 1}", marks.name(s)) for s in range(len(state.seats)) if s != seat)
        pick = Field("pick", "Your number", "number", True, 1, state.option("highest"))
        return Form("Pick", (pick, Field("back", "Whom to back", "one", choices=others)))

    def filled(self, state: State, seat: int, values: Mapping[str, Sequence[str]]) -> str:
        return "; ".join(f"{name} {value[0]}" for name, value in values.items() if value)

    def look(self, state: State) -> str:
        return "\n".join(f"{marks.name(seat)}: {s.pick}" for seat, s in enumerate(state.seats))

    def phase(self, state: State) -> Phase:
        playing = tuple(seat for seat, s in enumerate(state.seats) if not s.removed)
        if state.over:
            return Phase("over", "Over", "Nothing.", (), (), playing, 0)
        title = f"Round {state.round} of {state.option('rounds')}"
        return Phase(f"round {state.round}", title, "Pick.", EXAMPLES, playing, playing, state.option("round_hours"))

    def all_in(self, state: State) -> bool:
        return not state.over and not self.waiting(state)

    def waiting(self, state: State) -> tuple[int, ...]:
        return tuple(s for s in self.phase(state).acting if state.seats[s].pick is None)

    def standing(self, state: State) -> list[dict[str, Any]]:
        return [{"points": s.points, "chips": s.chips} for s in state.seats]

    def payout(self, state: State) -> list[dict[str, int]]:
        return [{} for _ in state.seats]

    def say(self, kind: str, facts: Mapping[str, Any]) -> str:
        match kind:
            case "longer":
                return f"Nobody picked: {facts['hours']} hour more."
            case "round":
                return f"# Round {facts['round']} is over\n**{facts['winner'] or 'Nobody'}** wins it."
            case "result":
                return f"{facts['winner']} wins the match{', by a draw' if facts['drawn'] else ''}."
            case _:
                raise ValueError(kind)

    def briefing(self, options: Options) -> tuple[str, ...]:
        return (f"Pick a number up to {options['highest']}. The lowest lonely one wins.",)

    def with_seats(self, text: str, names: Names) -> str:
        def places(part: Part) -> Iterable[int]:
            return (1,) if part[0].plain == "back" and len(part) == 2 else ()

        return replace_names(text, names, places)

    def to_json(self, state: State) -> Any:
        seats = [[s.chips, s.points, s.pick, s.back, s.removed] for s in state.seats]
        return [dict(state.options), seats, state.round, state.longer, state.over]

    def from_json(self, data: Any) -> State:
        options, seats, *rest = data
        return State(tuple(options.items()), Row(Seat(*s) for s in seats), *rest)
