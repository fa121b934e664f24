"""The one place where the real parts are built and joined."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.alarms import Alarms, machine_clock
from bot.config import Settings
from bot.discord_ui.client import DealerClient
from bot.discord_ui.clock import DiscordClock
from bot.discord_ui.desk import Desk
from bot.discord_ui.mailbox import Mailbox
from bot.discord_ui.postman import Postman
from bot.discord_ui.roster import DiscordRoster
from bot.hosting.clock.sweep import Sweep
from bot.hosting.context import House, Manners
from bot.hosting.inbox.catching_up import Mailroom
from bot.hosting.model.records import Answer
from bot.hosting.outbox.delivery import Delivery
from bot.hosting.ports.store import Unit
from bot.hosting.ports.time import Chance, Clock
from bot.store import schema
from bot.store.engine import make_private, open_engine
from bot.store.lease import Lease
from bot.store.place import must_have_one_name
from bot.store.unit_of_work import SqlStore, SqlUnit

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
    gave_up: Callable[[], None] = lambda: None
    """Called once it would be."""

    def stop(self) -> None:
        """Begin nothing more."""
        self.alarms.stop()
        self.room.went_away()
        self.delivery.stop()


async def renewed(house: House, lease: Lease) -> bool:
    """Renew through the queue, so that a process whose queue is stuck does not look alive. Whether it is done."""

    async def renew(unit: Unit) -> Answer | None:
        assert isinstance(unit, SqlUnit)
        await lease.renew(unit.connection)
        return None

    return await house.queue.put(renew) is None


def join_parts(
    engine: AsyncEngine,
    clock: Clock,
    chance: Chance,
    manners: Manners,
    machine: Callable[[], datetime] = machine_clock,
    trace: aiohttp.TraceConfig | None = None,
    lease: Lease | None = None,
) -> Parts:
    """Build the house around a client. The alarm is started by whoever starts the client.

    `machine` is the clock that the scheduler goes by; `trace` sees every response of Discord's.
    """
    client = DealerClient(trace or aiohttp.TraceConfig())
    alarms = Alarms(clock.now, machine)
    roster = DiscordRoster(client, clock.now)
    store, mail, post = SqlStore(engine, lease), Mailbox(client), Postman(client)
    house = House(store, clock, alarms, chance, mail, post, roster, manners)
    room = Mailroom(house)
    roster.connected = lambda: room.connected
    parts = Parts(engine, client, house, room, Sweep(house, room), Delivery(house), alarms)

    def wake() -> None:
        parts.delivery.wake()
        parts.sweep.rearm()

    def give_up(error: BaseException) -> None:
        parts.failure = error
        parts.gave_up()

    house.wake, house.give_up = wake, give_up
    alarms.ring = room.came_back = parts.sweep.wake
    parts.delivery.refused = parts.sweep.membership.doubt
    house.bring, room.heard_from = parts.delivery.bring, parts.delivery.heard_from
    client.serve(Desk(house, room))
    return parts


def manners_of(settings: Settings) -> Manners:
    hosting = settings.hosting
    return Manners(
        settle=timedelta(seconds=hosting.settle_seconds),
        late_alarm=timedelta(minutes=hosting.late_alarm_minutes),
        away_extension=hosting.away_extension,
        keep_texts=timedelta(days=settings.privacy.keep_texts_days),
    )


async def open_database(file: Path, durable: bool = True) -> AsyncEngine:
    """The database at this release's schema. `durable` False: for a rehearsal, which no power cut can hurt."""
    return await _opened(file, durable, schema.upgrade)


async def open_shared(file: Path) -> AsyncEngine:
    """The database as it is, a new one with its schema: another process may be speaking for it."""
    return await _opened(file, True, schema.create)


async def _opened(file: Path, durable: bool, prepare: Callable[[AsyncEngine], Awaitable[None]]) -> AsyncEngine:
    must_have_one_name(file)
    make_private(file)
    engine = open_engine(file, durable)
    try:
        await prepare(engine)
    except BaseException:
        await engine.dispose()
        raise
    return engine


def closed_house(engine: AsyncEngine) -> House:
    """A house without Discord, for what the operator does to its tables: it asks nobody, and says nothing itself."""
    nobody: Any = None
    return House(SqlStore(engine), discord_clock(), nobody, secret_chance(), nobody, nobody, nobody)


def discord_clock() -> DiscordClock:
    return DiscordClock()


def secret_chance() -> Chance:
    return SecretChance()
