"""When the process that speaks for a database last said that it lives, read without disturbing it.

Plain sqlite3, and no other import of ours: a health check runs every minute, and shall cost next to nothing.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BUSY_SECONDS: Final = 5.0


def last_beat(file: Path) -> datetime | None:
    """On the clock of the machine that wrote it; None where nobody holds the lease, or nothing can be read."""
    found = _read(file)
    return None if found is None else _EPOCH + timedelta(milliseconds=found[1])


def holder(file: Path) -> str:
    """The name of whoever holds the lease, as it signed it; empty where nobody does, or nothing can be read."""
    found = _read(file)
    return "" if found is None else found[0]


def _read(file: Path) -> tuple[str, int] | None:
    uri = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS)) as connection:
            found: tuple[str, int] | None = connection.execute(
                "SELECT holder, beat_at FROM lease WHERE holder <> ''"
            ).fetchone()
    except sqlite3.Error:
        return None
    return found
