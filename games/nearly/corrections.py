"""Corrections within a message: `twelve. no wait 14`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.nearly.lexicon import Item
from games.nearly.sentences import STOP
from games.nearly.vocabulary import SILENT

_CUES: Final = ("actually", "change", "retract")
"""What follows replaces what was said before."""
_FIRM: Final = ("change", "retract")
"""Behind one of these something must come: else what was said is taken back."""
_SILENT: Final = (*SILENT, "own", "yes")


class Unsure(Exception):
    """Every word is known, but what is meant is not plain."""

    def __init__(self, *ways: str, why: str = "") -> None:
        super().__init__(*ways, why)
        self.ways = ways
        """Messages that could be meant, names as seats."""
        self.why = why
        """What is missing, as a sentence; empty where it can be read in more than one way."""


@dataclass(frozen=True, slots=True)
class Segment:
    """What stands between two corrections."""

    items: tuple[Item, ...]
    """What is said, without silent words; `to` and `final` are left in."""
    cue: str = ""
    """What made it a correction of what was said before; empty where nothing did."""

    @property
    def amends(self) -> bool:
        """Whether it corrects what is on file, where it comes first."""
        return self.cue in _CUES


def stands_alone(items: Sequence[Item], meaning: str, around: Sequence[str]) -> bool:
    """Whether a word is a message by itself, but for some around it and corrections in front: `no wait, keep it`."""
    meanings = [item.meaning for item in items]
    if meaning not in meanings:
        return False
    first = meanings.index(meaning)
    return all(other in (meaning, *around) or (other in _CUES and i < first) for i, other in enumerate(meanings))


def segments(items: Sequence[Item]) -> list[Segment]:
    """What a message says, in its parts. Raises Unsure where the last thing said is that it is not so.

    A `final` behind a pause begins a new segment, too. `14 instead` corrects what was said before it as `instead 14`
    does.
    """
    found = list(_cut(items))
    if len(found) > 1 and not found[-1].items and found[-1].cue in _FIRM:
        raise Unsure
    if len(found) == 2 and not found[-1].items and found[-1].cue:
        return [replace(found[0], cue=found[0].cue or found[-1].cue)]
    return [segment for segment in found if segment.items]


def _cut(items: Sequence[Item]) -> Iterator[Segment]:
    kept: list[Item] = []
    cue, opening = "", True
    for item in items:
        starts = item.meaning in _CUES or (item.meaning == "final" and opening)
        if starts and kept:
            yield Segment(tuple(kept), cue)
            kept, cue = [], ""
        if starts:
            cue = cue if cue in _FIRM else item.meaning
        elif item is not STOP and item.meaning not in _SILENT:
            kept.append(item)
        opening = item is STOP or bool(item.pause) or (opening and (starts or item.meaning in _SILENT))
    yield Segment(tuple(kept), cue)
