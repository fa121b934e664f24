"""What a match of Garden of Eden is at any moment: frozen values, exact in JSON.

Points are kept in halves (5 is 2.5 points), money in whole yen, which may be negative.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, get_args

from games.row import Row
from games.ruleset import Options

Colour = Literal["gold", "silver", "red"]
Special = Literal["", "white", "black"]
Stage = Literal["basket", "round", "transfers", "over"]
Reason = Literal["score", "black", "lone_red", "inactive", "host"]
How = Literal["white", "lone_apple", "all_red", "two_left", "one_left", "none_left", "rounds"]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)


@dataclass(frozen=True, slots=True)
class Terms:
    """The numbers and options of a match (ruling C5), by the names that a host sets them by."""

    rounds: int
    round_hours: float
    basket_hours: float
    transfer_hours: float
    period_hours: float
    periods: int
    pinks: int
    entry: int
    inactivity_fine: int
    prize: int
    lone_apple_bonus: int
    all_red_award: int
    black_replaces_colour: bool
    white_settles_round: bool
    prize_from_each_loser: bool
    close_when_all_in: bool

    @classmethod
    def chosen(cls, options: Options) -> Terms:
        return cls(**{f.name: options[f.name] for f in fields(cls)})


@dataclass(frozen=True, slots=True)
class Cast:
    """The apples of one player in one round (GE3). Whether it is legal is `casts.why_illegal`'s to say."""

    colour: Colour
    pink: bool = False
    special: Special = ""

    @property
    def text(self) -> str:
        """RECORD's normal form, without the Void names."""
        return " ".join(w for w in (self.colour, "pink" if self.pink else "", self.special) if w)

    @classmethod
    def of(cls, text: str) -> Cast:
        words = text.split()
        special: Special = "white" if "white" in words else "black" if "black" in words else ""
        return cls(next(c for c in COLOURS if c == words[0]), "pink" in words, special)


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player holds and has on file."""

    yen: int
    pinks: int
    periods: int
    halves: int = 0
    """The score in half points."""
    out: Reason | None = None
    """Why the player is out of the game; None while active."""
    removed: bool = False
    """Removed by the host: out of the game when the open turn closes (C6)."""
    basket: tuple[Colour, ...] = ()
    harvested: int = 0
    """How many apples of the basket are harvested: the next one's index."""
    cast: Cast | None = None
    void: tuple[int, ...] = ()
    """The active seats named for Void in this round, in seat order (GE9)."""
    pink_before: bool = False
    """Cast Pink in the round before (GE6)."""
    black_before: bool = False
    """Cast Black in the round before while holding less than 4 points (GE5)."""
    red_ever: bool = False
    """Cast Red in this game (GE5)."""
    cast_before: Cast | None = None
    """What was cast in the round before."""
    void_before: tuple[int, ...] = ()
    """Who was named for Void in the round before; some may be out by now."""
    brought: int = 0
    """The balance in yen that was brought into the match."""
    prize: int = 0
    """What the end of the game brought this player, in yen; below 0 what it cost (GE20)."""
    place: int = 0
    """The place by points when the game ended, ties sharing the better one; 0 before, and where no points are public
    (GE19)."""

    @property
    def active(self) -> bool:
        return self.out is None

    @property
    def may_act(self) -> bool:
        """Active and not removed: what this player sends in a round counts (C2)."""
        return self.out is None and not self.removed


@dataclass(frozen=True, slots=True)
class State:
    """A match between two messages."""

    terms: Terms
    seats: Row[Seat]
    stage: Stage
    round: int
    """The open round, or the last one played; 0 in the Basket Period."""
    red_closed: bool
    active: tuple[int, ...]
    """The seats still in the game, in seat order; a removed one until its turn closes."""
    ready: int
    """How many seats that may act have something legal on file (C3), kept up by `casts.put`."""
    removed: int
    """How many seats the host removed since the last deadline."""


def points(halves: int) -> int | float:
    """A score as a JSON number: whole where it can be, else with .5; exact."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def actives(seats: Iterable[Seat]) -> tuple[int, ...]:
    return tuple(i for i, seat in enumerate(seats) if seat.active)


def to_json(state: State) -> dict[str, Any]:
    return {
        "terms": {f.name: getattr(state.terms, f.name) for f in fields(Terms)},
        "stage": state.stage,
        "round": state.round,
        "red_closed": state.red_closed,
        "ready": state.ready,
        "removed": state.removed,
        "seats": [_seat_to_json(s) for s in state.seats],
    }


def from_json(data: Any) -> State:
    seats = Row(_seat_from_json(s) for s in data["seats"])
    return State(
        terms=Terms.chosen(data["terms"]),
        seats=seats,
        stage=data["stage"],
        round=data["round"],
        red_closed=data["red_closed"],
        active=actives(seats),
        ready=data["ready"],
        removed=data["removed"],
    )


def of_version_1(data: Any) -> dict[str, Any]:
    """A state as JSON that knew nothing of what was brought into the match, and had no `white_settles_round`. What a
    host has corrected since the start counts as brought."""
    terms = {**data["terms"], "white_settles_round": False}
    return {**data, "terms": terms, "seats": [_with_money(row, terms, data["stage"]) for row in data["seats"]]}


def _with_money(row: list[Any], terms: dict[str, Any], stage: Stage) -> list[Any]:
    """The seat with what was brought, and with the prize."""
    yen, out = row[_FIELDS.index("yen")], row[_FIELDS.index("out")]
    fine = terms["inactivity_fine"] if out == "inactive" else 0
    prize = terms["all_red_award"] if stage == "transfers" and out is None else 0
    return [*row, yen + terms["entry"] + fine - prize, prize]


_FIELDS = tuple(f.name for f in fields(Seat))
_CASTS = tuple(_FIELDS.index(name) for name in ("cast", "cast_before"))
_LISTS = tuple(_FIELDS.index(name) for name in ("basket", "void", "void_before"))


def _seat_to_json(seat: Seat) -> list[Any]:
    """The fields in their order: short, since a large match has many."""
    row = [getattr(seat, name) for name in _FIELDS]
    for i in _CASTS:
        row[i] = row[i] and row[i].text
    for i in _LISTS:
        row[i] = list(row[i])
    return row


def _seat_from_json(data: list[Any]) -> Seat:
    row = list(data)
    for i in _CASTS:
        row[i] = row[i] and Cast.of(row[i])
    for i in _LISTS:
        row[i] = tuple(row[i])
    return Seat(*row)
