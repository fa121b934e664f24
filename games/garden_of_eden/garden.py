"""Garden of Eden as a ruleset: the doors in, and what may be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.garden_of_eden import (
    briefing,
    forms,
    interventions,
    messages,
    nearly,
    phases,
    rules,
    standing,
    taking,
    whispers,
    words,
)
from games.garden_of_eden import state as states
from games.garden_of_eden.state import Seat, State, Terms, points
from games.reading import Names
from games.row import Row
from games.ruleset import Draw, Form, Guess, Holding, NewPhase, Option, Options, Phase, Ruleset, Step, hours

_YEN = 10**12


class GardenOfEden(Ruleset[State]):
    """See RULES.md."""

    name: ClassVar[str] = "garden-of-eden"
    title: ClassVar[str] = "Garden of Eden"
    summary: ClassVar[str] = (
        "Every round each player casts an apple in secret; the colour that wins pays, and trust, betrayal or one White "
        "apple ends the game."
    )
    version: ClassVar[int] = 2
    least_players: ClassVar[int] = 3
    time_bank: ClassVar[str | None] = "extend"
    options: ClassVar[tuple[Option, ...]] = (
        Option("rounds", "How many rounds are played at most.", 10, 1, 50),
        hours("round_hours", "How long a round runs.", 48),
        hours("basket_hours", "How long the Basket Period runs.", 48),
        hours("transfer_hours", "How long the accounts stay open after all cast Red.", 48),
        hours("period_hours", "How long one period of a time bank is.", 24),
        Option("periods", "How many periods each time bank holds.", 2, 0, 20),
        Option("pinks", "How many Pinks each player starts with.", 3, 0, 50),
        Option("entry", "What each player pays at the start.", 50_000_000, 0, _YEN, "yen"),
        Option("inactivity_fine", "What a player pays who drops out by inactivity.", 100_000_000, 0, _YEN, "yen"),
        Option("prize", "What the winner gets from the others.", 250_000_000, 0, _YEN, "yen"),
        Option("lone_apple_bonus", "What a lone Gold or Silver among Reds gets on top.", 250_000_000, 0, _YEN, "yen"),
        Option("all_red_award", "What each player still in gets if all cast Red.", 300_000_000, 0, _YEN, "yen"),
        Option("black_replaces_colour", "A winning Black is 3 points in all, not 3 on top of the colour's.", False),
        Option(
            "white_settles_round",
            "The points of a White that does not win are the whole change of its round: no basket pays, and Pink costs "
            "nothing.",
            False,
        ),
        Option("prize_from_each_loser", "The winner gets the prize from each of the others, not in all.", False),
        Option(
            "close_when_all_in",
            "A phase closes as soon as all have something legal on file, which tells everybody that they have.",
            False,
        ),
    )
    holdings: ClassVar[tuple[Holding, ...]] = (Holding("yen", "The balance in yen.", None, "yen"),)
    corrections: ClassVar[tuple[Holding, ...]] = (
        Holding("points", "The score, by multiples of one half.", None),
        Holding("yen", "The balance in yen.", None, "yen"),
        Holding("pinks", "The stock of Pinks."),
        Holding("periods", "The periods left in the time bank."),
    )

    # --- the five doors in ------------------------------------------------------------------------------------------

    def open(self, holdings: Sequence[Mapping[str, int]], options: Options, draw: Draw) -> Step[State]:
        """GE1: the entry is taken from every account, also where that makes it negative."""
        terms = Terms.chosen(options)
        seats = Row(
            Seat(brought - terms.entry, terms.pinks, terms.periods, brought=brought)
            for brought in (held.get("yen", 0) for held in holdings)
        )
        state = State(terms, seats, "basket", 0, False, tuple(range(len(seats))), 0, 0)
        return Step(state, clock=NewPhase(terms.basket_hours))

    def take(self, state: State, seat: int, text: str) -> Step[State]:
        return taking.take(state, seat, text)

    def close(self, state: State, draw: Draw) -> Step[State]:
        return rules.close(state)

    def correct(self, state: State, seat: int, deltas: Mapping[str, int | float]) -> Step[State]:
        return interventions.correct(state, seat, deltas)

    def remove(self, state: State, seat: int) -> Step[State]:
        return interventions.remove(state, seat)

    # --- what may be asked -------------------------------------------------------------------------------------------

    def foreseen(self, state: State, seat: int, text: str) -> bool:
        return taking.foreseen(state, seat, text)

    def status(self, state: State, seat: int) -> str:
        return standing.status(state, seat)

    def form(self, state: State, seat: int) -> Form | None:
        return forms.form(state, seat)

    def filled(self, state: State, seat: int, values: Mapping[str, Sequence[str]]) -> str:
        return forms.filled(state, values)

    def guess(self, state: State, seat: int, text: str, names: Names) -> Guess | None:
        return nearly.guess(state, seat, text, names)

    def look(self, state: State) -> str:
        return whispers.look(state)

    def phase(self, state: State) -> Phase:
        return phases.phase(state)

    def examples(self, state: State, seat: int) -> tuple[str, ...]:
        return phases.examples(state, seat)

    def last_counts(self, state: State) -> bool:
        return state.stage != "transfers"  # GE21

    def all_in(self, state: State) -> bool:
        """C3. Those ready are counted as messages come in, so asking costs nothing."""
        may_act = len(state.active) - state.removed
        return state.stage in ("basket", "round") and state.ready == may_act > 0

    def waiting(self, state: State) -> tuple[int, ...]:
        """Those without a basket, or without a legal cast. Nobody need send a transfer."""
        return rules.silent(state) if state.stage in ("basket", "round") else ()

    def standing(self, state: State) -> list[dict[str, Any]]:
        return [_standing(seat) for seat in state.seats]

    def payout(self, state: State) -> list[dict[str, int]]:
        return [{"yen": seat.yen} for seat in state.seats]

    # --- words ------------------------------------------------------------------------------------------------------

    def say(self, kind: str, facts: Mapping[str, Any]) -> str:
        return words.say(kind, facts)

    def briefing(self, options: Options) -> tuple[str, ...]:
        return briefing.pages(Terms.chosen(options))

    # --- messages and state as data -----------------------------------------------------------------------------------

    def with_seats(self, text: str, names: Names) -> str:
        return messages.with_seats(text, names)

    def to_json(self, state: State) -> Any:
        return states.to_json(state)

    def from_json(self, data: Any) -> State:
        return states.from_json(data)

    def upgrade(self, version: int, data: Any) -> Any:
        return states.of_version_1(data) if version == 1 else super().upgrade(version, data)


def _standing(seat: Seat) -> dict[str, Any]:
    """RECORD's `players`."""
    return {
        "points": points(seat.halves),
        "yen": seat.yen,
        "status": "active" if seat.may_act else "out",
        "pinks": seat.pinks,
        "periods": seat.periods,
    }
