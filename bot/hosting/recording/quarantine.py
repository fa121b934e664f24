"""Discord's defence against spam may keep a bot from writing to people it has not written to before, until its owner
appeals. That is nothing that passes by itself: hosts, the owner and the log are told; all else goes on."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from bot.hosting import words
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import KEEPERS
from bot.hosting.ports.store import Unit
from bot.hosting.ports.time import Clock
from bot.hosting.recording.queue import Queue
from bot.hosting.recording.recorder import Recorder

log = logging.getLogger(__name__)

_TOLD: Final = "quarantine"
_STALE: Final = timedelta(days=1)
"""Not seen for so long, it may be over: what waits is tried again much more often."""


async def last_seen(unit: Unit, now: datetime) -> datetime | None:
    """When Discord last said so, if that is not too long ago to be true still."""
    found = await unit.quarantine()
    return found if found is not None and now - found < _STALE else None


class Quarantine:
    """What is to be done when the bot comes into quarantine, and when it comes out again."""

    def __init__(self, queue: Queue, recorder: Recorder, clock: Clock) -> None:
        self._queue = queue
        self._recorder = recorder
        self._clock = clock

    def seen(self) -> None:
        """Discord has refused something because of it."""
        self._queue.put(self._note)

    def over(self) -> None:
        """Something gets through that did not because of it."""
        self._queue.put(self._lift)

    async def tell(self, hosted: Hosted, unit: Unit) -> None:
        """The hosts of a match, once."""
        text = words.quarantined(hosted.match.code)
        await self._recorder.tell_hosts_once(unit, hosted, _TOLD, text, self._clock.now(), KEEPERS)

    async def _note(self, unit: Unit) -> Answer | None:
        if await unit.note_quarantine(self._clock.now()):
            log.error(
                "Discord has put the bot into quarantine (code 20026): its owner has to appeal; see docs/hosting.md"
            )
        for hosted in await unit.running():
            await self.tell(hosted, unit)
        return None

    async def _lift(self, unit: Unit) -> Answer | None:
        await unit.lift_quarantine()
        for hosted in await unit.running():
            await unit.untell(hosted.id, _TOLD)
        log.info("Discord's quarantine is over")
        return None
