"""C9: what of a text can be seen, and when two names are alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.visible import is_invisible, same_name, visible


@pytest.mark.parametrize(
    "c", ["\u200b", "\u200d", "\ufe0f", "\u00ad", "\u034f", "\u3164", "\u2060", "\U000e0041", "\x00", "\x7f", "\u202e"]
)
def test_c9_what_shows_nothing_is_out_of_every_comparison(c: str) -> None:
    assert is_invisible(c)
    assert visible(f"{c}A{c}nn{c}") == "Ann"
    assert same_name(f"A{c}nn") == same_name("ann")


@pytest.mark.parametrize("c", [" ", "\t", "\n", "\u2028", "\x85", "a", "é", "李", "🎲", "-", "\u0301"])
def test_blanks_and_all_that_shows_stay(c: str) -> None:
    assert not is_invisible(c)
    assert visible(f"x{c}y") == f"x{c}y"


def test_every_formatting_character_that_shows_nothing_is_known() -> None:
    """Numbers' signs and the like are drawn, though Unicode calls them formatting."""
    formatting = {chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) == "Cf"}
    drawn = {c for c in formatting if not is_invisible(c)}
    assert {unicodedata.name(c).split()[0] for c in drawn} <= {
        *("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN"),
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "Zoe\u0308"), ("ZOE\u200b\u0308", "zoë"), (" Ann ", "ann"), ("STRASSE", "straße"),
        ("\u200b Ann", "Ann"), ("ﬁ", "fi"), ("Å", "\u212b"), ("नी\u200dल", "नील"),
    ],
)  # fmt: skip
def test_c9_names_are_alike_whatever_their_case_blanks_accents_and_invisible_characters(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "An n"), ("Mary Ann", "Mary  Ann"), ("Zoe", "Zoë"), ("O'N", "O’N")])
def test_names_that_can_be_told_apart_are_not_alike(one: str, other: str) -> None:
    assert same_name(one) != same_name(other)


@given(st.text())
def test_what_is_compared_is_compared_with_itself(name: str) -> None:
    assert same_name(same_name(name)) == same_name(name)
    assert visible(visible(name)) == visible(name)
