"""The sweep of every minute comes, whatever happens meanwhile."""

from __future__ import annotations

from datetime import timedelta

from bot.hosting.context import Manners
from tests.hosting.scene import MINUTE, SECOND, Scene


async def last_beat(scene: Scene) -> timedelta:
    """How long ago it was."""
    async with scene.store.begin() as unit:
        *_, (_, until) = await unit.presences(scene.clock.instant - timedelta(days=1))
    return scene.clock.instant - until


async def test_events_that_come_all_the_time_do_not_put_the_heartbeat_off(scene: Scene) -> None:
    scene.manners = Manners()
    await scene.begin("Ann", "Bob", "Eve")
    for _ in range(30):
        await scene.run(10 * SECOND)
        await scene.dm("Ann", "12")
        assert await last_beat(scene) <= MINUTE


async def test_a_clock_that_was_ahead_does_not_put_the_heartbeat_off(scene: Scene) -> None:
    scene.manners = Manners()
    await scene.begin("Ann", "Bob", "Eve")
    scene.clock.ahead = timedelta(hours=1)
    await scene.ring()
    scene.clock.ahead = timedelta(0)
    await scene.dm("Ann", "12")
    assert scene.alarm.when is not None
    assert scene.alarm.when - scene.clock.instant <= MINUTE
