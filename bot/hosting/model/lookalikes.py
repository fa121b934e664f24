"""What a name looks like, whatever characters it is written in (Unicode's confusables, UTS #39; ruling C9).

It is asked at sign-up only, where a name can still be another. Messages are read letter by letter, not by their looks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final

_DATA: Final = "lookalikes.txt"
_BLANKS: Final = "\u2800"
"""Drawn as nothing, though Unicode counts it among the signs (the Braille blank)."""


def shapes(name: str) -> frozenset[str]:
    """The shapes of a name as it stands, in small letters and in capitals, without its blanks.

    Two names look alike, case and blanks aside, where they have a shape in common.
    """
    return frozenset(_skeleton(written).casefold() for written in (name, name.casefold(), name.upper()))


def _skeleton(name: str) -> str:
    looks = _looks()
    shown = "".join(looks.get(c, c) for c in unicodedata.normalize("NFD", name))
    return unicodedata.normalize("NFD", "".join(c for c in shown if not c.isspace() and c not in _BLANKS))


@cache
def _looks() -> Mapping[str, str]:
    """What each character looks like that looks like something else; nothing for what is not drawn at all."""
    lines = resources.files(__package__).joinpath(_DATA).read_text("ascii").splitlines()
    found: dict[str, str] = {}
    for line in lines:
        if not line.startswith("#"):
            looks, _, those = line.partition(":")
            shown = "".join(chr(int(code, 16)) for code in looks.split())
            found |= dict.fromkeys(_characters(those), shown)
    return found


def _characters(ranges: str) -> Iterator[str]:
    """Those of `41 43..47`."""
    for one in ranges.split():
        first, _, last = one.partition("..")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))
