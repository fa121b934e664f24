"""A thread that is gone is opened again when a host asks for what did not get through, and not before: somebody may
have had reasons."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.hosting.model.records import Hosted
from bot.hosting.ports.store import Unit
from bot.hosting.ports.time import Chance
from bot.hosting.presenting.board import BOARD, CARD
from bot.hosting.recording import roles

_ASKED: Final = "reopen"


async def ask(unit: Unit, hosted: Hosted, now: datetime) -> None:
    """Should the thread turn out to be gone, another one may be opened."""
    await unit.tell_once(hosted.id, _ASKED, now)


async def reopen(unit: Unit, chance: Chance, hosted: Hosted, now: datetime) -> bool:
    """The thread is gone: have a new one opened, where that was asked for. Whether it was."""
    if not await unit.untell(hosted.id, _ASKED):
        return False
    await unit.set_thread(hosted.id, None)
    await unit.lose_board(hosted.id, BOARD, chance.nonce())
    if hosted.forum:
        await unit.lose_board(hosted.id, CARD, chance.nonce())
    else:
        await unit.doubt_board(hosted.id, CARD)
    await roles.seat_all(unit, chance, hosted, now)
    return True
