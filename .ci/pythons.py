"""Which Pythons there are on this machine, and how another user can run them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from common_user import User, oneself

MINORS: Final = (11, 12, 13, 14)
"""Those that are promised: 3.11 and so on."""
_ASK: Final = "import sys, ensurepip, venv, sqlite3, ssl; print(sys.version_info[1], sys.base_prefix)"
_LEFT_OUT: Final = shutil.ignore_patterns("site-packages", "test", "__pycache__", "*.a")
"""What a copy can do without."""


@dataclass(frozen=True)
class Python:
    minor: int
    program: Path
    prefix: Path
    """The folder of the whole installation."""

    def __str__(self) -> str:
        return f"Python 3.{self.minor}"


class OutOfReach(Exception):
    """Why a user cannot run it."""


def installed() -> dict[int, list[Python]]:
    """By minor version, and of each all that there are. This very one comes first."""
    found: dict[int, list[Python]] = {}
    for program in _candidates():
        python = asked(program, oneself())
        if python is not None and python.minor in {*MINORS, sys.version_info[1]}:
            found.setdefault(python.minor, []).append(python)
    return found


def _candidates() -> Iterator[Path]:
    """This one, those of the system, those on the path, those of pyenv."""
    yield Path(sys.executable)
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in MINORS:
        name = f"python3.{minor}"
        yield from (Path(place, name) for place in ("/usr/bin", "/usr/local/bin"))
        on_path = shutil.which(name)
        yield from () if on_path is None else (Path(on_path),)
        yield from sorted(versions.glob(f"3.{minor}.*/bin/{name}"), reverse=True)


def asked(program: Path, whose: User) -> Python | None:
    """What the program is; None where this user cannot run it, or where a part is missing that we need."""
    command = [program, "-I", "-c", _ASK]
    try:
        done = subprocess.run(
            command, cwd="/", capture_output=True, text=True, check=True, timeout=60, **whose.becoming
        )
    except (OSError, subprocess.SubprocessError):
        return None
    minor, prefix = done.stdout.strip().split(" ", 1)
    return Python(int(minor), program, Path(prefix))


def within_reach(pythons: Sequence[Python], whose: User, folder: Path) -> Python:
    """Of several Pythons alike the first that the user can run, in its place, or else copied into the folder. (A Python
    that lies in root's home is root's alone.) Raises OutOfReach."""
    for python in pythons:
        if asked(python.program, whose) is not None:
            return python
    return _copied(pythons[0], whose, folder)


def _copied(python: Python, whose: User, folder: Path) -> Python:
    place = folder / f"python-3.{python.minor}"
    try:
        shutil.copytree(python.prefix, place, symlinks=True, ignore=_LEFT_OUT)
    except (OSError, shutil.Error):
        raise OutOfReach(f"{python.program} is out of {whose.name}'s reach, and cannot be copied") from None
    program = place / "bin" / f"python3.{python.minor}"
    _look_for_libraries_beside(program, python.prefix)
    found = asked(program, whose)
    if found is None or found.prefix != place:
        raise OutOfReach(f"{python.program} is out of {whose.name}'s reach, and a copy of it does not work")
    return found


def _look_for_libraries_beside(program: Path, before: Path) -> None:
    """A program that was built to look for its libraries in the folder `before` finds them beside itself instead. (The
    linker reads `$ORIGIN` as the folder of the program; what is left of the longer path is filled up.)"""
    there, here = os.fsencode(before / "lib") + b"\0", b"$ORIGIN/../lib\0"
    if len(here) <= len(there):
        program.write_bytes(program.read_bytes().replace(b"\0" + there, b"\0" + here.ljust(len(there), b"\0")))
