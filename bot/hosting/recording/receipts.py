"""`/my receipts`: one's own messages as they are on record, a page at a time, in the order in which they were taken.

Whether a message was taken, and in which phase, only a fold of the journal tells. A match is folded once for all its
readers, piece by piece beside everything else, and from then on only by what has been added. What is kept of it holds
no text: that is read anew for each page, so that what has been forgotten is not shown.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.hosting.folds.folding import advance
from bot.hosting.folds.rewinding import REWINDING, Placed, effective
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import Match, Outcome
from bot.hosting.ports.store import Store

Advance = Callable[[Match | None, Row], Outcome]

_MATCHES: Final = 16
"""So many matches are kept, those that were asked about last."""
_PIECE: Final = 25
"""Rows that are folded before others have their turn."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of a seat that is on record."""

    position: int
    text_at: int
    """The position of the row that has its text: its own, or that of a host's correction."""
    seat: int
    phase: str
    """The title of the phase in which it was taken."""
    accepted: bool
    changed: bool
    """Whether it changed anything."""
    actor: int | None
    """Who sent it, or entered it; None once forgotten."""


@dataclass(slots=True)
class _Story:
    """A match's journal, as far as it has been folded."""

    match: Match | None = None
    position: int = 0
    """Rows that have been read."""
    sent: list[Sent] = field(default_factory=list)
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


class Receipts:
    def __init__(self, store: Store, fold: Advance = advance) -> None:
        self._store = store
        self._fold = fold
        self._stories: OrderedDict[int, _Story] = OrderedDict()

    async def of(self, match_id: int, seat: int, user_id: int) -> list[Sent]:
        """What this user sent from a seat; of what others sent from it, or entered for it, what changed something."""
        story = self._stories.setdefault(match_id, _Story())
        self._stories.move_to_end(match_id)
        if len(self._stories) > _MATCHES:
            self._stories.popitem(last=False)
        async with story.busy:
            await self._catch_up(story, match_id)
            return [s for s in story.sent if s.seat == seat and (s.actor == user_id or s.changed)]

    async def rows(self, match_id: int, sent: Sequence[Sent]) -> list[Row]:
        """The rows of these messages, each with the text that holds."""
        wanted = [p for s in sent for p in (s.position, s.text_at)]
        async with self._store.begin() as unit:
            rows = await unit.rows_at(match_id, wanted)
        return [replace(rows[s.position], body={"text": rows[s.text_at].body["text"]}) for s in sent]

    async def _catch_up(self, story: _Story, match_id: int) -> None:
        new = await self._read(match_id, story.position)
        if story.position and any(row.kind in REWINDING for row in new):
            # What was folded is no longer all that holds: from the beginning.
            story.match, story.position, story.sent = None, 0, []
            new = await self._read(match_id, 0)
        placed = list(enumerate(new, start=story.position + 1)) if story.position else effective(new)
        texts = {row.body["row"]: at for at, row in placed if row.kind == events.REWRITTEN}
        await self._tell(story, placed, texts)
        story.position += len(new)

    async def _read(self, match_id: int, after: int) -> list[Row]:
        async with self._store.begin() as unit:
            return await unit.rows(match_id, after)

    async def _tell(self, story: _Story, placed: Iterable[Placed], texts: dict[int, int]) -> None:
        for number, (position, row) in enumerate(placed, start=1):
            before = story.match
            outcome = self._fold(before, row)
            story.match = replace(outcome.match, position=position)
            if row.kind == events.MESSAGE and row.seat is not None:
                changed = before is None or outcome.match.state != before.state
                at, phase = texts.get(position, position), story.match.phase.title
                story.sent.append(Sent(position, at, row.seat, phase, outcome.accepted, changed, row.actor))
            if number % _PIECE == 0:
                await asyncio.sleep(0)
