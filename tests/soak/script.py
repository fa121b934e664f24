"""What people do in a match, written down beforehand: the same for a match that is disturbed and for its twin."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.catalogue import RULESETS
from games.options import completed
from games.reading import Names
from games.record import Message
from games.replay import closed, entered, opened
from games.ruleset import Over, Ruleset

SEED: Final = 4_2_4_2
"""Every match of the soak draws from it."""
PLAYERS: Final = ("Ann", "Bob", "Eve", "Dan")
MOST_TURNS: Final = 12
Writer = Callable[[random.Random], str]
Way = Literal["message", "command"]

NOISE: Final = (
    "hello?",
    "status",
    "x" * 3_900,
    "@everyone **bold** ||hidden|| `code` <@1> <:dealer:1234>",
    "\u200b\u202e12\u200b",
    "🎲🎲🎲",
    "help",
)


def _height(dice: random.Random) -> str:
    garnets = dice.choice(("", "", " +1g", " +2g"))
    return f"{dice.randrange(30)}{garnets}{dice.choice(('', '', '; rank', '; score'))}"


def _cast(dice: random.Random) -> str:
    """Without the time bank: its announcement waits by chance, so what is answered until then may well differ."""
    return dice.choice(("gold", "silver", "gold pink", "silver black", "gold white", "red", "void <1> <2>"))


WRITERS: Final[Mapping[str, Mapping[str, Writer]]] = {
    "ghost-ladder": {
        "round": _height,
        "choice": lambda dice: f"choose <{dice.randrange(4)}>",
        "vote": lambda dice: f"vote <{dice.randrange(4)}>",
    },
    "garden-of-eden": {
        "basket": lambda dice: "basket " + " ".join(dice.choices(("gold", "silver"), k=dice.randint(2, 4))),
        "round": _cast,
        "transfers": lambda dice: f"transfer {dice.randint(1, 9)}m <{dice.randrange(4)}>",
    },
}
OPTIONS: Final = {
    "ghost-ladder": {"rounds": 3, "vote_hours": 24},
    "garden-of-eden": {"rounds": 3, "basket_hours": 24, "round_hours": 24, "transfer_hours": 24, "inactivity_fine": 0},
}


@dataclass(frozen=True, slots=True)
class Line:
    """A player says something, so many seconds after what was said before."""

    player: str
    text: str
    way: Way
    after: int


@dataclass(frozen=True, slots=True)
class Script:
    """Who sends what in which turn. Players are at the table in the order of PLAYERS."""

    ruleset: str
    options: str
    """As a host types them."""
    turns: tuple[tuple[Line, ...], ...]


def write(ruleset: str, seed: int) -> Script:
    """A match to its end, played by the rules alone while it is written, so that what is sent suits the phase."""
    dice = random.Random(f"script {ruleset} {seed}")
    options = OPTIONS[ruleset]
    typed = ", ".join(f"{name}={value}" for name, value in options.items())
    return Script(ruleset, typed, tuple(_turns(RULESETS[ruleset], options, dice)))


def _turns(rules: Ruleset[Any], options: Mapping[str, Any], dice: random.Random) -> Iterator[tuple[Line, ...]]:
    names = Names(PLAYERS)
    held = [dict.fromkeys((h.name for h in rules.holdings), 0) for _ in PLAYERS]
    step = opened(rules, held, completed(rules.options, options), SEED)
    for turn in range(MOST_TURNS):
        lines = tuple(_lines(rules, step.state, dice))
        for line in lines:
            step = entered(rules, step.state, Message(PLAYERS.index(line.player), line.text), names)
        yield lines
        step = closed(rules, step.state, SEED, turn)
        if isinstance(step.clock, Over):
            return


def _lines(rules: Ruleset[Any], state: Any, dice: random.Random) -> Iterator[Line]:
    """Mostly one order of everyone who may act; sometimes several, noise, or nothing."""
    phase = rules.phase(state)
    writer = next(w for name, w in WRITERS[rules.name].items() if phase.name.startswith(name))
    speakers = [PLAYERS[seat] for seat in phase.acting for _ in range(dice.choice((0, 1, 1, 1, 2, 3)))]
    dice.shuffle(speakers)
    for speaker in speakers:
        way: Way = "command" if dice.random() < 0.15 else "message"
        text = dice.choice(NOISE) if dice.random() < 0.15 and way == "message" else writer(dice)
        yield Line(speaker, _with_names(text), way, dice.randint(1, 900))


def _with_names(text: str) -> str:
    for seat, name in enumerate(PLAYERS):
        text = text.replace(f"<{seat}>", name)
    return text
