"""What hosting needs of time and chance."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Discord's time, as well as it is known without asking: it only wakes us and dates rows of our own."""

    async def discord(self) -> datetime:
        """Discord's time, asked of Discord. Raises Trouble."""


class Alarm(Protocol):
    def ring_at(self, when: datetime) -> None:
        """Call the sweep at this instant; replaces the alarm that was set."""


class Chance(Protocol):
    def below(self, n: int) -> int: ...

    def nonce(self) -> str:
        """24 random characters, since readers can see it."""
