"""`python -m tests.soak --kills 1000 --seed 1`: as many kills as wanted, and the figures.

Exit status 0: no disturbed match differs from its twin. A play that does can be looked at again by its name:
`python -m tests.soak --play ghost-ladder:3:17`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from tests.soak.play import Result, play
from tests.soak.record import Record, differences
from tests.soak.script import OPTIONS, write

EACH: Final = 12
"""Kills in one match."""
PLAYS_OF_A_SCRIPT: Final = 5
AT_ONCE: Final = 3
MOST_LINES: Final = 30
"""Of what differs, so much is printed."""


@dataclass(frozen=True, slots=True)
class Name:
    """Which script, and with which dice its processes are killed."""

    ruleset: str
    script: int
    dice: int

    def __str__(self) -> str:
        return f"{self.ruleset}:{self.script}:{self.dice}"


@dataclass
class Figures:
    """What is printed at the end."""

    matches: int = 0
    kills: int = 0
    gentle: int = 0
    starts: int = 0
    different: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, name: Name, result: Result, found: Sequence[str]) -> None:
        self.matches += 1
        self.kills += len(result.struck)
        self.starts += result.lives
        self.gentle += sum(kill.gently for kill in result.struck)
        self.kinds.update(kill.kind for kill in result.struck)
        if found:
            self.different.append(str(name))
            shown = [*found[:MOST_LINES], *(["…"] if len(found) > MOST_LINES else [])]
            print(f"{name} differs:", *shown, "killed:", *result.struck, sep="\n  ", flush=True)

    def fail(self, name: Name, error: AssertionError) -> None:
        """A match that did not even come to its end."""
        self.matches += 1
        self.different.append(str(name))
        print(f"{name} got stuck: {error}", flush=True)

    def __str__(self) -> str:
        kinds = ", ".join(f"{number} at a {kind}" for kind, number in self.kinds.most_common())
        return (
            f"{self.kills} kills ({kinds}; {self.gentle} of them by SIGTERM), {self.starts} starts,"
            f" {self.matches} matches, {len(self.different)} different from their twins"
        )


class Soak:
    """Twins are played once, and shared."""

    def __init__(self, folder: Path) -> None:
        self.figures = Figures()
        self._folder = folder
        self._twins: dict[tuple[str, int], asyncio.Task[Record]] = {}
        self._numbers = count()

    async def run(self, names: Sequence[Name], kills: int, at_once: int) -> None:
        """Play all of them, so many side by side."""
        gate = asyncio.Semaphore(at_once)
        await asyncio.gather(*(self._compare(name, kills, gate) for name in names))

    async def _compare(self, name: Name, kills: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            twin = await self._twin(name)
            try:
                result = await play(write(name.ruleset, name.script), self._new_folder(), name.dice, kills)
            except AssertionError as error:
                self.figures.fail(name, error)
                return
        self.figures.add(name, result, differences(twin, result.record))

    async def _twin(self, name: Name) -> Record:
        key = (name.ruleset, name.script)
        if key not in self._twins:
            self._twins[key] = asyncio.create_task(self._undisturbed(name))
        return await self._twins[key]

    async def _undisturbed(self, name: Name) -> Record:
        result = await play(write(name.ruleset, name.script), self._new_folder(), name.dice, 0)
        assert result.record.faults == (), result.record.faults
        return result.record

    def _new_folder(self) -> Path:
        folder = self._folder / str(next(self._numbers))
        folder.mkdir()
        return folder


def names(kills: int, seed: int) -> list[Name]:
    """As many plays as it takes."""
    plays = max(1, round(kills / EACH))
    rulesets = list(OPTIONS)
    scripts = [
        (rulesets[i % len(rulesets)], seed * 1_000 + i // len(rulesets)) for i in range(-(-plays // PLAYS_OF_A_SCRIPT))
    ]
    every = [Name(*script, seed * 1_000 + dice) for script in scripts for dice in range(PLAYS_OF_A_SCRIPT)]
    return every[:plays]


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    wanted = [_name(one) for one in given.play] or names(given.kills, given.seed)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        soak = Soak(Path(folder))
        asyncio.run(soak.run(wanted, EACH, given.at_once))
    print(f"{soak.figures}, {time.monotonic() - began:.0f} s")
    return 1 if soak.figures.different else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1_000, help="how many, about (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="other matches, killed elsewhere (%(default)s)")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help="matches side by side (%(default)s)")
    parser.add_argument("--play", action="append", default=[], metavar="NAME", help="this one alone")
    return parser


def _name(text: str) -> Name:
    ruleset, script, dice = text.split(":")
    return Name(ruleset, int(script), int(dice))


if __name__ == "__main__":
    sys.exit(main())
