"""Ruling L2: the message stamped last is the one that stands, in whatever order the gateway brings them."""

from __future__ import annotations

from bot.hosting.context import House
from bot.hosting.desk import interventions
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.store import Unit
from tests.hosting.scene import MINUTE, Scene


async def closed(scene: Scene) -> str:
    """The number that the round made public."""
    await scene.pass_deadline()
    return next(text for text in reversed(scene.thread()) if "has closed" in text).rpartition("# ")[2]


async def test_a_message_that_comes_after_a_later_one_does_not_overrule_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = await scene.dm("Ann", "12", unseen=True)
    await scene.run(MINUTE)
    await scene.dm("Ann", "20")
    await scene.delivered("Ann", first)
    assert "20" in scene.dms("Ann")[-1]
    assert await closed(scene) == "20"


async def test_a_message_whose_event_was_lost_before_a_live_one_is_read_and_does_not_overrule_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12", live=False)
    await scene.run(MINUTE)
    await scene.dm("Ann", "20")
    assert await closed(scene) == "20"
    assert [row.body["text"] for row in await scene.rows() if row.kind == "message"] == ["20", "12", "20"]


async def test_a_message_whose_event_was_lost_counts_beside_a_later_one_about_something_else(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12", live=False)
    await scene.run(MINUTE)
    await scene.dm("Ann", "status")
    assert await closed(scene) == "12"


async def test_what_happens_with_every_taking_is_not_done_again(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    first = await scene.dm("Ann", "basket ss", unseen=True)
    await scene.run(MINUTE)
    await scene.dm("Ann", "basket gs")
    await scene.run(MINUTE)
    await scene.dm("Ann", "extend")
    deadline = (await scene.hosted_now()).match.deadline
    await scene.delivered("Ann", first)
    assert (await scene.hosted_now()).match.deadline == deadline
    texts = [row.body["text"] for row in await scene.rows() if row.kind == "message"]
    assert texts == ["basket gs", "extend", "basket ss", "basket gs"]


async def test_a_message_without_meaning_that_comes_late_leaves_all_as_it_is(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = await scene.dm("Ann", "hello there", unseen=True)
    await scene.run(MINUTE)
    await scene.dm("Ann", "20")
    await scene.delivered("Ann", first)
    assert [row.body["text"] for row in await scene.rows() if row.kind == "message"] == ["20", "hello there"]


async def test_several_later_messages_are_taken_again_in_the_order_of_their_stamps(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = await scene.dm("Ann", "12", unseen=True)
    for text in ("20", "21", "22"):
        await scene.run(MINUTE)
        await scene.dm("Ann", text)
    await scene.delivered("Ann", first)
    assert await closed(scene) == "22"


async def test_the_same_late_message_twice_is_taken_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = await scene.dm("Ann", "12", unseen=True)
    await scene.run(MINUTE)
    await scene.dm("Ann", "20")
    await scene.delivered("Ann", first)
    rows = len(await scene.rows())
    await scene.delivered("Ann", first)
    assert len(await scene.rows()) == rows
    assert await closed(scene) == "20"


async def test_with_all_in_the_deadline_is_the_last_stamp_that_was_taken_whichever_came_last(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", close_when_all_in=True)
    await scene.dm("Ann", "12")
    late = await scene.dm("Bob", "11", unseen=True)
    await scene.run(MINUTE)
    await scene.dm("Eve", "10")
    taken = scene.clock.instant
    await scene.run(MINUTE)
    await scene.delivered("Bob", late)
    await scene.look_again()
    assert scene.deadline == taken
    await scene.ring()
    assert await closed(scene) == "33"


async def test_a_message_that_comes_late_does_not_overrule_what_a_host_has_entered_since(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = await scene.dm("Ann", "12", unseen=True)
    await scene.run(MINUTE)

    async def enter(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        answer = await interventions.submit(house, hosted, asker, scene.user("Ann"), "20", unit)
        assert answer is not None
        return answer

    assert (await scene.host(enter)).ok
    await scene.delivered("Ann", first)
    assert await closed(scene) == "20"
