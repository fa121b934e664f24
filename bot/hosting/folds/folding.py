"""`advance` moves a match by one row, and says what is to be said.

Folding old rows (rewinding) uses the first half of the result only: a notice is said because its row was appended,
never because it was folded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from bot.hosting.folds import agreement, clock, interventions, play, sign_up
from bot.hosting.model.events import (
    Agreed,
    Announced,
    Answered,
    Asked,
    Away,
    Cancelled,
    Closed,
    Corrected,
    CouldLook,
    Created,
    Cut,
    Exported,
    Extended,
    Joined,
    Left,
    Looked,
    MessageSent,
    Paused,
    Proposed,
    Removed,
    Replaced,
    Resumed,
    Rewritten,
    RolledBack,
    Row,
    Ruled,
    SetBack,
    Spoken,
    Started,
    Unstarted,
)
from bot.hosting.model.match import Match, Outcome


def advance(match: Match | None, row: Row) -> Outcome:
    """The match after the row, and what is said because of it. Pure."""
    if match is None:
        event = row.event
        if not isinstance(event, Created):
            raise ValueError("a journal begins with its creation")
        return Outcome(sign_up.created(event))
    outcome = _after(match, row)
    return replace(outcome, match=replace(outcome.match, position=match.position + 1))


def _after(match: Match, row: Row) -> Outcome:
    """A case for every kind of event: the type checker proves that none is missing."""
    event = row.event
    match event:
        case Joined():
            return sign_up.joined(match, event)
        case Left():
            return sign_up.left(match, event)
        case Cancelled():
            return sign_up.cancelled(match, event)
        case Unstarted():
            return sign_up.unstarted(match, event)
        case Started():
            return sign_up.started(match, row, event)
        case MessageSent():
            return play.message(match, row, event)
        case Announced():
            return play.announced(match, row, event)
        case Closed():
            return play.closed(match, row, event)
        case Extended():
            return clock.extended(match, event)
        case Cut():
            return clock.cut(match, event)
        case Away():
            return clock.away(match, row, event)
        case Paused():
            return clock.paused(match, row, event)
        case Resumed():
            return clock.resumed(match, row, event)
        case SetBack():
            return clock.set_back(match, row, event)
        case Corrected():
            return interventions.corrected(match, row, event)
        case Removed():
            return interventions.removed(match, row, event)
        case RolledBack():
            return interventions.rolled_back(match, row, event)
        case Rewritten():
            return interventions.rewritten(match, row, event)
        case Replaced():
            return interventions.replaced(match, row, event)
        case CouldLook():
            return interventions.could_look(match, event)
        case Proposed():
            return agreement.proposed(match, row, event)
        case Agreed():
            return agreement.agreed(match, row, event)
        case Spoken():
            return interventions.spoken(match, event)
        case Ruled():
            return interventions.ruled(match, event)
        case Asked():
            return interventions.asked(match, row, event)
        case Answered():
            return interventions.answered(match, row, event)
        case Looked() | Exported():
            return interventions.nothing(match)
        case Created():
            raise ValueError("a journal has one creation")
        case _:
            assert_never(event)
