"""The sentences of a message, and what manner of sentences they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.nearly import people
from games.nearly.lexicon import Item, Lexicon, Seats
from games.nearly.tokens import ASK, END, MOST, Token, is_end, is_pause, split
from games.nearly.vocabulary import BLOCKERS, SILENT
from games.reading import Names

STOP: Final = Item("stop")
"""Stands between two sentences."""
_BEFORE_A_QUESTION: Final = frozenset(
    """
    hey hi hello yo so and but ok okay wait also um uh hmm btw dealer bot host please pls sorry well oh quick question
    then now
    """.split()
)
_OPENERS: Final = frozenset(
    """
    what whats why how hows where wheres who whos whose whom which did didnt does doesnt is isnt are arent am was were
    can could should shall has hasnt whens
    """.split()
)
_OF_THINGS: Final = ("would", "will")
"""They open a question before a number or a name."""
_OPENING_PAIRS: Final = frozenset(
    (first, second)
    for first, seconds in {
        "when": "is does do did will can are",
        "have": "i you we they",
        "cant": "i you we they it",
        "couldnt": "i you we they it",
        "will": "i you it they we there this that",
        "would": "it that this you they",
        "may": "i we",
        "might": "i",
        "any": "chance way idea news word update possibility more",
        "do": "i you we they people others garnets ghosts pinks ties both all",
        "anyone": "else here in know see seen sent submitted voted cast",
        "anybody": "else here in know see seen sent submitted voted cast",
    }.items()
    for second in seconds.split()
)
_TELLING_PAIRS: Final = frozenset(("was", word) for word in ("gonna", "going", "thinking", "about"))
"""`was gonna say 31` tells, though it begins as a question does."""
_MOST_GUESSED: Final = 5
"""So many unknown words are held against the names; a message with more is not plain anyhow."""
_INTRODUCING: Final = ("own", "final", "actually")


@dataclass(frozen=True, slots=True)
class Sentence:
    items: tuple[Item, ...]
    asks: bool
    """It ends with a question mark."""
    opens: bool
    """It begins as a question does."""
    quotes: bool = False
    """Ends with a colon: what comes next may be what somebody said."""

    def has(self, *meanings: str) -> bool:
        return any(item.meaning in meanings for item in self.items)

    @property
    def conditional(self) -> bool:
        """There is a condition in it that is no part of a question: `8 if Otter passes`, `should Otter pass, 8`."""
        inverted = self.items[:1] and self.items[0].word == "should" and self.items[1:2]
        if inverted and self.items[1].meaning in ("name", "other") and not self.asks:
            return True
        return self.has("if") and not self.opens

    @property
    def wonders(self) -> bool:
        """A question that is none by its form: `I wonder if mine counted`, `tell me what I sent`."""
        return self.has("wonder") or (self.has("show") and any(item.word in _OPENERS for item in self.items))

    @property
    def introduces(self) -> bool:
        """Begins with what one says of the own order: `actual: 6`, `my move is 6`."""
        content = (item for item in self.items if item.meaning not in (*SILENT, "join"))
        first = next(content, None)
        return first is not None and first.meaning in _INTRODUCING


@dataclass(frozen=True, slots=True)
class Said:
    """A message."""

    sentences: tuple[Sentence, ...]

    def has(self, *meanings: str) -> bool:
        return any(sentence.has(*meanings) for sentence in self.sentences)

    @property
    def items(self) -> Iterator[Item]:
        return (item for sentence in self.sentences for item in sentence.items)

    @property
    def asks(self) -> bool:
        """Whether there is a question in it."""
        return any(sentence.asks or sentence.opens or sentence.wonders for sentence in self.sentences)

    @property
    def conditional(self) -> bool:
        """Whether there is a condition in it that is no part of a question (`what happens if …`)."""
        return any(sentence.conditional for sentence in self.sentences)

    def plainly(self, names: bool = False) -> tuple[Item, ...] | None:
        """The items of the sentences that plainly say something, with `STOP` behind each; None where it is not plain.

        `names`: whether players' names have a place in it; then what is to be shown may be somebody's. All sentences
        must be plain; or, behind talk that is neither a question nor a condition, the last ones are, and begin with a
        word that says whose order they hold.
        """
        if self.asks or self.has("if"):
            return None
        start = self._from_where(BLOCKERS | {"show" if names else "name"})
        if start is None:
            return None
        return tuple(item for sentence in self.sentences[start:] for item in (*sentence.items, STOP))

    def _from_where(self, blockers: frozenset[str]) -> int | None:
        """The index of the first sentence of those that are to be read."""
        start = len(self.sentences)
        while start and not self.sentences[start - 1].has(*blockers):
            start -= 1
        if not start:
            return 0
        for i in range(start, len(self.sentences)):
            if self.sentences[i].introduces and not self.sentences[i - 1].quotes:
                return i
        return None


def read(
    text: str, lexicon: Lexicon, names: Names, seats: Iterable[int] = (), writer: int | None = None
) -> Said | None:
    """The message in items; None where there is nothing in it, or too much for an order. What has signs in it and no
    words has no sentences, or one that only asks.

    `seats`: those whose names may be meant by a word that only comes near one, in this phase. `writer`: whose own name
    says nothing in it.
    """
    tokens = split(text)
    if len(tokens) > MOST or all(token.text == END for token in tokens):
        return None

    known: dict[str, Seats] = {}

    def whom(word: str) -> Seats:
        if word not in known and len(known) < _MOST_GUESSED:
            known[word] = people.called(word, names) or people.alike(word, names, seats)
        return known.get(word, ())

    found = (
        replace(token, soft=True) if writer is not None and token.seat == writer else token
        for token in people.marked(_unwrapped(tokens), text, names)
    )
    return Said(tuple(_sentences(found, lexicon, whom)))


def _unwrapped(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the quotes around a message that is quoted as a whole, as examples are."""
    quotes = [i for i, token in enumerate(tokens) if token.text in ('"', "“", "”", "'", "‘", "’")]
    whole = len(tokens) > 2 and quotes == [0, len(tokens) - 1]
    return tokens[1:-1] if whole else tokens


def _sentences(tokens: Iterable[Token], lexicon: Lexicon, whom: Callable[[str], Seats]) -> Iterator[Sentence]:
    words: list[Token] = []
    done: list[Sentence] = []
    for token in (*tokens, Token(".", 0, 0)):
        if is_end(token):
            if words:
                done.append(_sentence(words, token.text == ASK, lexicon, whom))
                words = []
            elif token.text == ASK:
                done[-1:] = [replace(done[-1], asks=True) if done else Sentence((), asks=True, opens=False)]
        elif not token.soft:
            words.append(token)
        elif words and is_pause(token):
            words[-1] = replace(words[-1], pause=token.text)
    return iter(done)


def _sentence(words: list[Token], asks: bool, lexicon: Lexicon, whom: Callable[[str], Seats]) -> Sentence:
    quotes = words[-1].pause == ":"
    words[-1] = replace(words[-1], pause=words[-1].pause or ".")
    return Sentence(lexicon.items(words, whom), asks, _opens_a_question(words), quotes)


def _opens_a_question(words: Sequence[Token]) -> bool:
    """`Kestrel is going 30` does not, `Bob, is it over` does."""
    texts = ["" if word.seat is not None else word.text for word in words if word.seat is None or not word.pause]
    start = next((i for i, text in enumerate(texts) if text not in _BEFORE_A_QUESTION), len(texts))
    if start == len(texts):
        return False
    pair = tuple(texts[start : start + 2])
    if pair in _TELLING_PAIRS:
        return False
    return (
        texts[start] in _OPENERS
        or pair in _OPENING_PAIRS
        or (pair[0] in _OF_THINGS and (not pair[-1] or pair[-1].isdigit()))
    )
