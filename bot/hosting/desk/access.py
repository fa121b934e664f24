"""Which match a command means, and the way to a tool of its desk. Whether somebody may use it: `authority`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import waiting
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.rights import authority
from bot.hosting.rights.authority import DESK, Right

Tool = Callable[[House, Hosted, Asker, Unit], Awaitable[Answer]]
"""One of the host's tools, once the match and the right to it are known."""


async def is_host(unit: Unit, asker: Asker) -> bool:
    """Whether they host the server where they ask."""
    return bool(asker.guild_id) and await authority.hosts_server(unit, asker.guild_id, asker.member)


async def as_host(house: House, asker: Asker, code: str | None, tool: Tool, right: Right, unit: Unit) -> Answer:
    """Use a tool on a match: the one named, else the one of this thread, else the only one that is open here.

    A match that is unknown and one that may not be touched get the same answer. Under every answer of the desk stands
    what waits for hosts that could not be reached. Raises Wanted, CannotSee.
    """
    found = await _allowed(house, asker, code, right, unit)
    if isinstance(found, Answer):
        return found
    if await unit.has_source(found.id, asker.source):
        return Answer(words.DONE_BEFORE, ok=False)
    here = replace(asker, guild_id=found.guild_id)
    answer = await seen.on_record(house, found, here, await tool(house, found, here, unit), unit)
    return await waiting.told(answer, found, asker.user_id, unit)


async def may_use(house: House, asker: Asker, code: str, unit: Unit, right: Right = DESK) -> str | None:
    """Why somebody may not use the desk of a match, wherever they ask; None where they may.

    Raises Wanted, CannotSee.
    """
    found = await _allowed(house, asker, code, right, unit)
    return found.text if isinstance(found, Answer) else None


async def _allowed(house: House, asker: Asker, code: str | None, right: Right, unit: Unit) -> Hosted | Answer:
    """The match, for who may use such a tool on it. In a direct message nobody says who they are in its server: Discord
    is asked."""
    found = await (find(unit, asker, code) if asker.guild_id else _anywhere(unit, code))
    if isinstance(found, Answer):
        return found if await is_host(unit, asker) else Answer(words.NOT_A_HOST, ok=False)
    member = asker.member if asker.guild_id else house.facts.member(found.guild_id, asker.user_id)
    refused = await authority.refusal(unit, found, member, right)
    if refused is None and right.speaks and member is not None:
        refused = authority.muted(house.facts, found, member)
    return found if refused is None else Answer(refused, ok=False)


async def refusal(unit: Unit, asker: Asker, hosted: Hosted, right: Right = DESK) -> str | None:
    """Why somebody may not use the desk of a match of the server where they ask; None where they may."""
    return await authority.refusal(unit, hosted, asker.member, right)


async def _anywhere(unit: Unit, code: str | None) -> Hosted | Answer:
    """By a button in a direct message."""
    hosted = None if code is None else await unit.match_by_code(code)
    return hosted or Answer(words.NO_SUCH_MATCH, ok=False)


async def find(unit: Unit, asker: Asker, code: str | None) -> Hosted | Answer:
    """The match that a command means, among those of this server."""
    return _meant(await unit.matches_in(asker.guild_id), asker, code)


async def find_seen(house: House, asker: Asker, code: str | None, unit: Unit) -> Hosted | Answer:
    """The same, among those that the asker may know of. Raises CannotSee."""
    here = await unit.matches_in(asker.guild_id)
    return _meant([h for h in here if await authority.sees(house.facts, unit, h, asker.member)], asker, code)


def _meant(here: Iterable[Hosted], asker: Asker, code: str | None) -> Hosted | Answer:
    matches = list(here)
    if code is not None:
        named = [h for h in matches if h.match.code == code.strip().upper()]
        return named[0] if named else Answer(words.NO_SUCH_MATCH, ok=False)
    in_thread = [h for h in matches if h.thread_id == asker.channel_id]
    if in_thread:
        return in_thread[0]
    open_here = [h for h in matches if authority.is_open(h)]
    if len(open_here) == 1:
        return open_here[0]
    return Answer(words.say_which([h.match.code for h in open_here]), ok=False)


def hosting(
    house: House, asker: Asker, code: str | None, tool: Tool, right: Right = DESK
) -> Callable[[Unit], Awaitable[Answer]]:
    """The deed for the queue."""
    return partial(as_host, house, asker, code, tool, right)
