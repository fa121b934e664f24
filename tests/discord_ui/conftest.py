"""A stage for every test, on a database of its own; and everything that the bot asks there is checked."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
import simcord

from bot.rehearsal.stage import Stage
from bot.rehearsal.stage import stage as raised
from bot.wiring import open_database
from tests.discord_ui import decorum, described
from tests.discord_ui.venue import Venue


class Curtain(Protocol):
    """Opens a stage; a test may open several, one after the other."""

    def __call__(self, **options: Any) -> AbstractAsyncContextManager[Stage]: ...


@pytest.fixture(scope="session")
def fresh_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Migrated once; every stage gets a copy."""
    file = tmp_path_factory.mktemp("fresh") / "dealer.db"

    async def make() -> None:
        await (await open_database(file, durable=False)).dispose()

    asyncio.run(make())
    return file


@pytest.fixture
def curtain(tmp_path: Path, fresh_database: Path, performed: list[simcord.Env]) -> Curtain:
    @asynccontextmanager
    async def rise(**options: Any) -> AsyncIterator[Stage]:
        file = tmp_path / f"dealer{len(performed)}.db"
        shutil.copy(fresh_database, file)
        async with raised(file, **options) as stage:
            performed.append(stage.env)
            yield stage

    return rise


@pytest.fixture
async def stage(curtain: Curtain) -> AsyncIterator[Stage]:
    """Opened and closed by one task: simcord wants one context for both, and pytest gives a fixture two."""
    opened: asyncio.Future[Stage] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def hold() -> None:
        async with curtain() as stage:
            opened.set_result(stage)
            await over.wait()

    holding = asyncio.create_task(hold())
    either: list[asyncio.Future[Any]] = [opened, holding]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if holding.done():
        holding.result()
    yield opened.result()
    over.set()
    await holding


@pytest.fixture
def venue(stage: Stage) -> Venue:
    return Venue.found(stage)


@pytest.fixture(autouse=True)
def performed() -> Iterator[list[simcord.Env]]:
    """The stages of a test: whatever the bot asked on them must be as Discord describes it, and proper."""
    envs: list[simcord.Env] = []
    yield envs
    requests = [request for env in envs for request in env.http_requests]
    assert described.faults(requests) + decorum.faults(requests) == []
