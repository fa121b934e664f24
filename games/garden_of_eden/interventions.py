"""A host's corrections and removals (C4, C6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

from games import marks
from games.garden_of_eden import numbers, whispers
from games.garden_of_eden.casts import put, why_illegal
from games.garden_of_eden.reasons import Refused
from games.garden_of_eden.state import Seat, State
from games.ruleset import Notice, Reply, Step

MOST = 10**15
"""The largest correction: beyond it half points could no longer be given exactly in JSON."""

Deltas = Mapping[str, int | float]


def correct(state: State, seat: int, deltas: Deltas) -> Step[State]:
    """Add to a holding, at any moment. The player is told, and whether the cast on file is legal (C4)."""
    try:
        held = _corrected(state.seats[seat], deltas)
    except Refused as refusal:
        return Step(state, reply=Reply(False, f"Not corrected. {refusal}"))
    added = {key: numbers.plain_number(delta) for key, delta in deltas.items()}
    legal, why = _legality(state, held)
    told = Notice(seat, "correction", {**added, "cast_legal": legal}, whispers.corrected(added, legal, why))
    return Step(put(state, seat, held), (told,), reply=Reply(True, whispers.corrected_for_host(seat, added)))


def _corrected(seat: Seat, deltas: Deltas) -> Seat:
    if not deltas:
        raise Refused("There is nothing to add.")
    for key, delta in deltas.items():
        seat = _add(seat, key, delta)
    return seat


def _add(seat: Seat, key: str, delta: int | float) -> Seat:
    if key == "points":
        return replace(seat, halves=seat.halves + _halves(delta))
    if key == "yen":
        return replace(seat, yen=seat.yen + _whole(key, delta))
    if key == "pinks":
        return replace(seat, pinks=_not_below_zero(key, seat.pinks + _whole(key, delta)))
    if key == "periods":
        return replace(seat, periods=_not_below_zero(key, seat.periods + _whole(key, delta)))
    raise Refused("Only points, yen, pinks and periods can be corrected.")


def _halves(delta: int | float) -> int:
    _check_size("points", delta)
    if delta * 2 != int(delta * 2):
        raise Refused("Points are corrected by multiples of one half.")
    return int(delta * 2)


def _whole(key: str, delta: int | float) -> int:
    _check_size(key, delta)
    if not isinstance(delta, int):
        raise Refused(f"{key.capitalize()} are corrected by whole numbers.")
    return delta


def _check_size(key: str, delta: int | float) -> None:
    if isinstance(delta, bool) or not isinstance(delta, (int, float)):
        raise Refused(f"{key.capitalize()} are corrected by a number.")
    if (isinstance(delta, float) and not isfinite(delta)) or abs(delta) > MOST:
        raise Refused(f"A correction is {numbers.yen(MOST)} at most.")


def _not_below_zero(key: str, left: int) -> int:
    if left < 0:
        raise Refused(f"{key.capitalize()} cannot fall below 0.")
    return left


def _legality(state: State, held: Seat) -> tuple[bool | None, str | None]:
    """Whether the cast on file is legal, and why not; None where there is none, or the player is out."""
    if held.cast is None or not held.may_act:
        return None, None
    why = why_illegal(held, held.cast, state.red_closed)
    return why is None, why


def remove(state: State, seat: int) -> Step[State]:
    """The player goes out when the open turn closes, and is out for C2 from now on (C6)."""
    held = state.seats[seat]
    if not held.may_act:
        return Step(state, reply=Reply(False, f"Not removed. {marks.name(seat)} is out already."))
    if state.stage not in ("basket", "round"):
        return Step(state, reply=Reply(False, "Not removed. The game is decided, and the result stands."))
    after = put(state, seat, replace(held, removed=True))
    return Step(replace(after, removed=state.removed + 1), reply=Reply(True, whispers.removed_for_host(seat)))
