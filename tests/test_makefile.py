"""The Makefile, as somebody meets it who has just cloned the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TARGETS = ("demo", "test", "check", "run", "bench", "picture", "soak", "lock", "clean")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    outer = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(["make", *arguments], cwd=folder, env=outer, capture_output=True, text=True, check=False)  # noqa: S607


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def python_that(folder: Path, *, refuses: str) -> str:
    """A Python that fails whenever it is asked something with this word in it."""
    path = folder / "python"
    path.write_text(f'#!/bin/sh\ncase "$*" in *{refuses}*) exit 1;; esac\n')
    path.chmod(0o755)
    return f"PYTHON={path}"


def test_make_alone_explains_every_target() -> None:
    assert tuple(re.findall(r"^make (\w+)", make(ROOT).stdout, re.MULTILINE)) == TARGETS


def test_a_python_that_is_too_old_is_named_as_the_trouble(clone: Path) -> None:
    done = make(clone, "test", python_that(clone, refuses="version_info"))
    assert done.returncode != 0
    assert "Dealer needs Python 3.11 or newer; name one: make test PYTHON=" in done.stdout


def test_a_python_without_ensurepip_is_answered_with_what_to_install(clone: Path) -> None:
    done = make(clone, "demo", python_that(clone, refuses="ensurepip"))
    assert done.returncode != 0
    assert "sudo apt install python3-venv" in done.stdout


def test_nothing_is_set_up_again_while_the_lock_stays_the_same(clone: Path) -> None:
    (clone / ".venv").mkdir()
    (clone / ".venv" / "ready").touch()
    assert make(clone, "--question", ".venv/ready").returncode == 0
    later = (clone / ".venv" / "ready").stat().st_mtime + 60
    os.utime(clone / "requirements-dev.lock", (later, later))
    assert make(clone, "--question", ".venv/ready").returncode == 1
