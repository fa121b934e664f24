"""Ghost Ladder In the Sky as a ruleset: its declaration, and the doors through which a host plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.ghost_ladder import (
    briefing,
    ending,
    forms,
    interventions,
    messages,
    nearly,
    orders,
    phases,
    rounds,
    whispers,
    words,
)
from games.ghost_ladder.options import OPTIONS
from games.ghost_ladder.state import State, from_json, opening, to_json
from games.reading import Names
from games.ruleset import Draw, Form, Guess, Holding, NewPhase, Options, Phase, Ruleset, Step


class GhostLadder(Ruleset[State]):
    """Rulings GL1 to GL16, C1 to C6."""

    name = "ghost-ladder"
    title = "Ghost Ladder In the Sky"
    summary = "Spend one stock of Height over all rounds, and score for the unbroken ladder below your own rung."
    version = 2
    least_players = 3
    options = OPTIONS
    holdings = (Holding("garnets", "Garnets brought into the match.", ledger="garnets"),)
    corrections = (
        Holding("garnets", "Garnets held."),
        Holding("height", "Height left."),
        Holding("points", "Points scored so far.", least=None),
    )

    # --- the five doors in ------------------------------------------------------------------------------------------

    def open(self, holdings: Sequence[Mapping[str, int]], options: Options, draw: Draw) -> Step[State]:
        garnets = [holding.get("garnets", 0) for holding in holdings]
        return Step(opening(garnets, options), clock=NewPhase(options["round_hours"]))

    def take(self, state: State, seat: int, text: str) -> Step[State]:
        return orders.take(state, seat, text)

    def close(self, state: State, draw: Draw) -> Step[State]:
        match state.phase:
            case "round":
                return rounds.close(state, draw)
            case "choice":
                return ending.close_choice(state, draw)
            case "vote":
                return ending.close_vote(state, draw)
            case "over":
                raise ValueError("the match is over: no deadline is open")

    def correct(self, state: State, seat: int, deltas: Mapping[str, int | float]) -> Step[State]:
        return interventions.correct(state, seat, deltas)

    def remove(self, state: State, seat: int) -> Step[State]:
        return interventions.remove(state, seat)

    # --- what may be asked ------------------------------------------------------------------------------------------

    def foreseen(self, state: State, seat: int, text: str) -> bool:
        return orders.foreseen(state, seat, text)

    def status(self, state: State, seat: int) -> str:
        return whispers.status(state, seat)

    def form(self, state: State, seat: int) -> Form | None:
        return forms.form(state, seat)

    def filled(self, state: State, seat: int, values: Mapping[str, Sequence[str]]) -> str:
        return forms.filled(state, seat, values)

    def guess(self, state: State, seat: int, text: str, names: Names) -> Guess | None:
        return nearly.guess(state, seat, text, names)

    def look(self, state: State) -> str:
        return whispers.look(state)

    def phase(self, state: State) -> Phase:
        return phases.phase(state)

    def all_in(self, state: State) -> bool:
        """C3: whether every seat still in has a submission on file; false where there is no such seat."""
        return state.phase == "round" and not state.missing and any(not seat.out for seat in state.seats)

    def waiting(self, state: State) -> tuple[int, ...]:
        return phases.waiting(state)

    def standing(self, state: State) -> list[dict[str, Any]]:
        tokens = dict(state.tokens)
        return [
            {"points": held.points, "height": held.height, "garnets": held.garnets, "tokens": tokens.get(seat, 0)}
            for seat, held in enumerate(state.seats)
        ]

    def payout(self, state: State) -> list[dict[str, int]]:
        return [{key: held[key] for key in ("garnets", "tokens")} for held in self.standing(state)]

    # --- words ------------------------------------------------------------------------------------------------------

    def say(self, kind: str, facts: Mapping[str, Any]) -> str:
        return words.say(kind, facts)

    def briefing(self, options: Options) -> tuple[str, ...]:
        return briefing.pages(options)

    # --- messages and state as data ---------------------------------------------------------------------------------

    def with_seats(self, text: str, names: Names) -> str:
        return messages.with_seats(text, names)

    def to_json(self, state: State) -> Any:
        return to_json(state)

    def from_json(self, data: Any) -> State:
        return from_json(data)

    def upgrade(self, version: int, data: Any) -> Any:
        """Version 1 read `+3`, `- 12` and `12,5`, and took `12.0` for decimals. What is on file from then stays as it
        was taken: illegal, as whoever asked was told."""
        return data if version == 1 else super().upgrade(version, data)
