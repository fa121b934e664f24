"""`dealer demo` as somebody runs it, without a terminal."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.rehearsal.shows import SHOWS

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Run:
    status: int
    shown: str
    errors: str
    records: dict[str, str]


def run(out: Path, *arguments: str) -> Run:
    command = [sys.executable, "-m", "bot", "demo", "--out", str(out), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=300)
    records = {path.name: path.read_text("utf-8") for path in sorted(out.iterdir())}
    return Run(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"), records)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def first(folder: Path) -> Run:
    return run(folder, "--fast", "--seed", "5")


def test_every_ruleset_is_played_to_its_end_and_nothing_goes_wrong(first: Run) -> None:
    assert (first.status, first.errors) == (0, "")
    words = " ".join(first.shown.split())
    assert words.count(" is over. The table is cleared") == words.count("the same result.") == len(SHOWS)


def test_the_record_of_each_match_is_judged_to_its_end_by_the_offline_judge(first: Run, folder: Path) -> None:
    assert [tomllib.loads(text)["ruleset"] for text in first.records.values()] == sorted(SHOWS)
    for name in first.records:
        judge = [sys.executable, "-m", "games", "replay", "--json", str(folder / name)]
        judged = subprocess.run(judge, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        assert json.loads(judged)["ended"]


def test_the_same_seed_gives_the_same_bytes_also_without_saying_fast(first: Run, folder: Path, tmp_path: Path) -> None:
    again = run(tmp_path, "--seed", "5")
    assert again.records == first.records
    assert _without(again.shown, tmp_path) == _without(first.shown, folder)


def test_with_another_seed_the_players_do_other_things_and_one_match_can_be_picked(first: Run, tmp_path: Path) -> None:
    other = run(tmp_path, "--ruleset", "ghost-ladder", "--seed", "6")
    assert (other.status, len(other.records)) == (0, 1)
    turns = [tomllib.loads(text)["turns"] for text in (*other.records.values(), *first.records.values())]
    assert turns[0] not in turns[1:]


def _without(shown: str, folder: Path) -> str:
    """The show up to what names the folder, whose length decides where lines are broken."""
    return "\n".join(part.partition("The record of the match")[0] for part in shown.split("━" * 20))
