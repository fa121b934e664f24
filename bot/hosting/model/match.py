"""What is true of a match: seats, clock, and the ruleset's opaque state. The fold of its journal gives it (folding)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.hosting.model.saying import Say
from games.catalogue import RULESETS
from games.ruleset import Phase, Ruleset

SIGNING_UP: Final = "signing up"
RUNNING: Final = "running"
PAUSED: Final = "paused"
OVER: Final = "over"
CANCELLED: Final = "cancelled"

ANYONE: Final = "anyone"
ROLE: Final = "role"
INVITED: Final = "invited"


Span = tuple[datetime, datetime]
"""After the one instant, before the other."""


@dataclass(frozen=True, slots=True)
class Hushed:
    """An extension on request, in force and not yet announced, so that nobody's presence gives away who asked."""

    until: datetime
    hours: float
    text: str
    """What the ruleset makes public of it."""
    seat: int | None = None
    """Who asked."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the players of a hostless match are asked, since who wishes it plays with them."""

    number: int
    act: str
    """PAUSE, RESUME or CANCEL."""
    turn: int
    """It stands in this turn only."""
    agreed: tuple[int, ...] = ()
    """Seats; nobody is ever told which, or how many."""


PAUSE: Final = "pause"
RESUME: Final = "resume"
CANCEL: Final = "cancel"


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that the rows so far make true. Instants are UTC."""

    code: str
    ruleset: str
    version: int
    seed: int
    options: dict[str, Any]
    least: int
    most: int
    open_to: str = ANYONE
    role: int | None = None
    """Whose members may join, where it is open to a role."""
    hostless: bool = False
    """Nobody looks or intervenes before the end, so that its creator may play."""
    private: bool = False
    """Whether only players can read its thread."""
    player_role: int | None = None
    """Given to the players while they are at the table."""
    starts: datetime | None = None
    """When it starts by itself."""
    status: str = SIGNING_UP
    entries: tuple[int, ...] = ()
    """Who signed up, in order; from the start on in seat order."""
    next_entry: int = 0
    managing: tuple[int, ...] = ()
    """The entries of those who host the server, and could so have looked behind the scenes: they have been named, or
    will be when it starts."""
    state: Any = None
    """The ruleset's, opaque."""
    turn: int = 0
    """The number of the open turn; never used again, not even after a rollback."""
    closed: int = 0
    """How many deadlines have passed: the index that draws come from."""
    opened: datetime | None = None
    """When the open phase was opened, on Discord's clock."""
    ticking: datetime | None = None
    """Since when the open phase's clock has run without a break that was made good (a pause, an absence)."""
    passed: datetime | None = None
    """The last deadline that passed."""
    deadline: datetime | None = None
    left: float | None = None
    """In a pause: the seconds that were left."""
    resumes: datetime | None = None
    """When a pause ends by itself."""
    proposal: Proposal | None = None
    """What the players have been asked last."""
    proposals: int = 0
    """How often they were."""
    hushed: tuple[Hushed, ...] = ()
    """Extensions that players asked for and that are not announced yet."""
    reminders: tuple[float, ...] = (12.0, 2.0)
    """Hours before a deadline at which those with nothing on file are reminded."""
    corrections: int = 0
    """How many public corrections there have been."""
    rulings: tuple[str, ...] = ()
    """The hosts' public rulings, numbered from 1."""
    undone: tuple[Span, ...] = ()
    """When what was sent is on file no more, since the match was turned back, or set back with its database."""
    position: int = 0

    @property
    def rules(self) -> Ruleset[Any]:
        return RULESETS[self.ruleset]

    @property
    def phase(self) -> Phase:
        return self.rules.phase(self.state)

    @property
    def open(self) -> bool:
        """Whether messages of players may count."""
        return self.status in (RUNNING, PAUSED)

    def is_closing(self, at: datetime) -> bool:
        """Whether the deadline had come at this instant: what was sent in time, read or not, is judged first."""
        return self.deadline is not None and self.deadline <= at

    def is_undone(self, at: datetime) -> bool:
        """Whether what was sent at this instant fell to a rollback, read or not."""
        return any(start < at < end for start, end in self.undone)

    @property
    def seats(self) -> range:
        return range(len(self.entries) if self.state is not None else 0)

    @property
    def public_deadline(self) -> datetime | None:
        """The deadline as everyone may know it: without the extensions that are not announced yet."""
        if self.deadline is None:
            return None
        return self.deadline - self.hidden

    def deadline_for(self, seat: int) -> datetime | None:
        """The deadline as this seat may know it: with the extensions that it asked for itself, and nobody else's."""
        public = self.public_deadline
        return None if public is None else public + self.requested(seat)

    def requested(self, seat: int) -> timedelta:
        """How much more time this seat has asked for that is not announced yet."""
        return timedelta(hours=sum(h.hours for h in self.hushed if h.seat == seat))

    @property
    def hidden(self) -> timedelta:
        """How much later than everyone knows the deadline is."""
        return timedelta(hours=sum(h.hours for h in self.hushed))


@dataclass(frozen=True, slots=True)
class Outcome:
    match: Match
    says: tuple[Say, ...] = ()
    accepted: bool = True
    """False where the ruleset refused (a message, a correction, a removal)."""
