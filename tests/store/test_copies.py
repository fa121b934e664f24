"""Copies of the database: consistent while somebody writes, nobody else's to read, and brought back wholly or not."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest

from bot.store import copies
from bot.store.copies import CannotCopy, copy, put_in_place

KILLED = 9


def database(file: Path, word: str, rows: int = 300) -> Path:
    """A database in which every row says the same word, with a log beside it."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE said (word)")
        connection.executemany("INSERT INTO said VALUES (?)", [(word * 20,)] * rows)
    return file


def words(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {word[: len(word) // 20] for (word,) in connection.execute("SELECT word FROM said")}


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


# --- making one -------------------------------------------------------------------------------------------------------


def test_a_copy_is_one_file_for_its_owners_eyes_alone(tmp_path: Path) -> None:
    file = database(tmp_path / "a", "old")
    before = os.umask(0)
    try:
        copy(file, tmp_path / "copy")
    finally:
        os.umask(before)
    assert words(tmp_path / "copy") == {"old"}
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == {"a", "copy"}


def test_a_copy_is_nobody_elses_to_read_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = database(tmp_path / "a", "old")
    seen: list[int] = []
    pages = copies._pages

    def looked_at(source: Path, target: Path, compared: bool) -> None:
        seen.append(target.stat().st_mode & 0o777)
        pages(source, target, compared)
        seen.extend(one.stat().st_mode & 0o777 for one in tmp_path.glob("copy*"))

    monkeypatch.setattr(copies, "_pages", looked_at)
    copy(file, tmp_path / "copy")
    assert set(seen) == {0o600}


def test_a_copy_is_of_one_moment_while_somebody_writes(tmp_path: Path) -> None:
    file = tmp_path / "a"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE account (name, yen)")
        connection.executemany("INSERT INTO account VALUES (?, 1000)", [("x" * 3000,) for _ in range(400)])
    done = threading.Event()

    def move_money() -> None:
        with closing(sqlite3.connect(file, timeout=30)) as connection:
            while not done.is_set():
                with connection:
                    connection.execute("UPDATE account SET yen = yen - 1 WHERE rowid % 2 = 0")
                    connection.execute("UPDATE account SET yen = yen + 1 WHERE rowid % 2 = 1")

    writer = threading.Thread(target=move_money)
    writer.start()
    try:
        for number in range(10):
            copy(file, tmp_path / f"copy{number}")
    finally:
        done.set()
        writer.join()
    sums, spread = set(), set()
    for number in range(10):
        with closing(sqlite3.connect(tmp_path / f"copy{number}")) as connection:
            sums.add(connection.execute("SELECT sum(yen) FROM account").fetchone())
            spread.add(connection.execute("SELECT max(yen) - min(yen) FROM account").fetchone())
    assert sums == {(400_000,)}
    assert len(spread) > 1, "the writer wrote"


class Recovering(sqlite3.OperationalError):
    sqlite_errorname = "SQLITE_BUSY_RECOVERY"


@pytest.mark.parametrize(("looks", "copied"), [(3, True), (10_000, False)])
def test_a_copy_waits_while_another_process_reads_the_log_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int, copied: bool
) -> None:
    """SQLite has a code of its own for that, at which `Connection.backup` gives up at once."""
    left = looks

    class Connection(sqlite3.Connection):
        def backup(self, *arguments: Any, **options: Any) -> None:
            nonlocal left
            left -= 1
            if left > 0:
                raise Recovering("database is locked")
            super().backup(*arguments, **options)

    file = database(tmp_path / "a", "old")
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Connection))
    monkeypatch.setattr(copies, "_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(copies, "PATIENCE_SECONDS", 0.2)
    if copied:
        copy(file, tmp_path / "copy")
        assert (tmp_path / "copy").exists()
    else:
        with pytest.raises(CannotCopy, match="is locked by another program"):
            copy(file, tmp_path / "copy")
        assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM said WHERE rowid = 300",
        "UPDATE said SET word = CAST(word AS BLOB) WHERE rowid = 7",
        "INSERT INTO said VALUES (NULL)",
        "CREATE TABLE more (word)",
        "DROP TABLE said",
    ],
)
def test_a_copy_that_does_not_hold_what_its_source_holds_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    class Connection(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **options: Any) -> None:
            super().backup(target, **options)
            target.execute(change)

    file = database(tmp_path / "a", "old")
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Connection))
    with pytest.raises(CannotCopy, match=r"The copy does not hold what .* holds"):
        copy(file, tmp_path / "copy")
    assert names(tmp_path) == {"a"}


def test_a_copy_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    file = database(tmp_path / "a", "old")
    (tmp_path / "copy").write_text("letters")
    with pytest.raises(CannotCopy, match="is there already; name a new file"):
        copy(file, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "letters"


def test_a_damaged_database_is_not_copied(tmp_path: Path) -> None:
    file = database(tmp_path / "a", "old")
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"\x07" * 4096 + content[12288:])
    with pytest.raises(CannotCopy, match="is damaged"):
        copy(file, tmp_path / "copy")
    assert names(tmp_path) == {"a"}


def test_what_is_no_database_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("Good day. " * 500)
    with pytest.raises(CannotCopy, match="is not a database"):
        copy(tmp_path / "a", tmp_path / "copy")
    with pytest.raises(CannotCopy, match="There is no file"):
        copy(tmp_path / "nothing", tmp_path / "copy")
    assert names(tmp_path) == {"a"}


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotCopy, match="cannot be written: No such file or directory"):
        copy(database(tmp_path / "a", "old"), tmp_path / "nowhere" / "copy")


# --- bringing one back ------------------------------------------------------------------------------------------------


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    return database(tmp_path / "a.restored", "new", rows=50)


def test_what_was_there_is_kept(tmp_path: Path, ready: Path) -> None:
    file = database(tmp_path / "a", "old")
    kept = put_in_place(ready, file)
    assert kept is not None
    assert (words(file), words(kept)) == ({"new"}, {"old"})
    assert kept.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == {"a", kept.name}


def test_where_nothing_was_nothing_is_kept(tmp_path: Path, ready: Path) -> None:
    assert put_in_place(ready, tmp_path / "a") is None
    assert words(tmp_path / "a") == {"new"}
    assert names(tmp_path) == {"a"}


def test_bringing_back_twice_in_a_second_keeps_both(tmp_path: Path, ready: Path) -> None:
    file = database(tmp_path / "a", "old")
    first = put_in_place(ready, file)
    second = put_in_place(database(tmp_path / "b.restored", "newest"), file)
    assert first is not None
    assert second is not None
    assert (words(first), words(second), words(file)) == ({"old"}, {"new"}, {"newest"})


def test_a_log_that_a_crash_left_behind_is_kept_and_never_read_into_the_copy(tmp_path: Path, ready: Path) -> None:
    database(tmp_path / "living", "old")
    with closing(sqlite3.connect(tmp_path / "living")) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE said SET word = ?", ("late" * 20,))
        connection.commit()
        for tail in ("", "-wal"):
            shutil.copy(tmp_path / f"living{tail}", tmp_path / f"a{tail}")
    kept = put_in_place(ready, tmp_path / "a")
    assert kept is not None
    assert (words(tmp_path / "a"), words(kept)) == ({"new"}, {"late"})


@pytest.mark.parametrize("rest", [b"", b"Good day. ", b"SQLite format 3\x00" + b"\xff" * 84])
def test_what_is_beyond_repair_is_replaced_and_kept_byte_for_byte(tmp_path: Path, ready: Path, rest: bytes) -> None:
    file = tmp_path / "a"
    file.write_bytes(rest * 300)
    (tmp_path / "a-wal").write_bytes(b"rest of a log")
    kept = put_in_place(ready, file)
    assert words(file) == {"new"}
    assert kept is not None
    if rest:
        assert kept.read_bytes() == rest * 300


def test_a_log_never_stays_beside_another_database_than_its_own(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"Good day. ")
    (tmp_path / "a-wal").write_bytes(b"log of a")
    copies._keep_as_it_is(tmp_path / "a", tmp_path / "kept")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {
        "a": b"Good day. ",
        "kept": b"Good day. ",
        "kept-wal": b"log of a",
    }


def test_damaged_pages_are_written_over(tmp_path: Path, ready: Path) -> None:
    file = database(tmp_path / "a", "old")
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"\x07" * 4096 + content[12288:])
    kept = put_in_place(ready, file)
    assert words(file) == {"new"}
    assert kept is not None
    assert kept.stat().st_size == len(content)


def test_a_database_that_another_program_has_locked_stays(
    tmp_path: Path, ready: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "PATIENCE_SECONDS", 0.3)
    file = database(tmp_path / "a", "old")
    with closing(sqlite3.connect(file, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotCopy, match="locked by another program"):
            put_in_place(ready, file)
    assert words(file) == {"old"}
    assert names(tmp_path) == {"a", ready.name}


def test_whoever_has_the_file_open_sees_the_new_database(tmp_path: Path, ready: Path) -> None:
    file = database(tmp_path / "a", "old")
    with closing(sqlite3.connect(file)) as sleeper:
        assert sleeper.execute("SELECT count(*) FROM said").fetchone() == (300,)
        put_in_place(ready, file)
        assert sleeper.execute("SELECT DISTINCT word FROM said").fetchall() == [("new" * 20,)]


# --- a crash in between -----------------------------------------------------------------------------------------------


def in_a_process_that_dies_at_step(number: int, work: Callable[[], object]) -> bool:
    """Do it in a process that is gone at once and for good at the n-th step of our code. Whether it got to its end."""
    child = os.fork()
    if child == 0:
        _do(number, work)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, KILLED), "it failed by itself"
    return status == 0


def _do(number: int, work: Callable[[], object]) -> NoReturn:
    left = number

    def count(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal left
        left -= frame.f_code.co_filename == copies.__file__ and event in ("c_call", "c_return", "return")
        if left <= 0:
            os._exit(KILLED)

    try:
        sys.setprofile(count)
        work()
        os._exit(0)
    finally:
        os._exit(1)


@pytest.mark.parametrize("sound", [True, False])
def test_after_a_crash_at_any_step_there_is_the_old_database_or_the_new_one(tmp_path: Path, sound: bool) -> None:
    old = database(tmp_path / "old", "old").read_bytes() if sound else b"Good day. " * 300
    new = database(tmp_path / "new", "new", rows=50).read_bytes()
    number, finished = 0, False
    while not finished:
        number += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "a").write_bytes(old)
        (folder / "a.restored").write_bytes(new)
        put = partial(put_in_place, folder / "a.restored", folder / "a")
        finished = in_a_process_that_dies_at_step(number, put)
        if sound or (folder / "a").read_bytes() != old:
            assert words(folder / "a") in ([{"new"}] if finished else [{"old"}, {"new"}])
    assert number > 30


def test_after_a_crash_at_any_step_a_copy_is_complete_or_not_there(tmp_path: Path) -> None:
    file = database(tmp_path / "a", "old", rows=50)
    number, finished = 0, False
    while not finished:
        number += 1
        to = tmp_path / f"copy{number}"
        finished = in_a_process_that_dies_at_step(number, partial(copy, file, to))
        assert (words(to) == {"old"}) if to.exists() else not finished
    assert number > 30
