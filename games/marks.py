"""Marks: how texts and facts name a seat, or repeat what a person wrote, before anyone knows how to show it.

A mark stands between two control characters that no text of ours holds and that `said` takes out of people's texts.
The host shows a seat's name safe for Discord; the offline judge shows it as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile("\x02([=~]?)([^\x02\x03]*)\x03")


def name(seat: int) -> str:
    """The seat's name, as people read it."""
    return f"{_OPEN}{seat + 1}{_CLOSE}"


def written(seat: int) -> str:
    """The seat's name, as a message or an export writes it: quoted where needed, `#2` where quotes cannot help."""
    return f"{_OPEN}={seat + 1}{_CLOSE}"


def said(text: str) -> str:
    """A person's own words, repeated to that person. Control characters are taken out, long ones cut."""
    clean = "".join(c for c in text if c.isprintable() or c == " ").strip()
    return f"{_OPEN}~{clean if len(clean) <= 100 else clean[:99] + '…'}{_CLOSE}"


def whole(text: str) -> str:
    """A person's own words in full, on their own lines; control characters are taken out."""
    clean = "".join(c for c in text if c.isprintable() or c in " \n").strip()
    return f"{_OPEN}~{clean}{_CLOSE}"


def names(seats: Sequence[int]) -> str:
    """`Ann, Bob and Eve`, as marks."""
    shown = [name(s) for s in seats]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1] if shown else ""


def shown(value: Any, display: Sequence[str], write: Sequence[str], escape: Callable[[str], str] = str) -> Any:
    """`value` (a text, or facts of any depth, keys too) with every mark shown.

    `display` and `write` give each seat's name as read and as written; `escape` makes a person's words safe.
    """
    if isinstance(value, str):
        if _OPEN not in value:
            return value

        def show(m: re.Match[str]) -> str:
            if m[1] == "~":
                return escape(m[2])
            return (write if m[1] else display)[int(m[2]) - 1]

        return _MARK.sub(show, value)
    if isinstance(value, dict):
        return {shown(k, display, write, escape): shown(v, display, write, escape) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [shown(v, display, write, escape) for v in value]
    return value
