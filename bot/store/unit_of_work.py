"""One transaction: not committed means it never happened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.hosting.desk.sign_up import Template
from bot.hosting.ports import Server, StoreTrouble
from bot.hosting.wishes import Wishes
from bot.store.brought_back import BroughtBack
from bot.store.lease import Lease, LeaseLost
from bot.store.ledger import Ledger
from bot.store.mail import Incoming, Outgoing
from bot.store.retention import Retention
from bot.store.tables import people, presence, servers, templates
from bot.store.troubles import code_of, is_final


class Surroundings:
    """Presence and servers; part of the unit of work."""

    connection: AsyncConnection

    async def arrive(self, at: datetime) -> None:
        """Present from now on: all histories have been read."""
        await self.connection.execute(insert(presence).values(since=at, until=at))

    async def beat(self, at: datetime) -> None:
        last = select(func.max(presence.c.id)).scalar_subquery()
        await self.connection.execute(update(presence).where(presence.c.id == last).values(until=at))

    async def presences(self, since: datetime) -> list[tuple[datetime, datetime]]:
        found = await self.connection.execute(
            select(presence).where(presence.c.until >= since).order_by(presence.c.since)
        )
        return [(r.since, r.until) for r in found]

    async def server(self, guild_id: int) -> Server:
        found = await self.connection.execute(select(servers).where(servers.c.guild_id == guild_id))
        r = found.one_or_none()
        return Server(guild_id) if r is None else Server(r.guild_id, r.host_role_id, r.zone, r.host_channel_id)

    async def set_server(self, server: Server) -> None:
        values = {
            "host_role_id": server.host_role_id,
            "zone": server.zone,
            "host_channel_id": server.host_channel_id,
        }
        statement = upsert(servers).values(guild_id=server.guild_id, **values)
        await self.connection.execute(statement.on_conflict_do_update(index_elements=["guild_id"], set_=values))

    async def save_template(self, template: Template) -> None:
        values = asdict(template)
        statement = upsert(templates).values(values)
        await self.connection.execute(statement.on_conflict_do_update(index_elements=["guild_id", "name"], set_=values))

    async def templates(self, guild_id: int) -> list[Template]:
        found = await self.connection.execute(
            select(templates).where(templates.c.guild_id == guild_id).order_by(templates.c.name)
        )
        return [Template(*r) for r in found]

    async def wishes(self, user_id: int) -> Wishes:
        found = await self.connection.execute(select(people).where(people.c.user_id == user_id))
        r = found.one_or_none()
        return Wishes(user_id) if r is None else Wishes(*r)

    async def wish(self, wishes: Wishes) -> None:
        values = asdict(wishes)
        statement = upsert(people).values(values)
        await self.connection.execute(statement.on_conflict_do_update(index_elements=["user_id"], set_=values))


class SqlUnit(Retention, Incoming, Outgoing, Ledger, BroughtBack, Surroundings):
    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        with _translated():
            async with self.connection.begin_nested():
                yield


class SqlStore:
    """The database as hosting sees it."""

    def __init__(self, engine: AsyncEngine, lease: Lease | None = None) -> None:
        """`lease`: whoever writes must hold it; None for the operator's own commands."""
        self.engine = engine
        self._lease = lease
        self._one = asyncio.Lock()
        """SQLite has one writer; waiting here is cheaper, and fairer, than in the driver."""

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[SqlUnit]:
        with _translated():
            async with self._one, self.engine.begin() as connection:
                if self._lease is not None:
                    await self._lease.check(connection)
                yield SqlUnit(connection)


@contextmanager
def _translated() -> Iterator[None]:
    """What the database cannot do (locked, full, read-only, damaged) as hosting's own error, without its text."""
    try:
        yield
    except (IntegrityError, DataError, ProgrammingError):
        raise  # not the database's fault: what was to be written is wrong
    except DBAPIError as error:
        code = code_of(error)
        raise StoreTrouble(code, final=is_final(code)) from None
    except LeaseLost:
        raise StoreTrouble("LEASE_LOST", final=True) from None
