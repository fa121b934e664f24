"""Who may do what, and who hears: decided here and nowhere else, for this person, this match, now.

Every command, button, modal and autocomplete asks, and whatever sends something to hosts; what is confirmed asks again.
Of Discord's side it goes by `Member`, which is as fresh as the press or the request it came with (`facts`), and by what
may be read and written where. What cannot be seen at the moment is refused (`CannotSee`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.hosting import words
from bot.hosting.model.match import PAUSED, RUNNING, SIGNING_UP
from bot.hosting.model.records import Hosted, Member, Person
from bot.hosting.model.saying import HOSTS, KEEPERS, OFFICE
from bot.hosting.ports.store import Unit
from bot.hosting.rights.facts import CannotSee, Facts

# --- what somebody is -------------------------------------------------------------------------------------------------


def manages(member: Member | None) -> bool:
    """Whether they may choose what a server has to choose."""
    return member is not None and member.manages and not member.silenced


async def hosts_server(unit: Unit, guild_id: int, member: Member | None) -> bool:
    """Manage Server, or the role that the server chose. Who is timed out hosts nothing meanwhile."""
    if member is None or member.silenced:
        return False
    server = await unit.server(guild_id)
    return member.manages or (server.host_role_id is not None and server.host_role_id in member.role_ids)


async def hosts_match(unit: Unit, hosted: Hosted, member: Member | None) -> bool:
    """A host of the server, or a co-host of the match: whether they play in it is another question."""
    if member is None or member.silenced:
        return False
    return await hosts_server(unit, hosted.guild_id, member) or await unit.is_cohost(hosted.id, member.user_id)


def is_open(hosted: Hosted) -> bool:
    return hosted.match.status in (SIGNING_UP, RUNNING, PAUSED)


# --- the desk of a match ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Right:
    """What a tool of the desk asks of whoever uses it, besides hosting the match."""

    always: bool = False
    """It is open in a hostless match, and to who plays there: where it changes what runs, the players are asked."""
    speaks: bool = False
    """It posts in the match's thread: they must be allowed to write there themselves."""
    names: bool = False
    """It makes others hosts of the match: it is for hosts of the server, not for co-hosts."""


DESK: Final = Right()
ALWAYS: Final = Right(always=True)
SPEAKS: Final = Right(speaks=True)
NAMES: Final = Right(names=True)


async def may_host(unit: Unit, hosted: Hosted, member: Member | None, right: Right) -> bool:
    """Whether somebody is a host for such a tool, wherever the match stands and whether or not they play."""
    if right.names:
        return await hosts_server(unit, hosted.guild_id, member)
    return await hosts_match(unit, hosted, member)


async def refusal(unit: Unit, hosted: Hosted, member: Member | None, right: Right = DESK) -> str | None:
    """Why somebody may not use such a tool on this match; None where they may. (For `speaks`: `muted`.)"""
    if member is None or not await hosts_match(unit, hosted, member):
        return words.NOT_A_HOST
    if not await may_host(unit, hosted, member, right):
        return words.NO_MORE_COHOSTS
    if hosted.match.hostless and is_open(hosted):
        return None if right.always else words.HOSTLESS
    return words.SEATED_HOST if hosted.ever(member.user_id) else None


def muted(facts: Facts, hosted: Hosted, member: Member) -> str | None:
    """Why somebody may not have the bot post in the match's thread. Raises CannotSee."""
    allowed = facts.may_write(hosted.guild_id, hosted.channel_id, member, in_threads=True)
    return None if allowed else words.MUTED


async def sees(facts: Facts, unit: Unit, hosted: Hosted, member: Member) -> bool:
    """Whether somebody of the server may know of a match: it is theirs, or they can read where it is played. Raises
    CannotSee."""
    if hosted.ever(member.user_id) or await hosts_match(unit, hosted, member):
        return True
    if hosted.match.private and hosted.match.state is not None:
        return False
    return facts.may_read(hosted.guild_id, hosted.channel_id, member)


async def books_refusal(unit: Unit, guild_id: int, member: Member) -> str | None:
    """Why the books of others are closed to somebody. What they brought is secret from whoever plays with them."""
    if not await hosts_server(unit, guild_id, member):
        return words.NOT_A_HOST
    plays_here = any(h.guild_id == guild_id for h in await unit.matches_of(member.user_id))
    return words.PLAYING_HOST if plays_here else None


# --- a role for players -----------------------------------------------------------------------------------------------


async def role_refusal(facts: Facts, unit: Unit, guild_id: int, role_id: int, giver: Member | None) -> str | None:
    """Why the players do not get this role on behalf of somebody; None where they do. Raises CannotSee.

    It must be one that the giver could give by hand, and of no consequence: nobody hosts by it, or reads what is asked.
    """
    if giver is None:
        return words.role_obstacle("not theirs")
    obstacle = facts.obstacle(guild_id, role_id, giver)
    if obstacle is not None:
        return words.role_obstacle(obstacle)
    server = await unit.server(guild_id)
    if role_id == server.host_role_id:
        return words.HOSTS_ROLE
    plain, holder = Member(0), Member(0, frozenset({role_id}))
    office = server.host_channel_id
    opens = office is not None and facts.may_read(guild_id, office, holder) > facts.may_read(guild_id, office, plain)
    return words.ROLE_READS_OFFICE if opens else None


# --- who hears --------------------------------------------------------------------------------------------------------


async def hears(facts: Facts, unit: Unit, hosted: Hosted, audience: str) -> list[str]:
    """Where what is for hosts is said now, the first choice first: `channel:ID`, `user:ID`. Raises Wanted, CannotSee.

    HOSTS: nowhere where somebody at the table reads it. KEEPERS: also who plays. OFFICE: the channel, whoever reads it.
    """
    if audience == HOSTS and hosted.match.hostless and hosted.match.open:
        return []
    people = await _may_host(unit, hosted, audience)
    office = _office(facts, hosted)
    sitting = _sitting(hosted) if office is not None and audience == HOSTS else []
    facts.need(hosted.guild_id, [*people, *sitting])
    places, unseen = [], False
    try:
        if office is not None and (audience != HOSTS or not _readers(facts, hosted, office)):
            places.append(f"channel:{office}")
    except CannotSee:
        unseen = True
    for user_id in people:
        try:
            if await hosts_match(unit, hosted, facts.member(hosted.guild_id, user_id)):
                places.append(f"user:{user_id}")
        except CannotSee:
            unseen = True
    if unseen and not places:
        raise CannotSee
    return places


async def _may_host(unit: Unit, hosted: Hosted, audience: str) -> list[int]:
    """Who created it, then the co-hosts; whether they still may is to be seen."""
    named = [user for user in (hosted.creator_id, *await unit.cohosts(hosted.id)) if user is not None]
    return [user for user in dict.fromkeys(named) if audience == KEEPERS or not hosted.ever(user)]


def readers(facts: Facts, hosted: Hosted) -> list[Person]:
    """Who sits at the table and can read the hosts' channel. Raises Wanted, CannotSee."""
    office = _office(facts, hosted)
    if office is None:
        return []
    facts.need(hosted.guild_id, _sitting(hosted))
    return _readers(facts, hosted, office)


def _readers(facts: Facts, hosted: Hosted, office: int) -> list[Person]:
    found = []
    for person in hosted.sitting:
        member = None if person.user_id is None else facts.member(hosted.guild_id, person.user_id)
        if member is not None and facts.may_read(hosted.guild_id, office, member):
            found.append(person)
    return found


def _office(facts: Facts, hosted: Hosted) -> int | None:
    """The hosts' channel, where there is one and I can write into it. Raises CannotSee."""
    office = hosted.host_channel_id
    return office if office is not None and facts.reached(hosted.guild_id, office) else None


def _sitting(hosted: Hosted) -> Sequence[int]:
    return [person.user_id for person in hosted.sitting if person.user_id is not None]


def desk_of(hosted: Hosted, audience: str) -> str:
    """The destination of what hosts are to be told: who that is, is looked up when it is said."""
    return f"{audience}:{hosted.id}"


def audience_of(destination: str) -> str | None:
    """For whom among the hosts, where a destination is one of theirs."""
    kind = destination.partition(":")[0]
    return kind if kind in (HOSTS, KEEPERS, OFFICE) else None
