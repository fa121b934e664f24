"""The arithmetic of the ladder and of the scoreboard, on plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def midpoint(this: int, before: int) -> int:
    """A ghost's Height: halfway between two submissions, a half rounded toward the one before (GL6).

    >>> midpoint(6, 3), midpoint(3, 6)
    (4, 5)
    """
    middle, half = divmod(this + before, 2)
    return middle + 1 if half and before > this else middle


def chains(heights: Iterable[int]) -> dict[int, int]:
    """For each positive Height on the ladder, how many consecutive rungs lead down from it, itself included (GL7).

    >>> chains([0, 9, 4, 3, 3])
    {3: 1, 4: 2, 9: 1}
    """
    lengths: dict[int, int] = {}
    for height in sorted(heights):
        if height > 0:
            lengths[height] = lengths.get(height - 1, 0) + 1
    return lengths


def ranks(points: Iterable[int]) -> dict[int, int]:
    """For each number of points, 1 + how many have more (GL9).

    >>> ranks([3, 7, 3, 1])
    {7: 1, 3: 2, 1: 4}
    """
    found: dict[int, int] = {}
    for place, value in enumerate(sorted(points, reverse=True), 1):
        found.setdefault(value, place)
    return found


def holders(points: Sequence[int], value: int) -> tuple[int, ...]:
    """The seats with exactly so many points."""
    return tuple(seat for seat, held in enumerate(points) if held == value)


def scoreboard(points: Sequence[int]) -> list[tuple[int, int]]:
    """(seat, points), highest first, equal points in seat order (GL14)."""
    return sorted(enumerate(points), key=lambda entry: -entry[1])
