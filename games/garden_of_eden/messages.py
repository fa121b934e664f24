"""Text to orders (RECORD.md, "Messages"). Whether an order may be given now is for `taking` to say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.garden_of_eden import reasons
from games.garden_of_eden.reasons import Illegal, Refused, TwoReadings, Unclear
from games.garden_of_eden.state import COLOURS, Cast, Colour, Special
from games.reading import KEYWORDS, Names, Part, Word, either_written, parts, replace_names, seat_written

BEYOND_ANY_BALANCE: Final = 10**40
_LONGEST_AMOUNT = 40
_CAST_WORDS = (*COLOURS, "pink", "white", "black")
_LETTERS: dict[str, Colour] = {"g": "gold", "s": "silver"}
_AMOUNT = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(m?)")
_WITH_COMMA = re.compile(r"-?[0-9][0-9.]*,[0-9.,]*m?")


@dataclass(frozen=True, slots=True)
class Basket:
    """Of any size; GE2's bounds are looked at when it is taken."""

    apples: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A cast, Void names, or both. No cast: the one on file stays. No names (None): those on file stay."""

    cast: Cast | None
    void: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Transfer:
    yen: int
    to: int


@dataclass(frozen=True, slots=True)
class Extend:
    pass


@dataclass(frozen=True, slots=True)
class Withdraw:
    pass


@dataclass(frozen=True, slots=True)
class Status:
    pass


@dataclass(frozen=True, slots=True)
class Inquire:
    """`check`: about the order given, or about what is on file; never more than a question."""

    about: Basket | Play | Transfer | Extend | None
    never: str = ""
    """Why what was given is legal at no time."""


Order = Basket | Play | Transfer | Extend | Withdraw | Status | Inquire


def read(text: str) -> list[Order]:
    """The orders of a message, in order. Raises Refused or Unclear: then none of them stands (C1)."""
    orders = [_order(part) for part in _sure(parts(text))]
    if not orders:
        raise Unclear
    return orders


def with_seats(text: str, names: Names) -> str:
    """The message with the names behind `void`, and the last word of a transfer, written as `#2`."""
    return replace_names(text, names, _places, lists=True)


def _places(part: Part) -> Iterable[int]:
    if "transfer" in (word.plain for word in part[: 1 + _checks(part)]):
        return [len(part) - 1]
    found: list[int] = []
    listing = False
    for i, word in enumerate(part):
        if word.plain in KEYWORDS:
            listing = word.plain == "void"
        elif listing:
            found.append(i)
    return found


def _sure(message: list[Part]) -> list[Part]:
    """The parts, if none of their names can be read in two ways; else raises TwoReadings with the whole message both
    ways (C10)."""
    if any(either_written(word) for part in message for word in part):
        raise TwoReadings(*("; ".join(_spelled_out(part, way) for part in message) for way in (True, False)))
    return message


def _spelled_out(part: Part, apart: bool) -> str:
    """The part as it could be sent, with seats for names and commas between them."""
    text = ""
    named = False
    for word in part:
        seats = _seats(word, apart)
        comma = "," if named and seats else ""
        named = bool(seats)
        text += f"{comma} " if text else ""
        text += ", ".join(f"#{seat + 1}" for seat in seats) if seats else word.plain
    return text


def _seats(word: Word, apart: bool) -> tuple[int, ...]:
    if either := either_written(word):
        return either.apart if apart else (either.together,)
    seat = seat_written(word)
    return () if seat is None else (seat,)


def _order(part: Part) -> Order:
    head, rest = part[0].plain, part[1:]
    if head == "check":
        return _inquiry(rest)
    if head == "basket":
        return Basket(_apples(rest))
    if head == "transfer":
        return _transfer(rest)
    if head in ("extend", "status", "withdraw", "cancel"):
        return _single(head, rest)
    return _play(part)


def _checks(part: Part) -> bool:
    return part[0].plain == "check"


def _inquiry(rest: Part) -> Inquire:
    if not rest:
        return Inquire(None)
    try:
        about = _order(rest)
    except Illegal as illegal:
        return Inquire(None, str(illegal))
    if not isinstance(about, (Basket, Play, Transfer, Extend)):
        raise Unclear
    return Inquire(about)


def _single(head: str, rest: Part) -> Order:
    if any(word.plain == head for word in rest):
        raise Refused(reasons.EXTEND_TWICE if head == "extend" else reasons.twice(head))
    if rest:
        raise Unclear
    if head == "extend":
        return Extend()
    return Status() if head == "status" else Withdraw()


# --- baskets ----------------------------------------------------------------------------------------------------------


def _apples(words: Part) -> tuple[Colour, ...]:
    apples: list[Colour] = []
    for word in words:
        apples += _some_apples(word.plain)
    return tuple(apples)


def _some_apples(word: str) -> list[Colour]:
    """`gold`, `silver`, or letters: `g`, `sgg`."""
    if word in ("gold", "silver"):
        return [colour for colour in COLOURS if colour == word]
    if word in ("red", "pink", "white", "black"):
        raise Illegal(reasons.BASKET_COLOURS)
    if not word or any(letter not in _LETTERS for letter in word):
        raise Unclear
    return [_LETTERS[letter] for letter in word]


# --- casts and Void names ---------------------------------------------------------------------------------------------


def _play(part: Part) -> Play:
    words: list[str] = []
    void: tuple[int, ...] | None = None
    i = 0
    while i < len(part):
        word = part[i].plain
        if word in words:
            raise Refused(reasons.twice(word))
        if word not in _CAST_WORDS and word != "void":
            raise Unclear
        words.append(word)
        i += 1
        if word == "void":
            listed = _listed(part, i)
            void = _named(listed)
            i += len(listed)
    return Play(_cast(words), void)


def _listed(part: Part, start: int) -> Part:
    """What stands behind `void`, up to the next keyword."""
    end = start
    while end < len(part) and (part[end].plain == "none" or part[end].plain not in KEYWORDS):
        end += 1
    return part[start:end]


def _named(listed: Part) -> tuple[int, ...]:
    """The seats named, each once, in seat order; nobody for `none`."""
    if not listed:
        raise Refused(reasons.VOID_NOBODY)
    nones = sum(word.plain == "none" for word in listed)
    if nones and nones < len(listed):
        raise Refused(reasons.VOID_NONE_AND_NAMES)
    if nones > 1:
        raise Refused(reasons.twice("none"))
    return () if nones else tuple(sorted(dict.fromkeys(_seat(word) for word in listed)))


def _seat(word: Word) -> int:
    seat = seat_written(word)
    if seat is None:
        raise Refused(reasons.no_such_player(word.text))
    return seat


def _cast(words: list[str]) -> Cast | None:
    """The cast that the words make, `void` among them; None where they are `void` alone."""
    if words == ["void"]:
        return None
    colours = [colour for colour in COLOURS if colour in words]
    if len(colours) > 1:
        raise Refused(reasons.TWO_COLOURS)
    if not colours or words[0] != colours[0]:
        raise Refused(reasons.COLOUR_FIRST)
    if "white" in words and "black" in words:
        raise Illegal(reasons.WHITE_AND_BLACK)
    special: Special = "white" if "white" in words else "black" if "black" in words else ""
    return Cast(colours[0], "pink" in words, special)


# --- transfers --------------------------------------------------------------------------------------------------------


def _transfer(words: Part) -> Transfer:
    if not words or words[-1].plain in KEYWORDS:
        raise Unclear
    return Transfer(_amount(words[:-1]), _seat(words[-1]))


def _amount(words: Part) -> int:
    """Whole yen, from `30m`, `30 m`, `1.5m`, `1500000`."""
    if len(words) == 2 and words[1].plain == "m" and not words[0].plain.endswith("m"):
        text = words[0].plain + "m"
    elif len(words) == 1:
        text = words[0].plain
    else:
        raise Unclear
    if _WITH_COMMA.fullmatch(text):
        raise Refused(reasons.AMOUNT_COMMA)
    if not (found := _AMOUNT.fullmatch(text)):
        raise Unclear
    sign, whole, part, millions = found.groups(default="")
    return _yen(sign, whole, part.ljust(6, "0") if millions else part, 6 if millions else 0)


def _yen(sign: str, whole: str, part: str, places: int) -> int:
    """The number `whole.part` with its point moved `places` to the right; refused unless whole and more than 0."""
    digits = (whole + part[:places]).lstrip("0")
    broken = part[places:].strip("0")
    if sign or not (digits or broken):
        raise Illegal(reasons.AMOUNT_POSITIVE)
    if broken:
        raise Illegal(reasons.AMOUNT_WHOLE)
    return int(digits) if len(digits) <= _LONGEST_AMOUNT else BEYOND_ANY_BALANCE
