"""The house: what hosting works with, joined. Wiring builds one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from bot.hosting.model.records import Request
from bot.hosting.ports.discord import Mail, Post, Roster
from bot.hosting.ports.store import Store
from bot.hosting.ports.time import Alarm, Chance, Clock
from bot.hosting.recording.direct_channels import DirectChannels
from bot.hosting.recording.quarantine import Quarantine
from bot.hosting.recording.queue import Queue
from bot.hosting.recording.receipts import Receipts
from bot.hosting.recording.recorder import Recorder
from bot.hosting.rights.facts import Facts


@dataclass(frozen=True, slots=True)
class Manners:
    """How the house keeps time."""

    settle: timedelta = timedelta(seconds=5)
    """A turn closes no earlier than this after its deadline, on Discord's clock (ruling L1)."""
    beat: timedelta = timedelta(minutes=1)
    """How often the sweep runs and presence is written down."""
    late_alarm: timedelta = timedelta(minutes=10)
    """A close delayed by this much is told to the host."""
    away_extension: bool = True
    """Whether time in which the bot was away before a deadline is given back."""
    keep_texts: timedelta = timedelta(days=30)
    """How long after a match what players typed is kept."""


Show = Callable[[Request], Awaitable[None]]
"""Shows a message where its reader just asked something. Raises Trouble where Discord does not take it."""
Bring = Callable[[int, Show], Awaitable[None]]


async def nothing_waits(user_id: int, show: Show) -> None:
    """Before anything can be written to anybody."""


@dataclass(slots=True)
class House:
    store: Store
    clock: Clock
    alarm: Alarm
    chance: Chance
    mail: Mail
    post: Post
    roster: Roster
    manners: Manners = field(default_factory=Manners)
    wake: Callable[[], None] = lambda: None
    """Called after every commit: deliveries may be due."""
    give_up: Callable[[BaseException], None] = lambda error: None
    """Called when going on would be a lie."""
    facts: Facts = field(init=False)
    bring: Bring = nothing_waits
    """Shows somebody, where they just asked something, what cannot be written to them."""
    queue: Queue = field(init=False)
    recorder: Recorder = field(init=False)
    quarantine: Quarantine = field(init=False)
    direct: DirectChannels = field(init=False)
    receipts: Receipts = field(init=False)

    def __post_init__(self) -> None:
        self.recorder = Recorder(self.chance)
        self.receipts = Receipts(self.store)
        self.facts = Facts(self.roster)
        self.queue = Queue(self.store, self.facts, self._committed, self._gave_up)
        self.quarantine = Quarantine(self.queue, self.recorder, self.clock)
        self.direct = DirectChannels(self.mail, self.store, self.clock, self.queue, self.quarantine)

    # Looked up when they happen: wiring joins the house before what these call exists.
    def _committed(self) -> None:
        self.wake()

    def _gave_up(self, error: BaseException) -> None:
        self.give_up(error)
