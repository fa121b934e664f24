"""A message of a player, and the close of a turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.hosting import words
from bot.hosting.folds.saying import aloud, footer, moves_of, opens, private, public, unhushed
from bot.hosting.model.events import Announced, Closed, MessageSent, Row, stamp
from bot.hosting.model.instants import after, up_to_minute
from bot.hosting.model.match import OVER, Hushed, Match, Outcome
from bot.hosting.model.saying import PUBLIC, Button, Say
from games import marks
from games.draw import chance
from games.ruleset import Longer, NewPhase, Over, Step

_SEAT = re.compile(r"#([1-9][0-9]*)")


def message(match: Match, row: Row, event: MessageSent) -> Outcome:
    assert row.seat is not None
    step = match.rules.take(match.state, row.seat, event.text)
    assert step.reply is not None
    taken = _moved(replace(match, state=step.state), step, row, event)
    offered = () if step.reply.accepted else offers(match, event.offers or ())
    buttons = (*offered, *moves_of(taken, row.seat))
    reply = Say(row.seat, _answer(taken, row, event, step), answers=row.source, buttons=buttons)
    says = [reply, *private(taken, step.notices), *(() if taken.hushed else unhushed(match))]
    if event.announce is None:
        says += public(step.notices)
    return Outcome(taken, tuple(says), step.reply.accepted)


def _answer(match: Match, row: Row, event: MessageSent, step: Step[Any]) -> str:
    """The reply, or what the message comes near, and where things stand; who asked for more time learns at once what
    everyone learns a little later."""
    assert step.reply is not None
    assert row.seat is not None
    text = step.reply.text if step.reply.accepted or event.guess is None else event.guess
    return f"{text}\n{footer(match, row.seat)}"


def offers(match: Match, known: Sequence[str]) -> tuple[Button, ...]:
    """A button for each message that this one, which was not taken, may have meant; it sends exactly that, in this
    turn."""
    return tuple(Button(_shown(offer), f"send:{match.code}:{match.turn}:{offer}", "primary") for offer in known)


def _shown(offer: str) -> str:
    """The message with its seats as marks: the journal, and what the button sends, hold no names."""
    return _SEAT.sub(lambda m: marks.written(int(m[1]) - 1), offer)


def _moved(match: Match, step: Step[Any], row: Row, event: MessageSent) -> Match:
    """The clock after a message: longer on request, or cut because all is in (an option of the match)."""
    if not isinstance(step.clock, Longer):
        return replace(match, deadline=event.deadline, hushed=()) if event.deadline is not None else match
    if match.left is not None:
        moved = replace(match, left=match.left + step.clock.hours * 3600)
    else:
        assert match.deadline is not None
        moved = replace(match, deadline=after(match.deadline, step.clock.hours))
    if event.announce is None:
        return moved
    asked = [n.text for n in step.notices if n.audience == PUBLIC]
    until, hours = event.announce, step.clock.hours / max(1, len(asked))
    return replace(moved, hushed=(*match.hushed, *(Hushed(until, hours, text, row.seat) for text in asked)))


def announced(match: Match, row: Row, event: Announced) -> Outcome:
    """The extensions whose time has come are public now."""
    due = [h for h in match.hushed if h.until <= row.at]
    return aloud(replace(match, hushed=tuple(h for h in match.hushed if h.until > row.at)), due)


def closed(match: Match, row: Row, event: Closed) -> Outcome:
    """The turn is judged; what opens next, or the end, is said after the result."""
    step = match.rules.close(match.state, chance(match.seed, match.closed))
    goes_on = isinstance(step.clock, Longer)
    ended = isinstance(step.clock, Over)
    after_it = replace(
        match,
        state=step.state,
        status=OVER if ended else match.status,
        turn=match.turn + 1,
        closed=match.closed + 1,
        opened=match.opened if goes_on else row.at,
        ticking=row.at,
        passed=match.deadline,
        deadline=None if ended else event.deadline,
        hushed=(),
    )
    if ended:
        then = [Say(PUBLIC, words.over(match.code), pings=tuple(match.seats))]
    else:
        then = [opens(after_it, goes_on, match.deadline if goes_on else None, event.afresh)]
    told = private(after_it, step.notices) + (_paid(after_it) if ended else _out(match, after_it))
    return Outcome(after_it, (*unhushed(match), _result(match, step, goes_on), *then, *told))


def _result(match: Match, step: Step[Any], goes_on: bool) -> Say:
    """What the rules make public, in the ruleset's order."""
    said = [n.text for n in public(step.notices)] or [words.closed(match.phase)]
    return Say(PUBLIC, "\n\n".join([words.goes_on(match.phase), *said] if goes_on else said))


def _out(before: Match, after_it: Match) -> list[Say]:
    """Who was in and is no more hears it in person, too."""
    playing = set(after_it.phase.playing)
    return [Say(seat, words.you_are_out(after_it.code)) for seat in before.phase.playing if seat not in playing]


def _paid(match: Match) -> list[Say]:
    """What the ledger gets: to each player the own part."""
    rules = match.rules
    parts = enumerate(rules.payout(match.state))
    return [Say(seat, words.paid(part, rules.title, match.code)) for seat, part in parts]


def next_deadline(match: Match, hours: float, now: datetime) -> tuple[datetime, bool]:
    """When what opens now is due, and whether it counts from now since the bot came too late to count from the last
    deadline (less than half of it would be left)."""
    assert match.deadline is not None
    regular = up_to_minute(after(match.deadline, hours))
    if regular - now < timedelta(hours=hours) / 2:
        return up_to_minute(after(now, hours)), True
    return regular, False


def closing(match: Match, now: datetime) -> Row:
    """The row that closes the open turn now (on Discord's clock)."""
    step = match.rules.close(match.state, chance(match.seed, match.closed))
    body: dict[str, Any] = {"turn": match.turn}
    if isinstance(step.clock, (NewPhase, Longer)):
        deadline, afresh = next_deadline(match, step.clock.hours, now)
        body |= {"deadline": stamp(deadline)} | ({"afresh": True} if afresh else {})
    return Row(Closed.kind, now, body=body, source=f"turn:{match.turn}")
