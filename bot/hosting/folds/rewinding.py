"""The effective journal: what is left of the rows once rollbacks and rewritten messages are applied.

Rows are never changed. A rollback names the last row that still holds; a rewriting names the message that should have
read differently. State and export are folds of what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.hosting.folds.folding import advance
from bot.hosting.model import events
from bot.hosting.model.events import MessageSent, Rewritten, RolledBack, Row, to_json
from bot.hosting.model.match import Match
from bot.hosting.model.saying import PUBLIC, Say

Placed = tuple[int, Row]
"""A row and its position, from 1."""

REWINDING = frozenset({events.ROLLED_BACK, events.REWRITTEN})
STANDING = frozenset({events.RULED, events.REWRITTEN, events.REPLACED}) | events.LOOKS
"""What stands whatever is turned back: what is numbered in public, since a number is never used twice; who sits where
(ruling C7); and what somebody has seen."""


def effective(rows: Iterable[Row]) -> list[Placed]:
    """The rows that hold, each at its own position."""
    kept: list[Placed] = []
    for position, row in enumerate(rows, start=1):
        event = row.event
        if isinstance(event, RolledBack):
            kept = [placed for placed in kept if placed[0] <= event.to or placed[1].kind in STANDING]
        elif isinstance(event, Rewritten):
            kept = [_rewritten(placed, event) for placed in kept]
        kept.append((position, row))
    return kept


def _rewritten(placed: Placed, event: Rewritten) -> Placed:
    position, old = placed
    message = old.event
    if position != event.row or not isinstance(message, MessageSent):
        return placed
    # It moves what it moved, and nothing is guessed of it any more.
    return position, replace(old, body=to_json(replace(message, text=event.text, guess=None, offers=None)))


def fold(rows: Sequence[Row]) -> Match:
    """The match that a whole journal gives."""
    *_, last = story(rows)
    return replace(last.match, position=len(rows))


@dataclass(frozen=True, slots=True)
class Chapter:
    """The match after a row that holds, and what was, or would have been, said because of it."""

    position: int
    row: Row
    match: Match
    says: tuple[Say, ...]
    accepted: bool

    @property
    def public(self) -> tuple[str, ...]:
        return tuple(say.text for say in self.says if say.to == PUBLIC)

    def told(self, seat: int) -> tuple[str, ...]:
        return tuple(say.text for say in self.says if say.to == seat)


def story(rows: Iterable[Row]) -> list[Chapter]:
    """The journal, told row by row. Raises ValueError for an empty one."""
    chapters = list(tell(rows))
    if not chapters:
        raise ValueError("an empty journal")
    return chapters


def tell(rows: Iterable[Row]) -> Iterator[Chapter]:
    """The chapters one by one: for who may stop before the end, since a journal that was rewritten may go another way
    than its later rows can follow."""
    match: Match | None = None
    for position, row in effective(rows):
        outcome = advance(match, row)
        match = replace(outcome.match, position=position)
        yield Chapter(position, row, match, outcome.says, outcome.accepted)
