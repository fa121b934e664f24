"""What the bot writes to standard error: one form for every line, times in UTC, nothing private."""

from __future__ import annotations

import logging
import time
from typing import Final

FORM: Final = "%(asctime)s.%(msecs)03dZ %(levelname)-7s %(name)s: %(message)s"
OURS: Final = ("bot", "games")
CHATTY: Final = ("alembic", "apscheduler")
"""They say at INFO what nobody asks: every plugin they load, every alarm that rang."""


def set_up(level: str) -> None:
    """Start logging at `level` (a name of `logging`'s). Replaces what an earlier call set up.

    Only our own loggers ever go below INFO. At DEBUG discord.py prints whole requests and gateway events, and aiosqlite
    every statement with its values: that is everything the players keep secret.
    """
    wanted = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(wanted, logging.INFO), handlers=[_to_standard_error()], force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(wanted, logging.WARNING))
    for name in ("discord.http", "discord.gateway"):  # said once more by name, in case somebody lowers the root
        logging.getLogger(name).setLevel(max(wanted, logging.INFO))


def _to_standard_error() -> logging.Handler:
    lines = logging.Formatter(FORM, datefmt="%Y-%m-%dT%H:%M:%S")
    lines.converter = time.gmtime
    handler = logging.StreamHandler()
    handler.setFormatter(lines)
    return handler
