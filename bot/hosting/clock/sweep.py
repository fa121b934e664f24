"""The sweep: what is due is announced and closed, once, and never on half-read direct messages.

The deadline on the match's row is the truth; timers only wake us. A sweep runs at start, every minute, and when the
alarm rings.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from datetime import datetime, timedelta
from functools import partial

from bot.hosting.clock import absentees, reminders, retention
from bot.hosting.clock.membership import Membership
from bot.hosting.context import House
from bot.hosting.desk import agreement, sign_up
from bot.hosting.folds.play import closing
from bot.hosting.inbox import catching_up, intake
from bot.hosting.inbox.catching_up import Mailroom
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import RUNNING
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.outbox import delays
from bot.hosting.players import lobby
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from bot.hosting.recording.queue import where

log = logging.getLogger(__name__)


_SIGN_UP_ENDS = timedelta(days=1)
"""How long before a match starts by itself its thread is reminded of free seats."""


class Sweep:
    """Runs one sweep at a time; a call while one runs makes it run once more."""

    def __init__(self, house: House, room: Mailroom) -> None:
        self._house = house
        self._room = room
        self.membership = Membership(house)
        self._task: asyncio.Task[None] | None = None
        self._arming: asyncio.Task[None] | None = None
        self._again = False
        self._moved = False
        self._tidied: datetime | None = None
        self._swept: datetime | None = None
        """When the last sweep began: what it commits itself sets the alarm anew, and must not call for another."""

    def wake(self) -> None:
        """To be called from anywhere, at any time."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run(), name="sweep")

    def rearm(self) -> None:
        """Deadlines may have moved: set the alarm anew."""
        self._moved = True
        if self._arming is None or self._arming.done():
            self._arming = asyncio.get_running_loop().create_task(self._arm(), name="alarm")

    async def _arm(self) -> None:
        while self._moved:
            self._moved = False
            await self._set_alarm()

    async def _run(self) -> None:
        while self._again:
            self._again, self._swept = False, self._house.clock.now()
            self._house.alarm.ring_at(self._next_beat(self._swept))  # whatever becomes of this one
            await self._unhurt(self._sweep())
        await self._unhurt(self._set_alarm())

    async def _unhurt(self, work: Awaitable[None]) -> None:
        """What fails is looked at again by the next sweep, and keeps nothing else from being done."""
        try:
            await work
        except Exception as error:
            log.error("a sweep failed: %s", where(error))

    async def _sweep(self) -> None:
        house = self._house
        if not self._room.present:
            await self._room.read_what_is_left()
        if not self._room.connected:
            return
        if self._room.present:
            await house.queue.put(partial(_beat, house))
        async with house.store.begin() as unit:
            matches = await unit.running()
            starting = await unit.due_to_start(house.clock.now() + _SIGN_UP_ENDS)
            queues = await unit.queues()
            askers = await unit.asking_for_time()
        house.wake()
        for hosted in [h for h in starting if not self._room.is_in_doubt(h)]:
            await house.queue.put(partial(lobby.start_due, house, hosted.id))
            await house.queue.put(partial(sign_up.remind, house, hosted.id))
        for match_id in queues:
            await house.queue.put(partial(lobby.seat_waiting, house, match_id))
        for hosted in [h for h in matches if not self._room.is_in_doubt(h)]:
            if any(m <= house.clock.now() for m in reminders.moments(hosted.match)):
                await house.queue.put(partial(reminders.remind, house, hosted.id))
            if absentees.due(hosted, askers, house.clock.now()):
                await house.queue.put(partial(absentees.ask, house, hosted.id))
            if any(h.until <= house.clock.now() for h in hosted.match.hushed):
                await house.queue.put(partial(announce, house, hosted.id))
            if agreement.is_due(hosted.match, house.clock.now()):
                await house.queue.put(partial(agreement.resume_due, house, hosted.id))
            if self._due(hosted):
                await self._unhurt(self._close(hosted))
        await self._attend()
        await self._tidy()

    async def _attend(self) -> None:
        """What opened just now is looked at, too."""
        async with self._house.store.begin() as unit:
            self.membership.look(await unit.running())

    async def _tidy(self) -> None:
        now = self._house.clock.now()
        if self._tidied is None or now - self._tidied >= retention.EVERY:
            self._tidied = now
            await self._house.queue.put(partial(retention.blank_old_texts, self._house))

    def _due(self, hosted: Hosted) -> bool:
        match = hosted.match
        if match.status != RUNNING or match.deadline is None:
            return False
        return match.deadline + self._house.manners.settle <= self._house.clock.now()

    async def _close(self, hosted: Hosted) -> None:
        """Wait for Discord's clock, read what every seat that could act has sent, then close."""
        house, match = self._house, hosted.match
        assert match.deadline is not None
        try:
            if await house.clock.discord() < match.deadline + house.manners.settle:
                return
            if not self._room.has_read(hosted):
                raise Trouble("somebody at this table has a gap that cannot be read")
            await self._read(hosted)
            now = await house.clock.discord()
        except Trouble:
            await house.queue.put(partial(delayed, house, hosted.id))
            return
        await house.queue.put(partial(close, house, hosted.id, match.turn, now))

    async def _read(self, hosted: Hosted) -> None:
        """Raises Trouble where somebody cannot be read now."""
        acting = set(hosted.match.phase.acting)
        users = [p.user_id for p in hosted.sitting if p.seat in acting and p.user_id is not None]
        found = await catching_up.histories(self._house, users, hosted)
        catching_up.deliver(self._house, found)
        await self._house.queue.drained()
        if len(found) < len(users):
            raise Trouble("not every history can be read")

    async def _set_alarm(self) -> None:
        house = self._house
        now = house.clock.now()
        async with house.store.begin() as unit:
            deadline, announcement, start = await unit.next_alarm(now - house.manners.settle)
            askers = await unit.asking_for_time()
            running = await unit.running()
        later = [m for h in running for m in (*reminders.moments(h.match), *absentees.moments(h, askers))]
        due = None if deadline is None else deadline + house.manners.settle
        resumes = [h.match.resumes for h in running]
        wanted = [when for when in (due, announcement, start, *later, *resumes) if when is not None and when > now]
        house.alarm.ring_at(min([self._next_beat(now), *wanted]))

    def _next_beat(self, now: datetime) -> datetime:
        """A minute after the last sweep: whatever is committed meanwhile does not put it off, nor does a clock that
        was ahead."""
        beat = self._house.manners.beat
        return now + beat if self._swept is None else min(max(now, self._swept + beat), now + beat)


async def _beat(house: House, unit: Unit) -> Answer | None:
    await unit.beat(house.clock.now())
    return None


async def close(house: House, match_id: int, turn: int, now: datetime, unit: Unit) -> Answer | None:
    """Close the turn, if it is still open and still due; the database accepts one closing of it."""
    hosted = await unit.match(match_id)
    if hosted is None or hosted.match.turn != turn or hosted.match.status != RUNNING:
        return None
    assert hosted.match.deadline is not None
    if now < hosted.match.deadline + house.manners.settle:
        return None
    after, _ = await house.recorder.write(unit, hosted, closing(hosted.match, now), house.clock.now())
    await intake.release(house, unit, after)
    return None


async def announce(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Make public the extensions whose random wait is over."""
    hosted = await unit.match(match_id)
    now = house.clock.now()
    if hosted is not None and any(h.until <= now for h in hosted.match.hushed):
        await house.recorder.write(unit, hosted, Row(events.ANNOUNCED, now), now)
    return None


async def delayed(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Discord cannot be read: the close waits, and after ten minutes hosts and players are told."""
    hosted = await unit.match(match_id)
    if hosted is None or hosted.match.deadline is None or hosted.match.status != RUNNING:
        return None
    now = house.clock.now()
    log.warning("match %s waits to be closed: Discord cannot be read", hosted.match.code)
    if now - hosted.match.deadline >= house.manners.late_alarm:
        await delays.close_waits(house, hosted, unit)
    return None
