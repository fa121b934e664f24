"""What holds secrets stays out of the repository and out of the image, wherever in the clone the docs put it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SECRET = r"(?<![\w./~-])((?:data|backups)/[\w.-]*|[\w-]+\.sqlite3|token\.txt|config\.toml|\.env)(?![\w/])"
BESIDE = ("-wal", "-shm", "-journal", ".lock", ".checked", ".restored", ".unfinished", ".before-20260302T120000")
"""What SQLite and the operator's commands put beside a database."""


def named() -> set[str]:
    """The secret files of the pages, from the folder of the clone."""
    found = {name for page in PAGES for name in re.findall(SECRET, page.read_text("utf-8"))}
    databases = {name for name in found if name.endswith(".sqlite3")}
    return found | {name + tail for name in databases for tail in BESIDE} | {".env.local", "elsewhere/my.sqlite3"}


@pytest.fixture(scope="module")
def ignored(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("clone")
    shutil.copy(ROOT / ".gitignore", folder)
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)  # noqa: S607
    asked = "\0".join({*named(), "tests/upgrades/0.1.0.sqlite3", "requirements.lock", "config.example.toml"})
    told = subprocess.run(
        ["git", "check-ignore", "--stdin", "-z"],  # noqa: S607
        cwd=folder,
        input=asked,
        capture_output=True,
        text=True,
        check=False,
    )
    return set(told.stdout.split("\0")) - {""}


def test_the_pages_name_what_this_is_about() -> None:
    assert {"copy.sqlite3", "data/dealer.sqlite3", "config.toml", ".env", "token.txt"} <= named()


def test_git_is_told_to_leave_out_every_file_that_holds_secrets(ignored: set[str]) -> None:
    assert named() - ignored == set()


def test_git_keeps_what_belongs_to_the_project(ignored: set[str]) -> None:
    assert ignored - named() == set()


def test_the_image_is_built_from_what_is_named_and_from_nothing_else() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert rules[0] == "*"
    assert {rule for rule in rules if rule.startswith("!")} == {
        "!requirements.lock",
        "!LICENSE",
        "!bot",
        "!games",
        "!migrations",
    }
