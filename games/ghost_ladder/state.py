"""What a match of Ghost Ladder remembers, and the same as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from games.row import Row

Name = Literal["round", "choice", "vote", "over"]
Check = Literal["rank", "score"]
Fault = Literal["sign", "fraction", "height", "garnets"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The options as chosen, by their names (ruling C5). Hours may have a fraction; amounts are whole."""

    rounds: int
    round_hours: float
    vote_hours: float
    height: int
    garnet_boost: int
    rank_checks: int
    score_check_cost: int
    points_per_garnet: int
    ghost_follows_boost: bool
    tied_second_winner_keeps_two: bool
    close_when_all_in: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission as written, legal or not (GL4).

    Numbers are kept as digits without leading zeros: a player may write a thousand of them, and a whole number that
    long cannot be turned into text again.
    """

    whole: str
    sign: str = ""
    fraction: str = ""
    """The digits behind the decimal point, as written; empty where all are 0, which are no decimals (GL5)."""
    garnets: str = ""
    """Empty where no garnets were named."""

    def __str__(self) -> str:
        number = self.sign + self.whole + (f".{self.fraction}" if self.fraction else "")
        return f"{number} +{self.garnets}g" if self.garnets else number


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat holds and has on file. Height and garnets are what is held before the open round is judged."""

    height: int
    garnets: int
    points: int = 0
    previous: int = 0
    """The rung of the round before: 0 in round 1 and after an illegal or missing submission (GL3, GL6)."""
    ranks_used: int = 0
    scores_used: int = 0
    out: bool = False
    """Removed by the host (C6)."""
    rank_asked: bool = False
    score_asked: bool = False
    submission: Submission | None = None
    filed_before: Submission | None = None
    """What was on file when the round before closed, as written, legal or not."""

    def score_price(self, terms: Terms) -> int:
        """Garnets for this seat's next score check, the one asked for included (GL9)."""
        return (self.scores_used + 1) * terms.score_check_cost

    def set_aside(self, terms: Terms) -> int:
        return self.score_price(terms) if self.score_asked else 0

    def free_garnets(self, terms: Terms) -> int:
        """What a submission may use (GL2)."""
        return self.garnets - self.set_aside(terms)

    def faults(self, submission: Submission, terms: Terms) -> tuple[Fault, ...]:
        """Why a submission is not legal on what is held now; empty where it is (GL2, GL5)."""
        found: list[Fault] = []
        if submission.sign:
            found.append("sign")
        if submission.fraction:
            found.append("fraction")
        if not found and _exceeds(submission.whole, self.height):
            found.append("height")
        if submission.garnets not in ("", "0") and _exceeds(submission.garnets, self.free_garnets(terms)):
            found.append("garnets")
        return tuple(found)


def _exceeds(digits: str, most: int) -> bool:
    """Whether a number without leading zeros is above `most`, which may be negative, however many digits it has."""
    return most < 0 or len(digits) > len(str(most)) or int(digits) > most


@dataclass(frozen=True, slots=True)
class Ballot:
    """A choice (GL12) or a vote (GL13): who is asked, among whom, and what is on file as (who, whom)."""

    asked: tuple[int, ...]
    among: tuple[int, ...]
    picks: tuple[tuple[int, int], ...] = ()

    def picked(self, seat: int) -> int | None:
        return next((whom for who, whom in self.picks if who == seat), None)

    def pick(self, seat: int, whom: int | None) -> Ballot:
        """With the seat's pick replaced; None takes it back."""
        others = [p for p in self.picks if p[0] != seat]
        return replace(self, picks=tuple(sorted(others if whom is None else [*others, (seat, whom)])))


@dataclass(frozen=True, slots=True)
class State:
    """A match. `round` is the open round's number, from 1; after the last round it stays there."""

    terms: Terms
    seats: Row[Seat]
    missing: int
    """How many seats still in have no submission on file, so that C3 needs no look at every seat."""
    phase: Name = "round"
    round: int = 1
    tokens: tuple[tuple[int, int], ...] = ()
    """(seat, how many), in seat order; only those with some, once they are public (GL14)."""
    ballot: Ballot | None = None

    @property
    def last_round(self) -> bool:
        return self.round == self.terms.rounds

    def put(self, index: int, seat: Seat) -> State:
        """With one seat changed; costs much the same in a small match and in a large one."""
        missing = self.missing + _missing(seat) - _missing(self.seats[index])
        return replace(self, seats=self.seats.put(index, seat), missing=missing)

    def seated(self, seats: Sequence[Seat]) -> State:
        """With every seat changed."""
        return replace(self, seats=Row(seats), missing=sum(map(_missing, seats)))

    def asks(self, seat: int) -> bool:
        """Whether the open choice or vote is this seat's to make: a seat that is out cannot (C2)."""
        return self.ballot is not None and seat in self.ballot.asked and not self.seats[seat].out


def _missing(seat: Seat) -> bool:
    return not seat.out and seat.submission is None


def opening(garnets: Sequence[int], options: Mapping[str, Any]) -> State:
    """A new match: each seat's opening garnets, and every option by name."""
    terms = Terms(**options)
    return State(terms, Row(Seat(terms.height, g) for g in garnets), missing=len(garnets))


def to_json(state: State) -> dict[str, Any]:
    """The state as plain JSON; `from_json` gives back an equal one."""
    return {
        "terms": asdict(state.terms),
        "seats": [_seat_to_json(seat) for seat in state.seats],
        "phase": state.phase,
        "round": state.round,
        "tokens": [list(pair) for pair in state.tokens],
        "ballot": None if state.ballot is None else asdict(state.ballot),
    }


def from_json(data: Mapping[str, Any]) -> State:
    seats = [_seat_from_json(entry) for entry in data["seats"]]
    return State(
        terms=Terms(**data["terms"]),
        seats=Row(seats),
        missing=sum(map(_missing, seats)),
        phase=data["phase"],
        round=data["round"],
        tokens=_pairs(data["tokens"]),
        ballot=None if data["ballot"] is None else _ballot(data["ballot"]),
    )


def _seat_to_json(seat: Seat) -> list[Any]:
    """In the order of the fields, without their names: a large match is written down after every message."""
    return [
        seat.height,
        seat.garnets,
        seat.points,
        seat.previous,
        seat.ranks_used,
        seat.scores_used,
        seat.out,
        seat.rank_asked,
        seat.score_asked,
        _submission_to_json(seat.submission),
        _submission_to_json(seat.filed_before),
    ]


def _submission_to_json(filed: Submission | None) -> list[str] | None:
    return None if filed is None else [filed.whole, filed.sign, filed.fraction, filed.garnets]


def _seat_from_json(entry: Sequence[Any]) -> Seat:
    *held, filed, before = entry
    return Seat(*held, *(None if one is None else Submission(*one) for one in (filed, before)))


def _pairs(entries: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((first, second) for first, second in entries)


def _ballot(data: Mapping[str, Any]) -> Ballot:
    return Ballot(tuple(data["asked"]), tuple(data["among"]), _pairs(data["picks"]))
