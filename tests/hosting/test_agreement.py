"""A hostless match whose creator plays: what changes it needs more than half of those still in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import agreement, clock
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import CANCELLED, PAUSED, RUNNING
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import lobby
from bot.hosting.ports.store import Unit
from bot.hosting.rights.authority import ALWAYS
from games.catalogue import RULESETS
from games.options import completed
from tests.hosting.scene import CHANNEL, GUILD, HOST, HOUR, MINUTE, Scene

OUTSIDER = 500
"""A host of the server who does not play."""


async def cancel(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """As the button under `/match cancel` does."""
    if agreement.is_needed(hosted, asker.user_id):
        return await agreement.ask(house, hosted, asker, "cancel", unit)
    return await lobby.cancel(house, hosted, asker.user_id, asker.at, asker.source, unit)


async def uses(scene: Scene, tool: Tool, user: int = HOST) -> Answer:
    answer = await scene.does(hosting(scene.house, scene.asker(user), scene.code, tool, ALWAYS))
    assert answer is not None
    return answer


async def agrees(scene: Scene, who: str, number: int = 1, at: datetime | None = None) -> Answer:
    stamp = at or scene.clock.instant
    source = f"interaction:{scene.discord.new_id(stamp)}"
    pressed = agreement.Pressed(scene.code, number, scene.user(who), stamp, source)
    answer = await scene.does(partial(agreement.agree, scene.house, pressed))
    assert answer is not None
    return answer


async def hostless(scene: Scene, names: Sequence[str]) -> Scene:
    """The host plays with these."""
    await scene.open()
    options = completed(RULESETS["ghost-ladder"].options, {})
    source = f"interaction:{scene.discord.new_id()}"
    plan = lobby.Plan(GUILD, CHANNEL, HOST, "ghost-ladder", options, 3, 8, scene.clock.instant, source, reminders=())
    await scene.does(partial(lobby.create, scene.house, replace(plan, hostless=True)))
    async with scene.store.begin() as unit:
        scene.code = (await unit.matches_in(GUILD))[-1].match.code
    scene.users["Hetty"] = HOST
    await scene.look_again()
    await scene.join("Hetty", *names)
    deed = partial(lobby.start, scene.house, scene.hosted, HOST, scene.clock.instant, "start")
    assert (await scene.does(deed)) is not None
    return scene


@pytest.fixture
async def table(scene: Scene) -> Scene:
    return await hostless(scene, ["Ann", "Bob", "Eve"])


async def test_one_public_question_names_nobody(table: Scene) -> None:
    answer = await uses(table, clock.pause)
    assert answer.text == words.proposed(table.code)
    assert table.match.status == RUNNING
    post = table.thread()[-1]
    assert post.startswith(words.proposal("pause", table.code))
    assert "Hetty" not in post
    message = table.discord.channels[table.thread_channel][-1]
    assert message.request is not None
    assert [b.custom_id for b in message.request.buttons] == [f"agree:{table.code}:1"]


async def test_more_than_half_of_those_still_in_decide(table: Scene) -> None:
    await uses(table, clock.pause)  # who asks agrees: one of four
    posts = table.thread()
    assert (await agrees(table, "Ann")).text == words.AGREED  # half is not more than half
    assert (table.match.status, table.thread()) == (RUNNING, posts)
    assert (await agrees(table, "Eve")).text == words.AGREED_AND_DONE
    assert table.match.status == PAUSED
    assert "The match is paused" in table.thread()[-1]


async def test_who_pressed_and_how_many_did_shows_nowhere(table: Scene) -> None:
    await uses(table, clock.pause)
    board, posts = table.board(), table.thread()
    await agrees(table, "Ann")
    again = await agrees(table, "Ann")
    assert (again.ok, again.text) == (True, words.AGREED_BEFORE)
    assert (table.board(), table.thread()) == (board, posts)


async def test_nobody_else_is_asked(table: Scene) -> None:
    await uses(table, clock.pause)
    table.users["Olga"] = OUTSIDER
    assert (await agrees(table, "Olga")).text == words.NOT_STILL_IN


async def test_it_survives_a_restart(table: Scene) -> None:
    await uses(table, clock.pause)
    await agrees(table, "Ann")
    await table.restart()
    await table.look_again()
    assert (await agrees(table, "Eve")).text == words.AGREED_AND_DONE
    assert table.match.status == PAUSED


async def test_a_cancellation_is_the_players_and_not_a_hosts(table: Scene) -> None:
    await uses(table, cancel)
    assert table.match.status == RUNNING
    await agrees(table, "Ann")
    await agrees(table, "Bob")
    assert table.match.status == CANCELLED
    assert "More than half of those still in wished it." in table.thread()[-1]
    assert "host" not in table.thread()[-1]


async def test_going_on_needs_them_too(table: Scene) -> None:
    await uses(table, clock.pause, OUTSIDER)
    assert table.match.status == PAUSED
    await uses(table, clock.resume)
    assert table.match.status == PAUSED
    await agrees(table, "Ann")
    await agrees(table, "Bob")
    assert table.match.status == RUNNING


async def test_a_host_who_does_not_play_needs_nobody(table: Scene) -> None:
    assert (await uses(table, cancel, OUTSIDER)).text == words.cancelled_done(table.code)


async def test_a_pause_ends_by_itself_at_the_stated_time(table: Scene) -> None:
    left = table.deadline - table.clock.instant
    await uses(table, clock.pause)
    await agrees(table, "Ann")
    await agrees(table, "Bob")
    ends = table.match.resumes
    assert ends == table.clock.instant + words.HOSTLESS_PAUSE * HOUR
    stated = f"<t:{int(ends.timestamp())}:F>"
    assert stated in table.thread()[-1]
    assert stated in table.board()
    await table.run_to(ends - MINUTE)
    await table.look_again()
    assert table.match.status == PAUSED
    await table.run_to(ends)
    await table.ring()
    await table.look_again()
    assert (table.match.status, table.deadline, table.match.resumes) == (RUNNING, ends + left, None)


async def test_a_pause_that_ended_while_the_bot_was_away_ended_at_that_time_or_ends_now(table: Scene) -> None:
    await uses(table, clock.pause, OUTSIDER)
    ends = table.match.resumes
    assert ends is not None
    assert table.match.left is not None
    await table.restart(away=(ends - table.clock.instant) + 23 * HOUR)  # of 24 hours that were left
    await table.ring()
    await table.look_again()
    assert table.match.status == RUNNING
    assert table.deadline > table.clock.instant + 20 * HOUR


async def test_a_question_stands_until_what_is_open_closes(table: Scene) -> None:
    await uses(table, clock.pause)
    await agrees(table, "Ann")
    await table.pass_deadline()
    await table.look_again()
    assert (await agrees(table, "Bob")).text == words.QUESTION_OVER
    assert table.match.status == RUNNING


async def test_a_new_question_takes_the_place_of_the_old_one_and_the_same_is_asked_once(table: Scene) -> None:
    await uses(table, clock.pause)
    posts = len(table.thread())
    assert (await uses(table, clock.pause)).text == words.PROPOSED_ALREADY
    assert len(table.thread()) == posts
    await agrees(table, "Ann")
    await uses(table, cancel)
    assert (await agrees(table, "Bob", 1)).text == words.QUESTION_OVER
    assert (await agrees(table, "Bob", 2)).text == words.AGREED
    assert table.match.status == RUNNING


async def test_after_the_deadline_nothing_is_changed_before_it_is_judged(table: Scene) -> None:
    await uses(table, clock.pause)
    await agrees(table, "Ann")
    late = table.deadline + MINUTE
    assert (await agrees(table, "Bob", at=late)).text == words.QUESTION_OVER


async def test_in_a_match_with_hosts_a_pause_has_no_end_of_its_own(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pause()
    assert scene.match.resumes is None
    assert "by itself" not in scene.thread()[-1]
