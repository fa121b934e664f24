"""What a person wishes of the bot, across matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Wishes:
    user_id: int
    reminders: bool = True
    quiet: bool = False
    """Nothing but the necessary: no reminders, no hints."""
    away_from: datetime | None = None
    away_to: datetime | None = None
    extend: bool = False
    """While away, ask for the time bank where a ruleset has one."""

    def asks_for_time(self, deadline: datetime | None) -> bool:
        if not self.extend or deadline is None or self.away_from is None or self.away_to is None:
            return False
        return self.away_from <= deadline <= self.away_to
