"""What a plain message wishes to submit: `ill go 23 and burn 2 garnets on it`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.ghost_ladder.state import Check, Submission
from games.nearly.corrections import Segment, Unsure, segments
from games.nearly.lexicon import Item
from games.nearly.saying import DENIES

_CHECKS: Final[dict[str, Check]] = {"rank": "rank", "score": "score"}
_BETWEEN: Final = ("join", "to", "burn")
"""They stand between what is wished, and wish nothing by themselves."""
_PLUS: Final = ("+", "plus")
_PLUS_FIRST: Final = (
    "A plus in front can mean more than one thing: `{0}` is a Height; garnets stand behind a Height, as `+{0}g`."
)
_NO_HEIGHT: Final = "Garnets lift the Height that you spend, and I see none."
_SHORT: Final = 6
_HOW_MANY: Final = "I do not see how many garnets."


@dataclass(frozen=True, slots=True)
class Wish:
    """A submission and checks; each may be left unsaid."""

    height: str = ""
    garnets: str | None = None
    adds: bool = False
    """The garnets were said to come on top."""
    checks: tuple[Check, ...] = ()

    @property
    def message(self) -> str:
        """As it can be sent: `12 +1g rank`."""
        boost = f"+{self.garnets}g" if self.garnets and self.garnets != "0" else ""
        return " ".join(filter(None, [self.height, boost, *self.checks]))

    @classmethod
    def filed(cls, submission: Submission) -> Wish | None:
        """What is on file; None where it is no whole number."""
        if submission.sign or submission.fraction:
            return None
        return cls(submission.whole, submission.garnets or None)


def wish(items: Sequence[Item], on_file: Submission | None) -> Wish | None:
    """What the items of a plain message wish; None where they wish nothing.

    Raises Unsure where more than one thing could be meant.
    """
    said: Wish | None = None
    base = Wish.filed(on_file) if on_file else None
    for segment in segments(items):
        part = _Reading(segment).wish()
        if part == Wish():  # `instead of 12`
            continue
        if said is not None:
            said = _amended(said, part)
        elif base and (_amends(segment) or (part.garnets and not part.height)):
            # Garnets alone, without a word that says so, could replace those on file or be added to them.
            said = _amended(base, part if _amends(segment) else replace(part, adds=True))
        else:
            said = part
    if said is None or said == Wish():
        if any(item.meaning == "not" for item in items):
            raise Unsure(why=DENIES)
        return None
    if said.garnets and not said.height:
        raise Unsure(why=_NO_HEIGHT)
    return said


def _amends(segment: Segment) -> bool:
    """`keep 12 but lose the garnet`, too."""
    return segment.amends or any(item.meaning == "keep" for item in segment.items)


def _amended(before: Wish, part: Wish) -> Wish:
    """A wish corrected by a later one. What is no longer mentioned could stay as well as go: Unsure."""
    if part.height:
        dropped = (before.garnets or "0") != "0" and part.garnets is None
        if dropped or before.checks:
            raise Unsure(*_ways(before, part))
        return replace(part, adds=False)
    if part.garnets not in (None, "0") and part.adds and before.garnets:
        raise Unsure
    garnets = before.garnets if part.garnets is None else part.garnets
    return Wish(before.height, garnets, checks=_once([*before.checks, *part.checks]))


def _ways(before: Wish, part: Wish) -> tuple[str, str]:
    whole = Wish(part.height, part.garnets or before.garnets, checks=_once([*before.checks, *part.checks]))
    return part.message, whole.message


class _Reading:
    """One segment, read item by item."""

    def __init__(self, segment: Segment) -> None:
        items = segment.items
        if items[-1].word in _PLUS:
            raise Unsure  # `12+`
        if items[0].word in _PLUS and items[1].meaning == "number" and _meanings(items[1:3])[1:] != ["garnet"]:
            raise Unsure(why=_PLUS_FIRST.format(items[1].number))
        self.rest = list(items)
        self.heights: list[Item] = []
        self.garnets: list[str] = []
        self.loose = False
        """`12 garnet`: twelve of them, or 12 and a garnet?"""
        self.adds = False
        self.checks: list[Check] = []
        self.final = bool(items) and items[-1].meaning == "final"
        self.summed = _meanings(items) == ["number", "join", "number"] and items[1].word in _PLUS
        """`12+2`: two garnets, or 14?"""
        self.changes = segment.cue == "change" and _meanings(items) == ["number", "to", "number"]

    def _step(self) -> None:
        item = self.rest.pop(0)
        match item.meaning:
            case "number":
                self._number(item)
            case "garnets":
                self.garnets.append(item.number)
            case "garnet":
                self._garnet(item)
            case "bare":
                self.garnets.append("0")
            case "rank" | "score":
                self._check(item)
            case "burn" if self._next_is("number") and not self._next_is("number", "garnet"):
                self.garnets.append(self.rest.pop(0).number)  # only garnets burn
            case "add":
                self.adds = True
            case "not":
                self._without()
            case "keep" if any(item.meaning in ("garnet", "garnets") for item in self.rest):
                raise Unsure
            case meaning if meaning not in (*_BETWEEN, "final", "keep"):
                raise Unsure

    def _number(self, item: Item) -> None:
        counted = self._next_is("add", "garnet") or self._next_is("garnet")
        if not counted or item.pause:
            self.heights.append(item)
            return
        garnet = self.rest[counted - 1]
        if not garnet.pause and len(self.rest) > counted and self.rest[counted].meaning == "number":
            raise Unsure  # `2 garnets 12`, `height 20 garnets 2`
        self.adds |= counted == 2
        self.loose |= garnet.word == "garnet" and item.number != "1"
        self.garnets.append(item.number)
        del self.rest[:counted]

    def _next_is(self, *meanings: str) -> int:
        """How many items these are, if they come next."""
        return len(meanings) if _meanings(self.rest[: len(meanings)]) == list(meanings) else 0

    def _garnet(self, item: Item) -> None:
        """`a garnet`, `garnets: 2`; garnets without a number could be any."""
        if self._next_is("number") and item.pause in ("", ":"):
            self.garnets.append(self.rest.pop(0).number)
            return
        if item.word != "garnet":
            raise Unsure(why=_HOW_MANY)
        self.garnets.append("1")

    def _check(self, item: Item) -> None:
        """Checks stand alone or behind a submission; `score 12` could mean many things."""
        if self._next_is("number") and not item.pause:
            raise Unsure
        self.checks.append(_CHECKS[item.meaning])

    def _without(self) -> None:
        """`not 12`: the number is not the one."""
        if not self._next_is("number"):
            raise Unsure
        self.rest.pop(0)

    def wish(self) -> Wish:
        while self.rest:
            self._step()
        height, garnets = self._height(), _only(self.garnets)
        if (self.loose and not height) or (self.adds and height and not self.garnets):
            raise Unsure
        return Wish(height, garnets, self.adds, _once(self.checks))

    def _height(self) -> str:
        numbers = [item.number for item in self.heights]
        if self.summed and all(len(number) <= _SHORT for number in numbers):
            raise Unsure(f"{numbers[0]} +{numbers[1]}g", str(sum(map(int, numbers))))
        if numbers and (self.final or self.changes):
            return numbers[-1]
        if any(not item.pause for item in self.heights[:-1]):
            raise Unsure  # `5 5` says something else than five twice
        return _only(numbers) or ""


def _meanings(items: Sequence[Item]) -> list[str]:
    return [item.meaning for item in items]


def _only(values: Sequence[str]) -> str | None:
    different = list(dict.fromkeys(values))
    if len(different) > 1:
        raise Unsure
    return different[0] if different else None


def _once(checks: Sequence[Check]) -> tuple[Check, ...]:
    return tuple(check for check in _CHECKS.values() if check in checks)
