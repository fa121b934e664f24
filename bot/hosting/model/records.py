"""What passes to and fro, and what the database keeps: plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from bot.hosting.model.instants import stamped
from bot.hosting.model.match import Match
from bot.hosting.model.saying import Button
from games.reading import Names

Kind = Literal["refused", "closed", "gone", "unseen", "lost"]


@dataclass(frozen=True, slots=True)
class Letter:
    """A direct message of a user."""

    message_id: int
    user_id: int
    text: str
    readable: bool = True
    """False where it holds no text (a picture, a sticker, a voice message)."""
    reply_to: int | None = None
    edited_at: datetime | None = None
    from_history: bool = False
    via: Literal["message", "interaction", "released"] = "message"
    """`interaction`: a command, form or button, answered where it was given; `released`: one that was held meanwhile,
    answered by direct message."""
    turn: int | None = None
    """A form's: it belongs to this turn, and is refused in another (L2)."""
    channel_id: int | None = None
    """The direct-message channel that it came through."""
    answered: bool = False
    """From the history: a reply of ours to it stands there."""

    @property
    def source(self) -> str:
        return f"{self.via}:{self.message_id}"

    @property
    def stamp(self) -> datetime:
        return stamped(self.message_id)


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits, or sat, at a table, and from when. `until` is None while they do."""

    entry: int
    seat: int | None
    user_id: int | None
    """None once forgotten."""
    name: str
    until: datetime | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hosted:
    """A match and where it stands on Discord."""

    id: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    creator_id: int | None
    match: Match
    people: tuple[Person, ...] = ()
    host_channel_id: int | None = None
    """The hosts' private channel, where the server has chosen one."""
    forum: bool = False
    """Whether it is a forum post, whose first message is its card."""

    @property
    def sitting(self) -> tuple[Person, ...]:
        """Who is at the table now, in the order of entries (from the start on: of seats)."""
        now = {p.entry: p for p in self.people if p.until is None}
        return tuple(now[e] for e in self.match.entries if e in now)

    @property
    def names(self) -> Names:
        return Names([p.name for p in self.sitting])

    def person(self, user_id: int) -> Person | None:
        return next((p for p in self.sitting if p.user_id == user_id), None)

    def sat(self, user_id: int, at: datetime) -> bool:
        """Whether this user, who sits here now, did so at that instant: what they sent before is not for this seat."""
        person = self.person(user_id)
        return person is not None and (person.since is None or person.since <= at)

    def ever(self, user_id: int) -> bool:
        """Whether this user holds a seat or signed up for one, or held one in the match. Who left before it began knows
        nothing that others do not."""
        return any(p.user_id == user_id and (p.until is None or p.seat is not None) for p in self.people)

    @property
    def has_hosts(self) -> bool:
        """Whether hosts may be asked: in a hostless match, only after its end. Who hears it now: `authority.hears`."""
        return not (self.match.hostless and self.match.open)

    def with_match(self, match: Match) -> Hosted:
        return replace(self, match=match)


@dataclass(frozen=True, slots=True)
class Request:
    """A finished message to Discord."""

    content: str
    pings: tuple[int, ...] = ()
    """User ids, and nobody else, that may be notified."""
    buttons: tuple[Button, ...] = ()
    reply_to: int | None = None
    file: tuple[str, str] | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "content": self.content,
            "pings": list(self.pings),
            "buttons": [[b.label, b.custom_id, b.style] for b in self.buttons],
            "reply_to": self.reply_to,
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Request:
        buttons = tuple(Button(*b) for b in data["buttons"])
        return Request(data["content"], tuple(data["pings"]), buttons, data["reply_to"])


@dataclass(frozen=True, slots=True)
class Parcel:
    """A row of the outbox."""

    id: int
    destination: str
    request: Request
    nonce: str
    """Parcels that were tried as one message have one nonce."""
    tried: bool
    created_at: datetime
    match_id: int | None
    state: Literal["unsaid", "said", "parked", "withdrawn"] = "unsaid"
    message_id: int | None = None
    """Once it is said."""


@dataclass(frozen=True, slots=True)
class Board:
    """A message that is kept up to date: the sign-up card, the board."""

    match_id: int
    which: str
    wanted: Request
    shown: Request | None
    """Without a message's id: what was tried."""
    message_id: int | None
    nonce: str
    tried: bool
    """A send may have taken effect."""

    @property
    def up_to_date(self) -> bool:
        return self.message_id is not None and self.shown == self.wanted


@dataclass(frozen=True, slots=True)
class Posted:
    """A message of ours, as it stands on Discord."""

    message_id: int
    content: str

    @property
    def stamp(self) -> datetime:
        return stamped(self.message_id)


@dataclass(frozen=True, slots=True)
class Server:
    guild_id: int
    host_role_id: int | None = None
    zone: str | None = None
    host_channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of one person's holding of one kind."""

    guild_id: int
    user_id: int | None
    kind: str
    amount: int
    reason: str
    at: datetime
    actor: int | None = None
    match_id: int | None = None
    seat: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody read in a server's ledger what another person holds."""

    guild_id: int
    user_id: int | None
    """Who read it; None once forgotten."""
    at: datetime
    whose: int | None = None
    """None: everybody's."""
    kind: str | None = None
    """None: all that the ledger keeps."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command or a button is answered, for its sender alone."""

    text: str
    ok: bool = True
    file: tuple[str, str] | None = None
    """Name and text."""
    buttons: tuple[Button, ...] = field(default=())
    shows: str | None = None
    """What secret of the match it shows or depends on, in words for its players (`seen`); None where it says what
    everybody may know."""


@dataclass(frozen=True, slots=True)
class Member:
    """What somebody is in a server, as Discord had it when it was asked, or when they pressed or typed."""

    user_id: int
    role_ids: frozenset[int] = frozenset()
    manages: bool = False
    """Has Manage Server there."""
    silenced: bool = False
    """Timed out by a moderator: they may write nowhere in the server."""


Obstacle = Literal["everyone", "gone", "managed", "too much", "not theirs", "not mine"]
"""Why a role is not given: it is everyone's; there is none of that id; an integration has it; it lets its members do
more than everyone may; who asked for it could not give it by hand; I cannot."""


Origin = tuple[int, int | None, int | None]
"""Where a parcel comes from: match, journal position, ordinal (the last two None where no row said it)."""
