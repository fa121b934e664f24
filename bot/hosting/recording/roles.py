"""A role for the players of a match, and their place in a thread that is for players only: given when they sit down,
taken when they leave; the role also when it is over. The outbox carries it out (`outbox.roles`)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import CANCELLED, OVER, Match
from bot.hosting.model.records import Hosted, Request
from bot.hosting.ports.store import Unit
from bot.hosting.ports.time import Chance

GIVE: Final = "give"
TAKE: Final = "take"


async def settle(unit: Unit, chance: Chance, before: Match, hosted: Hosted, row: Row, now: datetime) -> None:
    """What a row does to them, in its own transaction; carried out by the outbox."""
    match, ended = hosted.match, hosted.match.status in (OVER, CANCELLED)
    for user_id, deed in _changes(before, hosted, row):
        places = [f"role:{hosted.id}:{user_id}"] if match.player_role is not None else []
        if match.private and not ended:
            places.append(f"member:{hosted.id}:{user_id}")
        for place in places:
            await unit.add_parcel(place, Request(deed), chance.nonce(), now, (hosted.id, None, None))


async def seat_all(unit: Unit, chance: Chance, hosted: Hosted, now: datetime) -> None:
    """A new thread for players only knows none of them yet."""
    for person in hosted.sitting:
        if hosted.match.private and person.user_id is not None:
            place = f"member:{hosted.id}:{person.user_id}"
            await unit.add_parcel(place, Request(GIVE), chance.nonce(), now, (hosted.id, None, None))


def _changes(before: Match, hosted: Hosted, row: Row) -> list[tuple[int, str]]:
    match = hosted.match
    if match.status in (OVER, CANCELLED) and before.status != match.status:
        return [(p.user_id, TAKE) for p in hosted.sitting if p.user_id is not None]
    if before.status in (OVER, CANCELLED) and before.status != match.status:  # turned back
        return [(p.user_id, GIVE) for p in hosted.sitting if p.user_id is not None]
    if row.kind == events.JOINED:
        return [(p.user_id, GIVE) for p in hosted.sitting[-1:] if p.user_id is not None]
    if row.kind in (events.LEFT, events.REPLACED):
        return _seat_changed(hosted, row)
    return []


def _seat_changed(hosted: Hosted, row: Row) -> list[tuple[int, str]]:
    """Whoever had the seat or entry last loses the role; who has it now gets it."""
    entry = row.body["entry"] if row.kind == events.LEFT else hosted.match.entries[row.seat or 0]
    held = [p for p in hosted.people if p.entry == entry]
    gone = [p.user_id for p in held if p.until is not None and p.user_id is not None][-1:]
    now = [p.user_id for p in held if p.until is None and p.user_id is not None and row.kind == events.REPLACED]
    return [*((user, TAKE) for user in gone), *((user, GIVE) for user in now)]
