"""Reminders: none that is false, however late it gets through."""

from __future__ import annotations

from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.desk import interventions
from bot.hosting.players import preferences
from tests.hosting.scene import HOUR, MINUTE, SECOND, Scene
from tests.hosting.test_turned_back import does

NOTHING = "You have nothing on file"


def reminded(scene: Scene, who: str) -> int:
    return sum(NOTHING in letter for letter in scene.dms(who))


async def with_closed_letters(scene: Scene) -> None:
    """Ann's direct messages are closed when she is to be reminded, and Bob is reminded."""
    await scene.begin("Ann", "Bob", "Eve", reminders=(2.0,))
    scene.discord.refusing[f"user:{scene.user('Ann')}"] = "The direct messages are closed."
    await scene.run_to(scene.deadline - 2 * HOUR + MINUTE)
    assert (reminded(scene, "Ann"), reminded(scene, "Bob")) == (0, 1)


async def test_a_reminder_that_did_not_get_through_comes_late_while_it_is_true(scene: Scene) -> None:
    await with_closed_letters(scene)
    scene.discord.recovers()
    await scene.dm("Ann", "status")
    assert reminded(scene, "Ann") == 1


@pytest.mark.parametrize("what", ["closed", "extended", "paused", "cancelled"])
async def test_a_reminder_that_the_clock_made_false_never_comes(scene: Scene, what: str) -> None:
    await with_closed_letters(scene)
    if what == "closed":
        await scene.pass_deadline()
    elif what == "extended":
        await scene.extend(12.0)
    elif what == "paused":
        await scene.pause()
    else:
        await scene.cancel()
    scene.discord.recovers()
    await scene.dm("Ann", "status")
    assert reminded(scene, "Ann") == 0


async def test_a_reminder_that_a_message_made_false_never_comes(scene: Scene) -> None:
    await with_closed_letters(scene)
    scene.discord.recovers()
    await scene.dm("Ann", "12")
    assert reminded(scene, "Ann") == 0


@pytest.mark.parametrize("what", ["replaced", "removed"])
async def test_a_reminder_never_comes_to_who_has_lost_the_seat(scene: Scene, what: str) -> None:
    await with_closed_letters(scene)
    if what == "replaced":
        await does(scene, interventions.replace_player, scene.user("Ann"), scene.user("Kim"), "Kim")
    else:
        await does(scene, interventions.remove, scene.user("Ann"))
    scene.discord.recovers()
    await scene.dm("Ann", "status")
    assert reminded(scene, "Ann") == 0


async def test_what_waited_with_a_reminder_is_said_all_the_same(scene: Scene) -> None:
    """Many that wait go out as one; the reminder among them does not take the others along."""
    await scene.begin("Ann", "Bob", "Eve", reminders=(2.0,))
    ann = f"user:{scene.user('Ann')}"
    await scene.run_to(scene.deadline - 2 * HOUR - MINUTE)
    scene.discord.goes_wrong("send", ann, times=1_000)
    await scene.dm("Ann", "status")
    await scene.run_to(scene.deadline - 2 * HOUR + MINUTE)
    for _ in range(6):
        await scene.dm("Ann", "status")
    scene.discord.recovers()
    scene.discord.goes_wrong("send", ann, skip=1, times=1_000)
    await scene.run(SECOND)
    await scene.ring()  # the first is said; then the reminder and all behind it are one, which fails
    await scene.extend(1.0)
    scene.discord.recovers()
    await scene.try_again()
    assert sum(letter.count("Height left") for letter in scene.dms("Ann")) == 7


async def test_time_is_asked_for_on_behalf_of_the_absent_as_long_as_there_is_some_and_they_are_told_why(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden", periods=1)
    until = scene.deadline + 100 * HOUR
    await scene.does(partial(preferences.away, scene.house, scene.user("Ann"), None, until, True))
    for who in ("Bob", "Eve"):
        await scene.dm(who, "basket gold silver")
    heard = len(scene.dms("Ann"))
    await scene.run_to(scene.deadline - MINUTE)
    await scene.look_again()
    assert scene.dms("Ann")[heard] == words.asked_for_you(scene.code)
    assert "24 hours more" in scene.dms("Ann")[heard + 1]
    await scene.run_to(scene.deadline - MINUTE)
    assert len(scene.dms("Ann")) == heard + 2
