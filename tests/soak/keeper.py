"""One process of the bot at a time: killed as it was drawn, and started again at once."""

from __future__ import annotations

import asyncio
import random
import re
import signal
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tests.fake_discord import FakeDiscord
from tests.operating.processes import Dealer, Dealers
from tests.soak import kills
from tests.soak.hurried import DISTRUST, PATIENCE, hurry
from tests.soak.kills import Kill
from tests.soak.script import SEED

POLL: Final = 0.005
_LONGEST_SECONDS: Final = (0.6, 2.0)
"""A process with a kill before it lives, once connected, no longer than something between these."""
_ENDS: Final = {signal.SIGKILL: {-signal.SIGKILL}, signal.SIGTERM: {0, -signal.SIGTERM}}
"""The exit statuses that each signal may lead to: before it has begun, a process does not know SIGTERM yet."""
_COMPLAINT = re.compile(r"ERROR|CRITICAL|Traceback|never retrieved|Dealer stops")


@dataclass
class Keeper:
    """`async with`: from then on a process runs, or is about to."""

    dealers: Dealers
    discord: FakeDiscord
    dice: random.Random
    most: int
    """How many kills there are in all."""
    forgetful: bool
    """Whether Discord is taken to forget nonces at once."""
    struck: list[Kill] = field(default_factory=list)
    lives: int = 0
    complaints: list[str] = field(default_factory=list)
    """What a process wrote to its log that it should not have."""
    _dealer: Dealer | None = None
    _kill: Kill | None = None
    _ends: set[int] = field(default_factory=set)
    """The exit statuses that the running process may end with."""
    _keeping: asyncio.Task[None] | None = None
    _before: int = 0
    """How often a process had connected when the running one began."""
    _allowed: int = 0
    """How many kills there may have been by now."""

    async def __aenter__(self) -> Keeper:
        self._keeping = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._keeping is not None
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)
        kills.disarm(self.discord)
        self.dealers.end_all()

    def proceed(self, done: float) -> None:
        """So much of the match (0 to 1) is over: kills are spread over all of it."""
        self._allowed = round(self.most * done)
        if self._due and self._kill is None and self._dealer is not None:
            kill = kills.draw(self.dice)
            self._arm(replace(kill, kind="time") if kill.kind == "commit" else kill)

    def spare(self) -> None:
        """No more kills. One that a process was to do itself may still come."""
        self._allowed = 0
        kills.disarm(self.discord)

    @property
    def caught_up(self) -> bool:
        """Whether no more than one kill that there may have been is still to come."""
        return len(self.struck) >= self._allowed - 1

    @property
    def _due(self) -> bool:
        return len(self.struck) < self._allowed

    @property
    def said(self) -> str:
        """What the process that runs now has written to its log."""
        return "" if self._dealer is None else self._dealer.said

    def check(self) -> None:
        """Raises what made the keeping end."""
        assert self._keeping is not None
        if self._keeping.done():
            self._keeping.result()

    async def _keep(self) -> None:
        while True:
            self._start()
            assert self._dealer is not None
            while self._dealer.status is None:  # noqa: ASYNC110 - an exit status tells nobody that it has come
                await asyncio.sleep(POLL)
            self._buried(self._dealer)

    def _start(self) -> None:
        kill = kills.draw(self.dice) if self._due else None
        self.lives += 1
        self._before = self.discord.gateway.identified
        before = partial(hurry, SEED, None if kill is None else kill.commit)
        away = "false"  # a clock that is moved by hand while nobody looks would be taken for an absence
        patience = PATIENCE | DISTRUST if self.forgetful else PATIENCE
        self._dealer = self.dealers.start(patience=patience, before=before, DEALER_HOSTING_AWAY_EXTENSION=away)
        self._kill, self._ends = None, set()
        if kill is not None:
            self._arm(kill)

    def _arm(self, kill: Kill) -> None:
        dealer, self._kill = self._dealer, kill
        assert dealer is not None
        self._ends |= _ENDS[kill.signal]
        kills.arm(kill, self.discord, partial(self._strike, dealer, kill))
        self._wait_for(dealer)

    @staticmethod
    def _strike(dealer: Dealer, kill: Kill) -> None:
        if dealer.status is None:
            dealer.signal(kill.signal)

    def _wait_for(self, dealer: Dealer) -> None:
        """What was to kill a process may never happen to it; it begins to count once it is connected."""
        if self.discord.gateway.identified > self._before:
            asyncio.get_running_loop().call_later(self.dice.uniform(*_LONGEST_SECONDS), self._lose_patience, dealer)
        elif dealer.status is None:
            asyncio.get_running_loop().call_later(POLL, self._wait_for, dealer)

    def _lose_patience(self, dealer: Dealer) -> None:
        if dealer is self._dealer and dealer.status is None and self._due:
            self._kill = Kill("time", seconds=_LONGEST_SECONDS[1])
            self._ends |= _ENDS[signal.SIGKILL]
            dealer.process.kill()

    def _buried(self, dealer: Dealer) -> None:
        self.complaints += [line for line in dealer.said.splitlines() if _COMPLAINT.search(line)]
        if self._kill is None or dealer.status not in self._ends:
            raise AssertionError(f"a process ended by itself, with {dealer.status}:\n{dealer.said}")
        self.struck.append(self._kill)
