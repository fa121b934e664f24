"""Small readers of messages that rulesets share: parts, words, names (RECORD.md, "Messages")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from games.visible import is_invisible, same_name, visible

KEYWORDS = frozenset(
    "gold silver red pink white black void none g s m basket extend transfer status check submit rank score cancel "
    "withdraw choose vote".split()
)
RESERVED = "log"
"""The one name that no player may have: a record's turn uses it as a key."""

_QUOTES = '"“”'
_MINUSES = "\u2010\u2011\u2012\u2013\u2014\u2212\ufe58\ufe63\uff0d"
_PLAIN = {0xFF10 + d: str(d) for d in range(10)} | {ord(c): "-" for c in _MINUSES} | {0xFF0B: "+", 0xFF0E: "."}
_DIGITS = frozenset("0123456789０１２３４５６７８９")
COMMA_IN_A_NUMBER = re.compile(r"(?<=[0-9０-９]),(?=[0-9０-９])")
_SEAT = re.compile(r"#([1-9][0-9]{0,6})")
_EITHER = re.compile(r"(#[1-9][0-9]{0,6}(?:\+#[1-9][0-9]{0,6})+)=(#[1-9][0-9]{0,6})")


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
    seen = visible(text)
    return (seen if seen.isascii() else seen.translate(_PLAIN)).lower()


def parts(text: str) -> list[Part]:
    """The messages that semicolons and line ends join in one; empty ones are left out.

    A comma is a blank, but stays in the word between two digits, which makes it one that nothing can be read in. Quotes
    keep a word together; one that is never closed is an ordinary character.
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
            found[-1] += [word] if word.quoted or visible(word.text) else []
            i = word.end
    return [part for part in found if part]


def _blank(text: str, i: int) -> bool:
    if text[i] == ",":
        return not (_beside(text, i, -1) in _DIGITS and _beside(text, i, 1) in _DIGITS)
    return text[i].isspace()


def _beside(text: str, i: int, step: int) -> str:
    """The next character that can be seen, to the left (-1) or to the right (1); empty at the ends."""
    i += step
    while 0 <= i < len(text) and is_invisible(text[i]):
        i += step
    return text[i] if 0 <= i < len(text) else ""


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
    seen = visible(name)
    return _plain(seen) in KEYWORDS or seen[:1] in "@#<" or any(c.isspace() or c in ",;" for c in seen)


def trimmed(name: str) -> str:
    return name.strip()


@dataclass(frozen=True, slots=True)
class Either:
    """Words of a list that name several players, or one (C10). A journalled message has it as `#1+#2=#3`."""

    apart: tuple[int, ...]
    together: int

    @property
    def highest(self) -> int:
        return max(*self.apart, self.together)

    def __str__(self) -> str:
        return "+".join(f"#{seat + 1}" for seat in self.apart) + f"=#{self.together + 1}"


def either_written(word: Word) -> Either | None:
    """The two readings that a word of a message stands for whose names were replaced; None for any other word."""
    m = None if word.quoted else _EITHER.fullmatch(word.plain)
    return Either(tuple(int(seat[1:]) - 1 for seat in m[1].split("+")), int(m[2][1:]) - 1) if m else None


def seat_written(word: Word) -> int | None:
    """The seat that `#2` names, in a message whose names were replaced; None for anything else."""
    m = None if word.quoted else _SEAT.fullmatch(word.plain)
    return int(m[1]) - 1 if m else None


class Names:
    """The names of a match's players in seat order, and how to find a seat by one."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._seats = {same_name(n): seat for seat, n in enumerate(self.names)}
        self.of_words = {_spaced(n): seat for seat, n in enumerate(self.names) if _has_words(n)}
        """The seats whose names are of several words, by those words as they are compared."""
        self.most_words = max((len(words_of(n)) for n in self.names if _has_words(n)), default=0)
        """How many words the longest name has that could be taken for several; 0 where there is none."""
        self.written = tuple(self._write(n, seat) for seat, n in enumerate(self.names))

    @staticmethod
    def _write(name: str, seat: int) -> str:
        if any(q in name for q in _QUOTES):
            return f"#{seat + 1}"
        return f'"{name}"' if needs_quotes(name) else name

    def replaced(self, word: Word) -> str | None:
        """What `replace_names` writes for a word; None where it stays as it is."""
        seat = self.seat(word)
        return None if seat is None else f"#{seat + 1}"

    def seat(self, word: Word) -> int | None:
        """The seat a word names: a name as it is, then without a leading `@`, then `#2`."""
        if word.quoted:
            return self._seats.get(same_name(word.text))
        if word.plain in KEYWORDS:
            return None
        text = visible(word.text)
        found = self._unquoted(text)
        if found is None and text.startswith("@"):
            found = self._unquoted(text[1:])
        if found is None and (m := _SEAT.fullmatch(word.plain)) and int(m[1]) <= len(self.names):
            found = int(m[1]) - 1
        return found

    def _unquoted(self, text: str) -> int | None:
        seat = self._seats.get(same_name(text))
        if seat is None:
            return None
        # `@vote` names the player Vote: the leading @ says that it is a name (RECORD.md). Other names that need quotes
        # are found in quotes only; a blank, another comma or a semicolon cannot stand in an unquoted word anyhow.
        return None if text[:1] in "@#<" or COMMA_IN_A_NUMBER.search(text) else seat

    def either(self, text: str, words: Part) -> Either | None:
        """The two readings of the longest run of these words, from the first one on, that are players' names one by one
        and one player's name together, too (C10); None where there is none.

        `text` is the message: `Ann, Lee` are two, and `Ann Lee` may be one.
        """
        apart: list[int] = []
        for word in words:
            seat = None if word.quoted or seat_written(word) is not None else self.seat(word)
            if seat is None:
                break
            apart.append(seat)
        for n in range(len(apart), 1, -1):
            together = self.of_words.get(_spaced(text[words[0].start : words[n - 1].end].removeprefix("@")))
            if together is not None:
                return Either(tuple(apart[:n]), together)
        return None


def words_of(name: str) -> Part:
    """The words of a name that is written without quotes."""
    return [word for part in parts(name) for word in part]


def _has_words(name: str) -> bool:
    """Whether a name could be taken for several, if it were written without quotes."""
    return any(c.isspace() or c == "," for c in name) and not any(c in _QUOTES or c == ";" for c in name)


def _spaced(text: str) -> str:
    """What is compared where words are taken for one name: blanks count once, and not at all beside a comma."""
    return same_name(re.sub(r" ?, ?", ",", " ".join(visible(text).split())))


def replace_names(text: str, names: Names, places: Callable[[Part], Iterable[int]], lists: bool = False) -> str:
    """`text` with the words at `places` (indices into each part) written as `#2` where they name a player.

    Where places are lists of names (`lists`), words of one that can be read in two ways become one word for both (C10).
    All words stay the words they were: where what replaces a name would grow together with its neighbour (`"Ann""Bob"`,
    or `Ann,2`, whose comma would stand between two digits), a blank keeps them apart.
    """
    out: list[str] = []
    last = 0
    for part in parts(text):
        for words, written in _replacements(text, part, names, places(part), lists):
            start, end = words[0].start, words[-1].end
            out += [text[last:start], _gap(text, start - 1, -1), written, _gap(text, end, 1)]
            last = end
    return "".join([*out, text[last:]])


def _replacements(
    text: str, part: Part, names: Names, places: Iterable[int], lists: bool
) -> Iterator[tuple[Part, str]]:
    """The words of a part that are replaced, one or several at a time, and what is written instead."""
    wanted = frozenset(places)
    done = 0
    for i in sorted(wanted):
        if i < done:
            continue
        listed = takewhile(wanted.__contains__, range(i, i + names.most_words)) if lists else ()
        either = names.either(text, [part[j] for j in listed])
        written = str(either) if either else names.replaced(part[i])
        done = i + (len(either.apart) if either else 1)
        if written is not None:
            yield part[i:done], written


def _gap(text: str, beside: int, step: int) -> str:
    """A blank, unless the character beside a word, to the left (-1) or to the right (1), keeps it apart already."""
    return "" if _parts(text, beside) or (_at(text, beside) == "," and _parts(text, beside + step)) else " "


def _at(text: str, i: int) -> str:
    """The character there; empty beyond the ends."""
    return text[i] if 0 <= i < len(text) else ""


def _parts(text: str, i: int) -> bool:
    c = _at(text, i)
    return c in ("", ";") or c.isspace()
