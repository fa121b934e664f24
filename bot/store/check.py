"""What `dealer check` looks at: the file itself, and every running match folded again from its journal."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.hosting.folding import fold
from bot.hosting.ports import Hosted
from bot.store import folded
from bot.store.unit_of_work import SqlStore, SqlUnit


async def faults(engine: AsyncEngine) -> list[str]:
    """A sentence for everything that is wrong; none when all is well."""
    async with engine.connect() as connection:
        said = [str(row[0]) for row in await connection.execute(text("PRAGMA integrity_check"))]
        orphans = len((await connection.execute(text("PRAGMA foreign_key_check"))).all())
    found = [] if said == ["ok"] else [f"The database file is damaged: {said[0]}"]
    if orphans:
        found.append(f"The database file has {orphans} rows that belong to nothing.")
    async with SqlStore(engine).begin() as unit:
        for hosted in await unit.running():
            found += await _refolded(unit, hosted)
    return found


async def _refolded(unit: SqlUnit, hosted: Hosted) -> list[str]:
    """The cached fold of a match must be what its journal gives."""
    again = fold(await unit.rows(hosted.id))
    if folded.to_json(again) != folded.to_json(hosted.match):
        return [f"Match {hosted.match.code} does not fold to what is stored beside its journal."]
    return []
