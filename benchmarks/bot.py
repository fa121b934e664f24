"""The bot, put together as `dealer run` does it, with this program where Discord would be.

What comes in is handed to discord.py as its gateway would hand it over; what goes out ends in `StubDiscord`. Of the
product only the wiring is called, and what it gives out by name.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks import payloads
from benchmarks.clock import BenchClock
from benchmarks.gateway import log_in, receive, settled
from benchmarks.payloads import Json
from benchmarks.stub import StubDiscord
from bot.config import load
from bot.store.lease import Lease
from bot.wiring import Parts, join_parts, manners_of, open_database, secret_chance


@dataclass(slots=True)
class Bot:
    """One process of the bot on one database file, logged in."""

    file: Path
    parts: Parts
    clock: BenchClock
    discord: StubDiscord
    lease: Lease

    @classmethod
    async def on(cls, file: Path, clock: BenchClock, *, durable: bool = True, chance: Any = None) -> Bot:
        """Open the file, take its lease, join the parts and log in. It hosts once it is `connected`.

        `durable` False: without waiting for the disk or for a thread. `chance`: the port, where it must not be chance.
        """
        engine = await open_database(file, durable)
        lease = await _leased(engine)
        manners = manners_of(load(None, {}, needs_token=False))
        parts = join_parts(engine, clock, chance or secret_chance(), manners, lease=lease)
        outside = StubDiscord(clock)
        await log_in(parts.client, outside)
        return cls(file, parts, clock, outside, lease)

    def connected(self, servers: int = 1) -> None:
        """The gateway says that it is ready, and which servers there are."""
        for number in range(servers):
            self.gateway("GUILD_CREATE", payloads.guild(number))
        self.parts.client.dispatch("ready")

    def gateway(self, event: str, data: Json) -> None:
        receive(self.parts.client, event, data)

    async def settle(self, within: float | None = None) -> bool:
        """All that was to happen has happened; False where that took longer than `within` seconds."""
        return await settled(within)

    async def sweep(self, within: float | None = None) -> bool:
        """As when the alarm rings. False where it took longer than `within` seconds."""
        self.parts.sweep.wake()
        return await self.settle(within)

    async def close(self) -> None:
        """As on SIGTERM: what is under way is finished."""
        self.parts.stop()
        await self.settle(within=10)
        await self.lease.release()
        await self.parts.client.close()
        await self.parts.engine.dispose()

    def rows(self, table: str) -> int:
        """How many rows a table has, as anybody beside the bot would read it."""
        with closing(sqlite3.connect(f"{self.file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            ((number,),) = database.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 - our own name
        return int(number)

    # --- people -------------------------------------------------------------------------------------------------------

    def dm(self, user_id: int, text: str) -> None:
        """Somebody writes to the bot."""
        self.gateway("MESSAGE_CREATE", self.discord.written(user_id, text))

    async def command(self, name: str, guild_no: int = 0, **options: Any) -> str:
        """The host gives a slash command. Returns what it was answered, once all has happened."""
        number = self.discord.new_id()
        self.gateway("INTERACTION_CREATE", payloads.command(number, payloads.HOST, guild_no, name, options))
        await self.settle()
        return self.discord.answered[f"token-{number}"]

    def press(self, user_id: int, custom_id: str, under: Json, guild_no: int = 0) -> str:
        """Somebody presses a button under a message. Returns the token under which it is answered."""
        number = self.discord.new_id()
        self.gateway("INTERACTION_CREATE", payloads.press(number, user_id, guild_no, custom_id, under))
        return f"token-{number}"


async def _leased(engine: AsyncEngine) -> Lease:
    """The lease of the file. Its steady clock stands still: it never grows old, since nobody renews it here."""
    lease = Lease(engine, steady=lambda: 0.0)
    await lease.acquire(lambda: None)
    return lease
