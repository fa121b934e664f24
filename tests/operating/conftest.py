from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fake_discord import FakeDiscord
from tests.operating.processes import Dealers


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        guild = server.world.new_guild("The Tower")
        server.world.new_channel(guild, "games")
        yield server


@pytest.fixture
async def dealers(discord: FakeDiscord, tmp_path: Path) -> AsyncIterator[Dealers]:
    """Processes of the bot against the fake Discord."""
    them = Dealers(tmp_path, discord)
    yield them
    them.end_all()
