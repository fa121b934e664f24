"""However long the journal, the inbox and the outbox become, no statement reads one of them from end to end."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.hosting.clock.retention import blank_old_texts
from tests.hosting.scene import Scene, played
from tests.hosting.stories import Story

GROWING = ("journal", "inbox", "outbox")
STEPS = 60


@dataclass
class Heard:
    """Every statement that an engine was given, with values it was given for it."""

    statements: dict[str, Any] = field(default_factory=dict)

    def __call__(self, connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
        self.statements.setdefault(statement, values[0] if many else values)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with played(tmp_path / "dealer.sqlite3") as scene:
        yield scene


@pytest.fixture
def heard() -> Iterator[Heard]:
    heard = Heard()
    event.listen(Engine, "before_cursor_execute", heard)
    yield heard
    event.remove(Engine, "before_cursor_execute", heard)


class WithoutForgetting(Story):
    """`dealer forget` is an operator's, and does read everything."""

    async def forget(self) -> None:
        """Nobody is."""


def scans(file: Path, heard: Heard) -> list[str]:
    """The statements by which a growing table is read from end to end."""
    found = []
    with closing(sqlite3.connect(file)) as database:
        for statement, values in heard.statements.items():
            if statement.split(maxsplit=1)[0] not in ("SELECT", "INSERT", "UPDATE", "DELETE"):
                continue
            plan = database.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
            if any(step.startswith(f"SCAN {table}") for *_, step in plan for table in GROWING):
                found.append(statement)
    return found


async def test_no_statement_reads_a_growing_table_from_end_to_end(scene: Scene, heard: Heard) -> None:
    story = WithoutForgetting(scene, random.Random(3))
    await story.begin()
    for _ in range(STEPS):
        await story.step()
    for who, text in (("Ann", "help"), ("Ann", "huh?"), ("a stranger", "hello"), ("a stranger", "hello")):
        await scene.dm(who, text)
    await scene.run(timedelta(days=60))
    await scene.does(partial(blank_old_texts, scene.house))
    assert len(heard.statements) > 70
    assert any("outbox.created_at >= ?" in statement for statement in heard.statements), "said once, and not again"
    assert scans(scene.file, heard) == []


async def test_a_statement_that_does_is_found(scene: Scene, heard: Heard) -> None:
    await scene.open()
    heard("", "", "SELECT id FROM outbox WHERE said_at > ?", (0,), None, False)
    assert scans(scene.file, heard) == ["SELECT id FROM outbox WHERE said_at > ?"]
