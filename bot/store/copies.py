"""Copies of the database file: made while it is in use, and brought back wholly or not at all.

A copy holds every secret of every match, so it is its owner's alone from the first byte on.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.store import likeness
from bot.store.place import exactly
from bot.store.troubles import code_of, is_passing, sentence

_LOG: Final = ("-wal", "-shm")
"""What belongs to a database file, besides the file."""
PATIENCE_SECONDS = 5.0
"""How long another program's lock is waited for."""
_AGAIN_SECONDS: Final = 0.05
"""How long between two looks whether it is gone."""


class CannotCopy(Exception):
    """With a sentence for the operator."""


class Damaged(CannotCopy):
    """What was to be copied is not sound."""


class Empty(CannotCopy):
    """A file without anything in it."""


class StillLocked(sqlite3.OperationalError):
    sqlite_errorname = "SQLITE_BUSY"


def copy(file: Path, to: Path) -> None:
    """A consistent copy of a sound database (SQLite's backup API), complete or not there at all. Raises CannotCopy."""
    _must_be_there(file, to)
    unfinished = to.with_name(to.name + ".unfinished")
    remove(unfinished)
    try:
        _make_private(unfinished)
        _pages(file, unfinished, compared=True)
        _must_be_sound(file, unfinished)
        unfinished.replace(to)
        _settle(to.parent)
    except sqlite3.Error as error:
        code = code_of(error)
        failure = Damaged if code.startswith("SQLITE_CORRUPT") else CannotCopy
        raise failure(sentence(file, code)) from None
    except OSError as error:
        raise CannotCopy(f"{to} cannot be written: {error.strerror}.") from None
    finally:
        remove(unfinished)


def _must_be_there(file: Path, to: Path) -> None:
    """And nothing where the copy is to be."""
    for one in (file, to):
        try:
            one.exists()
        except OSError as error:
            raise CannotCopy(f"{one} cannot be reached: {error.strerror}.") from None
    if not file.is_file():
        raise CannotCopy(f"{file} is a folder." if file.is_dir() else f"There is no file {file}.")
    if to.exists():
        raise CannotCopy(f"{to} is there already; name a new file.")


def _make_private(file: Path) -> None:
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _pages(file: Path, to: Path, compared: bool = False) -> None:
    """Every page in one transaction of either side: nobody who writes meanwhile is kept waiting, or comes between.
    `compared`: and in the same transaction it is looked at whether both hold the same, and anything at all."""
    until = time.monotonic() + PATIENCE_SECONDS

    def look(status: int, _left: int, _all: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise StillLocked  # the library would go on for ever

    with closing(_opened(file)) as source, closing(_opened(to)) as target:
        while True:
            try:
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the moment that is copied
                source.backup(target, progress=look)
                break
            except sqlite3.OperationalError as error:  # the library waits for one kind of lock, not for its variants
                source.rollback()
                if not is_passing(code_of(error)) or time.monotonic() > until:
                    raise
                time.sleep(_AGAIN_SECONDS)
        if compared:
            _must_be_alike(file, source, target)


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(exactly(file), timeout=0, isolation_level=None)


def _must_be_alike(file: Path, source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    if likeness.is_empty(source):
        raise Empty(f"The database {file} is empty: there is nothing to copy.")
    if not likeness.alike(source, target):
        raise CannotCopy(f"The copy does not hold what {file} holds. Look at the disk, and try again.")


def _must_be_sound(file: Path, copied: Path) -> None:
    with closing(_opened(copied)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise Damaged(f"The database {file} is damaged.")


def _settle(folder: Path) -> None:
    """A new name outlives a power cut once its folder is on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def put_in_place(ready: Path, file: Path) -> Path | None:
    """A checked copy beside the database becomes the database; what was there is kept, and its path returned.

    A process that has the file open sees the one or the other, and finds its lease gone. Raises CannotCopy, and then
    the database is what it was.
    """
    if not file.exists():
        _exchange(ready, file)
        return None
    kept = _unused(file)
    try:
        _make_private(kept)
        _pages(file, kept)
        _pages(ready, file)
    except sqlite3.Error as error:
        remove(kept)
        if not _beyond_repair(error):
            raise CannotCopy(sentence(file, code_of(error))) from None
        _keep_as_it_is(file, kept)
        _exchange(ready, file)
    else:
        remove(ready)
    return kept


def _unused(file: Path) -> Path:
    now = datetime.now(UTC)
    names = (file.with_name(f"{file.name}.before-{now:%Y%m%dT%H%M%S}{tail}") for tail in ("", *map(str, range(100))))
    return next(name for name in names if not name.exists())


def _beyond_repair(error: sqlite3.Error) -> bool:
    """SQLite cannot even write over it."""
    return code_of(error).startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_IOERR_SHORT_READ"))


def _keep_as_it_is(file: Path, kept: Path) -> None:
    """What is no database any more, byte for byte. Its log goes with it: beside another database it would be read."""
    for tail in _LOG:
        log = file.with_name(file.name + tail)
        if log.exists():
            log.replace(kept.with_name(kept.name + tail))
    _make_private(kept)
    shutil.copyfile(file, kept)


def _exchange(ready: Path, file: Path) -> None:
    ready.replace(file)
    _settle(file.parent)


def remove(file: Path) -> None:
    for tail in ("", *_LOG):
        file.with_name(file.name + tail).unlink(missing_ok=True)
