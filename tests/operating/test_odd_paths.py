"""The path of the database is the path, whatever stands in it, for everything that uses the file."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.hosting.scene import played
from tests.operating.commands import beats, do

ODD = [
    "100%.sqlite3",
    "50%25 %(here)s %s.sqlite3",
    "really?.sqlite3",
    "dealer.sqlite3?mode=memory&cache=shared",
    "#1.sqlite3",
    "with two  blanks .sqlite3",
    "Дилер 荷官 ü.sqlite3",
    "file:dealer.sqlite3",
    ":memory:",
    'it\'s "quoted" `so`.sqlite3',
    "a\\b;c&d$HOME*[x].sqlite3",
    "two\nlines.sqlite3",
    os.fsdecode(b"not utf-8: \xff.sqlite3"),
    "folder?/50%/#/dealer.sqlite3",
]


@pytest.fixture(params=ODD, ids=ascii)
def file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Not absolute, so that what SQLite takes for something else stands in front."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALER_DATABASE_FILE", request.param)
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    monkeypatch.setattr("discord.Client.start", unreachable)
    return Path(request.param)


async def unreachable(*_: object) -> None:
    raise OSError


def files() -> set[str]:
    """All that there is, in folders too, but for what SQLite and the lease keep beside a database."""
    found = (one.relative_to(Path.cwd()) for one in Path.cwd().rglob("*") if one.is_file())
    return {str(one) for one in found if not one.name.endswith(("-wal", "-shm", ".lock"))}


def asked(file: Path, question: str) -> list[object]:
    with closing(sqlite3.connect(file.absolute())) as connection:
        return [answer for (answer,) in connection.execute(question)]


def codes(file: Path) -> list[object]:
    return asked(file, "SELECT code FROM matches")


def folder_of(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)


def test_a_first_start_makes_this_file_and_no_other_for_its_owner_alone(file: Path) -> None:
    umask, handler = os.umask(0), signal.getsignal(signal.SIGTERM)
    try:
        assert main(["run"]) == 1, "there is no Discord here"
    finally:
        os.umask(umask)
        signal.signal(signal.SIGTERM, handler)
    assert files() == {str(file)}
    assert {one.stat().st_mode & 0o077 for one in Path.cwd().rglob("*") if one.is_file()} == {0}
    assert codes(file) == []


async def test_the_operators_commands_all_mean_this_file(file: Path) -> None:
    folder_of(file)
    async with played(file) as scene:
        await scene.begin("Ann", "Bob", "Eve")
        code, ann = scene.code, scene.user("Ann")
        assert do("check") == 0
        assert do("backup", "copy") == 0
        await beats(file, datetime.now(UTC))
        assert do("health") == 0
        await scene.crash()
    assert codes(Path("copy")) == [code]
    os.unlink(file)
    assert do("restore", "copy") == 0
    assert codes(file) == [code]
    assert do("forget", str(ann)) == 0
    assert ann not in asked(file, "SELECT user_id FROM tenures")
    assert files() == {str(file), "copy"}


async def test_a_copy_may_be_called_the_same(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tmp_path / "dealer.sqlite3"
    async with played(plain) as scene:
        await scene.begin("Ann", "Bob", "Eve")
        monkeypatch.setenv("DEALER_DATABASE_FILE", str(plain))
        folder_of(file)
        assert do("backup", str(file)) == 0
        assert codes(file) == [scene.code]
        await scene.crash()
        assert do("restore", str(file)) == 0
    assert os.stat(file).st_mode & 0o777 == 0o600
