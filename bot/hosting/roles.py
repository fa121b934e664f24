"""A role for the players of a match, and their place in a thread that is for players only: given when they sit down,
taken when they leave; the role also when it is over.

Whether a role may be given is looked at again when it is given. It is taken from nobody who had it before, or has it
for another match: what I gave is written down before I give it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from bot.hosting import authority, journal
from bot.hosting.facts import CannotSee
from bot.hosting.journal import Row
from bot.hosting.match import CANCELLED, OVER, Match
from bot.hosting.ports import Chance, Hosted, Member, Parcel, Request, Trouble, Unit, Unreachable

if TYPE_CHECKING:
    from bot.hosting.house import House

GIVE: Final = "give"
TAKE: Final = "take"


async def settle(unit: Unit, chance: Chance, before: Match, hosted: Hosted, row: Row, now: datetime) -> None:
    """What a row does to them, in its own transaction; carried out by the outbox."""
    match, ended = hosted.match, hosted.match.status in (OVER, CANCELLED)
    for user_id, deed in _changes(before, hosted, row):
        places = [f"role:{hosted.id}:{user_id}"] if match.player_role is not None else []
        if match.private and not ended:
            places.append(f"member:{hosted.id}:{user_id}")
        for place in places:
            await unit.add_parcel(place, Request(deed), chance.nonce(), now, (hosted.id, None, None))


async def seat_all(unit: Unit, chance: Chance, hosted: Hosted, now: datetime) -> None:
    """A new thread for players only knows none of them yet."""
    for person in hosted.sitting:
        if hosted.match.private and person.user_id is not None:
            place = f"member:{hosted.id}:{person.user_id}"
            await unit.add_parcel(place, Request(GIVE), chance.nonce(), now, (hosted.id, None, None))


def _changes(before: Match, hosted: Hosted, row: Row) -> list[tuple[int, str]]:
    match = hosted.match
    if match.status in (OVER, CANCELLED) and before.status != match.status:
        return [(p.user_id, TAKE) for p in hosted.sitting if p.user_id is not None]
    if before.status in (OVER, CANCELLED) and before.status != match.status:  # turned back
        return [(p.user_id, GIVE) for p in hosted.sitting if p.user_id is not None]
    if row.kind == journal.JOINED:
        return [(p.user_id, GIVE) for p in hosted.sitting[-1:] if p.user_id is not None]
    if row.kind in (journal.LEFT, journal.REPLACED):
        return _seat_changed(hosted, row)
    return []


def _seat_changed(hosted: Hosted, row: Row) -> list[tuple[int, str]]:
    """Whoever had the seat or entry last loses the role; who has it now gets it."""
    entry = row.body["entry"] if row.kind == journal.LEFT else hosted.match.entries[row.seat or 0]
    held = [p for p in hosted.people if p.entry == entry]
    gone = [p.user_id for p in held if p.until is not None and p.user_id is not None][-1:]
    now = [p.user_id for p in held if p.until is None and p.user_id is not None and row.kind == journal.REPLACED]
    return [*((user, TAKE) for user in gone), *((user, GIVE) for user in now)]


# --- carrying it out ------------------------------------------------------------------------------------------------


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
