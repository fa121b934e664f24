"""What came in, and what is to be said: inbox, outbox, boards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import JSON, Row, and_, case, delete, func, insert, literal, or_, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.model.records import Board, Letter, Origin, Parcel, Request
from bot.store.tables import boards, channels, inbox, mailboxes, outbox, told
from bot.store.words import BLANK


class Incoming:
    """Part of the unit of work."""

    connection: AsyncConnection

    async def add_letter(self, letter: Letter, at: datetime) -> bool:
        result = await self.connection.execute(
            upsert(inbox)
            .values(
                message_id=letter.message_id,
                user_id=letter.user_id,
                text=letter.text,
                readable=letter.readable,
                reply_to=letter.reply_to,
                edited_at=letter.edited_at if letter.from_history else None,
                via=letter.via,
                turn=letter.turn,
                state="done",
                at=at,
            )
            .on_conflict_do_nothing()
        )
        return result.rowcount == 1

    async def place_letter(self, message_id: int, match_id: int | None, held: bool) -> None:
        await self.connection.execute(
            update(inbox)
            .where(inbox.c.message_id == message_id)
            .values(match_id=match_id, state="held" if held else "done")
        )

    async def held(self, match_id: int) -> list[Letter]:
        found = await self.connection.execute(
            select(inbox).where(inbox.c.match_id == match_id, inbox.c.state == "held").order_by(inbox.c.message_id)
        )
        return [_letter(r) for r in found]

    async def undecided(self, user_id: int) -> list[Letter]:
        found = await self.connection.execute(
            select(inbox)
            .where(inbox.c.user_id == user_id, inbox.c.match_id.is_(None), inbox.c.state == "held")
            .order_by(inbox.c.at, inbox.c.message_id)
        )
        return [_letter(r) for r in found]

    async def own_letter(self, message_id: int, user_id: int) -> Letter | None:
        found = await self.connection.execute(
            select(inbox).where(inbox.c.message_id == message_id, inbox.c.user_id == user_id)
        )
        r = found.one_or_none()
        return None if r is None else _letter(r)

    async def letter_text(self, message_id: int) -> str | None:
        found = await self.connection.execute(select(inbox.c.text).where(inbox.c.message_id == message_id))
        return found.scalar_one_or_none()

    async def read_up_to(self, user_id: int) -> int | None:
        found = await self.connection.execute(select(channels.c.read_up_to).where(channels.c.user_id == user_id))
        return found.scalar_one_or_none()

    async def set_read_up_to(self, user_id: int, message_id: int) -> None:
        """Marks only ever move forward."""
        statement = upsert(channels).values(user_id=user_id, read_up_to=message_id)
        await self.connection.execute(
            statement.on_conflict_do_update(
                index_elements=["user_id"],
                set_={"read_up_to": func.max(channels.c.read_up_to, statement.excluded.read_up_to)},
            )
        )

    async def direct_channel(self, user_id: int) -> int | None:
        kept = mailboxes.c.user_id == user_id
        found = await self.connection.execute(select(mailboxes.c.channel_id).where(kept))
        return found.scalar_one_or_none()

    async def keep_direct_channel(self, user_id: int, channel_id: int) -> None:
        """Mostly it is known, and nothing is written."""
        statement = upsert(mailboxes).values(user_id=user_id, channel_id=channel_id)
        await self.connection.execute(
            statement.on_conflict_do_update(
                index_elements=["user_id"],
                set_={"channel_id": statement.excluded.channel_id},
                where=mailboxes.c.channel_id != statement.excluded.channel_id,
            )
        )


def _letter(r: Row[Any]) -> Letter:
    """A letter that was held: whoever gave it by a command is answered by direct message now."""
    via: Literal["message", "released"] = "message" if r.via == "message" else "released"
    edited = r.edited_at
    return Letter(r.message_id, r.user_id, r.text, r.readable, r.reply_to, edited, edited is not None, via, r.turn)


def _parcel(r: Row[Any]) -> Parcel:
    request = Request.from_json(r.request)
    return Parcel(r.id, r.destination, request, r.nonce, r.tried, r.created_at, r.match_id, r.state, r.message_id)


class Outgoing:
    """Part of the unit of work."""

    connection: AsyncConnection

    async def add_parcel(
        self,
        destination: str,
        request: Request,
        nonce: str,
        at: datetime,
        origin: Origin | None = None,
        tried: bool = False,
    ) -> None:
        await self.unpark(destination)
        match_id, position, ordinal = origin or (None, None, None)
        await self.connection.execute(
            insert(outbox).values(
                match_id=match_id,
                position=position,
                ordinal=ordinal,
                destination=destination,
                request=request.to_json(),
                nonce=nonce,
                state="unsaid",
                tried=tried,
                created_at=at,
            )
        )

    async def unsaid(self) -> list[str]:
        found = await self.connection.execute(
            select(outbox.c.destination).where(outbox.c.state == "unsaid").distinct().order_by(outbox.c.destination)
        )
        return [r.destination for r in found]

    async def next_parcel(self, destination: str) -> Parcel | None:
        return next(iter(await self.waiting(destination, 1)), None)

    async def waiting(self, destination: str, most: int) -> list[Parcel]:
        return await self._first(destination, most, ("unsaid",))

    async def kept_back(self, destination: str, most: int) -> list[Parcel]:
        return await self._first(destination, most, ("unsaid", "parked"))

    async def _first(self, destination: str, most: int, states: Sequence[str]) -> list[Parcel]:
        found = await self.connection.execute(
            select(outbox)
            .where(outbox.c.destination == destination, outbox.c.state.in_(states))
            .order_by(outbox.c.id)
            .limit(most)
        )
        return [_parcel(r) for r in found]

    async def tried_as(self, destination: str, nonce: str) -> list[Parcel]:
        found = await self.connection.execute(
            select(outbox)
            .where(
                outbox.c.state.in_(("unsaid", "withdrawn")),
                outbox.c.destination == destination,
                outbox.c.nonce == nonce,
                outbox.c.tried,
            )
            .order_by(outbox.c.id)
        )
        return [_parcel(r) for r in found]

    async def mark_tried(self, parcel_ids: Sequence[int], nonce: str) -> int:
        result = await self.connection.execute(
            update(outbox)
            .where(outbox.c.id.in_(parcel_ids), outbox.c.state == "unsaid")
            .values(tried=True, nonce=nonce)
        )
        return result.rowcount

    async def mark_said(self, parcel_ids: Sequence[int], message_id: int | None, at: datetime) -> None:
        await self.connection.execute(
            update(outbox).where(outbox.c.id.in_(parcel_ids)).values(state="said", message_id=message_id, said_at=at)
        )

    async def parcel(self, parcel_id: int) -> Parcel | None:
        found = await self.connection.execute(select(outbox).where(outbox.c.id == parcel_id))
        r = found.one_or_none()
        return None if r is None else _parcel(r)

    async def said_by(self, match_id: int, position: int) -> list[Parcel]:
        found = await self.connection.execute(
            select(outbox)
            .where(outbox.c.match_id == match_id, outbox.c.position == position)
            .order_by(outbox.c.ordinal)
        )
        return [_parcel(r) for r in found]

    async def reword(self, parcel_id: int, request: Request) -> None:
        await self.connection.execute(update(outbox).where(outbox.c.id == parcel_id).values(request=request.to_json()))

    async def said_at(self, parcel_ids: Sequence[int], place: str) -> None:
        await self.connection.execute(update(outbox).where(outbox.c.id.in_(parcel_ids)).values(destination=place))

    async def park(self, destination: str) -> int:
        return await self._move(destination, "unsaid", "parked")

    async def parked(self, destination: str) -> int:
        found = await self.connection.execute(
            select(func.count()).where(outbox.c.destination == destination, outbox.c.state == "parked")
        )
        count: int = found.scalar_one()
        return count

    async def parked_at(self, destinations: Sequence[str]) -> list[Parcel]:
        found = await self.connection.execute(
            select(outbox)
            .where(outbox.c.destination.in_(destinations), outbox.c.state == "parked")
            .order_by(outbox.c.id)
        )
        return [_parcel(r) for r in found]

    async def unpark(self, destination: str) -> int:
        return await self._move(destination, "parked", "unsaid")

    async def waits_since(self, destination: str) -> datetime | None:
        there = (outbox.c.destination == destination, outbox.c.state.in_(("unsaid", "parked")))
        found = await self.connection.execute(select(func.min(outbox.c.created_at)).where(*there))
        first: datetime | None = found.scalar_one()
        return first

    async def _move(self, destination: str, state: str, to: str) -> int:
        result = await self.connection.execute(
            update(outbox).where(outbox.c.destination == destination, outbox.c.state == state).values(state=to)
        )
        return result.rowcount

    async def withdraw(self, match_id: int, after: int, but: Sequence[int] = ()) -> int:
        result = await self.connection.execute(
            update(outbox)
            .where(
                outbox.c.match_id == match_id,
                outbox.c.position > after,
                outbox.c.position.not_in(but),
                outbox.c.state.in_(("unsaid", "parked")),
            )
            .values(state="withdrawn")
        )
        return result.rowcount

    async def withdraw_reminders(self, match_id: int, ordinals: Sequence[int]) -> int:
        result = await self.connection.execute(
            update(outbox)
            .where(
                outbox.c.match_id == match_id,
                outbox.c.position.is_(None),
                outbox.c.ordinal.in_(ordinals),
                outbox.c.state.in_(("unsaid", "parked")),
            )
            .values(state="withdrawn")
        )
        return result.rowcount

    async def first_said(self, destination: str, match_id: int, after: int) -> int | None:
        found = await self.connection.execute(
            select(func.min(outbox.c.message_id)).where(
                outbox.c.destination == destination,
                outbox.c.match_id == match_id,
                outbox.c.position > after,
                outbox.c.state == "said",
            )
        )
        first: int | None = found.scalar_one()
        return first

    async def untell(self, match_id: int, what: str | None = None) -> bool:
        those = told.c.match_id == match_id
        result = await self.connection.execute(
            delete(told).where(those if what is None else and_(those, told.c.what == what))
        )
        return result.rowcount > 0

    async def last_said(self, destination: str) -> int | None:
        found = await self.connection.execute(
            select(func.max(outbox.c.message_id)).where(outbox.c.destination == destination, outbox.c.state == "said")
        )
        last: int | None = found.scalar_one()
        return last

    async def said_since(self, destination: str, text: str, since: datetime) -> bool:
        found = await self.connection.execute(
            select(outbox.c.id)
            .where(
                outbox.c.destination == destination,
                outbox.c.created_at >= since,
                outbox.c.request["content"].as_string() == text,
            )
            .limit(1)
        )
        return found.first() is not None

    async def match_of_message(self, message_id: int) -> int | None:
        found = await self.connection.execute(
            select(outbox.c.match_id).where(outbox.c.message_id == message_id).limit(1)
        )
        return found.scalar_one_or_none()

    # --- boards -------------------------------------------------------------------------------------------------------

    async def boards(self, match_id: int) -> dict[str, Board]:
        found = await self.connection.execute(select(boards).where(boards.c.match_id == match_id))
        return {
            r.which: Board(
                r.match_id,
                r.which,
                Request.from_json(r.wanted),
                None if r.shown is None else Request.from_json(r.shown),
                r.message_id,
                r.nonce,
                r.tried,
            )
            for r in found
        }

    async def stale_boards(self) -> list[tuple[int, str]]:
        found = await self.connection.execute(
            select(boards.c.match_id, boards.c.which).where(
                or_(boards.c.message_id.is_(None), boards.c.shown.is_(None), boards.c.shown != boards.c.wanted)
            )
        )
        return [(r.match_id, r.which) for r in found]

    async def want(self, match_id: int, which: str, wanted: Request, nonce: str) -> None:
        statement = upsert(boards).values(match_id=match_id, which=which, wanted=wanted.to_json(), nonce=nonce)
        await self.connection.execute(
            statement.on_conflict_do_update(
                index_elements=["match_id", "which"], set_={"wanted": statement.excluded.wanted}
            )
        )

    async def show(self, match_id: int, which: str, shown: Request, message_id: int) -> None:
        """What is wanted no longer is not kept: it may name somebody who was forgotten while it was sent."""
        kept = case((boards.c.wanted == shown.to_json(), boards.c.wanted), else_=literal(BLANK, JSON))
        await self.connection.execute(
            update(boards)
            .where(boards.c.match_id == match_id, boards.c.which == which)
            .values(shown=kept, message_id=message_id)
        )

    async def try_board(self, match_id: int, which: str, sent: Request) -> None:
        await self.connection.execute(
            update(boards)
            .where(boards.c.match_id == match_id, boards.c.which == which)
            .values(tried=True, shown=sent.to_json())
        )

    async def lose_board(self, match_id: int, which: str, nonce: str) -> None:
        await self.connection.execute(
            update(boards)
            .where(boards.c.match_id == match_id, boards.c.which == which)
            .values(shown=None, message_id=None, nonce=nonce, tried=False)
        )

    async def doubt_board(self, match_id: int, which: str) -> None:
        await self.connection.execute(
            update(boards).where(boards.c.match_id == match_id, boards.c.which == which).values(shown=None)
        )

    async def told_since(self, match_id: int, what: str, since: datetime) -> int:
        these = (told.c.match_id == match_id, told.c.what.startswith(what, autoescape=True), told.c.at > since)
        found = await self.connection.execute(select(func.count()).where(*these))
        count: int = found.scalar_one()
        return count

    async def tell_once(self, match_id: int, what: str, at: datetime) -> bool:
        result = await self.connection.execute(
            upsert(told).values(match_id=match_id, what=what, at=at).on_conflict_do_nothing()
        )
        return result.rowcount == 1
