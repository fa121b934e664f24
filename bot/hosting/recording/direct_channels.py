"""The direct-message channels with people. Discord lets few be opened at a time, so that each is kept once it is known:
every message carries it. Reading what somebody sent must never depend on opening."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from bot.hosting.model.records import Answer
from bot.hosting.ports.discord import Mail, Trouble, Unreachable
from bot.hosting.ports.store import Store, Unit
from bot.hosting.ports.time import Clock
from bot.hosting.recording.quarantine import Quarantine
from bot.hosting.recording.queue import Queue

T = TypeVar("T")

OPEN: Final = "open"
"""`open:USER`, in the outbox: have that person's channel ready before there is something to say."""
_REMEMBERED: Final = 10_000


class DirectChannels:
    def __init__(self, mail: Mail, store: Store, clock: Clock, queue: Queue, quarantine: Quarantine) -> None:
        self._mail = mail
        self._store = store
        self._clock = clock
        self._queue = queue
        self._quarantine = quarantine
        self._one = asyncio.Lock()
        """Channels are opened one after the other: a burst is what Discord takes for spam."""
        self._refusal: tuple[Trouble, datetime] | None = None
        """The last one that holds for all channels, and until when it would be said again."""
        self._known: dict[int, int] = {}
        """By user; those that were used last."""
        self._quarantined: set[int] = set()
        """Whom Discord did not let us write to since it has put us into quarantine."""

    async def use(self, user_id: int, do: Callable[[int], Awaitable[T]]) -> T:
        """Do something in the channel with a person. Raises Trouble and Unreachable, of the channel and of the deed.

        A kept channel that is gone, or not ours to see, is opened anew: the bot's owner may have made another
        application of it. Only where Discord names the same one is it gone for good.
        """
        try:
            done = await self._use(user_id, do)
        except Trouble as trouble:
            if trouble.quarantined:
                self._quarantined.add(user_id)
                self._quarantine.seen()
            raise
        if user_id in self._quarantined:
            self._quarantined.clear()
            self._quarantine.over()
        return done

    async def find(self, user_id: int) -> int | None:
        """Have the channel with a person ready. Raises Trouble and Unreachable."""

        async def nothing(channel_id: int) -> None:
            """It is known now."""

        return await self.use(user_id, nothing)

    async def _use(self, user_id: int, do: Callable[[int], Awaitable[T]]) -> T:
        known = await self._kept(user_id)
        if known is None:
            return await do(await self._open(user_id))
        try:
            return await do(known)
        except Unreachable as error:
            if error.kind not in ("gone", "unseen"):
                raise
            found = await self._open(user_id, other_than=known)
            if found == known:
                raise
        return await do(found)

    async def _kept(self, user_id: int) -> int | None:
        if user_id in self._known:
            return self._known[user_id]
        async with self._store.begin() as unit:
            found = await unit.direct_channel(user_id)
        if found is not None:
            self._remember(user_id, found)
        return found

    def _remember(self, user_id: int, channel_id: int) -> None:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[user_id] = channel_id

    async def _open(self, user_id: int, other_than: int | None = None) -> int:
        async with self._one:
            known = await self._kept(user_id)
            if known is not None and known != other_than:  # learnt, while others were opened
                return known
            self._look_whether_it_rests()
            try:
                found = await self._mail.open(user_id)
            except Trouble as trouble:
                if trouble.for_all:
                    self._refusal = trouble, self._clock.now() + trouble.pause
                raise
            self._refusal = None
            async with self._store.begin() as unit:
                await unit.keep_direct_channel(user_id, found)
            self._remember(user_id, found)
            return found

    def _look_whether_it_rests(self) -> None:
        """Raises what was said last, without asking again."""
        if self._refusal is None:
            return
        last, until = self._refusal
        left = until - self._clock.now()
        if left > timedelta(0):
            raise Trouble(last.why, left, for_all=True, quarantined=last.quarantined)

    def rested(self, until: datetime) -> None:
        """The rest that was to last until then is over, whatever the clock says."""
        if self._refusal is not None and self._refusal[1] <= until:
            self._refusal = None

    def learn(self, user_id: int, channel_id: int) -> None:
        """Something came from a person through this channel. Call before anything is awaited."""

        async def keep(unit: Unit) -> Answer | None:
            await unit.keep_direct_channel(user_id, channel_id)
            self._remember(user_id, channel_id)
            return None

        if self._known.get(user_id) != channel_id:
            self._queue.put(keep)
