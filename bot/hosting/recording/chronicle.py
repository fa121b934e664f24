"""What the operator's log tells of a match: its code, its phase, how late a close came. Nothing else, and nobody."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial

from bot.hosting.model.events import Cancelled, Closed, Created, Row, Started
from bot.hosting.model.match import OVER, Match
from bot.hosting.ports.store import Unit

log = logging.getLogger(__name__)


def note(unit: Unit, before: Match | None, after: Match, row: Row) -> None:
    """Log what the row did to the match, a line each, once it is committed."""
    for told in _told(before, after, row):
        unit.when_committed(partial(log.info, "match %s %s", after.code, told))


def _told(before: Match | None, after: Match, row: Row) -> Iterator[str]:
    if isinstance(row.event, Created):
        yield "opened"
    elif isinstance(row.event, Started):
        yield f"started with {after.phase.name}"
    elif isinstance(row.event, Cancelled):
        yield "cancelled"
    elif isinstance(row.event, Closed) and before is not None:
        yield _closed(before, after, row)
        if after.status == OVER:
            yield "over"


def _closed(before: Match, after: Match, row: Row) -> str:
    """A turn may end without its phase: then the phase was extended."""
    assert before.deadline is not None
    ended = after.status == OVER or after.phase.name != before.phase.name
    late = (row.at - before.deadline).total_seconds()
    return f"{'closed' if ended else 'extended'} {before.phase.name}, {late:.0f} s after its deadline"
