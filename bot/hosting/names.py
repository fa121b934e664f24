"""Names at the table: fixed at sign-up, 1 to 32 visible characters, no two alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from bot.hosting import limits
from games.reading import RESERVED
from games.visible import same_name

_NAMELESS = "Player"
_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_JOINERS = _ZERO_WIDTH_JOINER + _EMOJI_STYLE
"""They make one emoji of several, and show nothing by themselves: among letters two names would look alike."""


def visible(display_name: str) -> str:
    """The name without what cannot be seen: control and formatting characters, runs of blanks, what is too long."""
    kept = ""
    for c in unicodedata.normalize("NFC", display_name):
        if _joins(kept, c) or _shows(c):
            kept += c
    whole = unicodedata.normalize("NFC", kept)  # again: a letter and its accent may have had something between them
    cut = " ".join(whole.split())[: limits.NAME].strip().rstrip(_ZERO_WIDTH_JOINER)
    return cut if any(_has_ink(c) for c in cut) else _NAMELESS


def _joins(before: str, c: str) -> bool:
    return c in _JOINERS and before != "" and (before[-1] == _EMOJI_STYLE or unicodedata.category(before[-1])[0] == "S")


def _shows(c: str) -> bool:
    if c in _JOINERS:
        return False
    return c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _has_ink(c: str) -> bool:
    """Letters that Discord draws as nothing (Hangul fillers, Braille blank) do not make a name."""
    blank = "\u115f\u1160\u3164\uffa0\u2800"
    return c not in _JOINERS and c not in blank and not c.isspace() and unicodedata.category(c)[0] != "M"


def free_name(display_name: str, taken: Iterable[str]) -> tuple[str, bool]:
    """A name that nobody at the table has, and whether it had to differ from the one that is shown."""
    wish = visible(display_name)
    used = {same_name(name) for name in taken} | {RESERVED}
    name, number = wish, 2
    while same_name(name) in used:
        suffix = f" {number}"
        name = wish[: limits.NAME - len(suffix)].rstrip() + suffix
        number += 1
    return name, name != display_name.strip()
