"""A match written down: RECORD.md's file, out of the journal, up to the last deadline that passed."""

from __future__ import annotations

from collections.abc import Iterable

from bot.hosting import journal
from bot.hosting.journal import Row
from bot.hosting.ports import Hosted
from bot.hosting.rewinding import effective
from games.export import toml, with_names
from games.reading import Names
from games.record import Correction, Entry, Message, Player, Record, Removal


def record_of(hosted: Hosted, rows: Iterable[Row]) -> str:
    """`python -m games replay` judges it to the same result."""
    match, names = hosted.match, hosted.names
    players: list[Player] = []
    turns: list[tuple[Entry, ...]] = []
    turn: list[Entry] = []
    for _, row in effective(rows):
        if row.kind == journal.STARTED:
            holdings = row.body["holdings"]
            players = [Player(n, h) for n, h in zip(names.names, holdings, strict=True)]
        elif row.kind == journal.CLOSED:
            turns.append(tuple(turn))
            turn = []
        elif (entry := _entry(hosted, row, names)) is not None:
            turn.append(entry)
    return toml(Record(match.rules, match.seed, match.options, tuple(players), tuple(turns)))


def _entry(hosted: Hosted, row: Row, names: Names) -> Entry | None:
    if row.seat is None:
        return None
    if row.kind == journal.MESSAGE:
        return Message(row.seat, with_names(hosted.match.rules, row.body["text"], names))
    if row.kind == journal.CORRECTED:
        return Correction(row.seat, row.body["deltas"])
    return Removal(row.seat) if row.kind == journal.REMOVED else None
