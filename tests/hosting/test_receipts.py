"""Receipts of thousands of messages: a page at a time, folded once, and nobody waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.hosting import words
from bot.hosting.desk import log, rewind
from bot.hosting.folds.folding import advance
from bot.hosting.folds.rewinding import story
from bot.hosting.model.events import MESSAGE, Row
from bot.hosting.model.match import Match, Outcome
from bot.hosting.model.records import Answer
from bot.hosting.players import own_matches
from bot.hosting.recording.receipts import Receipts
from bot.store.tables import journal
from tests.hosting.scene import SECOND, Scene
from tests.hosting.test_turned_back import does

MANY = 600


class Counted:
    """A fold that counts how often it is done."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, match: Match | None, row: Row) -> Outcome:
        self.times += 1
        return advance(match, row)


async def with_many(scene: Scene, number: int = MANY) -> None:
    """Ann has sent a great deal; written straight into the journal, as if each had been taken."""
    await scene.begin("Ann", "Bob", "Eve")
    hosted = scene.hosted
    async with scene.store.begin() as unit:
        for n in range(number):
            at = scene.clock.instant + n * SECOND
            row = Row(MESSAGE, at, 0, {"text": str(n % 40)}, f"message:{n}", scene.user("Ann"))
            hosted = hosted.with_match(replace(advance(hosted.match, row).match, position=hosted.match.position + 1))
            await unit.append(hosted, row)
    await scene.look_again()


async def page(scene: Scene, who: str = "Ann", number: int | None = None) -> Answer:
    return await own_matches.receipts(scene.house, scene.user(who), scene.code, number)


async def test_one_page_is_shown_the_last_one_first_and_buttons_turn_it(scene: Scene) -> None:
    await with_many(scene, 34)
    last = await page(scene)
    assert last.text.splitlines()[0] == words.receipts_of(scene.code, 4, 4)
    assert [line.partition(".")[0] for line in last.text.splitlines()[1:]] == ["31", "32", "33", "34"]
    assert [(b.label, b.custom_id) for b in last.buttons] == [("Earlier", f"receipts:{scene.code}:2")]
    second = await page(scene, number=1)
    assert [line.partition(".")[0] for line in second.text.splitlines()[1:]] == [str(n) for n in range(11, 21)]
    assert [b.label for b in second.buttons] == ["Earlier", "Later"]
    assert (await page(scene, number=99)).text == last.text
    assert (await page(scene, "Bob")).text == words.receipts_of(scene.code)


async def test_twenty_times_thousands_are_folded_once_and_what_comes_later_is_added(scene: Scene) -> None:
    await with_many(scene)
    fold = Counted()
    receipts = scene.house.receipts = Receipts(scene.store, fold)
    answers = await asyncio.gather(*(page(scene) for _ in range(20)))
    rows = len(await scene.rows())
    assert fold.times == rows
    assert len({answer.text for answer in answers}) == 1
    await scene.dm("Ann", "7")
    assert "601. " in (await page(scene)).text
    assert fold.times == len(await scene.rows())
    assert len(await receipts.of(scene.hosted.id, 1, scene.user("Bob"))) == 0


async def test_others_have_their_turn_while_a_long_journal_is_folded(scene: Scene) -> None:
    await with_many(scene)
    turns = 0
    folding = asyncio.ensure_future(scene.house.receipts.of(scene.hosted.id, 0, scene.user("Ann")))
    while not folding.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns >= MANY / 25
    assert len(await folding) == MANY


async def test_the_queue_goes_on_meanwhile(scene: Scene) -> None:
    await with_many(scene)
    mine = asyncio.ensure_future(page(scene))
    await asyncio.sleep(0)
    await scene.dm("Bob", "9")
    assert "**9**" in scene.dms("Bob")[-1]
    assert "600. " in (await mine).text


async def test_after_a_rollback_the_story_is_told_anew(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "3")
    await scene.dm("Ann", "4")
    assert (await page(scene)).text.endswith(": 4")
    await scene.look()
    points = rewind.points(story(await scene.rows()))
    third = next(c.position for c in points if c.row.body.get("text") == "3")
    await does(scene, rewind.rollback, third, "a test")
    assert (await page(scene)).text.endswith(": 3")


async def test_what_a_host_has_corrected_is_shown_as_it_holds(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "3")
    await scene.dm("Ann", "nonsense")
    await page(scene)
    position = next(i for i, row in enumerate(await scene.rows(), start=1) if row.kind == MESSAGE)
    await does(scene, log.page, 0)
    answer = await does(scene, rewind.correct_message, position, "5", "a slip")
    assert answer.ok, answer.text
    first, second = (await page(scene)).text.splitlines()[1:]
    assert first.endswith(": 5")
    assert second.endswith("(not taken)")


async def test_no_text_is_kept_that_has_been_blanked_since(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "my secret")
    assert "my secret" in (await page(scene)).text
    async with scene.store.begin() as unit:
        await unit.connection.execute(journal.update().where(journal.c.kind == MESSAGE).values(body={"text": ""}))
    assert "my secret" not in (await page(scene)).text


@pytest.mark.parametrize("matches", [17])
async def test_what_is_kept_is_bounded(scene: Scene, matches: int) -> None:
    await scene.open()
    fold = Counted()
    receipts = Receipts(scene.store, fold)
    for _ in range(matches):
        await scene.create()
        await receipts.of(scene.hosted.id, 0, 7)
    before = fold.times
    await receipts.of(1, 0, 7)  # the first one had to go
    assert fold.times == before + 1
