"""What a player asks and hosts answer: the button names whom it answers, and nobody is contradicted unseen."""

from __future__ import annotations

from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.desk import questions
from bot.hosting.model.records import Answer
from tests.hosting.fakes import Killed, Message, Moment
from tests.hosting.scene import HOST, HOUR, MINUTE, Scene
from tests.hosting.test_turned_back import does


async def asked(scene: Scene, text: str = "Does a half count?") -> str:
    """Ann asks; what the button under her question is called by."""
    await scene.dm("Ann", f"ask {text}")
    return scene.question(len(await scene.rows()))


def question(scene: Scene) -> Message:
    """The last one, as hosts see it."""
    return [m for m in scene.discord.channels[f"user:{HOST}"] if "asks" in m.content][-1]


async def respond(scene: Scene, handle: str, known: int, text: str) -> Answer:
    return await does(scene, questions.respond, handle, known, text)


def heard(scene: Scene) -> list[str]:
    return [text.splitlines()[-1] for text in scene.dms("Ann") if "host answers" in text]


async def test_the_button_names_whom_it_answers_and_says_no_number(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first, second = await asked(scene), await asked(scene)
    shown = question(scene).request
    assert shown is not None
    assert [(b.label, b.custom_id) for b in shown.buttons] == [("Answer Ann", f"reply:{scene.code}:{second}")]
    assert first != second
    assert len(first) == len(second) == 16


async def test_seven_questions_are_seven_letters_also_after_trouble(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", f"user:{HOST}", times=1_000)
    for number in range(7):
        await scene.dm(("Ann", "Bob", "Eve")[number % 3], f"ask Question {number}?")
    scene.discord.recovers()
    await scene.run(HOUR)
    await scene.ring()
    letters = [m for m in scene.discord.channels[f"user:{HOST}"] if "asks" in m.content]
    labels = [b.label for m in letters if m.request is not None for b in m.request.buttons]
    assert labels == [f"Answer {name}" for name in ("Ann", "Bob", "Eve", "Ann", "Bob", "Eve", "Ann")]
    assert len(letters) == 7


async def test_the_question_shows_who_answered_it_and_what(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    handle = await asked(scene)
    assert (await respond(scene, handle, 0, "It does.")).text == words.DONE
    assert question(scene).content.endswith(f"Does a half count?\n**Answered by <@{HOST}>:** It does.")
    assert heard(scene) == ["It does."]


async def test_a_second_answer_is_sent_only_by_who_has_read_the_first(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    handle = await asked(scene)
    await respond(scene, handle, 0, "It does.")
    refused = await respond(scene, handle, 0, "It does not.")
    assert "It does." in refused.text
    assert "It does not." in refused.text  # nothing that was typed is lost
    assert heard(scene) == ["It does."]
    (again,) = refused.buttons
    assert again.custom_id == f"reply:{scene.code}:{handle}:1"
    assert (await respond(scene, handle, 1, "Sorry, it does not.")).ok
    assert heard(scene) == ["It does.", "Sorry, it does not."]
    shown = [line.partition(":** ")[2] for line in question(scene).content.splitlines()[2:]]
    assert shown == ["It does.", "Sorry, it does not."]


async def test_whoever_presses_reads_what_has_been_answered_before_it_is_asked_again(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    handle = await asked(scene)
    assert await pressed(scene, handle, 0) == "Ann"
    await respond(scene, handle, 0, "It does.")
    shown = await pressed(scene, handle, 0)
    assert isinstance(shown, Answer)
    assert "It does." in shown.text
    assert await pressed(scene, handle, 1) == "Ann"


async def pressed(scene: Scene, handle: str, known: int) -> str | Answer:
    hosted = await scene.hosted_now()
    async with scene.store.begin() as unit:
        return await questions.whom(hosted, handle, known, unit)


async def test_what_is_no_question_of_this_match_is_answered_kindly(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await asked(scene)
    for nothing in ("1", "6", scene.question(1), ""):
        assert (await respond(scene, nothing, 0, "?")).text == words.NO_SUCH_QUESTION


async def test_a_long_question_shows_as_much_of_its_answers_as_there_is_room_for(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    handle = await asked(scene, "Why? " * 300)
    await respond(scene, handle, 0, "Because. " * 150)
    assert len(question(scene).content) <= 2_000
    assert "Answered by" in question(scene).content


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_answer_shows_though_the_process_dies_over_the_edit(scene: Scene, moment: Moment) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    handle = await asked(scene)
    scene.discord.goes_wrong("edit", f"user:{HOST}", moment, error=Killed())
    hosted, asker = await scene.hosted_now(), scene.asker()
    scene.house.queue.put(partial(questions.respond, scene.house, hosted, asker, handle, 0, "It does."))
    await scene.settle()
    assert scene.killed
    await scene.restart(away=5 * MINUTE)
    await scene.ring()
    assert question(scene).content.count("It does.") == 1
    assert heard(scene) == ["It does."]


async def test_a_question_that_was_not_sent_yet_comes_with_the_answer_that_another_host_gave(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("send", f"user:{HOST}", times=1_000)
    await asked(scene, "One?")
    handle = await asked(scene, "Two?")
    await respond(scene, handle, 0, "Yes.")
    scene.discord.recovers()
    await scene.run(HOUR)
    await scene.ring()
    assert question(scene).content.splitlines()[1:] == ["Two?", f"**Answered by <@{HOST}>:** Yes."]


async def test_a_question_that_somebody_deleted_stops_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    handle = await asked(scene)
    scene.discord.channels[f"user:{HOST}"].remove(question(scene))
    assert (await respond(scene, handle, 0, "It does.")).ok
    async with scene.store.begin() as unit:
        assert await unit.unsaid() == []
