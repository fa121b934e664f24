"""A match written down: RECORD.md's file, out of the journal, up to the last deadline that passed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.hosting.folds.rewinding import Chapter, story
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.records import Hosted
from games.export import toml, with_names
from games.reading import Names
from games.record import Correction, Entry, Message, Player, Record, Removal
from games.replay import entered


def record_of(hosted: Hosted, rows: Sequence[Row]) -> str:
    """`python -m games replay` judges it to the same result."""
    match, names = hosted.match, hosted.names
    players: list[Player] = []
    turns: list[tuple[Entry, ...]] = []
    turn: list[Entry] = []
    for before, chapter in pairwise(story(rows)):
        row = chapter.row
        if row.kind == events.STARTED:
            holdings = row.body["holdings"]
            players = [Player(n, h) for n, h in zip(names.names, holdings, strict=True)]
        elif row.kind == events.CLOSED:
            turns.append(tuple(turn))
            turn = []
        elif (entry := _entry(hosted, chapter, names)) is not None and _holds(hosted, before, chapter, entry):
            turn.append(entry)
    return toml(Record(match.rules, match.seed, match.options, tuple(players), tuple(turns)))


def _entry(hosted: Hosted, chapter: Chapter, names: Names) -> Entry | None:
    row = chapter.row
    if row.seat is None:
        return None
    if row.kind == events.MESSAGE:
        return Message(row.seat, _named(hosted, row.body["text"], names))
    if row.kind == events.CORRECTED:
        return Correction(row.seat, row.body["deltas"])
    return Removal(row.seat) if row.kind == events.REMOVED else None


def _named(hosted: Hosted, text: str, names: Names) -> str:
    """With names in the place of seats, where these lead back to the same seats."""
    named = with_names(hosted.match.rules, text, names)
    return named if hosted.match.rules.with_seats(named, names) == text else text


def _holds(hosted: Hosted, before: Chapter, chapter: Chapter, entry: Entry) -> bool:
    """Whether it is read offline as it was live. What was refused changes nothing, and is left out where it would be
    taken today: it may name somebody who has come to the table since. A host's deed that holds no more is no part."""
    if chapter.accepted:
        return True
    if not isinstance(entry, Message):
        return False
    reply = entered(hosted.match.rules, before.match.state, entry, hosted.names).reply
    return reply is not None and not reply.accepted
