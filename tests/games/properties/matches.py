"""Random matches of every ruleset: played while they are drawn, so that what is sent suits the phase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from games.options import completed
from games.reading import Names
from games.record import Correction, Entry, Message, Player, Record, Removal
from games.replay import closed, entered, opened
from games.ruleset import Holding, Notice, Option, Over, Step
from tests.games.properties import of_garden_of_eden, of_ghost_ladder, of_tiny
from tests.games.properties.play import Play

PLAYS = (of_tiny.PLAY, of_ghost_ladder.PLAY, of_garden_of_eden.PLAY)
RULESETS = {play.ruleset.name: play.ruleset for play in PLAYS}

NAMES = ["Ann", "bob", "Mary", "Mary Ann", "vote", "@home", "#1", "Søren", 'Al "Ace" B', "O'Neil", "12", "a,b", "none", "**x**"]
NOISE = st.one_of(
    st.sampled_from(
        [
            "hello",
            "?",
            " ",
            "🎲🎲🎲",
            "\x02#1\x03",
            '"',
            '"gold',
            "12 " * 1_300,
            "x" * 4_000,
            "gold;",
            "#99",
            "@everyone",
        ]
    ),
    st.text(max_size=12),
)
SIZES = st.sampled_from([3, 4, 5, 6, 6, 6])
SELDOM, AT_TIMES = st.sampled_from([*[False] * 11, True]), st.sampled_from([*[False] * 5, True])
# What a player sends in a turn: mostly one order (o), sometimes noise (n), nothing, or several.
SHAPES = st.sampled_from([*["o"] * 16, "", "oo", "no", "on", "n"])


@dataclass(frozen=True)
class Moment:
    """One door of the ruleset was used: an entry, or the close (None)."""

    turn: int
    before: Any
    entry: Entry | None
    step: Step[Any]


def walk(record: Record) -> Iterator[Moment]:
    """All that happens in a match after it was opened, until it ends or the record does."""
    names = names_of(record)
    state = start(record).state
    for turn, entries in enumerate(record.turns):
        for entry in entries:
            step = entered(record.ruleset, state, entry, names)
            yield Moment(turn, state, entry, step)
            state = step.state
        step = closed(record.ruleset, state, record.seed, turn)
        yield Moment(turn, state, None, step)
        if isinstance(step.clock, Over):
            return
        state = step.state


def start(record: Record) -> Step[Any]:
    return opened(record.ruleset, [p.holdings for p in record.players], record.options, record.seed)


def notices_of(record: Record) -> Iterator[Notice]:
    """All that the match says, from its opening on."""
    yield from start(record).notices
    for moment in walk(record):
        yield from moment.step.notices


def names_of(record: Record) -> Names:
    return Names([player.name for player in record.players])


def states(record: Record) -> list[Any]:
    return [start(record).state, *(moment.step.state for moment in walk(record))]


# --- drawing ------------------------------------------------------------------------------------------------------


@st.composite
def matches(draw: st.DrawFn, play: Play, most: int = 12) -> Record:
    """A match to its end, or of so many turns."""
    size = draw(SIZES)
    names = draw(st.lists(st.sampled_from(NAMES), min_size=size, max_size=size, unique=True))
    players = tuple(Player(name, {h.name: draw(_holding(h)) for h in play.ruleset.holdings}) for name in names)
    options = draw(options_of(play.ruleset.options))
    head = Record(play.ruleset, draw(st.integers(0, 999)), options, players, ())
    return Record(head.ruleset, head.seed, options, players, tuple(_turns(draw, play, head, most)))


def options_of(options: Sequence[Option]) -> st.SearchStrategy[dict[str, Any]]:
    """Every option within its bounds, mostly as usual; few rounds, so that matches end."""
    drawn = {o.name: _option(o) for o in options}
    return st.fixed_dictionaries(drawn).map(lambda given: completed(options, given))


def _option(option: Option) -> st.SearchStrategy[Any]:
    if isinstance(option.default, bool):
        return st.booleans()
    if option.name == "rounds":
        return st.integers(1, 4)
    if option.unit == "hours":
        return st.sampled_from([option.default, option.default, option.least, option.most, 1.5])
    return st.sampled_from([*[option.default] * 5, option.least, option.most])


def _holding(holding: Holding) -> st.SearchStrategy[int]:
    return st.integers(0, 20) if holding.least == 0 else st.integers(-5, 20).map(lambda n: n * 10**7)


def _turns(draw: st.DrawFn, play: Play, head: Record, most: int) -> Iterator[tuple[Entry, ...]]:
    names, step = names_of(head), start(head)
    for turn in range(most):
        if isinstance(step.clock, Over):
            return
        entries: list[Entry] = []
        state = step.state
        for entry in _entries(draw, play, state, names):
            step = entered(head.ruleset, state, entry, names)
            assert step.reply is not None
            if isinstance(entry, Message) or step.reply.accepted:
                entries.append(entry)
                state = step.state
        yield tuple(entries)
        step = closed(head.ruleset, state, head.seed, turn)


def _entries(draw: st.DrawFn, play: Play, state: Any, names: Names) -> Iterator[Entry]:
    phase = play.ruleset.phase(state)
    orders = play.orders(phase.name)
    if draw(SELDOM):  # all say the same, as they do when they trust each other
        chorus = draw(orders)
        yield from (Message(seat, rendered(chorus, names)) for seat in phase.acting)
    else:
        for seat in phase.acting:
            for shape in draw(SHAPES):
                yield Message(seat, rendered(draw(orders if shape == "o" else NOISE), names))
    if draw(AT_TIMES):
        yield Message(draw(st.integers(0, len(names.names) - 1)), rendered(draw(orders), names))
    if draw(SELDOM):
        yield draw(_intervention(play, len(names.names)))


def _intervention(play: Play, players: int) -> st.SearchStrategy[Entry]:
    seats = st.integers(0, players - 1)
    amounts: st.SearchStrategy[int | float] = st.integers(-3, 3) | st.sampled_from([0.5, -4.5])
    deltas = st.dictionaries(st.sampled_from([h.name for h in play.ruleset.corrections]), amounts, min_size=1)
    correction = st.builds(Correction, seats, deltas)
    return st.one_of(correction, correction, correction, st.builds(Removal, seats))


def rendered(text: str, names: Names) -> str:
    """The message with `<3>` as people write a name: as it is, with an `@`, by its number."""

    def name(m: re.Match[str]) -> str:
        seat = int(m[1]) % len(names.names)
        written = names.written[seat]
        ways = [written, f"#{seat + 1}", written if written[0] in '"#' else f"@{written.upper()}"]
        return ways[(int(m[1]) + len(text)) % 3]

    return re.sub(r"<(\d)>", name, text)
