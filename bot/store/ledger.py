"""The ledger's entries and balances, and who read them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.model.records import Entry, Opened
from bot.store.tables import ledger, looks


class Ledger:
    """Part of the unit of work."""

    connection: AsyncConnection

    async def enter(self, entry: Entry) -> None:
        await self.connection.execute(
            insert(ledger).values(
                guild_id=entry.guild_id,
                user_id=entry.user_id,
                kind=entry.kind,
                amount=entry.amount,
                reason=entry.reason,
                match_id=entry.match_id,
                seat=entry.seat,
                turn=entry.turn,
                actor=entry.actor,
                at=entry.at,
            )
        )

    async def balances(self, guild_id: int, user_id: int) -> dict[str, int]:
        found = await self.connection.execute(
            select(ledger.c.kind, func.sum(ledger.c.amount))
            .where(ledger.c.guild_id == guild_id, ledger.c.user_id == user_id)
            .group_by(ledger.c.kind)
            .order_by(ledger.c.kind)
        )
        return {kind: int(amount) for kind, amount in found}

    async def all_balances(self, guild_id: int) -> list[tuple[int, str, int]]:
        found = await self.connection.execute(
            select(ledger.c.user_id, ledger.c.kind, func.sum(ledger.c.amount))
            .where(ledger.c.guild_id == guild_id, ledger.c.user_id.is_not(None))
            .group_by(ledger.c.user_id, ledger.c.kind)
            .order_by(ledger.c.user_id, ledger.c.kind)
        )
        return [(user, kind, int(amount)) for user, kind, amount in found]

    async def entries(self, guild_id: int, user_id: int, most: int) -> list[Entry]:
        """The latest first."""
        found = await self.connection.execute(
            select(ledger)
            .where(ledger.c.guild_id == guild_id, ledger.c.user_id == user_id)
            .order_by(ledger.c.id.desc())
            .limit(most)
        )
        return [_entry(r) for r in found]

    async def entries_of(self, match_id: int) -> list[Entry]:
        found = await self.connection.execute(select(ledger).where(ledger.c.match_id == match_id).order_by(ledger.c.id))
        return [_entry(r) for r in found]

    async def note_opened(self, opened: Opened) -> None:
        values = {
            "guild_id": opened.guild_id,
            "user_id": opened.user_id,
            "whose": opened.whose,
            "kind": opened.kind,
            "at": opened.at,
        }
        await self.connection.execute(insert(looks).values(values))

    async def opened(self, guild_id: int, user_id: int | None = None) -> list[Opened]:
        query = select(looks).where(looks.c.guild_id == guild_id).order_by(looks.c.id)
        found = await self.connection.execute(query if user_id is None else query.where(looks.c.user_id == user_id))
        return [Opened(r.guild_id, r.user_id, r.at, r.whose, r.kind) for r in found]


def _entry(r: Row[Any]) -> Entry:
    return Entry(r.guild_id, r.user_id, r.kind, r.amount, r.reason, r.at, r.actor, r.match_id, r.seat, r.turn)
