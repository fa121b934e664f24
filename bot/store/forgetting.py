"""Forgetting: a person on request, raw texts when their time has come. Matches still fold afterwards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.hosting import board
from bot.hosting import journal as kinds
from bot.hosting.folding import advance
from bot.hosting.journal import Row
from bot.hosting.match import CANCELLED, OVER, Match
from bot.store.engine import BUSY_MS
from bot.store.tables import (
    boards,
    channels,
    cohosts,
    inbox,
    invitations,
    journal,
    ledger,
    matches,
    outbox,
    people,
    tenures,
    waiting,
)
from bot.store.troubles import Unusable
from bot.store.unit_of_work import SqlUnit

BLANK: dict[str, Any] = {"content": "", "pings": [], "buttons": [], "reply_to": None}


async def forget(engine: AsyncEngine, user_id: int) -> int:
    """Take a user id, the names it bore and its own words out of everything; how many rows changed."""
    async with engine.begin() as connection:
        seats = await _seats(connection, user_id)
        for match_id, seat in seats:
            await _blank_misread(connection, match_id, seat)
        changed = await _forget_person(connection, user_id)
        for match_id in dict.fromkeys(match_id for match_id, _ in seats):
            await _forget_posts(connection, match_id)
        return changed


async def _seats(connection: AsyncConnection, user_id: int) -> list[tuple[int, int | None]]:
    found = await connection.execute(
        select(tenures.c.match_id, tenures.c.seat).where(tenures.c.user_id == user_id).order_by(tenures.c.id)
    )
    return [(r.match_id, r.seat) for r in found]


async def _forget_person(connection: AsyncConnection, user_id: int) -> int:
    statements = [
        update(tenures)
        .where(tenures.c.user_id == user_id)
        .values(user_id=None, name=func.printf("Seat %d", func.coalesce(tenures.c.seat, tenures.c.entry) + 1)),
        delete(inbox).where(inbox.c.user_id == user_id),
        delete(invitations).where(invitations.c.user_id == user_id),
        delete(people).where(people.c.user_id == user_id),
        delete(cohosts).where(cohosts.c.user_id == user_id),
        delete(waiting).where(waiting.c.user_id == user_id),
        delete(channels).where(channels.c.user_id == user_id),
        delete(outbox).where(outbox.c.destination == f"user:{user_id}"),
        update(journal).where(journal.c.actor == user_id).values(actor=None),
        *(
            update(ledger).where(column == user_id).values({column.name: None})
            for column in (ledger.c.user_id, ledger.c.actor)
        ),
        update(matches).where(matches.c.creator_id == user_id).values(creator_id=None),
    ]
    return sum([(await connection.execute(s)).rowcount for s in statements])


async def _forget_posts(connection: AsyncConnection, match_id: int) -> None:
    """What was said bears the name; the boards are made anew without it."""
    await connection.execute(
        update(outbox).where(outbox.c.match_id == match_id, outbox.c.state == "said").values(request=BLANK)
    )
    hosted = await SqlUnit(connection).match(match_id)
    assert hosted is not None
    for which, wanted in board.wanted(hosted).items():
        await connection.execute(
            update(boards).where(boards.c.match_id == match_id, boards.c.which == which).values(wanted=wanted.to_json())
        )


async def _blank_misread(connection: AsyncConnection, match_id: int, seat: int | None) -> None:
    """Messages that were not taken hold a person's words and change nothing: they are blanked, and still fold."""
    match: Match | None = None
    for position, row in enumerate(await SqlUnit(connection).rows(match_id), start=1):
        outcome = advance(match, row)
        match = outcome.match
        if row.kind == kinds.MESSAGE and row.seat == seat and not outcome.accepted:
            await _blank(connection, match_id, position, row)


async def _blank(connection: AsyncConnection, match_id: int, position: int, row: Row) -> None:
    await connection.execute(
        update(journal)
        .where(journal.c.match_id == match_id, journal.c.position == position)
        .values(body={**row.body, "text": ""})
    )


async def blank_old_texts(connection: AsyncConnection, before: datetime) -> int:
    """Raw texts, and what was said, of matches that ended before this instant."""
    ended = (
        select(journal.c.match_id)
        .join(matches, matches.c.id == journal.c.match_id)
        .where(matches.c.status.in_((OVER, CANCELLED)))
        .group_by(journal.c.match_id)
        .having(func.max(journal.c.at) < before)
    )
    texts = await connection.execute(
        update(inbox)
        .where(
            inbox.c.text != "", or_(inbox.c.match_id.in_(ended), and_(inbox.c.match_id.is_(None), inbox.c.at < before))
        )
        .values(text="")
    )
    said = await connection.execute(
        update(outbox)
        .where(outbox.c.match_id.in_(ended), outbox.c.state == "said", outbox.c.request != BLANK)
        .values(request=BLANK)
    )
    return texts.rowcount + said.rowcount


def shred(file: Path) -> None:
    """Write the file anew, so that nothing of what was deleted is left between its pages or in its log."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=BUSY_MS / 1000)) as connection:
        connection.execute("VACUUM")
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise Unusable("Forgotten, but the database is in use, and its log still holds the rest. Try again.")
