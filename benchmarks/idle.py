"""A thousand matches in which nothing happens.

*A sweep*: from the alarm until nothing is left to do, in milliseconds; the median of up to five. *An idle hour*: the
processor's seconds, of all threads, for sixty minutes of Discord's clock, each with its sweep, its heartbeat and six
renewals of the lease. Where sixty minutes take too long, fewer are measured and multiplied.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from datetime import timedelta
from statistics import median
from typing import Final

from benchmarks.bot import Bot
from benchmarks.stand import THOUSAND, Stand, Subject
from benchmarks.table import Figure, Line
from bot.wiring import renewed

SECONDS: Final = 15.0
_SWEEPS: Final = 5
_MINUTES: Final = 60
_RENEWALS: Final = 6

SWEEP = Line("sweep", "a sweep with 1,000 matches", "{:.0f} ms", 100, 25)
HOUR = Line("hour", "  CPU of an idle hour with 1,000 matches", "{:.1f} s", 20, 5)


async def _sweep(bot: Bot) -> float:
    """Seconds."""
    began = time.perf_counter()
    await bot.sweep()
    return time.perf_counter() - began


async def _minute(bot: Bot) -> float:
    """Seconds of the processor."""
    began = time.process_time()
    bot.clock.put_forward(timedelta(minutes=1))
    await bot.sweep()
    for _ in range(_RENEWALS):
        assert await renewed(bot.parts.house, bot.lease)
        await bot.settle()
    return time.process_time() - began


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    bot = await stand.bot()
    began, sweeps = time.perf_counter(), [await _sweep(bot)]
    while len(sweeps) < _SWEEPS and time.perf_counter() - began < stand.seconds(SECONDS):
        sweeps.append(await _sweep(bot))
    yield Figure(SWEEP.key, median(sweeps) * 1_000)
    began, minutes = time.perf_counter(), [await _minute(bot)]
    while len(minutes) < _MINUTES and time.perf_counter() - began < stand.seconds(SECONDS):
        minutes.append(await _minute(bot))
    note = "" if len(minutes) == _MINUTES else f"from {len(minutes)} of its minutes"
    yield Figure(HOUR.key, sum(minutes) / len(minutes) * _MINUTES, note)


SUBJECTS = (Subject("idle", THOUSAND, (SWEEP, HOUR), _measure),)
