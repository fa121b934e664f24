"""A fake Discord with a guild, a channel and a connected guest for every test of this folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import discord
import pytest

from tests.fake_discord import Channel, FakeDiscord, Guild, Person, World, description
from tests.fake_discord.guest import Guest


@dataclass
class Scene:
    """What most tests need."""

    server: FakeDiscord
    guild: Guild
    channel: Channel
    ann: Person

    @property
    def world(self) -> World:
        return self.server.world

    async def seen(self, client: discord.Client, channel: Channel | None = None) -> discord.TextChannel:
        """The channel as the client has it."""
        found = client.get_channel((channel or self.channel).id)
        assert isinstance(found, discord.TextChannel)
        return found


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    async with FakeDiscord() as server:
        guild = server.world.new_guild("The Tower")
        yield Scene(server, guild, server.world.new_channel(guild, "games"), server.world.user("ann"))
        assert server.log.unknown == []
        if description.found():
            assert description.request_faults(server.log) == []
            assert description.answer_faults(server.log) == []


@pytest.fixture
async def guest(scene: Scene) -> AsyncIterator[Guest]:
    with scene.server.pointed_at():
        client = Guest()
        task = await client.enter(scene.world.token)
        yield client
        await client.close()
        await task
