"""The real client over a real socket: an answer that was lost, and a machine whose clock is wrong."""

from __future__ import annotations

import asyncio
import io
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import logs
from bot.discord_ui.clock import DiscordClock
from bot.hosting import words
from bot.hosting.context import Manners
from bot.wiring import Parts, join_parts, open_database, secret_chance
from tests.fake_discord import Channel, Clock, FakeDiscord, Person, description, until

SEND = ("POST", "/channels/*/messages")
WRONG = timedelta(hours=5, minutes=7)
"""How far the machine's clock is behind Discord's."""


@dataclass
class Site:
    """A Discord server with a channel, a host and the running bot."""

    discord: FakeDiscord
    parts: Parts
    clock: DiscordClock
    channel: Channel
    host: Person

    async def sign_up(self, *names: str, **fields: Any) -> list[Person]:
        """A match of these people, started; its first phase is open."""
        self.host.slash(self.channel, "match create", ruleset="ghost-ladder", **fields)
        card = (await until(lambda: [m for m in self.host.sees(self.channel) if m.components]))[0]
        join = next(part["custom_id"] for row in card.components for part in row["components"])
        people = [self.discord.world.user(name) for name in names]
        for person in people:
            person.click(card, join)
        await until(lambda: f"({len(people)}):**" in card.content)
        self.host.slash(self.channel, "match start")
        await until(lambda: all(len(person.heard) == 2 for person in people))
        await until(lambda: self.posts and "is open" in self.posts[-1])
        return people

    @property
    def posts(self) -> list[str]:
        threads = [c for c in self.discord.world.channels.values() if c.thread is not None]
        return [m.content for c in threads for m in c.history() if m.author is self.discord.world.bot and m.content]

    async def sweep(self) -> None:
        """As every minute."""
        self.parts.sweep.wake()
        while (task := self.parts.sweep._task) is not None and not task.done():
            await asyncio.wait([task])
        await self.parts.house.queue.drained()
        await self.parts.delivery.quiet()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with FakeDiscord(Clock(datetime.now(UTC) + WRONG)) as discord:
        channel = discord.world.new_channel(discord.world.new_guild("The Tower"), "games")
        with discord.pointed_at():
            async with running(discord, tmp_path / "dealer.db") as (parts, clock):
                yield Site(discord, parts, clock, channel, discord.world.user("owner"))
        assert discord.log.unknown == []
        if description.found():
            assert description.request_faults(discord.log) == []


@asynccontextmanager
async def running(discord: FakeDiscord, file: Path) -> AsyncIterator[tuple[Parts, DiscordClock]]:
    """The bot in this process, from login until it has let go of everything."""
    clock = DiscordClock()
    engine = await open_database(file)
    parts = join_parts(engine, clock, secret_chance(), Manners(beat=timedelta(hours=1)), trace=clock.trace())
    clock.ask = parts.client.ask_anything
    parts.client._connection.guild_ready_timeout = 0.02
    await parts.client.login(discord.world.token)
    parts.alarms.start()
    connection = asyncio.create_task(parts.client.connect())
    await until(lambda: parts.room.present)
    yield parts, clock
    parts.stop()
    await parts.house.queue.drained()
    await parts.delivery.quiet()
    await parts.client.close()
    with suppress(asyncio.CancelledError):
        await connection
    await engine.dispose()


async def test_an_answer_lost_after_it_took_effect_is_sent_again_with_its_nonce_and_appears_once(site: Site) -> None:
    sam = site.discord.world.user("sam")
    lost = site.discord.troubles.lose_answer(*SEND)
    sam.dm("Anybody there?")
    await until(lambda: len(site.discord.log.to(*SEND)) == 2)
    await until(lambda: site.parts.delivery._tasks == {})
    first, again = site.discord.log.to(*SEND)
    assert lost.met == 1
    assert first.took_effect
    assert first.body["nonce"] == again.body["nonce"]
    assert again.body["enforce_nonce"]
    assert sam.heard == [words.NO_MATCH]


async def test_a_whole_round_with_lost_answers_is_posted_once_and_in_order(site: Site) -> None:
    lost = site.discord.troubles.lose_answer(*SEND, times=4, skip=4)  # behind the card and three greetings
    ann, bob, eve = await site.sign_up("ann", "bob", "eve", options="rounds=2")
    ann.dm("12")
    await until(lambda: len(ann.heard) == 3)
    assert lost.met == 4
    assert len(site.posts) == len({*site.posts})
    assert [len(person.heard) for person in (ann, bob, eve)] == [3, 2, 2]


async def test_discords_date_is_the_time_and_the_machines_is_not(site: Site) -> None:
    def apart() -> timedelta:
        return abs(site.clock.now() - site.discord.clock.now())

    assert apart() < timedelta(seconds=2)
    assert abs(site.clock.now() - datetime.now(UTC)) > WRONG - timedelta(seconds=2)
    site.discord.clock.advance(minutes=-20)
    await site.clock.discord()
    assert apart() < timedelta(seconds=2)


async def test_a_round_closes_when_discord_says_so_and_not_before(site: Site) -> None:
    clock = site.discord.clock
    ann, *_ = await site.sign_up("ann", "bob", "eve", options="rounds=2, round_hours=3")
    clock.freeze()
    hosted = await only_match(site)
    deadline = hosted.match.deadline
    assert deadline is not None
    assert abs(deadline - clock.now() - timedelta(hours=3)) < timedelta(minutes=2)

    clock.set(deadline - timedelta(seconds=1))
    ann.dm("12")
    await until(lambda: len(ann.heard) == 3)
    site.clock.seen("Wed, 01 Jan 2031 00:00:00 GMT")  # even if it believed so itself
    clock.set(deadline + timedelta(seconds=4))
    await site.sweep()
    assert (await only_match(site)).match.turn == 1
    clock.set(deadline + timedelta(seconds=5))
    await site.clock.discord()
    await site.sweep()
    assert (await only_match(site)).match.turn == 2
    assert any("# 12" in post for post in site.posts)


async def only_match(site: Site) -> Any:
    async with site.parts.house.store.begin() as unit:
        (hosted,) = await unit.running()
    return hosted


async def test_nothing_secret_is_logged_on_the_way(site: Site, lines: Callable[[], str]) -> None:
    """discord.py's own loggers at work: at DEBUG they would print whole requests and events."""
    ann, *_ = await site.sign_up("ann", "bob", "eve", options="rounds=2")
    site.discord.troubles.lose_answer(*SEND)
    site.discord.troubles.fail(*SEND, status=500)
    for text in ("4747", "4747 is it", "check 4747", "ask 4747?"):
        ann.dm(text)
    await until(lambda: len(ann.heard) >= 6)
    assert "4747" in "".join(ann.heard)
    assert "4747" not in lines()


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """The log, from here on, as `dealer run` writes it at DEBUG."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logs.set_up("DEBUG")
    (handler,) = logging.getLogger().handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream := io.StringIO())
    return stream.getvalue
