"""What belongs to whom when a match ends in an odd way: cancelled with a substitute, turned back after it was paid,
closed with somebody in debt."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.hosting.context import House
from bot.hosting.desk import interventions, ledger, rewind
from bot.hosting.folds.rewinding import story
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Entry, Hosted
from games.catalogue import RULESETS
from games.record import read
from games.replay import judge
from tests.hosting.scene import GUILD, Scene
from tests.hosting.test_turned_back import does, garnets, play_to_the_end, turn_back_to_the_start


async def hold(scene: Scene, who: str, amount: int, kind: str = "garnets") -> None:
    if not scene.up:
        await scene.open()
    answer = await scene.does(partial(ledger.set_to, scene.asker(), scene.user(who), kind, amount, "a gift"))
    assert answer is not None
    assert answer.ok, answer.text


async def give(scene: Scene, giver: str, taker: str, amount: int) -> None:
    people = (scene.user(giver), scene.user(taker))
    answer = await scene.does(partial(ledger.give, scene.asker(), *people, "garnets", amount, "a favour"))
    assert answer is not None
    assert answer.ok, answer.text


async def replaced(scene: Scene, out: str, by: str) -> Answer:
    return await does(scene, interventions.replace_player, scene.user(out), scene.user(by), by)


async def preview(scene: Scene, to: int) -> str:
    async def shown(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        return await rewind.preview_rollback(house, hosted, asker, to, unit)

    return (await scene.host(shown)).text


async def start_of(scene: Scene) -> int:
    return rewind.points(story(await scene.rows()))[-1].position


async def holds(scene: Scene, *names: str) -> list[int]:
    return [await garnets(scene, name) for name in names]


# --- ruling C7 --------------------------------------------------------------------------------------------------------


async def test_c7_a_cancelled_match_gives_back_to_who_brought_it_and_not_to_the_substitute(scene: Scene) -> None:
    await hold(scene, "Ann", 9)
    await scene.begin("Ann", "Bob", "Eve")
    await replaced(scene, "Ann", "Zoe")
    await scene.cancel()
    assert await holds(scene, "Ann", "Zoe") == [9, 0]


async def test_c7_after_several_substitutions_the_first_one_has_brought_it(scene: Scene) -> None:
    await hold(scene, "Ann", 9)
    await hold(scene, "Zoe", 2)
    await scene.begin("Ann", "Bob", "Eve")
    for out, by in (("Ann", "Zoe"), ("Zoe", "Yan"), ("Yan", "Ann"), ("Ann", "Yan")):
        assert (await replaced(scene, out, by)).ok, (out, by)
    await scene.cancel()
    assert await holds(scene, "Ann", "Zoe", "Yan") == [9, 2, 0]


async def test_c7_what_the_seat_takes_home_is_the_substitutes_and_debts_are_too(scene: Scene) -> None:
    await hold(scene, "Ann", 9)
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await replaced(scene, "Ann", "Zoe")
    await play_to_the_end(scene)
    assert await holds(scene, "Ann", "Zoe") == [0, 9]

    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await replaced(scene, "Bob", "Zoe")
    await play_to_the_end(scene)  # nobody sends anything: entry and fine are owed
    async with scene.store.begin() as unit:
        assert (await unit.balances(GUILD, scene.user("Zoe")))["yen"] < 0
        assert "yen" not in await unit.balances(GUILD, scene.user("Bob"))


async def test_c7_a_match_that_is_turned_back_takes_from_who_had_got_it_whoever_ends_it_then(scene: Scene) -> None:
    await hold(scene, "Ann", 9)
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await replaced(scene, "Ann", "Zoe")
    await play_to_the_end(scene)
    await turn_back_to_the_start(scene)
    assert await holds(scene, "Ann", "Zoe") == [0, 0]
    await replaced(scene, "Zoe", "Yan")
    await scene.cancel()
    assert await holds(scene, "Ann", "Zoe", "Yan") == [9, 0, 0]
    await turn_back_to_the_start(scene)
    assert await holds(scene, "Ann", "Zoe", "Yan") == [0, 0, 0]
    await play_to_the_end(scene)
    assert await holds(scene, "Ann", "Zoe", "Yan") == [0, 0, 9]


async def test_c7_a_correction_after_the_end_is_for_who_holds_the_seat(scene: Scene) -> None:
    await hold(scene, "Ann", 9)
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await replaced(scene, "Ann", "Zoe")
    await play_to_the_end(scene)
    await does(scene, interventions.correct_holding, scene.user("Zoe"), {"garnets": 2}, "forgotten")
    assert await holds(scene, "Ann", "Zoe") == [0, 11]
    await turn_back_to_the_start(scene)
    assert await holds(scene, "Ann", "Zoe") == [0, 0]


# --- what is owed -----------------------------------------------------------------------------------------------------


async def paid_and_given_away(scene: Scene) -> None:
    await hold(scene, "Ann", 8)
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await play_to_the_end(scene)
    await give(scene, "Ann", "Dan", 8)


async def test_that_somebody_would_be_left_in_debt_is_in_the_preview_of_a_rollback_and_is_a_look(scene: Scene) -> None:
    await paid_and_given_away(scene)
    shown = await preview(scene, await start_of(scene))
    assert f"garnets of <@{scene.user('Ann')}>" in shown
    assert f"<@{scene.user('Bob')}>" not in shown
    assert "8" not in shown.replace(str(scene.user("Ann")), "")
    assert (await scene.rows())[-1].kind == events.LOOKED


async def test_what_is_in_another_match_meanwhile_is_a_debt_until_that_one_ends(scene: Scene) -> None:
    await hold(scene, "Ann", 8)
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    first = scene.code
    await play_to_the_end(scene)
    await scene.begin("Ann", "Dan", "Fay", rounds=1)
    second, scene.code = scene.code, first
    await scene.look_again()
    assert f"garnets of <@{scene.user('Ann')}>" in await preview(scene, await start_of(scene))
    await turn_back_to_the_start(scene)
    assert await garnets(scene, "Ann") == -8
    await scene.cancel()
    scene.code = second
    await scene.look_again()
    await play_to_the_end(scene)
    assert await garnets(scene, "Ann") == 8


async def test_a_rollback_that_leaves_nobody_in_debt_says_nothing_of_it(scene: Scene) -> None:
    await paid_and_given_away(scene)
    await give(scene, "Dan", "Ann", 8)
    assert "In debt" not in await preview(scene, await start_of(scene))


async def test_who_is_in_debt_brings_nothing_and_the_debt_stays_in_the_ledger(scene: Scene) -> None:
    await paid_and_given_away(scene)
    await turn_back_to_the_start(scene)
    assert await garnets(scene, "Ann") == -8
    first = scene.code
    await scene.begin("Ann", "Bob", "Fay", rounds=1)
    started = next(row for row in await scene.rows() if row.kind == events.STARTED)
    assert [held["garnets"] for held in started.body["holdings"]] == [0, 0, 0]
    judge(read(await scene.export(), RULESETS))  # a record with -8 garnets would be none
    for name in ("Ann", "Bob"):
        await scene.dm(name, f"{scene.code} 5 +0g")
    await scene.pass_deadline()
    await play_to_the_end(scene)
    judge(read(await scene.export(), RULESETS))
    scene.code = first
    await scene.cancel()
    assert await garnets(scene, "Ann") == 0, "the eight that were taken back are given back"
    assert await garnets(scene, "Dan") == 8


async def test_what_may_be_owed_is_brought_as_a_debt(scene: Scene) -> None:
    await hold(scene, "Ann", -70_000_000, "yen")
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    record = await scene.export()
    assert "yen = -70000000" in record
    judge(read(record, RULESETS))


@pytest.mark.parametrize("sign", [1, -1])
async def test_no_match_takes_more_than_its_record_can_name(scene: Scene, sign: int) -> None:
    much = sign * 1_001 * 10**12
    await scene.open()
    async with scene.store.begin() as unit:
        await unit.enter(Entry(GUILD, scene.user("Ann"), "yen", much, "saved", scene.clock.instant))
    await scene.create("garden-of-eden")
    await scene.join("Ann", "Bob", "Eve")
    await scene.start()
    judge(read(await scene.export(), RULESETS))
    await scene.cancel()
    async with scene.store.begin() as unit:
        assert await unit.balances(GUILD, scene.user("Ann")) == {"yen": much}
