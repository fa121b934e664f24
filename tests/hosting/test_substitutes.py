"""A seat changes hands: its orders stay with it, whatever else was written from it does not."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any

from bot.config import Database, Settings
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions, ledger, questions, rewind, speech, substitutes
from bot.hosting.desk.seats import Seat
from bot.hosting.desk.substitutes import Replacement, Substitute
from bot.hosting.folds.rewinding import story
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import own_matches
from bot.operating import upkeep
from tests.hosting.scene import HOST, MINUTE, SECOND, Scene
from tests.hosting.test_turned_back import does, garnets, play_to_the_end, turn_back_to_the_start


async def replaced(scene: Scene, out: str, by: str) -> Answer:
    return await does(scene, interventions.replace_player, scene.user(out), scene.user(by), by)


async def asked_first(scene: Scene, out: str, by: str) -> tuple[str, Replacement | None]:
    """What a host is asked before a seat changes hands, and what their yes would do."""
    asked: list[tuple[str, Replacement | None]] = []

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        substitute = Substitute(scene.user(by), by)
        asked.append(await substitutes.ask(hosted, asker, scene.user(out), substitute, unit))
        return Answer("")

    await scene.host(tool)
    return asked[0]


async def shown_first(scene: Scene) -> str:
    """What a host is shown before the match is turned back to its start."""
    start = rewind.points(story(await scene.rows()))[-1].position

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
        return await rewind.preview_rollback(house, hosted, asker, start, unit)

    return (await scene.host(tool)).text


async def forgotten(scene: Scene, who: str) -> None:
    """`dealer forget`, beside the running bot."""
    settings = Settings(database=Database(scene.file))
    assert await asyncio.to_thread(upkeep.forget, settings, scene.user(who)) == 0
    await scene.look_again()


async def receipts(scene: Scene, who: str) -> str:
    answer = await own_matches.receipts(scene.house, scene.user(who), scene.code)
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
        answer = await does(scene, interventions.submit, scene.user("Ann"), text)
        assert words.NOTHING_ENTERED in answer.text
    assert (await scene.kinds())[-3:] == ["looked"] * 3
    assert len(scene.dms("Ann")) == heard
    assert scene.thread() == posts
    assert len((await receipts(scene, "Ann")).splitlines()) == 1


async def test_who_takes_the_seat_of_a_player_who_is_out_is_asked_for_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan")
    await does(scene, interventions.remove, scene.user("Ann"))
    await replaced(scene, "Ann", "Zoe")
    await replaced(scene, "Bob", "Yan")
    assert "▶" not in "".join(scene.dms("Zoe"))
    assert "▶" in "".join(scene.dms("Yan"))


# --- ruling C7: who may take a seat -----------------------------------------------------------------------------------


async def test_c7_whoever_held_a_seat_can_be_put_back_on_it_and_has_it_as_it_stands(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    await replaced(scene, "Ann", "Zoe")
    await scene.dm("Zoe", "20")
    answer = await replaced(scene, "Zoe", "Ann")
    assert answer.ok, answer.text
    assert "**20**" in scene.dms("Ann")[-1]
    await scene.dm("Ann", "21")
    assert "**21**" in scene.dms("Ann")[-1]
    assert [p.name for p in scene.hosted.sitting] == ["Ann", "Bob", "Eve"]


async def test_c7_whoever_held_a_seat_takes_no_other_one(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await replaced(scene, "Ann", "Zoe")
    assert (await replaced(scene, "Bob", "Ann")).text == words.ANOTHER_SEAT
    assert (await replaced(scene, "Bob", "Eve")).text == words.ANOTHER_SEAT
    assert (await replaced(scene, "Bob", "Bob")).text == words.ANOTHER_SEAT


async def test_c7_who_left_before_the_match_began_may_take_any_seat(scene: Scene) -> None:
    await scene.create()
    await scene.join("Dan", "Ann", "Bob", "Eve")
    await scene.leave("Dan")
    await scene.start()
    assert (await replaced(scene, "Eve", "Dan")).ok


async def test_c7_the_host_is_asked_with_what_goes_along_and_no_figure(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "37")
    await replaced(scene, "Ann", "Zoe")
    text, asked = await asked_first(scene, "Zoe", "Yan")
    assert asked is not None
    for word in ("score", "holdings", "on file", "rights", "takes home", "debts", "cancelled", "Zoe"):
        assert word in text
    assert f"<@{scene.user('Ann')}>, who brought it" in text
    assert f"<@{scene.user('Yan')}>" in text
    assert not re.search(r"\d", re.sub(r"<@\d+>", "", text).replace(scene.code, ""))
    assert [p.name for p in scene.hosted.sitting] == ["Zoe", "Bob", "Eve"]


async def test_c7_the_substitute_reads_with_the_welcome_what_goes_along(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await replaced(scene, "Ann", "Zoe")
    welcome = next(text for text in scene.dms("Zoe") if "take over a seat" in text)
    for word in ("score", "holdings", "on file", "rights", "takes home", "debts", "cancelled", "whoever brought it"):
        assert word in welcome


async def test_what_a_host_was_asked_about_is_not_done_to_somebody_else(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    _, asked = await asked_first(scene, "Ann", "Zoe")
    await replaced(scene, "Ann", "Yan")
    answer = await does(scene, substitutes.confirm, asked)
    assert (answer.ok, answer.text) == (False, words.SEAT_CHANGED)
    assert [p.name for p in scene.hosted.sitting] == ["Yan", "Bob", "Eve"]


async def test_the_answer_to_a_question_reaches_who_asked_it_once_they_are_back_on_the_seat(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "ask My own affair?")
    question = len(await scene.rows())
    await replaced(scene, "Ann", "Zoe")
    await replaced(scene, "Zoe", "Ann")
    assert (await does(scene, questions.respond, scene.question(question), 0, "Yours alone.")).ok
    assert "Yours alone." in scene.dms("Ann")[-1]


async def test_who_is_back_on_a_seat_sees_the_own_lines_and_of_others_only_the_orders(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    for who, texts in (("Ann", ("12", "lol")), ("Zoe", ("13", "oh my")), ("Ann", ("14",))):
        if who != scene.hosted.sitting[0].name:
            await replaced(scene, scene.hosted.sitting[0].name, who)
        for text in texts:
            await scene.dm(who, text)
    shown = await receipts(scene, "Ann")
    assert [re.sub(r"^.*>: ", "", line) for line in shown.splitlines()[1:]] == ["12", "lol (not taken)", "13", "14"]


async def test_what_somebody_sent_before_they_took_the_seat_is_not_for_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.code
    await scene.begin("Zoe", "Dan", "Fay")
    message = await scene.dm("Zoe", "7", live=False)
    await scene.run(MINUTE)
    scene.code = first
    await scene.look_again()
    await replaced(scene, "Ann", "Zoe")
    await scene.delivered("Zoe", message)
    assert not [row for row in await scene.rows(first) if row.kind == "message"]


# --- a rollback across a substitution ---------------------------------------------------------------------------------


async def test_a_rollback_keeps_who_sits_where_and_says_so(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await replaced(scene, "Ann", "Zoe")
    shown = await shown_first(scene)
    assert "Zoe keeps the seat" in shown
    await turn_back_to_the_start(scene)
    assert "no longer holds. Zoe keeps the seat taken over since." in scene.thread()[-1]
    assert [p.name for p in scene.hosted.sitting] == ["Zoe", "Bob", "Eve"]
    await turn_back_to_the_start(scene)
    assert "Zoe keeps the seat" in scene.thread()[-1], "however often it is turned back"
    await scene.dm("Zoe", "12")
    assert "**12**" in scene.dms("Zoe")[-1]


async def test_a_rollback_without_a_substitution_says_nothing_of_seats(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await turn_back_to_the_start(scene)
    assert "keeps" not in scene.thread()[-1]


async def test_what_is_said_of_a_substitution_is_said_though_the_match_is_turned_back_meanwhile(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    thread, zoe = scene.thread_channel, f"user:{scene.user('Zoe')}"
    scene.discord.refusing |= {thread: "Closed for a moment.", zoe: "Closed for a moment."}
    await replaced(scene, "Ann", "Zoe")
    await turn_back_to_the_start(scene)
    scene.discord.recovers()
    await does(scene, speech.repost)
    assert any("takes over a seat" in post for post in scene.thread())
    assert any("take over a seat" in text for text in scene.dms("Zoe"))


# --- a seat by its number ---------------------------------------------------------------------------------------------


async def test_a_seat_whose_player_was_forgotten_is_replaced_entered_for_corrected_and_removed_by_number(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan")
    await scene.dm("Ann", "12")
    await forgotten(scene, "Ann")
    await forgotten(scene, "Bob")
    assert (await does(scene, interventions.submit, Seat(1), "13")).ok
    assert (await does(scene, interventions.correct_holding, Seat(1), {"garnets": 1}, "a slip")).ok
    assert (await does(scene, interventions.replace_player, Seat(1), scene.user("Zoe"), "Zoe")).ok
    assert "**13**" in "".join(scene.dms("Zoe"))
    assert (await does(scene, interventions.remove, Seat(2))).ok
    assert (await does(scene, interventions.remove, Seat(9))).text == words.NOT_SEATED


async def test_the_hosts_are_told_that_a_player_was_forgotten_and_what_they_can_do(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    heard = len(scene.host_dms())
    await forgotten(scene, "Bob")
    await scene.ring()
    assert scene.host_dms()[heard:] == [words.player_forgotten(scene.code, 1)]


async def test_what_a_forgotten_person_brought_is_nobodys_and_what_the_seat_wins_the_substitutes(scene: Scene) -> None:
    await scene.open()
    await scene.does(partial(ledger.set_to, scene.asker(), scene.user("Ann"), "garnets", 5, "a gift"))
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await forgotten(scene, "Ann")
    await does(scene, interventions.replace_player, Seat(1), scene.user("Zoe"), "Zoe")
    await scene.cancel()
    assert await garnets(scene, "Zoe") == 0
    await turn_back_to_the_start(scene)
    await play_to_the_end(scene)
    assert await garnets(scene, "Zoe") == 5
