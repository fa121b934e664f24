"""Marks: how texts and facts name a seat, or repeat what a person wrote, before anyone knows how to show it.

A mark stands between two control characters that no text of ours holds and that `said` takes out of people's texts.
The host shows a seat's name safe for Discord; the offline judge shows it as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

_OPEN, _CLOSE = "\x02", "\x03"
_SEAT = re.compile(r"#([1-9][0-9]*)")
_BETWEEN = re.compile("\x03[ ,]+\x02")
_MARK = re.compile("\x02([=~]?)([^\x02\x03]*)\x03")


def name(seat: int) -> str:
    """The seat's name, as people read it."""
    return f"{_OPEN}{seat + 1}{_CLOSE}"


def written(seat: int) -> str:
    """The seat's name, as a message or an export writes it: quoted where needed, `#2` where quotes cannot help."""
    return f"{_OPEN}={seat + 1}{_CLOSE}"


def seated(message: str) -> str:
    """A message whose names stand as `#2`, with the marks of those names as messages write them.

    >>> seated("vote #2") == f"vote {written(1)}"
    True
    """
    return _SEAT.sub(lambda m: written(int(m[1]) - 1), message)


def said(text: str) -> str:
    """A person's own words, repeated to that person. Control characters are taken out, line ends are blanks, long words
    are cut."""
    return _said(text.strip())


def _said(text: str) -> str:
    clean = "".join(c if c.isprintable() else " " for c in text if c.isprintable() or c.isspace())
    return f"{_OPEN}~{clean if len(clean) <= 100 else clean[:99] + '…'}{_CLOSE}"


def unmarked(text: str) -> str:
    """A person's text with nothing in it that could be taken for a mark."""
    return text.replace(_OPEN, "").replace(_CLOSE, "")


def repeated(message: str) -> str:
    """A message with marks in it, repeated to a player: with commas between names (C10), and its words as `said`."""
    pieces = _MARK.split(_BETWEEN.sub(f"{_CLOSE}, {_OPEN}", message))
    # By threes: words of the person's own, then a mark's sign and its seat.
    shown = [_said(text) if text.strip() else text for text in pieces[::3]]
    names = [written(int(seat) - 1) for seat in pieces[2::3]]
    return "".join(part for both in zip(shown, [*names, ""], strict=True) for part in both)


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
