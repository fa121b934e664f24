#!/usr/bin/env python3
"""How long the rules take to judge matches of 100, 1,000 and 10,000 players, every one of whom sends in every phase.

python benchmarks/rules.py        # exit status 1 where 10,000 players take more than 12 times as long as 1,000
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import RULESETS
from games.export import toml
from games.options import completed
from games.record import Message, Player, Record, read
from games.replay import json_line, judge

SIZES = (100, 1_000, 10_000)
MOST_RATIO = 12
ROUNDS = 5
TIMES = 3
"""The fastest of so many runs counts: what else the machine does is none of the rules' business."""

Say = Callable[[int, int, int], str]
"""The message of a seat, in a turn (from 0), among so many players."""


def climb(seat: int, turn: int, players: int) -> str:
    """Rungs close together, garnets, checks, and now and then something illegal."""
    check = (" rank", " score", "", "")[(seat + turn) % 4] if turn < ROUNDS - 1 else ""
    return f"vote #{seat % players + 1}" if turn >= ROUNDS else f"{(seat * 7 + turn) % 23} +{seat % 2}g{check}"


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
    turns = tuple(tuple(Message(seat, say(seat, turn, players)) for seat in range(players)) for turn in range(ROUNDS))
    return Record(ruleset, 1, completed(ruleset.options, {"rounds": ROUNDS}), seats, turns)


def seconds(work: Callable[[], Any]) -> float:
    """The processor's time for the fastest of several runs."""

    def once() -> float:
        gc.collect()
        started = time.process_time()
        work()
        return time.process_time() - started

    return min(once() for _ in range(TIMES))


def measured(name: str) -> Iterator[tuple[int, float, float]]:
    """For each size: how long judging takes, and how long reading the record does."""
    for players in SIZES:
        record = match(name, players)
        text = toml(record)
        yield players, seconds(lambda r=record: json_line(judge(r))), seconds(lambda t=text: read(t, RULESETS))


def main() -> int:
    slow = False
    print(f"{ROUNDS} turns, a message of every player in each; seconds")
    for name in RULESETS:
        times: dict[int, float] = {}
        for players, judging, reading in measured(name):
            times[players] = judging
            print(f"{name:15} {players:7,} players   judging {judging:8.3f}   reading {reading:7.3f}")
        ratio = times[10_000] / times[1_000]
        slow |= ratio > MOST_RATIO
        print(f"{name:15}  10,000 players take {ratio:.1f} times as long as 1,000 (at most {MOST_RATIO})")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
