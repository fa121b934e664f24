"""What Discord's refusals mean for hosting: try later, or never mind and tell the host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.hosting.ports import Trouble, Unreachable

_WHY: Final = {
    50007: "Their direct messages are closed to me.",
    50278: "They share no server with me any more.",
    50001: "I cannot see that channel.",
    50013: "I lack a permission there.",
    10003: "That channel is gone.",
    10004: "I am not in that server any more.",
    10008: "The message is gone.",
    10013: "That account is gone.",
    50083: "The thread is archived, and I cannot open it again.",
    160005: "The thread is locked.",
    30033: "The server has too many threads.",
    30003: "The channel has too many pinned messages.",
}


_UNKNOWN_CHANNEL: Final = 10003


@contextmanager
def translated() -> Iterator[None]:
    """Discord's exceptions as hosting's. No text of Discord's is kept: it may quote what was sent."""
    try:
        yield
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500 or error.status == 401:
            raise Trouble(f"HTTP status {error.status}") from None
        why = _WHY.get(error.code, f"Discord refuses it (code {error.code}, status {error.status}).")
        raise Unreachable(why, gone=error.code == _UNKNOWN_CHANNEL) from None
    except (TimeoutError, aiohttp.ClientError, OSError, discord.DiscordException) as error:
        raise Trouble(type(error).__name__) from None
    except RuntimeError as error:  # aiohttp's closed session, while the client stops
        raise Trouble(type(error).__name__) from None
