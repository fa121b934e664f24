"""Holdings belong to somebody, whatever happens: nothing is made, lost, or given to somebody else."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from tests.games.properties.effort import TIMES
from tests.hosting.scene import Scene
from tests.hosting.stories import Story

STORIES = 6
STEPS = 30


@pytest.mark.parametrize("seed", range(STORIES * max(1, TIMES)))
async def test_in_every_story_everybody_has_what_is_theirs_and_every_export_replays(
    scene: Scene, tmp_path: Path, seed: int
) -> None:
    story = Story(scene, random.Random(seed))
    await story.begin()
    await story.check()
    for _ in range(STEPS):
        await story.step()
        try:
            await story.check()
        except BaseException:
            print("\n".join(story.told))
            raise
    assert await replayed(story, tmp_path) == 0


async def replayed(story: Story, folder: Path) -> int:
    """What `python -m games replay` ends with, given every export."""
    files = []
    for hosted in await story.matches():
        files.append(folder / f"{hosted.match.code}.toml")
        write(files[-1], await story.record(hosted))
    command = (sys.executable, "-m", "games", "replay", "--json", *map(str, files))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    return await process.wait()


def write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
