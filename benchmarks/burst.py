"""A burst: 500 direct messages at once, five of each player in ten matches of ten, while 10, 200 or 1,000 matches run.

*Answers a second*, from the first message that the gateway brings to the last answer that is handed to HTTP. A ratio:
how many answers a bare discord.py client gives (a handler that sends one line back) while the bot gives one, both in
this process, with the same stub for HTTP. *First answer*: from the first message of the burst to the first answer of
any of its players, in milliseconds. The best of up to three bursts, and of the bare client's turns between them.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks import bare
from benchmarks.bot import Bot
from benchmarks.stand import TEN, THOUSAND, TWO_HUNDRED, Measure, Stand, Subject
from benchmarks.table import Figure, Line

MESSAGES: Final = 500
MATCHES: Final = 10
SECONDS: Final = 20.0
"""A burst that is not answered by then is cut short."""
_TURNS: Final = 3

RATIO = Line("burst-10", "burst of 500 in 10 matches of 10: answers a second / bare discord.py", "1 : {:.1f}", 20, 8)
RATIO_200 = Line("burst-200", "  the same burst with 200 matches open", "1 : {:.1f}", 25, 13)
RATIO_1000 = Line("burst-1000", "  the same burst with 1,000 matches open", "1 : {:.1f}", 25, 13)
FIRST = Line("burst-first", "first answer of the burst in 10 matches", "{:.0f} ms", 150, 50)


@dataclass(frozen=True, slots=True)
class Burst:
    """What became of one burst."""

    messages: int
    answers: int
    seconds: float
    """To the last answer; where it was cut short, to the cut."""
    first: float
    """Seconds to the first answer; where there was none, to the cut."""
    cut: bool

    @property
    def rate(self) -> float:
        """Answers a second; where it was cut short, more than it would have come to."""
        return self.messages / self.seconds


async def burst(bot: Bot, users: Sequence[int], messages: int, within: float | None = None) -> Burst:
    """Let these users send so many messages, in turn, and wait until all is answered and everything is at rest. Cut
    short after `within` seconds where some are still to be answered by then."""
    players, before = set(users), len(bot.discord.sent)
    began = time.perf_counter()
    for i in range(messages):
        bot.dm(users[i % len(users)], str(i % 20))
    done = await bot.settle(within)
    now = time.perf_counter()
    sent = [one for one in bot.discord.sent[before:] if one.channel_id in players]
    if done:
        assert {one.channel_id for one in sent} >= set(users[:messages]), "somebody waits in vain"
    first = sent[0].at - began if sent else now - began
    if done or len(sent) >= messages:
        return Burst(messages, messages, sent[-1].at - began, first, False)
    return Burst(messages, len(sent), now - began, first, True)


def _measured(line: Line, first: Line | None = None) -> Measure:
    async def measure(stand: Stand) -> AsyncIterator[Figure]:
        bot, users, client = await stand.bot(), stand.users(MATCHES), await bare.logged_in()
        rates, turns = [await bare.rate(*client)], list[Burst]()
        ends = time.perf_counter() + stand.seconds(SECONDS)
        while len(turns) < _TURNS and (not turns or turns[-1].seconds < ends - time.perf_counter()):
            turns.append(await burst(bot, users, MESSAGES, ends - time.perf_counter()))
            if not turns[-1].cut:
                rates.append(await bare.rate(*client))
        theirs, best = max(rates), max(turns, key=lambda turn: turn.rate)
        note = f"bare discord.py {theirs:,.0f} a second, the bot {best.rate:,.0f}"
        if best.cut:
            note += f" at most; cut after {best.seconds:.0f} s with {best.answers} of {MESSAGES} answered"
        yield Figure(line.key, theirs / best.rate, note, best.cut)
        if first is not None:
            waited = min(turn.first for turn in turns)
            yield Figure(first.key, waited * 1_000, cut=not best.answers)

    return measure


SUBJECTS = (
    Subject("burst", TEN, (RATIO, FIRST), _measured(RATIO, FIRST)),
    Subject("burst", TWO_HUNDRED, (RATIO_200,), _measured(RATIO_200)),
    Subject("burst", THOUSAND, (RATIO_1000,), _measured(RATIO_1000)),
)
