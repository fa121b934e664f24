"""What the operator's log tells of a match: its code, its phase, how late a close came. Nothing else, and nobody."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial

from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import OVER, Match
from bot.hosting.ports.store import Unit

log = logging.getLogger(__name__)


def note(unit: Unit, before: Match | None, after: Match, row: Row) -> None:
    """Log what the row did to the match, a line each, once it is committed."""
    for told in _told(before, after, row):
        unit.when_committed(partial(log.info, "match %s %s", after.code, told))


def _told(before: Match | None, after: Match, row: Row) -> Iterator[str]:
    if row.kind == events.CREATED:
        yield "opened"
    elif row.kind == events.STARTED:
        yield f"started with {after.phase.name}"
    elif row.kind == events.CANCELLED:
        yield "cancelled"
    elif row.kind == events.CLOSED and before is not None:
        yield _closed(before, after, row)
        if after.status == OVER:
            yield "over"


def _closed(before: Match, after: Match, row: Row) -> str:
    """A turn may end without its phase: then the phase was extended."""
    assert before.deadline is not None
    ended = after.status == OVER or after.phase.name != before.phase.name
    late = (row.at - before.deadline).total_seconds()
    return f"{'closed' if ended else 'extended'} {before.phase.name}, {late:.0f} s after its deadline"
