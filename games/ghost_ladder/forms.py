"""What a player may choose now, as a form, and a filled-in form as the message that could have been typed.

A form shows and enforces only what may be told unasked (GL4): its Height runs to the option `height`, the same for all,
whatever is left, and a score check is offered whether or not the garnets for it are held. How many rank checks are left
hangs on nothing but what the player asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games import marks
from games.ghost_ladder.state import Ballot, Check, Seat, State, Submission, Terms
from games.ghost_ladder.whispers import garnets
from games.ruleset import Choice, Field, Form

_MOST_GARNETS: Final = 1_000_000
"""More than anybody brings; what is held is not told."""
_CHECKS: Final[tuple[Check, ...]] = ("rank", "score")

Values = Mapping[str, Sequence[str]]
"""A form's answers by the name of the field; a field that is missing was not asked."""


def form(state: State, seat: int) -> Form | None:
    """None where the seat may send nothing that counts."""
    if state.seats[seat].out or state.phase == "over":
        return None
    if state.ballot is not None:
        return _ballot(state, state.ballot, seat) if state.asks(seat) else None
    held = state.seats[seat]
    fields = (_height(held, state.terms), _garnets(held, state.terms))
    return Form(f"Round {state.round}", fields if state.last_round else (*fields, _checks(held, state.terms)))


def _height(held: Seat, terms: Terms) -> Field:
    filed = held.submission
    current = (_number(filed),) if filed else ()
    return Field("height", "Height", "number", most=terms.height, current=current, hint="Empty: nothing on file")


def _number(submission: Submission) -> str:
    return str(submission).partition(" ")[0]


def _garnets(held: Seat, terms: Terms) -> Field:
    filed = held.submission
    current = (filed.garnets,) if filed and filed.garnets else ()
    hint = f"Each lifts your rung by {terms.garnet_boost}"
    return Field("garnets", "Garnets", "number", most=_MOST_GARNETS, current=current, hint=hint)


def _checks(held: Seat, terms: Terms) -> Field:
    score = Choice("score", f"Score check, for {garnets(held.score_price(terms))}")
    left = held.rank_asked or held.ranks_used < terms.rank_checks
    choices = (Choice("rank", "Rank check"), score) if left else (score,)
    hint = "Answered when the next round opens"
    return Field("checks", "Checks", "some", choices=choices, current=tuple(_asked(held)), hint=hint)


def _asked(held: Seat) -> Iterator[Check]:
    return (check for check in _CHECKS if (held.rank_asked if check == "rank" else held.score_asked))


def _ballot(state: State, ballot: Ballot, seat: int) -> Form:
    title, label = _BALLOT[state.phase]
    choices = tuple(Choice(_seat(whom), marks.name(whom)) for whom in ballot.among)
    whom = ballot.picked(seat)
    current = () if whom is None else (_seat(whom),)
    return Form(title, (Field("player", label, "one", choices=choices, current=current),))


_BALLOT: Final = {
    "choice": ("The winner's choice", "Who gets the other Token of Life"),
    "vote": ("The vote", "Who becomes the Elimination Candidate"),
}


def _seat(seat: int) -> str:
    return f"#{seat + 1}"


def filled(state: State, seat: int, values: Values) -> str:
    """The message: what is newly chosen, and what is no longer chosen taken back; `check` where nothing changes."""
    written = _round(state.seats[seat], values) if state.ballot is None else _picked(state, state.ballot, seat, values)
    return "; ".join(written) or "check"


def _round(held: Seat, values: Values) -> Iterator[str]:
    height, boost = _first(values, "height"), _first(values, "garnets")
    if height or boost:
        yield f"{height} +{boost}g" if boost else height
    elif "height" in values and held.submission is not None:
        yield "withdraw"
    if "checks" in values:
        asked, wanted = tuple(_asked(held)), values["checks"]
        yield from (f"cancel {check}" for check in asked if check not in wanted)
        yield from (check for check in _CHECKS if check in wanted and check not in asked)


def _picked(state: State, ballot: Ballot, seat: int, values: Values) -> Iterator[str]:
    whom = " ".join(values.get("player", ()))  # two of them are for the reader to refuse
    if whom:
        yield f"{'choose' if state.phase == 'choice' else 'vote'} {whom}"
    elif ballot.picked(seat) is not None:
        yield "withdraw"


def _first(values: Values, field: str) -> str:
    """The field's only answer, empty where there is none."""
    return next((answer.strip() for answer in values.get(field, ())), "")
