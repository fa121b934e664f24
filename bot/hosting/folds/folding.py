"""`advance` moves a match by one row, and says what is to be said.

Folding old rows (rewinding) uses the first half of the result only: a notice is said because its row was appended,
never because it was folded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.hosting.folds import agreement, clock, interventions, play, sign_up
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import Match, Outcome


def advance(match: Match | None, row: Row) -> Outcome:
    """The match after the row, and what is said because of it. Pure."""
    if match is None:
        if row.kind != events.CREATED:
            raise ValueError("a journal begins with its creation")
        return Outcome(sign_up.created(row))
    outcome = _FOLDS[row.kind](match, row)
    return replace(outcome, match=replace(outcome.match, position=match.position + 1))


_FOLDS: dict[str, Callable[[Match, Row], Outcome]] = {
    events.JOINED: sign_up.joined,
    events.LEFT: sign_up.left,
    events.CANCELLED: sign_up.cancelled,
    events.UNSTARTED: sign_up.unstarted,
    events.STARTED: sign_up.started,
    events.MESSAGE: play.message,
    events.ANNOUNCED: play.announced,
    events.CLOSED: play.closed,
    events.EXTENDED: clock.extended,
    events.CUT: clock.cut,
    events.AWAY: clock.away,
    events.PAUSED: clock.paused,
    events.RESUMED: clock.resumed,
    events.SET_BACK: clock.set_back,
    events.CORRECTED: interventions.corrected,
    events.REMOVED: interventions.removed,
    events.ROLLED_BACK: interventions.rolled_back,
    events.REWRITTEN: interventions.rewritten,
    events.REPLACED: interventions.replaced,
    events.COULD_LOOK: interventions.could_look,
    events.PROPOSED: agreement.proposed,
    events.AGREED: agreement.agreed,
    events.SPOKEN: interventions.spoken,
    events.RULED: interventions.ruled,
    events.ASKED: interventions.asked,
    events.ANSWERED: interventions.answered,
    events.LOOKED: interventions.nothing,
    events.EXPORTED: interventions.nothing,
}
