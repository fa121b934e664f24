"""Deadlines: when they are, what moves them, and that a turn is closed once, on read messages, at its time."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.clock import sweep
from bot.hosting.context import House, Manners
from bot.hosting.desk import interventions
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.store import StoreTrouble, Unit
from tests.hosting.scene import HOST, HOUR, JUST_AFTER, MINUTE, NOON, SECOND, Scene, calm


async def closings(scene: Scene) -> int:
    return (await scene.kinds()).count("closed")


async def posted(scene: Scene, text: str) -> bool:
    return any(text in post for post in scene.thread())


# --- when -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("started", "due"),
    [
        (NOON, NOON + 24 * HOUR),
        (NOON + JUST_AFTER, NOON + 24 * HOUR + MINUTE),
        (NOON + MINUTE - JUST_AFTER, NOON + 24 * HOUR + MINUTE),
    ],
)
async def test_the_first_deadline_is_rounded_up_to_a_full_minute(scene: Scene, started: object, due: object) -> None:
    await scene.create()
    await scene.join("Ann", "Bob", "Eve")
    scene.clock.instant = started  # type: ignore[assignment]
    await scene.start()
    assert scene.deadline == due


async def test_deadlines_do_not_drift(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.deadline
    for n in range(1, 4):
        await scene.run_to(scene.deadline + 90 * MINUTE * n)  # the bot comes late, and later each time
        await scene.look_again()
        assert scene.deadline == first + n * 24 * HOUR


async def test_so_late_that_less_than_half_would_be_left_the_next_deadline_counts_from_now(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - SECOND)
    scene.clock.silent = True
    await scene.run(12 * HOUR + 2 * MINUTE)
    scene.clock.silent = False
    await scene.ring()
    await scene.look_again()
    assert timedelta(0) <= scene.deadline - (scene.clock.instant + 24 * HOUR) < MINUTE
    assert await posted(scene, "this one counts from now")


async def test_with_half_of_it_left_the_next_deadline_counts_from_the_last(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.deadline
    await scene.run_to(first - SECOND)
    scene.clock.silent = True
    await scene.run(12 * HOUR)
    scene.clock.silent = False
    await scene.ring()
    await scene.look_again()
    assert scene.deadline == first + 24 * HOUR
    assert not await posted(scene, "this one counts from now")


async def test_nothing_is_closed_before_the_settle_time_is_over(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline + scene.manners.settle - JUST_AFTER)
    await scene.ring()
    assert await closings(scene) == 0
    await scene.run(JUST_AFTER)
    assert await closings(scene) == 1


async def test_discords_clock_decides_when_a_turn_is_over_and_not_the_houses(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.clock.ahead = 10 * MINUTE
    await scene.run_to(scene.deadline + scene.manners.settle - SECOND)
    await scene.ring()
    assert await closings(scene) == 0


async def test_a_house_whose_clock_is_ahead_closes_as_soon_as_discord_says_so(scene: Scene) -> None:
    scene.manners = Manners()
    await scene.begin("Ann", "Bob", "Eve", round_hours=1 / 30)
    scene.clock.ahead = timedelta(seconds=20)
    await scene.run_to(scene.deadline + scene.manners.settle + MINUTE)
    assert await closings(scene) == 1


async def test_a_sweep_twice_does_no_harm(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pass_deadline()
    posts = scene.thread()
    for _ in range(3):
        scene.sweep.wake()
        scene.sweep.wake()
        await scene.settle()
    assert scene.thread() == posts
    assert await closings(scene) == 1


async def test_one_bad_match_keeps_no_other_from_being_closed(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    bad = scene.hosted.id
    await scene.begin("Dan", "Fay", "Gus")
    good = sweep.Sweep._close

    async def fails_for_one(sweep: sweep.Sweep, hosted: object) -> None:
        if hosted.id == bad:  # type: ignore[attr-defined]
            raise KeyError(bad)
        await good(sweep, hosted)  # type: ignore[arg-type]

    monkeypatch.setattr(sweep.Sweep, "_close", fails_for_one)
    await scene.pass_deadline()
    assert await closings(scene) == 1


async def test_a_sweep_that_fails_leaves_the_alarm_set(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    await scene.begin("Ann", "Bob", "Eve")

    async def fails(_: object) -> None:
        raise KeyError

    monkeypatch.setattr(sweep.Sweep, "_sweep", fails)
    scene.alarm.when = None
    scene.sweep.wake()
    await scene.settle()
    assert scene.alarm.when is not None


class Locked:
    """A database that is in trouble just now."""

    def begin(self) -> AbstractAsyncContextManager[Unit]:
        raise StoreTrouble("SQLITE_BUSY")


async def test_a_database_in_trouble_leaves_the_alarm_set(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.house.store, scene.alarm.when = Locked(), None
    scene.sweep.wake()
    await scene.settle()
    assert scene.alarm.when is not None


async def test_a_match_that_waits_hides_no_other_matchs_alarm(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run(HOUR)
    await scene.begin("Dan", "Fay", "Gus")
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1_000)
    await scene.run_to(scene.deadline - MINUTE)
    assert await closings(scene) == 0
    await scene.ring()
    assert scene.alarm.when == scene.deadline + scene.manners.settle


# --- the host's close -------------------------------------------------------------------------------------------------


async def test_the_hosts_close_makes_the_commands_stamp_the_deadline(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run(HOUR)
    stamp = scene.clock.instant
    await scene.dm("Ann", "12")
    await scene.close(at=stamp)
    assert scene.deadline == stamp
    await scene.dm("Bob", "30", at=stamp + JUST_AFTER)
    await scene.pass_deadline()
    assert await posted(scene, "# 12")
    assert scene.dms("Bob")[-1].startswith(f"That came after one deadline of {scene.code}")


async def test_after_the_hosts_close_the_next_deadline_counts_from_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run(HOUR)
    await scene.close()
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.deadline == NOON + 25 * HOUR


async def test_a_deadline_that_has_passed_cannot_be_closed_paused_or_shortened(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline + SECOND)
    assert (await scene.close()).text == words.CLOSING_ALREADY
    assert (await scene.pause()).text == words.CLOSING_ALREADY
    assert (await scene.extend(scene.deadline)).text == words.CLOSING_ALREADY


# --- pause ------------------------------------------------------------------------------------------------------------


async def test_a_pause_keeps_the_time_that_was_left(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run(20 * HOUR)
    await scene.pause()
    await scene.run(100 * HOUR)
    assert await closings(scene) == 0
    await scene.resume()
    assert scene.deadline == NOON + 124 * HOUR


async def test_an_extension_in_a_pause_adds_to_the_time_left(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run(20 * HOUR)
    await scene.pause()
    await scene.extend(1.5)
    await scene.resume()
    assert scene.deadline == NOON + 25.5 * HOUR


async def test_a_paused_match_cannot_be_paused_or_closed_and_a_running_one_not_resumed(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    assert (await scene.resume()).text == words.NOT_PAUSED
    await scene.pause()
    assert (await scene.pause()).text == words.NOT_RUNNING
    assert (await scene.close()).text == words.NOT_RUNNING
    assert (await scene.extend(NOON + 48 * HOUR)).text == words.NOT_RUNNING


# --- extensions -------------------------------------------------------------------------------------------------------


async def test_an_extension_moves_the_deadline_that_stands(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.extend(3.0)
    await scene.extend(0.5)
    assert scene.deadline == NOON + 27.5 * HOUR
    assert words.moment(NOON + 27 * HOUR) in scene.thread()[-1]  # what it was
    assert words.moment(scene.deadline) in scene.board()


async def test_an_extension_to_an_instant_is_rounded_up_to_a_full_minute(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.extend(NOON + 30 * HOUR + SECOND)
    assert scene.deadline == NOON + 30 * HOUR + MINUTE


@pytest.mark.parametrize("to", [NOON - HOUR, NOON, NOON + 721 * HOUR, -24.0, 697.0])
async def test_no_extension_leads_into_the_past_or_beyond_720_hours(scene: Scene, to: object) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    assert (await scene.extend(to)).text == words.BAD_DEADLINE  # type: ignore[arg-type]
    assert scene.deadline == NOON + 24 * HOUR


# --- all in -----------------------------------------------------------------------------------------------------------


async def test_with_all_in_the_turn_closes_at_the_stamp_of_the_completing_message(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", close_when_all_in=True)
    await scene.dm("Ann", "12")
    await scene.dm("Bob", "11")
    await scene.run(HOUR)
    await scene.dm("Eve", "10", at=scene.clock.instant - SECOND)
    await scene.look_again()
    assert scene.deadline == NOON + HOUR - SECOND
    await scene.dm("Ann", "40")
    await scene.pass_deadline()
    assert await posted(scene, "# 33")


async def test_without_the_option_all_in_changes_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "12")
    await scene.look_again()
    assert scene.deadline == NOON + 24 * HOUR


# --- read before closing ----------------------------------------------------------------------------------------------


async def test_what_only_the_history_has_counts(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - SECOND)
    for name, number in (("Ann", "12"), ("Bob", "20"), ("Eve", "5")):
        await scene.dm(name, number, live=False)
    await scene.pass_deadline()
    assert await posted(scene, "# 37")


async def test_the_history_of_every_acting_seat_is_read_before_each_close(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for _ in range(2):
        scene.discord.asked.clear()
        await scene.look_again()
        await scene.pass_deadline()
        read = {channel for verb, channel in scene.discord.asked if verb == "history"}
        assert read == {f"user:{scene.user(name)}" for name in ("Ann", "Bob", "Eve")}


async def test_trouble_with_one_history_delays_the_close(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Bob", "20", live=False)
    scene.discord.goes_wrong("history", f"user:{scene.user('Bob')}", times=1)
    await scene.pass_deadline()
    assert await closings(scene) == 0
    await scene.ring()
    assert await closings(scene) == 1
    assert await posted(scene, "# 20")
    assert scene.host_dms() == []


async def test_after_ten_minutes_the_host_is_told_once_why_nothing_closes(scene: Scene) -> None:
    scene.manners = Manners()
    await scene.begin("Ann", "Bob", "Eve", round_hours=1 / 30)
    scene.discord.goes_wrong("history", f"user:{scene.user('Bob')}", times=10_000)
    await scene.run_to(scene.deadline + 10 * MINUTE - SECOND)
    assert scene.host_dms() == []
    await scene.run(5 * MINUTE)
    assert scene.host_dms() == [words.close_delayed(scene.code)]
    assert await closings(scene) == 0


async def test_an_unreachable_channel_counts_as_read_and_the_host_is_told_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    scene.discord.refusing[f"user:{scene.user('Bob')}"] = "The channel is closed."
    for _ in range(2):
        await scene.look_again()
        await scene.pass_deadline()
    assert await closings(scene) == 2
    about_bob = [text for text in scene.host_dms() if "cannot read" in text]
    assert about_bob == [f"Match {scene.code}: I cannot read the direct messages of Bob. The channel is closed. "
                         "The match goes on."]  # fmt: skip


async def test_nothing_closes_while_the_bot_is_absent(scene: Scene) -> None:
    scene.manners = calm(away_extension=False)
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - SECOND)
    await scene.disconnect()
    scene.clock.instant = scene.deadline + HOUR
    for _ in range(3):
        await scene.ring()
    assert await closings(scene) == 0
    await scene.reconnect(resumed=True)
    await scene.ring()
    assert await closings(scene) == 1


async def test_closes_queued_twice_close_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.clock.instant = scene.deadline + HOUR
    for _ in range(2):
        scene.house.queue.put(
            partial(sweep.close, scene.house, scene.hosted.id, 1, scene.clock.instant)  # both before either is done
        )
    await scene.settle()
    assert await closings(scene) == 1


async def test_a_close_for_a_deadline_that_moved_meanwhile_closes_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    late = scene.deadline + HOUR
    await scene.extend(2.0)
    await scene.does(partial(sweep.close, scene.house, scene.hosted.id, 1, late))
    assert await closings(scene) == 0


async def test_the_host_hears_of_troubles_in_private_and_nobody_else_does(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.refusing[f"user:{scene.user('Bob')}"] = "The channel is closed."
    await scene.pass_deadline()
    others = [channel for channel in scene.discord.channels if channel != f"user:{HOST}"]
    assert not any("cannot read" in text for channel in others for text in scene.shown(channel))


async def test_a_deadline_that_has_passed_is_not_moved_any_more(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    deadline = scene.deadline
    await scene.run_to(deadline + SECOND)
    await scene.dm("Bob", "30")
    assert (await scene.extend(3.0)).text == words.CLOSING_ALREADY
    await scene.run_to(deadline + scene.manners.settle + SECOND)
    await scene.look_again()
    assert words.between(scene.code, scene.match.phase) in scene.dms("Bob")[-1]


async def test_a_player_is_not_removed_from_a_turn_whose_deadline_has_passed(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Bob", "30")
    await scene.run_to(scene.deadline + SECOND)

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await interventions.remove(house, hosted, asker, scene.user("Bob"), unit)

    assert (await scene.host(tool)).text == words.CLOSING_ALREADY
    await scene.pass_deadline()
    assert "# 30" in "".join(scene.thread())
