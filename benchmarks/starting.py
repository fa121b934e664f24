"""A start with a thousand matches of ten in their fourth round: from opening the file, through the lease and the login,
until the alarm is set for the first time, so that no deadline can be missed any more. Not part of it are the look at
every page of the file, which `dealer run` takes before, and the reading of everybody's history, which comes after that,
at the pace that Discord allows.

A ratio: how many times as long it takes as bare sqlite3, in the same process, takes to read the rows of the same file
that describe what is alive: every row of every table but the archives (journal, inbox, outbox).
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from benchmarks.stand import THOUSAND, Stand, Subject, TooSlow
from benchmarks.table import Figure, Line

SECONDS: Final = 60.0
_ARCHIVES: Final = ("journal", "inbox", "outbox")
_TURNS: Final = 3

LINE = Line(
    "start", "start with 1,000 matches until the alarm is set / bare sqlite3 reading those rows", "{:.1f} ×", 8, 3
)


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    file = stand.scenes.copy(stand.scene)
    began = time.perf_counter()
    bot = await stand.joined(file=file)
    stand.keep(bot)
    alarms, rung = bot.parts.alarms, asyncio.Event()
    set_alarm = alarms.ring_at

    def ring_at(when: datetime) -> None:
        set_alarm(when)
        rung.set()

    alarms.ring_at = ring_at  # type: ignore[method-assign]
    bot.connected(stand.scene.servers)
    seconds = stand.seconds(SECONDS)
    try:
        await asyncio.wait_for(rung.wait(), seconds)
    except TimeoutError:
        raise TooSlow(f"no alarm after {seconds:.0f} s") from None
    taken = time.perf_counter() - began
    bare = min(_bare_reading(bot.file) for _ in range(_TURNS))
    yield Figure(LINE.key, taken / bare, f"{taken * 1_000:,.0f} ms against {bare * 1_000:.0f} ms")


def _bare_reading(file: Path) -> float:
    """Seconds."""
    began = time.perf_counter()
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = sum(len(database.execute(f"SELECT * FROM {n}").fetchall()) for n in names if n not in _ARCHIVES)  # noqa: S608
    assert rows
    return time.perf_counter() - began


SUBJECTS = (Subject("start", THOUSAND, (LINE,), _measure),)
