"""What a player may ask about the own matches."""

from __future__ import annotations

from itertools import count
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.inbox import enquiries
from bot.hosting.inbox.places import Place, last_left, place_at, places_of
from bot.hosting.inbox.questions import Question
from bot.hosting.model import events
from bot.hosting.model.records import Answer
from bot.hosting.model.saying import Button
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting import pages
from bot.hosting.presenting.rendering import named
from bot.hosting.recording.queue import BROKEN

_ON_A_PAGE: Final = 10


async def matches(user_id: int, unit: Unit) -> Answer:
    """The matches of this user, with their state and deadline, as the user may know it."""
    mine = enquiries.listed(await places_of(unit, user_id))
    return Answer("\n".join(mine)) if mine else Answer(words.NO_MATCH)


async def rules(user_id: int, code: str | None, unit: Unit) -> Answer:
    found = await own(user_id, code, unit)
    if isinstance(found, Answer):
        return found
    return pages.of_match(found.hosted)


async def receipts(house: House, user_id: int, code: str | None, page: int | None = None) -> Answer:
    """One's own messages, numbered for that seat alone, in the order in which they were taken; also after the match. A
    page of them, from 0; the last one if none is named.

    Who has a seat sees the orders of whoever had it before or in between, and nothing else that they wrote. Put on the
    queue by itself, for what was sent before it, and folded beside the queue, which goes on meanwhile.
    """
    found = await _found(house, user_id, code)
    if isinstance(found, Answer):
        return found
    if found.seat is None:
        return Answer(words.no_receipts(found.code), ok=False)
    sent = await house.receipts.of(found.hosted.id, found.seat, user_id)
    pages = max(1, -(-len(sent) // _ON_A_PAGE))
    number = pages - 1 if page is None else min(max(0, page), pages - 1)
    first = number * _ON_A_PAGE
    shown = sent[first : first + _ON_A_PAGE]
    rows = await house.receipts.rows(found.hosted.id, shown)
    rules, players = found.hosted.match.rules, len(found.hosted.sitting)
    receipt = zip(count(first + 1), shown, rows, strict=False)
    lines = [
        words.receipt(i, one.phase, row.at, rules.repeated(row.body["text"], players), one.accepted)
        for i, one, row in receipt
    ]
    text = "\n".join([words.receipts_of(found.code, number + 1, pages), *lines])
    return Answer(named(text, found.hosted.sitting), buttons=_turning(found.code, number, pages))


async def _found(house: House, user_id: int, code: str | None) -> Place | Answer:
    found: Place | Answer | None = None

    async def find(unit: Unit) -> Answer | None:
        nonlocal found
        found = await own(user_id, code, unit)
        return None

    failed = await house.queue.put(find, whose=user_id)
    return failed or found or BROKEN


def _turning(code: str, number: int, pages: int) -> tuple[Button, ...]:
    turns = (("Earlier", number - 1), ("Later", number + 1))
    return tuple(Button(label, f"receipts:{code}:{to}") for label, to in turns if 0 <= to < pages)


async def looks(user_id: int, code: str, unit: Unit) -> Answer:
    """After the match: who looked, and when; and who read, before it and during it, what its players bring."""
    found = await unit.match_by_code(code.strip())
    if found is None or found.person(user_id) is None:
        return Answer(words.NOT_YOURS, ok=False)
    if found.match.open:
        return Answer(words.LOOKS_LATER, ok=False)
    looked = [(r.at, words.look_line(r)) for r in await unit.rows(found.id) if r.kind in events.LOOKS]
    looked += [(o.at, words.opened_line(o)) for o in await seen.read_in_ledger(found, unit)]
    return Answer(words.looks([line for _, line in sorted(looked, key=lambda one: one[0])]))


async def help_for(house: House, user_id: int, unit: Unit) -> Answer:
    """For each of the own matches, as it stands; else what can be done here at all."""
    mine = await places_of(unit, user_id)
    if not mine:
        return Answer(words.HELP)
    return enquiries.about_all(mine, Question("help"), house.clock.now())


async def own(user_id: int, code: str | None, unit: Unit) -> Place | Answer:
    """The place that is meant: at the table named, be it over; else the only one; else at the table that ended last."""
    mine = await places_of(unit, user_id)
    if code is not None:
        hosted = await unit.match_by_code(code.strip())
        found = None if hosted is None else await place_at(unit, hosted, user_id)
        return Answer(words.NOT_YOURS, ok=False) if found is None else found
    if len(mine) == 1:
        return mine[0]
    if mine:
        return Answer(words.say_yours([p.code for p in mine]), ok=False)
    return await last_left(unit, user_id) or Answer(words.NO_MATCH, ok=False)
