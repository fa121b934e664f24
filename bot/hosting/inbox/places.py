"""Where somebody sits or waits: at a table that signs up, is played at, or was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.hosting.model.match import CANCELLED, OVER
from bot.hosting.model.records import Hosted, Person
from bot.hosting.ports.store import Unit


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's place at a table."""

    hosted: Hosted
    user_id: int

    @property
    def person(self) -> Person | None:
        """None for who waits for a seat."""
        return self.hosted.person(self.user_id)

    @property
    def seat(self) -> int | None:
        """From the start of the match on."""
        return None if self.person is None else self.person.seat

    @property
    def open(self) -> bool:
        """Whether a message from here may count as a move."""
        return self.hosted.match.open and self.seat is not None

    def sat(self, at: datetime) -> bool:
        """Whether they sat here at that instant already, or wait: what was sent before is not for this seat."""
        return self.person is None or self.hosted.sat(self.user_id, at)

    @property
    def code(self) -> str:
        return self.hosted.match.code


async def places_of(unit: Unit, user_id: int) -> list[Place]:
    """Where this user sits now, or waits for a seat, in matches that are signing up, running or paused."""
    here = [*await unit.matches_of(user_id), *await unit.waits_at(user_id)]
    return [Place(hosted, user_id) for hosted in here]


async def place_at(unit: Unit, hosted: Hosted, user_id: int) -> Place | None:
    """This user's place at this table, be it over by now."""
    if hosted.person(user_id) is not None or any(h.id == hosted.id for h in await unit.waits_at(user_id)):
        return Place(hosted, user_id)
    return None


async def last_left(unit: Unit, user_id: int) -> Place | None:
    """The place at the table that came to its end last."""
    hosted = await unit.last_ended(user_id)
    return None if hosted is None else Place(hosted, user_id)


def has_ended(hosted: Hosted) -> bool:
    return hosted.match.status in (OVER, CANCELLED)
