"""Transport compression of the gateway: one stream for the life of a connection."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from typing import Final

Pack = Callable[[str], bytes]


def zlib_stream() -> Pack:
    """Frames end with an empty block (00 00 FF FF), by which the client knows that they are whole."""
    stream = zlib.compressobj()

    def pack(text: str) -> bytes:
        return stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)

    return pack


def zstd_stream() -> Pack:
    """Every frame is a flushed block; needs the package `zstandard`, without which no client asks for it either."""
    zstandard = importlib.import_module("zstandard")
    stream = zstandard.ZstdCompressor().compressobj()

    def pack(text: str) -> bytes:
        packed: bytes = stream.compress(text.encode()) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        return packed

    return pack


PACKERS: Final[dict[str, Callable[[], Pack]]] = {"zlib-stream": zlib_stream, "zstd-stream": zstd_stream}
