"""What hosting needs of the outside. Wiring hands in the real ones; tests and rehearsals hand in others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from bot.hosting.instants import stamped
from bot.hosting.journal import Row
from bot.hosting.match import Match
from bot.hosting.says import Button
from games.reading import Names

if TYPE_CHECKING:
    from bot.hosting.desk.sign_up import Template
    from bot.hosting.wishes import Wishes


class Trouble(Exception):
    """Discord could not do it now (a time-out, a 5xx, no connection): try again later."""


class Unreachable(Exception):
    """Discord will not do it: closed direct messages, a channel that is gone, a permission that is missing."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.why = why
        """For the host, one sentence without secrets."""
        self.gone = gone
        """Whether the channel or thread itself is no more."""


# --- what passes to and fro -----------------------------------------------------------------------------------------


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

    @property
    def source(self) -> str:
        return f"{self.via}:{self.message_id}"

    @property
    def stamp(self) -> datetime:
        return stamped(self.message_id)


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits, or sat, at a table. `until` is None while they do."""

    entry: int
    seat: int | None
    user_id: int | None
    """None once forgotten."""
    name: str
    until: datetime | None = None


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

    def ever(self, user_id: int) -> bool:
        """Whether this user holds a seat or signed up for one, or held one in the match. Who left before it began knows
        nothing that others do not."""
        return any(p.user_id == user_id and (p.until is None or p.seat is not None) for p in self.people)

    @property
    def has_hosts(self) -> bool:
        """Whether somebody hosts it who does not play: what concerns single players (a question, an absence, closed
        direct messages) is nothing for who plays with them."""
        if self.match.hostless and self.match.open:
            return False
        return self.host_channel_id is not None or (self.creator_id is not None and not self.ever(self.creator_id))

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
    tried: bool
    created_at: datetime
    match_id: int | None


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
class Answer:
    """What a command or a button is answered, for its sender alone."""

    text: str
    ok: bool = True
    file: tuple[str, str] | None = None
    """Name and text."""
    buttons: tuple[Button, ...] = field(default=())


# --- time and chance ------------------------------------------------------------------------------------------------


class Clock(Protocol):
    def now(self) -> datetime:
        """Discord's time, as well as it is known without asking: it only wakes us and dates rows of our own."""

    async def discord(self) -> datetime:
        """Discord's time, asked of Discord. Raises Trouble."""


class Alarm(Protocol):
    def ring_at(self, when: datetime) -> None:
        """Call the sweep at this instant; replaces the alarm that was set."""


class Chance(Protocol):
    def below(self, n: int) -> int: ...

    def nonce(self) -> str:
        """24 random characters, since readers can see it."""


# --- Discord ----------------------------------------------------------------------------------------------------------


class Mail(Protocol):
    async def history(self, user_id: int, after: int) -> list[Letter]:
        """The user's own direct messages with larger ids, oldest first. Raises Trouble, Unreachable."""


class Post(Protocol):
    """Channels are `user:ID` and `channel:ID` (threads too). All raise Trouble and Unreachable."""

    async def send(self, channel: str, request: Request, nonce: str) -> int:
        """The new message's id; the same nonce within a few minutes gives the same message."""

    async def edit(self, channel: str, message_id: int, request: Request) -> bool:
        """False where the message is gone."""

    async def pin(self, channel: str, message_id: int) -> None: ...

    async def find(self, channel: str, request: Request, after: int) -> int | None:
        """Our own message with this content and a larger id than `after`."""

    async def open_post(self, channel_id: int, request: Request, name: str, again: bool) -> int:
        """A forum post with this first message; its id is the thread's and the message's. `again`: it may be there."""

    async def tag(self, channel_id: int, thread_id: int, name: str) -> None:
        """Show a forum post's state by its tag."""

    async def open_private_thread(self, channel_id: int, name: str) -> int:
        """A thread that only its members can see, made now or before."""

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        """The thread of this message, made now or before."""

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Whether the user is in the server now."""


# --- the database -----------------------------------------------------------------------------------------------------


Origin = tuple[int, int | None, int | None]
"""Where a parcel comes from: match, journal position, ordinal (the last two None where no row said it)."""


class Unit(Protocol):
    """One transaction. What is not committed by leaving it without an exception never happened."""

    def savepoint(self) -> AbstractAsyncContextManager[Any]: ...

    # matches, the journal
    async def add_match(self, hosted: Hosted, row: Row, at: datetime) -> Hosted: ...
    async def append(self, hosted: Hosted, row: Row) -> None:
        """Write the row that led to `hosted.match`, and the new projection. Raises `Lost` if another was first."""

    async def match(self, match_id: int) -> Hosted | None: ...
    async def match_by_code(self, code: str) -> Hosted | None: ...
    async def matches_of(self, user_id: int) -> list[Hosted]:
        """Where this user sits now, in matches that are signing up, running or paused."""

    async def matches_in(self, guild_id: int) -> list[Hosted]: ...
    async def running(self) -> list[Hosted]:
        """Running or paused."""

    async def waits_at(self, user_id: int) -> list[Hosted]:
        """Where this user waits for a seat."""

    async def last_ended(self, user_id: int) -> Hosted | None:
        """Of the matches in which this user sat to the end, the latest."""

    async def asked_since(self, match_id: int, user_id: int, since: datetime) -> list[datetime]:
        """When this user asked the hosts something after this instant, in order."""

    async def rows(self, match_id: int, after: int = 0) -> list[Row]:
        """The journal in order, or what of it stands behind a position."""

    async def rows_at(self, match_id: int, positions: Sequence[int]) -> dict[int, Row]:
        """Those of these positions, by position."""

    async def has_source(self, match_id: int, source: str) -> bool: ...
    async def taken_after(self, match_id: int, seat: int, at: datetime) -> bool:
        """Whether a message of this seat with a later stamp is in the journal, be it entered by a host."""

    async def created_by(self, source: str) -> bool: ...
    async def code_taken(self, code: str) -> bool: ...
    async def set_thread(self, match_id: int, thread_id: int | None) -> None: ...
    async def next_alarm(self, since: datetime) -> tuple[datetime | None, datetime | None, datetime | None]:
        """The earliest deadline after `since` (one before it waits for Discord, and hides no other), the earliest
        announcement and the earliest start."""

    # people
    async def add_tenure(self, match_id: int, person: Person, since: datetime) -> None: ...
    async def end_tenure(self, match_id: int, entry: int, until: datetime) -> None: ...
    async def seat(self, match_id: int, entries: Sequence[int]) -> None: ...
    async def players(self) -> list[int]:
        """Every user who sits in a match that is signing up, running or paused, or waits for a seat."""

    # mail
    async def add_letter(self, letter: Letter, at: datetime) -> bool:
        """False where it is in the inbox already."""

    async def place_letter(self, message_id: int, match_id: int | None, held: bool) -> None: ...
    async def held(self, match_id: int) -> list[Letter]: ...
    async def undecided(self, message_id: int, user_id: int) -> Letter | None:
        """A message of this user's that waits for the pick of a match."""

    async def letter_text(self, message_id: int) -> str | None: ...
    async def read_up_to(self, user_id: int) -> int | None: ...
    async def set_read_up_to(self, user_id: int, message_id: int) -> None: ...

    # what is to be said
    async def add_parcel(
        self, destination: str, request: Request, nonce: str, at: datetime, origin: Origin | None = None
    ) -> None:
        """What is parked there is tried again before it: nothing overtakes it."""

    async def unsaid(self) -> list[str]: ...
    async def next_parcel(self, destination: str) -> Parcel | None: ...
    async def waiting(self, destination: str, most: int) -> list[Parcel]:
        """The first of those that are still to be said there, in order."""

    async def merge(self, first: int, request: Request, others: Sequence[int]) -> None:
        """The first parcel says from now on what the others would have said, too."""

    async def mark_tried(self, parcel_id: int) -> None: ...
    async def mark_said(self, parcel_id: int, message_id: int, at: datetime) -> None: ...
    async def park(self, destination: str) -> int: ...
    async def parked(self, destination: str) -> int: ...
    async def unpark(self, destination: str) -> int: ...
    async def withdraw(self, match_id: int, after: int) -> int:
        """What rows later than this position said and is still unsaid will never be."""

    async def withdraw_reminders(self, match_id: int, ordinals: Sequence[int]) -> int:
        """Those that are still unsaid will never be. `ordinals`: of `timely.origin`."""

    async def first_said(self, destination: str, match_id: int, after: int) -> int | None:
        """The first message there that a later row than this position said."""

    async def untell(self, match_id: int, what: str | None = None) -> bool:
        """Troubles, or this one, may be told again. Whether there was any."""

    async def last_said(self, destination: str) -> int | None: ...
    async def said_since(self, destination: str, text: str, since: datetime) -> bool:
        """Whether this was written down to be said there at that instant or later."""

    async def match_of_message(self, message_id: int) -> int | None: ...
    async def boards(self, match_id: int) -> dict[str, Board]: ...
    async def stale_boards(self) -> list[tuple[int, str]]: ...
    async def want(self, match_id: int, which: str, wanted: Request, nonce: str) -> None: ...
    async def show(self, match_id: int, which: str, shown: Request, message_id: int) -> None: ...
    async def try_board(self, match_id: int, which: str, sent: Request) -> None: ...
    async def lose_board(self, match_id: int, which: str, nonce: str) -> None: ...
    async def doubt_board(self, match_id: int, which: str) -> None:
        """It may be gone, or show something else."""

    async def wishes(self, user_id: int) -> Wishes: ...
    async def wish(self, wishes: Wishes) -> None: ...
    async def asking_for_time(self) -> dict[int, Wishes]:
        """Those who wish that the time bank is asked for while they are away, by user."""

    async def invite(self, match_id: int, user_id: int) -> None: ...
    async def invited(self, match_id: int, user_id: int) -> bool: ...
    async def add_cohost(self, match_id: int, user_id: int) -> None: ...
    async def is_cohost(self, match_id: int, user_id: int) -> bool: ...
    async def wait_for_seat(self, match_id: int, user_id: int, name: str, manages: bool) -> bool:
        """False where they wait already."""

    async def next_waiting(self, match_id: int) -> tuple[int, str, bool] | None:
        """Whoever has waited longest, taken off the list: user, name, and whether they may manage the server."""

    async def stop_waiting(self, match_id: int, user_id: int) -> bool: ...
    async def save_template(self, template: Template) -> None: ...
    async def templates(self, guild_id: int) -> list[Template]: ...
    async def due_to_start(self, now: datetime) -> list[Hosted]: ...
    async def tell_once(self, match_id: int, what: str, at: datetime) -> bool: ...
    async def told_since(self, match_id: int, what: str, since: datetime) -> int:
        """How many things that begin so have been told after this instant."""

    async def blank_old_texts(self, before: datetime) -> int:
        """Of matches that ended before this instant, what was typed and said; how many texts were blanked."""

    # the ledger
    async def enter(self, entry: Entry) -> None: ...
    async def balances(self, guild_id: int, user_id: int) -> dict[str, int]: ...
    async def all_balances(self, guild_id: int) -> list[tuple[int, str, int]]:
        """(user, kind, amount)."""

    async def entries(self, guild_id: int, user_id: int, most: int) -> list[Entry]: ...

    # presence, servers
    async def arrive(self, at: datetime) -> None: ...
    async def beat(self, at: datetime) -> None: ...
    async def presences(self, since: datetime) -> list[tuple[datetime, datetime]]: ...
    async def server(self, guild_id: int) -> Server: ...
    async def set_server(self, server: Server) -> None: ...


class Lost(Exception):
    """Another transaction was first: fold again."""


class StoreTrouble(Exception):
    """The database cannot be written or read (locked, full, read-only, damaged, no longer ours)."""

    def __init__(self, code: str, final: bool = False) -> None:
        super().__init__(code)
        self.final = final
        """Whether trying again is of no use."""


class Store(Protocol):
    def begin(self) -> AbstractAsyncContextManager[Unit]: ...
