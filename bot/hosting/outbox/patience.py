"""How long to wait before Discord is asked again for what it did not do: a little at first, then longer and longer.

Discord bars whoever makes 10,000 refused requests within ten minutes. What is remembered here is gone with the process;
the next one tries each thing once, and is patient from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

PAUSES: Final = tuple(timedelta(seconds=s) for s in (1, 2, 5, 10, 30, 60, 120, 300, 600))
"""Between one try and the next; the last one for ever."""


@dataclass(slots=True)
class Wait:
    """Something that was refused."""

    step: int
    since: datetime
    until: datetime | None
    """When it may be tried again; None once it may."""


class Patience:
    """What rests, by a key of its user's choice."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._waits: dict[str, Wait] = {}

    def refused(self, key: str, at_least: timedelta = timedelta(0)) -> datetime:
        """It was not done: until when it rests now."""
        now, known = self._now(), self._waits.get(key)
        step = 0 if known is None else min(known.step + 1, len(PAUSES) - 1)
        while PAUSES[step] < at_least and step < len(PAUSES) - 1:
            step += 1
        until = now + max(PAUSES[step], at_least)
        self._waits[key] = Wait(step, now if known is None else known.since, until)
        return until

    def rests(self, key: str) -> bool:
        """Whether it is too early to try it again."""
        wait = self._waits.get(key)
        return wait is not None and wait.until is not None and self._now() < wait.until

    def fails(self, key: str) -> bool:
        """Whether the last try was refused."""
        return key in self._waits

    def rested(self, key: str, until: datetime) -> None:
        """The rest that was to last until then is over, whatever the clock says; should it fail again, it rests for
        longer."""
        wait = self._waits.get(key)
        if wait is not None and wait.until is not None and wait.until <= until:
            wait.until = None

    def sign_of_life(self, key: str) -> None:
        """It may well be done now: tried at once, and if that fails, soon again."""
        if key in self._waits:
            self._waits[key].step, self._waits[key].until = -1, None

    def done(self, key: str) -> None:
        """It was done, or is not wanted any more."""
        self._waits.pop(key, None)

    def lasts(self, key: str) -> timedelta:
        """For how long it has been refused."""
        wait = self._waits.get(key)
        return timedelta(0) if wait is None else self._now() - wait.since
