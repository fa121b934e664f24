"""What is left of a match when it is over, freed from what no two matches share; and how two of them differ."""

from __future__ import annotations

import difflib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from bot.hosting import words
from tests.fake_discord import Channel, FakeDiscord, Message, Person
from tests.fake_discord.things import MessageKind

BY_LETTER: Final = words.written_instead("", again=False).partition("\n")[0]
"""How an answer begins that could not be given where it was asked for."""
_MINUTE: Final = 60_000
_SAID: Final = (MessageKind.PLAIN, MessageKind.REPLY)
_PEOPLES: Final = frozenset({"joined", "left", "message"})
"""Kinds of rows whose order among different people is Discord's."""

_OWN_TIME: Final = frozenset({"opened", "ticking", "position"})
"""When the bot came to it, and how many rows there are: a command that had not been answered is given again."""


@dataclass(frozen=True)
class Record:
    """Texts, in the order in which they can be relied on."""

    journal: tuple[str, ...]
    posts: tuple[str, ...]
    """In the thread, but for the board, each with whom it notified."""
    boards: tuple[str, ...]
    """The card and the pinned board, as they stand at the end; more of them, where one was posted twice."""
    letters: tuple[str, ...]
    """What each person was written, one behind the other."""
    state: str
    faults: tuple[str, ...]
    """What must not be in any match."""


def look(
    discord: FakeDiscord, channel: Channel, people: Sequence[Person], file: Path, complaints: Iterable[str]
) -> Record:
    """The record of the only match of a database."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        (match,) = connection.execute("SELECT * FROM matches").fetchall()
        rows = connection.execute("SELECT * FROM journal ORDER BY position").fetchall()
        left = connection.execute("SELECT * FROM outbox WHERE state IN ('unsaid', 'parked')").fetchall()
    thread = discord.world.channels[match["thread_id"]]
    others = [person for person in discord.world.people.values() if person not in people]
    said = [m for m in _ours(discord, thread) if m.id not in thread.pins]
    boards = [*_ours(discord, channel), *(m for m in _ours(discord, thread) if m.id in thread.pins)]
    faults = [
        *(f"unknown: {one}" for one in discord.log.unknown),
        *(f"log: {line}" for line in complaints),
        *(f"outbox: {row['destination']} {row['state']}" for row in left),
    ]
    return Record(
        tuple(_journal(rows)),
        tuple(_post(discord, m) for m in said),
        tuple(m.content for m in boards),
        tuple(_letters(discord, person) for person in [*people, *others]),
        _standing(match["folded"]),
        tuple(faults),
    )


def _journal(rows: Sequence[sqlite3.Row]) -> Iterable[str]:
    """What different people did between two other rows is sorted by who did it: any order will do. A command that was
    given again since it had not been answered is the same command."""
    for mixed, part in groupby(rows, key=lambda row: row["kind"] in _PEOPLES):
        lines = [_row(row) for row in part]
        yield from dict.fromkeys(sorted(lines, key=_whose) if mixed else lines)


def _whose(line: str) -> int:
    return int(json.loads(line)["actor"] or 0)


def _row(row: sqlite3.Row) -> str:
    """A row of the bot's own is stamped when it came to it: to the minute, that is the same."""
    source = str(row["source"] or "").partition(":")[0]
    kept: dict[str, Any] = {"kind": row["kind"], "seat": row["seat"], "body": json.loads(row["body"])}
    at = row["at"] if row["kind"] in _PEOPLES else row["at"] // _MINUTE
    return json.dumps(kept | {"at": at, "actor": row["actor"], "from": source, "turn": row["closes_turn"]})


def _standing(folded: str) -> str:
    """Where the match stands, and everybody in it, whenever the bot came to it."""
    kept = {name: value for name, value in json.loads(folded).items() if name not in _OWN_TIME}
    return json.dumps(kept)


def _ours(discord: FakeDiscord, channel: Channel) -> list[Message]:
    return [m for m in channel.history() if m.author is discord.world.bot and m.kind in _SAID]


def _post(discord: FakeDiscord, message: Message) -> str:
    pinged = ", ".join(sorted(discord.world.users[user].username for user in message.pinged))
    return f"{message.content}\n[notified: {pinged}]"


def _letters(discord: FakeDiscord, person: Person) -> str:
    """One text, since what waits for too long is merged. What somebody did again since nobody answered it at first may
    be answered by letter."""
    given_again = sum(one.user is person.user and not one.heard for one in discord.world.interactions.values())
    texts = [m.content for m in _ours(discord, person.dm_channel)]
    by_letter = [text for text in texts if text.startswith(BY_LETTER)][:given_again]
    return "\n\n".join([f"to {person.user.username}:", *(text for text in texts if text not in by_letter)])


def differences(twin: Record, other: Record) -> list[str]:
    """Lines of what stands in one of them alone; none where nobody could tell them apart."""
    found = list(other.faults)
    for name in ("journal", "posts", "boards", "letters"):
        before, after = getattr(twin, name), getattr(other, name)
        lines = difflib.unified_diff(_lines(before), _lines(after), "twin", "disturbed", lineterm="", n=1)
        found += [f"{name}: {line}" for line in lines]
    if twin.state != other.state:
        found.append(f"state: {twin.state}\nstate: {other.state}")
    return found


def _lines(texts: Iterable[str]) -> list[str]:
    return [line for text in texts for line in text.splitlines()]
