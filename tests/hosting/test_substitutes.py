"""A seat changes hands: its orders stay with it, whatever else was written from it does not."""

from __future__ import annotations

from bot.hosting import table, words
from bot.hosting.desk import hand, questions
from bot.hosting.ports import Answer
from tests.hosting.scene import HOST, SECOND, Scene
from tests.hosting.test_turned_back import does


async def replaced(scene: Scene, out: str, by: str) -> Answer:
    return await does(scene, hand.replace_player, scene.user(out), scene.user(by), by)


async def receipts(scene: Scene, who: str) -> str:
    answer = await table.receipts(scene.house, scene.user(who), scene.code)
    assert answer is not None
    return answer.text


async def test_a_substitute_sees_the_orders_of_the_seat_and_not_what_else_was_written_from_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for text in ("12", "lol imagine i played 1", "check 99", "13"):
        await scene.dm("Ann", text)
    await replaced(scene, "Ann", "Zoe")
    await scene.dm("Zoe", "5 5")
    shown = await receipts(scene, "Zoe")
    assert [line.rpartition(": ")[2] for line in shown.splitlines()[1:]] == ["12", "13", "5 5 (not taken)"]


async def test_an_answer_to_who_left_the_seat_does_not_reach_the_substitute(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "ask My own affair?")
    question = len(await scene.rows())
    await replaced(scene, "Ann", "Zoe")
    heard = len(scene.dms("Zoe"))
    answer = await does(scene, questions.respond, scene.question(question), 0, "Yours alone.")
    assert (answer.ok, answer.text) == (False, words.ASKER_GONE)
    assert len(scene.dms("Zoe")) == heard


async def test_whoever_has_looked_is_no_substitute(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.look()
    scene.users["Host"] = HOST
    assert (await replaced(scene, "Ann", "Host")).text == words.LOOKED_BEFORE


async def test_nobody_is_replaced_between_a_deadline_and_its_close(scene: Scene) -> None:
    """What the player sent in time may not be read yet."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline - SECOND)
    await scene.dm("Ann", "12", live=False)
    await scene.run_to(scene.deadline + SECOND)
    assert (await replaced(scene, "Ann", "Zoe")).text == words.CLOSING_ALREADY
    await scene.pass_deadline()
    assert any("# 12" in post for post in scene.thread())
    assert (await replaced(scene, "Ann", "Zoe")).ok


async def test_receipts_are_there_after_the_match_too(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    await scene.cancel()
    assert (await receipts(scene, "Ann")).endswith(": 12")
    assert await receipts(scene, "Zoe") == words.NOT_YOURS


async def test_what_a_host_enters_in_order_to_see_how_a_player_stands_is_a_look(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    heard, posts = len(scene.dms("Ann")), scene.thread()
    for text in ("status", "gold white", "what now"):
        answer = await does(scene, hand.submit, scene.user("Ann"), text)
        assert words.NOTHING_ENTERED in answer.text
    assert (await scene.kinds())[-3:] == ["looked"] * 3
    assert len(scene.dms("Ann")) == heard
    assert scene.thread() == posts
    assert len((await receipts(scene, "Ann")).splitlines()) == 1


async def test_who_takes_the_seat_of_a_player_who_is_out_is_asked_for_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan")
    await does(scene, hand.remove, scene.user("Ann"))
    await replaced(scene, "Ann", "Zoe")
    await replaced(scene, "Bob", "Yan")
    assert "▶" not in "".join(scene.dms("Zoe"))
    assert "▶" in "".join(scene.dms("Yan"))
