"""SQLite without aiosqlite's thread, for rehearsals: where time is virtual, none may pass while the database works."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import aiosqlite

from bot.store.place import exactly

_CHUNK = 64
"""Rows that a cursor fetches at a time when it is iterated over."""


class _Here:
    """Stands where aiosqlite has the queue to its thread: every errand is done on the spot."""

    def put_nowait(self, errand: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        future, function = errand
        try:
            future.set_result(function())
        except Exception as error:
            future.set_exception(error)


class _Connection(aiosqlite.Connection):
    def __init__(self, file: Path) -> None:
        super().__init__(lambda: sqlite3.connect(exactly(file)), _CHUNK)
        self._tx: Any = _Here()

    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        return self._connect().__await__()  # the thread is never started


async def connect(file: Path) -> aiosqlite.Connection:
    """A connection whose every call is done when it returns. A transaction that waits for anything else would make all
    others wait in vain."""
    return await _Connection(file)
