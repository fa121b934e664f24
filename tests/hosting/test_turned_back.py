"""What a rollback must not touch, and what it must put right: the ledger, the players' role, rulings."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions, ledger, log, rewind, speech
from bot.hosting.folds.rewinding import story
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import seen
from tests.hosting.scene import GUILD, Scene


async def does(scene: Scene, deed: Any, *given: Any) -> Answer:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        answer: Answer = await deed(house, hosted, asker, *given, unit)
        return answer

    return await scene.host(tool)


async def turn_back_to_the_start(scene: Scene) -> None:
    first = rewind.points(story(await scene.rows()))[-1].position
    answer = await does(scene, rewind.rollback, first, "a test")
    assert answer.ok, answer.text


async def garnets(scene: Scene, who: str) -> int:
    async with scene.store.begin() as unit:
        return (await unit.balances(GUILD, scene.user(who))).get("garnets", 0)


async def with_five_garnets(scene: Scene) -> None:
    """Ann has brought all she holds into a running match."""
    await scene.open()
    await scene.does(partial(ledger.set_to, scene.asker(), scene.user("Ann"), "garnets", 5, "a gift"))
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    assert await garnets(scene, "Ann") == 0


async def play_to_the_end(scene: Scene) -> None:
    while scene.match.open:
        await scene.pass_deadline()
        await scene.look_again()


async def test_a_cancelled_match_that_is_turned_back_takes_again_what_it_gave_back(scene: Scene) -> None:
    await with_five_garnets(scene)
    await scene.cancel()
    assert await garnets(scene, "Ann") == 5
    await turn_back_to_the_start(scene)
    assert await garnets(scene, "Ann") == 0
    await scene.cancel()
    assert await garnets(scene, "Ann") == 5


async def test_a_match_that_is_over_and_turned_back_takes_again_what_it_paid(scene: Scene) -> None:
    await with_five_garnets(scene)
    await play_to_the_end(scene)
    assert await garnets(scene, "Ann") == 5
    await turn_back_to_the_start(scene)
    assert await garnets(scene, "Ann") == 0
    await play_to_the_end(scene)
    assert await garnets(scene, "Ann") == 5


async def test_hosts_may_look_at_a_cancelled_match_and_it_gives_back_only_once(scene: Scene) -> None:
    await with_five_garnets(scene)
    await scene.cancel()
    assert (await scene.look()).ok
    assert (await does(scene, speech.announce, "Sorry, all.")).ok
    assert await garnets(scene, "Ann") == 5


async def test_a_holding_of_a_cancelled_match_is_not_corrected_since_it_is_back_in_the_ledger(scene: Scene) -> None:
    await with_five_garnets(scene)
    await scene.cancel()
    corrected = await does(scene, interventions.correct_holding, scene.user("Ann"), {"garnets": 3}, "a test")
    assert (corrected.ok, corrected.text) == (False, words.NOT_RUNNING)
    assert await garnets(scene, "Ann") == 5


async def test_rulings_stand_and_keep_their_numbers_when_a_match_is_turned_back(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, speech.ruling, "A half is rounded down.")
    await turn_back_to_the_start(scene)
    await does(scene, speech.ruling, "Except on Sundays.")
    assert scene.match.rulings == ("A half is rounded down.", "Except on Sundays.")
    assert scene.thread()[-1] == words.ruling(2, "Except on Sundays.")


async def test_corrections_keep_their_numbers_when_a_match_is_turned_back(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    sent = len(await scene.rows())
    await does(scene, log.page, 0)
    await does(scene, rewind.correct_message, sent, "13", "a slip")
    await does(scene, rewind.rollback, sent, "a test")
    await does(scene, rewind.correct_message, sent, "14", "another slip")
    assert "## Correction 2" in scene.thread()[-1]


async def test_a_correction_after_which_the_match_would_have_ended_earlier_is_refused(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan", rounds=1)
    for who, height in (("Ann", "5"), ("Bob", "4"), ("Eve", "0")):
        await scene.dm(who, height)
    sent = len(await scene.rows())
    await play_to_the_end(scene)  # with a vote between Eve and Dan
    await does(scene, log.page, 0)
    corrected = await does(scene, rewind.correct_message, sent, "3", "a test")
    assert (corrected.ok, corrected.text) == (False, words.OTHER_COURSE)


async def test_a_rollback_that_is_shown_first_is_a_look_also_if_it_tells_that_nobody_sent_anything(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    start = rewind.points(story(await scene.rows()))[-1].position

    async def shown(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        return await rewind.preview_rollback(house, hosted, asker, start, unit)

    async def looks() -> list[Any]:
        return [row.body["what"] for row in await scene.rows() if row.kind == events.LOOKED]

    assert "Ann" not in (await scene.host(shown)).text
    assert await looks() == [seen.UNDONE]
    await scene.dm("Ann", "12")
    assert "Off file: what came later from Ann" in (await scene.host(shown)).text
    assert await looks() == [seen.UNDONE] * 2


async def test_a_message_that_the_host_has_not_seen_is_neither_corrected_nor_a_point_to_turn_back_to(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    sent = len(await scene.rows())

    async def shown(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        return await rewind.preview_rollback(house, hosted, asker, sent, unit)

    corrected = await does(scene, rewind.correct_message, sent, "no number", "a test")
    assert (corrected.ok, corrected.text) == (False, words.NO_SUCH_MESSAGE)
    assert (await scene.host(shown)).text == words.NO_SUCH_POINT
    await does(scene, log.page, 0)
    assert (await does(scene, rewind.correct_message, sent, "no number", "a test")).text == words.NOT_READABLE
    assert "Turn match" in (await scene.host(shown)).text


async def test_what_a_host_has_seen_stays_seen_when_the_match_is_turned_back(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    sent = len(await scene.rows())
    await does(scene, log.page, 0)
    await does(scene, rewind.rollback, sent, "a test")
    corrected = await does(scene, rewind.correct_message, sent, "13", "a slip")
    assert corrected.ok, corrected.text
