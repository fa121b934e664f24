"""`/host look` and `/host export`: what is secret, for a host; either is journalled, with who and when."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.export import record_of
from bot.hosting.presenting.rendering import named


async def look(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """What is on file and held now."""
    match = hosted.match
    if match.state is None:
        return Answer(words.NOT_RUNNING, ok=False)
    text = f"{words.looked(match.code)}\n{named(match.rules.look(match.state), hosted.sitting)}"
    return Answer(text, shows=seen.ON_FILE)


async def export(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """The written record up to the last deadline that passed (RECORD.md)."""
    match = hosted.match
    if match.state is None:
        return Answer(words.NOT_RUNNING, ok=False)
    file = (f"{match.code}.toml", record_of(hosted, await unit.rows(hosted.id)))
    return Answer(words.exported(match.code), file=file, shows=seen.RECORD)
