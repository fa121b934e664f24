"""Names at the table: fixed at sign-up, 1 to 32 visible characters, and no two that look alike (ruling C9)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import Final

from bot.hosting.model import limits
from bot.hosting.model.lookalikes import shapes
from games.reading import KEYWORDS, RESERVED

_NAMELESS: Final = "Player"
_NON_JOINER: Final = "\u200c"
_JOINER: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"
_JOINERS: Final = _NON_JOINER + _JOINER + _EMOJI_STYLE
"""They show nothing by themselves: they make one emoji of several, or spell a word of some scripts."""
_BLANK_LETTERS: Final = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and a sign that are drawn as nothing (Hangul fillers, the Braille blank)."""
_SPELLED_WITH_JOINERS: Final = ((0x0600, 0x1DFF), (0xA800, 0xABFF), (0x10A00, 0x11FFF), (0x1E900, 0x1E95F))
"""Where the scripts stand in which joiners make a difference, from Arabic to those of India and beyond."""
_NEVER_FIRST: Final = "@#<"
"""A message that names a player may begin with these, and means something else by them."""
_MOST_MARKS: Final = 4
"""Accents and vowel signs on one letter; real scripts need no more, and a pile of them runs through other lines."""


def free_name(display_name: str, taken: Iterable[str]) -> tuple[str, bool]:
    """A name that looks like none at the table and like no word of the games, and whether it had to differ from the one
    that is shown. One without anything to be seen in it becomes `Player4`."""
    others = list(taken)
    used = _of_words().union(*map(shapes, others))
    name = next(one for one in _wishes(display_name, len(others)) if used.isdisjoint(shapes(one)))
    return name, name != display_name.strip()


def _wishes(display_name: str, others: int) -> Iterator[str]:
    """The names that would do, the best one first. `others`: how many sit at the table already."""
    wish = visible(display_name)
    if not wish:
        yield from (f"{_NAMELESS}{number}" for number in count(others + 1))
    if _is_number(wish):
        wish = _cut(f"p{wish}", limits.NAME)
    yield wish
    yield from (f"{_cut(wish, limits.NAME - len(str(number)))}{number}" for number in count(2))


@cache
def _of_words() -> frozenset[str]:
    """The shapes of what can be no name: the words of messages, and the one that a written game needs."""
    return frozenset().union(*map(shapes, (*KEYWORDS, RESERVED)))


def _is_number(name: str) -> bool:
    return all(c.isdigit() for c in name)


def visible(display_name: str) -> str:
    """The name without what cannot be seen (control and formatting characters, letters drawn as nothing), without runs
    of blanks, piles of accents and what is too long, and without signs in front that mean something else in a message.
    Empty where nothing is left.
    """
    whole = unicodedata.normalize("NFC", display_name)
    kept = ""
    for i, c in enumerate(whole):
        if _joins(kept, c, whole[i + 1 :]) or (_shows(c) and not _is_one_mark_too_many(kept, c)):
            kept += c
    kept = unicodedata.normalize("NFC", kept)  # again: a letter and its accent may have had something between them
    cut = _cut(_without_signs(" ".join(kept.split())), limits.NAME)
    return cut if any(_has_ink(c) for c in cut) else ""


def _cut(name: str, most: int) -> str:
    return name[:most].strip().rstrip(_NON_JOINER + _JOINER)


def _without_signs(name: str) -> str:
    """Without a leading `@`, `#` or `<`, be it a wide or a small one."""
    while name and (name[0].isspace() or unicodedata.normalize("NFKC", name[0]) in _NEVER_FIRST):
        name = name[1:]
    return name


def _joins(before: str, c: str, behind: str) -> bool:
    """Whether a joiner makes a difference where it stands: in an emoji, or between two letters of some scripts."""
    if c not in _JOINERS or not before:
        return False
    if before[-1] == _EMOJI_STYLE or unicodedata.category(before[-1])[0] == "S":
        return c != _NON_JOINER
    return c != _EMOJI_STYLE and _spells(before[-1]) and _spells(behind[:1])


def _spells(c: str) -> bool:
    """Whether it is a letter that joiners belong to, or a sign on one."""
    known = c != "" and any(first <= ord(c) <= last for first, last in _SPELLED_WITH_JOINERS)
    return known and c not in _BLANK_LETTERS and unicodedata.category(c)[0] in "LM"


def _shows(c: str) -> bool:
    if c in _JOINERS or c in _BLANK_LETTERS:
        return False
    return c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _is_one_mark_too_many(before: str, c: str) -> bool:
    """A mark on nothing, or on a letter that bears its share already."""
    if not _is_mark(c):
        return False
    letter = before.rstrip(_JOINERS)
    while letter and _is_mark(letter[-1]):
        letter = letter[:-1]
    return letter == "" or letter[-1].isspace() or len(before) - len(letter) >= _MOST_MARKS


def _is_mark(c: str) -> bool:
    return unicodedata.category(c) in ("Mn", "Me")


def _has_ink(c: str) -> bool:
    return c not in _JOINERS and not c.isspace() and unicodedata.category(c)[0] != "M"
