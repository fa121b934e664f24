"""A match is its journal: its state is a pure function of the rows, and a notice is said because one was written."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.hosting.desk import rewind
from bot.hosting.folds import rewinding
from bot.hosting.folds.play import closing
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.store import Lost, Unit
from bot.store import folded
from games.catalogue import RULESETS
from games.options import completed
from games.record import read
from games.replay import judge
from tests.hosting.scene import HOUR, MINUTE, SECOND, Scene, played

Step = Callable[[Scene, random.Random], Awaitable[object]]


async def holds(scene: Scene) -> None:
    """What is stored beside the journal is what the journal gives, now and as JSON."""
    rows, stored = await scene.rows(), (await scene.hosted_now()).match
    again = rewinding.fold(rows)
    assert folded.to_json(again) == folded.to_json(stored)
    assert again == stored == folded.from_json(folded.to_json(stored))
    turns = [row.body["turn"] for row in rows if row.kind == events.CLOSED]
    assert turns == sorted(set(turns))


async def outbox(scene: Scene) -> int:
    async with scene.store.begin() as unit:
        return int((await unit.connection.exec_driver_sql("SELECT count(*) FROM outbox")).scalar_one())


# --- one thing at a time ----------------------------------------------------------------------------------------------


async def test_sign_up_start_and_end_fold_to_what_is_stored(scene: Scene) -> None:
    await scene.create(rounds=1)
    await holds(scene)
    await scene.join("Ann", "Bob", "Eve", "Dan")
    await scene.leave("Dan")
    await holds(scene)
    await scene.start()
    await holds(scene)
    for name, number in (("Ann", "12"), ("Bob", "11"), ("Eve", "10")):
        await scene.dm(name, number)
        await holds(scene)
    await scene.pass_deadline()
    await holds(scene)
    assert (await scene.hosted_now()).match.status == "over"


async def test_the_same_rows_give_the_same_match(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    rows = await scene.rows()
    assert rewinding.fold(rows) == rewinding.fold(list(rows))


async def test_microseconds_never_matter(scene: Scene) -> None:
    """Discord's stamps and the database know milliseconds: what was written is what is read."""
    await scene.begin("Ann", "Bob", "Eve")
    scene.clock.instant += timedelta(microseconds=1_234)
    await scene.extend(1.0)
    await scene.pause()
    scene.clock.instant += timedelta(microseconds=999)
    await scene.resume()
    await scene.pass_deadline()
    await holds(scene)
    row = Row(events.PAUSED, scene.clock.instant + timedelta(microseconds=7))
    assert row.at.microsecond % 1_000 == 0


async def test_folding_says_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    before = await outbox(scene)
    for _ in range(2):
        rewinding.fold(await scene.rows())
        await scene.restart()
    assert await outbox(scene) == before


async def test_an_empty_journal_is_no_match() -> None:
    with pytest.raises(ValueError, match="empty"):
        rewinding.fold([])


async def test_a_journal_begins_with_the_creation(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    with pytest.raises(ValueError, match="creation"):
        rewinding.fold((await scene.rows())[1:])


# --- races ------------------------------------------------------------------------------------------------------------


async def test_two_rows_for_one_place_cannot_be(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    stale = await scene.hosted_now()
    await scene.extend(1.0)
    with pytest.raises(Lost):
        async with scene.store.begin() as unit:
            await scene.house.recorder.write(unit, stale, Row(events.LOOKED, scene.clock.instant), scene.clock.now())
    await holds(scene)


async def test_two_rows_from_one_source_cannot_be(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    row = Row(events.LOOKED, scene.clock.instant, source="interaction:7")
    for outcome in ("written", "lost"):
        hosted = await scene.hosted_now()
        try:
            async with scene.store.begin() as unit:
                await scene.house.recorder.write(unit, hosted, row, scene.clock.now())
            written = "written"
        except Lost:
            written = "lost"
        assert written == outcome


async def test_a_turn_has_one_closing_row_whatever_happens(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = closing(scene.match, scene.deadline + HOUR)
    await scene.pass_deadline()
    hosted = await scene.hosted_now()
    with pytest.raises(Lost):
        async with scene.store.begin() as unit:
            await scene.house.recorder.write(unit, hosted, replace(first, source="another"), scene.clock.now())
    assert (await scene.kinds()).count("closed") == 1


async def test_whoever_loses_the_race_folds_again(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    stale: list[Hosted] = [await scene.hosted_now()]
    await scene.extend(1.0)

    async def deed(unit: Unit) -> Answer | None:
        hosted = stale.pop() if stale else await unit.match(scene.hosted.id)
        assert hosted is not None
        row = Row(events.LOOKED, scene.clock.instant)
        await scene.house.recorder.write(unit, hosted, row, scene.clock.now())
        return Answer("written")

    assert await scene.does(deed) == Answer("written")
    await holds(scene)


async def test_turn_numbers_are_never_used_again_not_even_after_a_rollback(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    started = next(n for n, kind in enumerate(await scene.kinds(), 1) if kind == "started")
    await scene.pass_deadline()
    await roll_back(scene, started)
    assert scene.match.turn == 3
    await scene.pass_deadline()
    await holds(scene)
    assert [row.body["turn"] for row in await scene.rows() if row.kind == "closed"] == [1, 3]


async def roll_back(scene: Scene, to: int) -> Answer:
    async def tool(house: object, hosted: Hosted, asker: object, unit: Unit) -> Answer:
        return await rewind.rollback(scene.house, hosted, asker, to, "a test", unit)  # type: ignore[arg-type]

    return await scene.host(tool)


# --- any course -------------------------------------------------------------------------------------------------------


WORDS = {
    "ghost-ladder": "12|0|7 +1g|30 rank|score|withdraw|status|check 5|vote Bob|nonsense|".split("|"),
    "garden-of-eden": "basket gold silver|basket gsg|gold|silver pink|red|gold void Bob|extend|status|??".split("|"),
}
PLAYERS = ("Ann", "Bob", "Eve", "Dan")


async def write(scene: Scene, dice: random.Random) -> None:
    text = dice.choice(WORDS[scene.match.ruleset])
    at = scene.clock.instant - dice.choice([0, 0, 1, 3]) * SECOND
    await scene.dm(dice.choice(PLAYERS), text, at=at, live=dice.random() < 0.8)


async def wait(scene: Scene, dice: random.Random) -> None:
    await scene.run(dice.choice([SECOND, 10 * MINUTE, 5 * HOUR]))


async def to_the_deadline(scene: Scene, dice: random.Random) -> None:
    if scene.match.deadline is not None:
        await scene.run_to(scene.match.deadline + dice.choice([-1, 0, 2, 7]) * SECOND)


async def host(scene: Scene, dice: random.Random) -> None:
    if dice.random() < 0.3:
        await scene.extend(dice.choice([0.5, 3.0]))
    else:
        await dice.choice([scene.pause, scene.resume, scene.resume, scene.close, scene.look])()


async def break_down(scene: Scene, dice: random.Random) -> None:
    await scene.restart(away=dice.choice([SECOND, 20 * MINUTE, 3 * HOUR]))


async def lose_the_connection(scene: Scene, dice: random.Random) -> None:
    await scene.disconnect()
    scene.clock.instant += dice.choice([SECOND, HOUR])
    await scene.reconnect(resumed=False)


COURSE: Sequence[Step] = [write] * 6 + [wait, to_the_deadline, to_the_deadline, host, break_down, lose_the_connection]


@pytest.mark.parametrize("ruleset", ["ghost-ladder", "garden-of-eden"])
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_happens_the_journal_folds_to_what_is_stored_and_its_record_is_judged_alike(
    tmp_path: Path, ruleset: str, seed: int
) -> None:
    dice = random.Random(f"{ruleset} {seed}")
    async with played(tmp_path / "matches.sqlite", seed=seed) as scene:
        await scene.begin(*PLAYERS, ruleset=ruleset, round_hours=6)
        for _ in range(24):
            await dice.choice(COURSE)(scene, dice)
            await holds(scene)
            await scene.look_again()
        await judged_alike(scene)


async def judged_alike(scene: Scene) -> None:
    """The record, up to the last deadline that passed, against the live match at that moment."""
    judgement = judge(read(await scene.export(), RULESETS))
    chapters = rewinding.story(await scene.rows())
    at = next((c.match for c in reversed(chapters) if c.row.kind == events.CLOSED), None)
    rules = scene.match.rules
    if at is None:
        assert judgement.turns == ()
    else:
        assert rules.standing(judgement.state) == rules.standing(at.state)
        assert judgement.ended == (at.status == "over")


def test_completed_options_survive_the_journal() -> None:
    for rules in RULESETS.values():
        options = completed(rules.options, {})
        assert set(options) == {o.name for o in rules.options}
