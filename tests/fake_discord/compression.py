"""Transport compression of the gateway: one stream for the life of a connection."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from typing import Any, Final

Pack = Callable[[str], bytes]


def zlib_stream() -> Pack:
    """Frames end with an empty block (00 00 FF FF), by which the client knows that they are whole."""
    stream = zlib.compressobj()

    def pack(text: str) -> bytes:
        return stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)

    return pack


def zstd_stream() -> Pack:
    """Every frame is a flushed block. A client asks for it where it finds the package `zstandard`, or,
    from Python 3.14 on, Python's own module."""
    try:
        return _zstd_of_the_package(importlib.import_module("zstandard"))
    except ModuleNotFoundError:
        return _zstd_of_python(importlib.import_module("compression.zstd"))


def _zstd_of_the_package(zstandard: Any) -> Pack:
    stream = zstandard.ZstdCompressor().compressobj()

    def pack(text: str) -> bytes:
        packed: bytes = stream.compress(text.encode()) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        return packed

    return pack


def _zstd_of_python(zstd: Any) -> Pack:
    stream = zstd.ZstdCompressor()

    def pack(text: str) -> bytes:
        packed: bytes = stream.compress(text.encode(), mode=stream.FLUSH_BLOCK)
        return packed

    return pack


PACKERS: Final[dict[str, Callable[[], Pack]]] = {"zlib-stream": zlib_stream, "zstd-stream": zstd_stream}
