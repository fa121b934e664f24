"""Reading what was sent while nobody looked: no gap in anybody's messages, and no close on half of them.

After any break, what arrives live from a player is held until that player's history is read; then all of it is taken
in the order of the stamps. The time in which the bot could not be asked anything is made good (DESIGN: away).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.inbox import intake
from bot.hosting.inbox.set_back import Doubts
from bot.hosting.model import events
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.instants import up_to_minute
from bot.hosting.model.match import RUNNING, Match
from bot.hosting.model.records import Answer, Hosted, Letter
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.ports.store import Unit
from bot.hosting.recording.queue import Deed

log = logging.getLogger(__name__)

_WINDOW: Final = timedelta(hours=2)
_AT_ONCE: Final = 8
_LAST: Final = 1 << 64
"""Larger than any id of Discord's."""


@dataclass(frozen=True, slots=True)
class Parked:
    """Something that a player did while the own history was not read yet."""

    user_id: int
    deed: Deed
    otherwise: Deed | None
    number: int | None
    future: asyncio.Future[Answer | None]

    def let_go(self, house: House) -> None:
        """Put it on the queue now."""
        house.queue.put(self.deed, self.otherwise, self.user_id).add_done_callback(self.answer)

    def answer(self, done: asyncio.Future[Answer | None]) -> None:
        if not self.future.done():
            self.future.set_result(done.result())


class Mailroom:
    """Who has been read, and whether the house is there for everyone."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.present = False
        """Connected, and everyone is read."""
        self.connected = False
        self._known = False
        """Whether it is known who has a gap; until it is, everyone may have one."""
        self._gaps: set[int] = set()
        """Players whose history is not read yet."""
        self._refused: Counter[int] = Counter()
        """How often each of them could not be read; others come first, so that none waits for the rest."""
        self._waiting: dict[int, list[Parked]] = {}
        """What people did live since the break."""
        self._doubts = Doubts(house)
        self._owed = False
        """Whether the time in which nobody could ask us is yet to be made good: before what was sent is taken in."""
        self._breaks = 0
        """How many there were: what was read before the last one proves nothing."""
        self.came_back: Callable[[], None] = lambda: None
        """Called once everyone is read: what fell due meanwhile can be judged."""
        self.heard_from: Callable[[int], None] = lambda user: None
        """Called with a user who writes: they may be written to."""

    def has_read(self, hosted: Hosted) -> bool:
        """Whether nobody at this table has a gap: one that cannot be read keeps no other table waiting."""
        if not self.connected or not self._known or self._doubts.of(hosted.id):
            return False
        return not any(p.user_id in self._gaps for p in hosted.sitting)

    def is_in_doubt(self, hosted: Hosted) -> bool:
        """Whether it is not known yet that this database is the one that spoke of the match last: nothing happens."""
        return self._doubts.of(hosted.id)

    # --- live ---------------------------------------------------------------------------------------------------------

    def arrived(self, letter: Letter) -> None:
        """A message came in over the gateway. Call before anything is awaited."""
        house, number = self._house, letter.message_id
        if letter.channel_id is not None and not self._is_read(letter.user_id):
            house.direct.learn(letter.user_id, letter.channel_id)  # reading what came before needs it
        deed, otherwise = partial(intake.receive, house, letter), partial(intake.apologise, house, letter)
        self.put(letter.user_id, deed, otherwise, number).add_done_callback(lambda _: self.heard_from(letter.user_id))

    def put(
        self, user_id: int, deed: Deed, otherwise: Deed | None = None, number: int | None = None
    ) -> asyncio.Future[Answer | None]:
        """Queue what a player does, or hold it until that player's history is read.

        `number`: Discord's id of the message or interaction, whose stamp is its place among what was missed; without
        one it comes after all of that.
        """
        if self._is_read(user_id):
            return self._house.queue.put(deed, otherwise, user_id)
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(user_id, []).append(Parked(user_id, deed, otherwise, number, future))
        return future

    def _is_read(self, user_id: int) -> bool:
        return self.connected and self._known and user_id not in self._gaps

    def holds(self, user_id: int) -> bool:
        """Whether what this user does is held until what they sent before is read."""
        return user_id in self._waiting

    # --- breaks -------------------------------------------------------------------------------------------------------

    def went_away(self) -> None:
        """The connection is gone. Nothing closes until it is back."""
        self.present = self.connected = False
        self._breaks += 1

    async def resumed(self) -> None:
        """The connection is back, and whatever was missed has been brought."""
        self.connected = True
        self._house.queue.put(partial(make_good, self._house, lambda _: True))
        await self.read_what_is_left()

    async def returned(self) -> None:
        """A new connection: anything may have been missed."""
        self.present = self._known = False
        self.connected = True
        self._breaks += 1
        self._refused.clear()
        await self.read_what_is_left()

    async def read_what_is_left(self) -> None:
        """Read everyone who has a gap; present once nobody has one. Whoever cannot be read now is tried again."""
        breaks = self._breaks
        if self._doubts.left:
            cleared = await self._doubts.settle()
            if self._known:
                self._house.queue.put(partial(make_good, self._house, cleared.__contains__))
        if not self._known:
            await self._find_gaps(breaks)
        if not self.connected or not self._known:
            return
        for user in [u for u in self._waiting if u not in self._gaps]:
            for parked in self._waiting.pop(user):
                parked.let_go(self._house)
        in_turn = sorted(self._gaps - self._doubts.users, key=lambda user: (self._refused[user], user))
        await self._read(in_turn, None)
        if not self._gaps and not self._doubts.left and not self.present:
            await self._house.queue.put(self._arrive)
            self.present = breaks == self._breaks
            self.came_back()

    async def catch_up(self, users: Sequence[int], hosted: Hosted) -> bool:
        """Take in what these players of a match have sent and nobody has read, before somebody decides over their
        heads. Whether all of it could be read."""
        if not self.connected or not self._known:
            return False
        found = await self._read(users, hosted)
        await self._house.queue.drained()
        return len(found) == len(users)

    async def _read(self, users: Sequence[int], hosted: Hosted | None) -> Collection[int]:
        """Whose history could be read; what it held is on the queue."""
        breaks = self._breaks
        found = await histories(self._house, users, hosted, self._refused)
        await self._doubts.look_at(letter for letters in found.values() for letter in letters)
        if self._owed:
            self._owed = False
            self._house.queue.put(partial(make_good, self._house, lambda match_id: not self._doubts.of(match_id)))
        if breaks == self._breaks:
            self._gaps -= found.keys()
            deliver(self._house, found, [parked for user in found for parked in self._waiting.pop(user, [])])
        else:
            deliver(self._house, found)
        return found

    async def _find_gaps(self, breaks: int) -> None:
        async with self._house.store.begin() as unit:
            players = await unit.players()
        if self.connected and breaks == self._breaks and not self._known:
            self._owed = True
            self._gaps.update(players)
            self._known = True

    async def _arrive(self, unit: Unit) -> Answer | None:
        await unit.arrive(self._house.clock.now())
        return None


async def histories(
    house: House, users: Sequence[int], hosted: Hosted | None, refused: Counter[int] | None = None
) -> dict[int, list[Letter]]:
    """What these users sent and nobody has read, by user; whoever cannot be read now is not in it, and is counted in
    `refused`.

    `hosted`: the match that is to be closed, which needs all of them. Where Discord refuses so many at once, the rest
    is not asked for now: whoever makes 10,000 refused requests in ten minutes is barred.
    """
    found: dict[int, list[Letter]] = {}
    whys: list[str] = []

    async def read_one(user_id: int) -> None:
        try:
            found[user_id] = await _history(house, user_id, hosted)
        except Trouble as trouble:
            whys.append(trouble.why)
            if refused is not None:
                refused[user_id] += 1

    for i in range(0, len(users), _AT_ONCE):
        some = users[i : i + _AT_ONCE]
        await asyncio.gather(*(read_one(user) for user in some))
        unread = sum(user not in found for user in some)
        if unread == _AT_ONCE or (unread and hosted is not None):
            break
    if whys:
        log.warning("%d of %d people's direct messages could not be read: %s", len(whys), len(users), whys[-1])
    return found


def deliver(house: House, found: Mapping[int, Iterable[Letter]], parked: Iterable[Parked] = ()) -> None:
    """Put them on the queue in the order of the stamps, whoever sent them, and what was done meanwhile among them."""
    letters = (letter for letters in found.values() for letter in letters)
    events = [(letter.message_id, partial(intake.deliver, house, letter)) for letter in letters]
    events += [(one.number or _LAST, partial(one.let_go, house)) for one in parked]
    with house.queue.in_order():
        for _, put in sorted(events, key=lambda event: event[0]):
            put()


async def _history(house: House, user_id: int, hosted: Hosted | None) -> list[Letter]:
    """What Discord refuses for good counts as read, and the host is told. Raises Trouble for everything else."""
    async with house.store.begin() as unit:
        mark = await unit.read_up_to(user_id)
    try:
        return await house.direct.use(user_id, lambda channel: house.mail.history(channel, user_id, mark or 0))
    except Unreachable as error:
        if hosted is not None:
            await house.queue.put(partial(_unreadable, house, hosted.id, user_id, error.why))
        return []


async def _unreadable(house: House, match_id: int, user_id: int, why: str, unit: Unit) -> Answer | None:
    hosted = await unit.match(match_id)
    person = None if hosted is None else hosted.person(user_id)
    if hosted is not None and person is not None and person.seat is not None:
        text = words.unreadable(hosted.match.code, person.seat, why)
        what = f"unreadable:{person.entry}"
        await house.recorder.tell_hosts_once(unit, hosted, what, text, house.clock.now())
    return None


# --- time in which the bot could not be asked ----------------------------------------------------------------------


async def make_good(house: House, whose: Callable[[int], bool], unit: Unit) -> Answer | None:
    """On a return, before anything is read: deadlines move by what was lost of the time before them. `whose`: in which
    matches, by their ids."""
    if not house.manners.away_extension:
        return None
    now = house.clock.now()
    for hosted in [h for h in await unit.running() if whose(h.id)]:
        start = window(hosted.match)
        if start is None:
            continue
        present = await unit.presences(start)
        deadline = made_good(hosted.match, start, present, now)
        if deadline is None:
            continue
        row = Row(events.AWAY, now, body={"deadline": stamp(deadline)})
        moved, _ = await house.recorder.write(unit, hosted, row, now)
        await intake.release(house, unit, moved)
    return None


def window(match: Match) -> datetime | None:
    """Where the time that is looked at begins: two hours before the deadline, or when the phase began to run."""
    if match.status != RUNNING or match.deadline is None or match.ticking is None:
        return None
    return max(match.deadline - _WINDOW, match.ticking)


def made_good(
    match: Match, start: datetime, present: Iterable[tuple[datetime, datetime]], now: datetime
) -> datetime | None:
    """The deadline that gives the lost time back; None where no more than a quarter of the window was lost."""
    assert match.deadline is not None
    end = min(match.deadline, now)
    lost = absence(start, end, present)
    if lost <= max(timedelta(0), match.deadline - start) / 4:
        return None
    moved = up_to_minute(now + lost)
    return moved if moved > match.deadline else None


def absence(start: datetime, end: datetime, present: Iterable[tuple[datetime, datetime]]) -> timedelta:
    """How much of the time from `start` to `end` no presence covers."""
    missing, at = timedelta(0), start
    for since, until in sorted(present):
        if since > at:
            missing += max(timedelta(0), min(since, end) - at)
        at = max(at, until)
    return missing + max(timedelta(0), end - at)
