"""A process of the soak: `dealer run`, which looks at Discord's clock all the time, since a test moves it by hand.

Nothing that decides anything is other than in earnest. Only who waits for what differs: the sweep runs as often as it
can, Discord's client does not wait two seconds for servers that never come, a dead holder's lease is taken over at
once, and a match's seed and code do not come from chance. After every look a request that says `idle` tells the test
that all that was to happen has happened.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Literal

IDLE: Final = "idle"
"""What the query of a request says that comes when nothing is under way."""
GLANCE_SECONDS: Final = 0.02
SERVERS_WITHIN_SECONDS: Final = 0.02
MOST_LETTERS: Final = 100

PATIENCE: Final[dict[str, Any]] = {
    "bot.store.lease.DEAD_AFTER_SECONDS": 0.1,
    "bot.store.lease.LOOK_SECONDS": 0.02,
    "bot.store.lease.RENEW_SECONDS": 1.0,
    "bot.hosting.recording.queue._PAUSE_SECONDS": 0.1,
}

DISTRUST: Final[dict[str, Any]] = {"bot.hosting.outbox.delivery._NONCE_HOLDS": timedelta(-1)}
"""As if Discord forgot every nonce at once: what may have been said is looked for."""


@dataclass(frozen=True)
class Commit:
    """The process sends itself a signal before or after so many commits."""

    moment: Literal["before", "after"]
    number: int
    signal: int


def hurry(seed: int, commit: Commit | None) -> None:
    """To be called in the new process, before anything else."""
    from bot import wiring
    from bot.operating import service

    _answer_quickly()
    _be_predictable(wiring.SecretChance, seed)
    join = wiring.join_parts

    def joined(*given: Any, **named: Any) -> Any:
        parts = join(*given, **named)
        asyncio.get_running_loop().create_task(_look_all_the_time(parts))
        return parts

    vars(service)["join_parts"] = joined
    if commit is not None:
        _die_at(commit)


def _answer_quickly() -> None:
    from discord.state import ConnectionState

    begin: Callable[..., None] = ConnectionState.__init__

    def begun(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        self.guild_ready_timeout = SERVERS_WITHIN_SECONDS

    ConnectionState.__init__ = begun  # type: ignore[method-assign]


def _be_predictable(chance: Any, seed: int) -> None:
    """The seed that the script was written for. What else is drawn (codes, pauses) is always the same, too."""
    chance.below = lambda self, n: seed % n if n > MOST_LETTERS else 0


async def _look_all_the_time(parts: Any) -> None:
    from aiohttp import ClientError
    from discord import DiscordException
    from discord.http import Route

    from bot.hosting.ports.discord import Trouble

    while not parts.delivery._stopped:
        await asyncio.sleep(GLANCE_SECONDS)
        if not parts.room.connected:
            continue
        try:
            await parts.house.clock.discord()
            parts.sweep.wake()
            await parts.sweep._task
            await parts.house.queue.drained()
            await parts.delivery.quiet()
            if not parts.room.present:
                continue
            await parts.client.http.request(Route("GET", "/gateway"), params={IDLE: os.getpid()})
        except (Trouble, OSError, RuntimeError, ClientError, DiscordException):
            continue


def _die_at(commit: Commit) -> None:
    from bot.store.unit_of_work import SqlStore

    begin = SqlStore.begin
    left = commit.number

    @asynccontextmanager
    async def begun(self: SqlStore) -> AsyncIterator[Any]:
        nonlocal left
        left -= 1
        last = left == 0
        async with begin(self) as unit:
            yield unit
            if last and commit.moment == "before":
                os.kill(os.getpid(), commit.signal)
        if last and commit.moment == "after":
            os.kill(os.getpid(), commit.signal)

    SqlStore.begin = begun  # type: ignore[method-assign]
