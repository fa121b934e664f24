"""How time grows with what there is; ten times as much should take ten times as long.

*10 × the matches*: one message of every player, at once, answered; in a hundred matches of ten against ten of them.
*10 × the journal*: a host exports a match whose journal has 1,000 rows against 100; from the command to its file. Both
are ratios of seconds, the best of up to three turns each, in one process.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Final

from benchmarks.bot import Bot
from benchmarks.burst import burst
from benchmarks.stand import HUNDRED, ONE, TEN, Stand, Subject, TooSlow
from benchmarks.table import Figure, Line

SECONDS: Final = 20.0
LENGTHENING_SECONDS: Final = 60.0
ROWS: Final = 100
_TURNS: Final = 3
_AT_ONCE: Final = 50

MATCHES = Line("growth-matches", "10 × the matches: a message of every player, answered", "{:.1f} ×", 12, 10.5)
JOURNAL = Line("growth-journal", "10 × the journal: a host exports the match", "{:.1f} ×", 12, 10.5)


async def _matches(stand: Stand) -> AsyncIterator[Figure]:
    many, few = await stand.bot(), await stand.bot(TEN)
    users, fewer = stand.users(), stand.users(scene=TEN)
    slow, fast = list[float](), list[float]()
    began = time.perf_counter()
    while len(slow) < _TURNS:
        fast.append((await burst(few, fewer, len(fewer))).seconds)
        turn = await burst(many, users, len(users), stand.seconds(SECONDS))
        slow.append(turn.seconds)
        if turn.cut or time.perf_counter() - began > stand.seconds(SECONDS) / 2:
            break
    note = f"{min(slow):.2f} s against {min(fast):.2f} s"
    if turn.cut:
        note += f"; cut with {turn.answers} of {len(users)} answered"
    yield Figure(MATCHES.key, min(slow) / min(fast), note, turn.cut)


async def _journal(stand: Stand) -> AsyncIterator[Figure]:
    bot, users = await stand.bot(), stand.users()
    code = stand.scenes.template(stand.scene).code
    ends = time.perf_counter() + stand.seconds(LENGTHENING_SECONDS)
    await _lengthen(bot, users, ROWS, ends)
    short = min([await _exported(bot, code) for _ in range(_TURNS)])
    await _lengthen(bot, users, ROWS * 10, ends)
    long = min([await _exported(bot, code) for _ in range(_TURNS)])
    yield Figure(JOURNAL.key, long / short, f"{long * 1_000:.0f} ms against {short * 1_000:.0f} ms to export")


async def _lengthen(bot: Bot, users: list[int], rows: int, ends: float) -> None:
    """Players send until the journal is so long. Raises TooSlow."""
    while (missing := rows - bot.rows("journal")) > 0:
        turn = await burst(bot, users, min(missing, _AT_ONCE), ends - time.perf_counter())
        if turn.cut:
            raise TooSlow(f"there was no time for more than {bot.rows('journal')} rows")


async def _exported(bot: Bot, code: str) -> float:
    """Seconds."""
    rows, began = bot.rows("journal"), time.perf_counter()
    said = await bot.command("host export", match=code)
    taken = time.perf_counter() - began
    assert bot.rows("journal") == rows + 1, said  # whoever reads a match leaves a row
    return taken


SUBJECTS = (
    Subject("growth", HUNDRED, (MATCHES,), _matches, beside=(TEN,)),
    Subject("growth", ONE, (JOURNAL,), _journal),
)
