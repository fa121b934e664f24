"""The host's answer to a player's question."""

from __future__ import annotations

from bot.hosting import journal, words
from bot.hosting.desk.access import Asker
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Unit


async def respond(house: House, hosted: Hosted, asker: Asker, question_row: int, text: str, unit: Unit) -> Answer:
    """The host's answer; it goes back to the one who asked, and to no substitute. `question_row`: the question's
    position."""
    rows = await unit.rows(hosted.id)
    asked = rows[question_row - 1] if 0 < question_row <= len(rows) else None
    if asked is None or asked.kind != journal.ASKED or asked.seat is None:
        return Answer(words.NO_SUCH_QUESTION, ok=False)
    if asked.actor is None or hosted.sitting[asked.seat].user_id != asked.actor:
        return Answer(words.ASKER_GONE, ok=False)
    body = {"question": question_row, "text": text, "asked": asked.body["text"]}
    row = Row(journal.ANSWERED, asker.at, asked.seat, body, asker.source, asker.user_id)
    await house.scribe.write(unit, hosted, row, house.clock.now())
    return Answer(words.DONE)
