"""Moments of a match at which somebody writes to the Dealer, and what kind of answer it gets.

Tables of messages name a moment and the answer that a wise host would give; `answer` is what is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from games.garden_of_eden import GardenOfEden
from games.ghost_ladder import GhostLadder
from games.nearly import saying
from games.reading import Names
from games.ruleset import Guess, Ruleset
from tests.games import test_nearly_garden_of_eden as garden
from tests.games import test_nearly_ghost_ladder as ladder
from tests.games.garden_of_eden.table import Table as GardenTable
from tests.games.ghost_ladder.table import Table as LadderTable
from tests.games.ghost_ladder.table import ended_with

Messages = Mapping[str, Sequence[str]]
"""By moment."""
Offered = Mapping[str, Sequence[tuple[str, str]]]
"""By moment: messages, each with the one that is offered."""

LADDER_NAMES: Final = ("Ann", "Bob", "Kestrel", "Otter", "Mary Ann", "Gold", "Seven")


class Moment(NamedTuple):
    rules: Ruleset[Any]
    state: Any
    names: Names


def _of_ladder(table: LadderTable) -> Moment:
    return Moment(GhostLadder(), table.state, table.names)


def _of_garden(table: GardenTable) -> Moment:
    return Moment(GardenOfEden(), table.state, Names(table.names))


def _basket(filed: str | None = None) -> GardenTable:
    table = GardenTable()
    if filed is not None:
        table.send("Ann", filed)
    return table


def _first_round() -> LadderTable:
    table = LadderTable(*[9] * len(LADDER_NAMES))
    table.names = Names(LADDER_NAMES)
    return table


def _choice() -> LadderTable:
    table = ended_with(20, 10, 10, 1)
    table.names = Names(("Ann", "Bob", "Eve", "Dan"))
    return table


MOMENTS: Final[Mapping[str, Callable[[], Moment]]] = {
    "first round": lambda: _of_ladder(_first_round()),
    "round": lambda: _of_ladder(ladder.table(first="17 +1g", names=LADDER_NAMES)),
    "round, 12 +1g on file": lambda: _of_ladder(ladder.table(first="17 +1g", filed="12 +1g", names=LADDER_NAMES)),
    "choice": lambda: _of_ladder(_choice()),
    "vote": lambda: _of_ladder(ladder.voting(("Ann", "Bob", "Kestrel", "Otter", "Mary Ann"))),
    "basket": lambda: _of_garden(_basket()),
    "basket, gsg on file": lambda: _of_garden(_basket("basket gsg")),
    "casts": lambda: _of_garden(garden.playing()),
    "casts, gold pink void Bob on file": lambda: _of_garden(garden.playing("gold pink void Bob")),
    "casts, silver pink void Bob Eve before": lambda: _of_garden(garden.playing(before="silver pink void Bob Eve")),
    "transfers": lambda: _of_garden(garden.transfers()),
}


@cache
def moment(name: str) -> Moment:
    return MOMENTS[name]()


def guess(name: str, text: str) -> Guess | None:
    """For a message of Ann's that is not taken."""
    rules, state, names = moment(name)
    reply = rules.take(state, 0, rules.with_seats(text, names)).reply
    assert reply is not None
    assert not reply.accepted, f"{text!r} is taken"
    return rules.guess(state, 0, text, names)


PLAIN_REFUSAL: Final = "the plain refusal, with how to write"
OFFER: Final = "an offer"
_KINDS: Final = (
    (saying.CONDITION, "conditions cannot be taken"),
    (saying.TALK, "nothing out of a joke or of words about others"),
    (saying.OTHERS, "nothing is told of others"),
    (saying.QUESTION, "a question takes nothing"),
    ("A question casts nothing.", "a question takes nothing"),
    (saying.HEDGE, "not settled"),
    (saying.DENIED, "says what is not to be"),
    (saying.HELP, "help"),
    (saying.SMALL_TALK, "small talk"),
    (saying.PICTURE, "please type it"),
    (saying.FOR_HOSTS, "for the hosts"),
    (saying.YES, "a yes is not enough"),
    (saying.TWO_WAYS, "more than one reading"),
    ("The deadline stands", "about time"),
    (f"{saying.NOT_TAKEN} The deadline stands", "about time"),
    ("`extend` asks for more time.", "about time"),
    (f"{saying.NOT_TAKEN} `extend` asks for more time.", "about time"),
    ("The time bank does not work", "about time"),
    ("On file", "what is on file"),
    ("Your vote on file", "what is on file"),
    (saying.NOT_TAKEN, "what is missing"),
)


def answer(name: str, text: str) -> str:
    """What kind of answer a message gets at a moment; it stands for a sentence."""
    found = guess(name, text)
    if found is None:
        return PLAIN_REFUSAL
    if found.offers:
        return OFFER
    return next((kind for start, kind in _KINDS if found.text.startswith(start)), found.text)


def offered(name: str, text: str) -> str:
    found = guess(name, text)
    assert found is not None, f"nothing is said about {text!r}"
    return "; ".join(found.offers) or found.text


def each(messages: Messages) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in messages.items() for text in texts]


def each_offered(messages: Offered) -> list[tuple[str, str, str]]:
    return [(name, text, message) for name, pairs in messages.items() for text, message in pairs]
