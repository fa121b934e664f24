"""What a person wishes of the bot, across matches: reminders, quiet, and being away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.hosting import authority, words
from bot.hosting.house import House
from bot.hosting.ports import Answer, Unit
from bot.hosting.says import HOSTS


@dataclass(frozen=True, slots=True)
class Wishes:
    user_id: int
    reminders: bool = True
    quiet: bool = False
    """Nothing but the necessary: no reminders, no hints."""
    away_from: datetime | None = None
    away_to: datetime | None = None
    extend: bool = False
    """While away, ask for the time bank where a ruleset has one."""

    def asks_for_time(self, deadline: datetime | None) -> bool:
        if not self.extend or deadline is None or self.away_from is None or self.away_to is None:
            return False
        return self.away_from <= deadline <= self.away_to


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
    told = False
    for hosted in await unit.matches_of(user_id):
        person = hosted.person(user_id)
        if not hosted.match.open or person is None or person.seat is None:
            continue
        if await authority.hears(house.facts, unit, hosted, HOSTS):
            told = True
            text = words.away_for_host(hosted.match.code, person.seat, start, until)
            await house.scribe.tell_hosts(unit, hosted, text, now)
    return Answer(words.away_noted(start, until, extend, told))
