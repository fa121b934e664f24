"""Sign-up, start and cancellation."""

from __future__ import annotations

from dataclasses import replace

from bot.hosting import words
from bot.hosting.folds.saying import moves_of, opens, private, public
from bot.hosting.model.events import Cancelled, Created, Joined, Left, Row, Started, Unstarted
from bot.hosting.model.match import CANCELLED, RUNNING, Match, Outcome
from bot.hosting.model.saying import HOSTS, KEEPERS, PUBLIC, Say
from games.catalogue import RULESETS
from games.draw import chance
from games.options import completed


def created(event: Created) -> Match:
    return Match(
        event.code,
        event.ruleset,
        event.version,
        event.seed,
        completed(RULESETS[event.ruleset].options, event.options),  # some may be newer than the match
        event.least,
        event.most,
        event.open_to,
        event.role,
        hostless=event.hostless,
        private=event.private,
        player_role=event.player_role,
        starts=event.starts,
        reminders=event.reminders,
        position=1,
    )


def unstarted(match: Match, event: Unstarted) -> Outcome:
    text = words.not_started(match.code, len(match.entries), match.least)
    return Outcome(replace(match, starts=None), (Say(PUBLIC, text), Say(KEEPERS, text)))


def joined(match: Match, event: Joined) -> Outcome:
    entry = event.entry
    managing = (*match.managing, entry) if event.manages else match.managing
    return Outcome(replace(match, entries=(*match.entries, entry), next_entry=entry + 1, managing=managing))


def left(match: Match, event: Left) -> Outcome:
    return Outcome(replace(match, entries=tuple(e for e in match.entries if e != event.entry)))


def _who_could_look(match: Match) -> list[Say]:
    """Players who host the server are named at the start, unless nobody can look in this match."""
    seats = [seat for seat, entry in enumerate(match.entries) if entry in match.managing]
    if match.hostless:
        return [Say(PUBLIC, words.HOSTLESS_MATCH)]
    return [Say(to, words.could_look(seats)) for to in (PUBLIC, HOSTS)] if seats else []


def cancelled(match: Match, event: Cancelled) -> Outcome:
    after_it = replace(match, status=CANCELLED, deadline=None, left=None, hushed=(), resumes=None, proposal=None)
    started = match.state is not None
    # Seats, or entries where there are none yet: either is the order of who is at the table.
    text = words.cancelled(match.code, started, event.agreed)
    says = [Say(PUBLIC, text, pings=tuple(range(len(match.entries))))]
    return Outcome(after_it, tuple(says))


def started(match: Match, row: Row, event: Started) -> Outcome:
    step = match.rules.open(event.holdings, match.options, chance(match.seed, 0))
    opened = replace(
        match,
        status=RUNNING,
        entries=event.entries,
        state=step.state,
        turn=1,
        opened=row.at,
        ticking=row.at,
        deadline=event.deadline,
    )
    briefing = [Say(PUBLIC, page) for page in words.opening(match.rules, match.options, match.code)]
    opening = [
        *briefing,
        *_who_could_look(opened),
        *public(step.notices),
        opens(opened),
        *(
            Say(seat, words.welcome(match.rules, opened.phase, match.code, held), buttons=moves_of(opened, seat))
            for seat, held in enumerate(event.holdings)
        ),
        *private(opened, step.notices),
    ]
    return Outcome(opened, tuple(opening))
