"""A reminder that did not get through yet is withdrawn once it is no longer true, and so is the word that something
waits; all else that is unsaid is history, and stays."""

from __future__ import annotations

from typing import Final

from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import Match
from bot.hosting.model.records import Hosted, Origin
from bot.hosting.ports.store import Unit

CLOSE_WAITS: Final = -1_000_001
"""The number of what is said while a close has to wait; true until the clock moves."""
POSTS_WAIT: Final = -1_000_002
"""The number of what hosts are told while Discord does not take what is to be said."""


def origin(hosted: Hosted, seat: int) -> Origin:
    """How a reminder to a seat is told from what rows say: no row, and a number below 0."""
    return hosted.id, None, _ordinal(seat)


def _ordinal(seat: int) -> int:
    return -(seat + 1)


async def settle(unit: Unit, before: Match, hosted: Hosted, row: Row) -> None:
    """What a row does to the reminders that wait."""
    match = hosted.match
    if _clock(before) != _clock(match):
        await unit.withdraw_reminders(hosted.id, [CLOSE_WAITS, *(_ordinal(seat) for seat in match.seats)])
    elif match.open and row.seat is not None and _no_longer_waited_for(match, row.seat, row):
        await unit.withdraw_reminders(hosted.id, [_ordinal(row.seat)])


def _no_longer_waited_for(match: Match, seat: int, row: Row) -> bool:
    """Nobody waits for the seat now, or no more for the one who was reminded."""
    return row.kind == events.REPLACED or seat not in match.rules.waiting(match.state)


def _clock(match: Match) -> tuple[object, ...]:
    return match.status, match.turn, match.public_deadline
