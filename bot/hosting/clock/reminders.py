"""Reminders: before a deadline, in private, to those who have nothing on file and want to be reminded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.saying import moves_of
from bot.hosting.model.match import RUNNING, Match
from bot.hosting.model.records import Answer
from bot.hosting.model.saying import Say
from bot.hosting.ports.store import Unit
from bot.hosting.recording import stale_reminders


def moments(match: Match) -> Iterator[datetime]:
    """When the open turn's reminders fall due; none that would come at its very opening or before."""
    deadline = match.public_deadline
    if match.status != RUNNING or deadline is None or match.ticking is None:
        return
    for hours in match.reminders:
        moment = deadline - timedelta(hours=hours)
        if moment > match.ticking + timedelta(hours=hours) / 4:
            yield moment


async def remind(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Remind whoever has nothing on file, once for each moment."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or hosted.match.state is None:
        return None
    match = hosted.match
    due = [m for m in moments(match) if m <= now]
    if not due or not await unit.tell_once(hosted.id, _which(match, max(due)), now):
        return None
    for seat in match.rules.waiting(match.state):
        user, deadline = hosted.sitting[seat].user_id, match.deadline_for(seat)
        assert deadline is not None
        if user is not None and (await unit.wishes(user)).reminders:
            text = words.reminder(match.code, match.phase, deadline)
            said, origin = Say(seat, text, buttons=moves_of(match, seat)), stale_reminders.origin(hosted, seat)
            await house.recorder.tell(unit, f"user:{user}", said, hosted, now, origin)
    return None


def _which(match: Match, moment: datetime) -> str:
    """A moment of this turn and deadline: an extension brings new ones."""
    return f"remind:{match.turn}:{int(moment.timestamp())}"
