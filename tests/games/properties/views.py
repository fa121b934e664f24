"""What people see of a match, and whether two that differ only in one player's secrets look alike to all others.

L1: two matches whose permitted public facts are equal must be equal in everything that is public, and to every other
player as long as the rules themselves have told that player nothing different.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.record import Message, Record
from games.ruleset import HOST, PUBLIC, Form, Notice, Phase, Reply
from tests.games.properties.matches import Moment, names_of, notices_of, rendered, start, walk
from tests.games.properties.play import Play

Fact = tuple[str, Any]
_ENTERED = 4
"""Messages that a host tries to enter after every turn, for everybody."""


class Leak(AssertionError):
    """Somebody saw what no rule lets them see."""


def only_known_facts(play: Play, record: Record) -> None:
    """Raises Leak where a notice has other facts than RECORD names."""
    for notice in notices_of(record):
        if notice.audience == HOST:
            continue
        known = (play.public if notice.audience == PUBLIC else play.private)[notice.kind]
        if known not in (frozenset(notice.facts), None):
            raise Leak(f"{notice.kind} tells {sorted(notice.facts)}")


@dataclass
class Turn:
    """A turn as it was seen."""

    before: Phase
    announced: list[Any] = field(default_factory=list)
    """What was public at once, before the deadline: notices and the clock."""
    closed: list[Any] = field(default_factory=list)
    """What the close made public, the clock too."""
    replies: dict[int, list[Reply]] = field(default_factory=dict)
    told: dict[int, list[Notice]] = field(default_factory=dict)
    secret: Any = None
    """The state as the deadline found it."""
    after: Phase | None = None
    status: list[str] = field(default_factory=list)
    forms: list[Form | None] = field(default_factory=list)
    asked: list[list[Any]] = field(default_factory=list)
    """What every player gets to read who asks for help, or writes something that is nearly an order."""
    phases: list[Phase] = field(default_factory=list)
    """The phase as it was shown after every entry of anybody."""
    foreseen: list[list[bool]] = field(default_factory=list)
    """For each player, of which messages a host could foresee that they are taken."""


def seen(record: Record, near: Sequence[str] = ("?",), entered: Sequence[str] = ()) -> list[Turn]:
    """The match, turn by turn; `near` is what everybody tries, one after every turn, and `entered` what a host might
    enter for anybody then."""
    ruleset = record.ruleset
    turns: list[Turn] = []
    turn = Turn(ruleset.phase(start(record).state))
    for moment in walk(record):
        _add(turn, moment)
        turn.phases.append(ruleset.phase(moment.step.state))
        if moment.entry is None:
            state, tried = moment.step.state, near[len(turns) % len(near)]
            turn.secret, turn.after = moment.before, turn.phases.pop()
            turn.status = [ruleset.status(state, seat) for seat, _ in enumerate(record.players)]
            turn.forms = [ruleset.form(state, seat) for seat, _ in enumerate(record.players)]
            turn.asked = [_asked(record, state, seat, tried) for seat, _ in enumerate(record.players)]
            turn.foreseen = [_foreseen(record, state, seat, entered) for seat, _ in enumerate(record.players)]
            turns.append(turn)
            turn = Turn(turn.after)
    return turns


def _asked(record: Record, state: Any, seat: int, near: str) -> list[Any]:
    names = names_of(record)
    return [record.ruleset.examples(state, seat), record.ruleset.guess(state, seat, rendered(near, names), names)]


def _foreseen(record: Record, state: Any, seat: int, entered: Sequence[str]) -> list[bool]:
    """Raises Leak where a message is refused of which everybody could tell that it would not be."""
    found = []
    for text in entered:
        written = record.ruleset.with_seats(text, names_of(record))
        found.append(record.ruleset.foreseen(state, seat, written))
        reply = record.ruleset.take(state, seat, written).reply
        if found[-1] and (reply is None or not reply.accepted):
            raise Leak(f"that {text!r} was refused depends on a player's secret")
    return found


def _add(turn: Turn, moment: Moment) -> None:
    public = turn.closed if moment.entry is None else turn.announced
    public += [notice for notice in moment.step.notices if notice.audience == PUBLIC]
    if moment.step.clock is not None:
        public.append(moment.step.clock)
    for notice in moment.step.notices:
        if isinstance(notice.audience, int):
            turn.told.setdefault(notice.audience, []).append(notice)
    if isinstance(moment.entry, Message) and moment.step.reply is not None:
        turn.replies.setdefault(moment.entry.seat, []).append(moment.step.reply)


@dataclass(frozen=True)
class Compared:
    """How far two matches could be compared."""

    turns: int
    """The turns whose secrets differed while all that is public was the same."""
    told: int
    """The seats and turns of those, whose own view was the same, too."""
    apart: bool
    """Whether the permitted public facts differed in the end."""


def compare(play: Play, one: Record, other: Record, hidden: int) -> Compared:
    """Raises Leak. The records differ in the messages of the seat `hidden` alone."""
    watching = {seat for seat, _ in enumerate(one.players)} - {hidden}
    turns = told = 0
    theirs = {entry.text for record in (one, other) for entry in _messages(record) if entry.seat == hidden}
    entered = sorted(theirs)[:_ENTERED]
    for a, b in zip(seen(one, play.near, entered), seen(other, play.near, entered), strict=False):
        same("the phase", a.before, b.before)
        if _facts(a.announced) != _facts(b.announced):
            return Compared(turns, told, True)
        same("what is announced", a.announced, b.announced)
        same("the phase during the turn", *(_distinct([turn.before, *turn.phases]) for turn in (a, b)))
        if a.before.name in play.open_books:
            watching = set()
        for seat in watching:
            same("a reply to another player", a.replies.get(seat), b.replies.get(seat))
        if _facts(a.closed) != _facts(b.closed):
            return Compared(turns, told, True)
        same("what the close makes public", a.closed, b.closed)
        same("the next phase", a.after, b.after)
        same("what a host can foresee", a.foreseen, b.foreseen)
        watching = {seat for seat in watching if _sees_the_same(play, a, b, seat)}
        different = a.secret != b.secret
        turns, told = turns + different, told + different * len(watching)
    return Compared(turns, told, False)


def _messages(record: Record) -> Iterator[Message]:
    return (entry for turn in record.turns for entry in turn if isinstance(entry, Message))


def same(what: str, a: Any, b: Any) -> None:
    if a != b:
        raise Leak(f"{what} depends on another player's secret:\n{a!r}\n{b!r}")


def _distinct(phases: list[Phase]) -> list[Phase]:
    """The entries of the two matches are not as many, so it is the changes that must be the same."""
    return [phase for i, phase in enumerate(phases) if i == 0 or phase != phases[i - 1]]


def _facts(public: list[Any]) -> list[Fact]:
    """The permitted facts. The clock is none: it must follow from them."""
    return [(notice.kind, notice.facts) for notice in public if isinstance(notice, Notice)]


def _sees_the_same(play: Play, a: Turn, b: Turn, seat: int) -> bool:
    """False once the rules themselves told the seat different things."""
    one, other = a.told.get(seat, []), b.told.get(seat, [])
    same("what another player is told of", [n.kind for n in one], [n.kind for n in other])
    for x, y in zip(one, other, strict=True):
        if x.kind in play.telling and x.facts != y.facts:
            return False
        same("what another player is told", x, y)
    same("another player's status", a.status[seat], b.status[seat])
    same("another player's form", a.forms[seat], b.forms[seat])
    same("another player's help", a.asked[seat], b.asked[seat])
    return True
