"""A database of every release so far opens with this one, and its matches run on as they would have."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import __version__
from bot.store import check, schema
from bot.store.engine import open_engine
from tests.hosting.scene import new_database
from tests.upgrades.make import HERE, go_on

KEPT = sorted(HERE.glob("*.sqlite3"))
REMAKE = "the schema has changed since it was made: run `python -m tests.upgrades.make`, as long as it is not released"


def test_this_release_has_left_a_database() -> None:
    assert __version__ in [file.stem for file in KEPT], "run `python -m tests.upgrades.make`"


def tables(file: Path) -> dict[str, Counter[str]]:
    """The lines of every table and index, in any order: a migration adds a column behind the others."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: Counter(line.strip(" \t,") for line in sql.splitlines()) for name, sql in found}


@pytest.fixture(params=KEPT, ids=lambda file: str(file.stem))
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a kept database, with its note beside it."""
    for suffix in (".sqlite3", ".json"):
        shutil.copy(request.param.with_suffix(suffix), tmp_path)
    return tmp_path / str(request.param.name)


def note(file: Path) -> dict[str, Any]:
    noted: dict[str, Any] = json.loads(file.with_suffix(".json").read_text("utf-8"))
    return noted


async def test_it_is_brought_to_the_schema_of_this_release_and_is_sound(kept: Path, tmp_path: Path) -> None:
    engine = open_engine(kept)
    await schema.upgrade(engine)
    assert await schema.state(engine) == "current"
    assert await check.faults(engine) == []
    await engine.dispose()
    assert tables(kept) == tables(await new_database(tmp_path / "new")), REMAKE


async def test_its_matches_run_on_and_end_as_they_would_have(kept: Path) -> None:
    engine = open_engine(kept)
    await schema.upgrade(engine)
    await engine.dispose()
    assert await go_on(kept, note(kept)) == note(kept)["outcome"]


def test_it_is_small_and_nobodys() -> None:
    for file in KEPT:
        assert file.stat().st_size < 400_000
        assert not file.with_name(f"{file.name}-wal").exists()
