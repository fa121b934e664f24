"""The players' names in a message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.nearly.spelling import slipped
from games.nearly.tokens import Token
from games.reading import Names, Word

_QUOTES: Final = frozenset('"“”')
_POSSESSIVES: Final = ("'s", "’s")
_BARE_POSSESSIVE: Final = 4
"""A shorter word that ends with an s is a word more often than a possessive without its apostrophe."""
_LONGEST: Final = 100
_LEAST_PART: Final = 3
"""So many letters of a name at least say whose it is."""


def marked(tokens: Sequence[Token], text: str, names: Names) -> list[Token]:
    """The tokens, with those that write a player's name joined into one that has its seat; the longest name wins."""
    longest = min(max(map(len, names.names), default=0), _LONGEST) + len("@’s")
    found: list[Token] = []
    i = 0
    while i < len(tokens):
        token, i = _name_at(tokens, i, text, names, longest) or (tokens[i], i + 1)
        found.append(token)
    return found


def _name_at(tokens: Sequence[Token], i: int, text: str, names: Names, longest: int) -> tuple[Token, int] | None:
    """The name that begins at token `i`, and where it ends."""
    start = tokens[i].start
    end = i
    while end < len(tokens) and tokens[end].end - start <= longest + 2:
        end += 1
    for stop in range(end, i, -1):
        written = text[start : tokens[stop - 1].end]
        seat = _seat(written, names)
        if seat is not None:
            return Token(written, start, tokens[stop - 1].end, seat=seat), stop
    return None


def _seat(written: str, names: Names) -> int | None:
    """Whom a stretch of text names: a name in quotes, behind an `@`, possessive or as it is; or `#2`."""
    if len(written) > 2 and written[0] in _QUOTES and written[-1] in _QUOTES:
        return names.seat(Word(written[1:-1], True, 0, 0))
    # A name with a blank or a comma in it needs quotes in a message; people forget them.
    seat = names.seat(Word(written, False, 0, 0))
    if seat is None and written.endswith(_POSSESSIVES):
        seat = names.seat(Word(written[:-2], False, 0, 0))
    return seat


def called(word: str, names: Names) -> tuple[int, ...]:
    """The seat that an otherwise unknown word names: one called like a word of another game, or `kestrels`."""
    seat = names.seat(Word(word, True, 0, 0))
    if seat is None and len(word) >= _BARE_POSSESSIVE and word.endswith("s"):
        seat = names.seat(Word(word[:-1], True, 0, 0))
    return () if seat is None else (seat,)


def alike(word: str, names: Names, seats: Iterable[int]) -> tuple[int, ...]:
    """The seats that a word may mean though it is no name: by the first word of a name, else by its beginning or a
    slip, though not of the first letter for another."""
    if len(word) < _LEAST_PART - 1:
        return ()
    named = ((seat, names.names[seat].casefold()) for seat in seats)
    known = [(seat, name) for seat, name in named if name[0] in word[:2] or word[0] == name[1:2]]
    first = tuple(seat for seat, name in known if name.split(maxsplit=1)[0] == word)
    return first or tuple(seat for seat, name in known if _resembles(word, name))


def _resembles(word: str, name: str) -> bool:
    if len(word) >= _LEAST_PART and name.startswith(word):
        return True
    return any(slipped(word, meant) for meant in (name, name.partition(" ")[0]) if len(meant) >= _LEAST_PART)
