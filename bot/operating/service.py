"""`dealer run`: one process, connected to Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.config import Settings
from bot.hosting.ports.store import StoreTrouble
from bot.operating.watchdog import Watchdog
from bot.store import check, schema
from bot.store.kernel_lock import KernelLock
from bot.store.lease import Lease
from bot.store.troubles import Unusable, explained, sentence
from bot.terminal import complain
from bot.wiring import Parts, discord_clock, join_parts, manners_of, open_shared, renewed, secret_chance

log = logging.getLogger(__name__)

_ANOTHER: Final = "Another Dealer speaks for this database. I wait until it is gone, and take over within a minute."
_LAST_SECONDS: Final = 5.0
"""What is under way when the process is told to stop may take so long to finish."""
_AGAIN_SECONDS: Final = 1.0
"""After so long, what goes on though it was told to end is told again."""
_RELEASE_SECONDS: Final = 2.0
"""Where the database is locked, the lease is left to be taken over."""


async def run(settings: Settings) -> int:
    """Host until told to stop. Returns the exit status: 0 after SIGTERM, 1 where going on would have been a lie. (One
    that is stuck does not return, and ends with status 1, too.)"""
    asyncio.get_running_loop().set_exception_handler(logs.of_the_loop)
    stopped, file = _until_told(), settings.database.file
    try:
        with explained(file):
            engine = await open_shared(file)
    except Unusable as unusable:
        return _stops(str(unusable))
    lease = Lease(engine, lock=KernelLock(file))
    watchdog = Watchdog(lambda: lease.last_renewal)
    try:
        with explained(file):
            if not await _first(_take_over(lease), stopped):
                return 0
        return await _host(settings, lease, stopped, watchdog)
    except Unusable as unusable:
        return _stops(str(unusable))
    finally:
        with suppress(SQLAlchemyError, TimeoutError):
            await asyncio.wait_for(lease.release(), _RELEASE_SECONDS)
        await engine.dispose()
        watchdog.stop()


async def _take_over(lease: Lease) -> None:
    """Nobody else speaks for the database from here on: look at it, and bring it to this release's schema."""
    await lease.acquire(lambda: complain(_ANOTHER))
    await check.pages(lease.engine)
    await schema.upgrade(lease.engine)


async def _host(settings: Settings, lease: Lease, stopped: asyncio.Event, watchdog: Watchdog) -> int:
    assert settings.discord.token is not None
    clock = discord_clock()
    trace = clock.trace()
    silence(trace, lease)
    parts = join_parts(lease.engine, clock, secret_chance(), manners_of(settings), trace=trace, lease=lease)
    clock.ask, parts.gave_up = parts.client.ask_anything, stopped.set
    watchdog.start()
    renewing = asyncio.create_task(lease.keep(partial(renewed, parts.house, lease)), name="lease")
    parts.alarms.start()
    try:
        async with parts.client:
            try:
                await _first(parts.client.start(settings.discord.token.reveal()), stopped)
            finally:
                renewing.cancel()
                await _finish(parts)
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        return _stops(_refused(error))
    if parts.failure is not None:
        return _stops(f"{_broken(settings, parts.failure)} Nothing that was acknowledged is lost.")
    log.info("stopped, with nothing half done")
    return 0


async def _finish(parts: Parts) -> None:
    """Nothing new begins. What is under way is finished, or never happened: a transaction is whole, and a message
    whose sending is cut off is looked for before it is sent again."""
    parts.stop()
    under_way = asyncio.all_tasks() - {asyncio.current_task()}
    if under_way:
        await asyncio.wait(under_way, timeout=_LAST_SECONDS)


def silence(trace: aiohttp.TraceConfig, lease: Lease) -> None:
    """Let no request out once the lease is too old: another process may be speaking."""

    async def look(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, _: aiohttp.TraceRequestStartParams
    ) -> None:
        if not lease.fresh:
            raise aiohttp.ClientConnectionError("the lease is not renewed")

    trace.on_request_start.append(look)


def _until_told() -> asyncio.Event:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, stopped.set)
    return stopped


async def _first(work: Awaitable[None], stopped: asyncio.Event) -> bool:
    """Do the work unless told to stop first; whether it was done. Raises what the work raises."""
    working = asyncio.ensure_future(work)
    waiting = asyncio.create_task(stopped.wait())
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if working.done():
        working.result()
        return True
    await end(working)
    return False


async def end(working: asyncio.Future[None]) -> None:
    """Cancelled until it is over: a library that is told in the wrong moment (discord.py, while it connects anew) takes
    it for something else, and goes on."""
    while not working.done():
        working.cancel()
        await asyncio.wait({working}, timeout=_AGAIN_SECONDS)
    if not working.cancelled():
        working.exception()  # how it failed on its way out is of no interest


def _refused(error: Exception) -> str:
    if isinstance(error, discord.LoginFailure):
        return "Discord does not accept the token."
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return "Discord refuses the intents, though none of them is privileged."
    return f"Discord cannot be reached ({type(error).__name__})."


def _broken(settings: Settings, failure: BaseException) -> str:
    return sentence(settings.database.file, str(failure) if isinstance(failure, StoreTrouble) else "INTERNAL")


def _stops(why: str) -> int:
    complain(f"Dealer stops: {why}")
    return 1
