"""What a player may ask about the own matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.hosting import journal, pages, words
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.rendering import named
from bot.hosting.rewinding import Chapter, story


async def matches(user_id: int, unit: Unit) -> Answer:
    """The matches of this user, with their state and public deadline."""
    mine = await unit.matches_of(user_id)
    if not mine:
        return Answer(words.NO_MATCH)
    return Answer("\n".join(words.one_of_yours(h.match.rules.title, h.match.code, _where(h)) for h in mine))


def _where(hosted: Hosted) -> str:
    match = hosted.match
    if not match.open:
        return match.status
    deadline = match.public_deadline
    return f"{match.phase.title}, {'paused' if deadline is None else f'until {words.moment(deadline)}'}"


async def rules(user_id: int, code: str | None, unit: Unit) -> Answer:
    found = await own(user_id, code, unit)
    if isinstance(found, Answer):
        return found
    return pages.of_match(found)


async def receipts(user_id: int, code: str | None, unit: Unit) -> Answer:
    """One's own messages, numbered for that seat alone, in the order in which they were taken; also after the match.

    Who has a seat sees the orders of whoever had it before or in between, and nothing else that they wrote.
    """
    found = await own(user_id, code, unit)
    if isinstance(found, Answer):
        found = await _over(user_id, code, unit) or found
    if isinstance(found, Answer):
        return found
    person = found.person(user_id)
    assert person is not None
    assert person.seat is not None
    mine = _sent_from(person.seat, user_id, await unit.rows(found.id))
    rules, players = found.match.rules, len(found.sitting)
    lines = [
        words.receipt(i, c.match.phase, c.row.at, rules.repeated(c.row.body["text"], players), c.accepted)
        for i, c in enumerate(mine, start=1)
    ]
    return Answer(named("\n".join([words.receipts_of(found.match.code), *lines]), found.sitting))


def _sent_from(seat: int, user_id: int, rows: Sequence[Row]) -> list[Chapter]:
    """Of what others sent from this seat, or entered for it, only what changed something."""
    return [
        sent
        for before, sent in pairwise(story(rows))
        if sent.row.kind == journal.MESSAGE
        and sent.row.seat == seat
        and (sent.row.actor == user_id or sent.match.state != before.match.state)
    ]


async def _over(user_id: int, code: str | None, unit: Unit) -> Hosted | None:
    """A match that is over, by its code."""
    found = None if code is None else await unit.match_by_code(code.strip())
    return None if found is None or found.match.state is None or found.person(user_id) is None else found


async def looks(user_id: int, code: str, unit: Unit) -> Answer:
    """After the match: who looked, and when."""
    found = await unit.match_by_code(code.strip())
    if found is None or found.person(user_id) is None:
        return Answer(words.NOT_YOURS, ok=False)
    if found.match.open:
        return Answer(words.LOOKS_LATER, ok=False)
    looked = [r for r in await unit.rows(found.id) if r.kind in journal.LOOKS]
    return Answer(words.looks([words.look_line(r) for r in looked]))


async def help_for(user_id: int, unit: Unit) -> Answer:
    """For the phase that is open in the own matches; else what can be done here at all."""
    mine = [h for h in await unit.matches_of(user_id) if h.match.open]
    shown = [_help(h, user_id) for h in mine]
    return Answer("\n\n".join(shown) if shown else words.HELP)


def _help(hosted: Hosted, user_id: int) -> str:
    person = hosted.person(user_id)
    assert person is not None
    assert person.seat is not None
    return named(words.help_now(hosted.match, person.seat), hosted.sitting)


async def own(user_id: int, code: str | None, unit: Unit) -> Hosted | Answer:
    """The match that a player means: the one named, else the only one."""
    mine = await unit.matches_of(user_id)
    if code is not None:
        mine = [h for h in mine if h.match.code == code.strip().upper()]
    if len(mine) == 1:
        return mine[0]
    if not mine:
        return Answer(words.NO_MATCH if code is None else words.NOT_YOURS, ok=False)
    return Answer(words.say_yours([h.match.code for h in mine]), ok=False)
