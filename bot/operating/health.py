"""`dealer health`: whether the process that speaks for the database lives. Run every minute, so it imports little."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.config import Settings
from bot.store.heartbeat import last_beat
from bot.terminal import complain, say

ALIVE: Final = timedelta(seconds=90)
"""A living process renews its lease every ten seconds."""


def health(settings: Settings) -> int:
    """The exit status: 0 if a process spoke for the database within the last minute and a half."""
    file = settings.database.file
    if not file.exists():
        return _ill("There is no database yet.")
    if last_beat(file) is None:
        return _ill("No Dealer is running on this database.")
    if not alive(file, datetime.now(UTC)):
        return _ill("The Dealer on this database is stuck, or was killed.")
    say("Alive.")
    return 0


def alive(file: Path, now: datetime) -> bool:
    """A beat from the future is no sign of life either: the clock was set back, and the next beat shows it."""
    beat = last_beat(file)
    return beat is not None and abs(now - beat) <= ALIVE


def _ill(why: str) -> int:
    complain(why)
    return 1
