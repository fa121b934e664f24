"""What a player has sent is read before their seat changes hands, or they are taken out: nothing that was sent in time
is lost because Discord lost its event."""

from __future__ import annotations

from typing import Any

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions, once_read, rewind
from bot.hosting.desk.seats import Whom
from bot.hosting.folds.rewinding import story
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.discord import Trouble, Unreachable
from tests.hosting.scene import HOUR, MINUTE, Scene
from tests.hosting.test_turned_back import does, turn_back_to_the_start


async def decides(scene: Scene, whom: Whom, deed: Any, *given: Any, must: bool = True, user: int | None = None) -> str:
    """A host decides over somebody's seat; what they are answered."""

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        answer: Answer = await deed(house, hosted, asker, whom, *given, unit)
        return answer

    asker = scene.asker() if user is None else scene.asker(user, manages=False)
    answer = await once_read.use(scene.house, scene.room, asker, scene.code, whom, tool, must)
    await scene.settle()
    await scene.look_again()
    assert answer is not None
    return answer.text


async def replaces(scene: Scene, out: str, by: str) -> str:
    return await decides(scene, scene.user(out), interventions.replace_player, scene.user(by), by)


async def messages(scene: Scene) -> list[tuple[int | None, str]]:
    return [(row.seat, row.body["text"]) for row in await scene.rows() if row.kind == "message"]


async def test_a_move_whose_event_was_lost_counts_though_its_player_is_replaced_before_the_deadline(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12", live=False)
    await replaces(scene, "Ann", "Zoe")
    assert await messages(scene) == [(0, "12")]
    assert "**12**" in "".join(scene.dms("Zoe"))
    await scene.pass_deadline()
    assert any("# 12" in post for post in scene.thread())


async def test_one_who_is_taken_out_is_read_first(scene: Scene) -> None:
    """In Garden of Eden, say, more time was asked for: for everyone."""
    await scene.begin("Ann", "Bob", "Eve", "Dan", ruleset="garden-of-eden")
    deadline = scene.deadline
    await scene.dm("Ann", "extend", live=False)
    await decides(scene, scene.user("Ann"), interventions.remove)
    assert (await scene.kinds())[-2:] == ["message", "removed"]
    assert scene.deadline == deadline + 24 * HOUR


async def test_a_holding_is_corrected_as_it_stands_with_all_that_was_sent(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, interventions.correct_holding, scene.user("Ann"), {"garnets": 2}, "a gift")
    await scene.dm("Ann", "score", live=False)  # which sets two of them aside
    said = await decides(scene, scene.user("Ann"), interventions.correct_holding, {"garnets": -1}, "no", must=False)
    assert said != words.DONE
    assert (await scene.kinds())[-2:] == ["message", "looked"]


async def test_while_discord_cannot_be_read_nobody_is_replaced_and_the_host_is_told_to_try_again(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12", live=False)
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1)
    before = await scene.kinds()
    assert await replaces(scene, "Ann", "Zoe") == words.NOT_READ_YET
    assert await scene.kinds() == before
    assert "has the seat" in await replaces(scene, "Ann", "Zoe")
    assert await messages(scene) == [(0, "12")]


async def test_without_a_connection_nobody_is_replaced(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.room.went_away()
    assert await replaces(scene, "Ann", "Zoe") == words.NOT_READ_YET


async def test_a_correction_does_not_wait_for_discord(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("history", error=Trouble(), times=9)
    said = await decides(scene, scene.user("Ann"), interventions.correct_holding, {"garnets": 1}, "a gift", must=False)
    assert said == words.DONE


async def test_whose_direct_messages_are_closed_for_good_counts_as_read(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("history", error=Unreachable("Their direct messages are closed to me."), times=9)
    assert "has the seat" in await replaces(scene, "Ann", "Zoe")


async def test_one_who_may_not_decide_has_nobody_read(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    asked = len(scene.discord.asked)
    said = await decides(scene, scene.user("Ann"), interventions.remove, user=scene.user("Mallory"))
    assert said == words.NOT_A_HOST
    assert ("history", f"user:{scene.user('Ann')}") not in scene.discord.asked[asked:]


async def test_what_a_host_enters_stands_before_a_message_of_the_player_that_was_lost(scene: Scene) -> None:
    """By their stamps, whenever they are read."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12", live=False)
    await scene.run(MINUTE)
    assert (await does(scene, interventions.submit, scene.user("Ann"), "5")).ok
    await scene.pass_deadline()
    assert any("# 5" in post for post in scene.thread())


# --- what was sent before a rollback, and was not read ----------------------------------------------------------------


async def test_a_move_for_a_later_round_does_not_count_for_the_one_that_the_match_was_turned_back_to(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pass_deadline()
    await scene.run(HOUR)
    lost = await scene.dm("Ann", "77", live=False)
    await scene.run(MINUTE)
    await turn_back_to_the_start(scene)
    await scene.run(MINUTE)
    await scene.delivered("Ann", lost)
    assert scene.dms("Ann")[-1] == words.undone(scene.code)
    await scene.dm("Ann", "5")
    await scene.pass_deadline()
    assert any("# 5" in post for post in scene.thread())
    assert not any("# 77" in post for post in scene.thread())


async def test_a_held_message_does_not_count_for_the_round_that_the_match_was_turned_back_to(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pass_deadline()
    await scene.look_again()
    await scene.run_to(scene.deadline + MINUTE / 30)
    await scene.dm("Ann", "77")
    await scene.run(MINUTE / 60)
    await turn_back_to_the_start(scene)
    assert words.undone(scene.code) in scene.dms("Ann")
    assert not await messages(scene)


async def test_a_move_from_before_the_point_that_holds_counts_though_it_is_read_later(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run(HOUR)
    lost = await scene.dm("Ann", "12", live=False)
    await scene.run(HOUR)
    await does(scene, interventions.correct_holding, scene.user("Bob"), {"garnets": 1}, "a gift")
    await scene.run(HOUR)
    await does(scene, rewind.rollback, rewind.points(story(await scene.rows()))[0].position, "a test")
    await scene.run(MINUTE)
    await scene.delivered("Ann", lost)
    assert (0, "12") in await messages(scene)


@pytest.mark.parametrize("again", [1, 2])
async def test_however_often_it_is_turned_back_what_fell_with_it_stays_fallen(scene: Scene, again: int) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pass_deadline()
    await scene.run(HOUR)
    lost = await scene.dm("Ann", "77", live=False)
    for _ in range(again):
        await scene.run(MINUTE)
        await turn_back_to_the_start(scene)
    await scene.restart()
    await scene.delivered("Ann", lost)
    assert not await messages(scene)
