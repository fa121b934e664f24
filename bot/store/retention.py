"""Texts whose time has come: what players typed, and what was said, some weeks after a match has ended."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import and_, case, exists, func, or_, select, update

from bot.hosting.model import events as kinds
from bot.hosting.model.match import CANCELLED, OVER
from bot.store import words
from bot.store.matches import Matches
from bot.store.tables import inbox, journal, matches, outbox

_ENDINGS = (kinds.CLOSED, kinds.CANCELLED)
_LEFT = ("said", "withdrawn", "parked")


class Retention(Matches):
    """Part of the unit of work."""

    async def blank_old_texts(self, before: datetime) -> int:
        """Of matches that ended before this instant, and of messages that belonged to none; how many were blanked.

        The journal keeps what it needs to be folded, in the words of the rules.
        """
        found = [await self._blank_match(match_id) for match_id in await self._still_speaking(before)]
        homeless = and_(inbox.c.match_id.is_(None), inbox.c.at < before, inbox.c.state == "done", inbox.c.text != "")
        loose = and_(outbox.c.match_id.is_(None), outbox.c.created_at < before, *_SPEAKING)
        texts = await self.connection.execute(update(inbox).where(homeless).values(text=""))
        said = await self.connection.execute(update(outbox).where(loose).values(_SILENCED))
        return sum(found) + texts.rowcount + said.rowcount

    async def _still_speaking(self, before: datetime) -> list[int]:
        """Matches that ended before, and of which something is left to blank."""
        last = and_(journal.c.match_id == matches.c.id, journal.c.kind.in_(_ENDINGS))
        ended = select(func.max(journal.c.at)).where(last).scalar_subquery() < before
        typed = exists().where(inbox.c.match_id == matches.c.id, inbox.c.text != "")
        said = exists().where(outbox.c.match_id == matches.c.id, *_SPEAKING)
        over = matches.c.status.in_((OVER, CANCELLED))
        found = await self.connection.execute(select(matches.c.id).where(over, or_(typed, said), ended))
        return [r.id for r in found]

    async def _blank_match(self, match_id: int) -> int:
        idle = await words.blank(self.connection, match_id, words.idle(await self.rows(match_id)))
        texts = await self.connection.execute(
            update(inbox).where(inbox.c.match_id == match_id, inbox.c.text != "").values(text="")
        )
        said = await self.connection.execute(
            update(outbox).where(outbox.c.match_id == match_id, *_SPEAKING).values(_SILENCED)
        )
        return idle + texts.rowcount + said.rowcount


_SPEAKING = (outbox.c.state.in_(_LEFT), outbox.c.request != words.BLANK)
"""What waits for a closed door so long is not said any more, either."""
_SILENCED = {"request": words.BLANK, "state": case((outbox.c.state == "parked", "withdrawn"), else_=outbox.c.state)}
