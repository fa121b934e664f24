"""What people are in a server, and what they may do there, as Discord has it now.

Who presses or types brings the own facts along. Those of anybody else have to be asked for, and nothing on the queue
may wait for that. So a deed simply asks: where the answer is not known yet, `Wanted` ends it without a trace, Discord
is asked beside the queue, and the deed is done again, knowing it. Nothing is kept for later: a fact is as old as the
request that one deed was waiting for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from bot.hosting.model.records import Member, Obstacle
from bot.hosting.ports.discord import Roster, Trouble, Unreachable

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds that somebody who waits for an answer is kept waiting for Discord's."""
GLANCES: Final = 20
"""How often it is looked whether a server has come in sight; after a start they come one by one."""
_GLANCE_SECONDS: Final = 0.2
_AT_ONCE: Final = 8
_ROUNDS: Final = 3
"""How often one deed may come to want more."""


@dataclass(frozen=True, slots=True)
class Who:
    """What somebody is in a server."""

    guild_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class Gift:
    """Whether a role may be given on somebody's behalf."""

    guild_id: int
    role_id: int
    giver: Member


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a server can be seen: it cannot, while the connection is being made."""

    guild_id: int


Key = Who | Gift | Sight
"""What can be asked of Discord."""


class Unseen(Enum):
    """Discord could not be asked."""

    UNSEEN = "unseen"


Fact = Member | Obstacle | Unseen | None
"""None: not in the server; nothing stands in the way."""
Known = dict[Key, Fact]


class _Blind(dict[Key, Fact]):
    """Whatever is asked is unseen."""

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: Key) -> Unseen:
        return Unseen.UNSEEN


BLIND: Final = _Blind()
"""What is known without Discord."""


class Wanted(Exception):
    """Facts that are not known yet: look them up, and do it again."""

    def __init__(self, keys: Iterable[Key]) -> None:
        super().__init__()
        self.keys = frozenset(keys)


class CannotSee(Exception):
    """Discord cannot be asked at the moment: what depends on it is refused, kindly."""


_known: ContextVar[Mapping[Key, Fact]] = ContextVar("known")


@contextmanager
def knowing(known: Mapping[Key, Fact]) -> Iterator[None]:
    """What is asked within is answered from here."""
    token = _known.set(known)
    try:
        yield
    finally:
        _known.reset(token)


class Facts:
    """The port `Roster`, for deeds that must not wait."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._under_way: dict[Key, asyncio.Task[Fact]] = {}
        """Whoever asks the same at the same time shares the answer."""
        self._turns = asyncio.Semaphore(_AT_ONCE)

    # --- within a deed ------------------------------------------------------------------------------------------------

    def need(self, guild_id: int, user_ids: Iterable[int]) -> None:
        """All of these will be asked for: better at once than one after another. Raises Wanted."""
        known = _known.get({})
        missing = [key for key in (Who(guild_id, user) for user in user_ids) if key not in known]
        if missing:
            raise Wanted(missing)

    def member(self, guild_id: int, user_id: int) -> Member | None:
        """None where they are not in the server. Raises Wanted, CannotSee."""
        found = self._fact(Who(guild_id, user_id))
        assert found is None or isinstance(found, Member)
        return found

    def obstacle(self, guild_id: int, role_id: int, giver: Member) -> Obstacle | None:
        """Why a role is not given on somebody's behalf. Raises Wanted, CannotSee."""
        found = self._fact(Gift(guild_id, role_id, giver))
        assert not isinstance(found, Member)
        return found

    @staticmethod
    def _fact(key: Key) -> Member | Obstacle | None:
        known = _known.get({})
        if key not in known:
            raise Wanted([key])
        found = known[key]
        if isinstance(found, Unseen):
            raise CannotSee
        return found

    def may_read(self, guild_id: int, channel_id: int, member: Member) -> bool:
        """Raises Wanted, CannotSee, as all that follow."""
        with self._seeing(guild_id):
            return self._roster.may_read(guild_id, channel_id, member)

    def may_write(self, guild_id: int, channel_id: int, member: Member, in_threads: bool) -> bool:
        with self._seeing(guild_id):
            return self._roster.may_write(guild_id, channel_id, member, in_threads)

    def reached(self, guild_id: int, channel_id: int) -> bool:
        with self._seeing(guild_id):
            return self._roster.reached(guild_id, channel_id)

    @contextmanager
    def _seeing(self, guild_id: int) -> Iterator[None]:
        try:
            yield
        except Trouble:
            self._fact(Sight(guild_id))
            raise CannotSee from None

    # --- beside the queue ---------------------------------------------------------------------------------------------

    async def look_up(self, keys: Iterable[Key], patience: float | None = PATIENCE) -> Known:
        """Ask Discord; what it does not answer in time is unseen."""
        asked = {key: self._asked(key) for key in keys}
        if asked:
            await asyncio.wait(asked.values(), timeout=patience)
        return {key: task.result() if task.done() else Unseen.UNSEEN for key, task in asked.items()}

    async def answered(self, ask: Callable[[], Awaitable[T]], patience: float | None = PATIENCE) -> T:
        """Do something that asks for facts, and is no deed of the queue. Raises CannotSee."""
        inquiry = Inquiry()
        while True:
            try:
                with knowing(inquiry.known):
                    return await ask()
            except Wanted as wanted:
                await inquiry.learn(self, wanted, patience)

    def _asked(self, key: Key) -> asyncio.Task[Fact]:
        if key not in self._under_way:
            task = asyncio.get_running_loop().create_task(self._ask(key), name="queue:facts")
            self._under_way[key] = task
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return self._under_way[key]

    async def _ask(self, key: Key) -> Fact:
        try:
            await self._come_in_sight(key.guild_id)
            if isinstance(key, Sight):
                return None
            async with self._turns:
                if isinstance(key, Who):
                    return await self._roster.member(key.guild_id, key.user_id)
                return await self._roster.obstacle(key.guild_id, key.role_id, key.giver)
        except Trouble:
            log.info("Discord does not say what is so at the moment")
        except Unreachable as error:
            log.info("what is so cannot be looked up: %s", error.why)
        except Exception as error:
            log.error("looking up what is so failed: %s", type(error).__name__)
        return Unseen.UNSEEN

    async def _come_in_sight(self, guild_id: int) -> None:
        """Raises Trouble where the server does not."""
        for _ in range(GLANCES):
            if self._roster.sees(guild_id):
                return
            await asyncio.sleep(_GLANCE_SECONDS)
        raise Trouble("the server is out of sight")


class Inquiry:
    """What one deed has learned so far. It may come to want more, but not for ever."""

    def __init__(self) -> None:
        self.known: Known = {}
        self._rounds = 0

    async def learn(self, facts: Facts, wanted: Wanted, patience: float | None = PATIENCE) -> None:
        self._rounds += 1
        if self._rounds > _ROUNDS:
            self.known.update(dict.fromkeys(wanted.keys, Unseen.UNSEEN))
        else:
            self.known.update(await facts.look_up(wanted.keys, patience))
