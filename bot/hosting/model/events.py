"""The kinds of rows that a match's journal knows, and what each of them holds.

A row is appended once and never changed. It holds seats (or, during sign-up, entries), never user ids or names; who did
something stands beside it in the column `actor`, which can be blanked when a person is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

CREATED: Final = "created"
"""body: code, ruleset, version, seed, options, least, most, open_to, role (id), starts (instant), reminders (hours)."""
JOINED: Final = "joined"
"""body: entry (the sign-up's number in this match), manages (whether they host the server)."""
LEFT: Final = "left"
"""body: entry."""
STARTED: Final = "started"
"""body: entries (in seat order), holdings (one a seat), deadline."""
CANCELLED: Final = "cancelled"
"""body: agreed (the players wished it)."""
UNSTARTED: Final = "unstarted"
"""The time to start by itself came with too few players."""
MESSAGE: Final = "message"
"""seat; body: text (names as `#2`); deadline where the message moved it, announce (instant) where a move is hushed;
guess and offers where it came near something that could be taken."""
CLOSED: Final = "closed"
"""body: turn, deadline (of what is open next, absent at the end), afresh (the next deadline counts from now)."""
EXTENDED: Final = "extended"
"""By a host. body: deadline, or left (seconds) in a pause; hours."""
CUT: Final = "cut"
"""A host closes now. body: deadline (the command's stamp)."""
PAUSED: Final = "paused"
"""body: resumes (the instant at which it ends by itself), where it does."""
RESUMED: Final = "resumed"
"""body: deadline."""
AWAY: Final = "away"
"""The bot could not be asked before a deadline. body: deadline, minutes (absent)."""
ANNOUNCED: Final = "announced"
"""A hushed extension is public now."""
LOOKED: Final = "looked"
EXPORTED: Final = "exported"
REMOVED: Final = "removed"
"""seat (ruling C6)."""
CORRECTED: Final = "corrected"
"""seat; body: deltas (ruling C4)."""

SET_BACK: Final = "set_back"
"""The database was brought back from a copy. body: known (the instant until which it knows what happened), posts (how
many of ours it does not know), first, last (links to them), turn (a fresh number), since (what was sent from then on is
not on file); left (seconds; it is paused) or deadline (it goes on by itself)."""

ROLLED_BACK: Final = "rolled_back"
"""body: to (the last position that holds), turn (a fresh number), deadline, reason; since (when `to` happened: what was
sent after it is on file no more, read or not); what stands of what came later: seats (that changed hands), rulings."""
REWRITTEN: Final = "rewritten"
"""seat; body: row (the position of the message), text (as it should have read), reason."""
REPLACED: Final = "replaced"
"""seat; body: manages (whether the substitute hosts the server). A substitute takes it."""
SPOKEN: Final = "spoken"
"""A host's public announcement. body: text."""
ASKED: Final = "asked"
"""seat (before the start entry, in the body; neither for who waits for a seat); body: text, openly (its asker knows
that players read along). A question to the hosts."""
COULD_LOOK: Final = "could_look"
"""Players host the server by now. body: seats."""
PROPOSED: Final = "proposed"
"""The players are asked whether something shall be done. seat (of who asks, where still in); body: act, number."""
AGREED: Final = "agreed"
"""seat; body: number."""
ANSWERED: Final = "answered"
"""seat, or entry, as the question has it; body: question (its position), asked, text."""
RULED: Final = "ruled"
"""A host's public ruling. body: number, text."""

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

    def __post_init__(self) -> None:
        """Discord's stamps, and the database, know milliseconds: a fold must not know more."""
        object.__setattr__(self, "at", self.at.replace(microsecond=self.at.microsecond // 1000 * 1000))


def stamp(instant: datetime) -> str:
    """An instant as rows and state hold it."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds")


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
