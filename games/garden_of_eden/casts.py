"""Which casts are legal, and what each player has ready for the deadline (GE3 to GE6, C3)."""

from __future__ import annotations

from dataclasses import replace

from games.garden_of_eden import reasons
from games.garden_of_eden.state import Cast, Seat, State

WHITE_OPENS = 8  # half points: a score of 4
WHITE_DESPAIRS = -8  # half points: a score of -4


def why_illegal(seat: Seat, cast: Cast, red_closed: bool) -> str | None:
    """Why this player may not cast this now, as a sentence; None if it is legal (GE3)."""
    if cast.colour == "red":
        return _why_not_red(cast, red_closed)
    if cast.pink and cast.special != "black" and seat.pinks < 1:
        return reasons.NO_PINK
    if cast.special == "white":
        return why_not_white(seat)
    return None


def _why_not_red(cast: Cast, red_closed: bool) -> str | None:
    if red_closed:
        return reasons.RED_CLOSED
    if cast.pink or cast.special:
        return reasons.RED_ALONE
    return None


def why_not_white(seat: Seat) -> str | None:
    """Why White is not open to this player, as a sentence; None if it is open (GE5)."""
    if seat.black_before:
        return reasons.WHITE_AFTER_BLACK
    if seat.halves >= WHITE_OPENS:
        return None
    if seat.halves > WHITE_DESPAIRS:
        return reasons.WHITE_SCORE
    return reasons.WHITE_AFTER_RED if seat.red_ever else None


def legal_on_file(state: State, seat: Seat) -> bool:
    """Whether there is a cast on file that is legal now."""
    return seat.cast is not None and why_illegal(seat, seat.cast, state.red_closed) is None


def is_ready(state: State, seat: Seat) -> bool:
    """Whether this player, at a deadline now, would have something legal on file (GE15)."""
    if state.stage == "basket":
        return bool(seat.basket)
    return state.stage == "round" and legal_on_file(state, seat)


def put(state: State, index: int, seat: Seat) -> State:
    """The state with this seat, and the count of those ready brought along."""
    before, after = (s.may_act and is_ready(state, s) for s in (state.seats[index], seat))
    return replace(state, seats=state.seats.put(index, seat), ready=state.ready + after - before)
