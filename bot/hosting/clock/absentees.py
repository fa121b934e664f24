"""The time bank, asked for on behalf of who is away and wished it: once for each deadline.

When is drawn out of the match's secret seed, between six hours and one before the deadline, for each seat and deadline
anew: so the post that follows tells nothing of who asked, and a restart draws no second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.inbox import intake
from bot.hosting.model.events import stamp
from bot.hosting.model.match import RUNNING, Match
from bot.hosting.model.preferences import Wishes
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Say
from bot.hosting.ports.store import Unit
from games.draw import chance
from games.ruleset import Longer

_FIRST: Final = timedelta(hours=6)
_LAST: Final = timedelta(hours=1)
"""Before the deadline; where there is less time than that, as much sooner."""

Askers = Mapping[int, Wishes]
"""Those who wish that time is asked for while they are away, by user."""


def moments(hosted: Hosted, askers: Askers) -> Iterator[datetime]:
    """When time falls due to be asked for before the deadline that stands."""
    return (when for when, _ in _moments(hosted, askers))


def due(hosted: Hosted, askers: Askers, now: datetime) -> bool:
    deadline = hosted.match.deadline
    return deadline is not None and now < deadline and any(when <= now for when in moments(hosted, askers))


async def ask(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Ask for whoever's moment has come first; then the deadline has moved, for all."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or hosted.match.deadline is None or now >= hosted.match.deadline:
        return None
    askers = await unit.asking_for_time()
    for _, seat in sorted(one for one in _moments(hosted, askers) if one[0] <= now):
        source = f"away:{hosted.match.turn}:{seat}:{int(hosted.match.deadline.timestamp())}"
        if not await unit.has_source(hosted.id, source):
            await _ask_for(house, hosted, seat, source, now, unit)
            return None
    return None


async def _ask_for(house: House, hosted: Hosted, seat: int, source: str, now: datetime, unit: Unit) -> None:
    user, message = hosted.sitting[seat].user_id, hosted.match.rules.time_bank
    assert user is not None
    assert message is not None
    told = Say(seat, words.asked_for_you(hosted.match.code))
    await house.recorder.tell(unit, f"user:{user}", told, hosted, now)
    await intake.submit(house, unit, hosted, seat, message, now, source, user)


def _moments(hosted: Hosted, askers: Askers) -> Iterator[tuple[datetime, int]]:
    """Each with its seat: of those who are away at the deadline, have nothing on file, and have time to ask for."""
    match = hosted.match
    if match.status != RUNNING or match.deadline is None or match.rules.time_bank is None or not askers:
        return
    for seat in match.rules.waiting(match.state):
        user = hosted.sitting[seat].user_id
        wishes = None if user is None else askers.get(user)
        if wishes is not None and wishes.asks_for_time(match.deadline):
            hours = _hours(match, seat)
            if hours is not None:
                yield drawn(match, seat, match.deadline, timedelta(hours=hours)), seat


def _hours(match: Match, seat: int) -> float | None:
    """How much more time the ruleset would grant the seat; None where none."""
    assert match.rules.time_bank is not None
    clock = match.rules.take(match.state, seat, match.rules.time_bank).clock
    return clock.hours if isinstance(clock, Longer) else None


def drawn(match: Match, seat: int, deadline: datetime, granted: timedelta) -> datetime:
    """The instant for this seat and deadline. `granted`: what one request brings; sooner than so long before a deadline
    nothing is asked for, since that was the time before the one that it replaced."""
    span = min(_FIRST, granted, deadline - (match.ticking or deadline))
    first, last = deadline - span, deadline - min(_LAST, span / 6)
    steps = (last - first) // timedelta(milliseconds=1)
    step = chance(match.seed, match.closed)(f"time for seat {seat} before {stamp(deadline)}", steps + 1)
    return first + timedelta(milliseconds=step)
