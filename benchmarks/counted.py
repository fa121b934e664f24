"""What a message of the burst costs the database, counted (benchmarks/counting.py): hops to its thread, transactions,
statements; from the first message to rest, divided by the messages. Nothing is timed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from benchmarks.bot import Bot
from benchmarks.burst import MATCHES, MESSAGES, burst
from benchmarks.counting import Counting, Counts, counting
from benchmarks.stand import TEN, Stand, Subject, TooSlow
from benchmarks.table import Figure, Line

SECONDS = 60.0

HOPS = Line("hops", "hops to the database's thread, a message of the burst", "{:.2f}", 0.5, 0.1)
TRANSACTIONS = Line("transactions", "  transactions, a message", "{:.2f}", 0.2, 0.05)
STATEMENTS = Line("statements", "  statements, a message", "{:.2f}")


async def counted(
    bot: Bot, counts: Counting, users: Sequence[int], messages: int, within: float | None = None
) -> Counts:
    """What each message of a burst costs. The bot's database was opened while `counts` were counted. Raises TooSlow."""
    before = counts.now
    if (await burst(bot, users, messages, within)).cut:
        raise TooSlow(f"cut after {within:.0f} s")
    return (counts.now - before).per(messages)


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    with counting() as counts:
        bot = await stand.joined()
        bot.connected(stand.scene.servers)
        await bot.settle()
        each = await counted(bot, counts, stand.users(MATCHES), MESSAGES, stand.seconds(SECONDS))
        await bot.close()
    yield Figure(HOPS.key, each.hops)
    yield Figure(TRANSACTIONS.key, each.transactions)
    yield Figure(STATEMENTS.key, each.statements)


SUBJECTS = (Subject("counted", TEN, (HOPS, TRANSACTIONS, STATEMENTS), _measure),)
