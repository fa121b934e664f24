"""Faults on demand: for requests by method, path and count, and for gateway events by name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from tests.fake_discord.log import Request
from tests.fake_discord.refusals import Refusal

BAD_GATEWAY: Final = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


@dataclass(frozen=True)
class Reply:
    """An answer to a request: JSON, plain text, or nothing (204)."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


class ConnectionLost(Exception):
    """The connection breaks here, and the bot never learns what became of its request."""


Trouble = Callable[[Request], Awaitable[Reply | None]]
"""What happens to a request: an answer in place of the real one, `ConnectionLost`, or nothing after all (None)."""


@dataclass
class Rule:
    """A trouble and which requests meet it: matching ones from the `skip`-th on, `times` of them (None: all)."""

    kind: str
    method: str
    pattern: str
    trouble: Trouble
    times: int | None
    skip: int
    afterwards: bool = False
    """Whether it strikes when the request has taken effect and only the answer is still to come."""
    seen: int = 0
    met: int = 0

    def strikes(self, request: Request) -> bool:
        """Count a request, and say whether it meets the trouble."""
        if not request.fits(self.method, self.pattern):
            return False
        self.seen += 1
        due = self.seen > self.skip and (self.times is None or self.met < self.times)
        self.met += due
        return due


@dataclass
class EventRule:
    """What happens to gateway events of a name."""

    pattern: str
    fate: Callable[[Callable[[], None]], None]
    times: int | None
    met: int = 0


class Troubles:
    """All faults of one server. Every method below sets a rule for requests still to come."""

    def __init__(self) -> None:
        self.unreachable = False
        """Discord is away: no request and no gateway connection gets through."""
        self._rules: list[Rule] = []
        self._event_rules: list[EventRule] = []
        self._held: list[Callable[[], None]] = []

    def clear(self) -> None:
        """No faults any more; held events are let go."""
        self._rules.clear()
        self._event_rules.clear()
        self.unreachable = False
        self.release()

    # Requests

    def refuse(
        self, method: str, pattern: str, refusal: Callable[[], Refusal], *, times: int | None = 1, skip: int = 0
    ) -> Rule:
        """Refuse with one of `refusals`, such as `closed_dms`."""

        async def trouble(request: Request) -> Reply:
            raise refusal()

        return self._rule("refused", method, pattern, trouble, times, skip)

    def fail(self, method: str, pattern: str, status: int = 502, *, times: int | None = 1, skip: int = 0) -> Rule:
        """Answer with an HTML page, as Discord's front does: a server's error, or that it lets nobody through."""

        async def trouble(request: Request) -> Reply:
            return Reply(status, BAD_GATEWAY)

        return self._rule(f"failed with {status}", method, pattern, trouble, times, skip)

    def judge(self, method: str, pattern: str, trouble: Trouble) -> Rule:
        """Let a test decide for each request what becomes of it."""
        return self._rule("judged", method, pattern, trouble, None, 0)

    def reply(self, method: str, pattern: str, reply: Reply, *, times: int | None = 1, skip: int = 0) -> Rule:
        """Answer with anything at all."""

        async def trouble(request: Request) -> Reply:
            return reply

        return self._rule(f"answered with {reply.status}", method, pattern, trouble, times, skip)

    def limit(
        self, method: str, pattern: str, retry_after: float, *, everywhere: bool = False, times: int = 1, skip: int = 0
    ) -> Rule:
        """Answer 429 for the route, or as the global limit; real seconds to wait."""

        async def trouble(request: Request) -> Reply:
            return too_many(retry_after, everywhere=everywhere)

        return self._rule("rate limited", method, pattern, trouble, times, skip)

    def slow(self, method: str, pattern: str, seconds: float, *, times: int | None = 1, skip: int = 0) -> Rule:
        """Let real seconds pass before the request takes effect."""

        async def trouble(request: Request) -> None:
            await asyncio.sleep(seconds)

        return self._rule("slow", method, pattern, trouble, times, skip)

    def drop(self, method: str, pattern: str, *, times: int | None = 1, skip: int = 0) -> Rule:
        """Break the connection before the request takes effect."""
        return self._rule("dropped", method, pattern, _lose, times, skip)

    def lose_answer(self, method: str, pattern: str, *, times: int | None = 1, skip: int = 0) -> Rule:
        """Break the connection after the request took effect: the bot cannot know that it did."""
        return self._rule("answer lost", method, pattern, _lose, times, skip, afterwards=True)

    def call(
        self,
        method: str,
        pattern: str,
        action: Callable[[], None],
        *,
        afterwards: bool = False,
        times: int | None = 1,
        skip: int = 0,
    ) -> Rule:
        """Do something when a request arrives, or when it took effect and is not answered yet: kill the bot, say."""

        async def trouble(request: Request) -> None:
            action()

        return self._rule("called", method, pattern, trouble, times, skip, afterwards=afterwards)

    def _rule(
        self,
        kind: str,
        method: str,
        pattern: str,
        trouble: Trouble,
        times: int | None,
        skip: int,
        *,
        afterwards: bool = False,
    ) -> Rule:
        rule = Rule(kind, method, pattern, trouble, times, skip, afterwards)
        self._rules.append(rule)
        return rule

    async def meet(self, request: Request, *, afterwards: bool) -> Reply | None:
        """Let a request meet its troubles, in the order in which they were set, until one answers it."""
        if self.unreachable:
            raise ConnectionLost
        for rule in [one for one in self._rules if one.afterwards is afterwards]:
            if rule.strikes(request):
                request.trouble = rule.kind
                reply = await rule.trouble(request)
                if reply is not None:
                    return reply
        return None

    # Events

    def delay_events(self, pattern: str, seconds: float, *, times: int | None = 1) -> None:
        """Send events of a name (`*` stands for anything) some real seconds late."""

        def later(send: Callable[[], None]) -> None:
            asyncio.get_running_loop().call_later(seconds, send)

        self._event_rules.append(EventRule(pattern, later, times))

    def hold_events(self, pattern: str, *, times: int | None = 1) -> None:
        """Keep events of a name back until `release`."""
        self._event_rules.append(EventRule(pattern, self._held.append, times))

    def release(self) -> None:
        """Send what was held back, in its order."""
        held, self._held = self._held, []
        for send in held:
            send()

    def double_events(self, pattern: str, *, times: int | None = 1) -> None:
        """Send events of a name twice."""

        def twice(send: Callable[[], None]) -> None:
            send()
            send()

        self._event_rules.append(EventRule(pattern, twice, times))

    def lose_events(self, pattern: str, *, times: int | None = 1) -> None:
        """Never send events of a name."""
        self._event_rules.append(EventRule(pattern, lambda send: None, times))

    def follow_events(
        self, pattern: str, action: Callable[[], None], seconds: float = 0.0, *, times: int | None = 1, skip: int = 0
    ) -> None:
        """Send events of a name, and do something some real seconds later: kill the bot, say."""
        seen = 0

        def followed(send: Callable[[], None]) -> None:
            nonlocal seen
            send()
            seen += 1
            if seen > skip:
                asyncio.get_running_loop().call_later(seconds, action)

        self._event_rules.append(EventRule(pattern, followed, None if times is None else times + skip))

    def deliver(self, name: str, send: Callable[[], None]) -> None:
        """Send an event, as the first rule that fits it wants."""
        for rule in self._event_rules:
            if fnmatchcase(name, rule.pattern) and (rule.times is None or rule.met < rule.times):
                rule.met += 1
                return rule.fate(send)
        return send()


def too_many(retry_after: float, *, everywhere: bool) -> Reply:
    """The answer 429, with what a client needs to believe it."""
    headers = {
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if everywhere else "user",
        "Via": "1.1 google",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
    return Reply(429, body, headers)


async def _lose(request: Request) -> Reply:
    raise ConnectionLost
