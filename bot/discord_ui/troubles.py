"""Discord's exceptions as hosting's: `Unreachable` for what is known to be final, `Trouble` for everything else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import aiohttp
import discord

from bot.discord_ui import refusals
from bot.discord_ui.refusals import Asked
from bot.hosting.ports.discord import Trouble, Unreachable

log = logging.getLogger(__name__)

_NOT_OF_THE_API = (LookupError, TypeError, ValueError, AttributeError)
"""What discord.py fails with over an answer that is not as the API's description has it: a page with status 200, or a
429 that does not say how long."""


@contextmanager
def translated(asked: Asked, permission: Callable[[], str] = lambda: "") -> Iterator[None]:
    """No text of Discord's is kept: it may quote what was sent. `permission`: names the one that is missing, where it
    is one. Raises Trouble and Unreachable in place of what discord.py raises."""
    try:
        yield
    except discord.HTTPException as error:
        raise refused(asked, error, permission) from None
    except discord.RateLimited as error:
        raise Trouble("Discord wants me to wait.", timedelta(seconds=error.retry_after), for_all=True) from None
    except (TimeoutError, aiohttp.ClientError, OSError, discord.DiscordException) as error:
        raise Trouble(f"Discord does not answer ({type(error).__name__}).") from None
    except RuntimeError as error:  # aiohttp's closed session, while the client stops
        raise Trouble(f"Discord does not answer ({type(error).__name__}).") from None
    except _NOT_OF_THE_API as error:
        log.warning("an answer of Discord's (%s) cannot be understood: %s", asked, type(error).__name__)
        raise Trouble("Discord's answers cannot be understood just now.") from None


def refused(
    asked: Asked, error: discord.HTTPException, permission: Callable[[], str] = lambda: ""
) -> Trouble | Unreachable:
    """What a refusal means for hosting."""
    found = refusals.settled(asked, error.status, error.code)
    if found is not None:
        return Unreachable(found.why.format(permission=permission() or "`/doctor` says which"), found.kind)
    known = refusals.passing(error.status, error.code)
    return Trouble(known.why, known.pause, known.for_all, known.quarantined)
