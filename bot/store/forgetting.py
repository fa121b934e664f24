"""Forgetting a person: the id, the names they sat under, and their words, wherever they are. The matches still fold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import JSON, String, case, cast, delete, func, literal, or_, select, update

from bot.hosting.model import events as kinds
from bot.hosting.model.events import Row
from bot.hosting.model.names import free_name
from bot.hosting.model.records import Hosted, Request
from bot.hosting.presenting import board
from bot.store import folded, words
from bot.store.engine import BUSY_MS
from bot.store.place import exactly
from bot.store.tables import (
    boards,
    channels,
    cohosts,
    inbox,
    invitations,
    journal,
    ledger,
    looks,
    mailboxes,
    matches,
    metadata,
    outbox,
    people,
    roles,
    tenures,
    told,
    waiting,
)
from bot.store.traces import Traces
from bot.store.troubles import Unusable
from bot.store.unit_of_work import SqlUnit

_SOMEBODY: Final = "somebody"

_FREE: Final = {
    kinds.SPOKEN: ("text",),
    kinds.RULED: ("text",),
    kinds.ROLLED_BACK: ("reason",),
    kinds.REWRITTEN: ("reason",),
}
"""What hosts write freely into rows that stay."""


_OF_ONE_PERSON: Final = (inbox, channels, mailboxes, invitations, cohosts, roles, waiting, people)
"""Tables whose rows go with their person."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Where somebody sat, or asked to."""

    match_id: int
    tenure_id: int
    number: int
    """Of the seat, or of the entry where there was none; from 1."""
    name: str


async def forget(unit: SqlUnit, user_id: int) -> int:
    """Take a person out of everything that is stored; how many rows changed.

    Whoever is at a table that is still signing up has been taken from it before.
    """
    sittings = await _sittings(unit, user_id)
    traces = Traces(user_id, [*(s.name for s in sittings), *await _waited_as(unit, user_id)])
    changed = await _forget_words(unit, user_id, traces)
    changed += await _forget_letters(unit, traces)
    changed += await _forget_posts(unit, sittings, traces)
    changed += await _forget_reasons(unit, traces)
    changed += await _forget_ids(unit, user_id)
    await _rename(unit, sittings)
    for match_id in dict.fromkeys(s.match_id for s in sittings):
        await _show_anew(unit, match_id)
    return changed


async def _sittings(unit: SqlUnit, user_id: int) -> list[Sitting]:
    found = await unit.connection.execute(select(tenures).where(tenures.c.user_id == user_id).order_by(tenures.c.id))
    return [Sitting(r.match_id, r.id, (r.entry if r.seat is None else r.seat) + 1, r.name) for r in found]


async def _waited_as(unit: SqlUnit, user_id: int) -> list[str]:
    found = await unit.connection.execute(select(waiting.c.name).where(waiting.c.user_id == user_id))
    return [r.name for r in found]


# --- words ------------------------------------------------------------------------------------------------------------


async def _forget_words(unit: SqlUnit, user_id: int, traces: Traces) -> int:
    """In journals: their own words that the fold does not need, and what others wrote of them."""
    changed = 0
    for match_id in await _matches_with(unit, user_id, traces):
        rows = await unit.rows(match_id)
        theirs = [(at, row) for at, row in words.idle(rows) if _concerns(row, rows, user_id, traces)]
        changed += await words.blank(unit.connection, match_id, theirs)
        changed += await _forget_free_texts(unit, match_id, rows, traces)
    return changed


async def _matches_with(unit: SqlUnit, user_id: int, traces: Traces) -> list[int]:
    found = await unit.connection.execute(select(journal.c.match_id, journal.c.body, journal.c.actor))
    concerned = [r.match_id for r in found if r.actor == user_id or traces.found(*_strings(r.body))]
    return list(dict.fromkeys(concerned))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _concerns(row: Row, rows: list[Row], user_id: int, traces: Traces) -> bool:
    """Whether they wrote it, were answered, or are named in it."""
    question = rows[row.body["question"] - 1] if row.kind == kinds.ANSWERED else row
    return question.actor == user_id or traces.found(*words.typed(row))


async def _forget_free_texts(unit: SqlUnit, match_id: int, rows: list[Row], traces: Traces) -> int:
    changed = 0
    for position, row in enumerate(rows, start=1):
        body = {k: traces.without(v, _SOMEBODY) if k in _FREE.get(row.kind, ()) else v for k, v in row.body.items()}
        if body != row.body:
            await words.rewrite(unit.connection, match_id, position, body)
            changed += 1
    hosted = await unit.match(match_id)
    assert hosted is not None
    rulings = tuple(traces.without(text, _SOMEBODY) for text in hosted.match.rulings)
    if rulings != hosted.match.rulings:
        cache = folded.to_json(replace(hosted.match, rulings=rulings))
        await unit.connection.execute(update(matches).where(matches.c.id == match_id).values(folded=cache))
    return changed


async def _forget_letters(unit: SqlUnit, traces: Traces) -> int:
    """What others wrote of them to the bot. What is still to be judged keeps its meaning."""
    found = await unit.connection.execute(select(inbox.c.message_id, inbox.c.text, inbox.c.state))
    changed = 0
    for r in [r for r in found if traces.found(r.text)]:
        text = "" if r.state == "done" else traces.without(r.text, _SOMEBODY)
        await unit.connection.execute(update(inbox).where(inbox.c.message_id == r.message_id).values(text=text))
        changed += 1
    return changed


async def _forget_reasons(unit: SqlUnit, traces: Traces) -> int:
    found = await unit.connection.execute(select(ledger.c.id, ledger.c.reason))
    changed = 0
    for r in [r for r in found if traces.found(r.reason)]:
        reason = traces.without(r.reason, _SOMEBODY)
        await unit.connection.execute(update(ledger).where(ledger.c.id == r.id).values(reason=reason))
        changed += 1
    return changed


# --- what was said, and what is to be ---------------------------------------------------------------------------------


async def _forget_posts(unit: SqlUnit, sittings: list[Sitting], traces: Traces) -> int:
    """What has been said is blanked; what is still to be said is said without the name."""
    found = await unit.connection.execute(select(outbox.c.id, outbox.c.match_id, outbox.c.request, outbox.c.state))
    numbers = {s.match_id: s.number for s in sittings}
    changed = 0
    for r in [r for r in found if traces.found(*map(str, r.request["pings"]), *_strings(r.request))]:
        seat = f"Seat {numbers[r.match_id]}" if r.match_id in numbers else _SOMEBODY
        request = words.BLANK if r.state in ("said", "withdrawn") else _without(r.request, traces, seat)
        await unit.connection.execute(update(outbox).where(outbox.c.id == r.id).values(request=request))
        changed += 1
    return changed


def _without(request: dict[str, Any], traces: Traces, instead: str) -> dict[str, Any]:
    known = Request.from_json(request)
    buttons = tuple(replace(b, label=traces.without(b.label, instead)) for b in known.buttons)
    pings = tuple(user for user in known.pings if not traces.found(str(user)))
    return replace(known, content=traces.without(known.content, instead), buttons=buttons, pings=pings).to_json()


async def _show_anew(unit: SqlUnit, match_id: int) -> None:
    """Card and board are edited, since what they show bears the name."""
    hosted = await unit.match(match_id)
    assert hosted is not None
    shown = case((boards.c.message_id.is_not(None), literal(words.BLANK, JSON)))
    for which, wanted in board.wanted(hosted).items():
        here = (boards.c.match_id == match_id, boards.c.which == which)
        await unit.connection.execute(update(boards).where(*here).values(wanted=wanted.to_json(), shown=shown))


# --- the person -------------------------------------------------------------------------------------------------------


async def _forget_ids(unit: SqlUnit, user_id: int) -> int:
    ends = f":{user_id}"
    statements = [
        *(delete(t).where(t.c.user_id == user_id) for t in _OF_ONE_PERSON),
        delete(looks).where(looks.c.whose == user_id),
        update(looks).where(looks.c.user_id == user_id).values(user_id=None),
        delete(outbox).where(outbox.c.destination.endswith(ends)),
        delete(told).where(told.c.what.endswith(ends)),
        update(journal).where(journal.c.actor == user_id).values(actor=None),
        update(journal)
        .where(or_(journal.c.source.endswith(ends), journal.c.source.contains(f"{ends}:")))
        .values(source=func.printf("forgotten:%d", journal.c.position)),
        *(
            update(ledger).where(column == user_id).values({column.name: None})
            for column in (ledger.c.user_id, ledger.c.actor)
        ),
        update(matches).where(matches.c.creator_id == user_id).values(creator_id=None),
        update(tenures).where(tenures.c.user_id == user_id).values(user_id=None),
    ]
    return sum([(await unit.connection.execute(s)).rowcount for s in statements])


async def _rename(unit: SqlUnit, sittings: list[Sitting]) -> None:
    """Everyone at a table has a name of their own, those who are forgotten too."""
    for sitting in sittings:
        hosted = await unit.match(sitting.match_id)
        assert hosted is not None
        name, _ = free_name(f"Seat {sitting.number}", _names(hosted))
        await unit.connection.execute(update(tenures).where(tenures.c.id == sitting.tenure_id).values(name=name))


def _names(hosted: Hosted) -> list[str]:
    return [p.name for p in hosted.people]


# --- what is left -----------------------------------------------------------------------------------------------------


async def remains(unit: SqlUnit, user_id: int) -> list[str]:
    """The columns in which the id still stands, as `table.column`: none, unless something was overlooked."""
    found = []
    for table in metadata.sorted_tables:
        for column in table.columns:
            holds = select(func.count()).where(func.instr(cast(column, String), str(user_id)) > 0)
            if (await unit.connection.execute(holds)).scalar_one():
                found.append(f"{table.name}.{column.name}")
    return found


def shred(file: Path) -> None:
    """Write the file anew, so that nothing of what was deleted is left between its pages or in its log."""
    with closing(sqlite3.connect(exactly(file), isolation_level=None, timeout=BUSY_MS / 1000)) as connection:
        connection.execute("VACUUM")
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise Unusable("Forgotten, but the database is in use, and its log still holds the rest. Try again.")
