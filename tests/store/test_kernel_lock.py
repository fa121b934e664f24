"""The kernel's lock beside the lease: on one machine a dead holder is followed at once, and no living one is robbed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy import String

from bot.store import lease as leases
from bot.store.engine import open_engine
from bot.store.heartbeat import holder
from bot.store.kernel_lock import KernelLock, this_kernel
from bot.store.lease import Lease
from bot.store.tables import lease
from tests.hosting.scene import new_database


class Process:
    """A process's side of it, with a steady clock in the test's hands."""

    def __init__(self, file: Path, machine: str | None) -> None:
        self.engine = open_engine(file, durable=False)
        self.lock = KernelLock(file, lambda: machine)
        self.seconds = 1000.0
        self.lease = Lease(self.engine, lambda: self.seconds, lock=self.lock)

    async def speaks(self, after: float = leases.LOOK_SECONDS) -> bool:
        """It looks for the first time, or again so many seconds later. Whether it speaks now."""
        self.seconds += after

        async def no_longer(_seconds: float) -> None:
            raise Waits

        self.lease._sleep = no_longer
        try:
            await self.lease.acquire(lambda: None)
        except Waits:
            return False
        return True

    async def dies(self) -> None:
        """The kernel closes its files; the lease stays as it is."""
        await self.engine.dispose()
        self.lock.release()

    async def renews(self) -> None:
        async with self.engine.begin() as connection:
            await self.lease.renew(connection)


class Waits(Exception):
    """It looked, and would sleep now."""


Start = Callable[..., Process]


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    return await new_database(tmp_path / "dealer.sqlite3")


@pytest.fixture
async def start(file: Path) -> AsyncIterator[Start]:
    them: list[Process] = []

    def started(machine: str | None = "this machine", file: Path = file) -> Process:
        them.append(Process(file, machine))
        return them[-1]

    yield started
    for one in them:
        await one.dies()


async def test_a_dead_holder_of_this_machine_is_followed_at_once(start: Start) -> None:
    first, second = start(), start()
    assert await first.speaks()
    assert not await second.speaks()
    await first.dies()
    assert await second.speaks()


async def test_one_that_is_started_after_a_kill_does_not_wait_at_all(start: Start) -> None:
    first = start()
    assert await first.speaks()
    await first.dies()
    assert await start().speaks()


async def test_a_living_holder_is_never_robbed_however_often_others_look(start: Start) -> None:
    first, second = start(), start()
    assert await first.speaks()
    for _ in range(60):
        assert not await second.speaks()
        assert not await start().speaks()
        await first.renews()
    async with first.engine.begin() as connection:
        await first.lease.check(connection)


async def test_of_several_that_wait_one_follows(start: Start) -> None:
    first, second, third = start(), start(), start()
    assert await first.speaks()
    assert not await second.speaks()
    assert not await third.speaks()
    await first.dies()
    assert [await second.speaks(), await third.speaks(), await third.speaks()] == [True, False, False]
    await second.dies()
    assert await third.speaks()


@pytest.mark.parametrize("machine", ["another machine", None])
async def test_between_machines_the_counter_decides_as_ever(start: Start, machine: str | None) -> None:
    """Where a file system's locks do not reach another machine, its lock can be had here while its holder lives."""
    first, second = start(machine), start()
    assert await first.speaks()
    first.lock.release()
    for _ in range(10):
        assert not await second.speaks(leases.RENEW_SECONDS)
        await first.renews()
    assert not await second.speaks()
    assert not await second.speaks(leases.DEAD_AFTER_SECONDS - 1)
    assert await second.speaks(1)


async def test_after_a_restart_of_the_machine_the_counter_decides(start: Start) -> None:
    """A disk may have been carried to another machine meanwhile."""
    first, second = start("before"), start("after")
    assert await first.speaks()
    await first.dies()
    assert not await second.speaks()
    assert not await second.speaks(leases.DEAD_AFTER_SECONDS - 1)
    assert await second.speaks(1)


async def test_a_lock_file_that_was_removed_proves_nothing(start: Start) -> None:
    first, second = start(), start()
    assert await first.speaks()
    os.unlink(first.lock.file)
    assert not await second.speaks()
    await first.renews()
    assert not await second.speaks(leases.DEAD_AFTER_SECONDS - 1)


async def test_a_copy_of_the_folder_takes_no_proof_along(start: Start, file: Path, tmp_path: Path) -> None:
    first = start()
    assert await first.speaks()
    await first.engine.dispose()
    elsewhere = tmp_path / "copy"
    elsewhere.mkdir()
    for one in (file, first.lock.file):
        (elsewhere / one.name).write_bytes(one.read_bytes())
    assert not await start(file=elsewhere / file.name).speaks()


async def test_a_holder_of_an_earlier_release_is_waited_for(start: Start) -> None:
    second = start()
    async with second.engine.begin() as connection:
        await connection.execute(
            lease.insert().values(id=1, holder="0123456789abcdef", counter=7, beat_at=leases._machine_clock())
        )
    assert not await second.speaks()
    assert not await second.speaks(leases.DEAD_AFTER_SECONDS - 1)
    assert await second.speaks(1)


async def test_a_sleeper_is_followed_by_the_counter_and_its_end_later_proves_nothing(start: Start) -> None:
    sleeper, second, third = start(), start(), start()
    assert await sleeper.speaks()
    assert not await second.speaks()
    assert await second.speaks(leases.DEAD_AFTER_SECONDS), "the sleeper still holds the lock"
    await sleeper.dies()
    assert not await third.speaks()
    await second.renews()
    assert not await third.speaks(leases.DEAD_AFTER_SECONDS - 1)


async def test_who_goes_lets_the_next_one_in_and_its_lock_go(start: Start) -> None:
    first, second, third = start(), start(), start()
    assert await first.speaks()
    assert not await second.speaks()
    await first.lease.release()
    assert await second.speaks()
    await second.dies()
    assert await third.speaks()


async def test_where_no_lock_can_be_had_everything_goes_by_the_counter(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_locks(*_: object) -> None:
        raise OSError("not supported")

    monkeypatch.setattr("fcntl.flock", without_locks)
    first, second = start(), start()
    assert await first.speaks()
    await first.dies()
    assert not await second.speaks()
    assert await second.speaks(leases.DEAD_AFTER_SECONDS)


async def test_the_signed_name_has_room_in_the_lease(start: Start, file: Path) -> None:
    first = start("a machine whose name for itself is as long as you like " * 9)
    assert await first.speaks()
    kind = lease.c.holder.type
    assert isinstance(kind, String)
    assert kind.length is not None
    assert 16 < len(holder(file)) <= kind.length


def test_the_lock_is_its_owners_alone_and_found_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "dealer.sqlite3")
    before = os.umask(0)
    one, other = KernelLock(tmp_path / "dealer.sqlite3"), KernelLock(tmp_path / "link.sqlite3")
    try:
        assert [one.take(), one.take(), other.take()] == [True, True, False]
        assert one.file.stat().st_mode & 0o777 == 0o600
        one.release()
        assert other.take()
    finally:
        os.umask(before)
        other.release()


def test_the_kernel_lets_go_when_a_process_is_killed(tmp_path: Path) -> None:
    mine = KernelLock(tmp_path / "dealer.sqlite3")
    code = (
        "import sys, pathlib, time; from bot.store.kernel_lock import KernelLock;"
        "lock = KernelLock(pathlib.Path(sys.argv[1])); print(lock.take(), lock.signed('it'), flush=True);"
        "time.sleep(600)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "dealer.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        taken, signed = process.stdout.readline().split()
        assert (taken, mine.take()) == ("True", False)
        process.kill()
    assert mine.take()
    assert mine.proves_gone(signed) is (this_kernel() is not None)
    mine.release()
