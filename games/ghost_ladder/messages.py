"""Reading: a message becomes orders, a filled-in form becomes the message that could have been typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.ghost_ladder.state import Check, Submission
from games.reading import Names, Part, parts, replace_names, seat_written

Verb = Literal["choose", "vote"]


@dataclass(frozen=True, slots=True)
class Submit:
    submission: Submission


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The submission in a round, the pick in a choice or vote."""


@dataclass(frozen=True, slots=True)
class Ask:
    check: Check


@dataclass(frozen=True, slots=True)
class Cancel:
    check: Check


@dataclass(frozen=True, slots=True)
class Pick:
    verb: Verb
    whom: int | None
    """None where the word names no seat."""
    word: str
    """As written."""


@dataclass(frozen=True, slots=True)
class Status:
    pass


@dataclass(frozen=True, slots=True)
class Inquire:
    """`check`: about the submission given, or about the one on file (GL4)."""

    about: Submission | None


Order = Submit | Withdraw | Ask | Cancel | Pick | Status | Inquire


class NotUnderstood(Exception):
    """A part of a message that is no order; the argument is its text."""


# GL5: one number, a minus directly in front of it or none, and perhaps garnets behind a plus or a blank; every other
# blank is optional. The words of a part are joined by single blanks before they are matched. What could mean two things
# (`+3`, `- 12`, `1,000`) is not read.
_SUBMISSION = (
    r"(?:submit ?)?(?P<sign>-)?(?P<whole>[0-9]+)(?:\.(?P<fraction>[0-9]+))?"
    r"(?:(?: ?\+ ?| )(?P<garnets>[0-9]+) ?(?:g|garnets?))?"
)
_SUBMIT = re.compile(_SUBMISSION)
_INQUIRE = re.compile(f"check(?: ?{_SUBMISSION})?")


def read(text: str) -> list[Order]:
    """The orders of a message, one after the other. NotUnderstood if any part is none, or if there is no part."""
    orders: list[Order] = []
    for part in parts(text):
        found = _orders(part)
        if not found:
            raise NotUnderstood(text[part[0].start : part[-1].end])
        orders += found
    if not orders:
        raise NotUnderstood("")
    return orders


def _orders(part: Part) -> list[Order]:
    """The orders of one part; none where it cannot be read."""
    match [word.plain for word in part]:
        case ["status"]:
            return [Status()]
        case ["withdraw"]:
            return [Withdraw()]
        case ["cancel", ("rank" | "score") as check]:
            return [Cancel(check)]
        case [("choose" | "vote") as verb, _]:
            return [Pick(verb, seat_written(part[1]), part[1].text)]
        case words:
            return _numbers_and_checks(words)


def _numbers_and_checks(words: Sequence[str]) -> list[Order]:
    """`12 +1g rank score`, `rank`, `check 12 +1g`: a submission or a question about one, checks behind a submission."""
    end = len(words)
    while end and words[end - 1] in ("rank", "score"):
        end -= 1
    asked: list[Order] = [Ask("rank" if word == "rank" else "score") for word in words[end:]]
    front = " ".join(words[:end])
    if submitted := _SUBMIT.fullmatch(front):
        return [Submit(_submission(submitted)), *asked]
    if front:
        inquired = None if asked else _INQUIRE.fullmatch(front)
        return [Inquire(_submission(inquired) if inquired["whole"] else None)] if inquired else []
    return asked


def _submission(found: re.Match[str]) -> Submission:
    decimals = found["fraction"] or ""
    return Submission(
        whole=_digits(found["whole"]),
        sign=found["sign"] or "",
        fraction=decimals if decimals.strip("0") else "",
        garnets=_digits(found["garnets"]) if found["garnets"] else "",
    )


def _digits(written: str) -> str:
    return written.lstrip("0") or "0"


def with_seats(text: str, names: Names) -> str:
    """The message with the names behind `choose` and `vote` written as `#2`."""
    return replace_names(text, names, _places_of_names)


def _places_of_names(part: Part) -> range:
    return range(1, len(part)) if part[0].plain in ("choose", "vote") else range(0)
