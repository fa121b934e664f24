"""Telling 1,000 players after a close: ten matches of a hundred close at one deadline, and everybody, having asked for
their rank, gets it by direct message. A ratio: the seconds until the last of these is sent, to the 20 seconds that
1,000 messages take at Discord's 50 requests a second.

Seconds are virtual: the loop waits for nothing, and no time passes while anything is computed. Discord is a stub below
discord.py's own HTTP: a request takes 0.1 s there and back; more than 50 in a second are refused (429), and so is more
than Discord takes for one channel (five messages in five seconds). Reading the histories before the close is not part
of the figure: what is asked of a player until the history is read costs nothing; everything else is held until all ten
matches are closed, and then it counts, whatever it is.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from discord.http import Route

from benchmarks.bot import Bot
from benchmarks.clock import BenchClock, run_without_waiting
from benchmarks.clones import cloned
from benchmarks.gateway import Request, own_request, put_before
from benchmarks.stand import CROWDS, JUST, SOON, Stand, Subject
from benchmarks.stub import Reply, StubDiscord
from benchmarks.table import Figure, Line
from benchmarks.template import Template

A_SECOND: Final = 50
"""Requests of a bot that Discord takes in a second."""
_TO_A_CHANNEL: Final = (5, 5.0)
"""Messages, and in how many seconds."""
_GENEROUS: Final = (1_000, 1.0)
"""For every other route."""
_WAY_SECONDS: Final = 0.05
_HELD_SECONDS: Final = 5.0
"""Nothing that is let through takes time, so by then all that can be done is done."""
_LOOK_SECONDS: Final = 0.05
_MOST_SECONDS: Final = 600.0
_A_SWEEP: Final = 60.0
_MESSAGES: Final = re.compile(r"/channels/\d+/messages")
_NUMBER: Final = re.compile(r"\d+")

LINE = Line(
    "telling", "telling 1,000 players after a close, under Discord's limits / (1,000 / 50 s)", "{:.2f} ×", 1.1, 1.02
)


@dataclass(slots=True)
class Window:
    """So many requests in so many seconds, from the first of them on."""

    limit: int
    seconds: float
    left: int = 0
    ends: float = 0.0

    def take(self, now: float) -> float:
        """0 where there was room; else how many seconds to wait."""
        if now >= self.ends:
            self.left, self.ends = self.limit, now + self.seconds
        if not self.left:
            return self.ends - now
        self.left -= 1
        return 0.0

    def headers(self, bucket: str, now: float) -> dict[str, str]:
        return {
            "X-Ratelimit-Limit": str(self.limit),
            "X-Ratelimit-Remaining": str(self.left),
            "X-Ratelimit-Reset-After": f"{self.ends - now:.3f}",
            "X-Ratelimit-Bucket": bucket,
        }


class Limits:
    """The port `Gate` of the stub: Discord's limits, and its distance, on the loop's own clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._everything = Window(A_SECOND, 1.0)
        self._buckets: dict[str, Window] = {}
        self.taken = 0
        """Requests, of whatever kind."""
        self.refused = 0

    async def __call__(self, method: str, path: str) -> Reply:
        await asyncio.sleep(_WAY_SECONDS)
        reply = self._judged(method, path)
        await asyncio.sleep(_WAY_SECONDS)
        return reply

    def _judged(self, method: str, path: str) -> Reply:
        bucket = self._bucket(method, path)
        everywhere = self._everything.take(self._now())
        wait = everywhere or bucket.take(self._now())
        if not wait:
            self.taken += 1
            return Reply(200, None, bucket.headers(f"{method} {_NUMBER.sub('*', path)}", self._now()))
        self.refused += 1
        body = {"message": "You are being rate limited.", "retry_after": wait, "global": bool(everywhere)}
        return Reply(429, body, {"Via": "1.1 google"})

    def _bucket(self, method: str, path: str) -> Window:
        limit = _TO_A_CHANNEL if method != "GET" and _MESSAGES.match(path) else _GENEROUS
        return self._buckets.setdefault(f"{method} {path}", Window(*limit))


class Door:
    """Stands before discord.py's HTTP until all matches are closed; what reads the histories comes through."""

    def __init__(self, outside: StubDiscord, beyond: Request) -> None:
        self._outside = outside
        self._beyond = beyond
        self._opened = asyncio.Event()
        self._read: set[int] = set()

    def open(self) -> None:
        self._opened.set()

    async def request(self, route: Route, **how: Any) -> Any:
        if not self._opened.is_set() and self._is_reading(route, how):
            return await self._outside.request(route, **how)
        await self._opened.wait()
        return await self._beyond(route, **how)

    def _is_reading(self, route: Route, how: dict[str, Any]) -> bool:
        """Of a player whose history is not read yet."""
        if (route.method, route.path) == ("GET", "/channels/{channel_id}/messages"):
            self._read.add(int(route.channel_id or 0))
            return True
        return route.path == "/users/@me/channels" and int(how["json"]["recipient_id"]) not in self._read


async def _everybody_asks(stand: Stand) -> Template:
    """The scene's table once everybody has asked for their rank."""
    template = stand.scenes.template(CROWDS)
    file = Path(shutil.copy(template.file, template.file.with_name("asked.sqlite3")))
    bot = await Bot.on(file, _clock(template.at), durable=False)
    bot.connected()
    for player in template.players:
        bot.dm(player, "rank")
    await bot.settle()
    at = bot.clock.now()
    await bot.close()
    return replace(template, file=file, at=at)


def _clock(at: datetime) -> BenchClock:
    """As the loop's time goes."""
    return BenchClock(at + SOON, asyncio.get_running_loop().time)


async def _told(stand: Stand) -> Figure:
    asked = await _everybody_asks(stand)
    file = asked.file.with_name("asking.sqlite3")
    cloned(asked, file, CROWDS.matches)
    bot = await Bot.on(file, _clock(asked.at), durable=False)
    bot.connected(CROWDS.servers)
    await bot.settle()
    bot.clock.put_to(asked.deadline - JUST)
    await bot.sweep()
    bot.clock.put_to(asked.deadline + JUST)
    return await _closed(bot, stand.users(scene=CROWDS))


async def _closed(bot: Bot, users: Sequence[int]) -> Figure:
    """The deadline has passed: close, and count from the moment when all is closed."""
    loop, rows = asyncio.get_running_loop(), bot.rows("journal")
    limits = bot.discord.gate = Limits(loop.time)
    door = Door(bot.discord, own_request(bot.parts.client))
    put_before(bot.parts.client, door.request)
    bot.parts.sweep.wake()
    await asyncio.sleep(_HELD_SECONDS)
    assert bot.rows("journal") >= rows + CROWDS.matches, "not all of them are closed"
    door.open()
    began, seen = loop.time(), len(bot.discord.sent)
    untold, minute = set(users), began
    while untold and loop.time() - began < _MOST_SECONDS:
        await asyncio.sleep(_LOOK_SECONDS)
        untold -= {sent.channel_id for sent in bot.discord.sent[seen:]}
        seen = len(bot.discord.sent)
        if loop.time() - minute >= _A_SWEEP:
            minute = loop.time()
            bot.parts.sweep.wake()
    return _figure(loop.time() - began, limits, len(users), len(untold))


def _figure(seconds: float, limits: Limits, players: int, untold: int) -> Figure:
    note = f"{seconds:.1f} s; meanwhile {limits.taken:,} requests were taken and {limits.refused:,} refused"
    if untold:
        note += f"; {untold:,} players were still to be told"
    return Figure(LINE.key, seconds / (players / A_SECOND), note, cut=bool(untold))


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    yield await asyncio.to_thread(run_without_waiting, partial(_told, stand))


SUBJECTS = (Subject("telling", None, (LINE,), _measure, beside=(CROWDS,)),)
