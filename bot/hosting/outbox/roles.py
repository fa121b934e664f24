"""The players' role, given and taken.

Whether a role may be given is looked at again when it is given. It is taken from nobody who had it before, or has it
for another match: what I gave is written down before I give it.
"""

from __future__ import annotations

from bot.hosting.context import House
from bot.hosting.model.records import Hosted, Member, Parcel
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.recording.roles import GIVE
from bot.hosting.rights import authority
from bot.hosting.rights.facts import CannotSee


async def carry_out(house: House, parcel: Parcel, user_id: int) -> int | None:
    """Give the role of a match to somebody, or take it; doing it twice does no harm, two at once might. Raises Trouble,
    Unreachable."""
    assert parcel.match_id is not None
    async with house.store.begin() as unit:
        hosted = await unit.match(parcel.match_id)
    if hosted is None or hosted.match.player_role is None:
        return 0
    do = _give if parcel.request.content == GIVE else _take
    return await do(house, hosted, hosted.match.player_role, user_id, parcel)


async def _give(house: House, hosted: Hosted, role_id: int, user_id: int, parcel: Parcel) -> int | None:
    member = await _may_have(house, hosted, role_id, user_id)
    async with house.store.begin() as unit:
        ours = await unit.gave_role(user_id, role_id)
        if member is None or (role_id in member.role_ids and not ours):  # they left, or had it before
            return 0
        await unit.note_role(hosted.id, user_id, role_id)
    if role_id in member.role_ids:
        return 0
    return await house.post.send(_on_discord(hosted, role_id, user_id), parcel.request, parcel.nonce)


async def _may_have(house: House, hosted: Hosted, role_id: int, user_id: int) -> Member | None:
    """Who is to get the role, as Discord has them; None where they are not in the server. Raises Trouble, Unreachable,
    the latter also where the role is not one to be given, or not any more."""
    guild_id, creator, facts = hosted.guild_id, hosted.creator_id, house.facts

    async def look() -> tuple[str | None, Member | None]:
        facts.need(guild_id, [user for user in (user_id, creator) if user is not None])
        giver = None if creator is None else facts.member(guild_id, creator)
        async with house.store.begin() as unit:
            refused = await authority.role_refusal(facts, unit, guild_id, role_id, giver)
        return refused, facts.member(guild_id, user_id)

    try:
        refused, member = await facts.answered(look)
    except CannotSee:
        raise Trouble("it cannot be seen whether a role may be given") from None
    if refused is not None:
        raise Unreachable(refused)
    return member


async def _take(house: House, hosted: Hosted, role_id: int, user_id: int, parcel: Parcel) -> int | None:
    """Only what I gave, and no other match needs."""
    async with house.store.begin() as unit:
        given = await unit.gave_role(user_id, role_id)
    if hosted.id not in given:
        return 0
    if given == [hosted.id]:
        await house.post.send(_on_discord(hosted, role_id, user_id), parcel.request, parcel.nonce)
    async with house.store.begin() as unit:
        await unit.forget_role(hosted.id, user_id)
    return 0


def _on_discord(hosted: Hosted, role_id: int, user_id: int) -> str:
    return f"role:{hosted.guild_id}:{role_id}:{user_id}"
