"""What is wrong with a database file, as sentences for its operator."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from bot.hosting.ports.store import StoreTrouble


class Unusable(Exception):
    """The database cannot be used, and why; the text is a whole sentence."""


_BY_CODE: Final = {
    "SQLITE_NOTADB": "{file} is not a database.",
    "SQLITE_CORRUPT": "The database {file} is damaged. `dealer restore COPY` brings a copy back.",
    "SQLITE_CANTOPEN": "The database {file} cannot be opened. Look at the rights of the file and of its folder.",
    "SQLITE_PERM": "The database {file} cannot be opened. Look at the rights of the file and of its folder.",
    "SQLITE_READONLY": "The database {file} cannot be written. Look at the rights of the file and of its folder.",
    "SQLITE_BUSY": "The database {file} is locked by another program.",
    "SQLITE_LOCKED": "The database {file} is locked by another program.",
    "SQLITE_FULL": "The disk of the database {file} is full.",
    "SQLITE_IOERR": "The disk of the database {file} fails, or is full.",
    "LEASE_LOST": "Another Dealer speaks for the database {file} now.",
}
"""By SQLite's primary result code; extended ones (SQLITE_READONLY_DIRECTORY) begin with it."""


def sentence(file: Path, code: str) -> str:
    """What an error code of SQLite's (`SQLITE_FULL`) means for this file."""
    if file.is_dir():
        return f"The database {file} cannot be opened: it is a folder."
    found = next((text for known, text in _BY_CODE.items() if code.startswith(known)), None)
    return found.format(file=file) if found else f"The database {file} cannot be used ({code})."


def code_of(error: DBAPIError | sqlite3.Error) -> str:
    """SQLite's name of an error; the error's text stays where it is, since it may quote what was stored."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(origin, "sqlite_errorname", type(origin).__name__))


def is_passing(code: str) -> bool:
    """Whether another program is only using the database just now."""
    return code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def is_final(code: str) -> bool:
    """Whether trying again is of no use."""
    return code.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_READONLY", "SQLITE_CANTOPEN"))


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """What the database or its disk cannot do, as `Unusable`."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise Unusable(sentence(file, code_of(error))) from None
    except StoreTrouble as trouble:
        raise Unusable(sentence(file, str(trouble))) from None
    except OSError as error:
        raise Unusable(f"{error.filename or file} cannot be used: {error.strerror}.") from None
