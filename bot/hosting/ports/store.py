"""What hosting needs of the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Protocol

from bot.hosting.model.events import Row
from bot.hosting.model.preferences import Wishes
from bot.hosting.model.records import (
    Board,
    Entry,
    Hosted,
    Letter,
    Opened,
    Origin,
    Parcel,
    Person,
    Request,
    Server,
)
from bot.hosting.model.template import Template


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
