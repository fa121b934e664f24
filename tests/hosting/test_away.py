"""Time in which the bot could not be asked anything before a deadline is given back, to all, publicly."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.hosting.inbox import catching_up
from bot.hosting.model.match import PAUSED, RUNNING, Match
from tests.hosting.scene import HOUR, MINUTE, NOON, SECOND, Scene, calm

QUARTER = 30 * MINUTE
DUE = NOON + 24 * HOUR


def running(deadline: datetime = DUE, ticking: datetime = NOON, status: str = RUNNING) -> Match:
    return Match("G22", "ghost-ladder", 1, 1, {}, 3, 8, status=status, ticking=ticking, deadline=deadline)


# --- the arithmetic ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("present", "lost"),
    [
        ([], 120),
        ([(0, 120)], 0),
        ([(-500, 500)], 0),
        ([(0, 30), (60, 120)], 30),
        ([(60, 120), (0, 30)], 30),
        ([(0, 90), (30, 60)], 30),
        ([(-60, -30)], 120),
        ([(150, 200)], 120),
        ([(10, 20), (20, 30), (100, 110)], 90),
    ],
)
def test_absence_is_what_no_presence_covers(present: list[tuple[int, int]], lost: int) -> None:
    stretches = [(NOON + a * MINUTE, NOON + b * MINUTE) for a, b in present]
    assert catching_up.absence(NOON, NOON + 120 * MINUTE, stretches) == lost * MINUTE


def test_the_last_two_hours_are_looked_at_or_the_whole_phase_where_it_is_shorter() -> None:
    assert catching_up.window(running()) == DUE - 2 * HOUR
    assert catching_up.window(running(NOON + HOUR)) == NOON


def test_paused_time_is_no_absence() -> None:
    assert catching_up.window(running(status=PAUSED)) is None
    assert catching_up.window(running(ticking=DUE - HOUR)) == DUE - HOUR


@pytest.mark.parametrize(
    ("gone", "back", "moved"),
    [
        (QUARTER, DUE - SECOND, None),  # a quarter is not more than a quarter
        (QUARTER + MINUTE, DUE, DUE + 31 * MINUTE),
        (2 * HOUR, DUE, DUE + 2 * HOUR),
        (5 * HOUR, DUE + 3 * HOUR, DUE + 5 * HOUR),  # what lies before the window is not counted
        (HOUR, DUE - HOUR, None),  # as much is left as was lost
        (HOUR, DUE - HOUR + MINUTE, DUE + MINUTE),
    ],
)
def test_the_deadline_moves_to_the_return_and_what_was_lost_of_the_window(
    gone: timedelta, back: datetime, moved: datetime | None
) -> None:
    left = back - gone if back < DUE else DUE - gone
    start = DUE - 2 * HOUR
    assert catching_up.made_good(running(), start, [(NOON, left)], back) == moved


def test_a_window_that_has_not_begun_has_lost_nothing() -> None:
    assert catching_up.made_good(running(), DUE - 2 * HOUR, [], NOON + HOUR) is None


def test_a_deadline_before_the_window_moves_nowhere() -> None:
    """All in by a message that was stamped while the bot was away: that deadline lies before the return."""
    match = running(deadline=NOON, ticking=NOON + HOUR)
    start = catching_up.window(match)
    assert start is not None
    assert catching_up.made_good(match, start, [], NOON + 2 * HOUR) is None


# --- the story --------------------------------------------------------------------------------------------------------


async def gone_before_the_deadline(scene: Scene, how_long: timedelta, back: timedelta = timedelta(0)) -> datetime:
    """The bot leaves so long before the first deadline, and returns `back` after it."""
    due = scene.deadline
    await scene.run_to(due - how_long)
    await scene.restart(away=how_long + back)
    await scene.look_again()
    return due


async def test_lost_time_is_given_back_publicly(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await gone_before_the_deadline(scene, HOUR, back=MINUTE)
    assert scene.deadline == NOON + 25 * HOUR + MINUTE
    assert "I was away" in scene.thread()[-1]
    assert scene.match.turn == 1


async def test_a_quarter_of_the_time_is_not_given_back(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await gone_before_the_deadline(scene, QUARTER, back=MINUTE)
    assert scene.match.turn == 2


async def test_in_a_phase_of_an_hour_a_quarter_is_fifteen_minutes(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", round_hours=1)
    due = await gone_before_the_deadline(scene, 16 * MINUTE)
    assert scene.deadline == due + 16 * MINUTE


async def test_the_row_that_gives_time_back_comes_before_the_messages_that_are_read(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - HOUR)
    await scene.crash()
    scene.clock.instant += HOUR + MINUTE
    await scene.dm("Ann", "12", live=False)  # after the deadline that stood, before the one that stands now
    await scene.open()
    assert (await scene.kinds())[-2:] == ["away", "message"]
    assert scene.dms("Ann")[-1].startswith("On file")


async def test_the_same_absence_is_never_given_back_twice(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await gone_before_the_deadline(scene, HOUR)
    for _ in range(3):
        await scene.restart(away=timedelta(seconds=1))
    assert (await scene.kinds()).count("away") == 1


async def test_another_absence_before_the_new_deadline_is_given_back_as_well(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await gone_before_the_deadline(scene, HOUR)
    await scene.run_to(scene.deadline - QUARTER)
    await scene.restart(away=QUARTER)
    assert (await scene.kinds()).count("away") == 2


async def test_a_lost_connection_is_an_absence_too(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - HOUR)
    await scene.ring()
    await scene.disconnect()
    scene.clock.instant += HOUR
    await scene.reconnect(resumed=True)
    assert "away" in await scene.kinds()


async def test_switched_off_nothing_is_given_back_and_the_turn_closes_as_if_the_bot_had_been_there(
    scene: Scene,
) -> None:
    scene.manners = calm(away_extension=False)
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    await scene.run_to(scene.deadline - 2 * HOUR)
    await scene.crash()
    scene.clock.instant += HOUR
    await scene.dm("Bob", "20", live=False)
    scene.clock.instant += 2 * HOUR
    await scene.open()
    assert any("# 32" in post for post in scene.thread())
    assert "away" not in await scene.kinds()


@pytest.mark.parametrize("given_back", [True, False])
async def test_after_days_away_at_most_one_turn_closes(scene: Scene, given_back: bool) -> None:
    scene.manners = calm(away_extension=given_back)
    await scene.begin("Ann", "Bob", "Eve")
    await scene.restart(away=100 * HOUR)
    await scene.ring()
    await scene.look_again()
    assert scene.match.turn == (1 if given_back else 2)
    assert scene.deadline > scene.clock.instant


async def test_an_absence_in_a_pause_is_none(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - HOUR)
    await scene.pause()
    await scene.restart(away=10 * HOUR)
    await scene.resume()
    await scene.restart(away=SECOND)
    assert "away" not in await scene.kinds()


async def test_what_was_lost_is_counted_from_the_deadline_that_stands_and_not_twice_for_a_hushed_extension(
    scene: Scene,
) -> None:
    """A player's extension is in force though nobody knows of it yet; the absence swallows its announcement."""
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await scene.run_to(scene.deadline - 3 * HOUR)
    scene.chance.fixed = 1_000
    await scene.dm("Ann", "extend")
    await scene.look_again()
    moved = scene.deadline
    await scene.restart(away=moved + MINUTE - scene.clock.instant)
    await scene.look_again()
    assert scene.deadline - scene.clock.instant == 2 * HOUR
    assert scene.deadline == scene.match.public_deadline
    assert ["runs longer" in post for post in scene.thread()[-2:]] == [True, False]
