"""One class for each kind of row that a match's journal knows, and the JSON that is stored of it.

An event says what happened; who did it, when, and to which seat stands beside it in the row. It holds seats (or, during
sign-up, entries), never user ids or names, since a row stays when a person is forgotten. Instants are UTC.

What is stored has a key for each field, in the order of the fields. A field at its default is left out, unless it is
marked WRITTEN; whatever is left out is read as the default, so that rows of earlier releases keep their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any, ClassVar, Final, get_args, get_type_hints

WRITTEN: Final = {"written": True}
"""The field is stored at its default, too."""


@dataclass(frozen=True, slots=True)
class Created:
    """A match was opened for sign-up."""

    kind: ClassVar[str] = "created"
    code: str
    ruleset: str
    version: int
    seed: int
    options: Mapping[str, Any]
    least: int
    most: int
    open_to: str = field(default="anyone", metadata=WRITTEN)
    role: int | None = field(default=None, metadata=WRITTEN)
    """Discord's id of the role whose members may join, where it is open to a role."""
    starts: datetime | None = field(default=None, metadata=WRITTEN)
    """When it starts by itself."""
    reminders: tuple[float, ...] = field(default=(), metadata=WRITTEN)
    """Hours before a deadline."""
    hostless: bool = field(default=False, metadata=WRITTEN)
    private: bool = field(default=False, metadata=WRITTEN)
    player_role: int | None = field(default=None, metadata=WRITTEN)
    """Discord's id of the role that players have while they are at the table."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody signed up."""

    kind: ClassVar[str] = "joined"
    entry: int
    """The number of this sign-up in this match, from 0."""
    manages: bool = False
    """Whether they host the server."""


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody withdrew their sign-up."""

    kind: ClassVar[str] = "left"
    entry: int


@dataclass(frozen=True, slots=True)
class Started:
    """The match started: entries became seats."""

    kind: ClassVar[str] = "started"
    entries: tuple[int, ...]
    """In the order of seats."""
    holdings: tuple[Mapping[str, int], ...]
    """What each seat brings along."""
    deadline: datetime


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The match ended without a result."""

    kind: ClassVar[str] = "cancelled"
    agreed: bool = False
    """The players wished it, and no host."""


@dataclass(frozen=True, slots=True)
class Unstarted:
    """The time to start by itself came with too few players."""

    kind: ClassVar[str] = "unstarted"


@dataclass(frozen=True, slots=True)
class MessageSent:
    """The player of the row's seat sent a message, taken or not."""

    kind: ClassVar[str] = "message"
    text: str
    """With names as `#2`."""
    guess: str | None = None
    """What it is answered where it was not taken, but came near something that could be."""
    offers: tuple[str, ...] | None = None
    """The messages that it may have meant, where there is a guess; maybe none."""
    deadline: datetime | None = None
    """The deadline from now on, where the message moved it."""
    announce: datetime | None = None
    """When an extension that it asked for is made public."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A turn was judged."""

    kind: ClassVar[str] = "closed"
    turn: int
    deadline: datetime | None = None
    """Of what is open next; None at the end."""
    afresh: bool = False
    """The next deadline counts from now, since the close came late."""


@dataclass(frozen=True, slots=True)
class Extended:
    """A host moved the deadline; in a pause, the time that is left."""

    kind: ClassVar[str] = "extended"
    deadline: datetime | None = None
    left: float | None = None
    """In a pause: the seconds that are left from now on."""
    hours: float | None = None
    """In a pause: how many hours are left, as everyone may know."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A host closes the turn now."""

    kind: ClassVar[str] = "cut"
    deadline: datetime
    """The instant of the command."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock was stopped."""

    kind: ClassVar[str] = "paused"
    resumes: datetime | None = None
    """When the pause ends by itself, where it does."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clock goes on."""

    kind: ClassVar[str] = "resumed"
    deadline: datetime


@dataclass(frozen=True, slots=True)
class Away:
    """The bot could not be asked for a while before a deadline, which is made good."""

    kind: ClassVar[str] = "away"
    deadline: datetime
    minutes: float | None = None
    """For how long, in rows that tell it."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The extensions whose time has come are public now."""

    kind: ClassVar[str] = "announced"


@dataclass(frozen=True, slots=True)
class Looked:
    """A host saw what is secret."""

    kind: ClassVar[str] = "looked"
    what: str | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """A host was given the written record."""

    kind: ClassVar[str] = "exported"


@dataclass(frozen=True, slots=True)
class Removed:
    """A host took the player of the row's seat out of the game (ruling C6)."""

    kind: ClassVar[str] = "removed"


@dataclass(frozen=True, slots=True)
class Corrected:
    """A host changed what the row's seat holds (ruling C4)."""

    kind: ClassVar[str] = "corrected"
    deltas: Mapping[str, int | float]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SetBack:
    """The database was brought back from a copy, and the match stands as the copy knows it."""

    kind: ClassVar[str] = "set_back"
    posts: int
    """How many of the bot's posts it does not know."""
    known: datetime | None
    """Until when it knows what happened, where that is known."""
    turn: int
    """A number that was never used."""
    first: str | None = None
    """The link to the first of those posts."""
    last: str | None = None
    since: datetime | None = None
    """What was sent from then on is not on file."""
    left: float | None = None
    """It is paused, with this many seconds left."""
    deadline: datetime | None = None
    """It goes on by itself, until then."""


@dataclass(frozen=True, slots=True)
class RolledBack:
    """A host turned the match back: what came after a position holds no longer."""

    kind: ClassVar[str] = "rolled_back"
    to: int
    """The last position that holds."""
    turn: int
    """A number that was never used."""
    deadline: datetime
    reason: str
    from_post: str | None = field(default=None, metadata=WRITTEN)
    """The link to the first post that holds no longer."""
    since: datetime | None = None
    """When `to` happened: what was sent after it is on file no more, read or not."""
    seats: tuple[int, ...] = field(default=(), metadata=WRITTEN)
    """The seats that changed hands later, and stay with who has them."""
    rulings: bool = field(default=False, metadata=WRITTEN)
    """Whether there are later rulings, which stand."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A host let a message of the row's seat read differently."""

    kind: ClassVar[str] = "rewritten"
    row: int
    """The position of the message."""
    text: str
    """As it should have read."""
    reason: str
    posts: tuple[str, ...] = field(default=(), metadata=WRITTEN)
    """Public posts as they read now, where they read differently."""
    told: tuple[tuple[int, str], ...] = field(default=(), metadata=WRITTEN)
    """Seats, and what they were told as it reads now, where it reads differently."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A substitute took the row's seat (ruling C7)."""

    kind: ClassVar[str] = "replaced"
    manages: bool = False
    """Whether the substitute hosts the server."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A host announced something in public."""

    kind: ClassVar[str] = "spoken"
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asked the hosts: the row's seat, an entry before the start, or whoever waits for a seat (neither)."""

    kind: ClassVar[str] = "asked"
    text: str
    entry: int | None = None
    openly: bool = False
    """Its asker knows that players read along."""


@dataclass(frozen=True, slots=True)
class CouldLook:
    """Players host the server by now, and could look behind the scenes."""

    kind: ClassVar[str] = "could_look"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """The players are asked whether something shall be done; by the row's seat, where it is still in."""

    kind: ClassVar[str] = "proposed"
    act: str
    number: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """The row's seat agreed to what was proposed."""

    kind: ClassVar[str] = "agreed"
    number: int


@dataclass(frozen=True, slots=True)
class Answered:
    """A host answered a question; the row has its seat, or this its entry, as the question has."""

    kind: ClassVar[str] = "answered"
    question: int
    """Its position."""
    text: str
    asked: str
    """The question's words."""
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A host ruled in public. Rulings are numbered in the order of their rows."""

    kind: ClassVar[str] = "ruled"
    text: str


SignUp = Joined | Left | Started | Cancelled | Unstarted
Play = MessageSent | Closed | Announced
Clock = Extended | Cut | Paused | Resumed | Away | SetBack
Look = Looked | Exported
Intervention = Removed | Corrected | RolledBack | Rewritten | Replaced | CouldLook
Talk = Spoken | Ruled | Asked | Answered
Agreement = Proposed | Agreed
Event = Created | SignUp | Play | Clock | Look | Intervention | Talk | Agreement

_KINDS: Final[dict[str, type[Event]]] = {known.kind: known for known in get_args(Event)}


def to_json(event: Event) -> dict[str, Any]:
    """What is stored of an event beside its kind."""
    held = ((known, getattr(event, known.name)) for known in fields(event))
    return {f.name: _stored(value) for f, value in held if f.metadata == WRITTEN or value != f.default}


def from_json(kind: str, body: Mapping[str, Any]) -> Event:
    """The event that was stored. Raises KeyError for a kind that is not known, TypeError for a body that lacks
    something, and ValueError for an instant that is none."""
    known = _KINDS[kind]
    instants = _instants(kind)
    named = {f.name for f in fields(known)}
    return known(**{k: _read(v, k in instants) for k, v in body.items() if k in named})


@cache
def _instants(kind: str) -> frozenset[str]:
    """The names of the fields that hold instants."""
    hints = get_type_hints(_KINDS[kind])
    return frozenset(name for name, hint in hints.items() if datetime in (hint, *get_args(hint)))


def _stored(value: Any) -> Any:
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, tuple):
        return [_stored(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


def _read(value: Any, is_instant: bool) -> Any:
    if is_instant:
        return instant(value) if value else None
    return tuple(_read(one, False) for one in value) if isinstance(value, list) else value


# The kinds by name, for those who do not match on the classes yet.
CREATED: Final = Created.kind
JOINED: Final = Joined.kind
LEFT: Final = Left.kind
STARTED: Final = Started.kind
CANCELLED: Final = Cancelled.kind
UNSTARTED: Final = Unstarted.kind
MESSAGE: Final = MessageSent.kind
CLOSED: Final = Closed.kind
EXTENDED: Final = Extended.kind
CUT: Final = Cut.kind
PAUSED: Final = Paused.kind
RESUMED: Final = Resumed.kind
AWAY: Final = Away.kind
ANNOUNCED: Final = Announced.kind
LOOKED: Final = Looked.kind
EXPORTED: Final = Exported.kind
REMOVED: Final = Removed.kind
CORRECTED: Final = Corrected.kind
SET_BACK: Final = SetBack.kind
ROLLED_BACK: Final = RolledBack.kind
REWRITTEN: Final = Rewritten.kind
REPLACED: Final = Replaced.kind
SPOKEN: Final = Spoken.kind
ASKED: Final = Asked.kind
COULD_LOOK: Final = CouldLook.kind
PROPOSED: Final = Proposed.kind
AGREED: Final = Agreed.kind
ANSWERED: Final = Answered.kind
RULED: Final = Ruled.kind

LOOKS: Final = frozenset({LOOKED, EXPORTED})
"""Somebody saw what is secret."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that happened to a match. `at` is Discord's time of it, in UTC."""

    kind: str
    at: datetime
    seat: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None
    """What it came from, unique in the match: `message:ID`, `interaction:ID`."""
    actor: int | None = None
    """The user who did it; kept beside the row, never in it."""

    @property
    def event(self) -> Event:
        """What happened, typed. Raises as `from_json` does."""
        return from_json(self.kind, self.body)

    def __post_init__(self) -> None:
        """Discord's stamps, and the database, know milliseconds: a fold must not know more."""
        object.__setattr__(self, "at", self.at.replace(microsecond=self.at.microsecond // 1000 * 1000))


def stamp(instant: datetime) -> str:
    """An instant as rows and state hold it."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
