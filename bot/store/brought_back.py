"""A copy that was brought back, and what it knows of the posts that stand on Discord."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.presenting.board import BOARD
from bot.store.tables import boards, matches, outbox, presence, restored


class BroughtBack:
    """Part of the unit of work."""

    connection: AsyncConnection

    async def restored(self) -> datetime | None:
        found = await self.connection.execute(select(func.max(restored.c.at)))
        at: datetime | None = found.scalar_one()
        return at

    async def mark_restored(self, at: datetime) -> None:
        """To be called on a copy that is brought back. What it has yet to say may have been said since it was made:
        it is looked for first, as after a crash."""
        await self.connection.execute(insert(restored).values(at=at))
        await self.connection.execute(update(outbox).where(outbox.c.state == "unsaid").values(tried=True))

    async def forget_restored(self) -> None:
        await self.connection.execute(delete(restored))

    async def last_beat(self) -> datetime | None:
        found = await self.connection.execute(select(func.max(presence.c.until)))
        at: datetime | None = found.scalar_one()
        return at

    async def last_post(self, match_id: int) -> int | None:
        said = select(func.max(outbox.c.message_id)).where(outbox.c.destination == f"thread:{match_id}")
        shown = select(func.max(boards.c.message_id)).where(boards.c.match_id == match_id, boards.c.which == BOARD)
        thread = select(matches.c.thread_id).where(matches.c.id == match_id)
        found = [(await self.connection.execute(query)).scalar_one_or_none() for query in (said, shown, thread)]
        return max((number for number in found if number is not None), default=None)

    async def may_stand(self, match_id: int) -> set[str]:
        unmarked = select(outbox.c.request).where(
            outbox.c.destination == f"thread:{match_id}", outbox.c.message_id.is_(None)
        )
        shown = select(boards.c.wanted, boards.c.shown).where(boards.c.match_id == match_id)
        requests = [r.request for r in await self.connection.execute(unmarked)]
        for r in await self.connection.execute(shown):
            requests += [r.wanted, r.shown]
        return {request["content"].strip() for request in requests if request is not None}
