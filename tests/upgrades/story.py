"""The matches that a kept database is in the middle of, and how they go on.

What stands here is the same for every release: the files were made by `begin`, and each later release has to `play_on`.
"""

from __future__ import annotations

from typing import Any, Final

from bot.hosting.model.match import OVER
from tests.hosting.scene import HOUR, Scene

PLAYERS: Final = ("Ann", "Bob", "Eve", "Dan")
_FIRST: Final = {"Ann": "12 +1g", "Bob": "20", "Eve": "9", "Dan": "11"}
_SECOND: Final = {"Ann": "14", "Bob": "13 rank", "Eve": "15", "Dan": "500"}
_THIRD: Final = {"Ann": "18", "Bob": "17", "Dan": "16"}


async def begin(scene: Scene) -> None:
    """One match in its second round, with orders on file; and one that is signing up."""
    await scene.begin(*PLAYERS, rounds=3)
    await _send(scene, _FIRST)
    await scene.pass_deadline()
    await scene.run(HOUR)
    await _send(scene, _SECOND)
    await scene.dm("Eve", "is fifteen a lot?")
    await scene.create("garden-of-eden")
    await scene.join("Ann", "Bob")


async def play_on(scene: Scene) -> dict[str, list[Any]]:
    """Finish the one and play the other; what came out, by ruleset."""
    running, signing_up = await _codes(scene)
    outcome = {"ghost-ladder": await _finish_the_ladder(scene, running)}
    return outcome | {"garden-of-eden": await _play_the_garden(scene, signing_up)}


async def _codes(scene: Scene) -> list[str]:
    async with scene.store.begin() as unit:
        return [hosted.match.code for hosted in await unit.matches_in(100)]


async def _finish_the_ladder(scene: Scene, code: str) -> list[Any]:
    scene.code = code
    await scene.look_again()
    await scene.pass_deadline()
    await _send(scene, {name: f"{code} {text}" for name, text in _THIRD.items()})
    return await _to_the_end(scene)


async def _play_the_garden(scene: Scene, code: str) -> list[Any]:
    scene.code = code
    await scene.join("Eve", "Dan")
    assert (await scene.start()).ok
    for name in PLAYERS:
        await scene.dm(name, f"{code} basket gold silver")
    await scene.pass_deadline()
    for name, cast in zip(PLAYERS, ("gold", "gold", "gold", "silver"), strict=True):
        await scene.dm(name, f"{code} {cast}")
    return await _to_the_end(scene)


async def _send(scene: Scene, orders: dict[str, str]) -> None:
    for name, text in orders.items():
        await scene.dm(name, text)


async def _to_the_end(scene: Scene) -> list[Any]:
    """Everybody's standing."""
    await scene.look_again()
    while scene.match.status != OVER:
        await scene.pass_deadline()
        await scene.look_again()
    return list(scene.match.rules.standing(scene.match.state))
