"""What is printed for the operator: a sentence a line, with nothing in it that could steer a terminal."""

from __future__ import annotations

import sys
from typing import TextIO


def harmless(text: str) -> str:
    """The text on one line. What cannot be seen is written out, like `\\x1b`: a path, a key or a value may hold a line
    break, an escape sequence, or signs that turn the reading direction round."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def say(*sentences: str) -> None:
    """To standard output, each on a line of its own."""
    _print(sentences, sys.stdout)


def complain(*sentences: str) -> None:
    """To standard error, each on a line of its own."""
    _print(sentences, sys.stderr)


def _print(sentences: tuple[str, ...], stream: TextIO) -> None:
    encoding = stream.encoding or "utf-8"
    for sentence in sentences:
        shown = harmless(sentence).encode(encoding, "backslashreplace").decode(encoding)
        print(shown, file=stream, flush=True)
