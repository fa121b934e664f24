"""What is measured, in the order of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from benchmarks import (
    burst,
    closing,
    committed,
    counted,
    growth,
    idle,
    memory,
    rules,
    single,
    starting,
    telling,
)
from benchmarks.scenes import Scene
from benchmarks.stand import Subject
from benchmarks.table import Line

LINES: Final[tuple[Line, ...]] = (
    burst.RATIO,
    burst.RATIO_200,
    burst.RATIO_1000,
    burst.FIRST,
    single.ONE,
    single.MANY,
    counted.HOPS,
    counted.TRANSACTIONS,
    counted.STATEMENTS,
    committed.LINE,
    closing.LINE,
    idle.SWEEP,
    idle.HOUR,
    telling.LINE,
    starting.LINE,
    memory.LINE,
    growth.MATCHES,
    growth.JOURNAL,
    *rules.LINES,
)

SUBJECTS: Final[tuple[Subject, ...]] = (
    *rules.SUBJECTS,
    *counted.SUBJECTS,
    *starting.SUBJECTS,  # first of its scene, since it starts the scene's bot; then memory, before it grows
    *memory.SUBJECTS,
    *idle.SUBJECTS,
    *single.SUBJECTS,
    *burst.SUBJECTS,
    *committed.SUBJECTS,
    *closing.SUBJECTS,  # last of its scene: its matches go on to another round
    *telling.SUBJECTS,
    *growth.SUBJECTS,
)
"""In the order in which they are measured within a scene."""

NAMES: Final = tuple(dict.fromkeys(subject.name for subject in SUBJECTS))


def chosen(names: Sequence[str]) -> tuple[Subject, ...]:
    """The subjects of these names; all of them for none."""
    return tuple(subject for subject in SUBJECTS if not names or subject.name in names)


def by_scene(subjects: Iterable[Subject]) -> dict[Scene | None, list[Subject]]:
    """What is measured in one process, the small scenes first."""
    found: dict[Scene | None, list[Subject]] = {}
    for subject in sorted(subjects, key=lambda subject: subject.scene or Scene(0, 0)):
        found.setdefault(subject.scene, []).append(subject)
    return found
