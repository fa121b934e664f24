"""One process at a time speaks for a database.

The lease is a row with a counter. A waiter takes it over once the counter has stood still for 45 seconds of the
waiter's own steady clock: an instant in the row would break when a clock jumps. Every transaction of the holder looks
at the row first, so that one who lost it, by sleeping too long, says nothing more.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.tables import lease

DEAD_AFTER_SECONDS: Final = 45.0
RENEW_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = 5.0
_ROW: Final = 1


class LeaseLost(Exception):
    """Another process speaks for this database now."""


class Lease:
    def __init__(
        self,
        engine: AsyncEngine,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`steady`: seconds that never jump; `sleep`: waits so many of them."""
        self.engine = engine
        self._steady = steady
        self._sleep = sleep
        self.holder = secrets.token_hex(8)

    async def acquire(self, waiting: Callable[[], None]) -> None:
        """Hold the lease, as soon as nobody else does. `waiting` is called once if somebody does."""
        seen, since, told = None, self._steady(), False
        while True:
            async with self.engine.begin() as connection:
                found = (await connection.execute(select(lease))).one_or_none()
                current = None if found is None else (found.holder, found.counter)
                if current != seen:
                    seen, since = current, self._steady()
                if current is None or not current[0] or self._steady() - since >= DEAD_AFTER_SECONDS:
                    await self._take(connection, fresh=found is None)
                    return
            if not told:
                waiting()
                told = True
            await self._sleep(_LOOK_SECONDS)

    async def _take(self, connection: AsyncConnection, fresh: bool) -> None:
        values = {"holder": self.holder, "counter": 0, "beat_at": datetime.now(UTC)}
        if fresh:
            await connection.execute(insert(lease).values(id=_ROW, **values))
        else:
            await connection.execute(update(lease).values(values))

    async def check(self, connection: AsyncConnection) -> None:
        """To be the first thing in every transaction. Raises LeaseLost."""
        holder = (await connection.execute(select(lease.c.holder))).scalar_one_or_none()
        if holder != self.holder:
            raise LeaseLost

    async def renew(self, connection: AsyncConnection) -> None:
        await connection.execute(
            update(lease)
            .where(lease.c.holder == self.holder)
            .values(counter=lease.c.counter + 1, beat_at=datetime.now(UTC))
        )

    async def release(self) -> None:
        """Let the next one in at once."""
        async with self.engine.begin() as connection:
            await connection.execute(update(lease).where(lease.c.holder == self.holder).values(holder=""))


async def last_beat(engine: AsyncEngine) -> datetime | None:
    """When the holder last said that it lives, on this machine's clock; None where nobody holds the lease."""
    async with engine.begin() as connection:
        found = (await connection.execute(select(lease))).one_or_none()
    return None if found is None or not found.holder else found.beat_at
