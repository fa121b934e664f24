"""Words, numbers, slips, names and sentences of messages that are not written as they should be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.nearly import people
from games.nearly.chatter import CHATTER
from games.nearly.corrections import Segment, Unsure, segments
from games.nearly.counting import number_at
from games.nearly.lexicon import Lexicon
from games.nearly.questions import topic
from games.nearly.saying import MOST, fitting, offer
from games.nearly.sentences import Said, read
from games.nearly.spelling import near
from games.nearly.tokens import split
from games.nearly.vocabulary import SHARED
from games.reading import Names
from games.visible import same_name

PLAIN = Lexicon()
NOBODY = Names([])


def words(text: str) -> list[str]:
    return [token.text for token in split(text) if not token.soft]


def said(text: str, names: Names = NOBODY) -> Said:
    found = read(text, PLAIN, names, range(len(names.names)))
    assert found is not None
    return found


# --- words and signs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'll go 12!", ["ill", "go", "12", "."]),
        ("we'll see", ["we", "see"]),
        ("12👍", ["12"]),
        ("**12** `12` _12_ (12)", ["12", "12", "12", "12"]),
        ("~~12~~ 14", ["14"]),
        ("１２", ["12"]),
        ("a\u200bb", ["a", "b"]),
        ("g-s-g", ["g", "s", "g"]),
        ("7 → 9, 7 -> 9", ["7", "->", "9", "7", "->", "9"]),
        ("w/ 2, w/o 2", ["w/", "2", "w/o", "2"]),
        ("/submit 12", ["submit", "12"]),
        ("ok :) ;) 😂", ["ok", "lol", "lol"]),
        ("what?! no…", ["what", "?", "no", "."]),
    ],
)
def test_a_message_is_cut_into_the_words_that_people_read(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize("text", ["12.5", "1,000", "12:30", "12-14", "1/2", "-3", "12²", "12k", "½", "<@123>", "$12"])
def test_what_is_no_plain_number_is_none_of_its_parts(text: str) -> None:
    assert said(text).plainly() is None


@given(st.text(max_size=200))
def test_everything_but_blanks_is_in_exactly_one_word_or_sign(text: str) -> None:
    tokens = split(text)
    covered = [i for token in tokens for i in range(token.start, token.end)]
    assert len(covered) == len(set(covered))
    assert all(text[i].isspace() for i in range(len(text)) if i not in covered)


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", ("12", 1)),
        ("007", ("7", 1)),
        ("zero", ("0", 1)),
        ("twelve", ("12", 1)),
        ("twenty three", ("23", 2)),
        ("a hundred", ("100", 2)),
        ("hundred", ("100", 1)),
        ("two hundred and forty one", ("241", 5)),
        ("one hundred and", ("100", 2)),
        ("twenty twelve", ("20", 1)),
        ("twleve", ("12", 1)),
        ("fourty", ("40", 1)),
    ],
)
def test_numbers_are_read_in_digits_and_in_words(text: str, expected: tuple[str, int]) -> None:
    assert number_at(split(text), 0) == expected


@pytest.mark.parametrize("text", ["a", "and", "right", "height", "thirsty", "doce", "²", "١٢", "12g", "-3"])
def test_no_other_word_is_a_number(text: str) -> None:
    assert number_at(split(text), 0) is None


@given(st.integers(0, 999))
def test_every_number_below_a_thousand_can_be_said(number: int) -> None:
    spoken = spelled(number)
    assert number_at(split(spoken), 0) == (str(number), len(spoken.split()))


def spelled(number: int) -> str:
    """As an Englishman says it."""
    small = (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    hundreds, rest = divmod(number, 100)
    ten, unit = divmod(rest, 10)
    said_rest = small[rest] if rest < 20 else " ".join([tens[ten - 2], *([small[unit]] if unit else [])])
    if not hundreds:
        return said_rest
    return f"{small[hundreds]} hundred" + (f" and {said_rest}" if rest else "")


# --- what words mean --------------------------------------------------------------------------------------------------


def test_no_phrase_has_two_meanings_in_the_tables_of_every_game() -> None:
    meanings: dict[str, set[str]] = {}
    for table in (SHARED, CHATTER):
        for meaning, phrases in table.items():
            for phrase in phrases.split(","):
                meanings.setdefault(" ".join(phrase.split()), set()).add(meaning)
    assert "" not in meanings
    assert [phrase for phrase, several in meanings.items() if len(several) > 1] == []


@pytest.mark.parametrize(
    ("text", "word", "meaning"),
    [
        ("good luck all", "all", "social"),
        ("all", "all", "unknown"),
        ("thanks Ann", "Ann", "greeted"),
        ("sorry Ann", "Ann", "greeted"),
        ("sorry, Ann", "Ann", "name"),
        ("ok Ann", "Ann", "name"),
    ],
)
def test_what_stands_behind_a_greeting_is_greeted(text: str, word: str, meaning: str) -> None:
    items = list(said(text, Names(["Ann", "Bob"])).items)
    assert [item.meaning for item in items if item.word.casefold() == word.casefold()] == [meaning]


@pytest.mark.parametrize(
    ("text", "about"), [("kestrels 12", "kestrel's"), ("kestrel 12", "kestrel"), ("gold 12", "gold")]
)
def test_a_name_is_known_without_its_apostrophe_and_as_a_word_of_another_game(text: str, about: str) -> None:
    names = [item.word for item in said(text, Names(["Ann", "Kestrel", "Gold"])).items if item.meaning == "name"]
    assert names == [about]


# --- slips ------------------------------------------------------------------------------------------------------------


@given(st.text("abc", min_size=1, max_size=6), st.integers(0, 5), st.sampled_from("abcd"))
def test_one_letter_more_less_or_other_is_one_slip(word: str, place: int, letter: str) -> None:
    i = place % len(word)
    changed = {word[:i] + letter + word[i:], word[:i] + word[i + 1 :], word[:i] + letter + word[i + 1 :]}
    swapped = word[:i] + word[i : i + 2][::-1] + word[i + 2 :]
    assert all(near(other, word) and near(word, other) for other in {*changed, swapped} - {word})


@pytest.mark.parametrize(("one", "other"), [("gold", "gold"), ("gold", "pink"), ("abcd", "badc"), ("go", "gold")])
def test_more_than_one_slip_or_none_is_not_near(one: str, other: str) -> None:
    assert not near(one, other)


# --- names ------------------------------------------------------------------------------------------------------------

TABLE = Names(["Ann", "Mary Ann", "Kestrel the Bold", "12", "🔥", "#1", "dark_knight", "none", 'Al "Ace" B', "Søren"])


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("ann", [0]),
        ("Ann's 30", [0]),
        ("@ANN", [0]),
        ("mary ann", [1]),
        ('"Mary Ann" and Ann', [1, 0]),
        ("Kestrel the bold 30", [2]),
        ("12", [3]),
        ("🔥 30", [4]),
        ("#1", [0]),
        ("#99", []),
        ('"#1"', [5]),
        ("dark_knight", [6]),
        ("none", []),
        ('"none"', [7]),
        ("SØREN", [9]),
        ("annie", []),
    ],
)
def test_a_name_is_found_wherever_it_stands(text: str, seats: list[int]) -> None:
    marked = people.marked(split(text), text, TABLE)
    assert [token.seat for token in marked if token.seat is not None] == seats


@pytest.mark.parametrize(
    ("word", "seats"),
    [("kestrel", (1,)), ("kest", (1,)), ("kestral", (1,)), ("annn", (0, 2)), ("anna", (2,)), ("x", ()), ("any", ())],
)
def test_a_word_may_mean_whom_it_comes_near(word: str, seats: tuple[int, ...]) -> None:
    names = Names(["Ann", "Kestrel the Bold", "Anna"])
    assert people.alike(word, names, range(3)) == seats


NAMES = st.lists(
    st.text(min_size=1, max_size=12).map(str.strip).filter(bool), min_size=1, max_size=4, unique_by=same_name
)


@given(NAMES, st.data())
def test_a_name_as_it_is_written_in_a_message_is_always_found(names: list[str], data: st.DataObject) -> None:
    table = Names(names)
    seat = data.draw(st.integers(0, len(names) - 1))
    text = f"void {table.written[seat]}"
    assert seat in [token.seat for token in people.marked(split(text), text, table)]


# --- sentences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["12", "i go 12", "12. thanks!", "told ann 30. actual: 12", "he plays 30 lol\nmy move: 12", "12, please"]
)
def test_what_is_plain_is_read(text: str) -> None:
    items = said(text).plainly()
    assert items is not None
    assert [item.number for item in items if item.number] == ["12"]


@pytest.mark.parametrize(
    "text",
    [
        "12 if he goes",
        "12?",
        "can i go 12",
        "12 lol",
        "he goes 12",
        "you go 12",
        "12 hours",
        "told him 30. 12",
        "told him this: my move 12",
        "told him this:\nmy move: 12",
        "xyzzy 12",
        "my move: 12. he laughed",
        "if he goes. my move: 12",
        "what now? my move: 12",
    ],
)
def test_what_is_not_plain_is_not(text: str) -> None:
    assert said(text).plainly() is None


@pytest.mark.parametrize(
    "text", ["did mine count", "hey so what now", "12 ok ?", "do you know", "when is it", "is it on", "12\n?"]
)
def test_a_question_is_known_by_its_mark_or_its_beginning(text: str) -> None:
    assert said(text).asks


@pytest.mark.parametrize("text", ["do 12", "i will", "my move is 12", "when he goes 12", "well 12"])
def test_a_statement_is_no_question(text: str) -> None:
    assert not said(text).asks


def test_a_question_with_a_condition_in_it_is_a_question_and_no_condition() -> None:
    assert said("if he goes, 12?").conditional
    assert not said("what happens if he goes").conditional


def test_a_long_story_is_not_read_at_all() -> None:
    assert read("go " * 500, PLAIN, NOBODY) is None
    assert read(" \n ", PLAIN, NOBODY) is None


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("what did ann submit", "others"),
        ("who is in", "others"),
        ("did everyone submit?", "others"),
        ("did mine count?", "file"),
        ("is my submission in", "file"),
        ("did my move for ann count?", "file"),
        ("any chance of 12 more hours?", "time"),
        ("when is the deadline?", "time"),
        ("is 12 legal?", "orders"),
        ("how much do i have left?", "left"),
        ("how do ghosts work?", "anything"),
        ("what does xyzzy mean", "anything"),
    ],
)
def test_a_question_has_a_topic(text: str, about: str) -> None:
    assert topic(said(text, Names(["Ann"]))) == about


# --- corrections ------------------------------------------------------------------------------------------------------


def cut(text: str) -> list[Segment]:
    items = said(text).plainly()
    assert items is not None
    return segments(items)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("twelve. no wait 14. final", [["12"], ["14"]]),
        ("12 no, 14", [["12"], ["14"]]),
        ("12. final 14", [["12"], ["14"]]),
        ("12 14", [["12", "14"]]),
        ("actually 12", [["12"]]),
        ("12 -> 13 -> 14", [["12"], ["13"], ["14"]]),
        ("hello", []),
        ("wait", []),
    ],
)
def test_a_correction_begins_a_new_part(text: str, numbers: list[list[str]]) -> None:
    found = [[item.number for item in segment.items if item.number] for segment in cut(text)]
    assert [part for part in found if part] == numbers


@pytest.mark.parametrize("text", ["12 wait", "12. scratch that", "12, no.", "12 actually no wait"])
def test_what_is_taken_back_at_the_end_is_not_said(text: str) -> None:
    with pytest.raises(Unsure):
        cut(text)


def test_only_a_word_that_corrects_makes_a_first_part_a_correction_of_what_is_on_file() -> None:
    assert [segment.amends for segment in cut("change to 12")] == [True]
    assert [segment.amends for segment in cut("12")] == [False]
    assert [segment.amends for segment in cut("final: 12")] == [False]


# --- offers -----------------------------------------------------------------------------------------------------------


def test_an_offer_has_names_while_they_fit_then_seats_and_is_none_where_neither_does() -> None:
    names = Names(["Ann", "x" * 32, "y" * 32, "z" * 32])
    assert fitting("void #1 #2", names) == f"void Ann {'x' * 32}"
    assert fitting("void #2 #3 #4", names) == "void #2 #3 #4"
    assert fitting("1" * (MOST + 1), names) is None
    assert offer("1" * (MOST + 1), names) is None


def test_an_offer_is_said_as_it_would_be_sent() -> None:
    guess = offer("vote #2", Names(["Ann", "Mary Ann"]))
    assert guess is not None
    assert guess.offers == ('vote "Mary Ann"',)
    assert "**vote \x02=2\x03**" in guess.text
