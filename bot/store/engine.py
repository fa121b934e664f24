"""The database file, opened as we need it: WAL, full synchronisation, foreign keys, and one writer at a time."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import at_once

BUSY_MS = 10_000


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def open_engine(file: Path, durable: bool = True) -> AsyncEngine:
    """An engine on the file. Parameters never reach a log or an exception's text: they may be submissions.

    `durable` False is for rehearsals: it waits for no disk, so what was committed may be lost with the machine, though
    never with the process, and for no thread.
    """
    how: dict[str, Any] = {} if durable else {"async_creator": partial(at_once.connect, file)}
    engine = create_async_engine(url(file), hide_parameters=True, **how)
    prepare(engine, durable)
    return engine


def prepare(engine: AsyncEngine, durable: bool = True) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, not where the driver thinks
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "journal_mode = WAL",
            f"synchronous = {'FULL' if durable else 'OFF'}",
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
