"""One direct message to its answer: from the gateway's event to the answer that is handed to HTTP, while nothing else
happens.

*With 10 matches open*, in milliseconds: the median of 30. *With 1,000 against 10*: two bots in one process are asked in
turn, and the medians are divided.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from statistics import median
from typing import Final

from benchmarks.bot import Bot
from benchmarks.stand import TEN, THOUSAND, Stand, Subject
from benchmarks.table import Figure, Line

TIMES: Final = 30
SECONDS: Final = 20.0
_STEP: Final = 37
"""From one player to the next who is asked: prime to their number, so that everybody has a turn."""

ONE = Line("single-10", "one DM to its answer handed to HTTP, 10 matches open", "{:.1f} ms", 5, 2)
MANY = Line("single-1000", "  the same with 1,000 matches open against 10", "{:.2f} ×", 1.5, 1.1)


async def answered(bot: Bot, user: int, text: str) -> float:
    """Seconds from a message to its answer; then everything comes to rest."""
    before, began = len(bot.discord.sent), time.perf_counter()
    bot.dm(user, text)
    await bot.settle()
    return next(sent.at for sent in bot.discord.sent[before:] if sent.channel_id == user) - began


async def _in_turn(bots: Sequence[tuple[Bot, list[int]]], seconds: float) -> list[list[float]]:
    """The times of each bot; at least three of each."""
    times: list[list[float]] = [[] for _ in bots]
    ends = time.perf_counter() + seconds
    for i in range(TIMES):
        if i >= 3 and time.perf_counter() > ends:
            break
        for (bot, users), taken in zip(bots, times, strict=True):
            taken.append(await answered(bot, users[i * _STEP % len(users)], str(i % 9)))
    return times


async def _with_ten(stand: Stand) -> AsyncIterator[Figure]:
    bot = await stand.bot()
    (times,) = await _in_turn([(bot, stand.users())], stand.seconds(SECONDS))
    yield Figure(ONE.key, median(times) * 1_000)


async def _with_a_thousand(stand: Stand) -> AsyncIterator[Figure]:
    many, few = await stand.bot(), await stand.bot(TEN)
    bots = [(many, stand.users(100)), (few, stand.users(scene=TEN))]
    times = await _in_turn(bots, stand.seconds(SECONDS))
    slow, fast = (median(taken) * 1_000 for taken in times)
    yield Figure(MANY.key, slow / fast, f"{slow:.1f} ms against {fast:.1f} ms")


SUBJECTS = (
    Subject("single", TEN, (ONE,), _with_ten),
    Subject("single", THOUSAND, (MANY,), _with_a_thousand, beside=(TEN,)),
)
