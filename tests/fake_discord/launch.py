"""Points discord.py at a fake Discord. As a program it does so for a process of its own and then runs the bot there:

FAKE_DISCORD_API=http://127.0.0.1:…/api/v10 FAKE_DISCORD_GATEWAY=ws://127.0.0.1:…/gateway python -P launch.py run …
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

API: Final = "FAKE_DISCORD_API"
GATEWAY: Final = "FAKE_DISCORD_GATEWAY"


def environment(api: str, gateway: str) -> dict[str, str]:
    """The variables that this program reads."""
    return {API: api, GATEWAY: gateway}


def command(*arguments: str) -> list[str]:
    """The command line of a bot's process. `-P` keeps this folder off its import path."""
    return [sys.executable, "-P", str(Path(__file__).resolve()), *arguments]


def point_at(api: str, gateway: str) -> None:
    """Send everything that discord.py of this process says to other addresses."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@contextmanager
def pointed_at(api: str, gateway: str) -> Iterator[None]:
    """The same for a while."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_at(api, gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


def main() -> int:
    """Run the bot's own command line, pointed at the fake Discord."""
    point_at(os.environ[API], os.environ[GATEWAY])
    from bot.__main__ import main as run_bot

    return run_bot()


if __name__ == "__main__":
    sys.exit(main())
