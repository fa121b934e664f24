"""The database file, opened as we need it: WAL, full synchronisation, foreign keys, one writer at a time, and nothing
left of what was deleted."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import at_once, place

BUSY_MS = 5_000


def url(file: Path) -> URL:
    """Put together, not written out: in a text a `?` or a `%` in the path would mean something else."""
    return URL.create("sqlite+aiosqlite", database=place.exactly(file))


def make_private(file: Path) -> None:
    """The file, empty where there was none, for its owner's eyes only: it will hold every secret of every match."""
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))


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
            "secure_delete = ON",  # who is forgotten must not stay in the file's free pages
            "journal_size_limit = 0",  # nor beyond the end of a log that was written anew
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
