"""`/host log`: the journal, page by page, with who did what and when. Reading it is a look."""

from __future__ import annotations

from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.asker import Asker
from bot.hosting.model.handles import Purpose, find, handle
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Button
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named

_ROWS: Final = 12


async def page(house: House, hosted: Hosted, asker: Asker, number: int, unit: Unit) -> Answer:
    """Page `number`, from 0, the latest rows first. Turning pages is part of a look, unless there was something new."""
    rows = list(reversed(await unit.rows(hosted.id)))
    pages = _pages(len(rows))
    number = min(max(0, number), pages - 1)
    shown = rows[number * _ROWS : (number + 1) * _ROWS]
    leafing = number > 0 and seen.is_look_of(rows[0], asker.user_id, seen.LOG)
    text = "\n".join([words.log_page(hosted.match.code, number + 1, pages), *(words.log_line(r) for r in shown)])
    buttons = _turning(hosted, number, pages)
    return Answer(named(text, hosted.sitting), buttons=buttons, shows=None if leafing else seen.LOG)


async def turned(house: House, hosted: Hosted, asker: Asker, to: str, unit: Unit) -> Answer:
    """The page behind a button."""
    match = hosted.match
    number = find(match.seed, Purpose.PAGE, to, range(_pages(match.position)))
    if number is None:
        return Answer(words.FORGOTTEN, ok=False)
    return await page(house, hosted, asker, number, unit)


def _pages(rows: int) -> int:
    return max(1, -(-rows // _ROWS))


def _turning(hosted: Hosted, number: int, pages: int) -> tuple[Button, ...]:
    def button(label: str, to: int) -> Button:
        return Button(label, f"log:{hosted.match.code}:{handle(hosted.match.seed, Purpose.PAGE, to)}")

    older = (button("Older", number + 1),) if number + 1 < pages else ()
    newer = (button("Newer", number - 1),) if number > 0 else ()
    return (*newer, *older)
