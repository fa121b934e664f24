"""The process is killed again and again around its sends, and in the end nobody can tell."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.hosting.folds import rewinding
from tests.hosting.fakes import BOT, Killed
from tests.hosting.scene import MINUTE, SECOND, Scene, calm, played

Step = Callable[[Scene], Awaitable[object]]

STORY: tuple[Step, ...] = (
    lambda scene: scene.dm("Ann", "12 rank"),
    lambda scene: scene.dm("Bob", "20"),
    lambda scene: scene.dm("Eve", "nonsense"),
    lambda scene: scene.pass_deadline(),
    lambda scene: scene.dm("Ann", "7"),
    lambda scene: scene.dm("Eve", "9; status"),
    lambda scene: scene.pass_deadline(),
)


async def told(folder: Path, dice: random.Random | None) -> tuple[dict[str, list[str]], list[object], int]:
    """The story, with a process that is killed around every few requests; all that can be read afterwards."""
    kills = 0
    async with played(folder / "matches.sqlite", manners=calm(away_extension=False)) as scene:
        await scene.begin("Ann", "Bob", "Eve", rounds=2)
        for step in STORY:
            await scene.look_again()
            arm(scene, dice)
            await step(scene)
            while scene.killed and dice is not None:
                kills += 1
                scene.discord.recovers()
                if dice.random() < 0.3:
                    arm(scene, dice)
                await scene.restart(away=dice.choice([SECOND, MINUTE, 5 * MINUTE]))
            scene.discord.recovers()
        await scene.ring()
        rows = await scene.rows()
        assert rewinding.fold(rows) == (await scene.hosted_now()).match
        shown = {channel: [m.content for m in ms if m.author == BOT] for channel, ms in scene.discord.channels.items()}
        return shown, [(row.kind, row.seat, row.body.get("text"), row.body.get("turn")) for row in rows], kills


def arm(scene: Scene, dice: random.Random | None) -> None:
    if dice is not None:
        verb, moment = dice.choice(["send", "send", "any"]), dice.choice(["before", "after"])
        skip = dice.choice([0, 0, 1, 3])
        scene.discord.goes_wrong(verb, moment=moment, error=Killed(), skip=skip)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def undisturbed() -> dict[str, object]:
    return {}


@pytest.mark.parametrize("seed", range(6))
async def test_whenever_it_is_killed_everything_is_said_once_and_in_order(
    tmp_path: Path, seed: int, undisturbed: dict[str, object]
) -> None:
    if not undisturbed:
        (tmp_path / "twin").mkdir()
        shown, rows, _ = await told(tmp_path / "twin", None)
        undisturbed.update(shown=shown, rows=rows)
    shown, rows, kills = await told(tmp_path, random.Random(seed))
    assert kills >= 3
    assert rows == undisturbed["rows"]
    assert shown == undisturbed["shown"]
