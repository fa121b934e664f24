"""One process at a time speaks for a database, whatever the clocks and the processes do (fake clocks, real file)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.hosting.ports.store import StoreTrouble
from bot.operating.service import silence
from bot.store.engine import open_engine
from bot.store.heartbeat import last_beat
from bot.store.lease import DEAD_AFTER_SECONDS, LOOK_SECONDS, RENEW_SECONDS, SILENT_AFTER_SECONDS, Lease
from bot.store.unit_of_work import SqlStore
from tests.hosting.scene import new_database

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Clocks:
    """A process's two clocks: seconds that never jump, and a wall clock that may."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.wall = NOON

    def steady(self) -> float:
        return self.seconds

    def machine(self) -> datetime:
        return self.wall

    def run(self, seconds: float) -> None:
        self.seconds += seconds
        self.wall += timedelta(seconds=seconds)


class Nap:
    """Sleep that is the test's to end."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self._over = asyncio.Event()

    async def sleep(self, _seconds: float) -> None:
        self.begun.set()
        await self._over.wait()
        self._over.clear()

    def wake(self) -> None:
        self.begun.clear()
        self._over.set()


@dataclass
class Process:
    """A process's side of the lease."""

    engine: AsyncEngine
    clocks: Clocks
    nap: Nap
    lease: Lease
    told: int = 0
    task: asyncio.Task[None] | None = None

    @property
    def speaks(self) -> bool:
        return self.task is not None and self.task.done()

    async def start(self) -> None:
        def tell() -> None:
            self.told += 1

        self.task = asyncio.create_task(self.lease.acquire(tell))
        await self.settled()

    async def settled(self) -> None:
        """Until it holds the lease, or sleeps."""
        assert self.task is not None
        asleep = asyncio.create_task(self.nap.begun.wait())
        await asyncio.wait({self.task, asleep}, return_when=asyncio.FIRST_COMPLETED)
        asleep.cancel()
        if self.task.done():
            self.task.result()

    async def look(self, after: float = LOOK_SECONDS) -> bool:
        """So many seconds later it looks again. Whether it speaks now."""
        self.clocks.run(after)
        self.nap.wake()
        await self.settled()
        return self.speaks

    async def renew(self) -> None:
        async with self.engine.begin() as connection:
            await self.lease.renew(connection)


def process(file: Path, clocks: Clocks | None = None) -> Process:
    engine, clocks, nap = open_engine(file, durable=False), clocks or Clocks(), Nap()
    return Process(engine, clocks, nap, Lease(engine, clocks.steady, nap.sleep, clocks.machine))


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    return await new_database(tmp_path / "dealer.sqlite3")


@pytest.fixture
async def two(file: Path) -> AsyncIterator[tuple[Process, Process]]:
    """The first one speaks, the second one has been started by mistake."""
    first, second = process(file), process(file)
    await first.start()
    await second.start()
    yield first, second
    for one in (first, second):
        if one.task is not None:
            one.task.cancel()
        await one.engine.dispose()


async def test_the_second_process_waits_and_says_so_once(two: tuple[Process, Process]) -> None:
    first, second = two
    assert (first.speaks, first.told) == (True, 0)
    for _ in range(3):
        assert not await second.look()
    assert second.told == 1


async def test_a_dead_holder_is_followed_within_a_minute(two: tuple[Process, Process]) -> None:
    _, second = two
    waited = 0.0
    while not await second.look():
        waited += LOOK_SECONDS
    assert DEAD_AFTER_SECONDS - LOOK_SECONDS <= waited <= 60


async def test_a_holder_that_goes_is_followed_at_the_next_look(two: tuple[Process, Process]) -> None:
    first, second = two
    await first.lease.release()
    assert await second.look()
    assert LOOK_SECONDS <= 2


async def test_a_lease_that_a_crash_left_behind_is_taken_over_by_the_next_process(file: Path) -> None:
    crashed = process(file)
    await crashed.start()
    await crashed.engine.dispose()
    later = process(file)
    await later.start()
    assert not later.speaks
    while not await later.look():
        assert later.clocks.seconds < 1060
    await later.engine.dispose()


async def test_a_living_holder_is_never_taken_for_dead(two: tuple[Process, Process]) -> None:
    first, second = two
    for _ in range(60):
        await first.renew()
        assert not await second.look(RENEW_SECONDS)


@pytest.mark.parametrize("jump", [timedelta(days=400), timedelta(days=-400), timedelta(hours=1)])
async def test_a_wall_clock_that_jumps_neither_robs_a_living_holder_nor_keeps_a_dead_one(
    two: tuple[Process, Process], jump: timedelta
) -> None:
    first, second = two
    first.clocks.wall += jump
    for _ in range(10):
        await first.renew()
        assert not await second.look(RENEW_SECONDS)
        second.clocks.wall -= jump
    for _ in range(60):
        if await second.look():
            return
    pytest.fail("the dead holder was not followed")


async def test_a_waiter_that_slept_itself_gives_the_holder_its_time_again(two: tuple[Process, Process]) -> None:
    first, second = two
    for _ in range(12):
        first.clocks.run(RENEW_SECONDS)
        await first.renew()
    assert not await second.look(after=120)


async def test_a_database_that_is_locked_for_a_while_does_not_end_the_waiting(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    monkeypatch.setattr("bot.store.engine.BUSY_MS", 1)
    await second.engine.dispose()
    async with first.engine.begin():
        assert not await second.look()
    await first.lease.release()
    assert await second.look()


async def test_who_lost_the_lease_writes_nothing_more_and_learns_that_it_is_final(two: tuple[Process, Process]) -> None:
    first, second = two
    await second.look(DEAD_AFTER_SECONDS)
    assert second.speaks
    with pytest.raises(StoreTrouble, match="LEASE_LOST") as caught:
        async with SqlStore(first.engine, first.lease).begin():
            pytest.fail("it wrote")
    assert caught.value.final
    await first.renew()
    await first.lease.release()
    async with SqlStore(second.engine, second.lease).begin() as unit:
        await second.lease.check(unit.connection)


async def test_a_holder_is_silent_before_anybody_may_take_it_for_dead(two: tuple[Process, Process]) -> None:
    first, _ = two
    assert first.lease.fresh
    first.clocks.run(SILENT_AFTER_SECONDS)
    assert not first.lease.fresh
    assert SILENT_AFTER_SECONDS < DEAD_AFTER_SECONDS


async def test_only_a_committed_renewal_keeps_a_holder_speaking(two: tuple[Process, Process]) -> None:
    first, _ = two
    committed = iter([False, True])

    async def commit() -> bool:
        first.clocks.run(1)
        return next(committed)

    first.clocks.run(SILENT_AFTER_SECONDS - 2)
    keeping = asyncio.create_task(first.lease.keep(commit))
    await first.nap.begun.wait()
    assert first.lease.fresh
    first.clocks.run(1)
    assert not first.lease.fresh, "what was not committed counts for nothing"
    first.nap.wake()
    await first.nap.begun.wait()
    first.clocks.run(SILENT_AFTER_SECONDS - 1.5)
    assert first.lease.fresh
    first.clocks.run(0.5)
    assert not first.lease.fresh, "it counts from before the commit"
    keeping.cancel()


async def test_no_request_leaves_a_process_whose_lease_is_too_old(two: tuple[Process, Process]) -> None:
    first, _ = two
    trace, heard = aiohttp.TraceConfig(), []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    silence(trace, first.lease)
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            await session.get(url)
            first.clocks.run(SILENT_AFTER_SECONDS)
            with pytest.raises(aiohttp.ClientConnectionError):
                await session.get(url)
    assert len(heard) == 1


async def test_the_heartbeat_is_the_holders_last_beat_and_ends_with_its_lease(
    two: tuple[Process, Process], file: Path
) -> None:
    first, _ = two
    assert last_beat(file) == NOON
    first.clocks.run(10)
    await first.renew()
    assert last_beat(file) == NOON + timedelta(seconds=10)
    await first.lease.release()
    assert last_beat(file) is None


async def test_what_is_no_database_has_no_heartbeat(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("Good day. " * 500)
    assert last_beat(text) is None
    assert last_beat(tmp_path / "nothing") is None
    assert not (tmp_path / "nothing").exists()
