"""Which match a message is for: the code in front of it, by hand or in a command."""

from __future__ import annotations

from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.inbox import intake
from bot.hosting.model.records import Answer, Letter
from tests.hosting.scene import Scene


async def submits(scene: Scene, who: str, text: str, code: str) -> Answer:
    """By `/submit`, with a match named."""
    letter = Letter(scene.discord.new_id(), scene.user(who), f"{code} {text}", via="interaction")
    answer = await scene.does(partial(intake.receive_for, scene.house, letter, code))
    assert answer is not None
    return answer


@pytest.mark.parametrize("ruleset", ["ghost-ladder", "garden-of-eden"])
async def test_the_code_alone_is_answered_by_what_can_be_sent(scene: Scene, ruleset: str) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset=ruleset)
    for text in (scene.code, f" {scene.code.lower()}: "):
        await scene.dm("Ann", text)
        assert scene.dms("Ann")[-1] == words.help_now(scene.match, 0)


async def test_a_code_that_stands_there_twice_is_read_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", f"{scene.code} {scene.code.lower()} 12")
    assert "**12**" in scene.dms("Ann")[-1]


@pytest.mark.parametrize("text", ["{other} 12", "{other}: 5 +2g", "g99 30", "G2XC status"])
async def test_nothing_is_guessed_of_a_message_for_another_match_whether_it_exists_or_not(
    scene: Scene, text: str
) -> None:
    await scene.begin("Dan", "Fay", "Gil")
    other = scene.code
    await scene.begin("Ann", "Bob", "Eve")
    written = text.format(other=other)
    await scene.dm("Ann", written)
    code = written.split()[0].strip(":").upper()
    assert scene.dms("Ann")[-1].startswith(words.other_match(code))
    assert (await scene.rows())[-1].body["offers"] == []


@pytest.mark.parametrize("text", ["g22", "12g 5", "gsg silver", "gold2 pink"])
async def test_what_is_no_code_is_not_taken_for_one(scene: Scene, text: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", text)
    assert "the code of a match" not in scene.dms("Ann")[-1]


async def test_a_command_that_names_a_match_of_others_reaches_none_of_ones_own(scene: Scene) -> None:
    await scene.begin("Dan", "Fay", "Gil")
    other = scene.code
    await scene.begin("Ann", "Bob", "Eve")
    for code in (other, "G99", "check"):
        assert (await submits(scene, "Ann", "12", code)).text == words.NOT_YOURS_NOW
    assert "message" not in await scene.kinds()
    assert (await submits(scene, "Ann", "12", scene.code.lower())).ok


async def test_a_tagged_player_is_named_in_a_question(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", f"ask Is <@{scene.user('Bob')}> still in?")
    assert "Is Bob still in?" in scene.host_dms()[-1]
    assert str(scene.user("Bob")) not in str((await scene.rows())[-1].body)
