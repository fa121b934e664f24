"""Discord's HTTP, without a network: every request is answered at once, and what was sent is kept.

It stands in at two places. `request` takes the place of discord.py's one method that speaks HTTP, below every named
route; so nothing is measured but what comes before it, for the bot and for bare discord.py alike. Where discord.py's
own handling of rate limits is to be measured too, `sessions` goes one step lower, where aiohttp would be; answers to
interactions always go that way.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final, NamedTuple, Protocol
from unittest.mock import patch
from urllib.parse import urlsplit

from benchmarks import payloads
from benchmarks.clock import EPOCH, BenchClock
from benchmarks.payloads import STEP, Json, server_of

_STAMP_BITS: Final = 22
_A_MILLISECOND: Final = (1 << _STAMP_BITS) // STEP
_VERSION: Final = "/api/v10"
_PAGE: Final = 100


class Sent(NamedTuple):
    """A message that the bot handed over."""

    at: float
    """On the machine's steady clock, in seconds."""
    channel_id: int
    body: Json


class Reply(NamedTuple):
    """What one request is answered."""

    status: int
    body: Any
    headers: Mapping[str, str] = {}


class Gate(Protocol):
    """Stands before the answers of a session."""

    async def __call__(self, method: str, path: str) -> Reply:
        """How a request fares, when this returns: where the status is 200, the stub answers it, under these headers."""


class StubDiscord:
    def __init__(self, clock: BenchClock) -> None:
        self._clock = clock
        self._last = (0, 0)
        self.requests = 0
        self.sent: list[Sent] = []
        """Messages to channels, direct ones among them, as they came."""
        self.answered: dict[str, str] = {}
        """The last words that an interaction was answered, by its token."""
        self.direct: dict[int, list[Json]] = defaultdict(list)
        """Direct messages by their user, oldest first."""
        self.gate: Gate | None = None

    def new_id(self) -> int:
        """An id stamped now; at most 4,096 a millisecond."""
        now = (self._clock.now() - EPOCH) // timedelta(milliseconds=1)
        last, given = self._last
        self._last = (now, 0) if now > last else (last, given + 1)
        if self._last[1] == _A_MILLISECOND:
            self._last = (last + 1, 0)
        return (self._last[0] << _STAMP_BITS) + self._last[1] * STEP

    # --- what people do -----------------------------------------------------------------------------------------------

    def written(self, user_id: int, text: str) -> Json:
        """A direct message to the bot, for the gateway to bring; the history has it too."""
        message = payloads.message(self.new_id(), user_id, user_id, text)
        self.direct[user_id].append(message)
        return message

    # --- HTTP ---------------------------------------------------------------------------------------------------------

    async def request(self, route: Any, **how: Any) -> Any:
        """In place of `discord.http.HTTPClient.request`. Attached files are taken as they are."""
        return self._answer(route.method, route.url.partition(_VERSION)[2], how.get("json") or {}, how.get("params"))

    @contextmanager
    def sessions(self) -> Iterator[None]:
        """Whoever opens an aiohttp session meanwhile talks to this."""
        with patch("aiohttp.ClientSession", lambda *_, **__: _Session(self)):
            yield

    async def reply(self, method: str, url: str, body: Json, params: Mapping[str, Any] | None) -> Reply:
        path = urlsplit(url).path.partition(_VERSION)[2]
        reply = Reply(200, None) if self.gate is None else await self.gate(method, path)
        return reply if reply.status != 200 else reply._replace(body=self._answer(method, path, body, params))

    def _answer(self, method: str, path: str, body: Json, params: Mapping[str, Any] | None) -> Any:
        self.requests += 1
        root, *rest = path.strip("/").split("/")
        by_root: dict[str, Callable[[], Any]] = {
            "users": lambda: (
                payloads.direct_channel(int(body["recipient_id"])) if body else payloads.user(payloads.BOT)
            ),
            "oauth2": payloads.application,
            "applications": list,
            "guilds": lambda: payloads.member(int(rest[-1])),
            "interactions": lambda: {"interaction": {"id": rest[0], "type": 2}},
            "webhooks": lambda: self._follow_up(rest[1], body),
            "channels": lambda: self._channel(method, int(rest[0]), rest[1:], body, params or {}),
        }
        return by_root.get(root, dict)()

    def _follow_up(self, token: str, body: Json) -> Json:
        self.answered[token] = body.get("content", "")
        return payloads.message(self.new_id(), payloads.CHANNEL, payloads.BOT)

    def _channel(self, method: str, channel_id: int, rest: list[str], body: Json, params: Mapping[str, Any]) -> Any:
        if rest == ["messages"] and method == "GET":
            return self._history(channel_id, int(params.get("after", 0)))
        if rest == ["messages"]:
            return self._posted(channel_id, body)
        if rest[-1:] == ["threads"]:
            return {"id": rest[1], "type": 11}
        if not rest and method == "GET":
            return payloads.thread(channel_id, server_of(channel_id % STEP))
        number = int(rest[1]) if rest[1:] and rest[1].isdecimal() else channel_id
        return payloads.message(number, channel_id, payloads.BOT)

    def _posted(self, channel_id: int, body: Json) -> Json:
        self.sent.append(Sent(time.perf_counter(), channel_id, body))
        message = payloads.message(self.new_id(), channel_id, payloads.BOT, body.get("content") or "")
        if channel_id in self.direct:
            self.direct[channel_id].append(message)
        return message

    def _history(self, channel_id: int, after: int) -> list[Json]:
        """A page of a channel, the newest first, as Discord gives it."""
        found = [m for m in self.direct.get(channel_id, ()) if int(m["id"]) > after]
        return found[:_PAGE][::-1]


class _Session:
    """As much of `aiohttp.ClientSession` as discord.py uses for HTTP."""

    def __init__(self, discord: StubDiscord) -> None:
        self._discord = discord

    def request(self, method: str, url: str, **how: Any) -> _Exchange:
        data = how.get("data")
        body = json.loads(data) if isinstance(data, str | bytes) else {}
        return _Exchange(self._discord, method, str(url), body, how.get("params"))

    async def close(self) -> None:
        """Nothing is open."""


class _Exchange:
    """One request and its response: `async with session.request(…) as response`."""

    reason = ""

    def __init__(
        self, discord: StubDiscord, method: str, url: str, body: Json, params: Mapping[str, Any] | None
    ) -> None:
        self._asked = (method, url, body, params)
        self._discord = discord
        self.status, self._body = 0, ""
        self.headers: Mapping[str, str] = {}

    async def __aenter__(self) -> _Exchange:
        reply = await self._discord.reply(*self._asked)
        self.status, self._body = reply.status, json.dumps(reply.body)
        self.headers = {"content-type": "application/json", **reply.headers}
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is left open."""

    async def text(self, encoding: str | None = None) -> str:
        return self._body
