"""A town for every test, and discord.py without its long waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import discord.backoff
import discord.http
import pytest

from bot.hosting.context import Manners
from tests.hosting.scene import new_database
from tests.troubles.town import Town, frozen

FASTER: Final = 50.0
"""How much shorter discord.py's waits are here."""


class Impatient:
    """asyncio, as discord.py's HTTP client sees it: its waits between tries are over soon."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / FASTER)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http, "asyncio", Impatient())
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda self: 0.02)


@pytest.fixture
def manners() -> Manners:
    """How the bot of a test keeps time; a test module may have others."""
    return Manners()


@pytest.fixture
async def closed_town(tmp_path: Path, manners: Manners) -> AsyncIterator[Town]:
    """A town whose bot has not started yet. Nothing may be asked there that the fake Discord does not know."""
    async with frozen() as discord:
        town = Town(discord, await new_database(tmp_path / "dealer.sqlite3"), manners)
        with discord.pointed_at():
            yield town
        assert discord.log.unknown == []


@pytest.fixture
async def town(closed_town: Town) -> AsyncIterator[Town]:
    await closed_town.open()
    yield closed_town
    closed_town.discord.troubles.clear()
    await closed_town.close()
