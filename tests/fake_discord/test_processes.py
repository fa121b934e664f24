"""The fake Discord outlives the bot: a bot in a process of its own, killed and started again; a server in a thread."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.fake_discord import FakeDiscord, FakeDiscordThread, launch, until

ROOT = Path(__file__).resolve().parents[2]
BOT = '''
"""A bot that repeats what it hears, with the message's id as nonce."""
import discord

client = discord.Client(intents=discord.Intents(guilds=True, dm_messages=True), guild_ready_timeout=0.02)

@client.event
async def on_message(message):
    if message.author != client.user:
        await message.channel.send(message.content, nonce=message.id)

def main():
    client.run("fake.token.of-the-bot", log_handler=None)
'''


@pytest.fixture
def bots_path(tmp_path: Path) -> str:
    """A place where `bot` is the bot above."""
    package = tmp_path / "bot"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(BOT)
    return str(tmp_path)


def start(server: FakeDiscord, path: str) -> subprocess.Popen[bytes]:
    environment = os.environ | server.environment | {"PYTHONPATH": os.pathsep.join([path, str(ROOT)])}
    return subprocess.Popen(launch.command("run"), env=environment)


async def test_a_killed_bot_finds_in_the_history_what_no_event_tells_it(bots_path: str) -> None:
    async with FakeDiscord() as server:
        server.world.new_guild("The Tower")
        ann = server.world.user("ann")
        bot = start(server, bots_path)
        server.troubles.call("POST", "/channels/*/messages", bot.kill, afterwards=True)
        await until(lambda: server.gateway.connected)
        ann.dm("one")
        await until(lambda: bot.poll() is not None and not server.gateway.connected)
        ann.dm("two")
        again = start(server, bots_path)
        try:
            await until(lambda: server.gateway.connected)
            ann.dm("three")
            await until(lambda: ann.heard == ["one", "three"])
        finally:
            again.kill()
            again.wait()
        assert [m.content for m in ann.dm_channel.history()] == ["one", "one", "two", "three", "three"]
        assert (server.gateway.identified, server.log.unknown) == (2, [])


def test_a_server_in_a_thread_serves_a_test_that_blocks(bots_path: str) -> None:
    with FakeDiscordThread() as thread:
        thread.call(lambda server: server.world.new_guild("The Tower"))
        ann = thread.call(lambda server: server.world.user("ann"))
        bot = start(thread.discord, bots_path)
        try:
            thread.until(lambda server: server.gateway.connected)
            thread.call(lambda server: ann.dm("hello"))
            assert thread.until(lambda server: ann.heard) == ["hello"]
        finally:
            bot.kill()
            bot.wait()
