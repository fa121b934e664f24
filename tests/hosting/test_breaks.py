"""After any break: no gap in anybody's messages, and all of them taken in the order of their stamps."""

from __future__ import annotations

import asyncio

from bot.hosting import words
from tests.hosting.scene import HOUR, MINUTE, SECOND, Scene, calm


async def taken(scene: Scene) -> list[str]:
    return [row.body["text"] for row in await scene.rows() if row.kind == "message"]


async def test_what_was_sent_meanwhile_is_read_in_the_order_of_the_stamps(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.crash()
    for number in range(5):
        scene.clock.instant += SECOND
        await scene.dm("Ann", str(number), live=False)
    await scene.open()
    assert await taken(scene) == ["0", "1", "2", "3", "4"]
    assert len(scene.dms("Ann")) == 1 + 5


async def test_what_comes_live_before_the_history_is_read_waits_for_it(scene: Scene) -> None:
    """The gateway brings messages before the house has looked who has a gap."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.crash()
    await scene.dm("Ann", "1", live=False)
    scene.join_parts()
    await scene.dm("Ann", "2")
    await scene.room.returned()
    await scene.settle()
    assert await taken(scene) == ["1", "2"]


async def test_what_comes_live_while_the_house_looks_who_has_a_gap_waits_too(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    await scene.dm("Ann", "1", live=False)
    scene.up = True
    returning = asyncio.get_running_loop().create_task(scene.room.returned())
    await asyncio.sleep(0)
    await scene.dm("Ann", "2")
    await returning
    await scene.settle()
    assert await taken(scene) == ["1", "2"]


async def test_what_comes_live_while_a_history_cannot_be_read_waits_too(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    await scene.dm("Ann", "1", live=False)
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=2)
    await scene.reconnect()
    await scene.dm("Ann", "2")
    await scene.dm("Bob", "7")
    assert await taken(scene) == ["7"]
    await scene.ring()
    assert await taken(scene) == ["7"]
    await scene.ring()
    assert await taken(scene) == ["7", "1", "2"]


async def test_a_new_sign_up_does_not_hide_unread_messages_of_another_match(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.code
    await scene.disconnect()
    await scene.dm("Ann", f"{first} 12", live=False)
    scene.clock.instant += MINUTE
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1)
    await scene.reconnect()
    await scene.create()
    await scene.join("Ann")
    await scene.ring()
    assert [row.body["text"] for row in await scene.rows(first) if row.kind == "message"] == ["12"]


async def test_old_chatter_from_before_the_sign_up_is_not_read(scene: Scene) -> None:
    await scene.open()
    await scene.dm("Ann", "is anybody there?", live=False)
    scene.clock.instant += HOUR
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pass_deadline()
    assert not any("came after" in text for text in scene.dms("Ann"))
    assert await taken(scene) == []


async def test_a_resumed_connection_has_missed_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    scene.discord.asked.clear()
    await scene.reconnect(resumed=True)
    assert scene.discord.asked == []
    await scene.dm("Ann", "12")
    assert await taken(scene) == ["12"]


async def test_what_a_resuming_connection_brings_is_taken(scene: Scene) -> None:
    """Discord brings what was missed before it says that all of it was brought."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    message = await scene.dm("Ann", "12")
    await scene.delivered("Ann", message)
    assert await taken(scene) == []
    await scene.reconnect(resumed=True)
    assert await taken(scene) == ["12"]


async def test_connecting_several_times_does_no_harm(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.crash()
    await scene.dm("Ann", "12", live=False)
    scene.join_parts()
    await asyncio.gather(scene.room.returned(), scene.room.returned(), scene.room.resumed())
    await scene.settle()
    assert await taken(scene) == ["12"]
    assert scene.room.present


async def test_a_sweep_does_not_take_a_lost_connection_for_presence(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    await scene.ring()
    assert not scene.room.present


async def test_a_history_that_was_asked_for_before_a_second_break_proves_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    history, answered = scene.house.mail.history, asyncio.Event()

    async def slow(channel_id: int, user_id: int, after: int) -> object:
        letters = await history(channel_id, user_id, after)
        await answered.wait()
        return letters

    scene.house.mail.history = slow  # type: ignore[method-assign, assignment]
    first = asyncio.get_running_loop().create_task(scene.room.returned())
    for _ in range(200):
        await asyncio.sleep(0.001)  # until every history is on its way
        if scene.discord.asked.count(("history", f"user:{scene.user('Ann')}")):
            break
    scene.room.went_away()
    await scene.dm("Ann", "12", live=False)
    scene.house.mail.history = history  # type: ignore[method-assign]
    answered.set()
    await first
    assert not scene.room.present
    await scene.room.returned()
    await scene.settle()
    assert await taken(scene) == ["12"]


async def test_a_players_click_waits_for_the_history_and_is_answered_after_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    await scene.dm("Ann", "1", live=False)
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1)
    await scene.reconnect()
    clicked = scene.clicks("Ann", "2")
    await scene.settle()
    assert not clicked.done()
    await scene.ring()
    answer = clicked.result()
    assert answer is not None
    assert answer.text.startswith("On file for round 1: **2**")
    assert await taken(scene) == ["1", "2"]


async def test_somebody_who_plays_nowhere_is_answered_after_the_break(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    scene.room.went_away()
    message = await scene.dm("Zoe", "hello?", live=False)
    await scene.delivered("Zoe", message)
    assert scene.dms("Zoe") == []
    await scene.reconnect()
    assert scene.dms("Zoe") == [words.NO_MATCH]


async def test_when_somebody_cannot_be_read_after_a_return_the_host_is_told_why_nothing_closes(scene: Scene) -> None:
    scene.manners = calm(away_extension=False)
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1_000)
    await scene.run_to(scene.deadline - SECOND)
    await scene.reconnect()
    scene.clock.instant = scene.deadline + 11 * MINUTE
    await scene.ring()
    await scene.ring()
    assert scene.host_dms() == [words.close_delayed(scene.code)]
    assert "closed" not in await scene.kinds()


async def test_a_history_that_cannot_be_read_after_a_return_keeps_no_other_match_waiting(scene: Scene) -> None:
    scene.manners = calm(away_extension=False)
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.code
    await scene.begin("Dan", "Fay", "Gus")
    await scene.disconnect()
    await scene.dm("Dan", "12", live=False)
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1_000)
    scene.clock.instant = scene.deadline + HOUR
    await scene.reconnect()
    await scene.ring()
    assert "closed" not in [row.kind for row in await scene.rows(first)]
    assert (await scene.kinds())[-1] == "closed"
    assert "message" in await scene.kinds()
    scene.discord.recovers()
    await scene.ring()
    assert "closed" in [row.kind for row in await scene.rows(first)]
