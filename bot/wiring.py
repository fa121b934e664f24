"""The one place where the real parts are built and joined."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import aiohttp
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.alarms import Alarms, machine_clock
from bot.config import Settings
from bot.discord_ui.client import DealerClient
from bot.discord_ui.clock import DiscordClock
from bot.discord_ui.desk import Desk
from bot.discord_ui.mailbox import Mailbox
from bot.discord_ui.postman import Postman
from bot.hosting.deadlines import Sweep
from bot.hosting.house import House, Manners
from bot.hosting.mailroom import Mailroom
from bot.hosting.outbox import Delivery
from bot.hosting.ports import Chance, Clock
from bot.store import check as store_check
from bot.store import schema
from bot.store.engine import open_engine
from bot.store.unit_of_work import SqlStore

log = logging.getLogger(__name__)

_NONCE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class SecretChance:
    """The port `Chance`, from the operating system's randomness."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)

    def nonce(self) -> str:
        return "".join(secrets.choice(_NONCE_ALPHABET) for _ in range(24))


@dataclass(slots=True)
class Parts:
    """Everything joined, not yet connected."""

    engine: AsyncEngine
    client: DealerClient
    house: House
    room: Mailroom
    sweep: Sweep
    delivery: Delivery
    alarms: Alarms
    failure: BaseException | None = None
    """Why going on would have been a lie."""

    async def stop(self) -> None:
        """Finish what is under way, and let go of everything."""
        self.alarms.stop()
        await self.house.queue.drained()
        await self.delivery.quiet()
        await self.engine.dispose()


def join_parts(
    engine: AsyncEngine,
    clock: Clock,
    chance: Chance,
    manners: Manners,
    machine: Callable[[], datetime] = machine_clock,
    trace: aiohttp.TraceConfig | None = None,
) -> Parts:
    """Build the house around a client. The alarm is started by whoever starts the client.

    `machine` is the clock that the scheduler goes by; `trace` sees every response of Discord's.
    """
    client = DealerClient(trace or aiohttp.TraceConfig())
    alarms = Alarms(clock.now, machine)
    house = House(SqlStore(engine), clock, alarms, chance, Mailbox(client), Postman(client), manners)
    room = Mailroom(house)
    parts = Parts(engine, client, house, room, Sweep(house, room), Delivery(house), alarms)

    def wake() -> None:
        parts.delivery.wake()
        parts.sweep.rearm()

    def give_up(error: BaseException) -> None:
        parts.failure = error
        asyncio.get_running_loop().create_task(client.close())

    house.wake, house.give_up = wake, give_up
    alarms.ring = room.came_back = parts.sweep.wake
    client.serve(Desk(house, room))
    return parts


def manners_of(settings: Settings) -> Manners:
    hosting = settings.hosting
    return Manners(
        settle=timedelta(seconds=hosting.settle_seconds),
        late_alarm=timedelta(minutes=hosting.late_alarm_minutes),
        away_extension=hosting.away_extension,
    )


async def run(settings: Settings) -> int:
    """Connect to Discord and host until told to stop."""
    assert settings.discord.token is not None
    engine = await open_database(settings.database.file)
    clock = DiscordClock()
    parts = join_parts(engine, clock, SecretChance(), manners_of(settings), trace=clock.trace())
    client = parts.client
    clock.ask = client.ask_anything
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: asyncio.ensure_future(client.close()))
    try:
        async with client:
            parts.alarms.start()
            await client.start(settings.discord.token.reveal())
    finally:
        await parts.stop()
    if parts.failure is not None:
        print(f"Dealer stops: the database cannot be written ({type(parts.failure).__name__}).", file=sys.stderr)
        return 1
    return 0


async def open_database(file: Path, durable: bool = True) -> AsyncEngine:
    """The database at this release's schema. `durable` False: for a rehearsal, which no power cut can hurt."""
    file.parent.mkdir(parents=True, exist_ok=True)
    engine = open_engine(file, durable)
    await schema.upgrade(engine)
    return engine


def check(settings: Settings) -> int:
    """Refold every running match and compare; says what is wrong."""
    return asyncio.run(_check(settings))


async def _check(settings: Settings) -> int:
    if not settings.database.file.exists():
        print(
            f"The configuration is fine. There is no database yet; {settings.database.file} is made at the first run."
        )
        return 0
    engine = await open_database(settings.database.file)
    try:
        faults = await store_check.faults(engine)
    finally:
        await engine.dispose()
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print("The configuration and the database are fine.")
    return 1 if faults else 0
