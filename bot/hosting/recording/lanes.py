"""Who is next: what waits stands in lanes, one for each person, and each lane moves a little at a time.

So nobody is kept waiting by somebody who does a great deal, or by the reading of a long history; and within a lane
nothing ever overtakes.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

T = TypeVar("T")

AT_ONCE: Final = 64
"""So many at the most are next together: the first of a crowd shall not wait for the last."""
_OF_A_PERSON: Final = 10
_OF_A_HISTORY: Final = 32
"""Of what has to be done in one order, whosever it is."""

_HOUSE: Final = "house"
"""The lane of what is nobody's."""


class Lanes(Generic[T]):
    def __init__(self) -> None:
        self._lanes: dict[Hashable, deque[tuple[int, int | None, T]]] = {}
        self._number = count()
        self._joined: dict[int, Hashable] = {}
        """People of whom something stands in a lane for several: what comes from them stands behind it."""
        self._open: Hashable = None
        """The lane for several in which all that comes now stands."""

    def __bool__(self) -> bool:
        return bool(self._lanes)

    def __iter__(self) -> Iterator[T]:
        return (thing for lane in self._lanes.values() for _, _, thing in lane)

    def put(self, thing: T, whose: int | None = None) -> None:
        """`whose`: the user whose lane it is; None for what is nobody's, which is never put off."""
        self._stand(next(self._number), whose, thing)

    @contextmanager
    def in_order(self) -> Iterator[None]:
        """What is put meanwhile keeps its order, whosever it is, behind all that waits already; and what the same
        people do later waits behind it."""
        waiting = sorted((one for lane in self._lanes.values() for one in lane), key=lambda one: one[0])
        self._lanes, self._joined, self._open = {}, {}, object()
        for number, whose, thing in waiting:
            self._stand(number, whose, thing)
        try:
            yield
        finally:
            self._open = None

    def _stand(self, number: int, whose: int | None, thing: T) -> None:
        if self._open is not None and whose is not None:
            self._joined[whose] = self._open
        lane = self._open
        if lane is None:
            lane = _HOUSE if whose is None else self._joined.get(whose, whose)
        self._lanes.setdefault(lane, deque()).append((number, whose, thing))

    def next(self) -> list[T]:
        """Those that have waited longest, a few of each lane, in the order in which they came."""
        heads = [(lane[0][0], key) for key, lane in self._lanes.items()]
        heapify(heads)
        taken: list[T] = []
        counts: Counter[Hashable] = Counter()
        while heads and len(taken) < AT_ONCE:
            _, key = heappop(heads)
            lane = self._lanes[key]
            taken.append(lane.popleft()[2])
            counts[key] += 1
            if not lane:
                self._leave(key)
            elif counts[key] < _most(key):
                heappush(heads, (lane[0][0], key))
        return taken

    def _leave(self, key: Hashable) -> None:
        """The lane is empty, and who had to stand in it has the own one again."""
        del self._lanes[key]
        if key in self._joined.values():
            self._joined = {user: lane for user, lane in self._joined.items() if lane is not key}


def _most(key: Hashable) -> int:
    if key == _HOUSE:
        return AT_ONCE
    return _OF_A_PERSON if isinstance(key, int) else _OF_A_HISTORY
