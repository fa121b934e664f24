"""Makes `bot/hosting/model/lookalikes.txt`, Unicode's confusable characters, out of an ICU library:

    python -m tests.hosting.lookalikes FOLDER

FOLDER holds ICU's shared libraries (`libicudata`, `libicuuc`, `libicui18n`), as the wheel of the package `icu4py` and
Debian's `libicu72` bring them. Run it when Unicode has a new version; names that are taken already stay as they are.
"""

from __future__ import annotations

import ctypes
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[2] / "bot" / "hosting" / "model" / "lookalikes.txt"
_LIBRARIES: Final = ("libicudata", "libicuuc", "libicui18n")
_ROOM: Final = 400
"""Bytes for the skeleton of one character."""


class Spoof:
    """ICU's spoof checker."""

    def __init__(self, folder: Path) -> None:
        files = [next(folder.glob(f"{name}*.so.*")) for name in _LIBRARIES]
        *_, self._library = [ctypes.CDLL(str(file), mode=ctypes.RTLD_GLOBAL) for file in files]
        version = re.search(r"\.so\.(\d+)", files[0].name)
        assert version is not None
        self.version = version[1]
        status = ctypes.c_int(0)
        opened = self._function("uspoof_open")
        opened.restype = ctypes.c_void_p
        self._checker = ctypes.c_void_p(opened(ctypes.byref(status)))
        assert status.value <= 0, status.value

    def _function(self, name: str) -> Any:
        return getattr(self._library, f"{name}_{self.version}")

    def skeleton(self, text: str) -> str:
        written, room, status = text.encode(), ctypes.create_string_buffer(_ROOM), ctypes.c_int(0)
        length = self._function("uspoof_getSkeletonUTF8")(
            self._checker, 0, written, len(written), room, _ROOM, ctypes.byref(status)
        )
        assert status.value <= 0, status.value
        return room.raw[:length].decode()


def like(spoof: Spoof) -> dict[str, list[int]]:
    """The characters that look like something else, by what they look like. What has a decomposition is looked at in
    its parts; what is not drawn at all is under the empty text."""
    found: dict[str, list[int]] = defaultdict(list)
    for code in (c for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000):
        character = chr(code)
        if unicodedata.normalize("NFD", character) == character:
            looks = spoof.skeleton(character)
            if looks != character:
                found[looks].append(code)
    return found


def ranges(codes: Iterable[int]) -> Iterator[str]:
    """`41 43..47`, in hexadecimal digits."""
    first = last = -2
    for code in (*codes, -1):
        if code == last + 1:
            last = code
            continue
        if last >= 0:
            yield f"{first:X}" if first == last else f"{first:X}..{last:X}"
        first = last = code


def written(found: dict[str, list[int]], notice: str) -> str:
    lines = [f"# {line}".rstrip() for line in notice.splitlines()]
    for looks, codes in sorted(found.items()):
        lines.append(f"{' '.join(f'{ord(c):X}' for c in looks)}: {' '.join(ranges(codes))}".strip())
    return "\n".join(lines) + "\n"


def notice() -> str:
    """What stands in front of the data and stays: what it is, and its licence."""
    kept = [line for line in FILE.read_text("ascii").splitlines() if line.startswith("#")]
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in kept)


if __name__ == "__main__":
    FILE.write_text(written(like(Spoof(Path(sys.argv[1]))), notice()), "ascii")
