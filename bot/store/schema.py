"""The schema is made and changed by Alembic alone, in one transaction, by whoever holds the lease."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

import migrations
from bot.store.troubles import Unusable

State = Literal["new", "earlier", "current"]


class NewerDatabase(Unusable):
    """The file was written by a later release of Dealer."""

    def __init__(self) -> None:
        super().__init__("The database was written by a later release of Dealer. Use that one.")


class ForeignDatabase(Unusable):
    def __init__(self) -> None:
        super().__init__("The database is not one of Dealer's.")


def configuration(connection: Connection | None = None) -> Config:
    config = Config()
    folder = str(Path(migrations.__file__).parent)
    config.set_main_option("script_location", folder.replace("%", "%%"))  # where it is read, a % begins a name
    config.attributes["connection"] = connection
    return config


async def state(engine: AsyncEngine) -> State:
    """How the file's schema compares with this release's. Raises NewerDatabase, ForeignDatabase."""
    async with engine.begin() as connection:
        return await connection.run_sync(_state)


async def create(engine: AsyncEngine) -> None:
    """Give a new file its schema; any other is left as it is, since somebody may speak for it.

    Raises NewerDatabase, ForeignDatabase.
    """
    async with engine.begin() as connection:
        if await connection.run_sync(_state) == "new":
            await connection.run_sync(_upgrade)


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the file to this release's schema. Raises NewerDatabase where that would be a step back."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _state(connection: Connection) -> State:
    script = ScriptDirectory.from_config(configuration(connection))
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        if inspect(connection).get_table_names():
            raise ForeignDatabase
        return "new"
    if revision not in {known.revision for known in script.walk_revisions()}:
        raise NewerDatabase
    return "current" if revision == script.get_current_head() else "earlier"


def _upgrade(connection: Connection) -> None:
    if _state(connection) != "current":
        command.upgrade(configuration(connection), "head")
