"""Whether two databases hold the same."""

from __future__ import annotations

import sqlite3
from itertools import zip_longest
from typing import Final

_SCHEMA: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
_TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether it has no table at all, as a file has that was only just made."""
    return connection.execute(_TABLES).fetchone() is None


def alike(one: sqlite3.Connection, other: sqlite3.Connection) -> bool:
    """Row by row, in the order in which the rows are stored."""
    tables = [name for (name,) in one.execute(_TABLES)]
    for connection in (one, other):
        connection.text_factory = _text
    return _same(one, other, _SCHEMA) and all(_same(one, other, f"SELECT * FROM {_quoted(table)}") for table in tables)  # noqa: S608 - the file's own


def _text(raw: bytes) -> tuple[bytes]:
    """A text as it is stored, also where it is none; and no blob is equal to it."""
    return (raw,)


def _same(one: sqlite3.Connection, other: sqlite3.Connection, query: str) -> bool:
    """Whether both answer alike."""
    return all(mine == theirs for mine, theirs in zip_longest(one.execute(query), other.execute(query)))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
