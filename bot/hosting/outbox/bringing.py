"""What cannot be written to a person (closed direct messages, or Discord does not take it for now) is shown under the
answers to their commands and buttons, for their eyes alone: each once, and then it counts as told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.hosting import words
from bot.hosting.context import House, Show
from bot.hosting.model import limits
from bot.hosting.model.records import Parcel, Request
from bot.hosting.outbox import merging
from bot.hosting.ports.store import Unit

_AT_ONCE: Final = 5
"""Messages under one answer; what is left comes under the next."""
_SOON: Final = timedelta(minutes=1)


async def bring(house: House, destination: str, fails: bool, show: Show) -> None:
    """`fails`: Discord has not taken it, and it will be tried again. What is about to be said is left alone."""
    for count in range(_AT_ONCE):
        async with house.store.begin() as unit:
            kept = await _kept_back(house, unit, destination, fails)
        if not kept:
            return
        bundle = merging.bundled(kept)
        head = [words.NOT_WRITTEN] if count == 0 else []
        tail = [words.MORE_WAITS] if count == _AT_ONCE - 1 and len(bundle.parcels) < len(kept) else []
        for shown in _framed(replace(bundle.request, reply_to=None, pings=()), head, tail):
            await show(shown)
        async with house.store.begin() as unit:
            await unit.mark_said(bundle.ids, None, house.clock.now())


async def _kept_back(house: House, unit: Unit, destination: str, fails: bool) -> list[Parcel]:
    """What has hardly begun to wait may get through in a moment."""
    if await unit.parked(destination):
        return await unit.kept_back(destination, merging.MOST)
    since = await unit.waits_since(destination) if fails else None
    if since is None or house.clock.now() - since < _SOON:
        return []
    return await unit.kept_back(destination, merging.MOST)


def _framed(request: Request, head: Sequence[str], tail: Sequence[str]) -> list[Request]:
    """Why it comes here, and that there is more: around it where there is room, else as messages of their own."""
    whole = "\n".join([*head, request.content, *tail])
    if len(whole) <= limits.MESSAGE:
        return [replace(request, content=whole)]
    return [*map(Request, head), request, *map(Request, tail)]
