"""A player of several matches: which one a message is for (ruling L2)."""

from __future__ import annotations

import pytest

from bot.hosting import words
from tests.hosting.scene import HOUR, SECOND, Scene


@pytest.fixture
async def codes(scene: Scene) -> tuple[str, str]:
    """Two matches of Ann, Bob and Eve."""
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.code
    await scene.begin("Ann", "Bob", "Eve")
    return first, scene.code


async def texts(scene: Scene, code: str) -> list[str]:
    return [row.body["text"] for row in await scene.rows(code) if row.kind == "message"]


async def test_the_code_in_front_chooses_the_match_and_is_no_part_of_the_message(
    scene: Scene, codes: tuple[str, str]
) -> None:
    first, second = codes
    await scene.dm("Ann", f"{first} 12")
    await scene.dm("Ann", f" {second.lower()}: 30 +1g")
    assert await texts(scene, first) == ["12"]
    assert await texts(scene, second) == ["30 +1g"]


async def test_an_answer_to_the_bot_goes_to_the_match_that_it_answers(scene: Scene, codes: tuple[str, str]) -> None:
    first, _ = codes
    welcome = next(m for m in scene.discord.channels[f"user:{scene.user('Ann')}"] if first in m.content)
    await scene.dm("Ann", "12", reply_to=welcome.id)
    assert await texts(scene, first) == ["12"]


async def test_an_answer_to_a_word_that_no_row_said_goes_to_its_match_too(scene: Scene, codes: tuple[str, str]) -> None:
    first, _ = codes
    await scene.dm("Ann", f"{first} ")  # nothing to read: answered without a row
    answer = scene.discord.channels[f"user:{scene.user('Ann')}"][-1]
    assert "where you stand" in answer.content
    await scene.dm("Ann", "12", reply_to=answer.id)
    assert await texts(scene, first) == ["12"]


async def test_a_message_that_names_no_match_is_asked_about_and_taken_nowhere(
    scene: Scene, codes: tuple[str, str]
) -> None:
    await scene.dm("Ann", "12")
    asked = scene.discord.channels[f"user:{scene.user('Ann')}"][-1]
    assert asked.content == words.which(list(codes))
    assert asked.request is not None
    assert [b.label for b in asked.request.buttons] == [f"{code} · Ghost Ladder In the Sky" for code in codes]
    assert [await texts(scene, code) for code in codes] == [[], []]


async def test_picked_by_the_deadline_it_counts_with_its_own_stamp(scene: Scene, codes: tuple[str, str]) -> None:
    first, _ = codes
    message = await scene.dm("Ann", "12")
    await scene.dm("Ann", f"{first} 40", at=scene.clock.instant + SECOND)
    picked = await scene.picks("Ann", message, first)
    assert picked is not None
    assert picked.text == words.picked(first)
    row = next(r for r in await scene.rows(first) if r.source == f"message:{message}")
    assert row.body["text"] == "12"
    assert row.at == scene.message("Ann", message).stamp


async def test_a_message_is_picked_once(scene: Scene, codes: tuple[str, str]) -> None:
    first, second = codes
    message = await scene.dm("Ann", "12")
    await scene.picks("Ann", message, first)
    again = await scene.picks("Ann", message, second)
    assert again is not None
    assert again.text == words.PICKED_BEFORE
    assert await texts(scene, second) == []


async def test_nobody_picks_for_somebody_else(scene: Scene, codes: tuple[str, str]) -> None:
    first, _ = codes
    message = await scene.dm("Ann", "12")
    answer = await scene.picks("Bob", message, first)
    assert answer is not None
    assert answer.text == words.PICKED_BEFORE
    assert await texts(scene, first) == []


@pytest.mark.parametrize("closed", [False, True], ids=["not yet closed", "closed"])
async def test_picked_after_the_deadline_it_counts_for_nothing(
    scene: Scene, codes: tuple[str, str], closed: bool
) -> None:
    first, _ = codes
    message = await scene.dm("Ann", "12")
    await scene.run_to(scene.deadline + SECOND)
    if closed:
        await scene.run(HOUR)
    answer = await scene.picks("Ann", message, first)
    assert answer is not None
    assert answer.text == words.picked_late(first)
    assert await texts(scene, first) == []
    assert scene.host_dms() == []


async def test_picked_too_late_for_one_it_can_still_be_picked_for_another(scene: Scene, codes: tuple[str, str]) -> None:
    first, second = codes
    message = await scene.dm("Ann", "12")
    due = scene.deadline
    await scene.extend(10.0)  # the second
    await scene.run_to(due + HOUR)
    for code, said in ((first, words.picked_late(first)), (second, words.picked(second))):
        answer = await scene.picks("Ann", message, code)
        assert answer is not None
        assert answer.text == said
    assert await texts(scene, first) == []
    assert await texts(scene, second) == ["12"]


async def test_after_one_of_two_matches_ends_a_message_needs_no_code(scene: Scene, codes: tuple[str, str]) -> None:
    first, _ = codes
    await scene.cancel()
    await scene.dm("Ann", "12")
    assert await texts(scene, first) == ["12"]


async def test_before_the_start_nothing_can_be_sent(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann")
    await scene.dm("Ann", "12")
    assert scene.dms("Ann")[-1].startswith(words.NOTHING_YET)


async def test_whoever_is_in_no_match_gets_a_friendly_line(scene: Scene) -> None:
    await scene.open()
    await scene.dm("Zoe", "hello?")
    assert scene.dms("Zoe") == [words.NO_MATCH]


# --- one question at a time -------------------------------------------------------------------------------------------


def shown(scene: Scene) -> tuple[str, list[str]]:
    """The last letter to Ann, and what its buttons are called by."""
    last = scene.discord.channels[f"user:{scene.user('Ann')}"][-1]
    assert last.request is not None
    return last.content, [b.custom_id for b in last.request.buttons]


async def test_what_comes_while_a_question_is_open_is_asked_about_once_that_is_answered(
    scene: Scene, codes: tuple[str, str]
) -> None:
    """Seven questions on one screen would have seven times the same buttons."""
    first, second = codes
    one = await scene.dm("Ann", "12")
    _, buttons = shown(scene)
    two = await scene.dm("Ann", "13")
    assert shown(scene) == (words.which_first(list(codes), "12").replace("\x02~12\x03", "12"), buttons)
    await scene.picks("Ann", one, first)
    text, next_buttons = shown(scene)
    assert "“13”" in text
    assert next_buttons != buttons
    await scene.picks("Ann", two, second)
    assert [await texts(scene, code) for code in codes] == [["12"], ["13"]]


async def test_a_question_that_no_pick_can_answer_any_more_is_dropped_and_its_player_told(
    scene: Scene, codes: tuple[str, str]
) -> None:
    await scene.dm("Ann", "12")
    await scene.run_to(scene.deadline + HOUR)
    await scene.dm("Ann", "13")
    dropped, question = scene.dms("Ann")[-2:]
    assert "“12” counts nowhere" in dropped
    assert question == words.which(list(codes))


async def test_the_buttons_of_a_pick_say_no_number(scene: Scene, codes: tuple[str, str]) -> None:
    message = await scene.dm("Ann", "12")
    _, buttons = shown(scene)
    assert [button.rpartition(":")[2] for button in buttons] == list(codes)
    assert not any(str(message) in button for button in buttons)
