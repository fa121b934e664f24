"""A database that is older than what stands on Discord: nothing that was sent for a later round counts for an earlier
one again, and hosts and players are told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.config import Database, Settings
from bot.hosting import words
from bot.hosting.model.match import PAUSED, RUNNING, SIGNING_UP
from bot.hosting.players import lobby
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.operating import upkeep
from bot.store import copies
from tests.hosting.process import read_file, write_file
from tests.hosting.scene import GUILD, HOST, HOUR, MINUTE, Scene
from tests.hosting.test_turned_back import turn_back_to_the_start


async def copied(scene: Scene) -> bytes:
    """The database as it is now, of a process that goes on."""
    await scene.crash()
    content = read_file(scene.file)
    await scene.open()
    return content


async def put_back(scene: Scene, content: bytes) -> None:
    """Somebody stops the bot and copies an old file over its database."""
    await scene.crash()
    copies.remove(scene.file)
    write_file(scene.file, content)


async def brought_back(scene: Scene, content: bytes) -> None:
    """`dealer restore`."""
    await scene.crash()
    copy = scene.file.with_name("copy.sqlite3")
    write_file(copy, content)
    settings = Settings(database=Database(scene.file))
    assert await asyncio.to_thread(upkeep.restore, settings, copy) == 0


async def round_two_has_begun(scene: Scene) -> bytes:
    """A copy of round 1, with Ann's 12 on file; round 1 was judged and posted since, and Ann has sent for round 2."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    content = await copied(scene)
    await scene.run(HOUR)
    await scene.dm("Bob", "20")
    await scene.pass_deadline()
    await scene.run(HOUR)
    await scene.dm("Ann", "77")
    await scene.run(HOUR)
    return content


async def messages(scene: Scene) -> list[tuple[int | None, str]]:
    return [(row.seat, row.body["text"]) for row in await scene.rows() if row.kind == "message"]


def link(scene: Scene, message_id: int) -> str:
    return f"https://discord.com/channels/{GUILD}/{scene.hosted.thread_id}/{message_id}"


Bring = Callable[[Scene, bytes], Awaitable[None]]
HOW = pytest.mark.parametrize("bring", [put_back, brought_back], ids=["by hand", "dealer restore"])


@HOW
async def test_moves_of_a_later_round_do_not_count_for_the_one_that_an_old_copy_stands_in(
    scene: Scene, bring: Bring
) -> None:
    content = await round_two_has_begun(scene)
    closing = next(m.id for m in scene.discord.channels[scene.thread_channel] if "Round 1 has closed" in m.content)
    posts = len(scene.thread())
    await bring(scene, content)
    await scene.open()
    await scene.look_again()
    assert (scene.match.status, scene.match.phase.name) == (PAUSED, "round 1")
    assert await messages(scene) == [(0, "12"), (1, "20")], "what was sent in time for round 1 is read, and no more"
    assert scene.dms("Ann")[-1] == words.undone(scene.code)
    (said,) = scene.thread()[posts:]
    assert "The match is set back: Round 1" in said
    assert link(scene, closing) in said
    assert "77" not in re.sub(r"https\S+|<t:\d+", "", said)
    told = scene.host_dms()[-1]
    assert link(scene, closing) in told
    for way in ("/host resume", "/host rollback", "/match cancel"):
        assert way in told


@HOW
async def test_what_is_sent_once_it_is_set_back_counts_and_it_goes_on_when_the_host_says_so(
    scene: Scene, bring: Bring
) -> None:
    content = await round_two_has_begun(scene)
    left = scene.deadline - scene.clock.instant
    await bring(scene, content)
    await scene.open()
    await scene.run(MINUTE)
    await scene.dm("Ann", "5")
    assert (await scene.resume()).ok
    assert scene.deadline - scene.clock.instant >= left - HOUR
    await scene.pass_deadline()
    assert any("# 25" in post for post in scene.thread()), "Ann's 5 and Bob's 20"


@HOW
async def test_a_match_is_set_back_once_however_often_the_bot_starts(scene: Scene, bring: Bring) -> None:
    content = await round_two_has_begun(scene)
    await bring(scene, content)
    for _ in range(3):
        await scene.restart()
    assert (await scene.kinds()).count("set_back") == 1
    assert sum("set back" in post for post in scene.thread()) == 1


async def test_killed_before_it_could_say_so_it_is_said_once_by_the_next_process(scene: Scene) -> None:
    content = await round_two_has_begun(scene)
    await put_back(scene, content)
    scene.discord.goes_wrong("send", scene.thread_channel, error=Trouble(), times=1)
    await scene.open()
    await scene.die()
    await scene.open()
    await scene.ring()
    assert (await scene.kinds()).count("set_back") == 1
    assert sum("set back" in post for post in scene.thread()) == 1


async def test_a_match_of_which_nothing_was_posted_since_is_paused_too_and_moves_of_its_round_count(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    content = await copied(scene)
    await scene.run(HOUR)
    await scene.dm("Ann", "12")
    await brought_back(scene, content)
    await scene.open()
    await scene.look_again()
    assert scene.match.status == PAUSED
    assert await messages(scene) == [(0, "12")]
    assert "by a form or a command is lost" in scene.thread()[-1]


async def test_an_answer_of_ours_to_a_message_that_the_file_does_not_have_gives_a_copy_away(scene: Scene) -> None:
    """Nothing stands in the thread since: but what was given by a form is lost, and everyone has to know."""
    await scene.begin("Ann", "Bob", "Eve")
    content = await copied(scene)
    await scene.run(HOUR)
    await scene.dm("Ann", "12")
    await put_back(scene, content)
    await scene.open()
    await scene.look_again()
    assert scene.match.status == PAUSED
    assert await messages(scene) == [(0, "12")]


async def test_where_the_thread_is_gone_what_came_after_the_deadline_is_not_for_it(scene: Scene) -> None:
    content = await round_two_has_begun(scene)
    await put_back(scene, content)
    scene.discord.refusing[scene.thread_channel] = "That channel is gone."
    await scene.open()
    assert await messages(scene) == [(0, "12"), (1, "20")]
    assert (await scene.hosted_now()).match.status == PAUSED


async def test_a_match_that_was_paused_in_the_copy_stays_so_and_is_told_as_well(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pause()
    left = scene.match.left
    content = await copied(scene)
    await scene.resume()
    await scene.pass_deadline()
    await put_back(scene, content)
    await scene.open()
    await scene.look_again()
    assert (scene.match.status, scene.match.left) == (PAUSED, left)
    assert "set back" in scene.thread()[-1]


async def test_a_hostless_match_goes_on_by_itself_with_time_for_everyone_to_send_again(scene: Scene) -> None:
    await scene.create(hostless=True)
    await scene.join("Ann", "Bob", "Eve")
    await scene.does(partial(lobby.start, scene.house, scene.hosted, HOST, scene.clock.instant, "interaction:1"))
    content = await copied(scene)
    await scene.pass_deadline()
    await put_back(scene, content)
    await scene.open()
    await scene.look_again()
    assert (scene.match.status, scene.match.phase.name) == (RUNNING, "round 1")
    assert scene.deadline >= scene.clock.instant + 24 * HOUR
    assert f"<t:{int(scene.deadline.timestamp())}:F>" in scene.thread()[-1]
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.match.phase.name == "round 2"


async def test_a_sign_up_that_was_brought_back_does_not_start_by_itself(scene: Scene) -> None:
    await scene.create(starts=scene.clock.instant + HOUR)
    await scene.join("Ann", "Bob", "Eve")
    content = await copied(scene)
    await scene.run(2 * HOUR)
    await scene.look_again()
    assert scene.match.status == RUNNING
    await put_back(scene, content)
    await scene.open()
    await scene.ring()
    await scene.look_again()
    assert scene.match.status == SIGNING_UP
    assert "The sign-up is set back" in scene.thread()[-1]
    assert "/match start" in scene.host_dms()[-1]


async def test_a_card_that_shows_who_joined_since_is_brought_to_what_the_copy_knows(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann", "Bob")
    content = await copied(scene)
    await scene.join("Eve")
    assert "Eve" in scene.card().content
    await brought_back(scene, content)
    await scene.open()
    assert "Ann" in scene.card().content
    assert "Eve" not in scene.card().content


async def test_a_button_of_the_time_that_is_void_belongs_to_no_turn_that_comes(scene: Scene) -> None:
    content = await round_two_has_begun(scene)
    void = scene.match.turn
    await put_back(scene, content)
    await scene.open()
    await scene.look_again()
    await scene.resume()
    turns = []
    while scene.match.open:
        turns.append(scene.match.turn)
        await scene.pass_deadline()
        await scene.look_again()
    assert void not in turns


async def test_until_the_thread_can_be_read_nothing_is_read_judged_or_said_of_that_match_alone(scene: Scene) -> None:
    content = await round_two_has_begun(scene)
    await scene.crash()
    scene.discord.goes_wrong("ours", scene.thread_channel, times=3)
    write_file(scene.file, content)
    await scene.open()
    assert "set_back" not in await scene.kinds()
    assert await messages(scene) == [(0, "12")]
    for _ in range(3):
        await scene.ring()
    assert (await scene.kinds()).count("set_back") == 1
    assert await messages(scene) == [(0, "12"), (1, "20")]


async def test_a_thread_that_cannot_be_read_keeps_no_other_match_waiting(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    stuck = scene.thread_channel
    await scene.begin("Dan", "Fay", "Gus")
    await scene.dm("Dan", "12")
    await scene.crash()
    scene.discord.goes_wrong("ours", stuck, times=10_000)
    await scene.open()
    await scene.pass_deadline()
    assert any("# 12" in post for post in scene.thread())


async def test_a_database_that_is_the_latest_is_left_alone(scene: Scene) -> None:
    await round_two_has_begun(scene)
    await scene.restart(away=HOUR / 60)
    assert "set_back" not in await scene.kinds()


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_crash_while_something_is_said_is_not_taken_for_a_copy(scene: Scene, moment: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", scene.thread_channel, moment=moment, error=Trouble(), times=1)  # type: ignore[arg-type]
    await scene.run_to(scene.deadline + scene.manners.settle + MINUTE / 30)
    await scene.die()
    await scene.open()
    await scene.ring()
    assert "set_back" not in await scene.kinds()
    assert sum("Round 1 has closed" in post for post in scene.thread()) == 1


async def test_what_the_copy_had_yet_to_say_and_was_said_since_is_not_said_twice(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", scene.thread_channel, error=Trouble(), times=1)
    await scene.run_to(scene.deadline + scene.manners.settle + MINUTE / 30)
    await scene.die()
    content = read_file(scene.file)
    await scene.open()
    await scene.ring()
    assert sum("Round 1 has closed" in post for post in scene.thread()) == 1
    await brought_back(scene, content)
    await scene.run(HOUR)
    await scene.open()
    await scene.ring()
    assert sum("Round 1 has closed" in post for post in scene.thread()) == 1


async def test_a_match_that_was_set_back_can_be_turned_back_further_or_cancelled(scene: Scene) -> None:
    content = await round_two_has_begun(scene)
    await put_back(scene, content)
    await scene.open()
    await scene.look_again()
    await turn_back_to_the_start(scene)
    assert scene.match.status == RUNNING
    assert (await scene.cancel()).ok


async def test_a_bot_that_may_not_read_its_threads_plays_on(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.crash()
    scene.discord.goes_wrong("ours", error=Unreachable("I lack a permission there."), times=99)
    await scene.open()
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    assert any("# 12" in post for post in scene.thread())
