"""The import contracts bite: in a copy of the house, a forbidden import breaks each of them."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# What is added where, and the contract (its id in .importlinter) that it must break.
INTRUDERS = (
    ("bot/hosting/model/match.py", "import bot.config", "house"),
    ("games/draw.py", "import bot", "games-stand-alone"),
    ("games/marks.py", "import random", "games-are-pure"),
    ("games/ghost_ladder/rules.py", "from datetime import datetime", "games-are-pure"),
    ("games/row.py", "import pathlib", "rules-touch-nothing"),
    ("bot/hosting/model/events.py", "import time", "hosting-is-told"),
    ("bot/logs.py", "import discord", "one-place-for-discord"),
    ("bot/config.py", "import sqlite3", "one-place-for-sql"),
    ("bot/hosting/model/match.py", "import apscheduler", "one-place-for-the-scheduler"),
    ("games/ghost_ladder/commas.py", "import games.ghost_ladder.orders", "no-circles"),
    ("bot/hosting/inbox/asking.py", "from bot.hosting.outbox import merging", "hosting-has-rooms"),
    ("bot/discord_ui/answers.py", "from bot.discord_ui import desk", "discord-ui-has-floors"),
    ("bot/store/tables.py", "from bot.store import engine", "store-has-floors"),
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for part in ("bot", "games"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    return tmp_path


def broken(house: Path) -> set[str]:
    """The ids of the contracts that are broken."""
    titles = dict(re.findall(r"contract:([\w-]+)\]\nname = (.+)", (house / ".importlinter").read_text("utf-8")))
    run = [str(LINT_IMPORTS), "--no-cache", "--no-logo"]
    said = subprocess.run(run, cwd=house, capture_output=True, text=True, check=False).stdout
    flat = " ".join(said.split())
    assert "Contracts:" in flat, said
    return {id for id, title in titles.items() if f"{title} BROKEN" in flat}


def test_each_contract_is_broken_by_what_it_forbids(house: Path) -> None:
    assert {contract for _, _, contract in INTRUDERS} == set(
        re.findall(r"contract:([\w-]+)\]", (ROOT / ".importlinter").read_text("utf-8"))
    )
    for module, line, _ in INTRUDERS:
        path = house / module
        path.write_text(path.read_text("utf-8") + f"\n{line}\n", "utf-8")
    assert broken(house) == {contract for _, _, contract in INTRUDERS}


def asks_for_the_time(module: Path) -> list[str]:
    calls = [node.func for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return [
        ast.unparse(call)
        for call in calls
        if isinstance(call, ast.Attribute)
        and call.attr in {"now", "utcnow", "today", "monotonic", "time"}
        and ast.unparse(call.value) in {"datetime", "date", "time", "datetime.datetime", "datetime.date"}
    ]


@pytest.mark.parametrize("module", sorted((ROOT / "bot" / "hosting").rglob("*.py")), ids=lambda m: m.name)
def test_hosting_asks_its_clock_for_the_time_and_never_the_machine(module: Path) -> None:
    assert asks_for_the_time(module) == []


def test_asking_the_machine_for_the_time_would_be_found(tmp_path: Path) -> None:
    (module := tmp_path / "late.py").write_text("from datetime import UTC, datetime\nlate = datetime.now(UTC)\n")
    assert asks_for_the_time(module) == ["datetime.now"]
