"""Names made of anything, and texts of any length, do no harm."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.hosting.model import limits
from bot.hosting.model.match import Match
from bot.hosting.model.names import free_name
from bot.hosting.model.records import Hosted, Person
from bot.hosting.model.saying import PUBLIC, Button, Say
from bot.hosting.presenting.rendering import escape, named, requests, split
from games import marks
from games.reading import RESERVED
from games.visible import same_name

NASTY = st.sampled_from(
    [*"@everyone <@1001> <@&5> **x** ` ~~ || #2".split(), '"', *"\u202e\u200b\u200d\ufe0f\u3164\u0301", "👩\u200d👧"]
)
TEXT = st.text(max_size=60)
NAMES = st.one_of(TEXT, st.lists(st.one_of(NASTY, TEXT), max_size=6).map("".join))
SOME = settings(max_examples=50, deadline=None)
MENTION = re.compile(r"<@!?\d+>")


# --- names ------------------------------------------------------------------------------------------------------------


@SOME
@given(NAMES)
@example("\u200d\ufe0f")
@example("x" * 31 + "\u200d")
def test_a_name_has_1_to_32_characters_that_can_be_seen(wish: str) -> None:
    name, _ = free_name(wish, [])
    assert 1 <= len(name) <= limits.NAME
    assert name == name.strip()
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in name)
    assert not any(unicodedata.category(c) == "Cf" for c in name if c not in "\u200c\u200d")
    assert any(unicodedata.category(c)[0] in "LNPS" for c in name)


@SOME
@given(NAMES, st.lists(NAMES, max_size=5))
def test_no_two_names_at_a_table_are_alike(wish: str, others: list[str]) -> None:
    taken: list[str] = []
    for other in [*others, wish, wish]:
        name, _ = free_name(other, taken)
        assert same_name(name) not in {same_name(t) for t in taken} | {RESERVED}
        assert 1 <= len(name) <= limits.NAME
        taken.append(name)


@SOME
@given(NAMES)
@example("A\x1b\u0300")
def test_a_free_name_stays_as_it_is(wish: str) -> None:
    name, _ = free_name(wish, [])
    assert free_name(name, []) == (name, False)


@SOME
@given(NAMES, st.lists(NAMES, max_size=3))
def test_the_player_is_told_whenever_the_name_is_another(wish: str, others: list[str]) -> None:
    name, told = free_name(wish, others)
    assert told == (name != wish.strip())


# --- texts ------------------------------------------------------------------------------------------------------------


LINES = st.lists(st.one_of(st.text("ab *`<@>1\u200b", max_size=90), st.just("<@123456789012345678>")), max_size=80)
LONG = st.builds(lambda lines, times: "\n".join(lines * times), LINES, st.integers(1, 8))


@SOME
@given(LONG)
@example("x" * 5_000)
@example(" ".join(["<@123456789012345678>"] * 250))
@example("\n" * 3_000 + "x")
@example("a " * 2_500)
def test_pieces_fit_a_message_and_together_hold_everything(text: str) -> None:
    pieces = list(split(text))
    assert all(0 < len(piece) <= limits.MESSAGE for piece in pieces)
    assert all(len(MENTION.findall(piece)) <= limits.PINGS for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


@SOME
@given(LONG)
def test_a_text_is_cut_at_line_ends_where_there_are_any(text: str) -> None:
    pieces = list(split(text))
    lines = [line.rstrip() for line in text.split("\n")]
    for piece in pieces[:-1]:
        tail = piece.rpartition("\n")[2]
        assert tail in lines or len(piece) + 1 > limits.MESSAGE - 200 or len(MENTION.findall(piece)) == limits.PINGS


def hosted(names: list[str]) -> Hosted:
    people = tuple(Person(n, n, 1000 + n, name) for n, name in enumerate(names))
    match = Match("G22", "ghost-ladder", 1, 1, {}, 3, 100, entries=tuple(range(len(names))))
    return Hosted(1, 1, 1, 1, 1, match, people)


@SOME
@given(st.lists(NAMES, min_size=1, max_size=4), TEXT)
def test_what_people_wrote_pings_nobody(names: list[str], text: str) -> None:
    table: list[str] = []
    for wish in names:
        table.append(free_name(wish, table)[0])
    say = Say(PUBLIC, f"{marks.names(range(len(table)))} {marks.said(text)}")
    for request in requests(say, hosted(table)):
        assert request.pings == ()
        assert not MENTION.search(request.content)
        assert "@everyone" not in request.content.replace("\\@", "")


@SOME
@given(NAMES)
def test_a_name_is_shown_letter_for_letter_without_formatting(wish: str) -> None:
    name, _ = free_name(wish, [])
    shown = escape(name)
    assert re.sub(r"\\(.)", r"\1", shown) == name
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~|`>#\[\]()<:@]", shown)


def test_only_those_whom_a_post_is_about_are_tagged() -> None:
    table = [f"P{n}" for n in range(150)]
    pieces = requests(Say(PUBLIC, "Round 2", pings=tuple(range(0, 150))), hosted(table))
    assert [len(piece.pings) for piece in pieces] == [len(MENTION.findall(piece.content)) for piece in pieces]
    assert sorted(user for piece in pieces for user in piece.pings) == [1000 + n for n in range(150)]
    assert all(len(piece.pings) <= limits.PINGS for piece in pieces)


def test_buttons_stand_under_the_last_piece_and_the_reply_is_the_first() -> None:
    say = Say(0, "x " * 1_500, buttons=(Button("a", "b"),))
    first, last = requests(say, hosted(["Ann"]), reply_to=7)
    assert (first.reply_to, last.reply_to) == (7, None)
    assert (first.buttons, last.buttons) == ((), say.buttons)


def test_who_has_been_forgotten_is_not_tagged() -> None:
    table = hosted(["Ann", "Bob"])
    forgotten = Hosted(1, 1, 1, 1, 1, table.match, (Person(0, 0, None, "Seat 1"), table.people[1]))
    [request] = requests(Say(PUBLIC, "Round 2", pings=(0, 1)), forgotten)
    assert request.pings == (1001,)
    assert named(marks.name(0), forgotten.sitting) == "Seat 1"
