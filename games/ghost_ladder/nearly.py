"""Messages that are no orders but come near one.

All that is said here is a function of the text, the phase and what the player has put on file (GL4): the state is
looked at through `_unseen`, which has no holdings in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.ghost_ladder import commas, orders, reasons, vocabulary, whispers, wishes
from games.ghost_ladder.briefing import rank_prices, score_prices
from games.ghost_ladder.messages import NotUnderstood, Pick, Verb, with_seats
from games.ghost_ladder.messages import read as orders_of
from games.ghost_ladder.state import Ballot, Check, Name, Seat, State
from games.nearly import saying
from games.nearly.corrections import Unsure, segments, stands_alone
from games.nearly.idle import about_time, idle, ordered, tells_of_the_file, why_not
from games.nearly.lexicon import Item
from games.nearly.questions import Topic, topic
from games.nearly.sentences import STOP, Said, read
from games.nearly.vocabulary import SILENT
from games.reading import Names
from games.row import Row
from games.ruleset import Guess

_PLENTY: Final = 10**6
"""Garnets for any score check, so that nothing hangs on those that are held."""
_VERBS: Final[dict[Name, Verb]] = {"choice": "choose", "vote": "vote"}
_CHECKS: Final[tuple[Check, ...]] = ("rank", "score")
_ALONE: Final = (*SILENT, "own", "yes", "join", "to", "final")
"""What may stand around a request that is a word by itself."""
_CONTENT: Final = ("number", "garnets")
_CANCELS_NOTHING: Final = ("number", "garnets", "garnet", "name")
_FEW: Final = 3
_ADVICE: Final = frozenset("good fine enough".split())
"""Behind a `would` they ask for advice."""
_HOLDINGS: Final = frozenset("height garnets".split())
_NO_COMMA: Final = "A comma between digits can mean two things: write the number without one."
_TELLS: Final = "That is for `status` to tell."
_ASKS: Final = "A question submits nothing."
_TIME: Final = (
    "The deadline stands in the post that opened this phase, in your own time. To ask for more time, or anything else, "
    "write `ask` and your question: it reaches the hosts."
)


def guess(state: State, seat: int, text: str, names: Names) -> Guess | None:
    """See `Ruleset.guess`. None, too, where the message was read and refused: the refusal says why."""
    ballot = state.ballot
    if state.seats[seat].out or state.phase == "over" or (ballot is not None and not state.asks(seat)):
        return None
    if _is_read(state, text, names):
        return None
    said = (
        read(text, vocabulary.ROUND, names, writer=seat)
        if ballot is None
        else read(text, vocabulary.BALLOT, names, ballot.among)
    )
    if said is None:
        return None
    if ballot is None and (told := _commas(state, seat, text)):
        return told
    near = _Near(_unseen(state, seat), seat, names, said)
    try:
        return near.guess()
    except Unsure as unsure:
        return near.unsure(unsure)


def _is_read(state: State, text: str, names: Names) -> bool:
    """Whether the message can be read, and there is nothing in it that might be a slip: a name, `choose` for `vote`."""
    try:
        found = orders_of(with_seats(text, names))
    except NotUnderstood:
        return False
    verb = _VERBS.get(state.phase)
    picks = [order for order in found if isinstance(order, Pick)]
    return not any(order.whom is None or (verb and order.verb != verb) for order in picks)


def _commas(state: State, seat: int, text: str) -> Guess | None:
    """For a submission with commas between its digits, which may part thousands or decimals (GL5): both readings."""
    ways = commas.readings(text)
    if not ways:
        return None
    if len(ways) > 1:
        return Guess(saying.ways(ways))
    return Guess(f"{saying.NOT_TAKEN} {_NO_COMMA}\n{reasons.how_to_write(state, seat)}")


def _unseen(state: State, seat: int) -> State:
    """The state with nothing in it but what is public, and what this seat has put on file or asked for."""
    held = state.seats[seat]
    own = Seat(
        state.terms.height,
        _PLENTY,
        ranks_used=held.ranks_used,
        rank_asked=held.rank_asked,
        score_asked=held.score_asked,
        submission=held.submission,
        filed_before=held.filed_before,
    )
    blank = Seat(state.terms.height, 0)
    seats = Row([own if index == seat else blank for index in range(len(state.seats))])
    return State(state.terms, seats, len(seats), state.phase, state.round, ballot=_ballot_of(state, seat))


def _ballot_of(state: State, seat: int) -> Ballot | None:
    if state.ballot is None:
        return None
    return Ballot(state.ballot.asked, state.ballot.among, tuple(p for p in state.ballot.picks if p[0] == seat))


@dataclass(frozen=True, slots=True)
class _Near:
    """A message that was not taken, and what may be looked at to answer it."""

    state: State
    seat: int
    names: Names
    said: Said

    # --- what manner of message it is ---------------------------------------------------------------------------------

    def guess(self) -> Guess | None:
        match idle(self.said):
            case "small talk":
                return Guess(saying.SMALL_TALK)
            case "help":
                return self._how(saying.HELP)
        if self.said.conditional and not about_time(self.said, _CONTENT):
            return self._how(saying.TALK if self.said.has("joke") else saying.CONDITION)
        if self.said.asks:
            return self._answered(topic(self.said))
        items = self.said.plainly(names=self.state.ballot is not None)
        if items is None:
            return self._talk()
        content = [item for item in items if item is not STOP]
        return self._request(content) or (self._round(items) if self.state.ballot is None else self._pick(items))

    def _talk(self) -> Guess | None:
        """Not plain: nothing is taken out of it, whatever numbers it has."""
        if self.said.has("who"):
            return self._which()
        if self.said.has("time"):
            return Guess(f"{saying.NOT_TAKEN} {_TIME}")
        if tells_of_the_file(self.said):
            return self._how(self._on_file()) if ordered(self.said, _CONTENT) else Guess(self._on_file())
        match why_not(self.said, _CONTENT, names=self.state.ballot is not None):
            case None if self.said.has("left") and not ordered(self.said, _CONTENT):
                return saying.offer("status", self.names, lead=_TELLS)
            case None:
                return self._sums() if self.said.has("holdings") else None
            case saying.OTHERS:
                return Guess(saying.OTHERS)
            case why:
                return self._how(why)

    def _which(self) -> Guess:
        seats = next(item.seats for item in self.said.items if item.meaning == "who")
        return Guess(saying.ways(tuple(self._vote(seat) for seat in seats[:_FEW])))

    def unsure(self, unsure: Unsure) -> Guess:
        if unsure.ways and all(len(way) <= saying.MOST for way in unsure.ways):
            return Guess(saying.ways(unsure.ways))
        return self._how(f"{saying.NOT_TAKEN} {unsure.why}" if unsure.why else saying.TWO_WAYS)

    def _how(self, lead: str) -> Guess:
        return Guess(f"{lead}\n{reasons.how_to_write(self.state, self.seat)}")

    def _sums(self) -> Guess:
        return Guess(f"{saying.NOT_TAKEN} {saying.SUMS}", ("status",))

    def _offered(self, message: str, more: str = "") -> Guess | None:
        """The message as an offer if it would be taken; else why it would not be, which no holding decides."""
        reply = orders.take(self.state, self.seat, message).reply
        if reply is not None and not reply.accepted:
            return Guess(reply.text)
        return saying.offer(message, self.names, more=more)

    # --- questions ----------------------------------------------------------------------------------------------------

    def _answered(self, about: Topic) -> Guess | None:
        match about:
            case "left" if self.said.has("rank", "score"):
                return self._asked_about_orders()
            case "others":
                return Guess(saying.OTHERS)
            case "file":
                return Guess(self._on_file())
            case "time":
                return (self._asked_about_orders() if self.said.has("rank", "score") else None) or Guess(_TIME)
            case "left":
                return saying.offer("status", self.names, lead=_TELLS)
            case "orders":
                return self._asked_about_orders() or self._asked_about_holdings() or self._how(saying.QUESTION)
            case "anything":
                return self._how(saying.QUESTION)

    def _asked_about_orders(self) -> Guess | None:
        if self.state.ballot is not None:
            return None
        if self.said.has("rank", "score"):
            checks = tuple(check for check in _CHECKS if self.said.has(check))
            return self._checks(checks) if not self.said.has("number", "garnets", "garnet", "legal") else None
        return self._legal()

    def _asked_about_holdings(self) -> Guess | None:
        """`my height?`, `garnets?`"""
        content = [item.word for item in self.said.items if item.meaning not in SILENT or item.word in _HOLDINGS]
        return saying.offer("status", self.names, lead=_TELLS) if content and {*content} <= _HOLDINGS else None

    def _legal(self) -> Guess | None:
        """`is 18 legal?`: `check 18` asks that, and changes nothing (GL4)."""
        if not self.said.has("number"):
            return self._offered("check") if self.said.has("legal", "check") else None
        if self._wants_advice or self.said.has("joke", "or", "time"):
            return None
        numbers = [i for i in self.said.items if i.meaning in ("number", "garnets", "garnet", "bare", "join")]
        wished = wishes.wish(numbers, None)
        if wished is None:
            return None
        if self.said.has("you") or not self.said.has("legal", "ask"):
            raise Unsure(wished.message, f"check {wished.message}")
        return saying.offer(f"check {wished.message}", self.names, lead=_ASKS)

    @property
    def _wants_advice(self) -> bool:
        """`should i go 12`, `would 12 be good`, `what if i play 12`; but `would 12 be legal` can be told."""
        words = {item.word for item in self.said.items}
        unreal = self.said.has("unreal") and (not self.said.has("legal") or not _ADVICE.isdisjoint(words))
        return unreal or not words.isdisjoint(("should i", "shall i"))

    # --- requests that are a word by themselves -----------------------------------------------------------------------

    def _request(self, items: Sequence[Item]) -> Guess | None:
        meanings = [item.meaning for item in items]
        if "cancel" in meanings or "withdraw" in meanings:
            return self._cancelled(items)
        for meaning, answer in (
            ("before", self._as_before),
            ("same", self._the_same),
            ("keep", self._kept),
            ("show", self._kept),
            ("status", lambda: self._offered("status")),
            ("pass", lambda: self._offered("0")),
        ):
            if stands_alone(items, meaning, _ALONE):
                return answer()
        if "holdings" in meanings:
            return self._sums()
        if set(meanings) <= {"yes", *SILENT} and "yes" in meanings:
            return Guess(saying.YES)
        if set(meanings) <= {"retract", "actually", *SILENT} and "retract" in meanings:
            return self._kept()
        return None

    def _kept(self) -> Guess:
        return Guess(self._on_file())

    def _the_same(self) -> Guess | None:
        """`same as before`: what is on file stays; with nothing on file, the round before is meant."""
        return self._as_before() if self.state.ballot is None and self._held.submission is None else self._kept()

    def _as_before(self) -> Guess | None:
        """What was on file in the round before, as it was written (GL4)."""
        if self.state.ballot is not None:
            return None
        if self._held.filed_before is not None:
            return self._offered(str(self._held.filed_before))
        if self.state.round == 1:
            return self._how("This is the first round, so there is none before to repeat.")
        return self._how(f"There was nothing of yours on file in round {self.state.round - 1} to repeat.")

    @property
    def _held(self) -> Seat:
        return self.state.seats[self.seat]

    def _on_file(self) -> str:
        """As `status` shows it, without a word on whether it is legal (GL4)."""
        if self.state.ballot is not None:
            return whispers.pick_on_file(self.state.phase, self.state.ballot.picked(self.seat))
        filed, number = self._held.submission, self.state.round
        shown = whispers.submitted(number, filed) if filed else whispers.nothing_submitted(number)
        return "\n".join([shown, *(f"- A {check} check is asked for in this round." for check in self._asked)])

    @property
    def _asked(self) -> tuple[Check, ...]:
        asked = {"rank": self._held.rank_asked, "score": self._held.score_asked}
        return tuple(check for check in _CHECKS if asked[check])

    # --- taking back --------------------------------------------------------------------------------------------------

    def _cancelled(self, items: Sequence[Item]) -> Guess | None:
        if items[-1].meaning == "retract" or any(item.meaning in _CANCELS_NOTHING for item in items):
            raise Unsure
        wanted = self._to_take_back(items)
        if not wanted:
            return Guess("You have nothing on file that could be taken back.")
        if len(wanted) > 1 and not any(item.meaning == "holdings" for item in items):
            return Guess(f"{saying.NOT_TAKEN} Take back which? {' or '.join(f'`{message}`' for message in wanted)}.")
        return self._offered("; ".join(wanted))

    def _to_take_back(self, items: Sequence[Item]) -> tuple[str, ...]:
        """What is named, or all there is on file, as messages that take it back."""
        named = tuple(f"cancel {check}" for check in _CHECKS if any(item.meaning == check for item in items))
        if named:
            return ("; ".join(named),)
        if self.state.ballot is not None:
            return ("withdraw",) if self.state.ballot.picked(self.seat) is not None else ()
        if any(item.meaning in ("withdraw", "own") for item in items):
            return ("withdraw",)
        return (("withdraw",) if self._held.submission else ()) + tuple(f"cancel {check}" for check in self._asked)

    # --- submissions and checks ---------------------------------------------------------------------------------------

    def _round(self, items: Sequence[Item]) -> Guess | None:
        rest = self._for_this_round(items)
        if rest is None:
            return self._how(
                f"{saying.NOT_TAKEN} Only round {self.state.round} is open, and I keep nothing for another."
            )
        if any(item.meaning == "check" for item in rest):
            return self._inquired([item for item in rest if item.meaning != "check"])
        wished = wishes.wish(rest, self._held.submission)
        if wished is None:
            return None
        return (
            self._offered(wished.message, self._prices(wished.checks)) if wished.height else self._checks(wished.checks)
        )

    def _for_this_round(self, items: Sequence[Item]) -> list[Item] | None:
        """The items without `round 3` where that is open; None where another round is named."""
        kept: list[Item] = []
        named: list[str] = []
        before = STOP
        for item in items:
            if item.meaning == "number" and before.meaning == "round" and not before.number:
                named.append(item.number)
            elif item.meaning == "round":
                named += filter(None, [item.number])
            else:
                kept.append(item)
            before = item
        return kept if all(number == str(self.state.round) for number in named) else None

    def _inquired(self, items: Sequence[Item]) -> Guess | None:
        """`check 12 please` asks, and submits nothing; `check my score` is a check."""
        wished = wishes.wish(items, None)
        if wished is None:
            return self._offered("check")
        return self._checks(wished.checks) if not wished.height else self._offered(f"check {_plain(wished)}")

    def _checks(self, checks: Sequence[Check]) -> Guess | None:
        return self._offered(" ".join(checks), self._prices(checks))

    def _prices(self, checks: Sequence[Check]) -> str:
        """What checks cost by the options, whoever asks."""
        prices = {"rank": rank_prices(self.state.terms), "score": score_prices(self.state.terms)}
        told = [f"A {check} check: {prices[check]}." for check in checks]
        return " ".join([*told, "The answer comes when the next round opens."]) if told else ""

    # --- the winner's choice, the vote --------------------------------------------------------------------------------

    def _pick(self, items: Sequence[Item]) -> Guess | None:
        seats: list[int] = []
        for segment in segments(items):
            seats = self._named(segment.items) or seats
        if not seats and any(item.meaning == "not" for item in items):
            raise Unsure(why=saying.DENIES)
        if len(set(seats)) > 1:
            raise Unsure(*(self._vote(seat) for seat in dict.fromkeys(seats)))
        return self._offered(self._vote(seats[0])) if seats else None

    def _named(self, items: Sequence[Item]) -> list[int]:
        """Those who are named in a segment, but for `not Ann`."""
        found: list[int] = []
        denied = False
        for item in items:
            if item.meaning in ("name", "self"):
                found += [] if denied else item.seats or [self.seat]
                denied = False
            elif denied or item.meaning not in ("not", "join", "to", "final"):
                raise Unsure
            denied = item.meaning == "not"
        if denied:
            raise Unsure
        return found

    def _vote(self, seat: int) -> str:
        return f"{_VERBS[self.state.phase]} #{seat + 1}"


def _plain(wished: wishes.Wish) -> str:
    return wishes.Wish(wished.height, wished.garnets).message
