"""What is wrong with the database is a clear sentence and status 1, and what was acknowledged is there afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.hosting.ports.store import StoreTrouble
from bot.store.unit_of_work import SqlUnit
from tests.fake_discord import FakeDiscord, Person, until
from tests.hosting.scene import new_database, played
from tests.operating import rights
from tests.operating.processes import Dealer, Dealers


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the database is to be. Signals are afterwards what they were."""
    file = tmp_path / "dealer.sqlite3"
    monkeypatch.setenv("DEALER_DATABASE_FILE", str(file))
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    monkeypatch.setattr("bot.store.engine.BUSY_MS", 50)
    monkeypatch.chdir(tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    yield file
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
async def empty(tmp_path: Path) -> bytes:
    """A new database's file."""
    return (await new_database(tmp_path / "new")).read_bytes()


def refuses(capsys: pytest.CaptureFixture[str]) -> str:
    """`dealer run` ends with status 1 and one sentence; that sentence."""
    assert main(["run"]) == 1
    (said,) = (line for line in capsys.readouterr().err.splitlines() if line.startswith("Dealer"))
    return said


# --- at the start -----------------------------------------------------------------------------------------------------


def test_a_folder_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.mkdir()
    assert refuses(capsys) == f"Dealer stops: {file} cannot be used: Is a directory."


def test_a_text_file_is_refused_and_left_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("Good day. " * 500)
    assert refuses(capsys) == f"Dealer stops: {file} is not a database."
    assert file.read_text() == "Good day. " * 500


def test_a_database_of_another_program_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    assert refuses(capsys) == "Dealer stops: The database is not one of Dealer's."
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_database_of_a_later_release_is_refused(file: Path, empty: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(empty)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert refuses(capsys) == "Dealer stops: The database was written by a later release of Dealer. Use that one."


def test_a_database_that_another_program_has_locked_is_refused(
    file: Path, empty: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(empty)
    with closing(sqlite3.connect(file, isolation_level=None)) as another:
        another.execute("BEGIN EXCLUSIVE")
        assert refuses(capsys) == f"Dealer stops: The database {file} is locked by another program."


def test_damaged_pages_are_found_before_anything_is_said(
    file: Path, empty: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    half = len(empty) // 2
    file.write_bytes(empty[:half] + b"\x07" * (len(empty) - half))
    assert refuses(capsys).endswith("is damaged. `dealer restore COPY` brings a copy back.")


@pytest.fixture
async def played_in(tmp_path: Path) -> bytes:
    """A database's file with a match in it."""
    async with played(tmp_path / "played") as scene:
        await scene.begin("Ann", "Bob", "Eve")
    return (tmp_path / "played").read_bytes()


def test_damage_far_from_what_a_start_reads_is_found_too(
    file: Path, played_in: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(played_in[:-4096] + b"\x07" * 4096)
    assert refuses(capsys) == "Dealer stops: The database is damaged. `dealer restore COPY` brings a copy back."


def test_a_file_that_was_cut_off_is_found_too(file: Path, empty: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(empty[: len(empty) // 2])
    assert refuses(capsys).endswith("is damaged. `dealer restore COPY` brings a copy back.")


def test_a_new_database_is_its_owners_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("discord.Client.start", unreachable)
    before = os.umask(0)
    try:
        assert main(["run"]) == 1
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o600


# --- rights -----------------------------------------------------------------------------------------------------------


async def said_without_rights(file: Path) -> str:
    rights.needed()
    them = Dealers(file.parent.parent, None)
    bot = them.start(humble=True, DEALER_DATABASE_FILE=str(file))
    try:
        assert await bot.ended() == 1
    finally:
        them.end_all()
    return bot.said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a database is, or is to be."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


async def test_a_file_that_may_only_be_read_is_refused(folder: Path, empty: bytes) -> None:
    file = folder / "dealer.sqlite3"
    file.write_bytes(empty)
    file.chmod(0o444)
    assert (await said_without_rights(file)).endswith(
        f"Dealer stops: The database {file} cannot be written. Look at the rights of the file and of its folder.\n"
    )
    assert file.read_bytes() == empty


async def test_a_folder_that_may_only_be_read_is_refused(folder: Path, empty: bytes) -> None:
    (folder / "dealer.sqlite3").write_bytes(empty)
    with rights.closed(folder):
        said = await said_without_rights(folder / "dealer.sqlite3")
    assert "Look at the rights of the file and of its folder." in said
    assert "Traceback" not in said


async def test_a_folder_in_which_nothing_can_be_made_is_refused(folder: Path) -> None:
    with rights.closed(folder):
        said = await said_without_rights(folder / "dealer.sqlite3")
    assert said.endswith("dealer.sqlite3 cannot be used: Permission denied.\n")


# --- while it runs ----------------------------------------------------------------------------------------------------


def answered_or_gone(person: Person, before: int, bot: Dealer) -> bool:
    return len(person.heard) > before or bot.status is not None


async def talked_to(discord: FakeDiscord, bot: Dealer) -> list[Person]:
    """One after another writes and is answered, until the bot is gone. (A stranger is told once an hour.)"""
    people: list[Person] = []
    while bot.status is None:
        people.append(discord.world.user(f"guest {len(people)}"))
        people[-1].dm("x" * 1900)
        await until(partial(answered_or_gone, people[-1], 0, bot), within=60)
    return people


def taken(file: Path) -> set[int]:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {message_id for (message_id,) in connection.execute("SELECT message_id FROM inbox")}


def acknowledged(discord: FakeDiscord, people: list[Person]) -> set[int]:
    """The messages that were answered."""
    said = [message for person in people for message in person.dms if message.author is discord.world.bot]
    return {message.reply_to for message in said if message.reply_to is not None}


async def test_a_limit_of_the_files_size_ends_it_and_nothing_acknowledged_is_lost(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    bot = dealers.start(file_limit=400_000)
    await until(lambda: discord.gateway.connected, within=60)
    people = await talked_to(discord, bot)
    assert bot.status == 1
    assert bot.said.splitlines()[-1].endswith("Nothing that was acknowledged is lost.")
    assert "Dealer stops: The disk of the database" in bot.said
    answered = acknowledged(discord, people)
    assert answered
    assert answered <= taken(dealers.file)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of little more than half a megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if os.getuid() != 0 or mount is None:
        pytest.skip("only root can mount a small disk")
    done = subprocess.run([mount, "-t", "tmpfs", "-o", "size=600k", "tmpfs", disk], check=False)
    if done.returncode:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", disk], check=True)  # noqa: S607 - found as mount was


async def test_a_full_disk_ends_it_and_nothing_acknowledged_is_lost(
    small_disk: Path, dealers: Dealers, discord: FakeDiscord
) -> None:
    dealers.file = small_disk / "dealer.sqlite3"
    bot = dealers.start()
    await until(lambda: discord.gateway.connected, within=60)
    people = await talked_to(discord, bot)
    assert bot.status == 1
    assert f"Dealer stops: The disk of the database {dealers.file} is full." in bot.said
    answered = acknowledged(discord, people)
    assert answered
    assert answered <= taken(dealers.file)
    assert await dealers.start().ended() == 1, "there is no room to begin either"


async def test_a_lock_that_passes_is_waited_for_and_one_that_stays_ends_it(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    bot = dealers.start()
    await until(lambda: discord.gateway.connected, within=60)
    ann = discord.world.user("ann")
    with closing(sqlite3.connect(dealers.file, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        ann.dm("hello")
        await bot.says("could not commit: SQLITE_BUSY")
        another.execute("COMMIT")
        await until(lambda: len(ann.heard) == 1)
        another.execute("BEGIN IMMEDIATE")
        assert await bot.ended(within=60) == 1
        assert "is locked by another program. Nothing that was acknowledged is lost." in bot.said


async def test_what_cannot_be_written_down_as_said_is_given_up_in_the_end_and_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreTrouble("SQLITE_FULL")

    async with played(tmp_path / "dealer.sqlite3") as scene:
        await scene.open()
        with monkeypatch.context() as patched:
            patched.setattr(SqlUnit, "mark_said", full)
            await scene.dm("Ann", "hello")
            assert scene.given_up is None
            for _ in range(6):
                scene.delivery.wake()
                await scene.settle()
        assert str(scene.given_up) == "SQLITE_FULL"
        await scene.restart()
        assert len(scene.dms("Ann")) == 1
