"""What a host may do to a match: correct a holding (C4), remove a player (C6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games import marks
from games.ghost_ladder import whispers
from games.ghost_ladder.state import Seat, State
from games.ruleset import Reply, Step

_HELD = ("garnets", "height", "points")


def correct(state: State, seat: int, deltas: Mapping[str, int | float]) -> Step[State]:
    """Add `deltas` to what the seat holds, all of them or none (C4)."""
    fault = _fault(state, state.seats[seat], deltas)
    if fault:
        return Step(state, reply=Reply(False, fault))
    whole = {key: int(amount) for key, amount in deltas.items()}
    notice = whispers.correction(seat, whole)
    after = state.put(seat, _corrected(state.seats[seat], whole))
    return Step(after, (notice,), reply=Reply(True, f"{marks.name(seat)}: corrected, and told so."))


def _corrected(held: Seat, deltas: Mapping[str, int]) -> Seat:
    return replace(
        held,
        garnets=held.garnets + deltas.get("garnets", 0),
        height=held.height + deltas.get("height", 0),
        points=held.points + deltas.get("points", 0),
    )


def _fault(state: State, held: Seat, deltas: Mapping[str, int | float]) -> str | None:
    """Why C4 does not allow the correction."""
    if not deltas or any(key not in _HELD for key in deltas):
        return f"A correction names one or more of {', '.join(_HELD)}."
    if any(type(amount) is not int for amount in deltas.values()):
        return "A correction adds whole numbers."
    if state.phase != "round" and ("height" in deltas or "points" in deltas):
        return "Points and Height are final after the last round; garnets can still be corrected."
    return _too_low(state, held, deltas)


def _too_low(state: State, held: Seat, deltas: Mapping[str, int | float]) -> str | None:
    if held.height + deltas.get("height", 0) < 0:
        return f"Height cannot fall below 0; {held.height} is left."
    aside = held.set_aside(state.terms)
    if held.garnets + deltas.get("garnets", 0) < aside:
        return f"Garnets cannot fall below the {aside} set aside for a score check; {held.garnets} are held."
    return None


def remove(state: State, seat: int) -> Step[State]:
    """The seat stays and submits 0 from now on, the open round too (C6).

    What it has on file, a choice or a vote too, is dropped. A check that it has asked for stays, is paid and answered.
    """
    if state.phase == "over":
        return Step(state, reply=Reply(False, "The match is over."))
    held = state.seats[seat]
    if held.out:
        return Step(state, reply=Reply(False, f"{marks.name(seat)} is out already."))
    ballot = None if state.ballot is None else state.ballot.pick(seat, None)
    after = replace(state.put(seat, replace(held, out=True, submission=None)), ballot=ballot)
    return Step(after, reply=Reply(True, f"{marks.name(seat)} is out. The seat stays, and submits 0 from now on."))
