"""Names at sign-up: each tells its player from all others, and can be written in a message (ruling C9)."""

from __future__ import annotations

import pytest

from bot.hosting import words
from bot.hosting.desk import interventions
from bot.hosting.model.lookalikes import shapes
from bot.hosting.model.names import free_name
from games.reading import KEYWORDS, Names, parts
from tests.hosting import lookalikes
from tests.hosting.scene import Scene
from tests.hosting.test_turned_back import does

TABLE = ("Ann", "Mary Lee", "Iris", "Zoë")


@pytest.mark.parametrize(
    ("shown_as", "name"),
    [
        ("ann", "ann2"),
        ("A n n", "A n n2"),
        ("\u0410nn", "\u0410nn2"),  # Cyrillic
        ("\u0391\u039d\u039d", "\u0391\u039d\u039d2"),  # Greek
        ("Ａｎｎ", "Ａｎｎ2"),
        ("\U0001d400nn", "\U0001d400nn2"),  # bold, as in mathematics
        ("lris", "lris2"),
        ("IRIS", "IRIS2"),
        ("1r1s", "1r1s2"),
        ("1ris", "1ris2"),
        ("MaryLee", "MaryLee2"),
        ("Zoe\u0308", "Zo\xeb2"),
        ("Zoe", "Zoe"),
        ("A\u200dnn", "Ann2"),
        ("A\u2800nn", "Ann2"),
        ("\u202eAnn\u202c", "Ann2"),
        ("Anna", "Anna"),
        ("Ann2", "Ann2"),
    ],
)
def test_c9_a_name_that_looks_like_another_one_gets_a_number_directly_behind_it(shown_as: str, name: str) -> None:
    assert free_name(shown_as, TABLE)[0] == name


@pytest.mark.parametrize(
    ("shown_as", "name"),
    [
        ("Gold", "Gold2"),
        ("VOID", "VOID2"),
        ("g", "g2"),
        ("v\u043eid", "v\u043eid2"),
        ("log", "log2"),
        ("Log", "Log2"),
        ("12", "p12"),
        ("007", "p007"),
        ("#1", "p1"),
        ("\u0663", "p\u0663"),
        ("9" * 40, "p" + "9" * 31),
        ("@Bob", "Bob"),
        ("#bob", "bob"),
        ("<3", "p3"),
        ("< @# Bob", "Bob"),
        ("\uff20Bob", "Bob"),
        ("@gold", "gold2"),
        ("12 monkeys", "12 monkeys"),
        ("B@b", "B@b"),
    ],
)
def test_c9_a_name_that_a_message_would_read_as_something_else_becomes_another(shown_as: str, name: str) -> None:
    assert free_name(shown_as, []) == (name, name != shown_as)


@pytest.mark.parametrize("shown_as", ["", " ", "\u200b", "@#<", "\u202e\u202d", "\u3164", "\u0301", "\ufe0f", "\x07"])
def test_c9_a_name_of_which_nothing_can_be_seen_gets_a_stand_in(shown_as: str) -> None:
    assert free_name(shown_as, ["Ann", "Bob", "Eve"]) == ("Player4", True)
    assert free_name(shown_as, ["Ann", "player 3"]) == ("Player4", True)


@pytest.mark.parametrize(
    "name",
    [
        "می\u200cخواهم",  # Persian spells with a non-joiner
        "क्\u200dष",  # and Hindi with a joiner
        "👩\u200d👧",
        "❤️",
        "Nguyễn Ệ",
        "हिन्दी",
        "שלום",
        "太郎",
        "O'Brien-Smith",
    ],
)
def test_c9_names_of_all_scripts_and_emoji_stay_as_they_are(name: str) -> None:
    assert free_name(name, []) == (name, False)


def test_c9_a_joiner_between_letters_is_shown_and_not_compared() -> None:
    assert free_name("می\u200cخواهم", ["میخواهم"]) == ("می\u200cخواهم2", True)
    assert shapes("A\u200cn\u200dn") == shapes("Ann")


def test_c9_a_pile_of_accents_is_cut_down() -> None:
    name, told = free_name("Z" + "\u0301" * 300 + "oe", [])
    assert (len(name) <= 7, name[-2:], told) == (True, "oe", True)


def test_c9_a_long_name_keeps_room_for_its_number() -> None:
    first, _ = free_name("x" * 40, [])
    second, _ = free_name("x" * 40, [first])
    assert (len(first), second) == (32, "x" * 31 + "2")


def test_c9_every_name_that_is_given_can_be_written_in_a_message() -> None:
    given: list[str] = []
    for wish in ("Ann", "ann", "Gold", "12", "#1", "<3", "@Bob", "void", "Mary Lee", 'Al "X"', "", *KEYWORDS):
        given.append(free_name(wish, given)[0])
    names = Names(given)
    for seat, written in enumerate(names.written):
        [[word]] = parts(written)
        assert names.seat(word) == seat


# --- whoever gets a name ----------------------------------------------------------------------------------------------


async def test_c9_who_waited_for_a_seat_is_told_of_another_name(scene: Scene) -> None:
    await scene.create(most=3)
    await scene.join("Ann", "Bob", "Eve")
    await scene.joins("Zoe", shown_as="ANN")
    await scene.leave("Bob")
    assert scene.hosted.sitting[-1].name == "ANN2"
    assert scene.dms("Zoe")[-1] == words.seat_free(scene.code, "ANN2")
    await scene.joins("Dan")
    await scene.leave("Eve")
    assert scene.dms("Dan")[-1] == words.seat_free(scene.code)


@pytest.mark.parametrize(("shown_as", "name"), [("\u0412ob", "\u0412ob2"), ("Kim", "Kim")])
async def test_c9_a_substitute_is_told_of_another_name(scene: Scene, shown_as: str, name: str) -> None:
    """Bob's namesake in Cyrillic takes Ann's seat."""
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, interventions.replace_player, scene.user("Ann"), scene.user("Kim"), shown_as)
    assert scene.hosted.sitting[0].name == name
    told = words.you_play_as(name, scene.code) in scene.dms("Kim")
    assert told == (name != shown_as)


async def test_c9_a_name_that_is_free_again_may_be_taken(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann", "Bob")
    await scene.leave("Ann")
    assert (await scene.joins("Zoe", shown_as="ann")).text == words.joined("ann", scene.code, renamed=False)


# --- Unicode's data ---------------------------------------------------------------------------------------------------


def test_the_data_is_read_whole() -> None:
    notice = lookalikes.notice()
    assert "UNICODE LICENSE V3" in notice
    lines = [line for line in lookalikes.FILE.read_text("ascii").splitlines() if not line.startswith("#")]
    assert len(lines) > 2_000
    assert shapes("\u0430\u0441\u0435") == shapes("ace")  # Cyrillic
    assert shapes("\u202e\U000e0041") == {""}
    assert shapes("rn") & shapes("m")
    assert not shapes("vote") & shapes("note")


def test_what_is_made_of_icus_answers_is_what_is_read() -> None:
    found = {"": [0xAD, 0x200B, 0x200C, 0x200D], "a": [0x430], "rn": [0x6D]}
    assert lookalikes.written(found, "Two\n\nlines") == "# Two\n#\n# lines\n: AD 200B..200D\n61: 430\n72 6E: 6D\n"
