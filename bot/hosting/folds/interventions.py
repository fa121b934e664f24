"""A host's hand in the game. Publicly it is said that the host intervened, never what is secret."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.hosting import words
from bot.hosting.folds.saying import moves_of, private, public, to_all
from bot.hosting.model.events import (
    Answered,
    Asked,
    Corrected,
    CouldLook,
    Removed,
    Replaced,
    Rewritten,
    RolledBack,
    Row,
    Ruled,
    Spoken,
)
from bot.hosting.model.handles import Purpose, handle
from bot.hosting.model.match import OVER, RUNNING, Match, Outcome, Span
from bot.hosting.model.saying import HOSTS, OFFICE, PUBLIC, Button, Say
from games.ruleset import Step


def corrected(match: Match, row: Row, event: Corrected) -> Outcome:
    """A holding (ruling C4)."""
    assert row.seat is not None
    step = match.rules.correct(match.state, row.seat, event.deltas)
    return _by_host(match, step, words.INTERVENED)


def removed(match: Match, row: Row, event: Removed) -> Outcome:
    """A player (ruling C6). Named only once the ruleset says that the seat no longer plays."""
    assert row.seat is not None
    step = match.rules.remove(match.state, row.seat)
    seen = row.seat not in match.rules.phase(step.state).playing
    outcome = _by_host(match, step, words.removed(row.seat) if seen else words.INTERVENED)
    if not outcome.accepted:
        return outcome
    return replace(outcome, says=(*outcome.says, Say(row.seat, words.you_are_removed(match.code))))


def _by_host(match: Match, step: Step[Any], text: str) -> Outcome:
    if step.reply is not None and not step.reply.accepted:
        return Outcome(match, accepted=False)
    after_it = replace(match, state=step.state)
    return Outcome(after_it, (Say(PUBLIC, text), *public(step.notices), *private(after_it, step.notices)))


def rolled_back(match: Match, row: Row, event: RolledBack) -> Outcome:
    """`match` is as it stood at the row that is rolled back to; the clock runs anew, and turns are numbered on."""
    deadline = event.deadline
    after_it = replace(
        match,
        status=RUNNING,
        turn=event.turn,
        deadline=deadline,
        left=None,
        hushed=(),
        resumes=None,
        ticking=row.at,
        undone=undone(match, row, event),
    )
    standing = (event.seats, event.rulings)
    said = to_all(after_it, words.rolled_back(match.phase, deadline, event.from_post, *standing))
    text = words.you_are_rolled_back(match.code, match.phase, deadline)
    return Outcome(after_it, (said, *(Say(seat, text, buttons=moves_of(after_it, seat)) for seat in match.seats)))


def undone(match: Match, row: Row, event: RolledBack) -> tuple[Span, ...]:
    """What is not on file, read or not: all that was sent since the point that the match was turned back to."""
    return (*match.undone, (event.since, row.at)) if event.since is not None else match.undone


def rewritten(match: Match, row: Row, event: Rewritten) -> Outcome:
    """The effective journal holds the message as it should have read; here only the count goes on.

    What changed because of it was found when the row was written, and stands in it (desk.correct)."""
    assert row.seat is not None
    number = match.corrections + 1
    says = [Say(PUBLIC, words.correction(number, event.posts))]
    says += [Say(int(seat), words.corrected_for_you(text, match.code)) for seat, text in event.told]
    text = match.rules.repeated(event.text, len(match.seats))
    says.append(Say(row.seat, words.your_message_corrected(text, event.reason, match.code)))
    return Outcome(replace(match, corrections=number), tuple(says))


def replaced(match: Match, row: Row, event: Replaced) -> Outcome:
    """A substitute: the journal knows seats, and this one stays what it was."""
    assert row.seat is not None
    says = [Say(PUBLIC, words.replaced(row.seat, match.code), pings=(row.seat,))]
    entry, hosts = match.entries[row.seat], event.manages
    named = (*(e for e in match.managing if e != entry), *([entry] if hosts else []))
    if hosts and not match.hostless:
        says += [Say(to, words.could_look([row.seat])) for to in (PUBLIC, HOSTS)]
    if match.status != OVER:
        acts = row.seat in match.phase.acting
        says.append(Say(row.seat, words.you_replace(match.rules, match.phase, match.code, acts)))
        says.append(Say(row.seat, match.rules.status(match.state, row.seat), buttons=moves_of(match, row.seat)))
    return Outcome(replace(match, managing=named), tuple(says))


def could_look(match: Match, event: CouldLook) -> Outcome:
    """Players who host the server by now are named, once."""
    seats = event.seats
    named = (*match.managing, *(match.entries[seat] for seat in seats))
    return Outcome(replace(match, managing=named), tuple(Say(to, words.could_look(seats)) for to in (PUBLIC, HOSTS)))


def spoken(match: Match, event: Spoken) -> Outcome:
    return Outcome(match, (Say(PUBLIC, words.from_host(event.text)),))


def ruled(match: Match, event: Ruled) -> Outcome:
    rulings = (*match.rulings, event.text)
    return Outcome(replace(match, rulings=rulings), (Say(PUBLIC, words.ruling(len(rulings), event.text)),))


def asked(match: Match, row: Row, event: Asked) -> Outcome:
    """A question to the hosts, who get a button to answer it. The asker is told where it is written down."""
    named = handle(match.seed, Purpose.QUESTION, match.position + 1)
    seat, text = at_the_table(match, row, event), event.text
    button = Button(words.answer_whom(seat), f"reply:{match.code}:{named}", "primary")
    to = OFFICE if event.openly else HOSTS
    waits = None if seat is not None or row.actor is None else words.question_of(match.code, row.actor, text)
    asks = waits or words.question(match.code, seat, text)
    return Outcome(match, (Say(to, asks, buttons=(button,)),))


def answered(match: Match, row: Row, event: Answered) -> Outcome:
    """Who has no seat, and no entry, is answered where it is written down."""
    seat = at_the_table(match, row, event)
    if seat is None:
        return Outcome(match)
    return Outcome(match, (Say(seat, words.host_answers(match.code, event.asked, event.text)),))


def at_the_table(match: Match, row: Row, event: Asked | Answered) -> int | None:
    """The seat of who asked, or was answered; before the start, the place in the order of sign-up. None for who only
    waits, or has left."""
    if row.seat is not None:
        return row.seat
    entry = event.entry
    return match.entries.index(entry) if entry in match.entries else None


def nothing(match: Match) -> Outcome:
    return Outcome(match)
