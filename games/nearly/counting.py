"""Numbers as people write them: in digits, or in English words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.nearly.spelling import near
from games.nearly.tokens import Token

_SMALL: Final = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS: Final = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_MISSPELT: Final = {"fourty": "forty", "fourtey": "forty", "fiveteen": "fifteen", "twelf": "twelve"}
_SAFE: Final = 6
"""Shorter words are one slip away from many others (`eight`: `right`)."""
_NO_SLIPS: Final = frozenset("thirsty elevens plenty".split())


def number_at(tokens: Sequence[Token], i: int) -> tuple[str, int] | None:
    """The number that begins at token `i`, in digits without leading zeros, and how many tokens it takes.

    >>> from games.nearly.tokens import split
    >>> number_at(split("a hundred and five"), 0), number_at(split("007"), 0)
    (('105', 4), ('7', 1))
    """
    text = tokens[i].text
    if text.isascii() and text.isdigit():
        return text.lstrip("0") or "0", 1
    value, length = _hundreds(tokens, i)
    return (str(value), length) if length else None


def _hundreds(tokens: Sequence[Token], i: int) -> tuple[int, int]:
    value, length = (1, 1) if tokens[i].text == "a" else _below_hundred(tokens, i)
    if not length or _follows(tokens, i + length) != "hundred":
        hundred = tokens[i].text == "hundred"
        return (100, 1) if hundred else (0, 0) if tokens[i].text == "a" else (value, length)
    length += 1
    joined = length + (_follows(tokens, i + length) == "and")
    if _follows(tokens, i + joined):
        rest, more = _below_hundred(tokens, i + joined)
        if more:
            return 100 * value + rest, joined + more
    return 100 * value, length


def _below_hundred(tokens: Sequence[Token], i: int) -> tuple[int, int]:
    word = _spelled(tokens[i].text)
    if word in _SMALL:
        return _SMALL[word], 1
    if word not in _TENS:
        return 0, 0
    unit = _SMALL.get(_follows(tokens, i + 1), 0)
    return (_TENS[word] + unit, 2) if 0 < unit < 10 else (_TENS[word], 1)


def _follows(tokens: Sequence[Token], i: int) -> str:
    """The word that goes on from the one before; empty where a pause or the end stands between."""
    return tokens[i].text if i < len(tokens) and not tokens[i - 1].pause else ""


def _spelled(word: str) -> str:
    """The number word that is meant by one with a single slip in it."""
    if word in _SMALL or word in _TENS or word in _NO_SLIPS or len(word) < _SAFE - 1:
        return word
    meant = [known for known in (*_SMALL, *_TENS) if len(known) >= _SAFE and near(word, known)]
    return meant[0] if len(meant) == 1 else _MISSPELT.get(word, word)
