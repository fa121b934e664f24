"""Saying things: in order, each once, and one closed door keeps nobody else waiting."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.desk import rewind
from bot.hosting.inbox import intake
from bot.hosting.rights import authority
from tests.hosting.fakes import Killed, Moment
from tests.hosting.scene import HOST, HOUR, MINUTE, SECOND, Scene
from tests.hosting.test_turned_back import does


async def states(scene: Scene, destination: str) -> list[str]:
    async with scene.store.begin() as unit:
        rows = await unit.connection.exec_driver_sql(
            "SELECT state FROM outbox WHERE destination = ? ORDER BY id", (destination,)
        )
        return [row.state for row in rows]


def user(scene: Scene, name: str) -> str:
    return f"user:{scene.user(name)}"


# --- order ------------------------------------------------------------------------------------------------------------


async def test_a_channel_gets_its_messages_one_after_another_in_the_order_of_the_rows(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for number in range(5):
        scene.room.arrived(await scene.letter("Ann", str(number)))
    await scene.settle()
    assert [text.partition("**")[2][0] for text in scene.dms("Ann")[-5:]] == list("01234")
    assert scene.discord.crowded == set()


async def test_many_channels_are_served_at_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for name in ("Ann", "Bob", "Eve"):
        scene.room.arrived(await scene.letter(name, "12"))
    await scene.settle()
    assert scene.discord.busiest >= 3


async def test_one_failing_channel_keeps_no_other_waiting(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", user(scene, "Bob"), times=1_000)
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "12")
    await scene.pass_deadline()
    assert scene.dms("Ann")[-1].startswith("On file")
    assert scene.dms("Eve")[-1].startswith("On file")
    assert "Round 2 of 7 is open" in scene.thread()[-1]
    scene.discord.recovers()
    await scene.try_again()
    assert scene.dms("Bob")[-1].startswith("On file")


async def test_what_is_said_before_the_thread_is_there_waits_for_it(scene: Scene) -> None:
    await scene.open()
    scene.discord.goes_wrong("open_thread", times=1_000)
    await scene.create()
    await scene.join("Ann", "Bob", "Eve")
    assert scene.hosted.thread_id is None
    await scene.run(MINUTE)
    assert (await scene.start()).text == words.no_place(scene.code)
    scene.discord.recovers()
    await scene.try_again()
    assert (await scene.start()).ok
    await scene.look_again()
    assert scene.thread()[0].startswith("# Ghost Ladder")
    assert "Round 1 of 7 is open" in scene.thread()[-1]


# --- exactly once -----------------------------------------------------------------------------------------------------


async def test_a_lost_answer_within_two_minutes_is_asked_for_again_with_the_same_nonce(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment="after")
    await scene.dm("Ann", "12")
    scene.discord.asked.clear()
    await scene.run(2 * MINUTE)
    await scene.ring()
    assert len(scene.dms("Ann")) == before + 1
    assert ("find", user(scene, "Ann")) not in scene.discord.asked
    assert set(await states(scene, user(scene, "Ann"))) == {"said"}


async def test_a_lost_answer_after_that_is_searched_for(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment="after")
    await scene.dm("Ann", "12")
    await scene.run(HOUR)
    await scene.ring()
    assert len(scene.dms("Ann")) == before + 1
    assert ("find", user(scene, "Ann")) in scene.discord.asked
    assert set(await states(scene, user(scene, "Ann"))) == {"said"}


async def test_what_never_took_effect_is_sent_after_the_search(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment="before")
    await scene.dm("Ann", "12")
    await scene.run(HOUR)
    await scene.ring()
    assert len(scene.dms("Ann")) == before + 1


async def test_the_same_words_said_before_are_not_taken_for_the_ones_that_are_missing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment="before")
    await scene.dm("Ann", "")
    await scene.run(HOUR)
    await scene.ring()
    assert scene.dms("Ann")[-2:] == [words.NO_TEXT, words.NO_TEXT]
    assert len(scene.dms("Ann")) == before + 1


async def test_where_the_channel_cannot_be_searched_it_is_parked_and_never_guessed(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment="after")
    await scene.dm("Ann", "12")
    scene.discord.refusing[user(scene, "Ann")] = "No access."
    await scene.run(HOUR)
    await scene.ring()
    assert (await states(scene, user(scene, "Ann")))[-1] == "parked"
    assert len(scene.dms("Ann")) == before + 1


@pytest.mark.parametrize("away", [SECOND, 20 * MINUTE], ids=["at once", "after the nonce is forgotten"])
async def test_a_crash_between_the_sending_and_its_mark_says_nothing_twice(scene: Scene, away: object) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment="after", error=Killed())
    await scene.dm("Ann", "12")
    assert scene.killed
    await scene.restart(away=away)  # type: ignore[arg-type]
    assert len(scene.dms("Ann")) == before + 1
    assert set(await states(scene, user(scene, "Ann"))) == {"said"}


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("away", [SECOND, 20 * MINUTE], ids=["at once", "after the nonce is forgotten"])
async def test_answers_that_were_put_together_are_said_once_each_over_a_crash(
    scene: Scene, moment: Moment, away: timedelta
) -> None:
    """A flood is answered by fewer messages; the process dies over one of them, and more comes in before it is back."""
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment=moment, error=Killed(), skip=1)
    for number in range(20):
        scene.room.arrived(await scene.letter("Ann", str(number)))
    await scene.settle()
    assert scene.killed
    for number in range(20, 30):
        await scene.dm("Ann", str(number), live=False)
    await scene.restart(away=away)
    await scene.ring()
    everything = "\n".join(scene.dms("Ann"))
    assert re.findall(r"On file for round 1: \*\*(\d+)\*\*", everything) == [str(n) for n in range(30)]
    assert len(scene.dms("Ann")) < 30


SENT: tuple[Moment, ...] = ("before", "after")
"""Whether the message was there when the request for it failed."""


async def turned_back_behind_a_merged_letter(scene: Scene, moment: Moment) -> None:
    """Discord was in trouble while Ann wrote and the round closed. Then her answers were tried as one message, nobody
    knows whether it got through, and the host turned the match back to the fourth thing that she had sent."""
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", user(scene, "Ann"), times=1_000)
    for number in range(8):
        await scene.dm("Ann", str(number) if number else "rank")
    fourth = len(await scene.rows()) - 4
    await scene.dm("Ann", "")  # answered without a row: no rollback undoes it
    await scene.pass_deadline()
    scene.discord.recovers()
    scene.discord.goes_wrong("send", user(scene, "Ann"), moment, skip=1)
    await scene.run(11 * MINUTE)  # so long it rests after so much trouble
    await scene.ring()
    await does(scene, rewind.rollback, fourth, "a test")


@pytest.mark.parametrize("moment", SENT)
@pytest.mark.parametrize("away", [SECOND, 20 * MINUTE], ids=["at once", "after the nonce is forgotten"])
async def test_of_letters_that_were_put_together_each_is_withdrawn_by_itself(
    scene: Scene, moment: Moment, away: timedelta
) -> None:
    await turned_back_behind_a_merged_letter(scene, moment)
    if away == SECOND:
        await scene.restart()  # a new process is patient from the beginning
    await scene.run(away)
    await scene.ring()
    everything = "\n".join(scene.dms("Ann"))
    said = 7 if moment == "after" else 3  # what was said before it was turned back cannot be taken back
    assert re.findall(r"On file for round 1: \*\*(\d+)\*\*", everything) == [str(n) for n in range(1, said + 1)]
    assert everything.count(words.NO_TEXT) == 1
    assert everything.count("turned match") == 1
    assert "Your rank check: after round 1" not in everything
    assert len(scene.dms("Ann")) < 8
    assert "unsaid" not in await states(scene, user(scene, "Ann"))


async def test_nonces_tell_nothing_they_are_long_and_without_order(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    nonces = [m.nonce for channel in scene.discord.channels.values() for m in channel if m.nonce]
    assert all(len(nonce) == 24 and nonce.isalnum() for nonce in nonces)
    assert len(set(nonces)) == len(nonces)
    assert nonces != sorted(nonces)


# --- doors that are closed --------------------------------------------------------------------------------------------


async def test_a_closed_channel_parks_what_is_meant_for_it_and_the_host_is_told_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12 rank")
    scene.discord.refusing[user(scene, "Ann")] = "Direct messages are closed."
    await scene.pass_deadline()
    await scene.look_again()
    await scene.pass_deadline()
    assert [text for text in scene.host_dms() if "does not get through" in text] == [
        words.undelivered(scene.code, 0, "Direct messages are closed.").replace("\x021\x03", "Ann")
    ]
    assert (await states(scene, user(scene, "Ann")))[-1] == "parked"


async def test_the_players_next_message_brings_what_was_parked_in_order(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12 rank")
    scene.discord.refusing[user(scene, "Ann")] = "Direct messages are closed."
    await scene.pass_deadline()
    scene.discord.refusing.clear()
    before = len(scene.dms("Ann"))
    await scene.dm("Ann", "13")
    rank, reply = scene.dms("Ann")[before:]
    assert "rank check" in rank
    assert reply.startswith("On file for round 2: **13**")


async def test_a_later_notice_never_overtakes_what_is_parked(scene: Scene) -> None:
    """The channel opens again, and the player has not written."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12 rank")
    scene.discord.refusing[user(scene, "Ann")] = "Direct messages are closed."
    await scene.pass_deadline()
    scene.discord.refusing.clear()
    before = len(scene.dms("Ann"))
    await scene.does(partial(intake.edited, scene.house, scene.user("Ann"), await scene.first_message("Ann"), "99"))
    rank, edited = scene.dms("Ann")[before:]
    assert "rank check" in rank
    assert edited == words.EDITED


async def test_a_thread_that_may_be_written_to_again_gets_all_of_it_in_order(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.refusing[scene.thread_channel] = "I may not write there."
    posts = len(scene.thread())
    await scene.pass_deadline()
    scene.discord.refusing.clear()
    await scene.look_again()
    await scene.pass_deadline()
    headings = [text.partition("\n")[0] for text in scene.thread()[posts:]]
    assert [next(c for c in heading if c.isdigit()) for heading in headings] == ["1", "2", "2", "3"]


async def test_the_match_goes_on_whatever_is_closed(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    for channel in (user(scene, "Ann"), f"user:{HOST}", scene.thread_channel, "channel:200"):
        scene.discord.refusing[channel] = "No access."
    await scene.dm("Bob", "12")
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.match.turn == 2


async def test_a_host_who_cannot_be_reached_stops_nothing_either(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.refusing[f"user:{HOST}"] = scene.discord.refusing[user(scene, "Ann")] = "Closed."
    await scene.dm("Ann", "12")
    await scene.dm("Bob", "13")
    assert scene.dms("Bob")[-1].startswith("On file")
    desks = [authority.desk_of(scene.hosted, audience) for audience in ("hosts", "keepers")]
    assert [await states(scene, desk) for desk in desks] == [["parked"], []]


# --- the board that cannot be shown ---------------------------------------------------------------------------------


async def test_a_board_that_may_not_be_shown_is_not_tried_without_end(scene: Scene) -> None:
    """Telling the host is a commit, and every commit wakes the delivery."""
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.refusing[scene.thread_channel] = "No access."
    scene.discord.asked.clear()
    await scene.extend(1.0)
    assert len(scene.discord.asked) < 10
    assert len(scene.host_dms()) == 2  # the board, the thread's posts


async def test_a_board_that_could_not_be_shown_is_tried_again_by_the_next_sweep(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.refusing[scene.thread_channel] = "No access."
    await scene.extend(1.0)
    scene.discord.refusing.clear()
    await scene.run(2 * MINUTE)
    await scene.ring()
    assert words.moment(scene.deadline) in scene.board()
