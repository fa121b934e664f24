"""Discord's defence against spam may keep a bot from writing to people it has not written to before, until its owner
appeals. That is nothing that passes by itself: hosts, the owner and the log are told; all else goes on."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.hosting import words
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.says import KEEPERS

if TYPE_CHECKING:
    from bot.hosting.house import House

log = logging.getLogger(__name__)

_TOLD: Final = "quarantine"
_STALE: Final = timedelta(days=1)
"""Not seen for so long, it may be over: what waits is tried again much more often."""


def seen(house: House) -> None:
    """Discord has refused something because of it."""
    house.queue.put(partial(_note, house))


def over(house: House) -> None:
    """Something gets through that did not because of it."""
    house.queue.put(partial(_lift, house))


async def last_seen(unit: Unit, now: datetime) -> datetime | None:
    """When Discord last said so, if that is not too long ago to be true still."""
    found = await unit.quarantine()
    return found if found is not None and now - found < _STALE else None


async def _note(house: House, unit: Unit) -> Answer | None:
    now = house.clock.now()
    if await unit.note_quarantine(now):
        log.error("Discord has put the bot into quarantine (code 20026): its owner has to appeal; see docs/hosting.md")
    for hosted in await unit.running():
        await tell(house, hosted, unit)
    return None


async def tell(house: House, hosted: Hosted, unit: Unit) -> None:
    """The hosts of a match, once."""
    text = words.quarantined(hosted.match.code)
    await house.scribe.tell_hosts_once(unit, hosted, _TOLD, text, house.clock.now(), KEEPERS)


async def _lift(house: House, unit: Unit) -> Answer | None:
    await unit.lift_quarantine()
    for hosted in await unit.running():
        await unit.untell(hosted.id, _TOLD)
    log.info("Discord's quarantine is over")
    return None
