"""Slips of the finger."""

from __future__ import annotations

from typing import Final

_SHORT: Final = 3


def near(written: str, meant: str) -> bool:
    """Whether one slip lies between two words: a letter too many, one missing, a wrong one, or two exchanged.

    >>> near("witdraw", "withdraw"), near("scroe", "score"), near("gld", "gold"), near("cold", "pink")
    (True, True, True, False)
    """
    if written == meant or abs(len(written) - len(meant)) > 1:
        return False
    same = next((i for i, (a, b) in enumerate(zip(written, meant, strict=False)) if a != b), None)
    if same is None:
        return True
    a, b = written[same:], meant[same:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def slipped(written: str, meant: str) -> bool:
    """Whether a word was mistyped. A short one is one slip away from many: only doubled and exchanged letters count.

    >>> slipped("gld", "gold"), slipped("redd", "red"), slipped("rde", "red"), slipped("bed", "red")
    (True, True, True, False)
    """
    if len(meant) > _SHORT:
        return near(written, meant)
    return len(written) >= len(meant) and set(written) == set(meant) and near(written, meant)
