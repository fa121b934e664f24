"""What players typed is kept for some weeks after their match, and no longer."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from bot.hosting.context import House
from bot.hosting.model.records import Answer
from bot.hosting.ports.store import Unit

log = logging.getLogger(__name__)

EVERY: Final = timedelta(hours=1)
"""How often it is looked for."""


async def blank_old_texts(house: House, unit: Unit) -> Answer | None:
    found = await unit.blank_old_texts(house.clock.now() - house.manners.keep_texts)
    if found:
        log.info("%d texts were kept long enough, and are blanked", found)
    return None
