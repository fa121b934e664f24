"""Holdings belong to somebody, whatever happens: nothing is made, lost, or given to somebody else."""

from __future__ import annotations

import random

import pytest

from tests.games.properties.effort import TIMES
from tests.hosting.scene import Scene
from tests.hosting.stories import Story

STORIES = 6
STEPS = 30


@pytest.mark.parametrize("seed", range(STORIES * max(1, TIMES)))
async def test_in_every_story_everybody_has_what_is_theirs_and_every_export_replays(scene: Scene, seed: int) -> None:
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
