"""Handles: what buttons and suggestions are known by, where a number would tell how much has happened (ruling L1).

A handle is a keyed hash of what it stands for, and is found again by making it again: nothing is stored, and it
outlives a restart. It tells its reader nothing, and without the match's secret seed nobody can make one.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from hashlib import pbkdf2_hmac
from typing import Final

LENGTH: Final = 16
"""Characters of a handle: letters, digits, `-` and `_`."""
_BYTES: Final = LENGTH * 3 // 4
_ROUNDS: Final = 2_048
"""Draws come from the seed, too: what is shown must not be a quick way of trying seeds until one fits."""


class Purpose(StrEnum):
    """What is named. The same number has another handle for each purpose."""

    POINT = "point"
    """A position to which a match can be turned back."""
    MESSAGE = "message"
    """The position of a player's message."""
    QUESTION = "question"
    """The position of a question to the hosts."""
    PAGE = "page"
    """A page of the log."""
    LETTER = "letter"
    """A direct message that waits for the pick of a match, by Discord's id."""


def handle(seed: int, purpose: Purpose, number: int) -> str:
    """What `number` is called in a match with this secret seed."""
    digest = hmac.digest(_key(seed), f"{purpose}\n{number}".encode(), "sha256")
    return urlsafe_b64encode(digest[:_BYTES]).decode()


def find(seed: int, purpose: Purpose, wanted: str, among: Iterable[int]) -> int | None:
    """The number that is called so; None where none of these is."""
    return next((number for number in among if handle(seed, purpose, number) == wanted), None)


def is_one(text: str) -> bool:
    """Whether it is shaped like a handle: what an earlier build put in its place is not."""
    return len(text) == LENGTH


@lru_cache(maxsize=1_024)
def _key(seed: int) -> bytes:
    return pbkdf2_hmac("sha256", str(seed).encode(), b"dealer handle", _ROUNDS)
