"""`/host look` and `/host export`: what is secret, for a host; either is journalled, with who and when."""

from __future__ import annotations

from bot.hosting import journal, words
from bot.hosting.desk.access import Asker
from bot.hosting.export import record_of
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.rendering import named


async def look(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """What is on file and held now."""
    match = hosted.match
    if match.state is None:
        return Answer(words.NOT_RUNNING, ok=False)
    await on_record(house, hosted, asker, None, unit)
    return Answer(f"{words.looked(match.code)}\n{named(match.rules.look(match.state), hosted.sitting)}")


async def export(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """The written record up to the last deadline that passed (RECORD.md)."""
    match = hosted.match
    if match.state is None:
        return Answer(words.NOT_RUNNING, ok=False)
    row = Row(journal.EXPORTED, asker.at, source=asker.source, actor=asker.user_id)
    await house.scribe.write(unit, hosted, row, house.clock.now())
    text = record_of(hosted, await unit.rows(hosted.id))
    return Answer(words.exported(match.code), file=(f"{match.code}.toml", text))


async def on_record(house: House, hosted: Hosted, asker: Asker, what: str | None, unit: Unit) -> None:
    """Journal a look. `what` was seen, in words for the players; None for all that is on file."""
    body = {} if what is None else {"what": what}
    row = Row(journal.LOOKED, asker.at, body=body, source=asker.source, actor=asker.user_id)
    await house.scribe.write(unit, hosted, row, house.clock.now())
