"""Messages that are no orders but come near one.

What is legal may be told here: a cast that could not be taken is not offered, and its player is told why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.garden_of_eden import messages, other_wishes, reasons, standing, taking, vocabulary, whispers, wishes
from games.garden_of_eden.messages import Play
from games.garden_of_eden.numbers import duration
from games.garden_of_eden.reasons import Refused, TwoReadings, Unclear
from games.garden_of_eden.state import Seat, Stage, State
from games.nearly import saying
from games.nearly.corrections import Unsure, stands_alone
from games.nearly.idle import about_time, idle, ordered, tells_of_the_file, why_not
from games.nearly.lexicon import Item, Lexicon
from games.nearly.questions import Topic, concerns_oneself, topic
from games.nearly.sentences import STOP, Said, read
from games.nearly.vocabulary import SILENT
from games.reading import Names
from games.ruleset import Guess

_LEXICONS: Final[dict[Stage, Lexicon]] = {
    "basket": vocabulary.BASKET,
    "round": vocabulary.ROUND,
    "transfers": vocabulary.TRANSFERS,
}
_ALONE: Final = (*SILENT, "own", "yes", "join", "to", "final", "add")
"""What may stand around a request that is a word by itself."""
_APPLES: Final = ("gold", "silver", "red", "pink", "white", "black", "letters", "apples", "void")
_OPENNESS: Final = ("open", "closed", "available", "what", "whats", "which")
_CONTENT: Final = (*_APPLES, "number", "amount")
_FEW: Final = 3


def guess(state: State, seat: int, text: str, names: Names) -> Guess | None:
    """See `Ruleset.guess`. None, too, where the message was read and refused: the refusal says why."""
    lexicon = _LEXICONS.get(state.stage)
    if lexicon is None or not (state.seats[seat].may_act or state.stage == "transfers"):
        return None
    try:
        refused = _refused(text, names)
    except TwoReadings as readings:
        return _both(readings.args, names)
    said = read(text, lexicon, names, _nameable(state, seat)) if refused is not None else None
    if said is None:
        return None
    near = _Near(state, seat, names, said)
    try:
        return near.guess()
    except Unsure as unsure:
        plain = not (unsure.ways or unsure.why)
        return None if refused and plain else near.unsure(unsure)


def _refused(text: str, names: Names) -> bool | None:
    """Whether a message that cannot be read is refused with a reason; None for one that can be read.

    Raises TwoReadings.
    """
    try:
        messages.read(messages.with_seats(text, names))
    except Refused:
        return True
    except TwoReadings:
        raise
    except Unclear:
        return False
    return None


def _both(ways: Sequence[str], names: Names) -> Guess:
    """C10: each way is one that can be sent as it stands, so both are offered."""
    written = [fitting for way in ways if (fitting := saying.fitting(way, names))]
    return Guess(whispers.two_readings(*ways), tuple(written) if len(written) == len(ways) else ())


def _nameable(state: State, seat: int) -> Sequence[int]:
    """Whose names may come near a word in this phase."""
    if state.stage == "transfers":
        return [s for s in range(len(state.seats)) if s != seat]
    return [s for s in state.active if s != seat] if state.stage == "round" else ()


@dataclass(frozen=True, slots=True)
class _Near:
    """A message that was not taken, and what may be looked at to answer it."""

    state: State
    seat: int
    names: Names
    said: Said

    @property
    def _held(self) -> Seat:
        return self.state.seats[self.seat]

    @property
    def _others(self) -> tuple[int, ...]:
        """Who can be named for Void."""
        return tuple(seat for seat in self.state.active if seat != self.seat)

    # --- what manner of message it is ---------------------------------------------------------------------------------

    def guess(self) -> Guess | None:
        match idle(self.said):
            case "small talk":
                return Guess(saying.SMALL_TALK)
            case "help":
                return self._how(saying.HELP)
        if self.said.conditional and not about_time(self.said, _CONTENT):
            return self._open(saying.TALK if self.said.has("joke") else saying.CONDITION)
        if self.said.asks:
            return self._answered(topic(self.said))
        voids = self.said.has("void", "unvoid")
        items = self.said.plainly(names=voids or self.state.stage == "transfers")
        if items is None or (self.said.has("everyone", "all") and not voids):
            return self._talk()
        content = [item for item in items if item is not STOP]
        return self._request(content) or self._order(items)

    def _order(self, items: Sequence[Item]) -> Guess | None:
        if any(item.meaning == "check" for item in items):
            return self._inquired([item for item in items if item.meaning != "check"])
        match self.state.stage:
            case "round":
                return self._cast(items)
            case "basket":
                return self._offered(other_wishes.basket(items))
            case _ if any(item.meaning == "holdings" for item in items):
                return self._sums()
            case _:
                return self._offered(other_wishes.transfer(items), "A transfer is made at once, and is final.")

    def _inquired(self, items: Sequence[Item]) -> Guess | None:
        """`check gold please` asks, and casts nothing."""
        match self.state.stage:
            case "round":
                wished = wishes.play(items, Play(None, None), self._others)
                message = None if wished is None else _message(wished)
            case "basket":
                message = other_wishes.basket(items)
            case _:
                message = other_wishes.transfer(items)
        return self._offered(message and f"check {message}")

    def _sums(self) -> Guess:
        return Guess(f"{saying.NOT_TAKEN} {saying.SUMS}", ("status",))

    def _talk(self) -> Guess | None:
        """Not plain: nothing is taken out of it, whatever apples it has."""
        if self.said.has("who"):
            return self._which()
        if self.said.has("time"):
            return Guess(f"{saying.NOT_TAKEN} {self._about_time()}")
        if tells_of_the_file(self.said):
            return self._how(standing.filed(self.state, self.seat)) if ordered(self.said, _CONTENT) else self._kept()
        match why_not(self.said, _CONTENT, names=self.said.has("void", "unvoid") or self.state.stage == "transfers"):
            case None if self.said.has("left") and len(self.said.sentences) == 1:
                return self._offered("status")
            case None:
                return None
            case saying.OTHERS:
                return Guess(saying.OTHERS)
            case why:
                return self._how(why)

    def _which(self) -> Guess:
        seats = next(item.seats for item in self.said.items if item.meaning == "who")[:_FEW]
        shown = " or ".join(saying.shown(f"#{seat + 1}") for seat in seats)
        return Guess(f"{saying.NOT_TAKEN} Whom do you mean: {shown}? Write the name, please.")

    def unsure(self, unsure: Unsure) -> Guess:
        if unsure.ways:
            return Guess(saying.ways(unsure.ways))
        return self._how(f"{saying.NOT_TAKEN} {unsure.why}" if unsure.why else saying.TWO_WAYS)

    def _how(self, lead: str) -> Guess:
        return Guess(f"{lead}\n{whispers.how_to_write(self.state, self.seat)}")

    def _open(self, lead: str) -> Guess:
        """With what is open to this player now."""
        if self.state.stage != "round":
            return self._how(lead)
        return Guess(f"{lead}\n{standing.open_now(self.state, self._held)}")

    def _offered(self, message: str | None, more: str = "") -> Guess | None:
        """The message as an offer if it would be taken; else what it was read as, and why it would not be."""
        if message is None:
            return None
        reply = taking.take(self.state, self.seat, message).reply
        if reply is not None and not reply.accepted:
            return Guess(f"I would read that as {saying.shown(message)}. {reply.text}")
        return saying.offer(message, self.names, more=more)

    # --- questions ----------------------------------------------------------------------------------------------------

    def _answered(self, about: Topic) -> Guess | None:
        if self.said.has("everyone"):
            return Guess(saying.OTHERS)
        match about:
            case "others":
                return Guess(saying.OTHERS)
            case "file" if self.state.stage == "transfers":
                return saying.offer("status", self.names, lead="A transfer is made and answered at once.")
            case "file":
                return self._kept()
            case "time":
                return Guess(self._about_time())
            case "left":
                return saying.offer("status", self.names, lead="That is for `status` to tell.")
            case "orders" if self.said.has("extend"):
                return Guess(self._about_time())
            case "orders" if self._about_the_cast_on_file:
                return self._kept()
            case "orders" if self.said.has("check") and self.said.has(*_APPLES):
                return self._inquired([item for item in self.said.items if item.meaning not in (*SILENT, "check")])
            case "orders" if self.said.has(*_APPLES, "legal"):
                return self._open("A question casts nothing.")
            case _:
                return self._how(saying.QUESTION)

    @property
    def _about_the_cast_on_file(self) -> bool:
        """`is my cast legal`; but not `what is open to me`."""
        opens = any(item.word in _OPENNESS for item in self.said.items)
        return self.said.has("legal") and concerns_oneself(self.said) and not (opens or self.said.has(*_APPLES))

    def _about_time(self) -> str:
        """More time: by the time bank, which is never asked for by a wish or a question; else by the hosts."""
        return f"{self._about_the_time_bank()} {saying.HOSTS}"

    def _about_the_time_bank(self) -> str:
        if self.state.stage == "transfers":
            return reasons.NO_TIME_BANK_NOW
        if not self._held.periods:
            return reasons.NO_PERIODS
        return f"`extend` asks for more time. {self._price_of_time()}"

    def _price_of_time(self) -> str:
        left = self._held.periods
        which = "the only period" if left == 1 else f"one of the {left} periods"
        return (
            f"It uses {which} you have left: the deadline moves {duration(self.state.terms.period_hours)} for "
            "everybody, nobody is told who asked, and it cannot be taken back."
        )

    # --- requests that are a word by themselves -----------------------------------------------------------------------

    def _request(self, items: Sequence[Item]) -> Guess | None:
        meanings = [item.meaning for item in items]
        requests: dict[str, Callable[[], Guess | None]] = {
            "extend": lambda: self._offered("extend", self._price_of_time()),
            "before": self._as_before,
            "same": self._the_same,
            "keep": self._kept,
            "show": self._kept,
            "check": self._kept,
            "status": lambda: self._offered("status"),
            "holdings": self._sums,
            "cancel": self._cancelled,
            "withdraw": self._cancelled,
        }
        for meaning, answer in requests.items():
            if stands_alone(items, meaning, _ALONE):
                return answer()
        if set(meanings) <= {"yes", *SILENT} and "yes" in meanings:
            return Guess(saying.YES)
        if set(meanings) <= {"retract", "actually", *SILENT} and "retract" in meanings:
            return self._kept()
        return None

    def _cancelled(self) -> Guess:
        on_file = self._held.basket if self.state.stage == "basket" else self._held.cast or self._held.void
        return Guess(reasons.NOT_WITHDRAWN if on_file else reasons.NOTHING_TO_WITHDRAW)

    def _kept(self) -> Guess:
        return Guess(standing.filed(self.state, self.seat))

    def _the_same(self) -> Guess | None:
        """`same as before`: what is on file stays; with no cast on file, the round before is meant."""
        return self._as_before() if self.state.stage == "round" and self._held.cast is None else self._kept()

    def _as_before(self) -> Guess | None:
        if self.state.stage != "round":
            return self._kept()
        if self._held.cast_before is None:
            return self._how("There is no round before this one to repeat.")
        void = tuple(seat for seat in self._held.void_before if self.state.seats[seat].active)
        return self._offered(_message(Play(self._held.cast_before, void or None)))

    # --- casts --------------------------------------------------------------------------------------------------------

    def _cast(self, items: Sequence[Item]) -> Guess | None:
        filed = Play(self._held.cast, self._held.void or None)
        wished = wishes.play(items, filed, self._others)
        if wished is None or wished == Play(None, None):
            return None
        if wished == filed or wished == Play(None, filed.void or ()):
            return Guess(f"That changes nothing.\n{standing.filed(self.state, self.seat)}")
        return self._offered(_message(wished)) or self._how(saying.NOT_TAKEN)


def _message(play: Play) -> str:
    """As it can be sent, with seats for names: `gold black void #2, #3`."""
    words = [play.cast.text] if play.cast else []
    if play.void is not None:
        words += ["void", ", ".join(f"#{seat + 1}" for seat in play.void) or "none"]
    return " ".join(words)
