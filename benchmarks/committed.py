"""Messages committed at tables of a hundred against tables of ten: 500 messages at once in ten matches, from the
first that the gateway brings to the commit of the last, while all else goes on as ever. A ratio of two rates, measured
in turn in one process; the best of up to two turns each.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from typing import Final

from benchmarks.bot import Bot
from benchmarks.stand import CROWDS, TEN, Stand, Subject
from benchmarks.table import Figure, Line

MESSAGES: Final = 500
SECONDS: Final = 20.0
"""A second turn is only begun before that."""
_TURNS: Final = 2

LINE = Line("committed", "messages committed at 100 players a match against 10", "{:.2f} ×", 0.5, 1.0)


async def committed(bot: Bot, users: Sequence[int], messages: int) -> float:
    """Messages committed in a second; then everything comes to rest."""
    before, began = bot.rows("inbox"), time.perf_counter()
    for i in range(messages):
        bot.dm(users[i % len(users)], str(i % 20))
    await asyncio.sleep(0)  # discord.py starts a task for each, and the first thing a task does is to queue it
    await bot.parts.house.queue.drained()
    rate = messages / (time.perf_counter() - began)
    assert bot.rows("inbox") == before + messages, "not all of it is committed"
    await bot.settle()
    return rate


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    crowds, tens = await stand.bot(), await stand.bot(TEN)
    at_hundred, at_ten = list[float](), list[float]()
    began = time.perf_counter()
    for turn in range(_TURNS):
        if turn and time.perf_counter() - began > stand.seconds(SECONDS) / 2:
            break
        at_hundred.append(await committed(crowds, stand.users(), MESSAGES))
        at_ten.append(await committed(tens, stand.users(scene=TEN), MESSAGES))
    slow, fast = max(at_hundred), max(at_ten)
    yield Figure(LINE.key, slow / fast, f"{slow:,.0f} a second against {fast:,.0f}")


SUBJECTS = (Subject("committed", CROWDS, (LINE,), _measure, beside=(TEN,)),)
