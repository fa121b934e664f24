"""The database file, opened as we need it: WAL, full synchronisation, foreign keys, and one writer at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MS = 10_000


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def open_engine(file: Path) -> AsyncEngine:
    """An engine on the file. Parameters never reach a log or an exception's text: they may be submissions."""
    engine = create_async_engine(url(file), hide_parameters=True)
    prepare(engine)
    return engine


def prepare(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, not where the driver thinks
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
