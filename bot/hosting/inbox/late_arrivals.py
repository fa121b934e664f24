"""A message that reaches us after a later one of the same player: what was stamped last still stands (ruling L2)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.hosting.folds.rewinding import effective
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import Match
from bot.hosting.model.records import Hosted, Letter
from bot.hosting.ports.store import Unit


@dataclass(frozen=True, slots=True)
class Standing:
    """A message that was taken before an earlier one came, and has to be taken again after it."""

    row: Row
    position: int

    def source(self, letter: Letter) -> str:
        """What the row that takes it again comes from: once for each message that came late."""
        return f"again:{self.position}:{letter.message_id}"

    def changes(self, match: Match) -> bool:
        """Whether taking it again would change anything."""
        assert self.row.seat is not None
        return bool(match.rules.take(match.state, self.row.seat, self.row.body["text"]).state != match.state)


async def standing(unit: Unit, hosted: Hosted, seat: int, letter: Letter) -> list[Standing]:
    """The seat's messages stamped after this one that stand, in the order of their stamps.

    Something that happens with every taking (a transfer, a request for time) does not stand, it was done.
    """
    if not await unit.taken_after(hosted.id, seat, letter.stamp):
        return []
    rows = effective(await unit.rows(hosted.id))
    mine = [Standing(row, at) for at, row in rows if row.kind == events.MESSAGE and row.seat == seat]
    later = sorted((one for one in mine if one.row.at > letter.stamp), key=lambda one: one.row.at)
    return [one for one in later if not one.changes(hosted.match)]
