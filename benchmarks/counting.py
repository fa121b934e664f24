"""Counts what the database is asked, from outside: hops to its thread, transactions, statements.

A *hop* is one errand that the event loop puts before a connection's own thread, whatever is done there; it is counted
where aiosqlite hands errands over. A *transaction* is a BEGIN and a *statement* is one call of `execute` or
`executemany` (of however many rows) that reads or writes a table; both are counted where Python hands SQL to SQLite.
What opens, closes or shapes transactions, and what sets a connection up, is no statement.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final
from unittest.mock import patch

_NO_STATEMENTS: Final = ("BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")


@dataclass(frozen=True, slots=True)
class Counts:
    """How often, in all or for each message."""

    hops: float
    transactions: float
    statements: float

    def __sub__(self, other: Counts) -> Counts:
        return Counts(
            self.hops - other.hops, self.transactions - other.transactions, self.statements - other.statements
        )

    def per(self, times: int) -> Counts:
        return Counts(self.hops / times, self.transactions / times, self.statements / times)


class Counting:
    """What was counted so far. The threads of all connections add to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counter: Counter[str] = Counter()

    @property
    def now(self) -> Counts:
        with self._lock:
            return Counts(*(self._counter[what] for what in ("hops", "transactions", "statements")))

    def hop(self) -> None:
        with self._lock:
            self._counter["hops"] += 1

    def statement(self, sql: str) -> None:
        word = sql.split(maxsplit=1)[0].upper()
        with self._lock:
            self._counter["transactions"] += word == "BEGIN"
            self._counter["statements"] += word not in _NO_STATEMENTS


@contextmanager
def counting() -> Iterator[Counting]:
    """Count for every connection that is opened meanwhile."""
    counts, connect = Counting(), sqlite3.connect

    class Errands(SimpleQueue[Any]):
        def put_nowait(self, item: Any) -> None:
            counts.hop()
            super().put_nowait(item)

    class Cursor(sqlite3.Cursor):
        def execute(self, sql: str, *parameters: Any) -> Any:
            counts.statement(sql)
            return super().execute(sql, *parameters)

        def executemany(self, sql: str, *parameters: Any) -> Any:
            counts.statement(sql)
            return super().executemany(sql, *parameters)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def execute(self, sql: str, *parameters: Any) -> Any:
            return self.cursor().execute(sql, *parameters)

        def executemany(self, sql: str, *parameters: Any) -> Any:
            return self.cursor().executemany(sql, *parameters)

    def counted(*arguments: Any, **how: Any) -> Any:
        return connect(*arguments, **{"factory": Connection, **how})

    with patch("aiosqlite.core.SimpleQueue", Errands), patch("sqlite3.connect", counted):
        yield counts
