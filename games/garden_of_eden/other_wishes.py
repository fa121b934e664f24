"""What a plain message wishes in the Basket Period and in the transfers: `g-s-g`, `send 30m to Bob`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.nearly.corrections import Segment, Unsure, segments
from games.nearly.lexicon import Item

_LETTERS: Final = {"g": "gold", "s": "silver"}
_GOOD_GAME: Final = "gg"
"""Two Golds, but a good game as well."""
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){2,}|[0-9]{1,3}(?:\.[0-9]{3}){2,}")
_AMOUNT: Final = re.compile(r"([0-9]+)(?:[.,]([0-9]{1,6}))?(m|mil|mill|million|mio|k)?")
_UNITS: Final = ("million", "thousand", "yen")
_PARTS: Final = ("number", "amount", "name", "join", "give", "to", "final", *_UNITS)
_SURELY_YEN: Final = 5
"""So many digits at least are yen; fewer could be millions as well."""


def basket(items: Sequence[Item]) -> str | None:
    """`basket gold silver gold`; None where no apples are named. Raises Unsure.

    A correction replaces the whole basket; what names one apple only could correct that one as well.
    """
    apples: list[str] = []
    for segment in segments(items):
        said = _apples(segment)
        if apples and len(said) == 1:
            raise Unsure
        apples = said or apples
    return " ".join(["basket", *apples]) if apples else None


def _apples(segment: Segment) -> list[str]:
    apples: list[str] = []
    counted = 0
    for item in segment.items:
        if item.meaning in ("gold", "silver"):
            apples.append(item.meaning)
        elif item.meaning == "letters" and (item.word != _GOOD_GAME or len(segment.items) > 1):
            apples += [_LETTERS[letter] for letter in item.word]
        elif item.meaning == "number" and item.pause and item.number == str(counted + 1):
            counted += 1  # the points of a list: `1. gold 2. silver`
        elif item.meaning not in ("join", "to", "final") or (item.meaning == "to" and apples):
            raise Unsure  # `gold to silver`
    return apples


def transfer(items: Sequence[Item]) -> str | None:
    """`transfer 30m #2`; None where no amount or nobody is named. Raises Unsure.

    A transfer is final, so nothing is made of corrections, nor of a name and an amount alone (`thanks Bob, 30m`).
    """
    content = [item for segment in segments(items) for item in segment.items]
    if any(segment.cue for segment in segments(items)):
        raise Unsure
    seats = [item.seats[0] for item in content if item.meaning == "name"]
    amounts = [i for i, item in enumerate(content) if item.meaning in ("number", "amount")]
    if not seats or not amounts:
        return None
    if len(seats) > 1 or len(amounts) > 1 or any(item.meaning not in _PARTS for item in content):
        raise Unsure
    unit = next((item.meaning for item in content if item.meaning in _UNITS), "")
    message = f"transfer {_yen(content[amounts[0]], unit, seats[0])} #{seats[0] + 1}"
    if not any(item.meaning in ("give", "to") for item in content):
        raise Unsure(message)
    return message


def _yen(item: Item, unit: str, seat: int) -> str:
    """An amount as a transfer names it."""
    written = item.number or item.word
    if _GROUPED.fullmatch(written):
        written = re.sub("[.,]", "", written)
    found = _AMOUNT.fullmatch(written)
    if not found:
        raise Unsure
    whole, part, suffix = found[1], found[2], found[3] or {"million": "m", "thousand": "k"}.get(unit, "")
    if suffix == "k":
        return _thousands(whole, part)
    if suffix:
        return f"{whole}.{part}m" if part else f"{whole}m"
    if part or (unit != "yen" and len(whole) < _SURELY_YEN):
        raise Unsure(*(() if part else (f"transfer {whole}m #{seat + 1}", f"transfer {whole} #{seat + 1}")))
    return whole


def _thousands(whole: str, part: str | None) -> str:
    if part and len(part) > len("000"):
        raise Unsure
    return (whole + (part or "").ljust(3, "0")).lstrip("0") or "0"
