"""The table: what was measured, beside what must be reached. Pure: it measures nothing itself.

Every line has a floor, which must be held, and a goal. Where the goal is the smaller number, less is better; where it
is the larger one, more is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Verdict = Literal["goal met", "met", "short", "-"]
"""`met`: the floor is held; `goal met`: the goal is reached as well; `short`: the floor is missed, or nothing was
measured; `-`: a line that has no floor."""

_HEAD: Final = ("what", "figure", "floor", "goal", "")
_GAP: Final = "  "


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table, before it is measured."""

    key: str
    """The figure's name."""
    what: str
    form: str
    """How its numbers are written, such as `{:.0f} ms`."""
    floor: float | None = None
    goal: float | None = None

    @property
    def less_is_better(self) -> bool:
        return self.floor is None or self.goal is None or self.goal <= self.floor

    def written(self, value: float | None) -> str:
        return "-" if value is None else self.form.format(value)


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured for a line."""

    key: str
    value: float | None
    """In the line's unit; None where nothing could be measured."""
    note: str = ""
    """One clause: what it was made of, or why it was cut short."""
    cut: bool = False
    """It was stopped before its end: the true figure is worse than `value`."""


def judged(line: Line, figure: Figure) -> Verdict:
    """Whether the figure holds its line. What was cut short never does."""
    if line.floor is None:
        return "-"
    if figure.value is None or figure.cut:
        return "short"
    if not _reaches(line, figure.value, line.floor):
        return "short"
    return "goal met" if line.goal is not None and _reaches(line, figure.value, line.goal) else "met"


def _reaches(line: Line, value: float, wanted: float) -> bool:
    return value <= wanted if line.less_is_better else value >= wanted


def rendered(lines: Iterable[Line], figures: Mapping[str, Figure]) -> str:
    """The table as text, a row for each line that there is a figure of; what was noted stands under it."""
    wanted = [(line, figures[line.key]) for line in lines if line.key in figures]
    rows = [_HEAD, *(_row(line, figure) for line, figure in wanted)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    head, *body = [_padded(row, widths) for row in rows]
    notes = ["" if not figure.note else f"\n    {figure.note}" for _, figure in wanted]
    rule = "-" * max(len(row) for row in [head, *body])
    return "\n".join([head, rule, *(row + note for row, note in zip(body, notes, strict=True))])


def _row(line: Line, figure: Figure) -> tuple[str, ...]:
    value = line.written(figure.value)
    if figure.cut and figure.value is not None:
        value = f"{'over' if line.less_is_better else 'under'} {value}"
    return line.what, value, line.written(line.floor), line.written(line.goal), judged(line, figure)


def _padded(row: Sequence[str], widths: Sequence[int]) -> str:
    what, *rest = row
    columns = [what.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
    return _GAP.join(columns).rstrip()


def short(lines: Iterable[Line], figures: Mapping[str, Figure]) -> list[Line]:
    """The lines whose floor is missed."""
    return [line for line in lines if line.key in figures and judged(line, figures[line.key]) == "short"]
