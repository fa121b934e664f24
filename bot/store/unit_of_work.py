"""One transaction: not committed means it never happened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.hosting.model.preferences import Wishes
from bot.hosting.model.records import Server
from bot.hosting.model.template import Template
from bot.hosting.ports.store import StoreTrouble
from bot.store.brought_back import BroughtBack
from bot.store.lease import Lease, LeaseLost
from bot.store.ledger import Ledger
from bot.store.mail import Incoming, Outgoing
from bot.store.retention import Retention
from bot.store.tables import people, presence, quarantine, servers, templates
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

    async def note_quarantine(self, at: datetime) -> bool:
        fresh = await self.quarantine() is None
        statement = upsert(quarantine).values(id=1, since=at, seen=at)
        await self.connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"seen": at}))
        return fresh

    async def quarantine(self) -> datetime | None:
        found = await self.connection.execute(select(quarantine.c.seen))
        return found.scalar_one_or_none()

    async def lift_quarantine(self) -> None:
        await self.connection.execute(delete(quarantine))

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

    async def asking_for_time(self) -> dict[int, Wishes]:
        found = await self.connection.execute(select(people).where(people.c.extend))
        return {r.user_id: Wishes(*r) for r in found}

    async def wish(self, wishes: Wishes) -> None:
        values = asdict(wishes)
        statement = upsert(people).values(values)
        await self.connection.execute(statement.on_conflict_do_update(index_elements=["user_id"], set_=values))


class SqlUnit(Retention, Incoming, Outgoing, Ledger, BroughtBack, Surroundings):
    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.afterwards: list[Callable[[], None]] = []
        """What is called once all of this is committed."""

    def when_committed(self, then: Callable[[], None]) -> None:
        self.afterwards.append(then)

    @asynccontextmanager
    async def savepoint(self) -> AsyncIterator[None]:
        before = len(self.afterwards)
        try:
            with _translated():
                async with self.connection.begin_nested():
                    yield
        except BaseException:
            del self.afterwards[before:]
            raise


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
                unit = SqlUnit(connection)
                yield unit
        for then in unit.afterwards:
            then()


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
