"""What players typed and the fold of a match does not need: it can be blanked, and the match is what it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.folds.rewinding import Placed, story
from bot.hosting.model import events as kinds
from bot.hosting.model.events import Row
from bot.store.tables import journal

BLANK: Final[dict[str, Any]] = {"content": "", "pings": [], "buttons": [], "reply_to": None}
"""A request of which nothing is left but that it was said."""


def idle(rows: list[Row]) -> Iterator[Placed]:
    """Messages that were not taken or hold no longer, and questions with their answers; each with its position."""
    needed = {c.position for c in story(rows) if c.accepted and c.row is rows[c.position - 1]}
    for position, row in enumerate(rows, start=1):
        if row.kind in (kinds.ASKED, kinds.ANSWERED) or (row.kind == kinds.MESSAGE and position not in needed):
            yield position, row


def typed(row: Row) -> tuple[str, ...]:
    """The texts of an idle row that somebody typed, or that repeat what they typed."""
    texts = (row.body.get("text"), row.body.get("asked"), row.body.get("guess"), *row.body.get("offers", ()))
    return tuple(text for text in texts if text)


async def blank(connection: AsyncConnection, match_id: int, placed: Iterable[Placed]) -> int:
    """Blank idle rows; how many of them said something."""
    speaking = [(position, row) for position, row in placed if typed(row)]
    for position, row in speaking:
        await rewrite(connection, match_id, position, _blanked(row))
    return len(speaking)


def _blanked(row: Row) -> dict[str, Any]:
    kept = {key: value for key, value in row.body.items() if key not in ("guess", "offers")}
    return kept | {key: "" for key in ("text", "asked") if key in kept}


async def rewrite(connection: AsyncConnection, match_id: int, position: int, body: dict[str, Any]) -> None:
    """The one way in which a row of a journal is ever changed."""
    here = (journal.c.match_id == match_id, journal.c.position == position)
    await connection.execute(update(journal).where(*here).values(body=body))
