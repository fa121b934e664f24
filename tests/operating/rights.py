"""What the rights of files forbid, also where the tests run as root, whom they forbid nothing."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_OVER_FILES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH of capabilities(7): with them root reads and writes whatever it likes."""
_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Set(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def give_up_power_over_files() -> None:
    """From here on this process of root's may do with a file what the file's rights let its owner do.

    It stays root, so that it can still read the project, wherever only root can. Never to be called by the tests' own
    process: there is no way back.
    """
    header, sets = _Header(_VERSION_3, 0), (_Set * 2)()
    library = ctypes.CDLL(None, use_errno=True)
    _must(library.capget(ctypes.byref(header), sets))
    sets[0].effective &= ~_OVER_FILES
    sets[0].permitted &= ~_OVER_FILES
    _must(library.capset(ctypes.byref(header), sets))


def _must(status: int) -> None:
    if status != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def needed() -> None:
    """Skip the test where root cannot be made to obey the rights of files."""
    if os.getuid() == 0 and not sys.platform.startswith("linux"):
        pytest.skip("root may do everything with files here; run the tests as another user")


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """Nothing can be made or removed in the folder. Afterwards it can again, so that the folder itself can be."""
    folder.chmod(0o555)
    try:
        yield
    finally:
        folder.chmod(0o755)
