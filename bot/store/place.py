"""Where a database file lies.

SQLite keeps the log of a database beside it, under the database's own name. So a process that reaches the file by a
second name keeps a second log, and two of them can neither see each other nor be told apart from one.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

from bot.store.troubles import Unusable

_MOUNTS: Final = Path("/proc/self/mountinfo")
_LINKED: Final = (
    "The database {file} has a second name (a hard link): two processes could speak for it without seeing each other. "
    "Remove the other name; `find DIRECTORY -samefile FILE` shows it."
)
_MOUNTED: Final = (
    "The database {file} is mounted alone: two processes could speak for it without seeing each other. "
    "Mount the folder that it lies in."
)


def exactly(file: Path) -> str:
    """The path as SQLite takes it for nothing else: it has a meaning of its own for `:memory:` and for `file:…`."""
    return str(file.absolute())


def must_have_one_name(file: Path) -> None:
    """Raises Unusable where the database can be reached by another name than this."""
    try:
        found = file.stat()
    except OSError:
        return  # not there, or not to be seen: whoever opens it says so
    if not stat.S_ISREG(found.st_mode):
        return
    if found.st_nlink > 1:
        raise Unusable(_LINKED.format(file=file))
    if Path(os.path.realpath(file)) in mount_points(_listing()):
        raise Unusable(_MOUNTED.format(file=file))


def _listing() -> bytes:
    try:
        return _MOUNTS.read_bytes()
    except OSError:
        return b""  # not Linux: no single file can be mounted there


def mount_points(listing: bytes) -> set[Path]:
    """Where something is mounted, from the kernel's listing (mountinfo, in proc(5))."""
    fields = (line.split() for line in listing.splitlines())
    return {Path(os.fsdecode(_ESCAPED.sub(_octal, one[4]))) for one in fields if len(one) > 4}


_ESCAPED: Final = re.compile(rb"\\([0-7]{3})")


def _octal(found: re.Match[bytes]) -> bytes:
    return bytes([int(found[1], 8)])
