"""`dealer run`: one process, connected to Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.config import Settings
from bot.store.lease import RENEW_SECONDS, Lease
from bot.store.schema import NewerDatabase
from bot.wiring import Parts, discord_clock, join_parts, manners_of, open_database, secret_chance

log = logging.getLogger(__name__)

_ANOTHER: Final = "Another Dealer speaks for this database. I wait until it is gone, and take over within a minute."


async def run(settings: Settings) -> int:
    """Host until told to stop. Returns the exit status: 0 after SIGTERM, 1 where going on would have been a lie."""
    try:
        engine = await open_database(settings.database.file)
    except (NewerDatabase, SQLAlchemyError, OSError) as error:
        return _cannot_start(f"the database {settings.database.file} cannot be used: {_reason(error)}")
    lease = Lease(engine)
    try:
        stopped = _until_told()
        if not await _first(lease.acquire(lambda: print(_ANOTHER, file=sys.stderr, flush=True)), stopped):
            return 0
        return await _host(settings, lease, stopped)
    finally:
        await engine.dispose()


async def _host(settings: Settings, lease: Lease, stopped: asyncio.Event) -> int:
    assert settings.discord.token is not None
    clock = discord_clock()
    engine = lease.engine
    parts = join_parts(engine, clock, secret_chance(), manners_of(settings), trace=clock.trace(), lease=lease)
    clock.ask = parts.client.ask_anything
    renewing = asyncio.create_task(_renew(parts, lease), name="lease")
    parts.alarms.start()
    try:
        async with parts.client:
            await _first(parts.client.start(settings.discord.token.reveal()), stopped)
    except discord.LoginFailure:
        return _cannot_start("Discord does not accept the token.")
    except discord.PrivilegedIntentsRequired:
        return _cannot_start("Discord refuses the intents, though none of them is privileged.")
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        return _cannot_start(f"Discord cannot be reached ({type(error).__name__}).")
    finally:
        renewing.cancel()
        await parts.stop()
        with suppress(SQLAlchemyError):
            await lease.release()
    if parts.failure is not None:
        return _cannot_start(f"the database can no longer be written ({parts.failure}); nothing acknowledged is lost.")
    log.info("stopped, with nothing half done")
    return 0


async def _renew(parts: Parts, lease: Lease) -> None:
    """Through the queue, so that a process whose queue is stuck does not look alive."""
    while True:
        await parts.house.queue.put(parts.renewal(lease))
        await asyncio.sleep(RENEW_SECONDS)


def _until_told() -> asyncio.Event:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, stopped.set)
    return stopped


async def _first(work: object, stopped: asyncio.Event) -> bool:
    """Do the work unless told to stop first; whether it was done. Raises what the work raises."""
    working = asyncio.ensure_future(work)  # type: ignore[call-overload]
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if working.done():
        working.result()
        return True
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
    return False


def _reason(error: BaseException) -> str:
    if isinstance(error, NewerDatabase):
        return "it was written by a later release of Dealer."
    origin = getattr(error, "orig", None) or error
    return f"{origin}." if isinstance(origin, OSError) else f"{getattr(origin, 'sqlite_errorname', origin)}."


def _cannot_start(why: str) -> int:
    print(f"Dealer stops: {why}", file=sys.stderr, flush=True)
    return 1
