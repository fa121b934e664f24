"""Marks: seats and people's words in texts and facts, shown at the end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games import marks

DISPLAY, WRITE = ("Ann", "Mary Ann", "*B*"), ("Ann", '"Mary Ann"', "#3")


def shown(value: object) -> object:
    return marks.shown(value, DISPLAY, WRITE, lambda text: f"<{text}>")


def test_a_seat_is_shown_by_its_name() -> None:
    assert shown(f"{marks.name(1)} is out, {marks.name(2)} is not") == "Mary Ann is out, *B* is not"


def test_a_seat_is_written_as_a_message_writes_it() -> None:
    assert shown(f"vote {marks.written(1)} or {marks.written(2)}") == 'vote "Mary Ann" or #3'


def test_a_persons_words_are_escaped_and_nothing_else_is() -> None:
    assert shown(f"**{marks.name(2)}** said {marks.said('**x**')}") == "***B*** said <**x**>"


def test_facts_of_any_depth_are_shown_keys_too() -> None:
    facts = {"board": [[marks.name(0), 3]], "tokens": {marks.name(1): 2}, "void": None, "x": (1.5, True)}
    assert shown(facts) == {"board": [["Ann", 3]], "tokens": {"Mary Ann": 2}, "void": None, "x": [1.5, True]}


def test_names_are_listed_with_commas_and_one_and() -> None:
    lists = [marks.names([]), marks.names([0]), marks.names([0, 1]), marks.names([2, 0, 1])]
    assert [shown(text) for text in lists] == ["", "Ann", "Ann and Mary Ann", "*B*, Ann and Mary Ann"]


def test_a_name_that_looks_like_a_mark_is_not_read_as_one() -> None:
    assert marks.shown(marks.name(0), ["\x022\x03", "secret"], ["", ""]) == "\x022\x03"


@given(st.text())
def test_no_words_of_a_person_can_make_or_break_a_mark(text: str) -> None:
    said = marks.said(text + "\x021\x03")
    assert said.count("\x02") == said.count("\x03") == 1
    assert marks.shown(f"a{said}b", [], [], lambda words: "!") == "a!b"


def test_long_words_are_cut() -> None:
    assert marks.shown(marks.said("x" * 4000), [], []) == "x" * 99 + "…"


def test_c10_a_message_is_repeated_with_commas_between_names_and_its_words_made_safe() -> None:
    message = f"gold *x* void {marks.written(0)} {marks.written(1)} ,{marks.written(2)} pink"
    assert shown(marks.repeated(message)) == '<gold *x* void >Ann, "Mary Ann", #3< pink>'
    assert shown(marks.repeated("12\nrank")) == "<12 rank>"
    assert shown(marks.repeated("")) == ""


@given(st.text(st.sampled_from("ab \x02\x03=~1")))
def test_what_is_repeated_has_no_mark_that_was_typed(text: str) -> None:
    assert not marks.shown(marks.repeated(marks.unmarked(text)), [], [], lambda words: "").strip()
