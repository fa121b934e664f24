"""`dealer run` as real processes against the fake Discord: how it starts, waits, takes over, and ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest

from bot.alarms import Alarms
from bot.discord_ui.client import DealerClient
from bot.operating import service
from bot.operating.health import alive
from bot.store.heartbeat import last_beat
from bot.store.kernel_lock import this_kernel
from bot.wiring import Parts
from tests.fake_discord import FakeDiscord, until
from tests.hosting.scene import played
from tests.operating.processes import POLL, Dealer, Dealers

WAITS = "Another Dealer speaks for this database. I wait until it is gone"


SOON = 10.0
"""Seconds; on a machine that is not busy with other things it is one."""


async def connected(discord: FakeDiscord, times: int = 1) -> None:
    """The bot has identified itself so many times, and is there."""
    await until(lambda: discord.gateway.identified == times and discord.gateway.connected, within=60)


async def goes(bot: Dealer, number: int = signal.SIGTERM) -> float:
    """Tell it to stop; it must, with status 0. The seconds that it took."""
    began = time.monotonic()
    bot.signal(number)
    assert await bot.ended() == 0, bot.said
    return time.monotonic() - began


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_an_idle_bot_within_seconds_with_status_0(
    dealers: Dealers, discord: FakeDiscord, number: int
) -> None:
    bot = dealers.start()
    await connected(discord)
    assert await goes(bot, number) < SOON
    assert "nothing half done" in bot.said
    assert last_beat(dealers.file) is None


async def test_a_signal_ends_a_bot_that_waits_for_discord(dealers: Dealers, discord: FakeDiscord) -> None:
    discord.troubles.slow("GET", "/users/@me", 60)
    bot = dealers.start()
    await until(lambda: bot.said and discord.log.requests, within=60)
    assert await goes(bot) < SOON
    assert discord.gateway.identified == 0


async def test_a_signal_ends_a_bot_that_waits_for_another(dealers: Dealers, discord: FakeDiscord) -> None:
    dealers.start()
    await connected(discord)
    second = dealers.start()
    await second.says(WAITS)
    assert await goes(second) < SOON
    assert discord.gateway.identified == 1


def test_a_signal_ends_a_bot_that_has_hardly_begun(tmp_path: Path) -> None:
    code = "import os; import bot.__main__ as it; it.logs.set_up = lambda _: os.kill(os.getpid(), 15); it.main(['run'])"
    known = os.environ | {"DEALER_DISCORD_TOKEN": "made.up.token"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=known, check=False)
    assert (done.returncode, list(tmp_path.iterdir())) == (0, [])


async def test_what_is_being_said_when_the_signal_comes_is_said_once(dealers: Dealers, discord: FakeDiscord) -> None:
    discord.troubles.slow("POST", "/channels/*/messages", 1)
    bot = dealers.start()
    await connected(discord)
    ann = discord.world.user("ann")
    ann.dm("hello")
    await until(lambda: any(r.fits("POST", "/channels/*/messages") for r in discord.log.requests))
    assert 0.2 < await goes(bot) < SOON
    assert len(ann.heard) == 1
    again = dealers.start()
    await connected(discord, 2)
    await goes(again)
    assert len(ann.heard) == 1


async def test_once_told_to_stop_nothing_new_is_begun_and_the_next_process_says_it(tmp_path: Path) -> None:
    async with played(tmp_path / "dealer.sqlite3") as scene:
        await scene.begin("Ann", "Bob", "Eve")
        assert scene.engine is not None
        client, alarms = DealerClient(aiohttp.TraceConfig()), Alarms(scene.clock.now)
        Parts(scene.engine, client, scene.house, scene.room, scene.sweep, scene.delivery, alarms).stop()
        heard, posted = len(scene.dms("Ann")), len(scene.thread())
        await scene.dm("Ann", "12")
        await scene.pause()
        assert (len(scene.dms("Ann")), len(scene.thread())) == (heard, posted)
        assert not scene.room.present
        await scene.die()
        await scene.open()
        assert (len(scene.dms("Ann")), len(scene.thread())) == (heard + 1, posted + 1)


# --- two processes ----------------------------------------------------------------------------------------------------


async def test_the_second_takes_over_after_a_kill_and_never_speaks_before(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    first = dealers.start()
    await connected(discord)
    second = dealers.start()
    await second.says(WAITS)
    ann, bob = discord.world.user("ann"), discord.world.user("bob")
    ann.dm("one")
    await until(lambda: len(ann.heard) == 1)
    first.signal(signal.SIGKILL)
    ann.dm("two")
    await connected(discord, 2)
    bob.dm("three")
    await until(lambda: len(bob.heard) == 1)
    assert second.said.count("Another Dealer") == 1


NEVER_BY_THE_COUNTER = {"bot.store.lease.DEAD_AFTER_SECONDS": 1e9, "bot.store.lease.LOOK_SECONDS": 0.1}


@pytest.mark.skipif(this_kernel() is None, reason="this kernel cannot be told from others")
async def test_one_that_is_killed_is_followed_at_once_on_the_same_machine(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    first = dealers.start(patience=NEVER_BY_THE_COUNTER)
    await connected(discord)
    second = dealers.start(patience=NEVER_BY_THE_COUNTER)
    await second.says(WAITS)
    first.signal(signal.SIGKILL)
    await connected(discord, 2)
    second.signal(signal.SIGKILL)
    third = dealers.start(patience=NEVER_BY_THE_COUNTER)
    await connected(discord, 3)
    assert WAITS not in third.said


@pytest.mark.parametrize("ignored", [0, 1, 3])
async def test_what_takes_the_order_to_end_for_something_else_is_told_again(
    ignored: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_AGAIN_SECONDS", 0.01)
    heard = 0

    async def deaf() -> None:
        nonlocal heard
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                heard += 1
                if heard > ignored:
                    raise

    working = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await service.end(working)
    assert heard == ignored + 1
    assert working.cancelled()


async def test_how_something_fails_when_it_is_told_to_end_is_of_no_interest() -> None:
    async def failing() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            raise OSError("the connection is gone")

    working = asyncio.create_task(failing())
    await asyncio.sleep(0)
    await service.end(working)
    assert working.done()


async def test_the_second_takes_over_at_once_when_the_first_is_told_to_stop(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    in_earnest = {"bot.store.lease.LOOK_SECONDS": 0.1}
    first = dealers.start(patience=in_earnest)
    await connected(discord)
    second = dealers.start(patience=in_earnest)
    await second.says(WAITS)
    await goes(first)
    await connected(discord, 2)
    assert second.status is None


async def put_to_sleep(bot: Dealer, file: Path) -> None:
    """But not in the middle of a transaction: nobody else could write while it sleeps."""
    while True:
        bot.signal(signal.SIGSTOP)
        try:
            with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError:
            bot.signal(signal.SIGCONT)
            await asyncio.sleep(POLL)


async def test_a_bot_that_slept_too_long_says_nothing_more_and_ends_with_the_reason(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    first = dealers.start()
    await connected(discord)
    second = dealers.start()
    await second.says(WAITS)
    await put_to_sleep(first, dealers.file)
    ann = discord.world.user("ann")
    ann.dm("hello")
    await connected(discord, 2)
    ann.dm("are you there?")
    await until(lambda: len(ann.heard) == 1)
    first.signal(signal.SIGCONT)
    assert await first.ended() == 1
    assert "Another Dealer speaks for the database" in first.said
    await asyncio.sleep(0.2)
    assert len(ann.heard) == 1
    assert second.status is None


async def test_a_bot_that_sleeps_has_no_heartbeat_after_a_minute_and_a_half(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    bot = dealers.start()
    await connected(discord)
    assert alive(dealers.file, datetime.now(UTC))
    bot.signal(signal.SIGSTOP)
    assert alive(dealers.file, datetime.now(UTC) + timedelta(seconds=80))
    assert not alive(dealers.file, datetime.now(UTC) + timedelta(seconds=91))


# --- the log ----------------------------------------------------------------------------------------------------------


async def test_the_log_tells_which_server_it_joins_and_leaves_by_its_id_alone(
    dealers: Dealers, discord: FakeDiscord
) -> None:
    bot = dealers.start()
    await bot.says("connected; invite")
    guild = discord.world.new_guild("The Garden", "Hetty")
    await bot.says(f"joined the server {guild.id}\n")
    discord.world.kick_bot(guild)
    await bot.says(f"left the server {guild.id}\n")
    assert "Garden" not in bot.said
    assert "Hetty" not in bot.said


# --- no way to begin --------------------------------------------------------------------------------------------------


async def test_a_wrong_token_is_a_sentence_and_status_1(dealers: Dealers) -> None:
    bot = dealers.start(DEALER_DISCORD_TOKEN="another.made-up.token")
    assert await bot.ended() == 1
    assert bot.said.splitlines()[-1] == "Dealer stops: Discord does not accept the token."
    assert "Traceback" not in bot.said


async def test_no_network_is_a_sentence_and_status_1(dealers: Dealers, discord: FakeDiscord) -> None:
    await discord.stop()
    bot = dealers.start()
    assert await bot.ended() == 1
    assert bot.said.splitlines()[-1].startswith("Dealer stops: Discord cannot be reached (")
    assert "Traceback" not in bot.said
