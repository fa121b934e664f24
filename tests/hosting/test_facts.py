"""What a deed needs to know of others is asked beside the queue, and never kept for later."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from bot.hosting import words
from bot.hosting.model.records import Answer, Member, Server
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.ports.store import Unit
from bot.hosting.rights import facts
from bot.hosting.rights.facts import CannotSee, Wanted
from tests.hosting.scene import CHANNEL, GUILD, HOST, Scene

SOMEBODY = 555


@pytest.fixture
async def house(scene: Scene) -> Scene:
    await scene.open()
    return scene


def requests(scene: Scene) -> int:
    return sum(verb == "member" for verb, _ in scene.discord.asked)


async def asks(scene: Scene, user: int, unit: Unit) -> Answer:
    """A deed: it writes something down, and then wants to know of somebody."""
    server = await unit.server(GUILD)
    await unit.set_server(Server(GUILD, zone=f"{server.zone or ''}x"))
    return Answer(repr(scene.house.facts.member(GUILD, user)))


async def zone(scene: Scene) -> str | None:
    async with scene.store.begin() as unit:
        return (await unit.server(GUILD)).zone


async def test_a_deed_steps_aside_until_discord_was_asked_and_is_then_done_once(house: Scene) -> None:
    house.discord.roles[SOMEBODY] = {9}
    answer = await house.does(partial(asks, house, SOMEBODY))
    assert answer == Answer(repr(Member(SOMEBODY, frozenset({9}))))
    assert await zone(house) == "x"


async def test_who_is_not_in_the_server_is_nobody_there(house: Scene) -> None:
    house.discord.left.add(SOMEBODY)
    answer = await house.does(partial(asks, house, SOMEBODY))
    assert answer == Answer("None")


async def test_what_comes_meanwhile_waits_for_nobody(house: Scene) -> None:
    """The queue does not wait for Discord: a deed that was put later is done first."""
    done: list[str] = []
    first = house.house.queue.put(partial(asks, house, SOMEBODY))
    first.add_done_callback(lambda _: done.append("first"))

    async def later(unit: Unit) -> Answer:
        return Answer("later")

    second = house.house.queue.put(later)
    second.add_done_callback(lambda _: done.append("second"))
    await house.settle()
    assert done == ["second", "first"]


async def test_what_steps_aside_is_among_what_was_put_before(house: Scene) -> None:
    waiting = house.house.queue.put(partial(asks, house, SOMEBODY))
    while not house.discord.under_way:  # noqa: ASYNC110 - nothing tells that a request begins
        await asyncio.sleep(0)
    await house.house.queue.drained()
    assert waiting.done()


async def test_nothing_is_kept_for_the_next_deed(house: Scene) -> None:
    await house.does(partial(asks, house, SOMEBODY))
    house.discord.roles[SOMEBODY] = {9}
    answer = await house.does(partial(asks, house, SOMEBODY))
    assert answer is not None
    assert "9" in answer.text


async def test_what_is_asked_at_the_same_time_is_one_request(house: Scene) -> None:
    before = requests(house)
    futures = [house.house.queue.put(partial(asks, house, SOMEBODY)) for _ in range(20)]
    await house.settle()
    assert len({future.result() for future in futures}) == 1
    assert requests(house) == before + 1
    assert await zone(house) == "x" * 20


@pytest.mark.parametrize("error", [Trouble(), Unreachable("I am not in that server any more."), ZeroDivisionError()])
async def test_where_discord_cannot_be_asked_the_answer_is_no_and_nothing_is_changed(
    house: Scene, error: Exception
) -> None:
    house.discord.goes_wrong("member", error=error)
    assert await house.does(partial(asks, house, SOMEBODY)) == Answer(words.CANNOT_SEE, ok=False)
    assert await zone(house) is None


async def test_a_deed_that_wants_ever_more_comes_to_an_end(house: Scene) -> None:
    async def greedy(unit: Unit) -> Answer:
        user = 1
        while house.house.facts.member(GUILD, user):
            user += 1
        raise AssertionError("there is always another one")

    assert await house.does(greedy) == Answer(words.CANNOT_SEE, ok=False)


async def test_beside_the_queue_the_same_is_asked(house: Scene) -> None:
    async def ask() -> bool:
        member = house.house.facts.member(GUILD, HOST)
        return member is not None and member.manages

    with pytest.raises(Wanted):
        await ask()
    assert await house.house.facts.answered(ask)
    house.discord.goes_wrong("member")
    with pytest.raises(CannotSee):
        await house.house.facts.answered(ask)


async def test_a_process_that_ends_leaves_nobody_waiting(house: Scene) -> None:
    waiting = house.house.queue.put(partial(asks, house, SOMEBODY))
    while not house.discord.under_way:  # noqa: ASYNC110 - nothing tells that a request begins
        await asyncio.sleep(0)
    await house.die()
    assert waiting.cancelled()


async def writes(scene: Scene, unit: Unit) -> Answer:
    """A deed that only wants to know what the gateway brings."""
    return Answer(repr(scene.house.facts.may_write(GUILD, CHANNEL, Member(SOMEBODY, frozenset()), False)))


@pytest.mark.parametrize("deed", [writes, partial(asks, user=SOMEBODY)], ids=["brought", "asked"])
async def test_while_the_connection_is_being_made_the_server_is_waited_for(house: Scene, deed: Any) -> None:
    house.discord.unseen = True
    answer = house.house.queue.put(partial(_done, house, deed))
    await asyncio.sleep(0)
    assert not answer.done()
    house.discord.unseen = False
    assert (await answer) is not None
    assert answer.result() != Answer(words.CANNOT_SEE, ok=False)


@pytest.mark.parametrize("deed", [writes, partial(asks, user=SOMEBODY)], ids=["brought", "asked"])
async def test_for_a_server_that_does_not_come_in_sight_the_answer_is_no(
    house: Scene, deed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "GLANCES", 2)
    house.discord.unseen = True
    answer = await house.house.queue.put(partial(_done, house, deed))
    assert answer == Answer(words.CANNOT_SEE, ok=False)
    assert await zone(house) is None


async def _done(house: Scene, deed: Any, unit: Unit) -> Answer:
    answer: Answer = await deed(house, unit=unit)
    return answer
