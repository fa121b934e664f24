"""What the words of a message mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.nearly.chatter import ADDRESSED, CHATTER
from games.nearly.counting import number_at
from games.nearly.spelling import slipped
from games.nearly.tokens import Token
from games.nearly.vocabulary import ORDINARY, SHARED, UNKNOWN

Seats = tuple[int, ...]
Table = Mapping[str, str]
"""As `vocabulary.SHARED`."""

_SHAPES: Final = {
    "joke": re.compile(r"l+o+l+z*|r+o+f+l+|l+m+f?a+o+|[ab]*(?:ha|he|hi|hah|heh){2,}h?|x+d+|j+k+"),
    "social": re.compile(r"o+k+(?:a+y+)?|wo+w+|hm+|so+rr+y+"),
    "greeting": re.compile(r"th?a?n?x+|he+y+|hi+|gg+s*|th?anks+|ty+|yo+|hello+"),
    "hedge": re.compile(r"[0-9]+ish"),
    "time": re.compile(r"[0-9]+(?:h|hrs?|hours?|mins?|d|days?|[ap]m)"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """A word or phrase and what it means."""

    meaning: str
    word: str = ""
    number: str = ""
    """Digits without leading zeros."""
    seats: Seats = ()
    """Whom it names: one seat, or several that it may mean (`who`)."""
    pause: str = ""
    """The comma, colon, dash or bracket that follows; a full stop at the end of the sentence."""


def _greeted(before: Item, item: Item) -> Item:
    """What stands right behind a greeting: `good luck all` says nothing of what is left, `sorry Bob` is for Bob."""
    if item.word in ADDRESSED and before.meaning in ("greeting", "social"):
        return replace(item, meaning="social")
    greets = item.meaning == "name" and (before.meaning == "greeting" or before.word == "sorry")
    return replace(item, meaning="greeted") if greets else item


class Lexicon:
    """Tables of phrases; later tables overrule earlier ones, and all of them the shared one.

    `shapes`: by meaning, patterns of single words, whose group is a number. `slips`: the words that are known with a
    slip in them, too.
    """

    def __init__(self, *tables: Table, shapes: Mapping[str, str] | None = None, slips: str = "") -> None:
        self._meanings = {
            tuple(phrase.split()): meaning
            for table in (SHARED, CHATTER, *tables)
            for meaning, phrases in table.items()
            for phrase in phrases.split(",")
        }
        self._longest = max(map(len, self._meanings))
        self._shapes = {**{meaning: re.compile(shape) for meaning, shape in (shapes or {}).items()}, **_SHAPES}
        self._slips = tuple(slips.split())

    def items(self, tokens: Sequence[Token], whom: Callable[[str], Seats]) -> tuple[Item, ...]:
        """The items of one sentence. `whom` tells which players an unknown word may mean."""
        found: list[Item] = []
        i = 0
        while i < len(tokens):
            item, length = self._at(tokens, i)
            item = self._guessed(item, whom) if item.meaning == UNKNOWN else item
            found.append(_greeted(found[-1], item) if found and not found[-1].pause else item)
            i += length
        return tuple(found)

    def _at(self, tokens: Sequence[Token], i: int) -> tuple[Item, int]:
        token = tokens[i]
        if token.seat is not None:
            return Item("name", token.text, seats=(token.seat,), pause=token.pause), 1
        if counted := number_at(tokens, i):
            number, length = counted
            return Item("number", token.text, number, pause=tokens[i + length - 1].pause), length
        if token.text == "no" and token.pause:
            return Item("retract", "no", pause=token.pause), 1
        return self._phrase(tokens, i) or (self._shaped(token), 1)

    def _phrase(self, tokens: Sequence[Token], i: int) -> tuple[Item, int] | None:
        """The longest phrase that begins at token `i`."""
        words = tuple("" if token.seat is not None else token.text for token in tokens[i : i + self._longest])
        for length in range(len(words), 0, -1):
            if meaning := self._meanings.get(words[:length]):
                return Item(meaning, " ".join(words[:length]), pause=tokens[i + length - 1].pause), length
        return None

    def _shaped(self, token: Token) -> Item:
        for meaning, shape in self._shapes.items():
            if found := shape.fullmatch(token.text):
                number = (found[found.lastindex].lstrip("0") or "0") if found.lastindex else ""
                return Item(meaning, token.text, number, pause=token.pause)
        return Item(UNKNOWN, token.text, pause=token.pause)

    def _guessed(self, item: Item, whom: Callable[[str], Seats]) -> Item:
        """An unknown word as the one word of the game, or the one player, that it comes near."""
        if item.word in ORDINARY:
            return item
        words = [word for word in self._slips if slipped(item.word, word)]
        seats = whom(item.word)
        if len({self._meanings[word,] for word in words}) == 1 and not seats:
            return Item(self._meanings[words[0],], words[0], pause=item.pause)
        if seats and not words:
            owned = item.word.endswith("s") and whom(item.word[:-1]) == seats  # `kestrels number`
            word = f"{item.word[:-1]}'s" if owned else item.word
            return Item("name" if len(seats) == 1 else "who", word, seats=seats, pause=item.pause)
        return item
