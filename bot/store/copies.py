"""Copies of the database file: made while it is in use, checked before they are put in its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path


class CannotCopy(Exception):
    """With a sentence for the operator."""


def copy(file: Path, to: Path) -> None:
    """A consistent copy (SQLite's backup API), complete or not there at all."""
    if not file.exists():
        raise CannotCopy(f"There is no database {file}.")
    if to.exists():
        raise CannotCopy(f"{to} is there already; name a new file.")
    unfinished = to.with_name(to.name + ".unfinished")
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target, pages=1000, sleep=0.01)
            if target.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise CannotCopy(f"{file} is damaged.")
            target.execute("PRAGMA journal_mode = DELETE")
        unfinished.chmod(0o600)
        unfinished.rename(to)
    except (sqlite3.Error, OSError) as error:
        raise CannotCopy(f"The copy could not be made ({type(error).__name__}).") from None
    finally:
        remove(unfinished)


def put_in_place(copied: Path, file: Path) -> Path | None:
    """The copy becomes the database; what was there is kept beside it, and returned."""
    kept = None
    file.parent.mkdir(parents=True, exist_ok=True)
    ready = file.with_name(file.name + ".restored")
    remove(ready)
    copy(copied, ready)
    if file.exists():
        kept = file.with_name(f"{file.name}.{datetime.now(UTC):%Y%m%dT%H%M%S}")
        copy(file, kept)
    for leftover in (file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")):
        leftover.unlink(missing_ok=True)
    ready.replace(file)
    return kept


def remove(file: Path) -> None:
    for one in (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")):
        one.unlink(missing_ok=True)
