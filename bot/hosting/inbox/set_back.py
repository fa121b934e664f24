"""A database that is older than what stands on Discord: a copy was brought back, by `dealer restore` or by hand.

It knows nothing of what was judged, posted and sent since. So before anything is read, closed or said after a start,
every match's thread is looked at; where the database turns out to be a copy, every match is set back in the open: it is
paused, its hosts hear what there is to decide, and what was sent for a later round does not count for this one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from bot.hosting.context import House
from bot.hosting.inbox import intake
from bot.hosting.model import events
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.instants import up_to_minute
from bot.hosting.model.match import CANCELLED, OVER, PAUSED, SIGNING_UP, Match
from bot.hosting.model.records import Answer, Hosted, Letter, Posted
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.board import BOARD, CARD

log = logging.getLogger(__name__)

_AT_ONCE: Final = 8
_LEAST_LEFT: Final = timedelta(hours=1)
"""What a phase has at the least once it goes on."""
_TO_SEND_AGAIN: Final = timedelta(hours=24)
"""What it has where nobody hosts it, and it goes on by itself; less where the phase is shorter."""


_MANY_TURNS: Final = 1_000
"""More than can have been played, where nobody knows how many: turn numbers are never used again."""


@dataclass(frozen=True, slots=True)
class Thread:
    """What stands in a match's thread that its database does not know."""

    posts: tuple[Posted, ...] = ()
    readable: bool = True


class Doubts:
    """Matches of which nobody knows yet whether this database is the one that spoke last."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: dict[int, Hosted] | None = None
        """None until the first look."""
        self._restored: datetime | None = None
        self._latest: datetime | None = None
        """The latest sign that the database is a copy."""
        self._unreadable: set[int] = set()
        self._one = asyncio.Lock()

    def of(self, match_id: int) -> bool:
        return self._open is None or match_id in self._open

    @property
    def users(self) -> set[int]:
        """Who sits at the tables in doubt: what they send is for later."""
        return {p.user_id for h in (self._open or {}).values() for p in h.sitting if p.user_id is not None}

    @property
    def left(self) -> bool:
        return self._open is None or bool(self._open)

    async def settle(self) -> Collection[int]:
        """Look at every thread that has not been looked at, and set back what has to be. Which matches are in doubt no
        more; a thread that cannot be read now is tried again."""
        async with self._one:
            if self._open is None:
                await self._begin()
            assert self._open is not None
            found = await self._look(list(self._open.values()))
            self._unreadable |= {match_id for match_id, thread in found.items() if not thread.readable}
            await self._set_back(found)
            for match_id in found:
                del self._open[match_id]
            if self._restored is not None and not self._open:
                await self._house.queue.put(_forget_restored)
                self._restored = None
            return found.keys()

    async def _set_back(self, found: Mapping[int, Thread]) -> None:
        signs = [post.stamp for thread in found.values() for post in thread.posts]
        self._latest = max((at for at in (self._latest, self._restored, *signs) if at is not None), default=None)
        if self._latest is not None:
            for match_id, thread in found.items():
                await self._house.queue.put(partial(set_back, self._house, match_id, thread, self._latest))

    async def look_at(self, letters: Iterable[Letter]) -> None:
        """Where a reply of ours stands under a message that the database does not have, it is a copy."""
        async with self._house.store.begin() as unit:
            unknown = [x.stamp for x in letters if x.answered and await unit.letter_text(x.message_id) is None]
            live = [h.id for h in await unit.live()] if unknown else []
        for match_id in live:
            thread = Thread(readable=match_id not in self._unreadable)
            await self._house.queue.put(partial(set_back, self._house, match_id, thread, max(unknown)))

    async def _begin(self) -> None:
        async with self._house.store.begin() as unit:
            self._restored = await unit.restored()
            self._open = {hosted.id: hosted for hosted in await unit.live()}

    async def _look(self, matches: Sequence[Hosted]) -> dict[int, Thread]:
        """By match; those whose threads cannot be read now are not in it."""
        found: dict[int, Thread] = {}

        async def look(hosted: Hosted) -> None:
            try:
                found[hosted.id] = await _thread(self._house, hosted)
            except Trouble:
                log.warning("match %s: its thread cannot be looked at yet", hosted.match.code)

        for i in range(0, len(matches), _AT_ONCE):
            await asyncio.gather(*(look(hosted) for hosted in matches[i : i + _AT_ONCE]))
        return found


async def _thread(house: House, hosted: Hosted) -> Thread:
    """Raises Trouble. One that is gone, or may not be read, tells nothing."""
    if hosted.thread_id is None:
        return Thread()
    async with house.store.begin() as unit:
        last, ours = await unit.last_post(hosted.id), await unit.may_stand(hosted.id)
    try:
        posts = await house.post.ours(f"channel:{hosted.thread_id}", last or hosted.thread_id)
    except Unreachable:
        return Thread(readable=False)
    return Thread(tuple(post for post in posts if post.content.strip() not in ours))


async def set_back(house: House, match_id: int, thread: Thread, sign: datetime, unit: Unit) -> Answer | None:
    """Set a match back, once for each time that its database was found to be a copy (`sign`: what showed it)."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or hosted.match.status in (OVER, CANCELLED):
        return None
    if any(row.kind == events.SET_BACK and row.at >= sign for row in await unit.rows(match_id)):
        return None
    if not await unit.tell_once(match_id, f"set back:{stamp(sign)}", now):  # whatever clock the sign is of
        return None
    log.warning("match %s is set back: this database is an older copy", hosted.match.code)
    row = Row(events.SET_BACK, now, body=_body(hosted, thread, await unit.last_beat(), now))
    after, _ = await house.recorder.write(unit, hosted, row, now)
    for which in (CARD, BOARD):  # they show what the copy does not know
        await unit.doubt_board(match_id, which)
    await intake.release(house, unit, after)
    return None


def _body(hosted: Hosted, thread: Thread, known: datetime | None, now: datetime) -> dict[str, Any]:
    posts = [f"https://discord.com/channels/{hosted.guild_id}/{hosted.thread_id}/{p.message_id}" for p in thread.posts]
    turn = hosted.match.turn + (len(posts) if thread.readable else _MANY_TURNS) + 1
    body: dict[str, Any] = {"posts": len(posts), "known": None if known is None else stamp(known), "turn": turn}
    if posts:
        body |= {"first": posts[0], "last": posts[-1]}
    if (since := _void_from(hosted.match, thread)) is not None:
        body["since"] = stamp(since)
    return body | _clock(hosted.match, known or now, now)


def _void_from(match: Match, thread: Thread) -> datetime | None:
    """From when on what was sent was not for what is open now: the first post that the database does not know, or the
    deadline as it knows it, whichever came first. None where nothing has been judged since."""
    if match.status == SIGNING_UP or (thread.readable and not thread.posts):
        return None
    return min((at for at in (match.deadline, *(p.stamp for p in thread.posts)) if at is not None), default=None)


def _clock(match: Match, known: datetime, now: datetime) -> dict[str, Any]:
    """Paused, with the time that was left; where nobody hosts it, on it goes, with time for everyone to send again."""
    if match.status in (SIGNING_UP, PAUSED) or match.deadline is None:
        return {}
    left = max(match.deadline - known, _LEAST_LEFT)
    if not match.hostless:
        return {"left": left.total_seconds()}
    again = min(_TO_SEND_AGAIN, timedelta(hours=match.phase.hours))
    return {"deadline": stamp(up_to_minute(now + max(left, again)))}


async def _forget_restored(unit: Unit) -> Answer | None:
    await unit.forget_restored()
    return None
