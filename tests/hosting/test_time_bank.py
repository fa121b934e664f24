"""Who asks for time: a seat sees its own requests at once, nobody else's; and for the absent it is asked for once for
each deadline, at an instant that tells nothing (rulings GE15, L1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.clock import absentees
from bot.hosting.folds.folding import advance
from bot.hosting.folds.play import closing
from bot.hosting.model.preferences import Wishes
from bot.hosting.players import own_matches, preferences
from bot.store import folded
from tests.hosting.scene import HOUR, MINUTE, NOON, Scene

EDEN = "garden-of-eden"
DUE, MOVED, TWICE = NOON + 48 * HOUR, NOON + 72 * HOUR, NOON + 96 * HOUR
AGES = 1_000 * HOUR


async def begin(scene: Scene, **options: object) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset=EDEN, **options)


async def goes_away(scene: Scene, who: str, until: timedelta = AGES) -> None:
    at = scene.clock.instant + until
    await scene.does(partial(preferences.away, scene.house, scene.user(who), None, at, True))


async def others_send(scene: Scene, *names: str) -> None:
    for name in names:
        await scene.dm(name, "basket gold silver")


async def requests(scene: Scene) -> list[tuple[timedelta, int]]:
    """Every request that was made for somebody: how long before the deadline that it moved, and for which seat."""
    found, deadline = [], DUE
    for row in await scene.rows():
        if row.kind == "message" and row.source is not None and row.source.startswith("away:"):
            assert row.seat is not None
            found.append((deadline - row.at, row.seat))
            deadline += 24 * HOUR
    return found


# --- for the absent ---------------------------------------------------------------------------------------------------


async def test_time_is_asked_for_before_each_deadline_and_not_once_a_turn(scene: Scene) -> None:
    await begin(scene)
    await goes_away(scene, "Ann")
    await others_send(scene, "Bob", "Eve")
    await scene.run_to(TWICE - MINUTE)
    asked = await requests(scene)
    assert [seat for _, seat in asked] == [0, 0]
    assert all(HOUR <= before <= 6 * HOUR for before, _ in asked)
    await scene.look_again()
    assert (scene.match.turn, scene.deadline) == (1, TWICE)
    assert not any("Ann" in post for post in scene.thread()[1:] if "runs longer" in post)


async def test_nobody_is_named_for_silence_as_long_as_there_is_time_to_ask_for(scene: Scene) -> None:
    await begin(scene)
    await goes_away(scene, "Ann")
    await others_send(scene, "Bob", "Eve")
    await scene.run_to(TWICE + HOUR)
    named = [post for post in scene.thread() if "Ann" in post and "goes on" in post]
    assert named == []  # both periods went on request
    assert any("Ann" in post and "out" in post for post in scene.thread()[-2:])


async def test_when_is_drawn_for_every_seat_and_deadline_within_the_window(scene: Scene) -> None:
    await begin(scene)
    drawn = [
        deadline - absentees.drawn(replace(scene.match, seed=seed), seat, deadline, 24 * HOUR)
        for seed in range(30)
        for seat in (0, 1)
        for deadline in (DUE, MOVED)
    ]
    assert len(set(drawn)) == len(drawn)
    assert all(HOUR <= before <= 6 * HOUR for before in drawn)
    hours = [before // HOUR for before in drawn]
    assert set(hours) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("basket", "period", "earliest", "latest"),
    [(3.0, 24.0, 3.0, 0.5), (48.0, 0.5, 0.5, 1 / 12), (1 / 60, 24.0, 1 / 60, 1 / 360)],
    ids=["a short phase", "short periods", "a minute"],
)
async def test_where_there_is_less_time_the_window_is_as_much_shorter(
    scene: Scene, basket: float, period: float, earliest: float, latest: float
) -> None:
    await begin(scene, basket_hours=basket, period_hours=period)
    match = scene.match
    for seed in range(20):
        when = absentees.drawn(replace(match, seed=seed), 0, scene.deadline, timedelta(hours=period))
        before = scene.deadline - when
        assert timedelta(hours=latest) - MINUTE / 60 <= before <= timedelta(hours=earliest) + MINUTE


async def test_a_restart_draws_no_second_time(scene: Scene) -> None:
    await begin(scene)
    await goes_away(scene, "Ann")
    await others_send(scene, "Bob", "Eve")
    [before] = absentees.moments(scene.hosted, {scene.user("Ann"): await wishes_of(scene, "Ann")})
    await scene.restart()
    await scene.run_to(before - MINUTE)
    assert await requests(scene) == []
    await scene.restart()
    await scene.run_to(before)
    assert [DUE - ahead for ahead, _ in await requests(scene)] == [before]


async def wishes_of(scene: Scene, who: str) -> Wishes:
    async with scene.store.begin() as unit:
        return await unit.wishes(scene.user(who))


async def test_of_several_who_are_away_one_asks_for_each_deadline(scene: Scene) -> None:
    await begin(scene)
    for name in ("Ann", "Bob"):
        await goes_away(scene, name)
    await others_send(scene, "Eve")
    await scene.run_to(DUE + 3 * 24 * HOUR - MINUTE)
    asked = await requests(scene)
    assert sorted(seat for _, seat in asked) == [0, 0, 1, 1]
    assert all(HOUR <= before <= 6 * HOUR for before, _ in asked)
    await scene.look_again()
    assert scene.match.turn == 1


async def test_whoever_is_back_or_has_sent_something_is_asked_for_no_more(scene: Scene) -> None:
    await begin(scene)
    for name in ("Ann", "Bob"):
        await goes_away(scene, name)
    await others_send(scene, "Bob", "Eve")
    await scene.does(partial(preferences.away, scene.house, scene.user("Ann"), None, None, False))
    await scene.run_to(DUE - MINUTE)
    assert await requests(scene) == []


async def test_who_is_back_before_the_deadline_is_not_asked_for(scene: Scene) -> None:
    await begin(scene)
    await goes_away(scene, "Ann", until=40 * HOUR)
    await others_send(scene, "Bob", "Eve")
    await scene.run_to(DUE - MINUTE)
    assert await requests(scene) == []


# --- one's own requests -----------------------------------------------------------------------------------------------


@pytest.fixture
async def asked(scene: Scene) -> Scene:
    """Ann has asked a day before the deadline, and nothing is announced yet."""
    await begin(scene)
    await scene.run_to(DUE - 24 * HOUR)
    scene.chance.fixed = 1_000
    await scene.dm("Ann", "extend")
    await scene.look_again()
    return scene


@pytest.mark.parametrize(
    "text", ["status", "basket gold", "when is the deadline?", "basket gold silver", "help me out"]
)
async def test_whoever_asked_sees_the_new_deadline_under_every_answer_at_once(asked: Scene, text: str) -> None:
    await asked.dm("Ann", text)
    assert words.moment(MOVED) in asked.dms("Ann")[-1]
    await asked.dm("Bob", text)
    assert words.moment(DUE) in asked.dms("Bob")[-1]
    assert words.moment(MOVED) not in asked.dms("Bob")[-1]


async def test_ones_matches_show_ones_own_requests(asked: Scene) -> None:
    for who, deadline in (("Ann", MOVED), ("Bob", DUE)):
        async with asked.store.begin() as unit:
            said = await own_matches.matches(asked.user(who), unit)
        assert words.moment(deadline) in said.text


async def test_no_second_request_is_offered_unasked(asked: Scene) -> None:
    await asked.dm("Ann", "when is the deadline?")
    assert "`extend`" not in asked.dms("Ann")[-1]
    assert words.asked_for_time(24 * HOUR) in asked.dms("Ann")[-1]
    await asked.dm("Bob", "when is the deadline?")
    assert "`extend`" in asked.dms("Bob")[-1]
    await asked.dm("Ann", "extend please")
    assert "Did you mean `extend`?" in asked.dms("Ann")[-1]
    await asked.run(10 * MINUTE)
    await asked.dm("Ann", "when is the deadline?")
    assert "`extend`" in asked.dms("Ann")[-1]


async def test_a_second_one_who_asks_sees_the_own_request_alone(asked: Scene) -> None:
    await asked.dm("Bob", "extend")
    assert words.moment(MOVED) in asked.dms("Bob")[-1]
    await asked.look_again()
    assert asked.deadline == TWICE
    await asked.dm("Ann", "status")
    assert words.moment(MOVED) in asked.dms("Ann")[-1]
    await asked.run(10 * MINUTE)
    for who in ("Ann", "Bob", "Eve"):
        await asked.dm(who, "status")
        assert words.moment(TWICE) in asked.dms(who)[-1]


async def test_a_reminder_names_the_deadline_that_its_reader_knows(scene: Scene) -> None:
    await scene.create(EDEN, reminders=(2.0,))
    await scene.join("Ann", "Bob", "Eve")
    await scene.start()
    due = scene.deadline
    await scene.run_to(due - 2 * HOUR - MINUTE)
    scene.chance.fixed = 1_000
    await scene.dm("Ann", "extend")
    await scene.run_to(due - 2 * HOUR)
    assert f"closes on {words.moment(due + 24 * HOUR)}" in scene.dms("Ann")[-1]
    assert f"closes on {words.moment(due)}" in scene.dms("Bob")[-1]


async def test_boards_and_posts_tell_nothing_before_its_time(asked: Scene) -> None:
    """L1: whatever its requester is shown."""
    before = (asked.thread(), asked.board(), asked.card().content)
    for text in ("status", "when is the deadline?", "help"):
        await asked.dm("Ann", text)
    assert (asked.thread(), asked.board(), asked.card().content) == before


async def test_who_asked_is_kept_with_the_fold_and_one_of_an_earlier_release_is_read(asked: Scene) -> None:
    data = folded.to_json(asked.match)
    assert folded.from_json(data) == asked.match
    data["hushed"] = [hushed[:3] for hushed in data["hushed"]]
    assert folded.from_json(data).deadline_for(0) == DUE


async def test_a_close_forgets_who_asked(asked: Scene) -> None:
    after = advance(asked.match, closing(asked.match, MOVED)).match
    assert after.deadline_for(0) == after.deadline == after.public_deadline
