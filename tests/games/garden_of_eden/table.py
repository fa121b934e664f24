"""A match of Garden of Eden to play in a test, in names instead of seats and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import marks
from games.draw import chance
from games.garden_of_eden import GardenOfEden
from games.garden_of_eden.state import State
from games.reading import Names
from games.ruleset import HOST, PUBLIC, Clock, Notice, Reply, Step

GARDEN = GardenOfEden()
DEFAULTS = {option.name: option.default for option in GARDEN.options}
FIVE = ("Ann", "Bob", "Cid", "Dee", "Eve")


@dataclass(frozen=True)
class Turn:
    """What one deadline brought, the requests for time since the last one included."""

    notices: tuple[Notice, ...]
    clock: Clock
    names: tuple[str, ...]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the public notices, in order."""
        return [n.kind for n in self.notices if n.audience == PUBLIC]

    def public(self, kind: str) -> list[dict[str, Any]]:
        return [self._shown(n.facts) for n in self.notices if n.audience == PUBLIC and n.kind == kind]

    @property
    def out(self) -> list[tuple[str, str]]:
        return [(facts["player"], facts["reason"]) for facts in self.public("out")]

    @property
    def apples(self) -> tuple[int, int, int, str | None]:
        [facts] = self.public("round")
        return facts["gold"], facts["silver"], facts["red"], facts["decided_by"]

    @property
    def result(self) -> tuple[str, list[str]] | None:
        return next(((facts["how"], facts["winners"]) for facts in self.public("result")), None)

    @property
    def host(self) -> dict[str, Any]:
        [notice] = [n for n in self.notices if n.audience == HOST]
        facts: dict[str, Any] = self._shown(notice.facts)
        return facts

    def scores(self) -> dict[str, dict[str, Any]]:
        """The private scores, by name."""
        return {self.names[n.audience]: n.facts for n in self.notices if isinstance(n.audience, int)}

    def parts(self, name: str) -> tuple[float, float, float, float]:
        """Colour, White or Black, basket, Pink."""
        facts = self.scores()[name]
        return facts["colour"], facts["special"], facts["basket"], facts["pink"]

    def text(self, name: str) -> str:
        """What was told in private to this player."""
        [text] = [n.text for n in self.notices if n.audience == self.names.index(name)]
        return str(self._shown(text))

    def _shown(self, value: Any) -> Any:
        return marks.shown(value, self.names, Names(self.names).written)


class Table:
    """A match in play."""

    def __init__(self, names: Sequence[str] = FIVE, yen: Sequence[int] = (), **options: Any) -> None:
        self.names = tuple(names)
        balances = yen or [100_000_000] * len(names)
        self.step: Step[State] = GARDEN.open([{"yen": y} for y in balances], DEFAULTS | options, chance(1, 0))
        self._notices: list[Notice] = []
        self.turns = 0

    @property
    def state(self) -> State:
        return self.step.state

    def send(self, name: str, text: str) -> Reply:
        self.step = GARDEN.take(self.state, self.names.index(name), GARDEN.with_seats(text, Names(self.names)))
        self._notices += self.step.notices
        reply = self.step.reply
        assert reply is not None
        return Reply(reply.accepted, self.shown(reply.text))

    def takes(self, name: str, text: str) -> bool:
        return self.send(name, text).accepted

    def refusal(self, name: str, text: str) -> str:
        """Why a message is refused, which must leave the state as it was."""
        before = self.state
        reply = self.send(name, text)
        assert not reply.accepted, f"{text!r} was taken"
        assert self.state == before
        assert not self.step.notices
        return reply.text

    def correct(self, name: str, **deltas: float) -> tuple[bool, dict[str, Any]]:
        """Whether the correction was allowed, and the facts told to the player."""
        self.step = GARDEN.correct(self.state, self.names.index(name), deltas)
        assert self.step.reply is not None
        return self.step.reply.accepted, self.step.notices[0].facts if self.step.notices else {}

    def remove(self, name: str) -> bool:
        self.step = GARDEN.remove(self.state, self.names.index(name))
        assert self.step.reply is not None
        return self.step.reply.accepted

    def close(self) -> Turn:
        self.step = GARDEN.close(self.state, chance(1, self.turns))
        turn = Turn((*self._notices, *self.step.notices), self.step.clock, self.names)
        self._notices, self.turns = [], self.turns + 1
        return turn

    def round(self, **messages: str) -> Turn:
        """Every message must be taken; then the deadline passes."""
        for name, text in messages.items():
            reply = self.send(name, text)
            assert reply.accepted, reply.text
        return self.close()

    def baskets(self, default: str = "ssss", **others: str) -> Table:
        """The Basket Period, played and closed. The default pays nothing to Gold, and late to Silver."""
        self.round(**{name: f"basket {others.get(name, default)}" for name in self.names})
        return self

    def all_cast(self, text: str, **others: str) -> Turn:
        """A round in which all who are in cast `text`, but for the `others`."""
        playing = [self.names[s] for s in GARDEN.phase(self.state).acting]
        return self.round(**{name: others.get(name, text) for name in playing})

    def status(self, name: str) -> str:
        return self.shown(GARDEN.status(self.state, self.names.index(name)))

    def shown(self, text: str) -> str:
        return str(marks.shown(text, self.names, Names(self.names).written))

    def held(self, name: str) -> dict[str, Any]:
        """RECORD's `players` entry."""
        return GARDEN.standing(self.state)[self.names.index(name)]

    def points(self, name: str) -> Any:
        return self.held(name)["points"]

    def yen(self, name: str) -> Any:
        return self.held(name)["yen"]

    @property
    def phase(self) -> str:
        return GARDEN.phase(self.state).name
