"""Small readers of messages that rulesets share: parts, words, names (RECORD.md, "Messages")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

KEYWORDS = frozenset(
    "gold silver red pink white black void none g s m basket extend transfer status check submit rank score cancel "
    "withdraw choose vote".split()
)
RESERVED = "log"
"""The one name that no player may have: a record's turn uses it as a key."""

_QUOTES = '"“”'
_MINUSES = "\u2010\u2011\u2012\u2013\u2014\u2212\ufe58\ufe63\uff0d"
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_PLAIN = (
    {0xFF10 + d: str(d) for d in range(10)}
    | {ord(c): "-" for c in _MINUSES}
    | {ord(c): None for c in _INVISIBLE}
    | {0xFF0B: "+", 0xFF0E: "."}
)
_DIGITS = frozenset("0123456789０１２３４５６７８９")
_SEAT = re.compile(r"#([1-9][0-9]{0,6})")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a message, and where it stands in it (`text[start:end]`, quotes included)."""

    text: str
    quoted: bool
    start: int
    end: int

    @property
    def plain(self) -> str:
        """Lower case, with full-width digits and other minus signs as the plain ones; empty where quoted, so that a
        quoted word is never read as a keyword or a number."""
        return "" if self.quoted else _plain(self.text)


Part = list[Word]


def _plain(text: str) -> str:
    # Nearly everything is ASCII already, and translating is slow.
    return (text if text.isascii() else text.translate(_PLAIN)).lower()


def parts(text: str) -> list[Part]:
    """The messages that semicolons and line ends join in one; empty ones are left out.

    A comma is a blank, but stays in the word between two digits. Quotes keep a word together; one that is never
    closed is an ordinary character.
    """
    found: list[Part] = [[]]
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c == ";" or c in "\n\r\x0b\x0c\x85\u2028\u2029":
            found.append([])
            i += 1
        elif _blank(text, i):
            i += 1
        else:
            word = _quoted(text, i) or _bare(text, i)
            found[-1].append(word)
            i = word.end
    return [part for part in found if part]


def _blank(text: str, i: int) -> bool:
    if text[i] == ",":
        return not (0 < i < len(text) - 1 and text[i - 1] in _DIGITS and text[i + 1] in _DIGITS)
    return text[i].isspace()


def _closing(text: str, i: int) -> int:
    """Where the quote opened at `i` closes; -1 where it never does."""
    return next((j for j in range(i + 1, len(text)) if text[j] in _QUOTES), -1)


def _quoted(text: str, i: int) -> Word | None:
    if text[i] not in _QUOTES or (j := _closing(text, i)) < 0:
        return None
    return Word(text[i + 1 : j], True, i, j + 1)


def _bare(text: str, i: int) -> Word:
    j = i + 1
    while j < len(text) and text[j] not in ";\n\r\x0b\x0c\x85\u2028\u2029" and not _blank(text, j):
        if text[j] in _QUOTES and _closing(text, j) >= 0:
            break
        j += 1
    return Word(text[i:j], False, i, j)


def needs_quotes(name: str) -> bool:
    """Whether a name can be written in double quotes only (RECORD.md)."""
    return _plain(name) in KEYWORDS or name[:1] in "@#<" or any(c.isspace() or c in ",;" for c in name)


def trimmed(name: str) -> str:
    return name.strip()


def same_name(name: str) -> str:
    """Two names are alike when this is equal."""
    return trimmed(name).casefold()


class Names:
    """The names of a match's players in seat order, and how to find a seat by one."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._seats = {same_name(n): seat for seat, n in enumerate(self.names)}
        self.written = tuple(self._write(n, seat) for seat, n in enumerate(self.names))

    @staticmethod
    def _write(name: str, seat: int) -> str:
        if any(q in name for q in _QUOTES):
            return f"#{seat + 1}"
        return f'"{name}"' if needs_quotes(name) else name

    def put(self, seat: int) -> str:
        """What `replace_names` writes for a seat."""
        return f"#{seat + 1}"

    def seat(self, word: Word) -> int | None:
        """The seat a word names: a name as it is, then without a leading `@`, then `#2`."""
        if word.quoted:
            return self._seats.get(word.text.strip().casefold())
        if word.plain in KEYWORDS:
            return None
        found = self._unquoted(word.text)
        if found is None and word.text.startswith("@"):
            found = self._unquoted(word.text[1:])
        if found is None and (m := _SEAT.fullmatch(word.plain)) and int(m[1]) <= len(self.names):
            found = int(m[1]) - 1
        return found

    def _unquoted(self, text: str) -> int | None:
        seat = self._seats.get(text.casefold())
        if seat is None:
            return None
        name = self.names[seat]
        # `@vote` names the player Vote: the leading @ says that it is a name (RECORD.md). Other names that need
        # quotes are found in quotes only; a blank, comma or semicolon cannot stand in an unquoted word anyhow.
        return None if name[:1] in "@#<" else seat


class NamesForSeats(Names):
    """The way back, for exports: only `#2` names a seat, and `replace_names` writes the player's name."""

    def put(self, seat: int) -> str:
        return self.written[seat]

    def seat(self, word: Word) -> int | None:
        seat = seat_written(word)
        return seat if seat is not None and seat < len(self.names) else None


def seat_written(word: Word) -> int | None:
    """The seat that `#2` names, in a message whose names were replaced; None for anything else."""
    m = None if word.quoted else _SEAT.fullmatch(word.plain)
    return int(m[1]) - 1 if m else None


def replace_names(text: str, names: Names, places: Callable[[Part], Iterable[int]]) -> str:
    """`text` with the words at `places` (indices into each part) written as `#2` where they name a player.

    All words stay the words they were: where what replaces a name would grow together with its neighbour (`"Ann""Bob"`,
    or `Ann,2`, whose comma would become a decimal point), a blank keeps them apart.
    """
    out: list[str] = []
    last = 0
    for part in parts(text):
        for i in sorted(places(part)):
            word = part[i]
            seat = names.seat(word)
            if seat is not None:
                out += [text[last : word.start], _gap(text, word.start - 1), names.put(seat), _gap(text, word.end)]
                last = word.end
    return "".join([*out, text[last:]])


def _gap(text: str, beside: int) -> str:
    """A blank, unless the character beside a word keeps it apart already."""
    return " " if 0 <= beside < len(text) and text[beside] != ";" and not text[beside].isspace() else ""
