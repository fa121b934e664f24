"""Real processes of the bot, each on a database file and the fake Discord of a test, started in a moment.

They are forked from a clean process that has imported everything already, so that a test waits for what the bot does
and not for Python.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Final

from tests.fake_discord import FakeDiscord
from tests.fake_discord.world import TOKEN
from tests.operating import rights

_CONTEXT: Final = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.operating.processes", "bot.operating.service", "bot.operating.upkeep"])
POLL: Final = 0.02

HURRY: Final = {
    "bot.store.lease.DEAD_AFTER_SECONDS": 2.0,
    "bot.store.lease.SILENT_AFTER_SECONDS": 1.6,
    "bot.store.lease.RENEW_SECONDS": 0.3,
    "bot.store.lease.LOOK_SECONDS": 0.1,
    "bot.hosting.recording.queue._PAUSE_SECONDS": 0.1,
    "bot.store.engine.BUSY_MS": 300,
}
"""Patience of some seconds, where it is most of a minute in earnest."""


@dataclass(frozen=True)
class Setting:
    """Where a process finds itself."""

    environment: Mapping[str, str]
    log: Path
    patience: Mapping[str, Any]
    humble: bool = False
    """It may do with files what their rights allow, though the tests be root's."""
    file_limit: int | None = None
    """How large, in bytes, it may make a file."""
    before: Callable[[], None] | None = None
    """What it does first."""


def _main(arguments: Sequence[str], setting: Setting) -> None:
    """What the forked process does: `dealer` with these arguments, with all that it prints in a file."""
    number = os.open(setting.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    os.dup2(number, 1)
    os.dup2(number, 2)
    os.environ.update(setting.environment)
    _confine(setting)
    from bot.__main__ import main
    from tests.fake_discord import launch

    for name, value in setting.patience.items():
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    if setting.before is not None:
        setting.before()
    if launch.API in setting.environment:
        launch.point_at(setting.environment[launch.API], setting.environment[launch.GATEWAY])
    sys.exit(main(arguments))


def _confine(setting: Setting) -> None:
    if setting.file_limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (setting.file_limit, setting.file_limit))
    if setting.humble and os.getuid() == 0:
        rights.give_up_power_over_files()


@dataclass
class Dealer:
    """One process of the bot."""

    process: ForkServerProcess
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text("utf-8") if self.log.exists() else ""

    @property
    def status(self) -> int | None:
        """The exit status; None while it runs, negative after a deadly signal."""
        return self.process.exitcode

    def signal(self, number: int) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    async def ended(self, within: float = 30.0) -> int:
        """Wait for its end; gives the exit status."""
        end = time.monotonic() + within
        while self.status is None:
            assert time.monotonic() < end, f"it has not ended within {within} s:\n{self.said}"
            await asyncio.sleep(POLL)
        return self.status

    async def says(self, text: str, within: float = 60.0) -> None:
        end = time.monotonic() + within
        while text not in self.said:
            assert time.monotonic() < end, f"it has not said {text!r} within {within} s:\n{self.said}"
            assert self.status is None, f"it ended with {self.status}:\n{self.said}"
            await asyncio.sleep(POLL)

    async def stop(self) -> int:
        self.signal(signal.SIGTERM)
        return await self.ended()


class Dealers:
    """The processes of one test. All of them are gone when it ends."""

    def __init__(self, folder: Path, discord: FakeDiscord | None) -> None:
        self.file = folder / "dealer.sqlite3"
        self._folder = folder
        self._discord = discord
        self._all: list[Dealer] = []

    def start(
        self,
        *arguments: str,
        patience: Mapping[str, Any] = HURRY,
        humble: bool = False,
        file_limit: int | None = None,
        before: Callable[[], None] | None = None,
        **environment: str,
    ) -> Dealer:
        """Without arguments: `dealer run`."""
        known = {"DEALER_DATABASE_FILE": str(self.file), "DEALER_DISCORD_TOKEN": TOKEN}
        if self._discord is not None:
            known |= self._discord.environment
        log = self._folder / f"process-{len(self._all)}.log"
        setting = Setting(known | environment, log, dict(patience), humble, file_limit, before)
        process = _CONTEXT.Process(target=_main, args=(arguments or ("run",), setting))
        process.start()
        self._all.append(Dealer(process, log))
        return self._all[-1]

    def end_all(self) -> None:
        for one in self._all:
            one.process.kill()
            one.process.join()
