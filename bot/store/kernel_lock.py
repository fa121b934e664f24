"""A lock beside the database that the kernel lets go of when its process is gone, however it went.

It proves one thing, on one machine: whoever held this very lock, and does not any more, speaks no longer. It proves
nothing about other machines, nor about processes that never held it; for those there is the lease alone.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_MARK: Final = "@"


def this_kernel() -> str | None:
    """What no other kernel calls itself, nor this one after its next start; None where that cannot be told."""
    try:
        return _BOOT.read_text("ascii").strip() or None
    except OSError:
        return None


class KernelLock:
    def __init__(self, database: Path, kernel: Callable[[], str | None] = this_kernel) -> None:
        real = Path(os.path.realpath(database))
        self.file = real.with_name(f"{real.name}.lock")
        self._kernel = kernel
        self._number: int | None = None
        """The open file, while it is locked."""

    def take(self) -> bool:
        """Whether it is held now. Never waits; where a file system knows no locks it cannot be had."""
        if self._number is not None:
            return True
        try:
            number = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)  # no process that we start inherits it
        except OSError:
            return False
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(number)
            return False
        self._number = number
        return True

    def release(self) -> None:
        """The file stays: whoever removed it could remove it under somebody who just locked it."""
        if self._number is not None:
            os.close(self._number)
            self._number = None

    def signed(self, name: str) -> str:
        """The name of a holder of the lease, with what tells that it held this lock; as it is where it does not."""
        place = self._place()
        return name if place is None else f"{name}{_MARK}{place}"

    def proves_gone(self, signed: str) -> bool:
        """Whether the process that signed its name held the lock that is held here now."""
        place = self._place()
        return place is not None and signed.endswith(f"{_MARK}{place}")

    def _place(self) -> str | None:
        """The held file, on the kernel that keeps its locks. A file that was removed and made anew is another one."""
        kernel = self._kernel()
        if self._number is None or kernel is None:
            return None
        found = os.fstat(self._number)
        return hashlib.sha256(f"{kernel} {found.st_dev} {found.st_ino}".encode()).hexdigest()[:12]
