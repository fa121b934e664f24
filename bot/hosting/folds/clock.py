"""A host, or an absence, moves the clock."""

from __future__ import annotations

from dataclasses import replace

from bot.hosting import words
from bot.hosting.folds.saying import to_all, unhushed
from bot.hosting.model.events import Away, Cut, Extended, Paused, Resumed, Row, SetBack
from bot.hosting.model.match import PAUSED, RUNNING, SIGNING_UP, Match, Outcome
from bot.hosting.model.saying import KEEPERS, PUBLIC, Say


def extended(match: Match, event: Extended) -> Outcome:
    if event.left is not None and event.hours is not None:
        text = words.extended_in_pause(match.phase, event.hours)
        return Outcome(replace(match, left=event.left), (to_all(match, text),))
    # What players asked for and nobody knows of yet stays on top of what everyone sees.
    before, deadline = match.public_deadline, event.deadline
    assert before is not None
    assert deadline is not None
    after_it = replace(match, deadline=deadline + match.hidden)
    text = words.extended(match.phase, before, deadline)
    return Outcome(after_it, (to_all(match, text),))


def cut(match: Match, event: Cut) -> Outcome:
    after_it = replace(match, deadline=event.deadline, hushed=())
    return Outcome(after_it, (*unhushed(match), Say(PUBLIC, words.cut(match.phase))))


def away(match: Match, row: Row, event: Away) -> Outcome:
    deadline = event.deadline
    assert match.deadline is not None
    text = words.away(match.phase, match.deadline, deadline)
    after_it = replace(match, deadline=deadline, hushed=(), ticking=row.at)
    return Outcome(after_it, (*unhushed(match), to_all(after_it, text)))


def paused(match: Match, row: Row, event: Paused) -> Outcome:
    assert match.deadline is not None
    left = max(0.0, (match.deadline - row.at).total_seconds())
    resumes = event.resumes
    after_it = replace(match, status=PAUSED, deadline=None, left=left, hushed=(), resumes=resumes, proposal=None)
    return Outcome(after_it, (*unhushed(match), to_all(after_it, words.paused(match.phase, resumes))))


def resumed(match: Match, row: Row, event: Resumed) -> Outcome:
    deadline = event.deadline
    running = replace(match, status=RUNNING, deadline=deadline, left=None, hushed=(), ticking=row.at)
    after_it = replace(running, resumes=None, proposal=None)
    return Outcome(after_it, (*unhushed(match), to_all(after_it, words.resumed(match.phase, deadline))))


def set_back(match: Match, row: Row, event: SetBack) -> Outcome:
    """The match stands as a copy knows it: what was sent meanwhile for something later does not count for this."""
    known = event.known
    if match.status == SIGNING_UP:
        says = (
            Say(PUBLIC, words.sign_up_set_back(known)),
            Say(KEEPERS, words.sign_up_set_back_for_host(match.code, known)),
        )
        return Outcome(replace(match, starts=None), says)
    since = event.since
    undone = match.undone if since is None else (*match.undone, (since, row.at))
    after_it = replace(_stopped(match, event), turn=event.turn, hushed=(), ticking=row.at, undone=undone)
    text = words.set_back(match.phase, known, event.first, after_it.deadline)
    links = [link for link in (event.first, event.last) if link is not None]
    left = None if after_it.left is None else after_it.left / 3600
    told = words.set_back_for_host(match.code, match.phase, known, event.posts, links, left)
    return Outcome(after_it, (to_all(after_it, text), Say(KEEPERS, told)))


def _stopped(match: Match, event: SetBack) -> Match:
    """Paused, or running to another deadline; one that was paused stays so."""
    if event.left is not None:
        return replace(match, status=PAUSED, deadline=None, left=event.left)
    return replace(match, deadline=event.deadline) if event.deadline is not None else match
