"""APScheduler: one alarm for whatever is due first. It holds no truth, and lives in memory only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from apscheduler.schedulers.asyncio import AsyncIOScheduler

_ALARM: Final = "alarm"
_LATE_SECONDS: Final = 1.0
"""The scheduler waits for an instant on the machine's clock, which may be set back: this much later, by a clock that
is never set, the alarm goes off without it."""


def machine_clock() -> datetime:
    return datetime.now(UTC)


class Alarms:
    """The port `Alarm`. Instants are on the house's clock; the scheduler wakes us on the machine's."""

    def __init__(
        self,
        now: Callable[[], datetime],
        machine: Callable[[], datetime] = machine_clock,
    ) -> None:
        """`now`: the house's clock; `machine`: what the scheduler goes by."""
        self._now = now
        self.ring: Callable[[], None] = lambda: None
        """Called on the event loop when the alarm goes off."""
        self._machine = machine
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        self._overslept: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._scheduler.start()

    def stop(self) -> None:
        self._rested()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    def ring_at(self, when: datetime) -> None:
        if not self._scheduler.running:
            return
        wait = max(timedelta(0), when - self._now())
        self._scheduler.add_job(
            self._go,
            "date",
            run_date=self._machine() + wait,
            id=_ALARM,
            replace_existing=True,
            misfire_grace_time=None,
        )
        self._rested()
        late = wait.total_seconds() + _LATE_SECONDS
        self._overslept = asyncio.get_running_loop().call_later(late, self.ring)

    def _rested(self) -> None:
        if self._overslept is not None:
            self._overslept.cancel()

    async def _go(self) -> None:
        """A coroutine, since the scheduler would call anything else from a thread."""
        self._rested()
        self.ring()
