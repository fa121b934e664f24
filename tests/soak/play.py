"""Playing a script against processes that may be killed at any moment, as patient people would.

Discord's clock stands still but for when the script moves it, so that two plays of a script have the same stamps.
Messages are sent without waiting for anything. A press or command that gets no answer is made again; a deadline is
only passed by once everything before it has been said, since what follows it depends on it.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.fake_discord import Channel, Clock, FakeDiscord, Interaction, Message, Person
from tests.operating.processes import Dealers
from tests.soak.hurried import IDLE
from tests.soak.keeper import POLL, Keeper
from tests.soak.kills import Kill
from tests.soak.record import Record, look
from tests.soak.script import PLAYERS, Line, Script

START: Final = datetime(2026, 3, 2, 12, 0, 0, tzinfo=UTC)
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
SETTLE: Final = timedelta(seconds=10)
"""From a deadline to when it is looked whether it was closed."""
REMINDERS: Final = (timedelta(hours=11), timedelta(hours=1))
"""How long before a deadline the clock stops once more: by then, reminders are due."""
FORGOTTEN: Final = 5
"""After so many looks of an idle process, an answer will not come any more."""
PATIENCE_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Result:
    """What came of one play."""

    record: Record
    struck: tuple[Kill, ...]
    lives: int
    seconds: float


async def play(script: Script, folder: Path, seed: int, kills: int) -> Result:
    """Play a script in an empty folder, with so many kills drawn from a seed."""
    began = time.monotonic()
    clock = Clock(START)
    clock.freeze()
    async with FakeDiscord(clock) as discord:
        guild = discord.world.new_guild("The Tower")
        channel = discord.world.new_channel(guild, "games")
        dice = random.Random(seed)
        forgetful = kills > 0 and dice.random() < 0.5
        async with Keeper(Dealers(folder, discord), discord, dice, kills, forgetful) as keeper:
            table = Table(discord, channel, keeper, dice, keeper.dealers.file, hurried=kills > 0)
            await table.play(script)
            record = look(table.discord, channel, table.people, table.file, keeper.complaints)
        return Result(record, tuple(keeper.struck), keeper.lives, time.monotonic() - began)


@dataclass
class Table:
    """The people at it, and the channel in which the match is created."""

    discord: FakeDiscord
    channel: Channel
    keeper: Keeper
    dice: random.Random
    file: Path
    hurried: bool
    """Whether people leave uneven pauses between what they do."""
    steps: int = 0
    """How many the match has, and how many are done."""
    done: int = 0

    @property
    def people(self) -> list[Person]:
        return [self.discord.world.user(name.lower()) for name in PLAYERS]

    def person(self, name: str) -> Person:
        return self.discord.world.user(name.lower())

    @property
    def host(self) -> Person:
        return self.discord.world.user("owner")

    async def play(self, script: Script) -> None:
        self.steps = len(PLAYERS) + 1 + len(script.turns) + sum(map(len, script.turns))
        await self._until(lambda: self.discord.gateway.connected)
        await self._until(lambda: bool(self.discord.world.commands[None]))
        await self._create(script)
        for name in PLAYERS:
            await self._proceed()
            await self._insist(partial(self._join, self.person(name)), "You are in")
            await self._pause(30)
        await self._proceed()
        await self._insist(lambda: self.host.slash(self.channel, "match start", match=self.code), "begun")
        if self.keeper.forgetful:
            self.discord.world.nonce_memory = timedelta(-1)
        for lines in script.turns:
            await self.idle()
            await self._pause(60)
            for line in lines:
                await self._proceed()
                await self._say(line)
            await self._proceed()
            await self._pass_deadline()
        self.keeper.spare()
        await self.idle()

    async def _proceed(self) -> None:
        """The next step; no two kills are left for later."""
        self.done += 1
        self.keeper.proceed(self.done / self.steps)
        await self._until(lambda: self.keeper.caught_up)

    async def _create(self, script: Script) -> None:
        ruleset, options = script.ruleset, script.options
        await self._insist(
            lambda: self.host.slash(self.channel, "match create", ruleset=ruleset, options=options, least=3), "is open"
        )
        await self.idle()

    def _join(self, person: Person) -> Interaction:
        return person.click(self.card, f"join:{self.code}")

    async def _say(self, line: Line) -> None:
        await self._pause(line.after)
        who = self.person(line.player)
        if line.way == "message":
            who.dm(line.text)
        else:
            await self._insist(lambda: who.slash(self.channel, "submit", message=line.text))

    async def _pass_deadline(self) -> None:
        """In steps, since reminders fall due on the way."""
        await self.idle()
        turn, deadline = self._turn
        assert deadline is not None, "the match is over before its script is"
        for stop in [deadline - before for before in REMINDERS]:
            if stop > self.discord.clock.now():
                self.discord.clock.set(stop)
                await self.idle()
        self.discord.clock.set(deadline + SETTLE)
        await self._until(lambda: self._turn[0] > turn)

    # --- time ---------------------------------------------------------------------------------------------------------

    async def _pause(self, seconds: int) -> None:
        """Discord's clock goes on; here, next to nothing."""
        self.discord.clock.advance(seconds)
        await asyncio.sleep(self.dice.random() ** 2 / 25 if self.hurried else 0)

    async def _insist(self, act: Callable[[], Interaction], wanted: str = "") -> None:
        """Do it until it is answered, and as it should be: again when Discord says that the application does not
        respond."""
        while True:
            mark, done = len(self.discord.log.requests), act()
            await self._until(lambda: bool(done.heard) or self._looks_since(mark) >= FORGOTTEN)  # noqa: B023
            said = [message.content for message in done.heard]
            if said:
                assert re.search(wanted, said[0]), said
                return

    async def _until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            self.keeper.check()
            assert time.monotonic() < end, self._explained()
            await asyncio.sleep(POLL)

    async def idle(self) -> None:
        """All that was to happen has happened."""
        mark = len(self.discord.log.requests)
        await self._until(lambda: self._looks_since(mark) >= 2)
        await self._until(lambda: not self._open())

    def _looks_since(self, mark: int) -> int:
        """How often, since that request, a process had nothing more to do."""
        return sum(IDLE in r.query and r.status == 200 for r in self.discord.log.requests[mark:])

    # --- what is stored -----------------------------------------------------------------------------------------------

    def _open(self) -> list[str]:
        """What is still to be done."""
        written = [m for p in self.people for m in p.dm_channel.history() if m.author is p.user]
        taken = {row[0] for row in self._ask("SELECT message_id FROM inbox")}
        unread = [f"unread: {m.content[:40]}" for m in written if m.id not in taken]
        unsaid = [f"unsaid: {d}" for (d,) in self._ask("SELECT destination FROM outbox WHERE state = 'unsaid'")]
        boards = self._ask("SELECT which FROM boards WHERE shown IS NULL OR shown <> wanted")
        return unread + unsaid + [f"stale: {which}" for (which,) in boards]

    def _ask(self, question: str) -> list[Any]:
        with closing(sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(question).fetchall()

    @property
    def code(self) -> str:
        return str(self._ask("SELECT code FROM matches")[0][0])

    @property
    def card(self) -> Message:
        return next(m for m in self.channel.history() if f"Match {self.code}" in m.content)

    @property
    def _turn(self) -> tuple[int, datetime | None]:
        """The number of the open turn, and when it is due."""
        ((number, milliseconds),) = self._ask("SELECT turn, deadline FROM matches")
        return number, None if milliseconds is None else EPOCH + timedelta(milliseconds=milliseconds)

    def _explained(self) -> str:
        last = [f"{r.method} {r.path} {r.query} {r.status} {r.trouble}" for r in self.discord.log.requests[-12:]]
        return "\n".join(["stuck", *self._open(), *last, *map(str, self.keeper.struck[-3:]), self.keeper.said])
