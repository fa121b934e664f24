"""A match as a fold of its journal: seats, clock, and the ruleset's opaque state.

`advance` is the one function that both moves a match and says what is to be said. Folding old rows uses the first half
of its result only: a notice is said because its row was appended, never because it was folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.hosting import journal, words
from bot.hosting.instants import after, up_to_minute
from bot.hosting.journal import Row, instant, stamp
from bot.hosting.says import HOSTS, PUBLIC, Say
from games.catalogue import RULESETS
from games.draw import chance
from games.ruleset import Longer, NewPhase, Notice, Over, Phase, Ruleset, Step

SIGNING_UP: Final = "signing up"
RUNNING: Final = "running"
PAUSED: Final = "paused"
OVER: Final = "over"
CANCELLED: Final = "cancelled"

ANYONE: Final = "anyone"
ROLE: Final = "role"
INVITED: Final = "invited"


@dataclass(frozen=True, slots=True)
class Hushed:
    """An extension on request, in force and not yet announced, so that nobody's presence gives away who asked."""

    until: datetime
    hours: float
    text: str
    """What the ruleset makes public of it."""


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
    starts: datetime | None = None
    """When it starts by itself."""
    status: str = SIGNING_UP
    entries: tuple[int, ...] = ()
    """Who signed up, in order; from the start on in seat order."""
    next_entry: int = 0
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
    hushed: tuple[Hushed, ...] = ()
    """Extensions that players asked for and that are not announced yet."""
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

    @property
    def seats(self) -> range:
        return range(len(self.entries) if self.state is not None else 0)

    @property
    def public_deadline(self) -> datetime | None:
        """The deadline as everyone may know it: without the extensions that are not announced yet."""
        if self.deadline is None:
            return None
        return self.deadline - self.hidden

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


def advance(match: Match | None, row: Row) -> Outcome:
    """The match after the row, and what is said because of it. Pure."""
    if match is None:
        if row.kind != journal.CREATED:
            raise ValueError("a journal begins with its creation")
        return Outcome(_created(row))
    outcome = _FOLDS[row.kind](match, row)
    return replace(outcome, match=replace(outcome.match, position=match.position + 1))


def fold(rows: Iterable[Row]) -> Match:
    match: Match | None = None
    for row in rows:
        match = advance(match, row).match
    if match is None:
        raise ValueError("an empty journal")
    return match


# --- sign-up ----------------------------------------------------------------------------------------------------------


def _created(row: Row) -> Match:
    b = row.body
    return Match(
        b["code"],
        b["ruleset"],
        b["version"],
        b["seed"],
        b["options"],
        b["least"],
        b["most"],
        b.get("open_to", ANYONE),
        b.get("role"),
        instant(b["starts"]) if b.get("starts") else None,
        position=1,
    )


def _unstarted(match: Match, row: Row) -> Outcome:
    text = words.not_started(match.code, len(match.entries), match.least)
    return Outcome(replace(match, starts=None), (Say(PUBLIC, text), Say(HOSTS, text)))


def _joined(match: Match, row: Row) -> Outcome:
    entry = row.body["entry"]
    return Outcome(replace(match, entries=(*match.entries, entry), next_entry=entry + 1))


def _left(match: Match, row: Row) -> Outcome:
    return Outcome(replace(match, entries=tuple(e for e in match.entries if e != row.body["entry"])))


def _cancelled(match: Match, row: Row) -> Outcome:
    after_it = replace(match, status=CANCELLED, deadline=None, left=None, hushed=())
    started = match.state is not None
    says = [Say(PUBLIC, words.cancelled(match.code, started), pings=tuple(match.seats) if started else ())]
    return Outcome(after_it, tuple(says))


def _started(match: Match, row: Row) -> Outcome:
    step = match.rules.open(row.body["holdings"], match.options, chance(match.seed, 0))
    opened = replace(
        match,
        status=RUNNING,
        entries=tuple(row.body["entries"]),
        state=step.state,
        turn=1,
        opened=row.at,
        ticking=row.at,
        deadline=instant(row.body["deadline"]),
    )
    briefing = [Say(PUBLIC, page) for page in words.opening(match.rules, match.options, match.code)]
    opening = [
        *briefing,
        *_public(step.notices),
        _opens(opened),
        *(
            Say(seat, words.welcome(match.rules, opened.phase, match.code, held))
            for seat, held in enumerate(row.body["holdings"])
        ),
        *_private(opened, step.notices),
    ]
    return Outcome(opened, tuple(opening))


# --- a player's message ---------------------------------------------------------------------------------------------


def _message(match: Match, row: Row) -> Outcome:
    assert row.seat is not None
    step = match.rules.take(match.state, row.seat, row.body["text"])
    assert step.reply is not None
    taken = _moved(replace(match, state=step.state), step, row)
    says = [Say(row.seat, _answer(taken, row.seat, step), answers=row.source), *_private(taken, step.notices)]
    if "announce" not in row.body:
        says += _public(step.notices)
    return Outcome(taken, tuple(says), step.reply.accepted)


def _answer(match: Match, seat: int, step: Step[Any]) -> str:
    """The reply and where things stand; who asked for more time learns at once what everyone learns a little later."""
    assert step.reply is not None
    asked = isinstance(step.clock, Longer)
    return f"{step.reply.text}\n{words.footer(match.code, match.phase, _seen(match, secretly=asked))}"


def _seen(match: Match, secretly: bool = False) -> words.Deadline:
    return words.Deadline(match.deadline if secretly else match.public_deadline, match.status == PAUSED)


def _moved(match: Match, step: Step[Any], row: Row) -> Match:
    """The clock after a message: longer on request, or cut because all is in (an option of the match)."""
    if not isinstance(step.clock, Longer):
        return replace(match, deadline=instant(row.body["deadline"])) if "deadline" in row.body else match
    if match.left is not None:
        return replace(match, left=match.left + step.clock.hours * 3600)
    assert match.deadline is not None
    moved = replace(match, deadline=after(match.deadline, step.clock.hours))
    if "announce" not in row.body:
        return moved
    asked = [n.text for n in step.notices if n.audience == PUBLIC]
    until, hours = instant(row.body["announce"]), step.clock.hours / max(1, len(asked))
    return replace(moved, hushed=(*match.hushed, *(Hushed(until, hours, text) for text in asked)))


def _announced(match: Match, row: Row) -> Outcome:
    """The extensions whose time has come are public now."""
    due = [h for h in match.hushed if h.until <= row.at]
    return _aloud(replace(match, hushed=tuple(h for h in match.hushed if h.until > row.at)), due)


def _aloud(match: Match, due: Iterable[Hushed]) -> Outcome:
    texts = [h.text for h in due]
    if not texts:
        return Outcome(match)
    assert match.public_deadline is not None
    text = words.longer_on_request(match.phase, texts, match.public_deadline)
    return Outcome(match, (Say(PUBLIC, text, pings=match.phase.playing),))


# --- deadlines --------------------------------------------------------------------------------------------------------


def _closed(match: Match, row: Row) -> Outcome:
    rules = match.rules
    step = rules.close(match.state, chance(match.seed, match.closed))
    goes_on = isinstance(step.clock, Longer)
    ended = isinstance(step.clock, Over)
    after_it = replace(
        match,
        state=step.state,
        status=OVER if ended else match.status,
        turn=match.turn + 1,
        closed=match.closed + 1,
        opened=match.opened if goes_on else row.at,
        ticking=row.at,
        passed=match.deadline,
        deadline=None if ended else instant(row.body["deadline"]),
        hushed=(),
    )
    said = [n.text for n in _public(step.notices)] or [words.closed(match.phase)]
    result = Say(PUBLIC, "\n\n".join([words.goes_on(match.phase), *said] if goes_on else said))
    private = _private(after_it, step.notices)
    if ended:
        opens = Say(PUBLIC, words.over(match.code), pings=tuple(match.seats))
        paid = rules.payout(step.state)
        private += [Say(seat, words.paid(part, rules.title, match.code)) for seat, part in enumerate(paid)]
    else:
        opens = _opens(after_it, goes_on, match.deadline if goes_on else None, row.body.get("afresh", False))
    return Outcome(after_it, (*_unhushed(match), result, opens, *private))


def _unhushed(match: Match) -> tuple[Say, ...]:
    """What was not announced yet is said before anything that would make it stale."""
    return _aloud(replace(match, hushed=()), match.hushed).says


def _opens(match: Match, goes_on: bool = False, before: datetime | None = None, afresh: bool = False) -> Say:
    phase = match.phase
    assert match.deadline is not None
    text = (
        words.longer(phase, match.deadline, before)
        if goes_on
        else words.opens(phase, match.deadline, match.closed == 0, afresh)
    )
    return Say(PUBLIC, text, pings=phase.playing)


def _extended(match: Match, row: Row) -> Outcome:
    if "left" in row.body:
        text = words.extended_in_pause(match.phase, row.body["hours"])
        return Outcome(replace(match, left=row.body["left"]), (Say(PUBLIC, text, pings=match.phase.playing),))
    # What players asked for and nobody knows of yet stays on top of what everyone sees.
    before, deadline = match.public_deadline, instant(row.body["deadline"])
    assert before is not None
    after_it = replace(match, deadline=deadline + match.hidden)
    text = words.extended(match.phase, before, deadline)
    return Outcome(after_it, (Say(PUBLIC, text, pings=match.phase.playing),))


def _cut(match: Match, row: Row) -> Outcome:
    after_it = replace(match, deadline=instant(row.body["deadline"]), hushed=())
    return Outcome(after_it, (*_unhushed(match), Say(PUBLIC, words.cut(match.phase))))


def _away(match: Match, row: Row) -> Outcome:
    deadline = instant(row.body["deadline"])
    before = match.public_deadline
    assert before is not None
    text = words.away(match.phase, before, deadline)
    after_it = replace(match, deadline=deadline + match.hidden, ticking=row.at)
    return Outcome(after_it, (Say(PUBLIC, text, pings=match.phase.playing),))


def _paused(match: Match, row: Row) -> Outcome:
    assert match.deadline is not None
    left = max(0.0, (match.deadline - row.at).total_seconds())
    after_it = replace(match, status=PAUSED, deadline=None, left=left, hushed=())
    said = Say(PUBLIC, words.paused(match.phase), pings=match.phase.playing)
    return Outcome(after_it, (*_unhushed(match), said))


def _resumed(match: Match, row: Row) -> Outcome:
    deadline = instant(row.body["deadline"])
    after_it = replace(match, status=RUNNING, deadline=deadline, left=None, ticking=row.at)
    return Outcome(after_it, (Say(PUBLIC, words.resumed(match.phase, deadline), pings=match.phase.playing),))


# --- a host's hand ----------------------------------------------------------------------------------------------------


def _corrected(match: Match, row: Row) -> Outcome:
    assert row.seat is not None
    step = match.rules.correct(match.state, row.seat, row.body["deltas"])
    return _by_host(match, step)


def _removed(match: Match, row: Row) -> Outcome:
    assert row.seat is not None
    step = match.rules.remove(match.state, row.seat)
    return _by_host(match, step)


def _by_host(match: Match, step: Step[Any]) -> Outcome:
    after_it = replace(match, state=step.state)
    accepted = step.reply is None or step.reply.accepted
    return Outcome(after_it, (*_public(step.notices), *_private(after_it, step.notices)), accepted)


def _nothing(match: Match, row: Row) -> Outcome:
    return Outcome(match)


# --- notices ----------------------------------------------------------------------------------------------------------


def _public(notices: Iterable[Notice]) -> list[Say]:
    return [Say(PUBLIC, n.text) for n in notices if n.audience == PUBLIC]


def _private(match: Match, notices: Iterable[Notice]) -> list[Say]:
    """What single seats are told. What only hosts may read is never pushed: it is there for a look or an export."""
    footer = words.footer(match.code, match.phase, _seen(match))
    return [Say(n.audience, f"{n.text}\n{footer}") for n in notices if isinstance(n.audience, int)]


def next_deadline(match: Match, hours: float, now: datetime) -> tuple[datetime, bool]:
    """When what opens now is due, and whether it counts from now since the bot came too late to count from the last
    deadline (less than half of it would be left)."""
    assert match.deadline is not None
    regular = up_to_minute(after(match.deadline, hours))
    if regular - now < timedelta(hours=hours) / 2:
        return up_to_minute(after(now, hours)), True
    return regular, False


def closing(match: Match, now: datetime) -> Row:
    """The row that closes the open turn now (on Discord's clock)."""
    step = match.rules.close(match.state, chance(match.seed, match.closed))
    body: dict[str, Any] = {"turn": match.turn}
    if isinstance(step.clock, (NewPhase, Longer)):
        deadline, afresh = next_deadline(match, step.clock.hours, now)
        body |= {"deadline": stamp(deadline)} | ({"afresh": True} if afresh else {})
    return Row(journal.CLOSED, now, body=body, source=f"turn:{match.turn}")


_FOLDS: dict[str, Callable[[Match, Row], Outcome]] = {
    journal.JOINED: _joined,
    journal.LEFT: _left,
    journal.CANCELLED: _cancelled,
    journal.UNSTARTED: _unstarted,
    journal.STARTED: _started,
    journal.MESSAGE: _message,
    journal.ANNOUNCED: _announced,
    journal.CLOSED: _closed,
    journal.EXTENDED: _extended,
    journal.CUT: _cut,
    journal.AWAY: _away,
    journal.PAUSED: _paused,
    journal.RESUMED: _resumed,
    journal.CORRECTED: _corrected,
    journal.REMOVED: _removed,
    journal.LOOKED: _nothing,
    journal.EXPORTED: _nothing,
}
