"""Discord cannot be read, or does not take what is to be said: who is told of it, once it has lasted for a while."""

from __future__ import annotations

from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.records import Hosted
from bot.hosting.model.saying import KEEPERS, PUBLIC, Say
from bot.hosting.ports.store import Unit
from bot.hosting.recording import stale_reminders

_POSTS_WAIT: Final = "waits"


async def close_waits(house: House, hosted: Hosted, unit: Unit) -> None:
    """The deadline has passed, and the turn cannot be closed. Hosts and players are told, once a turn: that Discord
    cannot be read, and nothing about whom it concerns (L1)."""
    code, now, origin = hosted.match.code, house.clock.now(), (hosted.id, None, stale_reminders.CLOSE_WAITS)
    if not await unit.tell_once(hosted.id, f"delayed:{hosted.match.turn}", now):
        return
    public = Say(PUBLIC, words.close_waits(hosted.match.phase))
    await house.recorder.tell(unit, f"thread:{hosted.id}", public, hosted, now, origin)
    keepers = house.recorder.destination(hosted, KEEPERS)
    if keepers is not None:
        await house.recorder.tell(unit, keepers, Say(KEEPERS, words.close_delayed(code)), hosted, now, origin)


async def posts_wait(house: House, hosted: Hosted, why: str, to: str, unit: Unit) -> None:
    """Something is tried again and again, and Discord does not take it. Hosts are told once, until it is over."""
    destination, now = house.recorder.destination(hosted, to), house.clock.now()
    if destination is not None and await unit.tell_once(hosted.id, _POSTS_WAIT, now):
        said = Say(to, words.posts_wait(hosted.match.code, why))
        await house.recorder.tell(unit, destination, said, hosted, now, (hosted.id, None, stale_reminders.POSTS_WAIT))


async def posts_go_on(match_id: int, unit: Unit) -> None:
    """Discord takes it now."""
    if await unit.untell(match_id, _POSTS_WAIT):
        await unit.withdraw_reminders(match_id, [stale_reminders.POSTS_WAIT])
