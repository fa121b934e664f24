"""Names at the table: fixed at sign-up, 1 to 32 visible characters, no two alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from bot.hosting import limits
from games.reading import RESERVED, same_name

_NAMELESS = "Player"
_JOINERS = "\u200d\ufe0f"
"""They hold emoji together, and show nothing by themselves."""


def visible(display_name: str) -> str:
    """The name without what cannot be seen: control and formatting characters, runs of blanks, what is too long."""
    kept = "".join(c for c in unicodedata.normalize("NFC", display_name) if _shows(c))
    cut = " ".join(kept.split())[: limits.NAME].strip().strip(_JOINERS)
    return cut if any(_has_ink(c) for c in cut) else _NAMELESS


def _shows(c: str) -> bool:
    return c in _JOINERS or c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


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
