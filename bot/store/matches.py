"""Matches, their journals, and who sits at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, and_, case, delete, func, insert, literal_column, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.model import events as kinds
from bot.hosting.model.events import Row
from bot.hosting.model.match import CANCELLED, OVER, PAUSED, RUNNING, SIGNING_UP
from bot.hosting.model.records import Hosted, Person
from bot.hosting.ports.store import Lost
from bot.store import folded
from bot.store.tables import cohosts, invitations, journal, matches, roles, servers, tenures, waiting

LIVE = (SIGNING_UP, RUNNING, PAUSED)


class Matches:
    """Part of the unit of work."""

    connection: AsyncConnection

    # --- writing ------------------------------------------------------------------------------------------------------

    async def add_match(self, hosted: Hosted, row: Row, at: datetime) -> Hosted:
        values = _projection(hosted) | {
            "code": hosted.match.code,
            "guild_id": hosted.guild_id,
            "channel_id": hosted.channel_id,
            "creator_id": hosted.creator_id,
            "forum": hosted.forum,
            "created_at": at,
        }
        result = await self.connection.execute(insert(matches).values(values))
        key = result.inserted_primary_key
        assert key is not None
        await self._write(key[0], hosted.match.position, row)
        return replace(hosted, id=key[0])

    async def append(self, hosted: Hosted, row: Row) -> None:
        position = hosted.match.position
        guarded = (
            update(matches)
            .where(matches.c.id == hosted.id, matches.c.position == position - 1)
            .values(_projection(hosted))
        )
        if (await self.connection.execute(guarded)).rowcount != 1:
            raise Lost(f"match {hosted.id}, position {position}")
        await self._write(hosted.id, position, row)

    async def _write(self, match_id: int, position: int, row: Row) -> None:
        values = {
            "match_id": match_id,
            "position": position,
            "kind": row.kind,
            "seat": row.seat,
            "body": dict(row.body),
            "at": row.at,
            "source": row.source,
            "closes_turn": row.body["turn"] if row.kind == kinds.CLOSED else None,
            "actor": row.actor,
        }
        try:
            await self.connection.execute(insert(journal).values(values))
        except IntegrityError as error:
            raise Lost(f"match {match_id}, position {position}") from error

    async def set_thread(self, match_id: int, thread_id: int | None) -> None:
        await self.connection.execute(update(matches).where(matches.c.id == match_id).values(thread_id=thread_id))

    # --- reading ------------------------------------------------------------------------------------------------------

    async def match(self, match_id: int) -> Hosted | None:
        return await self._one(select(matches).where(matches.c.id == match_id))

    async def match_by_code(self, code: str) -> Hosted | None:
        return await self._one(select(matches).where(matches.c.code == code.upper()))

    async def matches_of(self, user_id: int) -> list[Hosted]:
        mine = select(tenures.c.match_id).where(tenures.c.user_id == user_id, tenures.c.until.is_(None))
        return await self._all(select(matches).where(matches.c.status.in_(LIVE), matches.c.id.in_(mine)))

    async def waits_at(self, user_id: int) -> list[Hosted]:
        mine = select(waiting.c.match_id).where(waiting.c.user_id == user_id)
        return await self._all(select(matches).where(matches.c.status == SIGNING_UP, matches.c.id.in_(mine)))

    async def last_ended(self, user_id: int) -> Hosted | None:
        mine = select(tenures.c.match_id).where(tenures.c.user_id == user_id, tenures.c.until.is_(None))
        return await self._one(
            select(matches)
            .where(matches.c.status.in_((OVER, CANCELLED)), matches.c.id.in_(mine))
            .order_by(matches.c.id.desc())
            .limit(1)
        )

    async def matches_in(self, guild_id: int) -> list[Hosted]:
        return await self._all(select(matches).where(matches.c.guild_id == guild_id))

    async def running(self) -> list[Hosted]:
        return await self._all(select(matches).where(matches.c.status.in_((RUNNING, PAUSED))))

    async def live(self) -> list[Hosted]:
        return await self._all(select(matches).where(matches.c.status.in_(LIVE)))

    async def created_by(self, source: str) -> bool:
        found = await self.connection.execute(
            select(journal.c.id).where(journal.c.kind == kinds.CREATED, journal.c.source == source)
        )
        return found.first() is not None

    async def code_taken(self, code: str) -> bool:
        found = await self.connection.execute(select(matches.c.id).where(matches.c.code == code))
        return found.first() is not None

    async def next_alarm(self, since: datetime) -> tuple[datetime | None, datetime | None, datetime | None]:
        running = case((and_(matches.c.status == RUNNING, matches.c.deadline > since), matches.c.deadline))
        found = await self.connection.execute(
            select(func.min(running), func.min(matches.c.announce_at), func.min(matches.c.starts_at)).where(
                matches.c.status.in_(LIVE)
            )
        )
        deadline, announcement, start = found.one()
        return deadline, announcement, start

    async def due_to_start(self, now: datetime) -> list[Hosted]:
        return await self._all(select(matches).where(matches.c.starts_at <= now))

    async def invite(self, match_id: int, user_id: int) -> None:
        values = {"match_id": match_id, "user_id": user_id}
        await self.connection.execute(upsert(invitations).values(values).on_conflict_do_nothing())

    async def invited(self, match_id: int, user_id: int) -> bool:
        found = await self.connection.execute(
            select(invitations).where(invitations.c.match_id == match_id, invitations.c.user_id == user_id)
        )
        return found.first() is not None

    async def rows(self, match_id: int, after: int = 0) -> list[Row]:
        these = (journal.c.match_id == match_id, journal.c.position > after)
        found = await self.connection.execute(select(journal).where(*these).order_by(journal.c.position))
        return [Row(r.kind, r.at, r.seat, r.body, r.source, r.actor) for r in found]

    async def rows_at(self, match_id: int, positions: Sequence[int]) -> dict[int, Row]:
        these = (journal.c.match_id == match_id, journal.c.position.in_(sorted(set(positions))))
        found = await self.connection.execute(select(journal).where(*these))
        return {r.position: Row(r.kind, r.at, r.seat, r.body, r.source, r.actor) for r in found}

    async def has_source(self, match_id: int, source: str) -> bool:
        found = await self.connection.execute(
            select(journal.c.id).where(journal.c.match_id == match_id, journal.c.source == source)
        )
        return found.first() is not None

    async def asked_since(self, match_id: int, user_id: int, since: datetime) -> list[datetime]:
        theirs = (journal.c.match_id == match_id, journal.c.kind == kinds.ASKED, journal.c.actor == user_id)
        found = await self.connection.execute(
            select(journal.c.at).where(*theirs, journal.c.at > since).order_by(journal.c.at)
        )
        return [r.at for r in found]

    async def taken_after(self, match_id: int, seat: int, at: datetime) -> bool:
        of_seat = (journal.c.match_id == match_id, journal.c.kind == kinds.MESSAGE, journal.c.seat == seat)
        found = await self.connection.execute(select(journal.c.id).where(*of_seat, journal.c.at > at).limit(1))
        return found.first() is not None

    async def add_cohost(self, match_id: int, user_id: int) -> None:
        values = {"match_id": match_id, "user_id": user_id}
        await self.connection.execute(upsert(cohosts).values(values).on_conflict_do_nothing())

    async def is_cohost(self, match_id: int, user_id: int) -> bool:
        found = await self.connection.execute(
            select(cohosts).where(cohosts.c.match_id == match_id, cohosts.c.user_id == user_id)
        )
        return found.first() is not None

    async def cohosts(self, match_id: int) -> list[int]:
        found = await self.connection.execute(
            select(cohosts.c.user_id).where(cohosts.c.match_id == match_id).order_by(literal_column("rowid"))
        )
        return [r.user_id for r in found]

    async def remove_cohost(self, match_id: int, user_id: int) -> bool:
        result = await self.connection.execute(
            delete(cohosts).where(cohosts.c.match_id == match_id, cohosts.c.user_id == user_id)
        )
        return result.rowcount == 1

    async def note_role(self, match_id: int, user_id: int, role_id: int) -> None:
        values = {"match_id": match_id, "user_id": user_id, "role_id": role_id}
        await self.connection.execute(upsert(roles).values(values).on_conflict_do_nothing())

    async def gave_role(self, user_id: int, role_id: int) -> list[int]:
        found = await self.connection.execute(
            select(roles.c.match_id)
            .where(roles.c.user_id == user_id, roles.c.role_id == role_id)
            .order_by(roles.c.match_id)
        )
        return [r.match_id for r in found]

    async def forget_role(self, match_id: int, user_id: int) -> None:
        await self.connection.execute(delete(roles).where(roles.c.match_id == match_id, roles.c.user_id == user_id))

    async def wait_for_seat(self, match_id: int, user_id: int, name: str, manages: bool) -> bool:
        values = {"match_id": match_id, "user_id": user_id, "name": name, "manages": manages}
        result = await self.connection.execute(upsert(waiting).values(values).on_conflict_do_nothing())
        return result.rowcount == 1

    async def next_waiting(self, match_id: int) -> tuple[int, str, bool] | None:
        found = await self.connection.execute(
            select(waiting).where(waiting.c.match_id == match_id).order_by(waiting.c.id).limit(1)
        )
        r = found.one_or_none()
        if r is None:
            return None
        await self.stop_waiting(match_id, r.user_id)
        return r.user_id, r.name, r.manages

    async def queues(self) -> list[int]:
        signing_up = select(matches.c.id).where(matches.c.status == SIGNING_UP)
        found = await self.connection.execute(
            select(waiting.c.match_id).where(waiting.c.match_id.in_(signing_up)).distinct().order_by(waiting.c.match_id)
        )
        return [r.match_id for r in found]

    async def stop_waiting(self, match_id: int, user_id: int) -> bool:
        result = await self.connection.execute(
            delete(waiting).where(waiting.c.match_id == match_id, waiting.c.user_id == user_id)
        )
        return result.rowcount == 1

    async def _one(self, query: Select[Any]) -> Hosted | None:
        found = await self._all(query)
        return found[0] if found else None

    async def _all(self, query: Select[Any]) -> list[Hosted]:
        rows = (await self.connection.execute(query.order_by(matches.c.id))).mappings().all()
        if not rows:
            return []
        people = await self._people([r["id"] for r in rows])
        channels = await self._host_channels({r["guild_id"] for r in rows})
        return [_hosted(r, people.get(r["id"], ()), channels.get(r["guild_id"])) for r in rows]

    async def _host_channels(self, guild_ids: set[int]) -> dict[int, int | None]:
        found = await self.connection.execute(
            select(servers.c.guild_id, servers.c.host_channel_id).where(servers.c.guild_id.in_(sorted(guild_ids)))
        )
        return {r.guild_id: r.host_channel_id for r in found}

    # --- people -------------------------------------------------------------------------------------------------------

    async def _people(self, match_ids: Iterable[int]) -> dict[int, tuple[Person, ...]]:
        query = select(tenures).where(tenures.c.match_id.in_(list(match_ids))).order_by(tenures.c.id)
        found: dict[int, list[Person]] = {}
        for r in await self.connection.execute(query):
            found.setdefault(r.match_id, []).append(Person(r.entry, r.seat, r.user_id, r.name, r.until, r.since))
        return {key: tuple(value) for key, value in found.items()}

    async def add_tenure(self, match_id: int, person: Person, since: datetime) -> None:
        await self.connection.execute(
            insert(tenures).values(
                match_id=match_id,
                entry=person.entry,
                seat=person.seat,
                user_id=person.user_id,
                name=person.name,
                since=since,
            )
        )

    async def end_tenure(self, match_id: int, entry: int, until: datetime) -> None:
        await self.connection.execute(
            update(tenures)
            .where(tenures.c.match_id == match_id, tenures.c.entry == entry, tenures.c.until.is_(None))
            .values(until=until)
        )

    async def seat(self, match_id: int, entries: Sequence[int]) -> None:
        for number, entry in enumerate(entries):
            await self.connection.execute(
                update(tenures)
                .where(tenures.c.match_id == match_id, tenures.c.entry == entry, tenures.c.until.is_(None))
                .values(seat=number)
            )

    async def players(self) -> list[int]:
        live = select(matches.c.id).where(matches.c.status.in_(LIVE))
        seated = select(tenures.c.user_id).where(
            tenures.c.match_id.in_(live), tenures.c.until.is_(None), tenures.c.user_id.is_not(None)
        )
        waits = select(waiting.c.user_id).where(waiting.c.match_id.in_(live))
        found = await self.connection.execute(seated.union(waits))
        return sorted(r.user_id for r in found)


def _projection(hosted: Hosted) -> dict[str, Any]:
    match = hosted.match
    return {
        "status": match.status,
        "position": match.position,
        "turn": match.turn,
        "deadline": match.deadline,
        "starts_at": match.starts if match.status == SIGNING_UP else None,
        "announce_at": min((h.until for h in match.hushed), default=None),
        "folded": folded.to_json(match),
    }


def _hosted(row: RowMapping, people: tuple[Person, ...], host_channel_id: int | None) -> Hosted:
    return Hosted(
        row["id"],
        row["guild_id"],
        row["channel_id"],
        row["thread_id"],
        row["creator_id"],
        folded.from_json(row["folded"]),
        people,
        host_channel_id,
        row["forum"],
    )
