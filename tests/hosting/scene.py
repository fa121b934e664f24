"""A story at the table: the real house on a real database file, and the outside in the test's hands.

`await scene.begin("Ann", "Bob", "Eve")`, `await scene.dm("Ann", "12 +1g")`, `await scene.run_to(scene.deadline)`:
after every step all that was to happen has happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from bot.hosting.context import House, Manners
from bot.hosting.desk import clock as desk_clock
from bot.hosting.desk import look as desk_look
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.inbox import intake
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row
from bot.hosting.model.handles import Purpose, handle
from bot.hosting.model.match import Match
from bot.hosting.model.records import Answer, Hosted, Letter
from bot.hosting.players import lobby
from bot.hosting.ports.discord import Unreachable
from bot.hosting.recording.queue import Deed
from games.catalogue import RULESETS
from games.options import completed
from tests.hosting.fakes import BOT, FakeChance, FakeDiscord, Message
from tests.hosting.fakes import letter_of as as_letter
from tests.hosting.process import (
    HOUR,
    JUST_AFTER,
    MINUTE,
    NOON,
    SECOND,
    Process,
    calm,
    new_database,
    read_file,
    write_file,
)

__all__ = [
    "CHANNEL",
    "GUILD",
    "HOST",
    "HOUR",
    "JUST_AFTER",
    "MINUTE",
    "NOON",
    "SECOND",
    "Scene",
    "Snapshot",
    "calm",
    "new_database",
    "played",
]

GUILD, CHANNEL, HOST = 100, 200, 300
FIRST_USER = 100_000_000_000_001_001
"""As long as Discord's, so that no other number has it in it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A scene between two steps, to go on from as often as needed."""

    database: bytes
    discord: FakeDiscord
    chance: FakeChance
    users: dict[str, int]
    code: str


_begun: dict[Hashable, Snapshot] = {}


class Scene(Process):
    """One server with a host (`HOST`)."""

    def __init__(self, file: Path, manners: Manners | None = None, seed: int = 1, start: datetime = NOON) -> None:
        super().__init__(file, manners, seed, start)
        self.discord.managers.add(HOST)
        self.users: dict[str, int] = {}
        self.code = ""
        """The match that was created last."""

    async def pass_deadline(self) -> None:
        """To a second after the settle time of the open turn's deadline."""
        await self.run_to(self.deadline + self.manners.settle + SECOND)

    # --- Discord ------------------------------------------------------------------------------------------------------

    @staticmethod
    def unreachable(why: str) -> Unreachable:
        return Unreachable(why)

    def user(self, name: str) -> int:
        return self.users.setdefault(name, FIRST_USER + len(self.users))

    async def dm(
        self,
        who: str,
        text: str,
        at: datetime | None = None,
        live: bool = True,
        unseen: bool = False,
        reply_to: int | None = None,
    ) -> int:
        """A player writes to the bot. `at`: Discord's stamp; `live` False: the gateway brings nothing; `unseen`: the
        history does not have it either, until it is `delivered`."""
        user = self.user(who)
        message = Message(self.discord.new_id(at), user, text, reply_to=reply_to, unseen=unseen)
        self.discord.channels[f"user:{user}"].append(message)
        if live and not unseen and self.up:
            self.room.arrived(as_letter(message, channel_id=self.discord.direct(user)))
            await self.settle()
        return message.id

    async def letter(self, who: str, text: str) -> Letter:
        """A message that is in the history, and yet to be brought."""
        return as_letter(self.message(who, await self.dm(who, text, live=False)))

    async def first_message(self, who: str) -> int:
        return next(m.id for m in self.discord.channels[f"user:{self.user(who)}"] if m.author != BOT)

    def message(self, who: str, message_id: int) -> Message:
        return next(m for m in self.discord.channels[f"user:{self.user(who)}"] if m.id == message_id)

    async def delivered(self, who: str, message_id: int) -> None:
        """The gateway brings a message, maybe once more."""
        message = self.message(who, message_id)
        message.unseen = False
        self.room.arrived(as_letter(message))
        await self.settle()

    async def edits(self, who: str, message_id: int, text: str) -> None:
        message = self.message(who, message_id)
        message.content, message.edited_at = text, self.clock.instant
        if self.up:
            self.room.put(message.author, partial(intake.edited, self.house, message.author, message_id, text))
            await self.settle()

    def clicks(self, who: str, text: str) -> asyncio.Future[Answer | None]:
        """A player gives a message by a command; the future is its answer."""
        letter = Letter(self.discord.new_id(), self.user(who), text, via="interaction")
        return self.room.put(letter.user_id, partial(intake.receive, self.house, letter))

    async def picks(self, who: str, message_id: int, code: str, at: datetime | None = None) -> Answer | None:
        """A player says which match a message was for."""
        user, stamp = self.user(who), at or self.clock.instant
        which = handle((await self.hosted_now(code)).match.seed, Purpose.LETTER, message_id)
        future = self.room.put(user, partial(intake.pick, self.house, which, code, user, stamp))
        await self.settle()
        return future.result()

    # --- what people read ---------------------------------------------------------------------------------------------

    def shown(self, channel: str) -> list[str]:
        return [m.content for m in self.discord.channels[channel] if m.author == BOT]

    def dms(self, who: str) -> list[str]:
        """What the bot wrote to a player."""
        return self.shown(f"user:{self.user(who)}")

    def host_dms(self) -> list[str]:
        return self.shown(f"user:{HOST}")

    @property
    def thread_channel(self) -> str:
        return f"channel:{self.hosted.thread_id}"

    def thread(self) -> list[str]:
        """The match's posts, without the board."""
        board = self.discord.pins[self.thread_channel][-1:]
        return [m.content for m in self.discord.channels[self.thread_channel] if m.author == BOT and m.id not in board]

    def board(self) -> str:
        pinned = self.discord.pins[self.thread_channel][-1]
        return next(m.content for m in self.discord.channels[self.thread_channel] if m.id == pinned)

    def card(self) -> Message:
        return self.discord.channels[f"channel:{self.hosted.channel_id}"][-1]

    # --- what is stored -----------------------------------------------------------------------------------------------

    def question(self, position: int) -> str:
        """What the button under a question is called by."""
        return handle(self.match.seed, Purpose.QUESTION, position)

    async def hosted_now(self, code: str | None = None) -> Hosted:
        async with self.store.begin() as unit:
            found = await unit.match_by_code(code or self.code)
        assert found is not None
        return found

    async def look_again(self) -> None:
        self.hosted = await self.hosted_now()

    @property
    def match(self) -> Match:
        return self.hosted.match

    @property
    def deadline(self) -> datetime:
        assert self.match.deadline is not None
        return self.match.deadline

    async def rows(self, code: str | None = None) -> list[Row]:
        hosted = await self.hosted_now(code)
        async with self.store.begin() as unit:
            return await unit.rows(hosted.id)

    async def kinds(self) -> list[str]:
        return [row.kind for row in await self.rows()]

    # --- deeds --------------------------------------------------------------------------------------------------------

    async def does(self, deed: Deed) -> Answer | None:
        future = self.house.queue.put(deed)
        await self.settle()
        if self.code and self.up:
            await self.look_again()
        return future.result()

    def asker(self, user: int = HOST, at: datetime | None = None, manages: bool = True, guild: int = GUILD) -> Asker:
        return Asker(user, guild, CHANNEL, frozenset(), manages, self.discord.new_id(at))

    async def host(self, tool: Tool, at: datetime | None = None, code: str | None = None) -> Answer:
        """The host uses a tool of the desk."""
        answer = await self.does(hosting(self.house, self.asker(at=at), code or self.code, tool))
        assert answer is not None
        return answer

    async def create(
        self,
        ruleset: str = "ghost-ladder",
        least: int = 3,
        most: int = 8,
        guild: int = GUILD,
        reminders: tuple[float, ...] = (),
        starts: datetime | None = None,
        hostless: bool = False,
        **options: Any,
    ) -> Answer:
        if not self.up:
            await self.open()
        complete = completed(RULESETS[ruleset].options, options)
        number = self.discord.new_id()
        source = f"interaction:{number}"
        plan = lobby.Plan(
            guild,
            CHANNEL,
            HOST,
            ruleset,
            complete,
            least,
            most,
            self.clock.instant,
            source,
            starts=starts,
            reminders=reminders,
            hostless=hostless,
        )
        self.code = ""
        answer = await self.does(partial(lobby.create, self.house, plan))
        assert answer is not None
        async with self.store.begin() as unit:
            self.code = (await unit.matches_in(guild))[-1].match.code
        await self.look_again()
        return answer

    async def join(self, *names: str, code: str | None = None) -> list[Answer]:
        return [await self.joins(name, code=code) for name in names]

    async def joins(
        self,
        name: str,
        shown_as: str | None = None,
        code: str | None = None,
        roles: frozenset[int] = frozenset(),
        source: str | None = None,
    ) -> Answer:
        """`shown_as`: the display name, where it is another one than the test's."""
        source = source or f"interaction:{self.discord.new_id()}"
        guest = lobby.Guest(self.user(name), shown_as or name, roles, self.clock.instant, source)
        answer = await self.does(partial(lobby.join, self.house, code or self.code, guest))
        assert answer is not None
        return answer

    async def leave(self, name: str) -> Answer:
        source = f"interaction:{self.discord.new_id()}"
        deed = partial(lobby.leave, self.house, self.code, self.user(name), self.clock.instant, source)
        answer = await self.does(deed)
        assert answer is not None
        return answer

    async def start(self, at: datetime | None = None) -> Answer:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
            return await lobby.start(house, hosted, asker.user_id, asker.at, asker.source, unit)

        return await self.host(tool, at)

    async def cancel(self) -> Answer:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
            return await lobby.cancel(house, hosted, asker.user_id, asker.at, asker.source, unit)

        return await self.host(tool)

    async def begin(self, *names: str, ruleset: str = "ghost-ladder", **options: Any) -> None:
        """A match with these players, running. The first one of a scene goes on from a snapshot."""
        key = (names, ruleset, tuple(options.items()), self.seed, self.clock.instant)
        fresh = not self.up
        if not fresh or key not in _begun:
            await self.create(ruleset, **options)
            await self.join(*names)
            answer = await self.start()
            assert answer.ok, answer.text
        if fresh and key not in _begun:
            await self.die()
            _begun[key] = self.snapshot()
        if fresh:
            await self.go_on_from(_begun[key])

    def snapshot(self) -> Snapshot:
        """To be taken while no process is up."""
        return Snapshot(read_file(self.file), deepcopy(self.discord), deepcopy(self.chance), self.users, self.code)

    async def go_on_from(self, snapshot: Snapshot) -> None:
        write_file(self.file, snapshot.database)
        self.discord, self.chance = deepcopy(snapshot.discord), deepcopy(snapshot.chance)
        self.users, self.code = dict(snapshot.users), snapshot.code
        self.discord.clock = self.clock
        await self.open()
        await self.look_again()

    async def extend(self, to: float | datetime, at: datetime | None = None) -> Answer:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
            return await desk_clock.extend(house, hosted, to, asker, unit)

        return await self.host(tool, at)

    async def close(self, at: datetime | None = None) -> Answer:
        return await self.host(desk_clock.close, at)

    async def pause(self, at: datetime | None = None) -> Answer:
        return await self.host(desk_clock.pause, at)

    async def resume(self, at: datetime | None = None) -> Answer:
        return await self.host(desk_clock.resume, at)

    async def look(self) -> Answer:
        return await self.host(desk_look.look)

    async def export(self) -> str:
        answer = await self.host(desk_look.export)
        assert answer.file is not None
        return answer.file[1]


@asynccontextmanager
async def played(file: Path, **how: Any) -> AsyncIterator[Scene]:
    """A scene whose process starts with the first match (`create`, `begin`), or with `open`."""
    scene = Scene(await new_database(file), **how)
    try:
        yield scene
    finally:
        await scene.die()
