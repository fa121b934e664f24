"""A server on the fake Discord, people in it, and the real bot in the test's own process.

`await town.begin("Ann", "Bob", "Eve")`, `await town.dm("Ann", "12")`, `await town.pass_deadline()`: after every step
all that was to happen has happened. Discord's clock stands still but for what the test does; the bot sees it on every
answer, and looks whenever the test lets it `look`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.discord_ui.client import permissions
from bot.discord_ui.clock import DiscordClock
from bot.hosting.context import House, Manners
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row
from bot.hosting.model.match import Match
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import lobby
from bot.hosting.ports.discord import Trouble
from bot.operating.service import end
from bot.store.engine import open_engine
from bot.wiring import Parts, discord_clock, join_parts, secret_chance
from games.catalogue import RULESETS
from games.options import completed
from tests.fake_discord import Channel, Clock, FakeDiscord, Guild, Interaction, Message, Person, until
from tests.fake_discord.things import MessageKind

NOON: Final = datetime(2026, 3, 2, 12, 0, 0, tzinfo=UTC)
MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
PATIENCE_SECONDS: Final = 20.0
SERVERS_WITHIN_SECONDS: Final = 0.02


@dataclass
class Town:
    """One server with one channel for matches; `owner` is its host."""

    discord: FakeDiscord
    file: Path
    manners: Manners
    guild: Guild = field(init=False)
    channel: Channel = field(init=False)
    parts: Parts = field(init=False)
    code: str = ""
    """The match that was created last."""
    _task: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.guild = self.discord.world.new_guild("The Tower", bot_permissions=permissions().value)
        self.channel = self.discord.world.new_channel(self.guild, "games")

    # --- the bot ------------------------------------------------------------------------------------------------------

    async def open(self, *, there: bool = True) -> None:
        """The bot starts, and is there for everyone; with `there` False it may be long in coming."""
        clock = discord_clock()
        engine = open_engine(self.file, durable=False)
        self.parts = join_parts(engine, clock, secret_chance(), self.manners, trace=clock.trace())
        clock.ask = self.parts.client.ask_anything
        self.parts.client._connection.guild_ready_timeout = SERVERS_WITHIN_SECONDS
        vars(self.parts.client)["before_identify_hook"] = _at_once
        await self.parts.client.login(self.discord.world.token)
        self._task = asyncio.create_task(self.parts.client.connect())
        if there:
            await self.there()
        else:
            await self.until(lambda: self.parts.room.connected)

    async def close(self) -> None:
        """As on SIGTERM."""
        self.parts.stop()
        if self._task is not None:
            await end(self._task)
        await self.parts.client.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        ours = [task for task in others if task.get_name().partition(":")[0] in _OURS]
        if ours:
            await asyncio.wait(ours, timeout=5)
        await self.parts.engine.dispose()

    async def reopen(self, away: timedelta = timedelta(0)) -> None:
        """The bot stops; after a while it starts again."""
        await self.close()
        self.discord.clock.set(self.discord.clock.now() + away)
        await self.open()

    async def there(self) -> None:
        """The bot is connected and everyone is read."""
        await self.until(lambda: self.parts.room.present)
        await self.settle()

    async def until(self, condition: Callable[[], Any]) -> None:
        await until(condition, within=PATIENCE_SECONDS)

    async def settle(self) -> None:
        """All that was to happen has happened."""
        for _ in range(2):
            await asyncio.sleep(0.01)
            await self.parts.house.queue.drained()
            await self.parts.delivery.quiet()

    async def look(self) -> None:
        """A sweep, as every minute."""
        with suppress(Trouble):
            await self.parts.house.clock.discord()
        self.parts.sweep.wake()
        while (task := self.parts.sweep._task) is not None and not task.done():
            await asyncio.wait([task])
        await self.settle()

    def hurry_deliveries(self) -> list[float]:
        """What Discord did not take is tried again in a moment; the pauses, in seconds, that it would have been."""
        waits: list[float] = []

        def later(seconds: float, call: Callable[[], None]) -> object:
            waits.append(seconds)
            return asyncio.get_running_loop().call_later(0.01, call)

        self.parts.delivery._later = later
        return waits

    # --- time ---------------------------------------------------------------------------------------------------------

    async def pass_time(self, time: timedelta) -> None:
        """In one go, but for a heartbeat just before its end."""
        self.discord.clock.set(self.discord.clock.now() + time)
        await self.look()

    async def pass_deadline(self) -> None:
        """To some seconds after the open turn's deadline, with a heartbeat on the way."""
        deadline = await self.deadline()
        self.discord.clock.set(deadline - timedelta(seconds=1))
        await self.look()
        self.discord.clock.set(deadline + timedelta(seconds=10))
        await self.look()

    # --- people -------------------------------------------------------------------------------------------------------

    def person(self, name: str) -> Person:
        return self.discord.world.user(name.lower())

    @property
    def host(self) -> Person:
        return self.discord.world.user("owner")

    async def dm(self, name: str, text: str) -> Message:
        """A message that the gateway brings and the bot takes."""
        message = self.person(name).dm(text)
        await self.until(partial(self._taken, message))
        await self.settle()
        return message

    def _taken(self, message: Message) -> bool:
        return message.id in self.seen()

    def seen(self) -> set[int]:
        """The ids of all messages in the inbox."""
        return {row[0] for row in self.ask("SELECT message_id FROM inbox")}

    def heard(self, name: str) -> list[str]:
        """What the bot wrote to somebody."""
        return self.person(name).heard

    # --- places -------------------------------------------------------------------------------------------------------

    @property
    def thread(self) -> Channel:
        (found,) = [c for c in self.discord.world.channels.values() if c.thread is not None and self.code in c.name]
        return found

    def posts(self) -> list[str]:
        """What the bot posted in the thread, the board left out."""
        thread = self.thread
        plain = [m for m in thread.history() if m.kind is MessageKind.PLAIN and m.id not in thread.pins]
        return [m.content for m in plain if m.author is self.discord.world.bot]

    def board(self) -> Message:
        (number,) = self.thread.pins
        return self.thread.messages[number]

    # --- what is stored -----------------------------------------------------------------------------------------------

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Of the database, beside the bot."""
        import sqlite3
        from contextlib import closing

        with closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(question).fetchall()

    async def hosted(self) -> Hosted:
        async with self.parts.house.store.begin() as unit:
            found = await unit.match_by_code(self.code)
        assert found is not None
        return found

    async def match(self) -> Match:
        return (await self.hosted()).match

    async def deadline(self) -> datetime:
        deadline = (await self.match()).deadline
        assert deadline is not None
        return deadline

    async def rows(self) -> list[Row]:
        hosted = await self.hosted()
        async with self.parts.house.store.begin() as unit:
            return await unit.rows(hosted.id)

    async def taken(self, seat: int | None = None) -> list[str]:
        """The texts of players' messages in the journal."""
        return [r.body["text"] for r in await self.rows() if r.kind == "message" and seat in (None, r.seat)]

    async def kinds(self) -> list[str]:
        return [row.kind for row in await self.rows()]

    # --- a match ------------------------------------------------------------------------------------------------------

    async def press(self, name: str, button: str) -> str:
        """Press a button under the latest card; what it is answered."""
        card = next(m for m in reversed(self.channel.history()) if m.components)
        labels = {b["label"]: b["custom_id"] for row in card.components for b in row["components"]}
        done = self.person(name).click(card, labels[button])
        return await self._answered(done)

    async def commands(self, name: str, path: str, **values: Any) -> str:
        """Use a slash command in the channel; what is answered, all of it."""
        done = self.person(name).slash(self.channel, path, **values)
        return await self._answered(done)

    async def _answered(self, done: Interaction) -> str:
        """All that is said to it, once discord.py's task for it is over."""
        await self.until(lambda: done.heard)
        await self.until(lambda: not any(t.get_name().startswith(_HANDLING) for t in asyncio.all_tasks()))
        await self.settle()
        return "\n".join(message.content for message in done.heard)

    async def gather(self, *names: str, least: int = 3, **options: Any) -> None:
        """A match that signs up, in which these have pressed Join."""
        given = {"options": ", ".join(f"{key}={value}" for key, value in options.items())} if options else {}
        await self.commands("owner", "match create", ruleset="ghost-ladder", least=least, **given)
        self.code = str(self.ask("SELECT code FROM matches ORDER BY id DESC LIMIT 1")[0][0])
        await self.until(lambda: not self.unsaid())
        for name in names:
            await self.press(name, "Join")

    async def start_anyhow(self) -> None:
        """Though not everything that is to be said can be."""
        await self.uses(_start)

    async def start(self) -> None:
        await self.uses(_start)
        await self.until(lambda: not self.unsaid())
        await self.settle()

    async def begin(
        self,
        *names: str,
        ruleset: str = "ghost-ladder",
        forum: Channel | None = None,
        private: bool = False,
        anyhow: bool = False,
        **options: Any,
    ) -> None:
        """A running match with these players, each with a word from the bot. `forum`: it is a post there; `private`:
        its thread is for them alone; `anyhow`: though not everything that is to be said can be."""
        house, at = self.parts.house, self.discord.clock.now()
        complete = completed(RULESETS[ruleset].options, options)
        where, source = forum or self.channel, self._source()
        plan = lobby.Plan(self.guild.id, where.id, self.host.id, ruleset, complete, len(names), 100, at, source)
        plan = replace(plan, forum=forum is not None, private=private)
        await self.does(partial(lobby.create, house, plan))
        self.code = str(self.ask("SELECT code FROM matches ORDER BY id DESC LIMIT 1")[0][0])
        for name in names:
            guest = lobby.Guest(self.person(name).id, name, frozenset(), at, self._source())
            await self.does(partial(lobby.join, house, self.code, guest))
        await (self.start_anyhow() if anyhow else self.start())

    def unsaid(self) -> list[str]:
        """What is still to be said or shown."""
        waiting = [str(d) for (d,) in self.ask("SELECT destination FROM outbox WHERE state = 'unsaid'")]
        stale = self.ask("SELECT which FROM boards WHERE shown IS NULL OR shown <> wanted OR message_id IS NULL")
        return waiting + [str(which) for (which,) in stale]

    async def does(self, deed: Callable[[Any], Awaitable[Answer | None]]) -> Answer:
        answer = await self.parts.house.queue.put(deed)
        assert answer is not None
        assert answer.ok, answer.text
        return answer

    async def uses(self, tool: Tool) -> Answer:
        """The host uses a tool of the desk."""
        number = self.discord.clock.snowflake()
        asker = Asker(self.host.id, self.guild.id, self.channel.id, frozenset(), True, number)
        answer = await self.does(hosting(self.parts.house, asker, self.code, tool))
        await self.settle()
        return answer

    def _source(self) -> str:
        return f"interaction:{self.discord.clock.snowflake()}"


_OURS: Final = frozenset({"queue", "delivery", "sweep", "alarm", "members", "boards", "thread", "user", "channel"})
"""The first part of the names of the house's own tasks."""


_HANDLING: Final = ("CommandTree-invoker", "discord-ui-dynamic-item", "discord.py: on_")
"""How discord.py's tasks for what people do are called."""


async def _start(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
    return await lobby.start(house, hosted, asker.user_id, asker.at, asker.source, unit)


async def _at_once(_shard: int | None, *, initial: bool = False) -> None:
    """Without the five seconds that discord.py waits before it identifies anew."""


def frozen(at: datetime = NOON) -> FakeDiscord:
    """A fake Discord whose clock stands still."""
    clock = Clock(at)
    clock.freeze()
    return FakeDiscord(clock)


def clock_of(town: Town) -> DiscordClock:
    clock = town.parts.house.clock
    assert isinstance(clock, DiscordClock)
    return clock
