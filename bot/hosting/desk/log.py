"""`/host log`: the journal, page by page, with who did what and when. Reading it is a look."""

from __future__ import annotations

from typing import Final

from bot.hosting import journal, words
from bot.hosting.desk import look
from bot.hosting.desk.access import Asker
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.rendering import named
from bot.hosting.says import Button

_ROWS: Final = 12
_LOG: Final = "log"
"""What was seen, as the journal calls it."""


async def page(house: House, hosted: Hosted, asker: Asker, number: int, unit: Unit) -> Answer:
    """Page `number`, from 0, the latest rows first. Turning pages is part of a look, unless there was something new."""
    rows = list(reversed(await unit.rows(hosted.id)))
    pages = max(1, -(-len(rows) // _ROWS))
    number = min(max(0, number), pages - 1)
    shown = rows[number * _ROWS : (number + 1) * _ROWS]
    if number == 0 or not _is_look_of(rows[0], asker.user_id):
        await look.on_record(house, hosted, asker, _LOG, unit)
    text = "\n".join([words.log_page(hosted.match.code, number + 1, pages), *(words.log_line(r) for r in shown)])
    return Answer(named(text, hosted.sitting), buttons=_turning(hosted.match.code, number, pages))


def _is_look_of(row: Row, user_id: int) -> bool:
    return row.kind == journal.LOOKED and row.actor == user_id and row.body.get("what") == _LOG


def _turning(code: str, number: int, pages: int) -> tuple[Button, ...]:
    older = (Button("Older", f"log:{code}:{number + 1}"),) if number + 1 < pages else ()
    newer = (Button("Newer", f"log:{code}:{number - 1}"),) if number > 0 else ()
    return (*newer, *older)
