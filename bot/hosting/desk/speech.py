"""`/host announce`, `ruling`, `repost`: what a host says through the bot."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import HOSTS, KEEPERS, OFFICE
from bot.hosting.outbox import reopening
from bot.hosting.ports.store import Unit
from bot.hosting.rights import authority


async def announce(house: House, hosted: Hosted, asker: Asker, text: str, unit: Unit) -> Answer:
    return await _post(events.SPOKEN, house, hosted, asker, text, unit)


async def ruling(house: House, hosted: Hosted, asker: Asker, text: str, unit: Unit) -> Answer:
    """A public, numbered ruling of this match, in the host's words."""
    return await _post(events.RULED, house, hosted, asker, text, unit)


async def _post(kind: str, house: House, hosted: Hosted, asker: Asker, text: str, unit: Unit) -> Answer:
    """As the host formats it; control characters would be taken for marks of ours."""
    said = "".join(c for c in text if c >= " " or c == "\n").strip()
    if not said:
        return Answer(words.NOTHING_SAID, ok=False)
    row = Row(kind, asker.at, body={"text": said}, source=asker.source, actor=asker.user_id)
    await house.recorder.write(unit, hosted, row, house.clock.now())
    return Answer(words.DONE)


async def repost(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """Say again what did not get through, in order. How much it is tells what players asked for: no number is said."""
    seats = [f"user:{p.user_id}" for p in hosted.sitting if p.user_id is not None]
    roles = [f"role:{hosted.id}:{p.user_id}" for p in hosted.people]
    members = [f"member:{hosted.id}:{p.user_id}" for p in hosted.people]
    desks = [authority.desk_of(hosted, audience) for audience in (HOSTS, KEEPERS, OFFICE)]
    for destination in (f"thread:{hosted.id}", *desks, *seats, *roles, *members):
        await unit.unpark(destination)
    await unit.untell(hosted.id)
    await reopening.ask(unit, hosted, house.clock.now())
    return Answer(words.REPOSTED)
