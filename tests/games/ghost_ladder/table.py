"""A match on the table: seats say things, the bell rings, and everything that was said can be looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.draw import chance
from games.ghost_ladder import GhostLadder
from games.ghost_ladder.state import State
from games.marks import name
from games.reading import Names
from games.ruleset import HOST, PUBLIC, Audience, Clock, Notice, Phase, Reply, Step

RULES = GhostLadder()
DEFAULTS = {option.name: option.default for option in RULES.options}
NAMES = ("Ann", "Bob", "Eve", "Dan", "Fay", "Gus", "Hal", "Ida")
ANN, BOB, EVE, DAN, FAY = range(5)


class Table:
    """One match. `garnets` are the opening garnets, one number a seat."""

    def __init__(self, *garnets: int, seed: int = 1, **options: Any) -> None:
        self.seed, self.turn = seed, 0
        self.names = Names(NAMES[: len(garnets)])
        self.said: list[Notice] = []
        """What the last step said."""
        self.clock: Clock = None
        step = RULES.open([{"garnets": g} for g in garnets], {**DEFAULTS, **options}, chance(seed, 0))
        self.state: State = step.state
        self._keep(step)

    def _keep(self, step: Step[State]) -> Step[State]:
        self.state, self.said, self.clock = step.state, list(step.notices), step.clock
        return step

    def says(self, seat: int, text: str) -> Reply:
        reply = self._keep(RULES.take(self.state, seat, RULES.with_seats(text, self.names))).reply
        assert reply is not None
        return reply

    def takes(self, seat: int, text: str) -> str:
        """The reply to a message that must be accepted."""
        reply = self.says(seat, text)
        assert reply.accepted, reply.text
        return reply.text

    def refuses(self, seat: int, text: str) -> str:
        """The reply to a message that must not be accepted, and must leave all as it was (C1)."""
        before = self.state
        reply = self.says(seat, text)
        assert not reply.accepted, reply.text
        assert self.state == before
        return reply.text

    def rings(self, **sent: str) -> dict[str, Any]:
        """Messages by name, then the deadline; the host's facts of the turn that closed."""
        for who, text in sent.items():
            self.takes(NAMES.index(who), text)
        self._keep(RULES.close(self.state, chance(self.seed, self.turn)))
        self.turn += 1
        return self.facts("host", HOST)

    def plays(self, *rounds: Mapping[str, str]) -> dict[str, Any]:
        """Several rounds; the host's facts of the last."""
        return [self.rings(**sent) for sent in rounds][-1]

    def corrects(self, seat: int, **deltas: Any) -> Reply:
        reply = self._keep(RULES.correct(self.state, seat, deltas)).reply
        assert reply is not None
        return reply

    def removes(self, seat: int) -> Reply:
        reply = self._keep(RULES.remove(self.state, seat)).reply
        assert reply is not None
        return reply

    def facts(self, kind: str, audience: Audience = PUBLIC) -> dict[str, Any]:
        (facts,) = [n.facts for n in self.said if n.kind == kind and n.audience == audience]
        return facts

    def kinds(self, audience: Audience = PUBLIC) -> list[str]:
        return [n.kind for n in self.said if n.audience == audience]

    def asked(self, kind: str) -> list[Audience]:
        return [n.audience for n in self.said if n.kind == kind]

    @property
    def phase(self) -> Phase:
        return RULES.phase(self.state)

    def holds(self, seat: int, what: str) -> int:
        value = RULES.standing(self.state)[seat][what]
        assert isinstance(value, int)
        return value


def ended_with(*points: int, garnets: tuple[int, ...] = (), **options: Any) -> Table:
    """A match of one round whose close finds these points, all from corrections: nobody submits anything."""
    table = Table(*(garnets or (0,) * len(points)), **{"rounds": 1, **options})
    for seat, number in enumerate(points):
        table.corrects(seat, points=number)
    table.rings()
    return table


def by_name(values: Mapping[int, Any]) -> dict[str, Any]:
    """Facts by seat, as they are written."""
    return {name(seat): value for seat, value in values.items()}


def seeds(found: Callable[[int], Any], number: int = 40) -> set[Any]:
    """What different secret seeds bring."""
    return {found(seed) for seed in range(number)}
