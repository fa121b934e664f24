"""Notices, and the words around them, that several kinds of rows share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.hosting import words
from bot.hosting.model.match import PAUSED, Hushed, Match, Outcome
from bot.hosting.model.saying import PUBLIC, Button, Say
from games.ruleset import Notice


def public(notices: Iterable[Notice]) -> list[Say]:
    return [Say(PUBLIC, n.text) for n in notices if n.audience == PUBLIC]


def private(match: Match, notices: Iterable[Notice]) -> list[Say]:
    """What single seats are told, each in one message. What only hosts may read is never pushed: it is there for a
    look or an export."""
    told: dict[int, list[str]] = {}
    for notice in notices:
        if isinstance(notice.audience, int):
            told.setdefault(notice.audience, []).append(notice.text)
    return [
        Say(seat, "\n".join([*texts, footer(match, seat)]), buttons=moves_of(match, seat))
        for seat, texts in told.items()
    ]


def to_all(match: Match, text: str) -> Say:
    """A post about the open phase: who is in is tagged, and whoever may act finds the form under it."""
    return Say(PUBLIC, text, pings=match.phase.playing, buttons=moves(match))


def moves(match: Match) -> tuple[Button, ...]:
    """The button that opens the form: the same for all; who may use it is found out when it is pressed (L1)."""
    return (Button(words.MOVE, f"form:{match.code}:{match.turn}", "primary"),) if match.open else ()


def moves_of(match: Match, seat: int) -> tuple[Button, ...]:
    """The same, under what this seat alone reads; none where it may choose nothing."""
    return moves(match) if match.open and match.rules.form(match.state, seat) is not None else ()


def footer(match: Match, seat: int, closing: bool = False) -> str:
    """Where things stand, under what this seat alone reads: who asked for more time sees it at once."""
    deadline = words.Deadline(match.deadline_for(seat), match.status == PAUSED, closing)
    return words.footer(match.code, match.phase, deadline)


def opens(match: Match, goes_on: bool = False, before: datetime | None = None, afresh: bool = False) -> Say:
    phase = match.phase
    assert match.deadline is not None
    text = (
        words.longer(phase, match.deadline, before)
        if goes_on
        else words.opens(phase, match.deadline, match.closed == 0, afresh)
    )
    return to_all(match, text)


def aloud(match: Match, due: Iterable[Hushed]) -> Outcome:
    """Extensions that players asked for, one after another in one post; `match` is without them already."""
    asked = list(due)
    if not asked:
        return Outcome(match)
    texts, now = [h.text for h in asked], match.public_deadline
    if now is None:
        return Outcome(match, (to_all(match, words.longer_in_pause(match.phase, texts)),))
    before = now - timedelta(hours=sum(h.hours for h in asked))
    return Outcome(match, (to_all(match, words.longer_on_request(match.phase, texts, now, before)),))


def unhushed(match: Match) -> tuple[Say, ...]:
    """What was not announced yet is said before anything that would make it stale."""
    return aloud(replace(match, hushed=()), match.hushed).says
