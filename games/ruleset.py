"""The contract between a ruleset and whoever hosts it.

A ruleset is a set of pure functions over an opaque, frozen state. It learns of the world through five doors (`open`,
`take`, `close`, `correct`, `remove`) and speaks through four: notices, and, to the asking seat alone, replies, status
and forms. Seats are whole numbers from 0; a ruleset never sees names, user ids, channels, instants or time zones.

Wherever a text or a fact names a seat it holds a mark (`games.marks`), which the host turns into the player's name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from games import marks
from games.reading import Names, parts
from games.renaming import NamesToShow

S = TypeVar("S")

Draw = Callable[[str, int], int]
"""`draw(purpose, n)`: a number from 0 to n-1, from the match's secret seed, the turn and the purpose (games.draw)."""

Options = Mapping[str, Any]
"""Every option of the ruleset by name: int, float (hours) or bool."""

QUESTIONS: Final = frozenset({"status", "check"})
"""The words that a question to a ruleset begins with."""

PUBLIC: Final = "public"
HOST: Final = "host"
Audience = Literal["public", "host"] | int
"""Who may read a notice: everyone, the hosts (by a look or an export, never pushed), or one seat."""


@dataclass(frozen=True, slots=True)
class Option:
    """A number or switch of the rules that a host may set when a match is created (ruling C5)."""

    name: str
    about: str
    """One sentence for people, without the default."""
    default: int | float | bool
    least: int | float = 0
    most: int | float = 0
    unit: Literal["", "hours", "yen"] = ""
    """`hours` may have a fraction; everything else is whole; a bool default makes the option a switch."""


def hours(name: str, about: str, default: int) -> Option:
    """An option in hours: from one minute to 720 (ruling C5)."""
    return Option(name, about, default, 1 / 60, 720, "hours")


@dataclass(frozen=True, slots=True)
class Holding:
    """Something a player brings into a match (`Ruleset.holdings`) or a host may correct (`Ruleset.corrections`)."""

    name: str
    about: str
    least: int | None = 0
    """The least opening amount; None where it may be negative."""
    ledger: str | None = None
    """The ledger's kind (`garnets`, `yen`), where this comes from the ledger and goes back to it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a message, for its sender alone. `accepted` is false when it was refused or not understood."""

    accepted: bool
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be said. A public notice's text is a function of `kind` and `facts` alone (RECORD.md)."""

    audience: Audience
    kind: str
    facts: dict[str, Any]
    """Plain JSON; seats as marks."""
    text: str


@dataclass(frozen=True, slots=True)
class NewPhase:
    """The turn is over and a new phase is open for so many hours."""

    hours: float


@dataclass(frozen=True, slots=True)
class Longer:
    """So many hours more for the phase that is open. From `close`: the turn ends, the phase goes on."""

    hours: float
    on_request: bool
    """Asked for by a player, who must not be named: the host announces it after a random wait."""


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended."""


Clock = NewPhase | Longer | Over | None


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What one door of the ruleset gives back."""

    state: S
    notices: tuple[Notice, ...] = ()
    clock: Clock = None
    reply: Reply | None = None


@dataclass(frozen=True, slots=True)
class Phase:
    """What is open now. Everything here is public: a function of public facts and the options."""

    name: str
    """RECORD's name: `round 3`, `vote`, `basket`, ...; `over` after the end."""
    title: str
    """For people: `Round 3 of 7`."""
    ask: str
    """What to send, one or two sentences (by direct message is understood; the host says where)."""
    examples: tuple[str, ...]
    """Messages that could be sent, legal under the options, chosen without looking at anybody's holdings."""
    acting: tuple[int, ...]
    """The seats that may send something that counts."""
    playing: tuple[int, ...]
    """The seats still in, in seat order."""
    hours: float
    """How long the phase runs, extensions aside."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen in a form; `value` is what goes into the message, `label` what people read."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a form. It shows and enforces only what may be told unasked (GL4)."""

    name: str
    label: str
    kind: Literal["number", "one", "some", "text"]
    required: bool = False
    least: int = 0
    most: int = 0
    choices: tuple[Choice, ...] = ()
    current: tuple[str, ...] = ()
    """What is on file, as values."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """What a player may choose now. Filled in, it becomes the message that could have been typed (`Ruleset.filled`)."""

    title: str
    fields: tuple[Field, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Guess:
    """What may be said to a player whose message was not taken, though it comes near one that could be.

    It never changes anything by itself, never says whether what it offers would be legal (GL4), and tells nothing of
    anybody else.
    """

    text: str
    """What the player is told, instead of the plain refusal."""
    offers: tuple[str, ...] = ()
    """Messages that could be sent with one press; almost always one, and never two readings of one sentence."""


class Ruleset(ABC, Generic[S]):
    """A game that can be hosted. Implementations hold no state of their own."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence: what the game is."""
    version: ClassVar[int]
    """Grows when a mended rule would judge a running match differently; see `upgrade`."""
    least_players: ClassVar[int]
    time_bank: ClassVar[str | None] = None
    """The message that asks for more time, where players of this ruleset may."""
    options: ClassVar[tuple[Option, ...]]
    holdings: ClassVar[tuple[Holding, ...]]
    corrections: ClassVar[tuple[Holding, ...]]

    # --- the five doors in ------------------------------------------------------------------------------------------

    @abstractmethod
    def open(self, holdings: Sequence[Mapping[str, int]], options: Options, draw: Draw) -> Step[S]:
        """Start a match: one entry of `holdings` a seat (missing keys are 0), `options` complete. Clock: NewPhase."""

    @abstractmethod
    def take(self, state: S, seat: int, text: str) -> Step[S]:
        """Read a message of a seat (names already written as `#2`, see `with_seats`). Always gives a reply."""

    @abstractmethod
    def close(self, state: S, draw: Draw) -> Step[S]:
        """Judge: the deadline of the open phase has passed."""

    @abstractmethod
    def correct(self, state: S, seat: int, deltas: Mapping[str, int | float]) -> Step[S]:
        """A host's correction (ruling C4), allowed at any moment, after the end too. Not allowed: a refusing reply
        and the state unchanged. Otherwise an accepting reply for the host and a notice to the seat."""

    @abstractmethod
    def remove(self, state: S, seat: int) -> Step[S]:
        """A host's removal (ruling C6). Not possible (out already, match over): a refusing reply."""

    # --- what may be asked -------------------------------------------------------------------------------------------

    def foreseen(self, state: S, seat: int, text: str) -> bool:
        """Whether everybody could tell that this message is taken now, and does nothing but put itself on file: it
        would be, whatever is secret. A host may enter such a message for a player without learning anything (L1)."""
        return False

    @abstractmethod
    def status(self, state: S, seat: int) -> str:
        """Everything this seat may know of itself now."""

    def is_question(self, text: str) -> bool:
        """Whether a message only asks how things stand (ruling C8): each of its parts begins with `status` or `check`.
        Such a message changes nothing, whatever is open, and so belongs to no phase."""
        begun = [part[0].plain for part in parts(text)]
        return bool(begun) and all(word in QUESTIONS for word in begun)

    @abstractmethod
    def form(self, state: S, seat: int) -> Form | None:
        """What this seat may choose now; None where it may send nothing that counts."""

    @abstractmethod
    def filled(self, state: S, seat: int, values: Mapping[str, Sequence[str]]) -> str:
        """The message that a filled-in form stands for (a seat chosen is written `#2`)."""

    def guess(self, state: S, seat: int, text: str, names: Names) -> Guess | None:
        """For a message that `take` did not accept, as the player wrote it: what it comes near, if anything.

        People do not write grammar; but nothing is taken that was not said plainly (no number out of a sentence about
        somebody else, a condition or a joke).
        """
        return None

    @abstractmethod
    def look(self, state: S) -> str:
        """What is on file and held, for a host who looks (journalled by the host)."""

    @abstractmethod
    def phase(self, state: S) -> Phase: ...

    def examples(self, state: S, seat: int) -> tuple[str, ...]:
        """Messages that this seat could send now, for its help; where legality may not be told, the phase's own."""
        phase = self.phase(state)
        return phase.examples if seat in phase.acting else ()

    def last_counts(self, state: S) -> bool:
        """Whether of what a seat sends now the last message before the deadline stands; false where each is carried out
        at once, and is final."""
        return True

    @abstractmethod
    def all_in(self, state: S) -> bool:
        """Ruling C3. Always false in phases where the option does nothing."""

    @abstractmethod
    def waiting(self, state: S) -> tuple[int, ...]:
        """The acting seats with nothing on file, for private reminders."""

    @abstractmethod
    def standing(self, state: S) -> list[dict[str, Any]]:
        """RECORD's `players`, one a seat."""

    @abstractmethod
    def payout(self, state: S) -> list[dict[str, int]]:
        """What each seat takes home, by the ledger's kinds (garnets, tokens, yen)."""

    # --- words ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def say(self, kind: str, facts: Mapping[str, Any]) -> str:
        """The text of a public notice; the only place where public sentences of the ruleset are made."""

    @abstractmethod
    def briefing(self, options: Options) -> tuple[str, ...]:
        """The rules in short under these options, for the opening post and `/match rules`: pages of at most 1,800
        characters, phone-friendly Markdown; what to send, a worked example, prices, what becomes public and what
        never does, what silence costs, ties, how it ends."""

    # --- messages and state as data -----------------------------------------------------------------------------------

    @abstractmethod
    def with_seats(self, text: str, names: Names) -> str:
        """The message with every name, where this ruleset's messages have names, written as `#2`; the rest untouched.
        Words of a list that name several players, or one, are written as both (`reading.Either`, C10).

        Idempotent. The journal holds its result, so that it knows no names.
        """

    def repeated(self, text: str, players: int) -> str:
        """A journalled message as a receipt repeats it: names as marks, with commas between them (C10), and the rest as
        the person's own words. `players`: how many seats there are."""
        return marks.repeated(self.with_seats(marks.unmarked(text), NamesToShow(players)))

    @abstractmethod
    def to_json(self, state: S) -> Any: ...

    @abstractmethod
    def from_json(self, data: Any) -> S: ...

    def upgrade(self, version: int, data: Any) -> Any:
        """State of an earlier version, as JSON, read into this version's JSON."""
        if version != self.version:
            raise ValueError(f"{self.name}: no way from state version {version} to {self.version}")
        return data
