"""What the operator does beside the bot, running or not: check, health, backup, restore, forget."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.hosting.model.match import PAUSED, RUNNING
from bot.hosting.ports.store import Unit
from bot.operating import health
from bot.store.engine import open_engine
from bot.store.heartbeat import last_beat
from bot.store.kernel_lock import KernelLock, this_kernel
from bot.store.lease import Lease
from bot.wiring import renewed
from tests.hosting.scene import Scene, played
from tests.operating.commands import beats, do

Said = Callable[[], str]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "data" / "dealer.sqlite3"
    file.parent.mkdir()
    monkeypatch.setenv("DEALER_DATABASE_FILE", str(file))
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    monkeypatch.chdir(tmp_path)
    return file


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Everything that was printed since it was last asked."""

    def read() -> str:
        captured = capsys.readouterr()
        return captured.out + captured.err

    return read


@asynccontextmanager
async def running_match(file: Path) -> AsyncIterator[Scene]:
    """A match on the database `file`, in its first round."""
    async with played(file) as scene:
        await scene.begin("Ann", "Bob", "Eve")
        await scene.dm("Ann", "12 +1g")
        yield scene


def sql(file: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(statement).fetchall()


def content(file: Path) -> bytes:
    return file.read_bytes()


def write(file: Path, what: bytes) -> None:
    file.write_bytes(what)


def rights(file: Path) -> int:
    return file.stat().st_mode & 0o777


def names(folder: Path) -> set[str]:
    """What lies in a folder, but for what SQLite and the lease keep beside a database."""
    return {one.name for one in folder.iterdir() if not one.name.endswith(("-wal", "-shm", ".lock"))}


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_before_the_first_run_says_so_and_makes_nothing(file: Path, said: Said) -> None:
    assert do("check") == 0
    assert "There is no database yet" in said()
    assert not file.exists()


def test_check_says_that_the_token_is_missing_and_finds_fault_with_nothing_else(
    file: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert do("check") == 0
    assert "no token" not in said()
    monkeypatch.delenv("DEALER_DISCORD_TOKEN")
    assert do("check") == 1
    assert said() == (
        f"There is no database yet; {file} is made at the first run.\n"
        "There is no token, and `dealer run` needs one: name a token_file, or set DEALER_DISCORD_TOKEN.\n"
    )


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o602, 0o666])
def test_check_says_whose_secrets_everybody_can_read(
    file: Path, said: Said, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    monkeypatch.delenv("DEALER_DISCORD_TOKEN")
    token, config = Path("to ken.txt"), Path("config.toml")
    for one, text in ((token, "made.up.token"), (config, "[discord]\ntoken_file = 'to ken.txt'\n"), (file, "")):
        one.write_text(text)
        one.chmod(0o600)
    for one, what in ((token, "the bot's token"), (file, "every secret of every match")):
        assert do("check") == 0
        assert "everybody" not in said()
        one.chmod(mode)
        config.chmod(mode)
        assert do("check") == 0
        quoted = f"'{one}'" if " " in str(one) else one
        assert f"{one} holds {what}, and everybody on this machine can read it: chmod 600 {quoted}\n" in said()
        one.chmod(0o600)
    config.write_text("[discord]\ntoken = 'made.up.token'\n")
    assert do("check") == 0
    assert "config.toml holds the bot's token" in said()
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    config.write_text("")
    assert do("check") == 0
    assert "everybody" not in said(), "there is nothing secret in it"


async def test_check_folds_every_running_match_again_and_leaves_no_copy(file: Path, said: Said) -> None:
    async with running_match(file):
        assert do("check") == 0
        assert said() == "The configuration and the database are fine.\n"
        assert names(file.parent) == {file.name}


async def test_check_finds_a_match_that_does_not_fold_to_what_is_stored(file: Path, said: Said) -> None:
    async with running_match(file) as scene:
        await scene.crash()
        sql(file, "UPDATE journal SET body = replace(body, '12', '13') WHERE kind = 'message'")
        assert do("check") == 1
        assert said() == f"Match {scene.code} does not fold to what is stored beside its journal.\n"


async def test_check_says_that_a_database_is_damaged_or_of_a_later_release(file: Path, said: Said) -> None:
    async with running_match(file) as scene:
        await scene.crash()
        was = content(file)
        sql(file, "UPDATE alembic_version SET version_num = '9999'")
        assert do("check") == 1
        assert "later release" in said()
        write(file, was[:8192] + b"\x07" * (len(was) - 8192))
        assert do("check") == 1
        assert said() == f"The database {file} is damaged. `dealer restore COPY` brings a copy back.\n"


# --- health -----------------------------------------------------------------------------------------------------------


async def test_health_tells_a_living_bot_from_a_stuck_one_within_a_minute_and_a_half(file: Path, said: Said) -> None:
    assert (do("health"), said()) == (1, "There is no database yet.\n")
    async with running_match(file):
        assert (do("health"), said()) == (1, "No Dealer is running on this database.\n")
        await beats(file, datetime.now(UTC))
        assert (do("health"), said()) == (0, "Alive.\n")
        now = datetime.now(UTC)
        assert health.alive(file, now + timedelta(seconds=89))
        assert not health.alive(file, now + timedelta(seconds=91))


@pytest.mark.parametrize("away", [timedelta(seconds=-95), timedelta(hours=3)])
async def test_a_beat_of_long_ago_and_one_of_the_future_are_no_signs_of_life(
    file: Path, said: Said, away: timedelta
) -> None:
    async with running_match(file):
        await beats(file, datetime.now(UTC) + away)
        assert (do("health"), said()) == (1, "The Dealer on this database is stuck, or was killed.\n")


async def test_health_waits_for_nobody_who_writes(file: Path) -> None:
    async with running_match(file):
        await beats(file, datetime.now(UTC))
        with closing(sqlite3.connect(file, isolation_level=None)) as another:
            another.execute("BEGIN IMMEDIATE")
            assert do("health") == 0


async def test_a_blocked_queue_shows_in_the_heartbeat(file: Path) -> None:
    async with running_match(file) as scene:
        assert scene.engine is not None
        now = datetime.now(UTC).replace(microsecond=0)
        lease = Lease(scene.engine, machine=lambda: now)
        await lease.acquire(lambda: None)
        began, free = now, asyncio.Event()

        async def blocks(_unit: Unit) -> None:
            await free.wait()

        blocked = scene.house.queue.put(blocks)
        await asyncio.sleep(0)
        now += timedelta(seconds=91)
        renewing = asyncio.create_task(renewed(scene.house, lease))
        await asyncio.wait({renewing}, timeout=0.2)
        assert (renewing.done(), last_beat(file)) == (
            False,
            began.replace(microsecond=began.microsecond // 1000 * 1000),
        )
        assert not health.alive(file, now)
        free.set()
        assert await renewing
        await blocked
        assert health.alive(file, now)


# --- backup and restore -----------------------------------------------------------------------------------------------


async def test_what_was_saved_while_a_match_ran_is_brought_back_and_plays_on(
    file: Path, tmp_path: Path, said: Said
) -> None:
    async with running_match(file) as scene:
        copied = tmp_path / "copy"
        assert do("backup", str(copied)) == 0
        assert "holds every secret" in said()
        assert rights(copied) == 0o600
        await scene.dm("Bob", "20")
        await scene.crash()
        assert do("restore", str(copied)) == 0
        kept = next(one for one in file.parent.iterdir() if ".before-" in one.name)
        assert said().startswith(f"{copied} is the database now. What was there is kept in {kept}.\n")
        assert do("check") == 0
        await scene.open()
        assert [row.body["text"] for row in await scene.rows() if row.kind == "message"] == ["12 +1g", "20"], (
            "what was sent since is read again"
        )
        await scene.look_again()
        assert scene.match.status == PAUSED
        await scene.resume()
        await scene.pass_deadline()
        await scene.look_again()
        assert scene.match.closed == 1


async def test_with_a_copy_that_was_made_once_the_bot_had_stopped_matches_run_on_elsewhere(
    file: Path, tmp_path: Path, said: Said
) -> None:
    async with running_match(file) as scene:
        await scene.crash()
        copied = tmp_path / "copy"
        assert do("backup", str(copied)) == 0
        said()
        assert do("restore", "--latest", str(copied)) == 0
        assert "set back" not in " ".join(said().split())
        await scene.open()
        await scene.look_again()
        assert scene.match.status == RUNNING


async def test_a_copy_that_was_made_while_a_bot_ran_keeps_nobody_waiting(file: Path, tmp_path: Path) -> None:
    async with running_match(file) as scene:
        await beats(file, datetime.now(UTC))
        assert do("backup", str(tmp_path / "copy")) == 0
        await scene.crash()
        sql(file, "UPDATE lease SET holder = ''")
        assert do("restore", str(tmp_path / "copy")) == 0
        assert sql(file, "SELECT holder FROM lease") == [("",)]


def test_there_is_no_copy_of_a_database_in_which_nothing_is(file: Path, tmp_path: Path, said: Said) -> None:
    file.touch()
    assert do("backup", str(tmp_path / "copy")) == 1
    assert said() == f"The database {file} is empty: there is nothing to copy.\n"
    assert names(tmp_path) == {"data"}


async def test_restore_is_refused_while_a_bot_runs(file: Path, tmp_path: Path, said: Said) -> None:
    async with running_match(file) as scene:
        assert do("backup", str(tmp_path / "copy")) == 0
        await beats(file, datetime.now(UTC))
        said()
        assert do("restore", str(tmp_path / "copy")) == 1
        assert "A Dealer is running on this database" in said()
        assert scene.code in str(sql(file, "SELECT code FROM matches"))
        assert names(file.parent) == {file.name}


@pytest.mark.skipif(this_kernel() is None, reason="this kernel cannot be told from others")
async def test_restore_need_not_wait_for_a_bot_that_was_killed_on_this_machine(
    file: Path, tmp_path: Path, said: Said
) -> None:
    async with running_match(file) as scene:
        assert do("backup", str(tmp_path / "copy")) == 0
        await scene.crash()
    engine, lock = open_engine(file, durable=False), KernelLock(file)
    await Lease(engine, lock=lock).acquire(lambda: None)
    await engine.dispose()
    assert do("restore", str(tmp_path / "copy")) == 1
    assert "A Dealer is running on this database" in said()
    lock.release()
    assert do("restore", str(tmp_path / "copy")) == 0


def damaged(copied: Path) -> None:
    was = content(copied)
    write(copied, was[:8192] + b"\x07" * (len(was) - 8192))


def later(copied: Path) -> None:
    sql(copied, "UPDATE alembic_version SET version_num = '9999'")


def text(copied: Path) -> None:
    copied.write_text("Good day. " * 500)


def of_something_else(copied: Path) -> None:
    copied.unlink()
    sql(copied, "CREATE TABLE recipes (name)")


def cut_off(copied: Path) -> None:
    copied.write_bytes(copied.read_bytes()[:20000])


def unfolded(copied: Path) -> None:
    sql(copied, "UPDATE journal SET body = replace(body, '12', '13') WHERE kind = 'message'")


def gone(copied: Path) -> None:
    copied.unlink()


def empty(copied: Path) -> None:
    copied.write_bytes(b"")


@pytest.mark.parametrize("spoilt", [damaged, later, text, of_something_else, cut_off, unfolded, gone, empty])
async def test_restore_refuses_what_does_not_pass_its_checks_and_changes_nothing(
    file: Path, tmp_path: Path, said: Said, spoilt: Callable[[Path], None]
) -> None:
    async with running_match(file) as scene:
        copied = tmp_path / "copy"
        assert do("backup", str(copied)) == 0
        spoilt(copied)
        before = content(copied) if copied.exists() else None
        await scene.crash()
        was = content(file)
        said()
        assert do("restore", str(copied)) == 1
        assert said().endswith("Nothing was changed.\n")
        assert content(file) == was
        assert names(file.parent) == {file.name}
        assert before is None or content(copied) == before


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda copied: None, "There is no file {}."),
        (lambda copied: copied.mkdir(), "{} is a folder."),
        (lambda copied: copied.write_bytes(b"no database at all" * 99), "{} is not a database."),
    ],
)
def test_restore_says_what_is_wrong_with_the_copy(
    tmp_path: Path, said: Said, make: Callable[[Path], object], sentence: str
) -> None:
    copied = tmp_path / "copy"
    make(copied)
    assert do("restore", str(copied)) == 1
    assert said() == f"{sentence.format(copied)}\nNothing was changed.\n"


async def test_a_damaged_copy_is_answered_with_an_earlier_one_and_not_with_itself(
    file: Path, tmp_path: Path, said: Said
) -> None:
    async with running_match(file):
        copied = tmp_path / "copy"
        assert do("backup", str(copied)) == 0
        whole = copied.read_bytes()
        copied.write_bytes(whole[: len(whole) // 2])
    said()
    assert do("restore", str(copied)) == 1
    assert said() == f"The copy {copied} is damaged. An earlier one may be sound.\nNothing was changed.\n"


async def test_restore_makes_a_database_where_none_is(file: Path, tmp_path: Path) -> None:
    async with running_match(file) as scene:
        assert do("backup", str(tmp_path / "copy")) == 0
        await scene.crash()
    for one in list(file.parent.iterdir()):
        one.unlink()
    file.parent.rmdir()
    assert do("restore", str(tmp_path / "copy")) == 0
    assert names(file.parent) == {file.name}
    assert rights(file) == 0o600
    assert do("check") == 0


async def test_restore_replaces_what_is_beyond_repair(file: Path, tmp_path: Path, said: Said) -> None:
    async with running_match(file) as scene:
        assert do("backup", str(tmp_path / "copy")) == 0
        await scene.crash()
        write(file, b"Good day. " * 500)
        assert do("restore", str(tmp_path / "copy")) == 0
        assert do("check") == 0
        assert "is kept in" in said()


# --- forget -----------------------------------------------------------------------------------------------------------


async def test_forget_says_what_was_found_and_what_it_cannot_reach(file: Path, said: Said) -> None:
    async with running_match(file) as scene:
        ann = str(scene.user("Ann"))
        assert do("forget", ann) == 0
        told = said()
        assert told.startswith("Forgotten, in ")
        assert "Copies and exports that were made before still hold them." in told
        assert do("forget", ann) == 0
        assert said() == "Nothing is kept of that person.\n"


def test_forget_without_a_database_is_a_sentence(file: Path, said: Said) -> None:
    assert (do("forget", "1234"), said()) == (1, "There is no database.\n")
    file.write_text("Good day. " * 500)
    assert (do("forget", "1234"), said()) == (1, f"{file} is not a database.\n")


@pytest.mark.parametrize("user", ["Ann", "-1", "12.5", ""])
def test_forget_takes_a_discord_id_and_nothing_else(file: Path, user: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["forget", user])
    assert caught.value.code == 2
