"""What of a text can be seen, and when two names are alike (ruling C9)."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = (
    *[(c, c) for c in (0xAD, 0x34F, 0x61C, 0x2800, 0x3164, 0xFEFF, 0xFFA0)],
    *[(0x00, 0x08), (0x0E, 0x1B), (0x7F, 0x84), (0x86, 0x9F)],
    *[(0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F)],
    *[(0xFE00, 0xFE0F), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)],
)
"""Unicode's default ignorables, the controls that are no blanks, and the letters that are drawn as nothing. Written
down, so that a record is read alike whatever Unicode a Python knows."""
_OUT: Final = {c: None for first, last in _UNSEEN for c in range(first, last + 1)}


def visible(text: str) -> str:
    """The text without its invisible characters.

    >>> visible("go\\u200bld")
    'gold'
    """
    # Nearly everything is printable ASCII already, and translating is slow.
    return text if text.isascii() and text.isprintable() else text.translate(_OUT)


def is_invisible(c: str) -> bool:
    """Whether a single character shows nothing, and is no blank either."""
    return ord(c) in _OUT


def same_name(name: str) -> str:
    """What is compared: two names are alike when this is equal. Blanks at the ends, case and invisible characters make
    no difference, nor how an accent is put on its letter (NFC).

    >>> same_name(" Zoe\\u0308 ") == same_name("ZO\\xcb")
    True
    """
    return _composed(_composed(visible(name).strip()).casefold())


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)
