"""One scene's benchmarks in a process of their own: `python -m benchmarks.process SCENE FOLDER PATIENCE NAME …`.

Every figure is a line of JSON on the standard output, as soon as it is known.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.plan import by_scene, chosen
from benchmarks.scenes import Scene, Scenes
from benchmarks.stand import Stand, Subject, TooSlow
from benchmarks.table import Figure

NO_SCENE = "-"


async def measure(stand: Stand, subject: Subject) -> None:
    """Measure it, and tell. What is too slow to be measured is told as well."""
    untold = {line.key for line in subject.lines}
    try:
        async for figure in subject.measure(stand):
            untold.discard(figure.key)
            _tell(figure)
    except TooSlow as slow:
        for key in sorted(untold):
            _tell(Figure(key, None, str(slow)))


def _tell(figure: Figure) -> None:
    print(json.dumps(asdict(figure)), flush=True)


async def _measure_all(stand: Stand, subjects: list[Subject]) -> None:
    for subject in subjects:
        await measure(stand, subject)
    sys.stdout.flush()
    os._exit(0)  # what was cut short goes on, in tasks and threads of databases, and nobody waits for it


def main(scene: str, folder: str, patience: str, *names: str) -> None:
    logging.disable(logging.INFO)
    groups = {str(found or NO_SCENE): (found, subjects) for found, subjects in by_scene(chosen(names)).items()}
    found, subjects = groups[scene]
    stand = Stand(Scenes(Path(folder)), found or Scene(0, 0), float(patience))
    asyncio.run(_measure_all(stand, subjects))


if __name__ == "__main__":
    main(*sys.argv[1:])
