"""Whoever sends a great deal waits for it; nobody else does, and nothing is dropped, reordered or stamped anew."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.model.records import Answer, Parcel, Request
from bot.hosting.model.saying import Button
from bot.hosting.outbox import merging
from bot.hosting.players import preferences
from bot.hosting.ports.store import Unit
from bot.hosting.recording import lanes
from bot.hosting.recording.queue import Queue
from tests.hosting.scene import NOON, Scene

FLOOD = 100


async def note(done: list[str], what: str, _: Unit) -> Answer | None:
    done.append(what)
    return None


# --- the queue --------------------------------------------------------------------------------------------------------


async def test_one_persons_hundred_events_keep_another_one_waiting_for_no_more_than_a_few(scene: Scene) -> None:
    await scene.open()
    done: list[str] = []
    queue: Queue = scene.house.queue
    flood = [queue.put(partial(note, done, f"Ann {n}"), None, 1) for n in range(FLOOD)]
    await queue.put(partial(note, done, "Bob"), None, 2)
    assert len(done) <= 21
    await flood[-1]
    assert [what for what in done if what != "Bob"] == [f"Ann {n}" for n in range(FLOOD)]


async def test_drained_waits_for_what_was_put_off_and_not_for_what_comes_later(scene: Scene) -> None:
    await scene.open()
    done: list[str] = []
    for n in range(FLOOD):
        scene.house.queue.put(partial(note, done, str(n)), None, 1)
    await scene.house.queue.drained()
    assert done == [str(n) for n in range(FLOOD)]


async def test_what_comes_from_a_history_does_not_overtake_what_was_put_off(scene: Scene) -> None:
    """A command among a hundred messages keeps its place when a close reads the history."""
    await scene.begin("Ann", "Bob", "Eve")
    for number in range(FLOOD // 2):
        scene.room.arrived(await scene.letter("Ann", str(number)))
    scene.clicks("Ann", "7")
    for number in range(FLOOD // 2):
        scene.room.arrived(await scene.letter("Ann", str(number)))
    scene.clock.instant = scene.deadline + timedelta(seconds=6)
    await scene.ring()
    texts = [row.body["text"] for row in await scene.rows() if row.kind == "message"]
    numbers = [str(n) for n in range(FLOOD // 2)]
    assert texts == [*numbers, "7", *numbers]


# --- answers ----------------------------------------------------------------------------------------------------------


async def test_a_hundred_messages_are_answered_all_in_their_order_by_fewer(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.dms("Ann"))
    scene.discord.goes_wrong("send", f"user:{scene.user('Ann')}", times=1)
    for number in range(FLOOD):
        scene.room.arrived(await scene.letter("Ann", str(number % 40)))
    await scene.settle()
    await scene.ring()
    answers = scene.dms("Ann")[before:]
    text = "\n\n".join(answers)
    said = [part.partition("**")[0] for part in text.split("On file for round 1: **")[1:]]
    assert said == [str(number % 40) for number in range(FLOOD)]
    assert len(answers) < FLOOD / 4
    assert all(len(answer) <= 2_000 for answer in answers)
    assert (await scene.kinds()).count("message") == FLOOD


async def test_a_message_that_may_have_been_sent_is_sent_again_as_it_was(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    user = f"user:{scene.user('Ann')}"
    scene.discord.goes_wrong("send", user, "after")
    await scene.dm("Ann", "1")
    for number in range(2, 20):
        scene.room.arrived(await scene.letter("Ann", str(number)))
    await scene.settle()
    await scene.ring()
    text = "\n".join(scene.dms("Ann"))
    assert [text.count(f"round 1: **{number}**") for number in range(1, 20)] == [1] * 19


def parcel(number: int, content: str = "x", match_id: int | None = 1, **more: object) -> Parcel:
    request = replace(Request(content), **more)  # type: ignore[arg-type]
    return Parcel(number, "user:1", request, f"nonce{number}", False, NOON, match_id)


MOVE = Button("Make your move", "form:G22:1", "primary")


def test_what_is_merged_keeps_order_and_has_one_button_to_make_a_move() -> None:
    waiting = [
        parcel(1, "one", buttons=(MOVE,), reply_to=7, pings=(1,)),
        parcel(2, "two", buttons=(MOVE,), reply_to=8),
        parcel(3, "three", pings=(1, 2)),
    ]
    bundle = merging.bundled(waiting)
    assert bundle.parcels == tuple(waiting)
    assert bundle.request == Request("one\n\ntwo\n\nthree", (1, 2), (MOVE,), 7)


@pytest.mark.parametrize("own", ["reply:G22:x", "pick:x:G22", "send:G22:1:12", "form:G22:2"])
def test_a_letter_with_a_button_of_its_own_is_merged_with_no_other(own: str) -> None:
    """Seven questions in one letter would have seven buttons, and nobody knew which one is whose."""
    letter = parcel(2, buttons=(MOVE, Button("?", own)))
    assert len(merging.bundled([parcel(1, buttons=(MOVE,)), letter, parcel(3)]).parcels) == 1
    assert len(merging.bundled([letter, parcel(3)]).parcels) == 1


def test_no_more_is_merged_than_a_message_holds() -> None:
    assert len(merging.bundled([parcel(n, "x" * 665) for n in range(4)]).parcels) == 3
    pinged = [parcel(n, pings=tuple(range(n * 60, n * 60 + 60))) for n in range(2)]
    assert len(merging.bundled(pinged).parcels) == 1


def test_answers_of_two_matches_stay_apart() -> None:
    assert len(merging.bundled([parcel(1), parcel(2), parcel(3, match_id=2), parcel(4)]).parcels) == 2


# --- a close that has a great deal to read ----------------------------------------------------------------------------


async def test_while_a_close_reads_hundreds_of_messages_others_are_answered(scene: Scene) -> None:
    """What of it has been read when Bob is answered: a few transactions' worth, not all."""
    await scene.begin("Ann", "Bob", "Eve")
    for number in range(4 * FLOOD):
        await scene.dm("Ann", str(number % 40), live=False)
    scene.clock.instant = scene.deadline + timedelta(seconds=6)
    scene.alarm.ring()
    by_then: list[int] = []

    def taken() -> int:
        with closing(sqlite3.connect(scene.file)) as connection:
            count: int = connection.execute("SELECT count(*) FROM journal WHERE kind = 'message'").fetchone()[0]
            return count

    async def ask_meanwhile() -> None:
        while not taken():  # noqa: ASYNC110
            await asyncio.sleep(0)
        asked = scene.clicks("Bob", "status")
        asked.add_done_callback(lambda _: by_then.append(taken()))
        await asked

    await ask_meanwhile()
    await scene.settle()
    kinds = await scene.kinds()
    assert by_then[0] <= 2 * lanes.AT_ONCE
    assert kinds.count("message") == 4 * FLOOD
    assert kinds.index("closed") > len(kinds) - 3


async def test_a_history_of_thousands_lets_somebody_else_through_with_its_first_few(scene: Scene) -> None:
    await scene.open()
    done: list[str] = []
    queue: Queue = scene.house.queue
    with queue.in_order():
        for n in range(6_000):
            queue.put(partial(note, done, str(n)), None, 1 + n % 3)
    bob = queue.put(partial(note, done, "Bob"), None, 9)
    await bob
    assert len(done) <= 2 * lanes.AT_ONCE
    await queue.drained()
    assert [what for what in done if what != "Bob"] == [str(n) for n in range(6_000)]


# --- what one player's flood makes of the hosts' letters --------------------------------------------------------------


async def test_of_a_flood_of_late_messages_hosts_are_told_once_for_a_player_and_turn(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for who in ("Ann", "Bob"):
        for number in range(20):
            await scene.dm(who, str(number), unseen=True)
    unseen = [m for who in ("Ann", "Bob") for m in scene.discord.channels[f"user:{scene.user(who)}"] if m.unseen]
    await scene.pass_deadline()
    before = len(scene.host_dms())
    for message in unseen:
        who = "Ann" if message.author == scene.user("Ann") else "Bob"
        await scene.delivered(who, message.id)
    assert len(scene.host_dms()) - before == 2
    late = words.late(scene.code)
    assert "\n".join(scene.dms("Ann")).count(late) == 20


async def test_of_sixty_absences_hosts_are_told_a_few_and_the_player_how_to_reach_them(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.host_dms())
    said = []
    for number in range(60):
        until = scene.clock.instant + timedelta(days=1, minutes=number)
        said.append(await scene.does(partial(preferences.away, scene.house, scene.user("Ann"), None, until, False)))
    assert len(scene.host_dms()) - before == 5
    told = ["Your hosts know" in answer.text for answer in said if answer is not None]
    assert told == [True] * 5 + [False] * 55
    last = said[-1]
    assert last is not None
    assert "`ask`" in last.text


async def test_the_same_absence_is_told_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.host_dms())
    until = scene.clock.instant + timedelta(days=1)
    for _ in range(3):
        await scene.does(partial(preferences.away, scene.house, scene.user("Ann"), None, until, False))
        await scene.run(timedelta(minutes=1))
    assert len(scene.host_dms()) - before == 1
