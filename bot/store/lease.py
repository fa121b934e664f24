"""One process at a time speaks for a database.

The lease is a row with a counter. A waiter takes it over once the counter has stood still for 45 seconds of the
waiter's own steady clock: an instant in the row would break when a clock jumps. Every transaction of the holder looks
at the row first, and nothing is sent by a holder whose last renewal is too old, so that one who lost the lease, by
sleeping too long, says nothing more.

Beside it lies a lock of the kernel's. A holder signs its name with it, so that on the same machine a waiter can tell
that the holder is gone, and need not wait. Everything else goes by the counter alone: holders on other machines, of
earlier releases, and those that sleep and still hold the lock.

The table is the same in every release: an older and a newer process must respect each other.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.kernel_lock import KernelLock
from bot.store.tables import lease
from bot.store.troubles import code_of, is_passing

DEAD_AFTER_SECONDS: Final = 45.0
"""A counter that stands still for so long is a dead holder's."""
RENEW_SECONDS: Final = 10.0
SILENT_AFTER_SECONDS: Final = 40.0
"""A holder that could not renew for so long says nothing: soon, another may speak."""
LOOK_SECONDS: Final = 1.0
_ROW: Final = 1

Mark = tuple[str, int]
"""Holder and counter, as a waiter saw them."""


class LeaseLost(Exception):
    """Another process speaks for this database now."""


def _machine_clock() -> datetime:
    return datetime.now(UTC)


class Lease:
    def __init__(
        self,
        engine: AsyncEngine,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        machine: Callable[[], datetime] = _machine_clock,
        lock: KernelLock | None = None,
    ) -> None:
        """`steady`: seconds that never jump; `sleep`: waits so many of them; `machine`: for the health check alone;
        `lock`: the kernel's, where there is one."""
        self.engine = engine
        self._lock = lock
        self._name = secrets.token_hex(8)
        self.holder = self._name
        """As it stands in the row."""
        self._steady = steady
        self._sleep = sleep
        self._machine = machine
        self._renewed: float | None = None
        self._seen: Mark | None = None
        self._since = 0.0

    @property
    def fresh(self) -> bool:
        """Whether the last renewal is recent enough for nobody else to speak."""
        return self._renewed is not None and self._steady() - self._renewed < SILENT_AFTER_SECONDS

    @property
    def last_renewal(self) -> float | None:
        """On the steady clock; it changes as long as this process lives. None while it holds nothing."""
        return self._renewed

    # --- becoming the holder ------------------------------------------------------------------------------------------

    async def acquire(self, waiting: Callable[[], None]) -> None:
        """Hold the lease, as soon as nobody else does. `waiting` is called once if somebody does."""
        if await self._taken():
            return
        waiting()
        while True:
            await self._sleep(LOOK_SECONDS)
            try:
                if await self._taken():
                    return
            except OperationalError as error:
                if not is_passing(code_of(error)):
                    raise

    async def _taken(self) -> bool:
        """Take it if it is free, or its holder dead."""
        began = self._steady()
        if self._lock is not None and self._lock.take():
            self.holder = self._lock.signed(self._name)
        async with self.engine.begin() as connection:
            mark = await self._mark(connection)
            if mark is not None and mark[0] and not (self._gone(mark) or self._dead(mark)):
                return False
            await self._take(connection, fresh=mark is None)
        self._renewed = began
        return True

    @staticmethod
    async def _mark(connection: AsyncConnection) -> Mark | None:
        found = (await connection.execute(select(lease.c.holder, lease.c.counter))).one_or_none()
        return None if found is None else (found.holder, found.counter)

    def _gone(self, mark: Mark) -> bool:
        """The kernel says so."""
        return self._lock is not None and self._lock.proves_gone(mark[0])

    def _dead(self, mark: Mark) -> bool:
        now = self._steady()
        if mark != self._seen:
            self._seen, self._since = mark, now
        return now - self._since >= DEAD_AFTER_SECONDS

    async def _take(self, connection: AsyncConnection, fresh: bool) -> None:
        values = {"holder": self.holder, "counter": 0, "beat_at": self._machine()}
        if fresh:
            await connection.execute(insert(lease).values(id=_ROW, **values))
        else:
            await connection.execute(update(lease).values(values))

    # --- being the holder ---------------------------------------------------------------------------------------------

    async def check(self, connection: AsyncConnection) -> None:
        """To be the first thing in every transaction. Raises LeaseLost."""
        holder = (await connection.execute(select(lease.c.holder))).scalar_one_or_none()
        if holder != self.holder:
            raise LeaseLost

    async def renew(self, connection: AsyncConnection) -> None:
        await connection.execute(
            update(lease)
            .where(lease.c.holder == self.holder)
            .values(counter=lease.c.counter + 1, beat_at=self._machine())
        )

    async def keep(self, commit: Callable[[], Awaitable[bool]]) -> None:
        """Renew for ever. `commit` makes one renewal, and says whether it is committed."""
        while True:
            began = self._steady()
            if await commit():
                self._renewed = began
            await self._sleep(RENEW_SECONDS)

    async def release(self) -> None:
        """Let the next one in at once. Nothing may be said afterwards, even where the row cannot be written."""
        self._renewed = None
        try:
            async with self.engine.begin() as connection:
                await connection.execute(update(lease).where(lease.c.holder == self.holder).values(holder=""))
        finally:
            if self._lock is not None:
                self._lock.release()


async def clear(engine: AsyncEngine) -> None:
    """Nobody speaks for a copy, whoever spoke for the database when it was made."""
    async with engine.begin() as connection:
        await connection.execute(update(lease).values(holder=""))
