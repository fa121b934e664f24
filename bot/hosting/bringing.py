"""What cannot be written to a person (closed direct messages, or Discord does not take it for now) is shown under the
answers to their commands and buttons, for their eyes alone: each once, and then it counts as told."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.hosting import limits, merging, words
from bot.hosting.house import House, Show
from bot.hosting.ports import Parcel, Request, Unit

_AT_ONCE: Final = 5
"""Messages under one answer; what is left comes under the next."""


async def bring(house: House, destination: str, rests: bool, show: Show) -> None:
    """`rests`: Discord has not taken it, and it will be tried again. What is about to be said is left alone."""
    for count in range(_AT_ONCE):
        async with house.store.begin() as unit:
            kept = await _kept_back(unit, destination, rests)
        if not kept:
            return
        bundle = merging.bundled(kept)
        more = count == _AT_ONCE - 1 and len(bundle.parcels) < len(kept)
        await show(_headed(replace(bundle.request, reply_to=None, pings=()), more))
        async with house.store.begin() as unit:
            await unit.mark_said(bundle.ids, None, house.clock.now())


async def _kept_back(unit: Unit, destination: str, rests: bool) -> list[Parcel]:
    if not rests and not await unit.parked(destination):
        return []
    return await unit.kept_back(destination, merging.MOST)


def _headed(request: Request, more: bool) -> Request:
    """Why it comes here, where there is room for it."""
    parts = [words.NOT_WRITTEN, request.content, *([words.MORE_WAITS] if more else [])]
    whole = "\n".join(parts)
    return replace(request, content=whole) if len(whole) <= limits.MESSAGE else request
