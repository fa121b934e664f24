"""The rules alone: how much longer they take to judge a written match of 3,000 players than one of 300, where everybody
sends in every phase. A ratio of the processor's seconds; ten times the players should take ten times as long.
"""

from __future__ import annotations

import gc
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from benchmarks.stand import Stand, Subject
from benchmarks.table import Figure, Line
from games.catalogue import RULESETS
from games.options import completed
from games.record import Message, Player, Record
from games.replay import json_line, judge

FEW, MANY = 300, 3_000
TURNS = 5

LINES = tuple(
    Line(f"rules-{rules.name}", f"10 × the players: {rules.title} judges a record", "{:.1f} ×", 12, 10.5)
    for rules in RULESETS.values()
)

Say = Callable[[int, int, int], str]
"""The message of a seat, in a turn (from 0), among so many players."""


def climb(seat: int, turn: int, players: int) -> str:
    """Rungs close together, garnets, checks, and now and then something illegal."""
    check = (" rank", " score", "", "")[(seat + turn) % 4] if turn < TURNS - 1 else ""
    return f"vote #{seat % players + 1}" if turn >= TURNS else f"{(seat * 7 + turn) % 23} +{seat % 2}g{check}"


def harvest(seat: int, turn: int, players: int) -> str:
    """Gold and Silver in changing numbers, Pinks, Blacks, Reds, and names to void."""
    if turn == 0:
        return "basket gold silver gold" if seat % 2 else "basket sg"
    colour = ("gold", "silver", "gold", "silver", "gold")[(seat * 3 + turn * turn) % 5]
    beside = " pink" if seat % 10 == turn else " black" if seat % 50 == turn else ""
    return f"{colour}{beside} void #{(seat + turn) % players + 1}"


PLAYS: dict[str, Say] = {"ghost-ladder": climb, "garden-of-eden": harvest}


def match(name: str, players: int) -> Record:
    """A written match of so many players."""
    ruleset, say = RULESETS[name], PLAYS[name]
    seats = tuple(Player(f"Player {n}", {holding.name: 20 for holding in ruleset.holdings}) for n in range(players))
    turns = tuple(tuple(Message(seat, say(seat, turn, players)) for seat in range(players)) for turn in range(TURNS))
    return Record(ruleset, 1, completed(ruleset.options, {"rounds": TURNS}), seats, turns)


def seconds(work: Callable[[], Any]) -> float:
    """The processor's time for one run."""
    gc.collect()
    started = time.process_time()
    work()
    return time.process_time() - started


def judged(record: Record) -> str:
    return json_line(judge(record))


def times(name: str) -> tuple[float, float]:
    """The seconds of a match of the few and of one of the many.

    As many players are judged in both: ten matches of 300 for one of 3,000, so that whatever else the machine does
    weighs on both alike.
    """
    few, many = match(name, FEW), match(name, MANY)
    repeats = MANY // FEW
    return sum(seconds(partial(judged, few)) for _ in range(repeats)) / repeats, seconds(partial(judged, many))


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    gc.disable()  # as the judge's command line does
    for name, line in zip(RULESETS, LINES, strict=True):
        few, many = times(name)
        yield Figure(line.key, many / few, f"{few:.2f} s for {FEW} players, {many:.2f} s for {MANY:,}")
    gc.enable()


SUBJECTS = (Subject("rules", None, LINES, _measure),)
