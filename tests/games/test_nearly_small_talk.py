"""Messages that hold no order at all."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.nearly_scenes import Messages, answer, each

SMALL_TALK: Final[Messages] = {
    "round": [
        "jk",
        "lol",
        "haha",
        "hi",
        "hello!",
        "hey dealer",
        "gm",
        "good morning",
        "gg",
        "gg all",
        "gg wp",
        "good game, all!",
        "good luck everyone",
        "glhf",
        "thx",
        "thanks!",
        "thank you so much",
        "ty",
        "ok",
        "okay",
        "k",
        "cool",
        "nice",
        "great",
        "👍",
        "🙏🙏",
        "😂",
        ":)",
        "sorry",
        "oops",
        "my bad",
        "wrong chat",
        "wrong channel sorry",
        "bye",
        "see you",
        "np",
        "test",
        "yo",
        "this is fun",
        "love this game",
        "good bot",
        "you're the best",
        "omg",
        "wow",
        "hmm",
        "brb",
        "good round",
        "well played everyone",
        "happy birthday kestrel",
        "sorry for the spam",
        "merci",
        "hola",
        "❤️",
        "👍🏽",
        "hello?",
        "ok thanks dealer!",
        "thank u",
        "thanks so much for hosting!",
        "gl hf",
        "good luck and have fun everyone",
        "see you next round",
        "congrats kestrel",
        "well played otter!",
        "lol gg everybody",
        "sup dealer 👋",
        "good morning dealer!!",
        "ahahaha",
        "🤣",
        "hola!",
        "many thanks 🙏",
        "nice round everyone, gg",
        "great bot lol",
    ],
    "vote": [
        "gg",
        "thanks",
        "sorry otter",
        "good game otter",
        "hi",
        "thanks otter",
        "hi kestrel",
        "gg kestrel",
        "bye kestrel",
    ],
    "basket": [
        "good luck all!",
        "hi",
        "thanks",
    ],
    "casts": [
        "good game, all!",
        "gg",
        "hi",
        "thx",
        "ok",
        "wow",
        "🍎",
        "good luck!",
        "nice game everyone",
        "wp everyone",
        "thx dealer",
    ],
    "transfers": [
        "gg",
        "good game, all!",
        "thanks bob",
        "thanks everyone",
    ],
}
HELP: Final[Messages] = {
    "round": [
        "help!",
        "help pls",
        "i need help",
        "how does this work??",
        "how do i play",
        "what do i do",
        "what do I send?",
        "what can i send",
        "how do i submit",
        "how do i submit a number",
        "what are the rules",
        "rules?",
        "rules",
        "explain pls",
        "huh?",
        "i dont understand",
        "i dont get it",
        "confused",
        "hey can you help me",
        "help me with the rules",
        "im new how do i start",
        "this is my first game, what do i do",
        "what am i supposed to do here",
        "help what do i type",
    ],
    "vote": [
        "how does this work",
    ],
    "basket": [
        "how does this work??",
    ],
    "casts": [
        "how does this work??",
        "help pls",
        "rules",
        "what are my options",
    ],
    "transfers": [
        "how does this work",
        "how does it work??",
    ],
}
PICTURES: Final[Messages] = {
    "round": [
        "see screenshot",
        "[screenshot]",
        "https://cdn.discordapp.com/attachments/1/12.png",
        "https://discord.com/channels/1/2/3 12",
    ],
    "casts": [
        "screenshot",
    ],
}
FOR_HOSTS: Final[Messages] = {
    "round": [
        "i quit",
        "i want to leave the match",
        "tell the host im sick",
    ],
}
YES: Final[Messages] = {
    "round": [
        "yes",
        "sure",
    ],
}


@pytest.mark.parametrize(("at", "text"), each(SMALL_TALK))
def test_small_talk_gets_a_friendly_line(at: str, text: str) -> None:
    assert answer(at, text) == "small talk"


@pytest.mark.parametrize(("at", "text"), each(HELP))
def test_a_cry_for_help_is_told_where_help_is(at: str, text: str) -> None:
    assert answer(at, text) == "help"


@pytest.mark.parametrize(("at", "text"), each(PICTURES))
def test_a_picture_is_to_be_typed(at: str, text: str) -> None:
    assert answer(at, text) == "please type it"


@pytest.mark.parametrize(("at", "text"), each(FOR_HOSTS))
def test_what_only_hosts_can_do_is_sent_to_them(at: str, text: str) -> None:
    assert answer(at, text) == "for the hosts"


@pytest.mark.parametrize(("at", "text"), each(YES))
def test_a_yes_is_no_press_of_the_button(at: str, text: str) -> None:
    assert answer(at, text) == "a yes is not enough"
