"""A user without rights, made for the tests and removed again."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

NAMES: Final = "dealer-ci-"
"""What the names of our users begin with; the number of the process that made it follows."""
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class User:
    """Whose rights the tests have."""

    name: str
    number: int
    group: int
    made: bool
    """For us alone; else it is whoever this process is."""

    @property
    def becoming(self) -> dict[str, Any]:
        """How `subprocess` starts a process of theirs: nothing of root's is left to it."""
        return {"user": self.number, "group": self.group, "extra_groups": []} if self.made else {}


class NoUser(Exception):
    """Why no common user can be had here."""


@contextmanager
def somebody(home: Path) -> Iterator[User]:
    """A user who owns the folder `home`, and who is gone afterwards, whatever happens. Raises NoUser."""
    if os.getuid() != 0:
        raise NoUser("this is not root, so that the other tests run as a common user as it is")
    if shutil.which("useradd", path=PATH) is None or shutil.which("userdel", path=PATH) is None:
        raise NoUser("useradd is missing here")
    remove_left_behind()
    name = f"{NAMES}{os.getpid()}"
    try:
        added = _said("useradd", "--system", "--home-dir", str(home), "--shell", "/bin/sh", name)
        if added.returncode:
            raise NoUser(f"none can be made here: {added.stderr.strip()}")
        entry = pwd.getpwnam(name)
        os.chown(home, entry.pw_uid, entry.pw_gid)
        yield User(name, entry.pw_uid, entry.pw_gid, made=True)
    finally:
        remove(name)


def oneself() -> User:
    return User(pwd.getpwuid(os.getuid()).pw_name, os.getuid(), os.getgid(), made=False)


def remove_left_behind() -> None:
    """Users of processes that were killed before they could remove theirs."""
    for entry in pwd.getpwall():
        number = entry.pw_name.removeprefix(NAMES)
        if entry.pw_name.startswith(NAMES) and number.isdecimal() and not Path("/proc", number).exists():
            remove(entry.pw_name)


def remove(name: str) -> None:
    """The user, and the group of the same name that came along."""
    _said("userdel", "--force", name)


def _said(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env={"PATH": PATH}, capture_output=True, text=True, check=False)
