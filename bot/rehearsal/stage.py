"""The stage: the real bot (discord.py, database, scheduler, outbox) on a simulated Discord with a virtual clock."""

from __future__ import annotations

import datetime as real_datetime
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apscheduler.schedulers.base as scheduling
import discord
import simcord

from bot.hosting.context import Manners
from bot.rehearsal import simulation
from bot.wiring import Parts, join_parts, open_database

SETTLE_SECONDS = 60.0
"""Real time that a step of the simulation may take before it is taken for stuck."""


class StageClock:
    """Discord's clock on the stage: the simulation's."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def now(self) -> datetime:
        assert self.env is not None
        return self.env.now()

    async def discord(self) -> datetime:
        return self.now()


class SeededChance:
    """The port `Chance` from a seed, so that the same show comes again. Never for real matches."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a rehearsal has no secrets
        self._nonces = random.Random(seed)  # noqa: S311 - apart, so that how much is said steers no draw

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def nonce(self) -> str:
        return "".join(self._nonces.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(24))


def rehearsed_manners() -> Manners:
    """As in earnest, but for the heartbeat: a virtual week has ten thousand minutes."""
    return Manners(beat=timedelta(hours=6))


@dataclass(slots=True)
class Stage:
    """A simulated Discord with the bot on it."""

    env: simcord.Env
    parts: Parts
    file: Path
    clock: StageClock
    chance: SeededChance
    manners: Manners
    gone: list[Parts] = field(default_factory=list)

    async def forward(self, hours: float = 0, seconds: float = 0) -> None:
        """Run the virtual clock; everything that falls due happens on the way."""
        await self.env.advance_time(hours * 3600 + seconds)
        await self.env.settle()

    async def restart(self, away: timedelta = timedelta(0)) -> None:
        """Stop the process, let time pass, and start another one on the same database."""
        await self.stop()
        if away:
            self.env.backend.advance_clock(away.total_seconds())
        await self.start()

    async def stop(self) -> None:
        """The process is gone; Discord goes on. Its last heartbeat is as fresh as a real one would be."""
        with self.env._bot_scope():
            self.parts.sweep.wake()
        await self.env.settle()
        self.parts.alarms.stop()
        await self.env.settle()
        self.gone.append(self.parts)
        await self.env._detach_bot()
        await self.parts.engine.dispose()

    async def start(self) -> None:
        self.parts = await _parts(self.file, self.clock, self.chance, self.manners)
        with self.env.time_context():
            await self.env.restart_bot(self.parts.client)
        self._start_alarms()
        await self.env.settle()

    def _start_alarms(self) -> None:
        """Timers of the bot's own tasks are virtual; the alarm's must be, too."""
        with self.env._bot_scope():
            self.parts.alarms.start()
            self.parts.sweep.wake()


@asynccontextmanager
async def stage(
    file: Path, seed: int = 1, manners: Manners | None = None, check_errors: bool = True
) -> AsyncIterator[Stage]:
    """Raise the curtain on a database file (new or not)."""
    clock, chance, manners = StageClock(), SeededChance(seed), manners or rehearsed_manners()
    parts = await _parts(file, clock, chance, manners)
    env_run = simulation.run(parts.client, settle_timeout=SETTLE_SECONDS, check_errors=check_errors)
    clock.env = env_run._env
    with _virtual_scheduler(clock):
        async with env_run as env:
            it = Stage(env, parts, file, clock, chance, manners)
            it._start_alarms()
            await env.settle()
            try:
                yield it
            finally:
                it.parts.alarms.stop()
                await env.settle()
                await it.parts.engine.dispose()


async def _parts(file: Path, clock: StageClock, chance: SeededChance, manners: Manners) -> Parts:
    engine = await open_database(file, durable=False)
    return join_parts(engine, clock, chance, manners, machine=clock.now)


@contextmanager
def _virtual_scheduler(clock: StageClock) -> Iterator[None]:
    """APScheduler asks its own module for the time; on the stage that is the simulation's."""

    class Virtual(real_datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return clock.now().astimezone(tz)

    with patch.object(scheduling, "datetime", Virtual):
        yield


def seen_by(channel: simcord.ChannelHandle, viewer: Any = None) -> list[discord.Message]:
    """The messages of a channel, oldest first."""
    return sorted(channel.history(viewer=viewer), key=lambda m: m.id)
