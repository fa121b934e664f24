"""A host, or an absence, moves the clock."""

from __future__ import annotations

from dataclasses import replace

from bot.hosting import words
from bot.hosting.folds.saying import to_all, unhushed
from bot.hosting.journal import Row, instant
from bot.hosting.match import PAUSED, RUNNING, Match, Outcome
from bot.hosting.says import PUBLIC, Say


def extended(match: Match, row: Row) -> Outcome:
    if "left" in row.body:
        text = words.extended_in_pause(match.phase, row.body["hours"])
        return Outcome(replace(match, left=row.body["left"]), (to_all(match, text),))
    # What players asked for and nobody knows of yet stays on top of what everyone sees.
    before, deadline = match.public_deadline, instant(row.body["deadline"])
    assert before is not None
    after_it = replace(match, deadline=deadline + match.hidden)
    text = words.extended(match.phase, before, deadline)
    return Outcome(after_it, (to_all(match, text),))


def cut(match: Match, row: Row) -> Outcome:
    after_it = replace(match, deadline=instant(row.body["deadline"]), hushed=())
    return Outcome(after_it, (*unhushed(match), Say(PUBLIC, words.cut(match.phase))))


def away(match: Match, row: Row) -> Outcome:
    deadline = instant(row.body["deadline"])
    assert match.deadline is not None
    text = words.away(match.phase, match.deadline, deadline)
    after_it = replace(match, deadline=deadline, hushed=(), ticking=row.at)
    return Outcome(after_it, (*unhushed(match), to_all(after_it, text)))


def paused(match: Match, row: Row) -> Outcome:
    assert match.deadline is not None
    left = max(0.0, (match.deadline - row.at).total_seconds())
    resumes = instant(row.body["resumes"]) if "resumes" in row.body else None
    after_it = replace(match, status=PAUSED, deadline=None, left=left, hushed=(), resumes=resumes, proposal=None)
    return Outcome(after_it, (*unhushed(match), to_all(after_it, words.paused(match.phase, resumes))))


def resumed(match: Match, row: Row) -> Outcome:
    deadline = instant(row.body["deadline"])
    running = replace(match, status=RUNNING, deadline=deadline, left=None, hushed=(), ticking=row.at)
    after_it = replace(running, resumes=None, proposal=None)
    return Outcome(after_it, (*unhushed(match), to_all(after_it, words.resumed(match.phase, deadline))))
