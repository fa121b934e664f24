#!/usr/bin/env python3
"""How long the rules take to judge matches of 100, 1,000 and 10,000 players, every one of whom sends in every phase.

python benchmarks/rules.py        # exit status 1 where 10,000 players take more than 12 times as long as 1,000
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.catalogue import RULESETS
from games.options import completed
from games.record import Message, Player, Record
from games.replay import json_line, judge

SIZES = (100, 1_000, 10_000)
MOST_RATIO = 12
TURNS = 5
ROUNDS = 2

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


def times(name: str) -> dict[int, float]:
    """For each size the time of one match, the best of several rounds.

    In a round every size gets as many players judged: ten matches of 1,000 take as long as one of 10,000, so that
    whatever else the machine does weighs on all sizes alike.
    """
    records = {players: match(name, players) for players in SIZES}
    best = dict.fromkeys(SIZES, float("inf"))
    for _ in range(ROUNDS):
        for players, record in records.items():
            repeats = SIZES[-1] // players
            best[players] = min(best[players], sum(seconds(partial(judged, record)) for _ in range(repeats)) / repeats)
    return best


def main() -> int:
    gc.disable()  # as the judge's command line does
    slow = False
    print(f"{TURNS} turns, a message of every player in each; seconds of processor time")
    for name in RULESETS:
        best = times(name)
        for players in SIZES:
            print(f"{name:15} {players:7,} players {best[players]:8.3f}")
        ratio = best[SIZES[-1]] / best[SIZES[-2]]
        slow |= ratio > MOST_RATIO
        print(f"{name:15} {SIZES[-1]:,} players take {ratio:.1f} times as long as {SIZES[-2]:,} (at most {MOST_RATIO})")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
