"""The server's clock. Everything that Discord stamps (ids, messages, the `Date` header) is stamped by it alone."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)
COUNTER_BITS: Final = 22


def stamp(snowflake: int) -> datetime:
    """The instant, to the millisecond, at which an id was given out."""
    return EPOCH + (snowflake >> COUNTER_BITS) * MILLISECOND


def snowflake_at(instant: datetime) -> int:
    """The smallest id that can be given out at `instant`."""
    return ((instant - EPOCH) // MILLISECOND) << COUNTER_BITS


class Clock:
    """Real speed from any start, or frozen and moved by hand. It may also be set back, as a wrong clock is."""

    def __init__(self, start: datetime | None = None) -> None:
        self._shown = start or datetime.now(UTC)
        self._since: float | None = time.monotonic()
        self._given: Counter[int] = Counter()

    def now(self) -> datetime:
        """The instant in UTC that Discord would stamp now."""
        if self._since is None:
            return self._shown
        return self._shown + timedelta(seconds=time.monotonic() - self._since)

    def freeze(self) -> None:
        """Stand still until `run`; `set` and `advance` still move it."""
        self._shown, self._since = self.now(), None

    def run(self) -> None:
        """Go on at real speed from where it stands."""
        self._shown, self._since = self.now(), time.monotonic()

    def set(self, instant: datetime) -> None:
        """Jump to an instant, forward or back; frozen or running it stays what it was."""
        self._shown = instant
        if self._since is not None:
            self._since = time.monotonic()

    def advance(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0) -> None:
        """Jump forward."""
        self.set(self.now() + timedelta(seconds=seconds, minutes=minutes, hours=hours))

    def snowflake(self) -> int:
        """A new id stamped now; ids of one millisecond count up, so that they sort by arrival."""
        first = snowflake_at(self.now())
        self._given[first] += 1
        return first + self._given[first] - 1
