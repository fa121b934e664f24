"""Sign-up: a match is created, players join and leave, it starts or is cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.folding import advance
from bot.hosting.inbox import intake
from bot.hosting.model import events, limits
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.instants import after, up_to_minute
from bot.hosting.model.match import ANYONE, CANCELLED, INVITED, OVER, ROLE, SIGNING_UP
from bot.hosting.model.names import free_name
from bot.hosting.model.records import Answer, Hosted, Member, Person, Request
from bot.hosting.model.saying import KEEPERS, PUBLIC, Say
from bot.hosting.players import seen
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from bot.hosting.presenting import board
from bot.hosting.presenting.rendering import escape
from bot.hosting.recording import chronicle, direct_channels, ledger
from bot.hosting.rights import authority
from bot.hosting.rights.facts import CannotSee
from games.catalogue import RULESETS
from games.ruleset import NewPhase

_SEED_BITS: Final = 62
_ON_ITS_WAY: Final = timedelta(seconds=10)
MOST_PLAYERS: Final = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """What a host asks for when a match is created."""

    guild_id: int
    channel_id: int
    host_id: int
    ruleset: str
    options: Mapping[str, Any]
    """Complete."""
    least: int
    most: int
    at: datetime
    """The command's stamp."""
    source: str
    open_to: str = ANYONE
    role: int | None = None
    starts: datetime | None = None
    forum: bool = False
    reminders: tuple[float, ...] = (12.0, 2.0)
    hostless: bool = False
    private: bool = False
    player_role: int | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """Who presses Join."""

    user_id: int
    display_name: str
    role_ids: frozenset[int]
    at: datetime
    source: str
    manages: bool = False
    """May manage the server."""
    written: bool = True
    """Whether the greeting has reached them by direct message."""

    @property
    def member(self) -> Member:
        """What they are in the server of the match."""
        return Member(self.user_id, self.role_ids, self.manages)


@dataclass(frozen=True, slots=True)
class Greeting:
    """A greeting that is being sent."""

    text: str
    nonce: str


async def create(house: House, plan: Plan, unit: Unit) -> Answer:
    if await unit.created_by(plan.source):
        return Answer(words.DONE_BEFORE, ok=False)
    rules = RULESETS[plan.ruleset]
    code = await _fresh_code(house, unit, rules.title)
    body = {
        "code": code,
        "ruleset": rules.name,
        "version": rules.version,
        "seed": house.chance.below(1 << _SEED_BITS),
        "options": dict(plan.options),
        "least": plan.least,
        "most": plan.most,
        "open_to": plan.open_to,
        "role": plan.role,
        "starts": None if plan.starts is None else stamp(plan.starts),
        "reminders": list(plan.reminders),
        "hostless": plan.hostless,
        "private": plan.private,
        "player_role": plan.player_role,
    }
    row = Row(events.CREATED, plan.at, body=body, source=plan.source, actor=plan.host_id)
    new = Hosted(0, plan.guild_id, plan.channel_id, None, plan.host_id, advance(None, row).match, forum=plan.forum)
    hosted = await unit.add_match(new, row, house.clock.now())
    await house.recorder.refresh(unit, hosted)
    chronicle.note(unit, None, hosted.match, row)
    if (await unit.server(plan.guild_id)).host_channel_id is None:
        await _ready_for_troubles(house, hosted, plan.host_id, unit)
    return Answer(words.created(rules.title, code, plan.starts))


async def _ready_for_troubles(house: House, hosted: Hosted, host_id: int, unit: Unit) -> None:
    """When Discord refuses to open direct messages, it is too late to open the host's."""
    to, origin = f"{direct_channels.OPEN}:{host_id}", (hosted.id, None, None)
    await unit.add_parcel(to, Request(""), house.chance.nonce(), house.clock.now(), origin)


async def _fresh_code(house: House, unit: Unit, title: str) -> str:
    """The title's initial and characters by chance: it tells nothing of how many matches there are."""
    length = 2
    while True:
        for _ in range(20):
            tail = "".join(limits.CODE[house.chance.below(len(limits.CODE))] for _ in range(length))
            code = title[0].upper() + tail
            if any(c.isdigit() for c in tail) and not await unit.code_taken(code):
                return code
        length += 1


# --- joining and leaving ------------------------------------------------------------------------------------------


async def may_join(code: str, guest: Guest, unit: Unit) -> Answer:
    """Whether joining would be refused, before a direct message is sent; the text of that message otherwise."""
    hosted = await unit.match_by_code(code)
    refused = await _refusal(unit, hosted, guest)
    if refused is not None:
        return Answer(refused, ok=False)
    assert hosted is not None
    full = len(hosted.match.entries) >= hosted.match.most
    return Answer((words.greeting_in_line if full else words.greeting)(hosted.match.rules.title, hosted.match.code))


async def _refusal(unit: Unit, hosted: Hosted | None, guest: Guest) -> str | None:
    if hosted is None:
        return words.SIGNUP_CLOSED
    match = hosted.match
    if hosted.person(guest.user_id) is not None:
        return words.ALREADY_IN
    if match.status != SIGNING_UP:
        return words.SIGNUP_CLOSED
    return await _stranger(unit, hosted, guest.member)


async def _stranger(unit: Unit, hosted: Hosted, member: Member) -> str | None:
    """Why a match is not open to somebody: it is for others, or they have seen what players must not see."""
    match = hosted.match
    if match.open_to == ROLE and match.role not in member.role_ids:
        return words.only_for_role(match.role)
    if match.open_to == INVITED and not await unit.invited(hosted.id, member.user_id):
        return words.ONLY_INVITED
    why = await seen.closed_to(hosted, member.user_id, unit)
    return None if why is None else words.no_seat_for_you(why, match.code)


async def join(house: House, code: str, guest: Guest, unit: Unit) -> Answer:
    """Sit down; at a full table, wait for a seat."""
    hosted = await unit.match_by_code(code)
    refused = await _refusal(unit, hosted, guest)
    if refused is not None:
        return Answer(refused, ok=False)
    assert hosted is not None
    if len(hosted.match.entries) < hosted.match.most:
        name, renamed = await _sit_down(house, hosted, guest, unit)
        return Answer(words.joined(escape(name), hosted.match.code, renamed, guest.written))
    await intake.read_from(unit, guest.user_id, guest.at)
    hosts = await authority.hosts_server(unit, hosted.guild_id, guest.member)
    new = await unit.wait_for_seat(hosted.id, guest.user_id, guest.display_name, hosts)
    return Answer(words.waiting(hosted.match.most) if new else words.WAITING_ALREADY, ok=new)


async def join_unwritten(
    house: House, code: str, guest: Guest, greeting: Greeting, trouble: Trouble, unit: Unit
) -> Answer:
    """Sit down, though Discord did not take the greeting for now: it is said once Discord does."""
    answer = await join(house, code, replace(guest, written=False), unit)
    hosted = await unit.match_by_code(code)
    if not answer.ok or hosted is None:
        return answer
    destination, now = f"user:{guest.user_id}", house.clock.now()
    origin = (hosted.id, None, None)
    await unit.add_parcel(destination, Request(greeting.text), greeting.nonce, now, origin, tried=True)
    if trouble.quarantined:
        await house.quarantine.tell(hosted, unit)
    seated = hosted.person(guest.user_id) is not None
    return replace(answer, text=f"{answer.text}\n{words.unwritten(trouble.quarantined, seated)}")


async def _sit_down(house: House, hosted: Hosted, guest: Guest, unit: Unit) -> tuple[str, bool]:
    """The name at the table, and whether it is another than the one that is shown (ruling C9)."""
    name, renamed = free_name(guest.display_name, [p.name for p in hosted.sitting])
    entry = hosted.match.next_entry
    await intake.read_from(unit, guest.user_id, guest.at)
    await unit.add_tenure(hosted.id, Person(entry, None, guest.user_id, name), guest.at)
    fresh = await unit.match(hosted.id)
    assert fresh is not None
    row = Row(events.JOINED, guest.at, body={"entry": entry}, source=guest.source, actor=guest.user_id)
    if await authority.hosts_server(unit, hosted.guild_id, guest.member):
        row = replace(row, body={**row.body, "manages": True})
    await house.recorder.write(unit, fresh, row, house.clock.now())
    return name, renamed


async def leave(house: House, code: str, user_id: int, at: datetime, source: str, unit: Unit) -> Answer:
    hosted = await unit.match_by_code(code)
    person = None if hosted is None else hosted.person(user_id)
    if hosted is not None and person is None and await unit.stop_waiting(hosted.id, user_id):
        return Answer(words.WAITING_NO_MORE)
    if hosted is None or person is None:
        return Answer(words.NOT_IN, ok=False)
    if hosted.match.status != SIGNING_UP:
        return Answer(words.STARTED_ALREADY, ok=False)
    row = Row(events.LEFT, at, body={"entry": person.entry}, source=source, actor=user_id)
    await unit.end_tenure(hosted.id, person.entry, at)
    left = await unit.match(hosted.id)
    assert left is not None
    await house.recorder.write(unit, left, row, house.clock.now())
    with suppress(CannotSee):  # the next sweep sees to it
        async with unit.savepoint():
            await _seat_next(house, hosted.id, at, unit)
    return Answer(words.left_table(hosted.match.code))


async def seat_waiting(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Fill the free seats of a table with those who wait for one. Raises Wanted, CannotSee."""
    while (hosted := await unit.match(match_id)) is not None and len(hosted.match.entries) < hosted.match.most:
        if not await _seat_next(house, match_id, house.clock.now(), unit):
            break
    return None


async def _seat_next(house: House, match_id: int, at: datetime, unit: Unit) -> bool:
    """Whoever has waited longest, and is still one of those for whom the match is, gets the free seat, and is told.
    Whether anybody did. Raises Wanted, CannotSee."""
    while (waiting := await unit.next_waiting(match_id)) is not None:
        hosted = await unit.match(match_id)
        if hosted is None or hosted.match.status != SIGNING_UP:
            break
        user_id, name, _ = waiting
        member = house.facts.member(hosted.guild_id, user_id)
        why = await seen.closed_to(hosted, user_id, unit)
        refused = None if member is None else await _stranger(unit, hosted, member)
        if refused is not None and why is not None:
            refused = words.no_seat_after_all(why, hosted.match.code)
        if member is None:  # they left the server
            continue
        if refused is not None:
            await house.recorder.tell(unit, f"user:{user_id}", Say(PUBLIC, refused), hosted, house.clock.now())
            continue
        source = f"waited:{user_id}:{hosted.match.next_entry}"
        guest = Guest(user_id, name, member.role_ids, at, source, member.manages)
        name, renamed = await _sit_down(house, hosted, guest, unit)
        said = Say(PUBLIC, words.seat_free(hosted.match.code, escape(name) if renamed else None))
        await house.recorder.tell(unit, f"user:{user_id}", said, hosted, house.clock.now())
        return True
    return False


async def _dismiss(house: House, hosted: Hosted, text: str, unit: Unit) -> None:
    """Whoever still waits for a seat waits in vain, and is told."""
    while (waiting := await unit.next_waiting(hosted.id)) is not None:
        await house.recorder.tell(unit, f"user:{waiting[0]}", Say(PUBLIC, text), hosted, house.clock.now())


# --- starting and cancelling --------------------------------------------------------------------------------------


async def start(house: House, hosted: Hosted, host_id: int, at: datetime, source: str, unit: Unit) -> Answer:
    match = hosted.match
    if match.status != SIGNING_UP:
        return Answer(words.STARTED_BEFORE, ok=False)
    if len(match.entries) < match.least:
        return Answer(words.too_few(len(match.entries), match.least), ok=False)
    if await _has_no_place(hosted, at, unit):
        return Answer(words.no_place(match.code), ok=False)
    started = await _begin(house, hosted, host_id, at, source, unit)
    assert started.match.deadline is not None
    return Answer(words.started(match.code, started.match.phase.title, started.match.deadline))


async def start_due(house: House, match_id: int, unit: Unit) -> Answer | None:
    """Start by itself, now that the time has come; with too few players it waits for a host."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or hosted.match.status != SIGNING_UP or hosted.match.starts is None or hosted.match.starts > now:
        return None
    if len(hosted.match.entries) < hosted.match.least:
        await house.recorder.write(unit, hosted, Row(events.UNSTARTED, now, source="start"), now)
    elif await _has_no_place(hosted, now, unit):  # looked at again by the next sweep
        text = words.no_place(hosted.match.code)
        await house.recorder.tell_hosts_once(unit, hosted, "no place", text, now, KEEPERS)
    else:
        await _begin(house, hosted, None, now, "start", unit)
    return None


async def _has_no_place(hosted: Hosted, at: datetime, unit: Unit) -> bool:
    """Whether its thread could not be opened. That of a match which was created a moment ago may be on its way."""
    if hosted.thread_id is not None:
        return False
    created, *_ = await unit.rows(hosted.id)
    return at - created.at > _ON_ITS_WAY


async def _begin(house: House, hosted: Hosted, host_id: int | None, at: datetime, source: str, unit: Unit) -> Hosted:
    row = opening(hosted, await ledger.brought(unit, hosted), at, source, host_id)
    started, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    await _dismiss(house, started, words.begun_without_you(hosted.match.code), unit)
    return started


async def invite(house: House, hosted: Hosted, user_id: int, unit: Unit) -> Answer:
    """Let a person join an invited match."""
    if hosted.match.status != SIGNING_UP:
        return Answer(words.SIGNUP_CLOSED, ok=False)
    if (why := await seen.closed_to(hosted, user_id, unit)) is not None:
        return Answer(words.no_seat_for_them(why), ok=False)
    await unit.invite(hosted.id, user_id)
    return Answer(words.invited(user_id, hosted.match.code))


def opening(hosted: Hosted, holdings: list[dict[str, int]], at: datetime, source: str, host_id: int | None) -> Row:
    """The row that starts a match; the first deadline is rounded up to a full minute."""
    match = hosted.match
    clock = match.rules.open(holdings, match.options, lambda purpose, n: 0).clock
    assert isinstance(clock, NewPhase)
    body = {
        "entries": list(match.entries),
        "holdings": holdings,
        "deadline": stamp(up_to_minute(after(at, clock.hours))),
    }
    return Row(events.STARTED, at, body=body, source=source, actor=host_id)


async def cancel(
    house: House, hosted: Hosted, host_id: int | None, at: datetime, source: str, unit: Unit, agreed: bool = False
) -> Answer:
    """`agreed`: the players wished it, and no host."""
    if hosted.match.status in (OVER, CANCELLED):
        return Answer(words.NOTHING_TO_CANCEL, ok=False)
    body = {"agreed": True} if agreed else {}
    row = Row(events.CANCELLED, at, body=body, source=source, actor=host_id)
    cancelled, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    await _dismiss(house, hosted, words.cancelled(hosted.match.code, started=False), unit)
    await intake.release(house, unit, cancelled)
    return Answer(words.cancelled_done(hosted.match.code))


# --- what anyone may ask --------------------------------------------------------------------------------------------


def status(hosted: Hosted) -> Answer:
    """The board's text, for whoever asks in the server."""
    return Answer(board.wanted(hosted)[board.BOARD].content)


is_open = authority.is_open
