"""A seat changes hands (ruling C7): what is asked first, who may take it, and the change itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk.seats import Whom, seated
from bot.hosting.inbox import intake
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row
from bot.hosting.model.names import free_name
from bot.hosting.model.records import Answer, Hosted, Person
from bot.hosting.model.saying import PUBLIC, Say
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import escape, named


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who shall take a seat."""

    user_id: int
    display_name: str
    manages: bool = False
    """May manage the server."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What a host has asked for, until it is confirmed: `leaving` as they sat there then."""

    leaving: Person
    substitute: Substitute


async def ask(
    hosted: Hosted, asker: Asker, out: Whom, substitute: Substitute, unit: Unit
) -> tuple[str, Replacement | None]:
    """Who would leave, who come, and what goes along, without a figure; or why it cannot be."""
    leaving = seated(hosted, out)
    if leaving is None or leaving.seat is None:
        return words.NOT_SEATED, None
    refused = await refusal(hosted, leaving, substitute.user_id, asker.at, unit)
    if refused is not None:
        return refused, None
    text = words.sure_replace(hosted.match.code, leaving.seat, substitute.user_id, _who_brought(hosted, leaving.seat))
    return named(text, hosted.sitting), Replacement(leaving, substitute)


async def confirm(house: House, hosted: Hosted, asker: Asker, asked: Replacement, unit: Unit) -> Answer:
    """Do it, if the seat is still held by whom the host was asked about."""
    if asked.leaving not in hosted.sitting:
        return Answer(words.SEAT_CHANGED, ok=False)
    return await replace(house, hosted, asker, asked.leaving, asked.substitute, unit)


async def replace(
    house: House, hosted: Hosted, asker: Asker, leaving: Person, substitute: Substitute, unit: Unit
) -> Answer:
    """A substitute takes the seat; the one who leaves it is out of the direct messages at once."""
    now = house.clock.now()
    refused = await refusal(hosted, leaving, substitute.user_id, asker.at, unit)
    if refused is not None:
        return Answer(refused, ok=False)
    name, renamed = free_name(substitute.display_name, [p.name for p in hosted.sitting])
    await intake.read_from(unit, substitute.user_id, asker.at)
    await unit.end_tenure(hosted.id, leaving.entry, asker.at)
    await unit.add_tenure(hosted.id, Person(leaving.entry, leaving.seat, substitute.user_id, name), asker.at)
    fresh = await unit.match(hosted.id)
    assert fresh is not None
    body = {"manages": True} if substitute.manages else {}
    row = Row(events.REPLACED, asker.at, leaving.seat, body, asker.source, asker.user_id)
    after, _ = await house.recorder.write(unit, fresh, row, now)
    if renamed:
        told = Say(leaving.seat or 0, words.you_play_as(escape(name), hosted.match.code))
        await house.recorder.tell(unit, f"user:{substitute.user_id}", told, after, now)
    if leaving.user_id is not None:
        gone = Say(PUBLIC, words.you_are_replaced(hosted.match.code))
        await house.recorder.tell(unit, f"user:{leaving.user_id}", gone, after, now)
    return Answer(named(words.seat_replaced(leaving.name, name), after.sitting))


async def refusal(hosted: Hosted, leaving: Person, to: int, at: datetime, unit: Unit) -> str | None:
    """Why this user may not take that seat at this instant; None where they may."""
    if not hosted.match.open:
        return words.NOT_SEATED
    if _holds_another(hosted, leaving, to):
        return words.ANOTHER_SEAT
    if (why := await seen.closed_to(hosted, to, unit)) is not None:
        return words.no_seat_for_them(why)
    # What was sent in time, read or not, is judged first, with whoever sent it in the seat.
    return words.CLOSING_ALREADY if hosted.match.is_closing(at) else None


def _holds_another(hosted: Hosted, leaving: Person, to: int) -> bool:
    """Whoever held a seat may take that same seat again, and no other; who left before the match began is free."""
    held = [p for p in hosted.people if p.user_id == to and (p.until is None or p.seat is not None)]
    return any(p.until is None or p.seat != leaving.seat for p in held)


def _who_brought(hosted: Hosted, seat: int) -> int | None:
    """The user who sat there when the match began; None once forgotten."""
    return next(p.user_id for p in hosted.people if p.seat == seat)
