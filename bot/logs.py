"""What the bot writes to standard error: one form for every line, times in UTC, nothing private."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from types import TracebackType
from typing import Any, Final, TextIO

from bot.hosting.recording.queue import where
from bot.terminal import complain, harmless

log = logging.getLogger(__name__)

FORM: Final = "%(asctime)s.%(msecs)03dZ %(levelname)-7s %(name)s: %(message)s"
OURS: Final = ("bot", "games")
CHATTY: Final = ("alembic", "apscheduler")
"""They say at INFO what nobody asks: every plugin they load, every alarm that rang."""


def set_up(level: str) -> None:
    """Start logging at `level` (a name of `logging`'s). Replaces what an earlier call set up.

    Only our own loggers ever go below INFO. At DEBUG discord.py prints whole requests and gateway events, and aiosqlite
    every statement with its values: that is everything the players keep secret. What an error says may be a part of it,
    too: of errors only their kind is shown, and where they arose.
    """
    wanted = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(wanted, logging.INFO), handlers=[_to_standard_error()], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(wanted, logging.WARNING))
    for name in ("discord.http", "discord.gateway"):  # said once more by name, in case somebody lowers the root
        logging.getLogger(name).setLevel(max(wanted, logging.INFO))
    sys.excepthook = _last_words


def of_the_loop(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """For `set_exception_handler`: what nobody waited for has failed. asyncio would print the error's own words."""
    error = context.get("exception")
    log.error("%s: %s", context["message"], "no error" if error is None else where(error))


def _last_words(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        complain(f"Dealer stops: {where(error)}")


def _to_standard_error() -> logging.Handler:
    handler = _Lines()
    handler.setFormatter(_Form(FORM, datefmt="%Y-%m-%dT%H:%M:%S"))
    return handler


class _Form(logging.Formatter):
    def converter(self, seconds: float | None) -> time.struct_time:
        return time.gmtime(seconds)

    def format(self, record: logging.LogRecord) -> str:
        return harmless(super().format(record))

    def formatException(self, ei: Any) -> str:
        return "(no error)" if ei[1] is None else where(ei[1])


class _Lines(logging.StreamHandler[TextIO]):
    def handleError(self, record: logging.LogRecord) -> None:
        """A line that cannot be written is lost. Python would print the error behind it instead."""
