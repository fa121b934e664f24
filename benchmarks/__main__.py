"""`make bench`: measure everything, print the table; the exit status is 1 where a floor is missed.

python -m benchmarks                     # all of it; the slower the bot is, the longer: up to eight minutes
python -m benchmarks burst single        # some of it: make bench ONLY='burst single'
python -m benchmarks --patience 4        # everything may take four times as long before it is cut short
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.plan import LINES, NAMES, by_scene, chosen
from benchmarks.process import NO_SCENE
from benchmarks.scenes import Scene, Scenes
from benchmarks.stand import Subject
from benchmarks.table import Figure, rendered, short

SCENE_SECONDS: Final = 150.0
"""A scene that is not measured by then is cut short."""
_IDLE: Final = 0.25
"""A machine with less load than that for each processor has nothing else to do."""
_BUILD: Final = Path(__file__).resolve().parent.parent / "build"
"""On the disk that the project is on: a temporary folder may be in memory."""


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    subjects, busy = chosen(asked.only), _busy()
    _BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_BUILD, prefix="bench-") as folder:
        figures = {figure.key: figure for figure in _measured(subjects, Path(folder), asked.patience)}
    print(rendered(LINES, figures))
    print(f"\nPython {platform.python_version()}, {os.cpu_count()} processors.{busy}")
    missed = short(LINES, figures)
    print(f"{len(missed)} of {len(figures)} lines are short." if missed else "Every floor is held.")
    return int(bool(missed))


def _busy() -> str:
    """What is to be known of a machine that already does other things."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load < processors * _IDLE:
        return ""
    return f" They were busy with other things (load {load:.1f}): trust no time, and ratios little."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measure how fast the bot is.")
    parser.add_argument("only", nargs="*", choices=NAMES, metavar="NAME", help=f"of these alone: {', '.join(NAMES)}")
    parser.add_argument("--patience", type=float, default=1.0, help="how many times as long everything may take")
    return parser


def _measured(subjects: Sequence[Subject], folder: Path, patience: float) -> Iterator[Figure]:
    groups = by_scene(subjects)
    began = time.perf_counter()
    wanted = [scene for subject in subjects for scene in (subject.scene, *subject.beside) if scene is not None]
    Scenes(folder).prepare(wanted)
    _say(f"{time.perf_counter() - began:.0f} s to prepare")
    for scene, group in groups.items():
        began = time.perf_counter()
        yield from _of_a_process(scene, group, folder, patience)
        _say(f"{time.perf_counter() - began:.0f} s for {scene or 'the rules'}: {', '.join(s.name for s in group)}")


def _of_a_process(scene: Scene | None, group: Sequence[Subject], folder: Path, patience: float) -> Iterator[Figure]:
    """What it told, and what it had no time left to tell."""
    names, seconds = [subject.name for subject in group], SCENE_SECONDS * patience
    command = [sys.executable, "-m", "benchmarks.process", str(scene or NO_SCENE), str(folder), str(patience), *names]
    said, why = folder / f"said-{scene}", "it failed"
    with said.open("w") as out:
        try:
            subprocess.run(command, stdout=out, timeout=seconds, check=True)  # noqa: S603 - ourselves
        except subprocess.TimeoutExpired:
            why = f"not reached within {seconds:.0f} s"
        except subprocess.CalledProcessError as failed:
            why = f"its process failed with status {failed.returncode}"
    told = [Figure(**json.loads(line)) for line in said.read_text().splitlines()]
    yield from told
    missing = {line.key for subject in group for line in subject.lines} - {figure.key for figure in told}
    yield from (Figure(key, None, why) for key in missing)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
