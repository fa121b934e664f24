"""The host's answer to a player's question."""

from __future__ import annotations

from bot.hosting import journal, words
from bot.hosting.desk.access import Asker
from bot.hosting.folds.hand import at_the_table
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.says import PUBLIC, Say


async def respond(house: House, hosted: Hosted, asker: Asker, question_row: int, text: str, unit: Unit) -> Answer:
    """The host's answer; it goes back to the one who asked, and to no substitute. `question_row`: the question's
    position."""
    rows = await unit.rows(hosted.id)
    asked = rows[question_row - 1] if 0 < question_row <= len(rows) else None
    if asked is None or asked.kind != journal.ASKED:
        return Answer(words.NO_SUCH_QUESTION, ok=False)
    seat = at_the_table(hosted.match, asked)
    if asked.actor is None or _is_gone(hosted, asked, seat, rows[question_row:]):
        return Answer(words.ASKER_GONE, ok=False)
    entry = {key: asked.body[key] for key in ("entry",) if key in asked.body}
    body = {"question": question_row, "text": text, "asked": asked.body["text"], **entry}
    row = Row(journal.ANSWERED, asker.at, asked.seat, body, asker.source, asker.user_id)
    after, _ = await house.scribe.write(unit, hosted, row, house.clock.now())
    if seat is None:  # whoever waits for a seat, or waited in vain
        said = Say(PUBLIC, words.host_answers(hosted.match.code, asked.body["text"], text))
        await house.scribe.tell(unit, f"user:{asked.actor}", said, after, house.clock.now())
    return Answer(words.DONE)


def _is_gone(hosted: Hosted, asked: Row, seat: int | None, since: list[Row]) -> bool:
    """Whether whoever asked is at the table no more: replaced, forgotten, or left before the start."""
    if seat is None:
        return "entry" in asked.body
    return hosted.sitting[seat].user_id is None or any(r.kind == journal.REPLACED and r.seat == seat for r in since)
