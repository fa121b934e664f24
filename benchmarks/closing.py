"""Closing ten matches of a hundred at one deadline, with everybody's order on file: from the alarm until all histories
are read, all ten are closed, and all that is to be said is handed to HTTP. In seconds.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Final

from benchmarks.stand import CROWDS, JUST, Stand, Subject, TooSlow
from benchmarks.table import Figure, Line

SECONDS: Final = 60.0

LINE = Line("closing", "closing 10 matches of 100", "{:.2f} s", 1.5, 0.5)


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    bot, deadline = await stand.bot(), stand.scenes.template(stand.scene).deadline
    bot.clock.put_to(deadline - JUST)
    await bot.sweep()
    posted, rows, seconds = len(bot.discord.sent), bot.rows("journal"), stand.seconds(SECONDS)
    bot.clock.put_to(deadline + JUST)
    began = time.perf_counter()
    if not await bot.sweep(seconds):
        raise TooSlow(f"not at rest after {seconds:.0f} s")
    taken = time.perf_counter() - began
    assert bot.rows("journal") >= rows + stand.scene.matches, "not all of them are closed"
    yield Figure(LINE.key, taken, f"{len(bot.discord.sent) - posted} messages said")


SUBJECTS = (Subject("closing", CROWDS, (LINE,), _measure),)
