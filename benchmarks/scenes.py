"""Scenes: databases with so many matches of so many players, made once for a run."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.clones import cloned, user_of
from benchmarks.payloads import OF_A_SERVER
from benchmarks.template import Template, played

_AT_ONCE: Final = 2


class Scene(NamedTuple):
    """So many matches of so many players. Some rounds are over, and everybody has sent in the one that is open."""

    matches: int
    players: int

    def __str__(self) -> str:
        return f"{self.matches}x{self.players}"

    @property
    def rounds(self) -> int:
        """Rounds that are over: three; at tables of a hundred, which take their time to play, one."""
        return 3 if self.players <= 10 else 1

    @property
    def servers(self) -> int:
        """In how many servers they are played."""
        return -(-self.matches // OF_A_SERVER)


class Scenes:
    """A folder of prepared scenes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def prepare(self, scenes: Iterable[Scene]) -> None:
        """Play a match for each size of table, and write it as often as each scene wants it."""
        wanted = sorted(set(scenes))
        tables = {scene.players: scene for scene in wanted}
        with ProcessPoolExecutor(_AT_ONCE) as pool:
            list(pool.map(self._play, tables.values()))
            list(pool.map(self._write, reversed(wanted)))

    def _play(self, scene: Scene) -> None:
        file = self._folder / f"table-{scene.players}.sqlite3"
        template = asyncio.run(played(file, scene.players, scene.rounds))
        told = {"code": template.code, "players": template.players, "at": template.at.isoformat()}
        file.with_suffix(".json").write_text(json.dumps(told))

    def _write(self, scene: Scene) -> None:
        cloned(self.template(scene), self._original(scene), scene.matches)

    def _original(self, scene: Scene) -> Path:
        return self._folder / f"{scene}.sqlite3"

    def template(self, scene: Scene) -> Template:
        """The match that the scene's matches are clones of."""
        file = self._folder / f"table-{scene.players}.sqlite3"
        told = json.loads(file.with_suffix(".json").read_text())
        at = datetime.fromisoformat(told["at"])
        return Template(file, told["code"], tuple(told["players"]), scene.rounds, at)

    def copy(self, scene: Scene) -> Path:
        """A database of this scene, for one bot to host in."""
        number = len(list(self._folder.glob(f"{scene}-*.sqlite3")))
        return Path(shutil.copy(self._original(scene), self._folder / f"{scene}-{number}.sqlite3"))

    def users(self, scene: Scene, matches: int | None = None) -> list[int]:
        """The players of the first so many matches (of all), match by match."""
        players = self.template(scene).players
        return [user_of(player, k) for k in range(matches or scene.matches) for player in players]
