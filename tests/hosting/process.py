"""One process of the bot at a time: the real house on a real database file, with time in the test's hands."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.hosting.clock.sweep import Sweep
from bot.hosting.context import House, Manners
from bot.hosting.inbox.catching_up import Mailroom
from bot.hosting.outbox.delivery import Delivery
from bot.hosting.outbox.patience import PAUSES
from bot.store import schema
from bot.store.engine import open_engine
from bot.store.unit_of_work import SqlStore
from tests.hosting.fakes import FakeAlarm, FakeChance, FakeClock, FakeDiscord, FakeMail, FakePost, FakeRoster, Killed

NOON = datetime(2026, 3, 2, 12, 0, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
JUST_AFTER = timedelta(milliseconds=1)


def calm(beat: timedelta = 48 * HOUR, **manners: Any) -> Manners:
    """As in earnest, but for the heartbeat, since a day has 1,440 minutes; `Process.crash` knows."""
    return Manners(beat=beat, **manners)


_empty: list[bytes] = []
"""A migrated, empty database, made once."""


async def new_database(file: Path) -> Path:
    if not _empty:
        engine = open_engine(file, durable=False)
        await schema.upgrade(engine)
        await engine.dispose()
        _empty.append(read_file(file))
    write_file(file, _empty[0])
    return file


def read_file(file: Path) -> bytes:
    return file.read_bytes()


def write_file(file: Path, content: bytes) -> None:
    file.touch(mode=0o600)
    file.write_bytes(content)


class Process:
    """The house with the outside around it. It starts with `open`, or with the first match."""

    def __init__(self, file: Path, manners: Manners | None = None, seed: int = 1, start: datetime = NOON) -> None:
        self.file = file
        self.manners = manners or calm()
        self.seed = seed
        self.clock = FakeClock(start)
        self.chance = FakeChance(seed)
        self.discord = FakeDiscord(self.clock)
        self.engine: AsyncEngine | None = None
        self.up = False
        """Whether a process runs and is connected."""
        self.given_up: BaseException | None = None

    @property
    def killed(self) -> bool:
        """Whether the process was killed, and nobody has started another one yet."""
        return self.discord.killed

    async def open(self) -> None:
        """A process starts on the file, and connects."""
        self.join_parts()
        asyncio.get_running_loop().create_task(self.room.returned())
        await self.settle()
        if not self.killed and not self.room.present:
            await self.ring()

    def join_parts(self) -> None:
        """As wiring does."""
        self.engine = open_engine(self.file, durable=False)
        self.store = SqlStore(self.engine)
        self.alarm = FakeAlarm()
        mail, post, roster = FakeMail(self.discord), FakePost(self.discord), FakeRoster(self.discord)
        self.house = House(self.store, self.clock, self.alarm, self.chance, mail, post, roster, self.manners)
        self.room = Mailroom(self.house)
        self.sweep = Sweep(self.house, self.room)
        self.delivery = Delivery(self.house, later=lambda seconds, call: None)  # the next sweep is soon enough
        self.delivery.refused = self.sweep.membership.doubt
        self.house.bring, self.room.heard_from = self.delivery.bring, self.delivery.heard_from

        def wake() -> None:
            self.delivery.wake()
            self.sweep.rearm()

        def give_up(error: BaseException) -> None:
            self.given_up = error

        self.house.wake, self.house.give_up = wake, give_up
        self.alarm.ring = self.room.came_back = self.sweep.wake
        self.up, self.discord.killed = True, False

    async def crash(self) -> None:
        """Everything in memory is gone, a moment after a heartbeat."""
        if self.up and not self.killed:
            await self.ring()
        await self.die()

    async def die(self) -> None:
        """Everything in memory is gone, at this very moment."""
        self.up = False
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.engine is not None:
            await self.engine.dispose()

    async def restart(self, away: timedelta = timedelta(0)) -> None:
        """The process dies, and after a while another one starts."""
        await self.crash()
        self.clock.instant += away
        await self.open()

    async def settle(self) -> None:
        """All that was to happen has happened."""
        for _ in range(200):
            running = asyncio.all_tasks() - {asyncio.current_task()}
            if not running:
                return
            await asyncio.wait(running)
            for task in running:
                error = None if task.cancelled() else task.exception()
                if error is not None and not isinstance(error, Killed):
                    raise error
        raise AssertionError("the house never comes to rest")

    async def ring(self) -> None:
        """The alarm goes off: a sweep, with its heartbeat."""
        self.alarm.ring()
        await self.settle()

    async def try_again(self) -> None:
        """After the longest pause between two tries."""
        await self.run(PAUSES[-1])
        await self.ring()

    async def run_to(self, when: datetime) -> None:
        """The clock runs; the alarm rings as it was set."""
        await self.settle()
        while self.up and self.alarm.when is not None and self.alarm.when - self.clock.ahead <= when:
            self.clock.instant = max(self.clock.instant, self.alarm.when - self.clock.ahead)
            await self.ring()
        self.clock.instant = max(self.clock.instant, when)

    async def run(self, time: timedelta) -> None:
        await self.run_to(self.clock.instant + time)

    async def disconnect(self) -> None:
        self.room.went_away()
        self.up = False

    async def reconnect(self, resumed: bool = False) -> None:
        self.up = True
        await (self.room.resumed() if resumed else self.room.returned())
        await self.settle()
