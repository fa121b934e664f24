"""Two ways for time to pass: a clock that goes on by itself and jumps when told to, and an event loop that waits for
nothing."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, Final

EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""Where Discord's ids begin to count milliseconds."""


class BenchClock:
    """The bot's port `Clock`, in the benchmark's hands: it goes on with the machine, and can be put forward."""

    def __init__(self, start: datetime, steady: Callable[[], float] = time.monotonic) -> None:
        """`steady`: seconds that never go back."""
        self._steady = steady
        self._shown, self._since = start, steady()

    def now(self) -> datetime:
        return self._shown + timedelta(seconds=self._steady() - self._since)

    async def discord(self) -> datetime:
        """What Discord would answer; asking costs nothing here."""
        return self.now()

    def put_to(self, instant: datetime) -> None:
        """Jump, forward or back."""
        self._shown, self._since = instant, self._steady()

    def put_forward(self, time: timedelta) -> None:
        self.put_to(self.now() + time)


class _NoWaiting(selectors.DefaultSelector):
    """Where nothing is ready, time jumps to the next timer instead of passing."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everything waits for something that never comes")
        if not ready and timeout is not None:
            self.seconds += max(0.0, timeout)
        return ready


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._no_waiting = _NoWaiting()
        super().__init__(self._no_waiting)

    def time(self) -> float:
        return self._no_waiting.seconds


def run_without_waiting(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a coroutine in a loop whose seconds are virtual. Nothing in it may wait for another thread: to that, no time
    would pass."""
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        return runner.run(work())
