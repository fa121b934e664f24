"""What hosting needs of the outside. Wiring hands in the real ones; tests and rehearsals hand in others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
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
    """Discord could not do it now (a time-out, a 5xx, no connection), or refuses it in a way that is not known to be
    final: try again later."""

    def __init__(
        self, why: str = "", pause: timedelta = timedelta(0), for_all: bool = False, quarantined: bool = False
    ) -> None:
        super().__init__(why)
        self.why = why
        """For the host, should it last: one sentence without secrets."""
        self.pause = pause
        """Trying again sooner is of no use."""
        self.for_all = for_all
        """It is not about this channel or person: whatever else of the kind is asked now is refused, too."""
        self.quarantined = quarantined
        """Discord keeps the bot from writing to people it has not written to before, until its owner appeals."""


Kind = Literal["refused", "closed", "gone", "unseen", "lost"]


class Unreachable(Exception):
    """Discord will not do it, for good: closed direct messages, a channel that is gone, a missing permission."""

    def __init__(self, why: str, kind: Kind = "refused") -> None:
        super().__init__(why)
        self.why = why
        """For the host, one sentence without secrets."""
        self.kind = kind
        """`closed`: this person's direct messages are; `gone`: the channel or thread itself is no more; `unseen`: we
        cannot see it; `lost`: the message that it was about is no more."""

    @property
    def gone(self) -> bool:
        return self.kind == "gone"


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
    """Direct messages with people. All raise Trouble and Unreachable."""

    async def open(self, user_id: int) -> int:
        """The id of the direct-message channel with a user, made now or before. Discord allows few of these."""

    async def history(self, channel_id: int, user_id: int, after: int) -> list[Letter]:
        """What the user wrote in their direct-message channel with larger ids, oldest first. Opens nothing."""


class Post(Protocol):
    """Channels are `direct:ID` (with a person) and `channel:ID` (in a server, threads too). All raise Trouble and
    Unreachable."""

    async def send(self, channel: str, request: Request, nonce: str) -> int | None:
        """The new message's id; the same nonce within a few minutes gives the same message. None where that one was
        said, and has been deleted since."""

    async def edit(self, channel: str, message_id: int, request: Request) -> bool:
        """False where the message is gone."""

    async def pin(self, channel: str, message_id: int) -> None: ...

    async def find(self, channel: str, request: Request, after: int) -> int | None:
        """Our own message with this content and a larger id than `after`. Unreachable where we may not look."""

    async def ours(self, channel: str, after: int) -> list[Posted]:
        """Our own messages with larger ids than `after`, the oldest first. Unreachable where we may not look."""

    async def open_post(self, channel_id: int, request: Request, name: str, tag: str, again: bool) -> int:
        """A forum post with this first message, and with this tag where the forum requires one; its id is the thread's
        and the message's. `again`: it may be there."""

    async def tag(self, channel_id: int, thread_id: int, name: str) -> None:
        """Show a forum post's state by its tag."""

    async def open_private_thread(self, channel_id: int, name: str) -> int:
        """A thread that only its members can see, made now or before."""

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        """The thread of this message, made now or before."""


class Roster(Protocol):
    """Who is in a server, and what they may do there, as it is now. All raise Trouble where that cannot be told;
    `member` and `obstacle` ask Discord, and raise Unreachable, too (a server that I am not in)."""

    def sees(self, guild_id: int) -> bool:
        """Whether that server is in sight; raises nothing. It may come, while the connection is being made."""

    async def member(self, guild_id: int, user_id: int) -> Member | None:
        """None where they are not in the server."""

    def may_read(self, guild_id: int, channel_id: int, member: Member) -> bool:
        """False, too, where there is no such channel."""

    def may_write(self, guild_id: int, channel_id: int, member: Member, in_threads: bool) -> bool:
        """In the channel itself, or in the threads of it. False, too, where there is no such channel."""

    def reached(self, guild_id: int, channel_id: int) -> bool:
        """Whether there is such a channel, and I may write there."""

    async def obstacle(self, guild_id: int, role_id: int, giver: Member) -> Obstacle | None:
        """Why this role is not given on behalf of `giver`, who must be able to give it by hand; None where it is."""


# --- the database -----------------------------------------------------------------------------------------------------


Origin = tuple[int, int | None, int | None]
"""Where a parcel comes from: match, journal position, ordinal (the last two None where no row said it)."""


class Unit(Protocol):
    """One transaction. What is not committed by leaving it without an exception never happened."""

    def savepoint(self) -> AbstractAsyncContextManager[Any]: ...
    def when_committed(self, then: Callable[[], None]) -> None:
        """Call it once all of this is written down for good; never, if it is undone."""

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

    async def live(self) -> list[Hosted]:
        """Signing up, running or paused."""

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
    async def undecided(self, user_id: int) -> list[Letter]:
        """This user's messages that wait for the pick of a match, in the order in which they came."""

    async def own_letter(self, message_id: int, user_id: int) -> Letter | None:
        """A message of this user's, whatever became of it."""

    async def letter_text(self, message_id: int) -> str | None: ...
    async def read_up_to(self, user_id: int) -> int | None: ...
    async def direct_channel(self, user_id: int) -> int | None:
        """The id of the direct-message channel with this user, where it is known."""

    async def keep_direct_channel(self, user_id: int, channel_id: int) -> None: ...
    async def set_read_up_to(self, user_id: int, message_id: int) -> None: ...

    # what is to be said
    async def add_parcel(
        self,
        destination: str,
        request: Request,
        nonce: str,
        at: datetime,
        origin: Origin | None = None,
        tried: bool = False,
    ) -> None:
        """What is parked there is tried again before it: nothing overtakes it. `tried`: it may have been said."""

    async def unsaid(self) -> list[str]: ...
    async def next_parcel(self, destination: str) -> Parcel | None: ...
    async def waiting(self, destination: str, most: int) -> list[Parcel]:
        """The first of those that are still to be said there, in order."""

    async def kept_back(self, destination: str, most: int) -> list[Parcel]:
        """The first of those that are still to be said there, parked or not, in order."""

    async def tried_as(self, destination: str, nonce: str) -> list[Parcel]:
        """All that was tried there as one message, in order: those withdrawn since, too."""

    async def mark_tried(self, parcel_ids: Sequence[int], nonce: str) -> int:
        """They are sent as one message, under this nonce. How many of them are still to be said."""

    async def mark_said(self, parcel_ids: Sequence[int], message_id: int | None, at: datetime) -> None:
        """`message_id` None: it was told otherwise, or has been deleted since."""

    async def parcel(self, parcel_id: int) -> Parcel | None: ...
    async def said_by(self, match_id: int, position: int) -> list[Parcel]:
        """What this row of the journal said, or will."""

    async def reword(self, parcel_id: int, request: Request) -> None:
        """Something that was never sent says this instead."""

    async def said_at(self, parcel_ids: Sequence[int], place: str) -> None:
        """Something for hosts was said there, and stands there from now on."""

    async def park(self, destination: str) -> int: ...
    async def parked(self, destination: str) -> int: ...
    async def parked_at(self, destinations: Sequence[str]) -> list[Parcel]:
        """What waits there because nobody could be reached, the oldest first."""

    async def waits_since(self, destination: str) -> datetime | None:
        """Since when the first that is still to be said there, parked or not, waits."""

    async def unpark(self, destination: str) -> int: ...
    async def withdraw(self, match_id: int, after: int, but: Sequence[int] = ()) -> int:
        """What rows later than this position said and is still unsaid will never be; `but`: positions that stand."""

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
    async def cohosts(self, match_id: int) -> list[int]:
        """In the order in which they were named."""

    async def remove_cohost(self, match_id: int, user_id: int) -> bool:
        """Whether they were one."""

    async def note_role(self, match_id: int, user_id: int, role_id: int) -> None:
        """I give this player the role of the match."""

    async def gave_role(self, user_id: int, role_id: int) -> list[int]:
        """The matches for which I gave it to them and have not taken it back."""

    async def forget_role(self, match_id: int, user_id: int) -> None: ...
    async def wait_for_seat(self, match_id: int, user_id: int, name: str, manages: bool) -> bool:
        """False where they wait already."""

    async def next_waiting(self, match_id: int) -> tuple[int, str, bool] | None:
        """Whoever has waited longest, taken off the list: user, name, and whether they may manage the server."""

    async def queues(self) -> list[int]:
        """The matches signing up for whose seats somebody waits."""

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
    async def note_opened(self, opened: Opened) -> None: ...
    async def opened(self, guild_id: int, user_id: int | None = None) -> list[Opened]:
        """Who read what others hold in this server, in order; or this user's own reading alone."""

    async def entries_of(self, match_id: int) -> list[Entry]:
        """What a match has taken and given, the earliest first."""

    # a copy that was brought back
    async def restored(self) -> datetime | None:
        """When this database was brought back from a copy on which no process has run yet."""

    async def forget_restored(self) -> None: ...
    async def last_beat(self) -> datetime | None:
        """The last heartbeat: what happened later, this database may not know."""

    async def last_post(self, match_id: int) -> int | None:
        """The latest message in a match's thread that is known to be ours."""

    async def may_stand(self, match_id: int) -> set[str]:
        """What was to stand in a match's thread and may do so, though it was not marked as said."""

    # presence, servers
    async def arrive(self, at: datetime) -> None: ...
    async def beat(self, at: datetime) -> None: ...
    async def presences(self, since: datetime) -> list[tuple[datetime, datetime]]: ...
    async def note_quarantine(self, at: datetime) -> bool:
        """Discord keeps us from writing to new people, seen at this instant. Whether that is news."""

    async def quarantine(self) -> datetime | None:
        """When it was last seen."""

    async def lift_quarantine(self) -> None: ...
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
