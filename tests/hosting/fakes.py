"""The outside, small and in the test's hands: a clock, an alarm, chance, and one Discord with its troubles."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal, TypeVar

from bot.hosting.model.instants import first_id, stamped
from bot.hosting.model.records import Letter, Member, Obstacle, Posted, Request
from bot.hosting.ports.discord import Trouble, Unreachable

T = TypeVar("T")
Moment = Literal["before", "after"]
"""Whether a mishap happens before a request takes effect, or after (the answer is lost)."""

BOT = 1
LATENCY = 20
"""Turns of the event loop that a request takes."""
REMEMBERS_NONCES = timedelta(minutes=5)


class Killed(BaseException):
    """The process is gone at this very point."""


class FakeClock:
    """Discord's clock, and the house's idea of it, which may be ahead."""

    def __init__(self, instant: datetime) -> None:
        self.instant = instant
        self.ahead = timedelta(0)
        self.silent = False
        """Discord does not answer when it is asked for the time."""

    def now(self) -> datetime:
        return self.instant + self.ahead

    async def discord(self) -> datetime:
        await asyncio.sleep(0)
        if self.silent:
            raise Trouble
        return self.instant


class FakeAlarm:
    def __init__(self) -> None:
        self.when: datetime | None = None
        self.ring: Callable[[], None] = lambda: None

    def ring_at(self, when: datetime) -> None:
        self.when = when


class FakeChance:
    """The port `Chance`, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.fixed: int | None = None
        """What is drawn from now on, where a test needs to know."""

    def below(self, n: int) -> int:
        return self._random.randrange(n) if self.fixed is None else min(self.fixed, n - 1)

    def nonce(self) -> str:
        return "".join(self._random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(24))


@dataclass(slots=True)
class Message:
    id: int
    author: int
    content: str
    request: Request | None = None
    nonce: str = ""
    reply_to: int | None = None
    edited_at: datetime | None = None
    unseen: bool = False
    """Discord has it, and does not give it out yet."""

    @property
    def stamp(self) -> datetime:
        return stamped(self.id)


@dataclass(slots=True)
class Mishap:
    verb: str
    """A request of the bot's (`open`, `send`, `edit`, `pin`, `find`, `open_thread`, `open_post`, `tag`, `member`,
    `history`), or `any`."""
    channel: str
    """The start of the channel's name."""
    moment: Moment
    error: BaseException
    skip: int = 0
    times: int = 1


@dataclass(slots=True)
class FakeDiscord:
    """Channels as lists of messages, ids from the clock, and what goes wrong."""

    clock: FakeClock
    channels: dict[str, list[Message]] = field(default_factory=lambda: defaultdict(list))
    """By name: `channel:ID`, and `user:ID` for somebody's direct messages."""
    directs: dict[int, int] = field(default_factory=dict)
    """By the id of a direct-message channel, whose it is."""
    pins: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    threads: dict[int, str] = field(default_factory=dict)
    tags: dict[int, str] = field(default_factory=dict)
    refusing: dict[str, str] = field(default_factory=dict)
    """Channels that are closed or gone, and why."""
    left: set[int] = field(default_factory=set)
    """Users who are in the server no more."""
    managers: set[int] = field(default_factory=set)
    """Users with Manage Server."""
    roles: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The roles of users."""
    silenced: set[int] = field(default_factory=set)
    """Users who are timed out."""
    readers: dict[int, set[int]] = field(default_factory=dict)
    """Users and roles that can read a channel, beside Manage Server."""
    mute: set[int] = field(default_factory=set)
    """Users who may write nowhere."""
    gone: set[int] = field(default_factory=set)
    """Channels that are no more."""
    obstacles: dict[int, Obstacle] = field(default_factory=dict)
    """Why roles cannot be given."""
    unseen: bool = False
    """The gateway is away: nothing that it brings is known."""
    deleted: set[str] = field(default_factory=set)
    """Nonces of messages that somebody has taken away."""
    mishaps: list[Mishap] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Every request of the bot's: verb and channel."""
    under_way: list[tuple[str, str]] = field(default_factory=list)
    busiest: int = 0
    """The most requests that were ever under way at one time."""
    most_at_once: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """By verb, the most requests that were ever under way at one time."""
    crowded: set[str] = field(default_factory=set)
    """Channels to which two messages were ever on their way at one time."""
    made: int = 0
    killed: bool = False
    """The bot's process was killed in a request, and asks nothing any more."""

    def new_id(self, at: datetime | None = None) -> int:
        """As Discord makes them: the instant in front, a number behind it."""
        self.made += 1
        return first_id(at or self.clock.instant) + self.made

    def direct(self, user_id: int) -> int:
        """The id of somebody's direct-message channel: always the same."""
        known = next((number for number, user in self.directs.items() if user == user_id), None)
        number = known or self.new_id()
        self.directs[number] = user_id
        return number

    def name(self, channel: str) -> str:
        """Of `direct:ID` or `channel:ID`. There is no way to somebody but their own channel's id."""
        kind, _, number = channel.partition(":")
        return f"user:{self.directs[int(number)]}" if kind == "direct" else channel

    def goes_wrong(
        self,
        verb: str = "any",
        channel: str = "",
        moment: Moment = "before",
        error: BaseException | None = None,
        skip: int = 0,
        times: int = 1,
    ) -> None:
        """The next `times` such requests, after `skip` of them, end in `error`."""
        self.mishaps.append(Mishap(verb, channel, moment, error or Trouble(), skip, times))

    def member(self, user_id: int) -> Member | None:
        """Somebody as they are in the server now."""
        if user_id in self.left:
            return None
        manages, silenced = user_id in self.managers, user_id in self.silenced
        return Member(user_id, frozenset(self.roles[user_id]), manages, silenced)

    def recovers(self) -> None:
        self.mishaps.clear()
        self.refusing.clear()

    async def request(self, verb: str, channel: str, effect: Callable[[], T]) -> T:
        self.asked.append((verb, channel))
        if verb == "send" and (verb, channel) in self.under_way:
            self.crowded.add(channel)
        self.under_way.append((verb, channel))
        self.busiest = max(self.busiest, len(self.under_way))
        alike = sum(one == verb for one, _ in self.under_way)
        self.most_at_once[verb] = max(self.most_at_once[verb], alike)
        try:
            for _ in range(LATENCY):
                await asyncio.sleep(0)
            if self.killed:
                raise Killed
            self._mishap(verb, channel, "before")
            if channel in self.refusing:
                raise Unreachable(self.refusing[channel])
            result = effect()
            self._mishap(verb, channel, "after")
            return result
        finally:
            self.under_way.remove((verb, channel))

    def _mishap(self, verb: str, channel: str, moment: Moment) -> None:
        for mishap in list(self.mishaps):
            fits = mishap.verb in (verb, "any") and channel.startswith(mishap.channel)
            if not fits or mishap.moment != moment:
                continue
            if mishap.skip:
                mishap.skip -= 1
                continue
            mishap.times -= 1
            if not mishap.times:
                self.mishaps.remove(mishap)
            self.killed = isinstance(mishap.error, Killed)
            raise mishap.error


class FakeMail:
    """The port `Mail`."""

    def __init__(self, discord: FakeDiscord) -> None:
        self._discord = discord

    async def open(self, user_id: int) -> int:
        return await self._discord.request("open", f"user:{user_id}", lambda: self._discord.direct(user_id))

    async def history(self, channel_id: int, user_id: int, after: int) -> list[Letter]:
        channel = self._discord.name(f"direct:{channel_id}")

        def read() -> list[Letter]:
            found = [m for m in self._discord.channels[channel] if m.author == user_id and m.id > after]
            seen = sorted((m for m in found if not m.unseen), key=lambda m: m.id)
            answered = {m.reply_to for m in self._discord.channels[channel] if m.author == BOT}
            return [
                replace(letter_of(m, from_history=True, channel_id=channel_id), answered=m.id in answered) for m in seen
            ]

        return await self._discord.request("history", channel, read)


def letter_of(message: Message, from_history: bool = False, channel_id: int | None = None) -> Letter:
    return Letter(
        message.id,
        message.author,
        message.content,
        readable=bool(message.content.strip()),
        reply_to=message.reply_to,
        edited_at=message.edited_at,
        from_history=from_history,
        channel_id=channel_id,
    )


class FakePost:
    """The port `Post`."""

    def __init__(self, discord: FakeDiscord) -> None:
        self._discord = discord

    async def send(self, channel: str, request: Request, nonce: str) -> int | None:
        channel = self._discord.name(channel)
        return await self._discord.request("send", channel, lambda: self._posted(channel, request, nonce))

    def _posted(self, channel: str, request: Request, nonce: str) -> int | None:
        discord, messages = self._discord, self._discord.channels[channel]
        if nonce in discord.deleted:
            return None
        for known in messages:
            if known.nonce == nonce and discord.clock.instant - stamped(known.id) <= REMEMBERS_NONCES:
                return known.id
        message = Message(discord.new_id(), BOT, request.content, request, nonce, request.reply_to)
        messages.append(message)
        return message.id

    async def edit(self, channel: str, message_id: int, request: Request) -> bool:
        name = self._discord.name(channel)
        return await self._discord.request("edit", name, lambda: self._edited(name, message_id, request))

    def _edited(self, channel: str, message_id: int, request: Request) -> bool:
        message = next((m for m in self._discord.channels[channel] if m.id == message_id), None)
        if message is None:
            return False
        message.content, message.request, message.edited_at = request.content, request, self._discord.clock.instant
        return True

    async def pin(self, channel: str, message_id: int) -> None:
        def pinned() -> None:
            if message_id not in self._discord.pins[channel]:
                self._discord.pins[channel].append(message_id)

        await self._discord.request("pin", channel, pinned)

    async def find(self, channel: str, request: Request, after: int) -> int | None:
        channel = self._discord.name(channel)

        def found() -> int | None:
            ours = (m for m in self._discord.channels[channel] if m.author == BOT and m.id > after)
            return next((m.id for m in ours if m.content == request.content), None)

        return await self._discord.request("find", channel, found)

    async def ours(self, channel: str, after: int) -> list[Posted]:
        def found() -> list[Posted]:
            messages = self._discord.channels[channel]
            return [Posted(m.id, m.content) for m in messages if m.author == BOT and m.id > after]

        return await self._discord.request("ours", channel, found)

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        def opened() -> int:
            self._discord.threads.setdefault(message_id, name)
            return message_id

        return await self._discord.request("open_thread", f"channel:{channel_id}", opened)

    async def open_private_thread(self, channel_id: int, name: str) -> int:
        def opened() -> int:
            known = next((thread for thread, title in self._discord.threads.items() if title == name), None)
            thread = known or self._discord.new_id()
            self._discord.threads[thread] = name
            return thread

        return await self._discord.request("open_thread", f"channel:{channel_id}", opened)

    async def open_post(self, channel_id: int, request: Request, name: str, tag: str, again: bool) -> int:
        def opened() -> int:
            known = next((thread for thread, title in self._discord.threads.items() if title == name), None)
            if again and known is not None:
                return known
            thread = self._discord.new_id()
            self._discord.threads[thread] = name
            self._discord.channels[f"channel:{thread}"].append(Message(thread, BOT, request.content, request))
            return thread

        return await self._discord.request("open_post", f"channel:{channel_id}", opened)

    async def tag(self, channel_id: int, thread_id: int, name: str) -> None:
        def tagged() -> None:
            self._discord.tags[thread_id] = name

        await self._discord.request("tag", f"channel:{thread_id}", tagged)


class FakeRoster:
    """The port `Roster`."""

    def __init__(self, discord: FakeDiscord) -> None:
        self._discord = discord

    def sees(self, guild_id: int) -> bool:
        return not self._discord.unseen

    async def member(self, guild_id: int, user_id: int) -> Member | None:
        return await self._discord.request("member", f"guild:{guild_id}", lambda: self._discord.member(user_id))

    def may_read(self, guild_id: int, channel_id: int, member: Member) -> bool:
        self._seen()
        return member.manages or bool(self._discord.readers.get(channel_id, set()) & {member.user_id, *member.role_ids})

    def may_write(self, guild_id: int, channel_id: int, member: Member, in_threads: bool) -> bool:
        self._seen()
        return member.user_id not in self._discord.mute

    def reached(self, guild_id: int, channel_id: int) -> bool:
        self._seen()
        return channel_id not in self._discord.gone

    async def obstacle(self, guild_id: int, role_id: int, giver: Member) -> Obstacle | None:
        return await self._discord.request("role", f"guild:{guild_id}", lambda: self._discord.obstacles.get(role_id))

    def _seen(self) -> None:
        if self._discord.unseen:
            raise Trouble
