"""A host, or an absence, moves the clock."""

from __future__ import annotations

from dataclasses import replace

from bot.hosting import words
from bot.hosting.folds.saying import unhushed
from bot.hosting.journal import Row, instant
from bot.hosting.match import PAUSED, RUNNING, Match, Outcome
from bot.hosting.says import PUBLIC, Say


def extended(match: Match, row: Row) -> Outcome:
    if "left" in row.body:
        text = words.extended_in_pause(match.phase, row.body["hours"])
        return Outcome(replace(match, left=row.body["left"]), (Say(PUBLIC, text, pings=match.phase.playing),))
    # What players asked for and nobody knows of yet stays on top of what everyone sees.
    before, deadline = match.public_deadline, instant(row.body["deadline"])
    assert before is not None
    after_it = replace(match, deadline=deadline + match.hidden)
    text = words.extended(match.phase, before, deadline)
    return Outcome(after_it, (Say(PUBLIC, text, pings=match.phase.playing),))


def cut(match: Match, row: Row) -> Outcome:
    after_it = replace(match, deadline=instant(row.body["deadline"]), hushed=())
    return Outcome(after_it, (*unhushed(match), Say(PUBLIC, words.cut(match.phase))))


def away(match: Match, row: Row) -> Outcome:
    deadline = instant(row.body["deadline"])
    before = match.public_deadline
    assert before is not None
    text = words.away(match.phase, before, deadline)
    after_it = replace(match, deadline=deadline + match.hidden, ticking=row.at)
    return Outcome(after_it, (Say(PUBLIC, text, pings=match.phase.playing),))


def paused(match: Match, row: Row) -> Outcome:
    assert match.deadline is not None
    left = max(0.0, (match.deadline - row.at).total_seconds())
    after_it = replace(match, status=PAUSED, deadline=None, left=left, hushed=())
    said = Say(PUBLIC, words.paused(match.phase), pings=match.phase.playing)
    return Outcome(after_it, (*unhushed(match), said))


def resumed(match: Match, row: Row) -> Outcome:
    deadline = instant(row.body["deadline"])
    after_it = replace(match, status=RUNNING, deadline=deadline, left=None, ticking=row.at)
    return Outcome(after_it, (Say(PUBLIC, words.resumed(match.phase, deadline), pings=match.phase.playing),))
