"""Cries for help, and commands that were mistyped."""

from __future__ import annotations

import pytest

from bot.hosting import words
from bot.hosting.inbox import suggestions
from tests.hosting.scene import Scene


@pytest.mark.parametrize(
    "text",
    [
        "help",
        "HELP!",
        "/help",
        "?",
        "??",
        "Help me please",
        "i need help",
        "how does this work??",
        "hi, what can I send?",
        "sorry, i dont understand",
    ],
)
async def test_whoever_asks_for_help_gets_it(scene: Scene, text: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", text)
    await scene.look_again()
    assert scene.dms("Ann")[-1].startswith(words.help_now(scene.match, 0))
    assert not [row for row in await scene.rows() if row.kind == "message"]


@pytest.mark.parametrize("text", ["12", "help Bob", "how does Bob do it", "what do i do with 12", "rank", "hello", ""])
def test_no_other_message_is_a_cry_for_help(text: str) -> None:
    assert not suggestions.wants_help(text)


@pytest.mark.parametrize(
    ("text", "command", "offers"),
    [
        ("hepl", "`help`", ("help",)),
        ("halp!", "`help`", ("help",)),
        ("/hlep pls", "`help`", ("help",)),
        ("aks can I resign?", "`ask …`", ("ask can I resign?",)),
        ("Askk: does a tie share it", "`ask …`", ("ask does a tie share it",)),
        (f"aks {'why ' * 30}", "`ask …`", ()),
        ("/my receits", "`/my receipts`", ()),
        ("receipts", "`/my receipts`", ()),
        ("my reminder", "`/my reminders`", ()),
    ],
)
def test_a_mistyped_command_suggests_the_nearest(text: str, command: str, offers: tuple[str, ...]) -> None:
    found = suggestions.guess(text)
    assert found is not None
    assert command in found.text
    assert found.offers == offers


def test_what_is_too_long_for_a_button_is_not_said_to_be_on_one() -> None:
    short, long = suggestions.guess("aks why"), suggestions.guess(f"aks {'why ' * 30}")
    assert short is not None
    assert long is not None
    assert ("button" in short.text, "button" in long.text) == (True, False)


@pytest.mark.parametrize(
    "text", ["held", "as before", "was he late", "ask", "aks", "my move", "quit now", "hepl with 12", ""]
)
def test_nothing_is_suggested_for_other_words(text: str) -> None:
    assert suggestions.guess(text) is None


async def test_the_command_that_is_suggested_stands_on_a_button(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "hepl")
    assert "Did you mean `help`?" in scene.dms("Ann")[-1]
    assert (await scene.rows())[-1].body["offers"] == ["help"]
    await scene.dm("Ann", "help")
    assert scene.dms("Ann")[-1].startswith(words.help_now(scene.match, 0))


@pytest.mark.parametrize(("text", "offered"), [("statsu", "status"), ("/my staus", "status"), ("witdraw", "withdraw")])
async def test_a_mistyped_command_of_the_game_suggests_the_nearest(scene: Scene, text: str, offered: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    await scene.dm("Ann", text)
    assert (await scene.rows())[-1].body["offers"] == [offered]
