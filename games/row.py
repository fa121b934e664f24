"""A fixed-length sequence, immutable, of which one item can be changed without copying the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")
_CHUNK = 100


class Row(Sequence[T]):
    """One item a seat. Changing one of 10,000 copies some 200 references, so a message costs much the same in a small
    match and in a large one.

    >>> Row("abc").put(1, "x") == Row("axc")
    True
    """

    __slots__ = ("_chunks", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        flat = tuple(items)
        self._length = len(flat)
        self._chunks = tuple(flat[i : i + _CHUNK] for i in range(0, len(flat), _CHUNK))

    def put(self, index: int, item: T) -> Row[T]:
        """A row that differs at `index` only."""
        if not 0 <= index < self._length:
            raise IndexError(index)
        outer, inner = divmod(index, _CHUNK)
        chunk = self._chunks[outer]
        new: Row[T] = Row.__new__(Row)
        new._length = self._length
        changed = (*chunk[:inner], item, *chunk[inner + 1 :])
        new._chunks = (*self._chunks[:outer], changed, *self._chunks[outer + 1 :])
        return new

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if not 0 <= index < self._length:
            raise IndexError(index)
        return self._chunks[index // _CHUNK][index % _CHUNK]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        for chunk in self._chunks:
            yield from chunk

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self._chunks == other._chunks

    def __hash__(self) -> int:
        return hash(self._chunks)

    def __repr__(self) -> str:
        return f"Row({list(self)!r})"
