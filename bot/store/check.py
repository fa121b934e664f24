"""What `dealer check` looks at: the file itself, and every running match folded again from its journal."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.hosting.folds.rewinding import fold
from bot.hosting.model.records import Hosted
from bot.hosting.recording import quarantine
from bot.store import folded
from bot.store.troubles import Unusable
from bot.store.unit_of_work import SqlStore, SqlUnit

_HOW: Final = "docs/hosting.md says how, under Troubles."


async def pages(engine: AsyncEngine) -> None:
    """A quick look at every page of the file, before it is relied on. Raises Unusable."""
    async with engine.begin() as connection:
        said = (await connection.execute(text("PRAGMA quick_check(1)"))).scalar_one()
    if said != "ok":
        raise Unusable("The database is damaged. `dealer restore COPY` brings a copy back.")


async def faults(engine: AsyncEngine) -> list[str]:
    """A sentence for everything that is wrong; none when all is well."""
    async with engine.begin() as connection:
        said = [str(row[0]) for row in await connection.execute(text("PRAGMA integrity_check"))]
        orphans = len((await connection.execute(text("PRAGMA foreign_key_check"))).all())
    found = [] if said == ["ok"] else ["The database is damaged."]
    if orphans:
        found.append(f"The database has {orphans} rows that belong to nothing.")
    return found or await _unfolded(engine)


async def restrictions(engine: AsyncEngine, now: datetime) -> list[str]:
    """What Discord does not let the bot do, as it last said."""
    async with SqlStore(engine).begin() as unit:
        seen = await quarantine.last_seen(unit, now)
    if seen is None:
        return []
    return [
        f"Discord has put the bot into quarantine (seen {seen:%Y-%m-%d %H:%M} UTC): its owner has to appeal; {_HOW}"
    ]


async def _unfolded(engine: AsyncEngine) -> list[str]:
    async with SqlStore(engine).begin() as unit:
        return [fault for hosted in await unit.running() for fault in await _refolded(unit, hosted)]


async def _refolded(unit: SqlUnit, hosted: Hosted) -> list[str]:
    """The cached fold of a match must be what its journal gives; but where earlier rules judged a part of it, these may
    judge it differently."""
    if hosted.match.version != hosted.match.rules.version:
        return []
    again = fold(await unit.rows(hosted.id))
    if folded.to_json(again) != folded.to_json(hosted.match):
        return [f"Match {hosted.match.code} does not fold to what is stored beside its journal."]
    return []
