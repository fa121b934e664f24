"""What a person wishes of the bot, across matches: reminders, quiet, and being away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import HOSTS
from bot.hosting.ports.store import Unit
from bot.hosting.rights import authority

_MOST: Final = 5
_WITHIN: Final = timedelta(hours=1)
"""Of so many absences of one player, in one match and so much time, its hosts are told."""


async def remind_me(user_id: int, on: bool, unit: Unit) -> Answer:
    await unit.wish(replace(await unit.wishes(user_id), reminders=on))
    return Answer(words.REMINDERS_ON if on else words.REMINDERS_OFF)


async def be_quiet(user_id: int, on: bool, unit: Unit) -> Answer:
    await unit.wish(replace(await unit.wishes(user_id), quiet=on, reminders=not on))
    return Answer(words.QUIET_ON if on else words.QUIET_OFF)


async def away(
    house: House, user_id: int, since: datetime | None, until: datetime | None, extend: bool, unit: Unit
) -> Answer:
    """Note an absence, or none. The hosts of the own matches learn of it, and nobody else. Raises Wanted, CannotSee."""
    now = house.clock.now()
    if until is None and since is not None:
        return Answer(words.AWAY_UNTIL, ok=False)
    if until is None:
        await unit.wish(replace(await unit.wishes(user_id), away_from=None, away_to=None, extend=False))
        return Answer(words.BACK)
    start = since or now
    if until <= max(start, now):
        return Answer(words.AWAY_BACKWARDS, ok=False)
    await unit.wish(replace(await unit.wishes(user_id), away_from=start, away_to=until, extend=extend))
    known = f"{0 if since is None else int(since.timestamp())}:{int(until.timestamp())}"
    told = [
        await _told(house, hosted, user_id, (start, until), known, unit) for hosted in await unit.matches_of(user_id)
    ]
    often = any(one is False for one in told)
    return Answer(words.away_noted(start, until, extend, any(told), often))


async def _told(
    house: House, hosted: Hosted, user_id: int, absence: tuple[datetime, datetime], known: str, unit: Unit
) -> bool | None:
    """Whether the hosts of a match know; None where there is nobody to tell. They are told of the same absence (it is
    `known` so) once, and of no more than a few within an hour. Raises Wanted."""
    now, person = house.clock.now(), hosted.person(user_id)
    if not hosted.match.open or person is None or person.seat is None:
        return None
    if not await authority.hears(house.facts, unit, hosted, HOSTS):
        return None
    theirs = f"away:{person.entry}:"
    if await unit.told_since(hosted.id, theirs, now - _WITHIN) >= _MOST:
        return False
    text = words.away_for_host(hosted.match.code, person.seat, *absence)
    await house.recorder.tell_hosts_once(unit, hosted, f"{theirs}{known}", text, now)
    return True
