"""The ground a benchmark stands on, and what a benchmark is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

from benchmarks.bot import Bot
from benchmarks.clock import BenchClock
from benchmarks.scenes import Scene, Scenes
from benchmarks.table import Figure, Line

REST_SECONDS: Final = 60.0
"""So long the bot may take to come to rest after a start before what needs it is given up."""
SOON: Final = timedelta(seconds=5)
"""After the process that played was gone, the next one starts."""

JUST: Final = timedelta(minutes=2)
"""Before or after a deadline."""


class TooSlow(Exception):
    """Given up; what it is called with says why, in one clause."""


@dataclass(slots=True)
class Stand:
    """Where the benchmarks of one scene are measured, one after the other, in a process of their own."""

    scenes: Scenes
    scene: Scene
    patience: float = 1.0
    """How many times as long as usual everything may take."""
    _bots: dict[Scene, Bot] = field(default_factory=dict)
    _given_up: dict[Scene, str] = field(default_factory=dict)

    def seconds(self, usual: float) -> float:
        """A bound of so many seconds, by the patience of this run."""
        return usual * self.patience

    async def joined(self, scene: Scene | None = None, file: Path | None = None) -> Bot:
        """A new bot on a fresh copy of the scene (which may have been made before), logged in and not yet connected."""
        scene = scene or self.scene
        clock = BenchClock(self.scenes.template(scene).at + SOON)
        return await Bot.on(file or self.scenes.copy(scene), clock)

    def keep(self, bot: Bot) -> None:
        """This is the scene's bot from now on; it is connected."""
        self._bots[self.scene] = bot

    async def bot(self, scene: Scene | None = None) -> Bot:
        """A scene's bot at rest: everybody is read, all is swept and said. Raises TooSlow."""
        scene = scene or self.scene
        if scene in self._given_up:
            raise TooSlow(self._given_up[scene])
        if scene not in self._bots:
            self._bots[scene] = bot = await self.joined(scene)
            bot.connected(scene.servers)
        bot, seconds = self._bots[scene], self.seconds(REST_SECONDS)
        if not await bot.settle(seconds):
            self._given_up[scene] = f"{seconds:.0f} s after its start the bot had not come to rest"
            raise TooSlow(self._given_up[scene])
        return bot

    def users(self, matches: int | None = None, scene: Scene | None = None) -> list[int]:
        """The players of the first so many matches, match by match."""
        return self.scenes.users(scene or self.scene, matches)


Measure = Callable[[Stand], AsyncIterator[Figure]]


@dataclass(frozen=True, slots=True)
class Subject:
    """Lines of the table that are measured together, in one scene."""

    name: str
    """As in `make bench ONLY=name`; several subjects may share it."""
    scene: Scene | None
    """None for what uses no bot of a scene's."""
    lines: tuple[Line, ...]
    measure: Measure
    """Gives a figure for every line. Raises TooSlow for those it has not given yet."""
    beside: tuple[Scene, ...] = ()
    """Scenes that are measured in the same process, for comparison."""


TEN, HUNDRED, TWO_HUNDRED, THOUSAND = (Scene(matches, 10) for matches in (10, 100, 200, 1_000))
ONE: Final = Scene(1, 10)
CROWDS: Final = Scene(10, 100)
"""Ten tables of a hundred."""
