"""Saying things: one row at a time for each destination, many destinations at once, each row exactly once.

After a crash or a time-out exactly the first unsaid row of a destination is uncertain. While Discord remembers its
nonce it is sent again with it; later, the channel is searched for it; where that cannot be done it is parked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.hosting import words
from bot.hosting.context import House, Show
from bot.hosting.model import limits
from bot.hosting.model.instants import first_id
from bot.hosting.model.records import Answer, Board, Hosted, Parcel, Request
from bot.hosting.model.saying import HOSTS, KEEPERS
from bot.hosting.outbox import bringing, delays, editing, merging, reopening, roles
from bot.hosting.outbox.merging import Bundle
from bot.hosting.outbox.patience import Patience
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.ports.store import StoreTrouble, Unit
from bot.hosting.presenting.board import BOARD, CARD, TAG
from bot.hosting.recording import direct_channels
from bot.hosting.recording.queue import where
from bot.hosting.rights import authority
from bot.hosting.rights.facts import CannotSee

log = logging.getLogger(__name__)

_NONCE_HOLDS: Final = timedelta(minutes=limits.NONCE_MINUTES)
_PAUSES: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds after which the database is tried again, once it did not take down what was said."""
_REST: Final = timedelta(minutes=1)
"""How long a board that may not be shown is left alone, whatever is committed meanwhile."""

Later = Callable[[float, Callable[[], None]], object]


def _later(seconds: float, call: Callable[[], None]) -> object:
    return asyncio.get_running_loop().call_later(seconds, call)


class _Withdrawn(Exception):
    """Something that was about to be said is not to be said any more."""


class Delivery:
    """Starts a task for every destination with something unsaid, and for every board that is not as it should be."""

    def __init__(self, house: House, later: Later | None = None) -> None:
        """`later`: calls something after so many seconds."""
        self._house = house
        self._later = later or _later
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._missed: set[str] = set()
        """Keys of tasks that were called for while they ran."""
        self._patience = Patience(house.clock.now)
        """What Discord did not take, and when it is tried again."""
        self._troubles: dict[str, int] = {}
        """How often in a row a task met trouble with the database."""
        self._refused: dict[int, datetime] = {}
        """Matches whose boards may not be shown, and when that was found out."""
        self._one_role = asyncio.Lock()
        """Two matches may give somebody the same role: what one of them does must not cross the other."""
        self._look: asyncio.Task[None] | None = None
        self._again = False
        self._stopped = False
        self.refused: Callable[[int], None] = lambda user: None
        """Called with a user to whom nothing gets through."""

    def wake(self) -> None:
        """To be called after every commit, and every minute for what failed."""
        self._again = True
        if self._look is None or self._look.done():
            self._look = asyncio.get_running_loop().create_task(self._start_all(), name="delivery")

    def stop(self) -> None:
        """Begin nothing more; what is being sent just now is finished."""
        self._stopped = True

    async def quiet(self) -> None:
        """Nothing is being sent any more."""
        while running := [t for t in (self._look, *self._tasks.values()) if t is not None and not t.done()]:
            await asyncio.wait(running)

    async def _start_all(self) -> None:
        while self._again and not self._stopped:
            self._again = False
            async with self._house.store.begin() as unit:
                destinations = await unit.unsaid()
                boards = await unit.stale_boards()
            for match_id in dict.fromkeys(match_id for match_id, _ in boards if not self._rests(match_id)):
                self._start(f"boards:{match_id}", partial(self._show, match_id))
            for destination in destinations:
                self._start(destination, partial(self._say_all, destination))

    def _rests(self, match_id: int) -> bool:
        refused = self._refused.get(match_id)
        return refused is not None and self._house.clock.now() - refused < _REST

    def _start(self, key: str, work: Callable[[], Awaitable[None]]) -> None:
        if self._patience.rests(key):
            return
        if key not in self._tasks or self._tasks[key].done():
            self._tasks[key] = asyncio.get_running_loop().create_task(self._guarded(key, work), name=key)
        else:
            self._missed.add(key)

    async def _guarded(self, key: str, work: Callable[[], Awaitable[None]]) -> None:
        """Trouble leaves the rest for a little later; one destination never blocks another."""
        try:
            await work()
            self._troubles.pop(key, None)
            self._patience.done(key)
        except Trouble as trouble:
            self._missed.discard(key)
            self._rest(key, trouble)
        except StoreTrouble as trouble:
            self._missed.discard(key)
            self._doubt(key, trouble)
        except Exception as error:
            self._missed.discard(key)
            log.error("delivering to %s failed: %s", key.partition(":")[0], where(error))
        finally:
            self._tasks.pop(key, None)
        if key in self._missed:
            self._missed.discard(key)
            self.wake()

    def _rest(self, key: str, trouble: Trouble) -> None:
        """Discord does not take it now: again after a while, and then more and more slowly."""
        house, until = self._house, self._patience.refused(key, trouble.pause)
        log.info("%s has to wait: %s", key.partition(":")[0], trouble.why)
        self._later((until - house.clock.now()).total_seconds(), partial(self._rested, key, until))
        if trouble.quarantined:
            house.quarantine.seen()
        if self._has_lasted(key):
            house.queue.put(partial(_lasts, house, key, trouble.why))

    def _has_lasted(self, key: str) -> bool:
        """Whether hosts should know that it waits, or do."""
        return self._patience.lasts(key) >= self._house.manners.late_alarm

    def _rested(self, key: str, until: datetime) -> None:
        self._patience.rested(key, until)
        self._house.direct.rested(until)
        self.wake()

    def heard_from(self, user_id: int) -> None:
        """Somebody has written: what waits for them is tried at once."""
        self._patience.sign_of_life(f"user:{user_id}")
        self.wake()

    def _doubt(self, key: str, trouble: StoreTrouble) -> None:
        """The database does not take down what is said: again in a while, and given up loudly in the end."""
        times = self._troubles[key] = self._troubles.get(key, 0) + 1
        log.error("could not write down what is said: %s (attempt %d)", trouble, times)
        if trouble.final or times > len(_PAUSES):
            self._house.give_up(trouble)
        else:
            self._later(_PAUSES[times - 1], self.wake)

    # --- parcels ------------------------------------------------------------------------------------------------------

    async def _say_all(self, destination: str) -> None:
        while not self._stopped:
            async with self._house.store.begin() as unit:
                bundle = await _next(unit, destination)
            if bundle is None:
                return
            try:
                places = await self._places(destination)
                if not places:
                    return
                message_id, place = await self._say_somewhere(bundle, places)
            except _Withdrawn:
                continue
            except Unreachable as error:
                await self._house.queue.put(partial(_park, self._house, bundle.first, error))
                if destination.startswith("user:"):
                    self.refused(int(destination.removeprefix("user:")))
                return
            async with self._house.store.begin() as unit:
                await unit.mark_said(bundle.ids, message_id, self._house.clock.now())
                if authority.audience_of(destination) is not None:
                    await unit.said_at(bundle.ids, place)
                match_id = bundle.first.match_id
                if match_id is not None and self._has_lasted(destination):
                    await delays.posts_go_on(match_id, unit)

    async def _places(self, destination: str) -> list[str]:
        """Where it can be said now, the first choice first. A match's thread is there once its card is; until then its
        posts wait. Raises Trouble, Unreachable."""
        if editing.is_edit(destination):
            return await self._edited(destination)
        kind, _, rest = destination.partition(":")
        audience = authority.audience_of(destination)
        if kind not in ("thread", "member") and audience is None:
            return [destination]
        match_id, _, user = rest.partition(":")
        async with self._house.store.begin() as unit:
            hosted = await unit.match(int(match_id))
        if hosted is not None and audience is not None:
            return await self._desk(hosted, audience)
        if hosted is None or hosted.thread_id is None:
            return []
        return [f"member:{hosted.thread_id}:{user}" if kind == "member" else f"channel:{hosted.thread_id}"]

    async def _desk(self, hosted: Hosted, audience: str) -> list[str]:
        """Who hosts a match just now. Raises Trouble, Unreachable."""

        async def look() -> list[str]:
            async with self._house.store.begin() as unit:
                return await authority.hears(self._house.facts, unit, hosted, audience)

        try:
            places = await self._house.facts.answered(look, patience=None)
        except CannotSee:
            raise Trouble("it cannot be seen who hosts") from None
        if not places:
            raise Unreachable("Nobody hosts it at the moment.")
        return places

    async def _edited(self, destination: str) -> list[str]:
        """Where the message to be edited stands."""
        async with self._house.store.begin() as unit:
            place = await editing.place(unit, destination)
        if place is None:
            return []
        head, of = editing.parted(place)
        return [f"{head}{at}" for at in await self._places(of)] if of else [place]

    async def _say_somewhere(self, bundle: Bundle, places: list[str]) -> tuple[int | None, str]:
        """At the first place that takes it: the message's id, and where. None for the id where it was said, and has
        been deleted since, and for an edit, which is made where the message stands, if it stands anywhere. Raises
        Trouble, Unreachable, _Withdrawn."""
        hosts = authority.audience_of(bundle.first.destination) is not None
        for i, place in enumerate(places, start=1):
            async with self._house.store.begin() as unit:
                since = await unit.last_said(place if hosts else bundle.first.destination)
            try:
                if not editing.is_edit(place):
                    return await self._say_there(bundle, place, since or 0), place
                if await self._edit_there(bundle, place):
                    break
            except Unreachable as error:
                if i == len(places):
                    raise
                await self._house.queue.put(partial(_passed_on, self._house, bundle.first, place, error.why))
        return None, places[-1]

    async def _say_there(self, bundle: Bundle, channel: str, since: int) -> int | None:
        """To a person through their direct-message channel, which is known or opened now."""
        kind, _, user = channel.partition(":")
        if kind == direct_channels.OPEN:
            return await self._house.direct.find(int(user))
        if kind != "user":
            return await self._say(bundle, channel, since)
        return await self._house.direct.use(int(user), lambda number: self._say(bundle, f"direct:{number}", since))

    async def _edit_there(self, bundle: Bundle, place: str) -> bool:
        head, channel = editing.parted(place)
        kind, _, user = channel.partition(":")
        post, request = self._house.post, bundle.request
        if kind != "user":
            return await editing.edit(post, place, request)
        return await self._house.direct.use(
            int(user), lambda number: editing.edit(post, f"{head}direct:{number}", request)
        )

    async def _say(self, bundle: Bundle, channel: str, since: int) -> int | None:
        """Send it, unless it was sent already. None where it was, and has been deleted since. Raises Trouble,
        Unreachable, and _Withdrawn where something of it was withdrawn at this very moment."""
        post = self._house.post
        if channel.startswith("role:"):
            async with self._one_role:
                return await roles.carry_out(self._house, bundle.first, int(channel.rpartition(":")[2]))
        if bundle.tried and self._house.clock.now() - bundle.since > _NONCE_HOLDS:
            for request in bundle.tried:
                found = await post.find(channel, request, since)
                if found is not None:
                    return found
        async with self._house.store.begin() as unit:
            if await unit.mark_tried(bundle.ids, bundle.nonce) < len(bundle.parcels):
                raise _Withdrawn
        return await post.send(channel, bundle.request, bundle.nonce)

    # --- what is shown, because it cannot be written ------------------------------------------------------------------

    async def bring(self, user_id: int, show: Show) -> None:
        """What does not get through to a person is shown where they just asked something: once, and then it counts as
        told."""
        key = f"user:{user_id}"
        while (running := self._tasks.get(key)) is not None and not running.done():
            await asyncio.wait([running])
        if not self._stopped:
            self._tasks[key] = asyncio.get_running_loop().create_task(self._bring_to(key, show), name=key)
            await asyncio.wait([self._tasks[key]])

    async def _bring_to(self, key: str, show: Show) -> None:
        try:
            await bringing.bring(self._house, key, self._patience.fails(key), show)
        except Trouble as trouble:
            log.info("what waits could not be shown: %s", trouble.why)
        except Exception as error:
            log.error("showing what waits failed: %s", where(error))
        finally:
            self._tasks.pop(key, None)
        if key in self._missed:
            self._missed.discard(key)
            self.wake()

    # --- card and board -----------------------------------------------------------------------------------------------

    async def _show(self, match_id: int) -> None:
        """Bring the card, the thread and the board to what they should be; the latest wins."""
        async with self._house.store.begin() as unit:
            hosted = await unit.match(match_id)
            boards = await unit.boards(match_id)
        if hosted is None:
            return
        try:
            if hosted.forum and hosted.thread_id is None:
                await self._open_post(hosted, boards[CARD], boards[TAG])
                return
            channel = f"channel:{hosted.thread_id if hosted.forum else hosted.channel_id}"
            await self._bring(boards[CARD], channel)
            thread_id = hosted.thread_id or await self._open_thread(hosted)
            if hosted.forum:
                await self._tag(hosted, boards[TAG], thread_id)
            await self._bring(boards[BOARD], f"channel:{thread_id}", pinned=True)
            if self._has_lasted(f"boards:{match_id}"):
                async with self._house.store.begin() as unit:
                    await delays.posts_go_on(match_id, unit)
        except Unreachable as error:
            self._refused[match_id] = self._house.clock.now()
            if error.kind == "lost":  # the card, and nobody has noticed: looked at again, it is posted anew
                async with self._house.store.begin() as unit:
                    await unit.doubt_board(match_id, CARD)
            await self._house.queue.put(partial(_no_board, self._house, match_id, error.why))

    async def _open_post(self, hosted: Hosted, card: Board, tag: Board) -> None:
        """A forum post: its first message is the card, and has the thread's id. The rest follows on the next look."""
        sent = await self._to_send(card)
        name = words.thread_name(hosted.match.rules.title, hosted.match.code)
        state = tag.wanted.content
        thread_id = await self._house.post.open_post(hosted.channel_id, sent, name, state, card.tried)
        async with self._house.store.begin() as unit:
            await unit.show(hosted.id, CARD, sent, thread_id)
            await unit.set_thread(hosted.id, thread_id)
        self.wake()

    async def _tag(self, hosted: Hosted, board: Board, thread_id: int) -> None:
        """A post that cannot be tagged is hosted all the same."""
        if board.up_to_date:
            return
        try:
            await self._house.post.tag(hosted.channel_id, thread_id, board.wanted.content)
        except Unreachable as error:
            await self._house.queue.put(partial(_no_board, self._house, hosted.id, error.why))
        await self._shown(board, board.wanted, thread_id)

    async def _bring(self, board: Board, channel: str, pinned: bool = False) -> None:
        if board.up_to_date:
            return
        if board.message_id is not None:
            if await self._edit(board, channel, board.message_id):
                return
            board = await self._anew(board)
        sent = await self._to_send(board)
        message_id = await self._made(board, channel, sent)
        if message_id is None:
            await self._anew(board)
            raise Trouble("What I posted was deleted before I knew of it; I post it anew.")
        if pinned:
            await self._pin(board, channel, message_id)
        await self._shown(board, sent, message_id)
        if sent != board.wanted:
            await self._edit(board, channel, message_id)

    async def _edit(self, board: Board, channel: str, message_id: int) -> bool:
        """False where the message is gone."""
        if not await self._house.post.edit(channel, message_id, board.wanted):
            return False
        await self._shown(board, board.wanted, message_id)
        return True

    async def _to_send(self, board: Board) -> Request:
        """What is sent, or may have been before a crash: until that is known, nothing newer is."""
        if board.tried and board.shown is not None:
            return board.shown
        async with self._house.store.begin() as unit:
            await unit.try_board(board.match_id, board.which, board.wanted)
        return board.wanted

    async def _made(self, board: Board, channel: str, sent: Request) -> int | None:
        """Post it, unless a send before a crash took effect. None where that one has been deleted since."""
        if board.tried:
            async with self._house.store.begin() as unit:
                created, *_ = await unit.rows(board.match_id)
            found = await self._house.post.find(channel, sent, first_id(created.at))
            if found is not None:
                return found
        return await self._house.post.send(channel, sent, board.nonce)

    async def _pin(self, board: Board, channel: str, message_id: int) -> None:
        """A board that may not be pinned is shown all the same."""
        try:
            await self._house.post.pin(channel, message_id)
        except Unreachable as error:
            await self._house.queue.put(partial(_no_board, self._house, board.match_id, error.why))

    async def _shown(self, board: Board, request: Request, message_id: int) -> None:
        async with self._house.store.begin() as unit:
            await unit.show(board.match_id, board.which, request, message_id)

    async def _anew(self, board: Board) -> Board:
        """It is gone: posted again, under a new nonce."""
        async with self._house.store.begin() as unit:
            await unit.lose_board(board.match_id, board.which, self._house.chance.nonce())
            return (await unit.boards(board.match_id))[board.which]

    async def _open_thread(self, hosted: Hosted) -> int:
        """The thread of the card; where it is for players only, one that nobody else can enter."""
        async with self._house.store.begin() as unit:
            card = (await unit.boards(hosted.id))[CARD]
        assert card.message_id is not None
        name, post = words.thread_name(hosted.match.rules.title, hosted.match.code), self._house.post
        if hosted.match.private:
            thread_id = await post.open_private_thread(hosted.channel_id, name)
        else:
            thread_id = await post.open_thread(hosted.channel_id, card.message_id, name)
        async with self._house.store.begin() as unit:
            await unit.set_thread(hosted.id, thread_id)
        self.wake()
        return thread_id


async def _next(unit: Unit, destination: str) -> Bundle | None:
    """The first that is unsaid; where many wait for a person, as many as one message holds. What may have been said
    stays as it was tried."""
    waiting = await unit.waiting(destination, merging.MOST)
    if not waiting:
        return None
    first = waiting[0]
    if first.tried:
        return merging.tried_before(await unit.tried_as(destination, first.nonce))
    together = len(waiting) > merging.MANY and destination.startswith("user:")
    return merging.bundled(waiting if together else [first])


async def _park(house: House, parcel: Parcel, error: Unreachable, unit: Unit) -> Answer | None:
    """A destination that is closed or gone keeps what was meant for it; the host is told once, in private."""
    hosted, why = None if parcel.match_id is None else await unit.match(parcel.match_id), error.why
    lost = hosted is not None and error.gone and parcel.destination == f"thread:{hosted.id}"
    if hosted is not None and lost and await reopening.reopen(unit, house.chance, hosted, house.clock.now()):
        return None
    if parcel.destination.startswith(f"{direct_channels.OPEN}:"):  # found out when there is something to say
        await unit.mark_said([parcel.id], None, house.clock.now())
        return None
    await unit.park(parcel.destination)
    if hosted is None or authority.audience_of(parcel.destination) is not None:
        return None
    text, to = _undelivered(hosted, parcel.destination, why), _whose_concern(parcel.destination)
    await house.recorder.tell_hosts_once(unit, hosted, f"parked:{parcel.destination}", text, house.clock.now(), to)
    return None


async def _passed_on(house: House, parcel: Parcel, place: str, why: str, unit: Unit) -> Answer | None:
    """Somebody who hosts, or the hosts' channel, cannot be written to: the next one gets it, and learns why, once."""
    hosted = None if parcel.match_id is None else await unit.match(parcel.match_id)
    if hosted is None:
        return None
    kind, _, number = place.partition(":")
    code = hosted.match.code
    text = words.no_office(code, why) if kind == "channel" else words.no_host(code, int(number), why)
    await house.recorder.tell_hosts_once(unit, hosted, f"passed on:{place}", text, house.clock.now(), KEEPERS)
    return None


async def _lasts(house: House, key: str, why: str, unit: Unit) -> Answer | None:
    """Discord has not taken something for a good while: the host should know that it waits. It is tried on and on."""
    kind, _, number = key.partition(":")
    if kind == direct_channels.OPEN:
        return None
    if kind == "boards":
        match_id, to = int(number), KEEPERS
    else:
        parcel, to = await unit.next_parcel(key), _whose_concern(key)
        match_id = -1 if parcel is None or parcel.match_id is None else parcel.match_id
    hosted = await unit.match(match_id)
    if hosted is not None and authority.audience_of(key) is None:
        await delays.posts_wait(house, hosted, why, to, unit)
    return None


def _undelivered(hosted: Hosted, destination: str, why: str) -> str:
    if destination.startswith("role:"):
        return words.no_role(hosted.match.code, why)
    if destination.startswith("member:"):
        return words.no_member(hosted.match.code, why)
    return words.undelivered(hosted.match.code, _addressee(hosted, destination), why)


def _whose_concern(destination: str) -> str:
    """That somebody's direct messages are closed is nothing for who plays with them."""
    return HOSTS if destination.startswith("user:") else KEEPERS


def _addressee(hosted: Hosted, destination: str) -> int | None:
    kind, _, number = destination.partition(":")
    person = hosted.person(int(number)) if kind == "user" else None
    return None if person is None else person.seat


async def _no_board(house: House, match_id: int, why: str, unit: Unit) -> Answer | None:
    hosted = await unit.match(match_id)
    if hosted is not None:
        text = words.no_board(hosted.match.code, why)
        await house.recorder.tell_hosts_once(unit, hosted, f"board:{why}"[:60], text, house.clock.now(), KEEPERS)
    return None
