"""`advance` moves a match by one row, and says what is to be said.

Folding old rows (rewinding) uses the first half of the result only: a notice is said because its row was appended,
never because it was folded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.hosting import journal
from bot.hosting.folds import agreement, clock, hand, play, sign_up
from bot.hosting.journal import Row
from bot.hosting.match import Match, Outcome


def advance(match: Match | None, row: Row) -> Outcome:
    """The match after the row, and what is said because of it. Pure."""
    if match is None:
        if row.kind != journal.CREATED:
            raise ValueError("a journal begins with its creation")
        return Outcome(sign_up.created(row))
    outcome = _FOLDS[row.kind](match, row)
    return replace(outcome, match=replace(outcome.match, position=match.position + 1))


_FOLDS: dict[str, Callable[[Match, Row], Outcome]] = {
    journal.JOINED: sign_up.joined,
    journal.LEFT: sign_up.left,
    journal.CANCELLED: sign_up.cancelled,
    journal.UNSTARTED: sign_up.unstarted,
    journal.STARTED: sign_up.started,
    journal.MESSAGE: play.message,
    journal.ANNOUNCED: play.announced,
    journal.CLOSED: play.closed,
    journal.EXTENDED: clock.extended,
    journal.CUT: clock.cut,
    journal.AWAY: clock.away,
    journal.PAUSED: clock.paused,
    journal.RESUMED: clock.resumed,
    journal.SET_BACK: clock.set_back,
    journal.CORRECTED: hand.corrected,
    journal.REMOVED: hand.removed,
    journal.ROLLED_BACK: hand.rolled_back,
    journal.REWRITTEN: hand.rewritten,
    journal.REPLACED: hand.replaced,
    journal.COULD_LOOK: hand.could_look,
    journal.PROPOSED: agreement.proposed,
    journal.AGREED: agreement.agreed,
    journal.SPOKEN: hand.spoken,
    journal.RULED: hand.ruled,
    journal.ASKED: hand.asked,
    journal.ANSWERED: hand.answered,
    journal.LOOKED: hand.nothing,
    journal.EXPORTED: hand.nothing,
}
