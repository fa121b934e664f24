"""Where a process is killed: at random, but mostly where it hurts, around commits and around what is sent."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from tests.fake_discord import FakeDiscord
from tests.fake_discord.troubles import ConnectionLost
from tests.soak.hurried import Commit

Moment = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Kill:
    """When one process is to die. `skip`: so many such requests, events or commits are let pass."""

    kind: Literal["request", "event", "commit", "time"]
    what: tuple[str, str] = ("", "")
    """A request's method and path, or an event's name."""
    moment: Moment = "before"
    """Before a request or commit takes effect, or after it did and before the process learns of it."""
    skip: int = 0
    seconds: float = 0.0
    """How long after its start, or after the event."""
    gently: bool = False
    """By SIGTERM: it may finish what it is at."""

    def __str__(self) -> str:
        where = " ".join(part for part in self.what if part)
        after = f" +{self.seconds * 1000:.0f} ms" if self.seconds else ""
        when = self.moment if self.kind in ("request", "commit") else "at"
        return f"{'SIGTERM' if self.gently else 'SIGKILL'} {when} {self.kind} {where} #{self.skip}{after}"

    @property
    def signal(self) -> signal.Signals:
        return signal.SIGTERM if self.gently else signal.SIGKILL

    @property
    def commit(self) -> Commit | None:
        """What the process must do itself."""
        return Commit(self.moment, self.skip + 1, self.signal) if self.kind == "commit" else None


REQUESTS: Final = {
    ("POST", "/channels/*/messages"): 12,
    ("PATCH", "/channels/*/messages/*"): 4,
    ("PUT", "/channels/*/messages/pins/*"): 1,
    ("GET", "/channels/*/messages"): 5,
    ("POST", "/users/@me/channels"): 3,
    ("POST", "/interactions/*/callback"): 2,
    ("*", "/webhooks/*"): 2,
    ("PUT", "/applications/*/commands"): 1,
    ("GET", "/users/@me"): 1,
}
"""How often a process dies at each, among the kills at requests."""
KINDS: Final = {"request": 8, "commit": 6, "event": 3, "time": 2}
EVENTS: Final = ("MESSAGE_CREATE", "MESSAGE_CREATE", "INTERACTION_CREATE")


def draw(dice: random.Random) -> Kill:
    """The next one; one in six is gentle."""
    return replace(_drawn(dice), gently=dice.randrange(6) == 0)


def _drawn(dice: random.Random) -> Kill:
    kind = dice.choices(list(KINDS), list(KINDS.values()))[0]
    if kind == "commit":
        return Kill("commit", moment=_moment(dice), skip=dice.randrange(25))
    if kind == "event":
        return Kill("event", (dice.choice(EVENTS), ""), skip=dice.randrange(2), seconds=dice.random() ** 2 / 20)
    if kind == "time":
        return Kill("time", seconds=dice.uniform(0, 1.5))
    method, path = dice.choices(list(REQUESTS), list(REQUESTS.values()))[0]
    return Kill("request", (method, path), _moment(dice), dice.randrange(3))


def _moment(dice: random.Random) -> Moment:
    """More often after it took effect: then nobody but Discord knows."""
    return "before" if dice.random() < 0.35 else "after"


def arm(kill: Kill, discord: FakeDiscord, deadly: Callable[[], None]) -> None:
    """Let it happen to the process that starts now; `deadly` kills it. Commits are the process's own business."""
    discord.troubles.clear()
    if kill.kind == "request":
        _at_request(kill, discord, deadly)
    elif kill.kind == "event":
        discord.troubles.follow_events(kill.what[0], deadly, kill.seconds, skip=kill.skip)
    elif kill.kind == "time":
        asyncio.get_running_loop().call_later(kill.seconds, deadly)


def disarm(discord: FakeDiscord) -> None:
    """Nothing happens any more, but for what the process does itself."""
    discord.troubles.clear()


def _at_request(kill: Kill, discord: FakeDiscord, deadly: Callable[[], None]) -> None:
    def strike() -> None:
        deadly()
        if not kill.gently:
            raise ConnectionLost

    discord.troubles.call(*kill.what, strike, afterwards=kill.moment == "after", skip=kill.skip)
