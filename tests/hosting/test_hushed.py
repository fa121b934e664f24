"""An extension that a player asks for is in force at once and public a little later, so that nobody's presence tells
who asked (ruling GE15)."""

from __future__ import annotations

import pytest

from bot.hosting import words
from tests.hosting.scene import HOUR, MINUTE, NOON, SECOND, Scene

DUE, MOVED = NOON + 48 * HOUR, NOON + 72 * HOUR


@pytest.fixture
async def asked(scene: Scene) -> Scene:
    """Ann asks an hour before the deadline, and the wait is not over yet."""
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await scene.run_to(DUE - HOUR)
    scene.chance.fixed = 1_000  # the longest wait there is
    await scene.dm("Ann", "extend")
    await scene.look_again()
    return scene


def says_longer(scene: Scene) -> bool:
    return any("runs longer" in post for post in scene.thread())


async def test_who_asks_is_told_at_once(asked: Scene) -> None:
    assert words.moment(MOVED) in asked.dms("Ann")[-1]


async def test_it_is_in_force_at_once(asked: Scene) -> None:
    assert asked.deadline == MOVED


async def test_until_it_is_announced_board_and_answers_to_others_show_what_everyone_knows(asked: Scene) -> None:
    await asked.dm("Bob", "status")
    assert words.moment(DUE) in asked.dms("Bob")[-1]
    assert words.moment(DUE) in asked.board()
    assert words.moment(MOVED) not in asked.board()
    assert not says_longer(asked)


async def test_the_wait_is_at_most_a_tenth_of_the_time_left(asked: Scene) -> None:
    assert asked.match.hushed[0].until == DUE - HOUR + 6 * MINUTE
    await asked.run_to(DUE - HOUR + 6 * MINUTE - SECOND)
    assert not says_longer(asked)
    await asked.run_to(DUE - HOUR + 6 * MINUTE)
    assert says_longer(asked)


async def test_the_wait_is_at_most_ten_minutes(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    scene.chance.fixed = 1_000
    await scene.dm("Ann", "extend")
    await scene.look_again()
    assert scene.match.hushed[0].until == NOON + 10 * MINUTE


async def test_the_wait_is_drawn(scene: Scene) -> None:
    waits = []
    for drawn in (0, 250, 1_000):
        scene.code, scene.up = "", False
        await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
        scene.chance.fixed = drawn
        await scene.dm("Ann", "extend")
        await scene.look_again()
        waits.append(scene.match.hushed[0].until - NOON)
        await scene.die()
    assert waits == [0 * MINUTE, 2.5 * MINUTE, 10 * MINUTE]


async def test_once_announced_everyone_knows_the_same_deadline_and_no_name(asked: Scene) -> None:
    await asked.run_to(DUE - HOUR + 10 * MINUTE)
    post = asked.thread()[-1]
    assert words.moment(MOVED) in post
    assert "Ann" not in post
    assert words.moment(MOVED) in asked.board()


async def test_two_requests_are_announced_each_in_its_own_time(asked: Scene) -> None:
    asked.chance.fixed = 0
    await asked.dm("Bob", "extend")
    await asked.ring()
    await asked.look_again()
    assert asked.deadline == NOON + 96 * HOUR
    assert asked.match.public_deadline == MOVED
    await asked.run_to(DUE - HOUR + 6 * MINUTE)
    await asked.look_again()
    assert asked.match.public_deadline == NOON + 96 * HOUR
    assert sum("runs longer" in post for post in asked.thread()) == 2


async def test_a_close_says_it_first(asked: Scene) -> None:
    await asked.close()
    longer, cut = asked.thread()[-2:]
    assert "runs longer" in longer
    assert cut == words.cut(asked.match.phase)


async def test_a_pause_says_it_first_and_keeps_the_whole_time(asked: Scene) -> None:
    await asked.pause()
    longer, paused = asked.thread()[-2:]
    assert "runs longer" in longer
    assert "paused" in paused
    assert asked.match.left == (25 * HOUR).total_seconds()


async def test_a_hosts_extension_moves_what_everyone_knows_and_keeps_the_secret(asked: Scene) -> None:
    await asked.extend(2.0)
    assert asked.match.public_deadline == DUE + 2 * HOUR
    assert asked.deadline == MOVED + 2 * HOUR
    assert not says_longer(asked)
    await asked.run_to(DUE - HOUR + 6 * MINUTE)
    assert says_longer(asked)
    assert words.moment(MOVED + 2 * HOUR) in asked.thread()[-1]


async def test_asked_for_in_a_pause_it_is_announced_after_a_wait_as_well(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await scene.pause()
    scene.chance.fixed = 1_000
    before = len(scene.thread())
    await scene.dm("Ann", "extend")
    assert scene.thread()[before:] == []
    await scene.run(10 * MINUTE)
    assert len(scene.thread()[before:]) == 1
    await scene.resume()
    assert scene.deadline - scene.clock.instant == 72 * HOUR


async def test_resumed_before_it_is_announced_it_is_said_first(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await scene.pause()
    scene.chance.fixed = 1_000
    before = len(scene.thread())
    await scene.dm("Ann", "extend")
    await scene.resume()
    longer, resumed = scene.thread()[before:]
    assert "runs longer" in longer
    assert "goes on" in resumed
    assert scene.match.public_deadline == scene.deadline


async def test_all_in_before_it_is_announced_closes_at_the_stamp_all_the_same(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden", close_when_all_in=True)
    scene.chance.fixed = 1_000
    await scene.dm("Ann", "extend")
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "basket gold silver")
    await scene.look_again()
    assert scene.deadline == scene.match.public_deadline == NOON
    assert says_longer(scene)


async def test_an_extension_that_is_refused_changes_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden", periods=0)
    await scene.dm("Ann", "extend")
    await scene.look_again()
    assert scene.deadline == DUE
    assert scene.match.hushed == ()


async def test_the_bot_comes_back_after_the_wait_and_says_it_then(asked: Scene) -> None:
    await asked.restart(away=20 * MINUTE)
    assert says_longer(asked)
