"""Many matches out of one: a database with a played match in it becomes one with so many like it.

A thousand matches cannot be played through the bot within minutes; so the rows of one are written again under other
names. No table is known here. What refers to the match's row gets the clone's number; and wherever one of Discord's ids
stands, the match's code, or the match's number in an address, be it in a column, in JSON or in a sentence, it becomes
the clone's own. Ten matches are of one server. Nothing else differs, so all clones fold to the same standing.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.payloads import CHANNEL, GUILD, STEP, server_of
from benchmarks.template import Template

MOST: Final = STEP
"""So many clones have ids of their own."""
_FIRST_ID: Final = 10**15
"""What is smaller is a count, an amount or an instant."""
_ADDRESSES: Final = ("thread", "member", "card", "role", "hosts", "keepers", "office")
"""Kinds of addresses that name a match by its number."""

Value = int | float | str | bytes | None
Maker = Callable[[int], Value]
"""A cell's value in the clone of that number; the match that was played has number 0."""


def cloned(template: Template, file: Path, matches: int) -> None:
    """Write a new database with so many matches, the played one among them."""
    assert matches <= MOST
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(template.file)) as played, closing(sqlite3.connect(file)) as many:
        played.backup(many)
        many.execute("PRAGMA synchronous = OFF")
        ((match_id,),) = many.execute("SELECT id FROM matches").fetchall()
        renaming = Renaming(template.code, match_id)
        with many:
            for table in _tables(many):
                _multiply(many, table, renaming, matches)
        many.execute("PRAGMA journal_mode = WAL")
        assert many.execute("PRAGMA foreign_key_check").fetchall() == []


def code_of(code: str, number: int) -> str:
    """The code of a clone of the match that has this one."""
    return code if number == 0 else f"{code[0]}{number:04}"


def user_of(user_id: int, number: int) -> int:
    """The user of a clone who stands where this user of the played match stands."""
    return user_id + number


class Renaming:
    """What becomes of a value of the played match in its clones."""

    def __init__(self, code: str, match_id: int) -> None:
        self._code = code
        self._match_id = match_id
        addressed = "|".join(f"(?<={kind}:)" for kind in _ADDRESSES)
        self._token = re.compile(rf"(\d{{16,}}|(?<![A-Z0-9]){code}(?![A-Za-z0-9])|(?:{addressed}){match_id}\b)")

    def match(self, value: Value) -> Maker | None:
        """Of a column that names a match."""
        return None if value is None else lambda number: self._match_id + number

    def value(self, value: Value) -> Maker | None:
        """Of any other value; None where it stays what it is."""
        if isinstance(value, int) and value >= _FIRST_ID:
            return partial(_shifted, value)
        if isinstance(value, str) and self._token.search(value):
            return partial(self._text, self._token.split(value))
        return None

    def _text(self, pieces: Sequence[str], number: int) -> str:
        """Every second piece is a token."""
        made = [piece if i % 2 == 0 else self._renamed(piece, number) for i, piece in enumerate(pieces)]
        return "".join(made)

    def _renamed(self, token: str, number: int) -> str:
        if token == self._code:
            return code_of(token, number)
        value = int(token)
        return str(self._match_id + number if value == self._match_id else _shifted(value, number))


def _shifted(discord_id: int, number: int) -> int:
    """Servers and their channels are shared by ten; all else is each clone's own."""
    of_a_server = any(first <= discord_id < first + MOST for first in (GUILD, CHANNEL))
    return discord_id + (server_of(number) if of_a_server else number)


def _tables(database: sqlite3.Connection) -> list[str]:
    """Those that name matches come after the matches themselves."""
    found = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return sorted((name for name in found if not name.startswith("sqlite_")), key=lambda name: name != "matches")


def _multiply(database: sqlite3.Connection, table: str, renaming: Renaming, matches: int) -> None:
    """Rows that belong to nobody's match (a lease, a presence) stay alone."""
    columns = database.execute(f"PRAGMA table_info({table})").fetchall()
    references = database.execute(f"PRAGMA foreign_key_list({table})").fetchall()
    naming = {of for _, _, target, of, *_ in references if target == "matches"}
    keys = [name for _, name, kind, _, _, key in columns if key and kind == "INTEGER" and name not in naming]
    own = set(keys) if len(keys) == 1 and table != "matches" else set[str]()
    naming |= {"id"} if table == "matches" else set()
    names = [name for _, name, *_ in columns]
    rows = database.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - the schema's own names
    patterns = [pattern for row in rows if (pattern := _pattern(dict(zip(names, row, strict=True)), naming, renaming))]
    numbering = [i for i, name in enumerate(names) if name in own]
    written = (_row(*pattern, numbering, number) for number in range(1, matches) for pattern in patterns)
    marks = ", ".join("?" * len(names))
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", written)  # noqa: S608


Pattern = tuple[list[Value], list[tuple[int, Maker]]]
"""A row of the played match, and the cells of it that are another's in a clone."""


def _pattern(row: dict[str, Value], naming: set[str], renaming: Renaming) -> Pattern | None:
    """None for a row that is nobody's."""
    made = [renaming.match(cell) if name in naming else renaming.value(cell) for name, cell in row.items()]
    changing = [(i, make) for i, make in enumerate(made) if make is not None]
    return (list(row.values()), changing) if changing else None


def _row(base: list[Value], changing: list[tuple[int, Maker]], numbering: list[int], number: int) -> list[Value]:
    """The clone's row. Where the table numbers its rows, the database does so."""
    row = base.copy()
    for i, make in changing:
        row[i] = make(number)
    for i in numbering:
        row[i] = None
    return row
