"""Reminders: before a deadline, in private, to those who have nothing on file and want to be reminded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.hosting import intake, timely, words
from bot.hosting.folds.saying import moves_of
from bot.hosting.house import House
from bot.hosting.match import RUNNING, Match
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.says import Say

_ASK_BEFORE: Final = timedelta(hours=1)
"""How long before a deadline the time bank is asked for on behalf of somebody who is away."""


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
    assert match.public_deadline is not None
    for seat in match.rules.waiting(match.state):
        user = hosted.sitting[seat].user_id
        if user is not None and (await unit.wishes(user)).reminders:
            text = words.reminder(match.code, match.phase, match.public_deadline)
            said, origin = Say(seat, text, buttons=moves_of(match, seat)), timely.origin(hosted, seat)
            await house.scribe.tell(unit, f"user:{user}", said, hosted, now, origin)
    return None


def _which(match: Match, moment: datetime) -> str:
    """A moment of this turn and deadline: an extension brings new ones."""
    return f"remind:{match.turn}:{int(moment.timestamp())}"


async def ask_for_the_absent(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Where the ruleset has a time bank: ask for it for those who are away, wished it, and have nothing on file."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or not absent_due(hosted, now):
        return None
    match = hosted.match
    assert match.rules.time_bank is not None
    for seat in match.rules.waiting(match.state):
        person = hosted.sitting[seat]
        wishes = None if person.user_id is None else await unit.wishes(person.user_id)
        if wishes is None or not wishes.asks_for_time(match.deadline) or not _has_time(match, seat):
            continue
        source = f"away:{match.turn}:{seat}"
        if not await unit.has_source(hosted.id, source):
            assert person.user_id is not None
            told = Say(seat, words.asked_for_you(match.code))
            await house.scribe.tell(unit, f"user:{person.user_id}", told, hosted, now)
            await intake.submit(house, unit, hosted, seat, match.rules.time_bank, now, source, person.user_id)
            return None  # the deadline has moved for all
    return None


def _has_time(match: Match, seat: int) -> bool:
    """Whether the ruleset would grant it."""
    assert match.rules.time_bank is not None
    reply = match.rules.take(match.state, seat, match.rules.time_bank).reply
    return reply is not None and reply.accepted


def absent_moment(match: Match) -> Iterator[datetime]:
    """When the time bank would be asked for on behalf of those who are away."""
    if match.status == RUNNING and match.deadline is not None and match.rules.time_bank is not None:
        yield match.deadline - _ASK_BEFORE


def absent_due(hosted: Hosted, now: datetime) -> bool:
    match = hosted.match
    if match.status != RUNNING or match.deadline is None or match.rules.time_bank is None:
        return False
    return match.deadline - _ASK_BEFORE <= now < match.deadline
