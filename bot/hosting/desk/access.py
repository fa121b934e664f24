"""Who may use the host's tools, and on which match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from bot.hosting import seen, words
from bot.hosting.house import House
from bot.hosting.instants import stamped
from bot.hosting.lobby import is_open
from bot.hosting.ports import Answer, Hosted, Unit


@dataclass(frozen=True, slots=True)
class Asker:
    """Who gives a command, where, and what the server lets them do."""

    user_id: int
    guild_id: int
    channel_id: int
    role_ids: frozenset[int]
    manages: bool
    """Has Manage Server here."""
    interaction_id: int

    @property
    def at(self) -> datetime:
        """The stamp of a command is its own id (ruling L2)."""
        return stamped(self.interaction_id)

    @property
    def source(self) -> str:
        return f"interaction:{self.interaction_id}"


Tool = Callable[[House, Hosted, Asker, Unit], Awaitable[Answer]]
"""One of the host's tools, once the match and the right to it are known."""


async def is_host(unit: Unit, asker: Asker) -> bool:
    """Manage Server, or the role that the server chose."""
    server = await unit.server(asker.guild_id)
    return asker.manages or (server.host_role_id is not None and server.host_role_id in asker.role_ids)


async def as_host(house: House, asker: Asker, code: str | None, tool: Tool, always: bool, unit: Unit) -> Answer:
    """Use a tool on a match: the one named, else the one of this thread, else the only one that is open here.

    Whoever holds or held a seat hosts nothing of that match. A match that is unknown and one that may not be touched
    get the same answer. `always`: the tool is open in a hostless match, too, and to its players.
    """
    found = await find(unit, asker, code)
    if isinstance(found, Answer):
        return found if await is_host(unit, asker) else Answer(words.NOT_A_HOST, ok=False)
    refused = await refusal(unit, asker, found, always)
    if refused is not None:
        return Answer(refused, ok=False)
    if await unit.has_source(found.id, asker.source):
        return Answer(words.DONE_BEFORE, ok=False)
    return await seen.on_record(house, found, asker, await tool(house, found, asker, unit), unit)


async def refusal(unit: Unit, asker: Asker, hosted: Hosted, always: bool = False) -> str | None:
    """Why somebody may not use the desk of a match of their server; None where they may."""
    if not await is_host(unit, asker) and not await unit.is_cohost(hosted.id, asker.user_id):
        return words.NOT_A_HOST
    if hosted.match.hostless and is_open(hosted):
        return None if always else words.HOSTLESS
    return words.SEATED_HOST if hosted.ever(asker.user_id) else None


async def find(unit: Unit, asker: Asker, code: str | None) -> Hosted | Answer:
    """The match that a command means, among those of this server."""
    here = await unit.matches_in(asker.guild_id)
    if code is not None:
        named = [h for h in here if h.match.code == code.strip().upper()]
        return named[0] if named else Answer(words.NO_SUCH_MATCH, ok=False)
    in_thread = [h for h in here if h.thread_id == asker.channel_id]
    if in_thread:
        return in_thread[0]
    open_here = [h for h in here if is_open(h)]
    if len(open_here) == 1:
        return open_here[0]
    return Answer(words.say_which([h.match.code for h in open_here]), ok=False)


def hosting(
    house: House, asker: Asker, code: str | None, tool: Tool, always: bool = False
) -> Callable[[Unit], Awaitable[Answer]]:
    """The deed for the queue."""
    return partial(as_host, house, asker, code, tool, always)
