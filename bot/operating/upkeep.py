"""`dealer check`, `health`, `backup`, `restore`, `forget`."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.config import Settings
from bot.store import check as store_check
from bot.store import copies, forgetting
from bot.store.engine import open_engine
from bot.store.lease import last_beat
from bot.store.schema import NewerDatabase
from bot.wiring import open_database

_ALIVE: Final = timedelta(seconds=90)


def check(settings: Settings) -> int:
    """The configuration has been read; now the database: the file, and every running match folded again."""
    file = settings.database.file
    if not file.exists():
        print(f"The configuration is fine. There is no database yet; {file} is made at the first run.")
        return 0
    return asyncio.run(_check(file))


async def _check(file: Path) -> int:
    try:
        engine = await open_database(file)
    except (NewerDatabase, SQLAlchemyError, OSError) as error:
        return _wrong([f"The database {file} cannot be used ({type(error).__name__})."])
    try:
        faults = await store_check.faults(engine)
    except SQLAlchemyError as error:
        faults = [f"The database {file} cannot be read ({type(error).__name__})."]
    finally:
        await engine.dispose()
    if faults:
        return _wrong(faults)
    print("The configuration and the database are fine.")
    return 0


def health(settings: Settings) -> int:
    """Whether the process that speaks for the database did so within the last minute and a half."""
    if not settings.database.file.exists():
        return _wrong(["There is no database yet."])
    beat = asyncio.run(_beat(settings.database.file))
    if beat is None:
        return _wrong(["No Dealer is running on this database."])
    if datetime.now(UTC) - beat > _ALIVE:
        return _wrong(["The Dealer on this database is stuck, or was killed."])
    print("Alive.")
    return 0


async def _beat(file: Path) -> datetime | None:
    engine = open_engine(file)
    try:
        return await last_beat(engine)
    except SQLAlchemyError:
        return None
    finally:
        await engine.dispose()


def backup(settings: Settings, to: Path) -> int:
    """A consistent copy, while the bot is running or not."""
    try:
        copies.copy(settings.database.file, to)
    except copies.CannotCopy as error:
        return _wrong([str(error)])
    print(f"The copy is in {to}. It holds every secret of every match.")
    return 0


def restore(settings: Settings, copy: Path) -> int:
    """Put a copy in the database's place, if it passes its checks and nobody is using the database."""
    file = settings.database.file
    try:
        faults = asyncio.run(_faults_of(copy))
    except (SQLAlchemyError, NewerDatabase, copies.CannotCopy, OSError) as error:
        faults = [f"{copy} is no database of Dealer's that this release can read ({type(error).__name__})."]
    if not faults and file.exists() and (beat := asyncio.run(_beat(file))) and datetime.now(UTC) - beat <= _ALIVE:
        faults = ["A Dealer is running on this database. Stop it first."]
    if faults:
        return _wrong([*faults, "Nothing was changed."])
    kept = copies.put_in_place(copy, file)
    print(f"{copy} is the database now." + (f" What was there is kept in {kept}." if kept else ""))
    return 0


async def _faults_of(copy: Path) -> list[str]:
    """What is wrong with a copy, found out on a copy of it: checking must not change it."""
    scratch = copy.with_name(copy.name + ".checked")
    try:
        copies.copy(copy, scratch)
        engine = await open_database(scratch)
        try:
            return await store_check.faults(engine)
        finally:
            await engine.dispose()
    finally:
        copies.remove(scratch)


def forget(settings: Settings, user_id: int) -> int:
    """Take a person out of everything that is kept; their matches still fold."""
    if not settings.database.file.exists():
        return _wrong(["There is no database."])
    found = asyncio.run(_forget(settings.database.file, user_id))
    print("Nothing is kept of that person." if not found else f"Forgotten, in {found} places.")
    return 0


async def _forget(file: Path, user_id: int) -> int:
    engine: AsyncEngine = await open_database(file)
    try:
        return await forgetting.forget(engine, user_id)
    finally:
        await engine.dispose()


def _wrong(sentences: list[str]) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1
