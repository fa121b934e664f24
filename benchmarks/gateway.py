"""discord.py without Discord: a client that is logged in at the stub, and events as if its gateway had brought them.

These are the few places where discord.py is reached below what it documents: nothing of it lets a gateway be played
otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord

from benchmarks.payloads import Json
from benchmarks.stub import StubDiscord

TOKEN: Final = "no token of Discord's"  # noqa: S105


Request = Callable[..., Awaitable[Any]]
"""As `discord.http.HTTPClient.request`: a route, and what is sent to it."""


async def log_in(client: discord.Client, outside: StubDiscord) -> None:
    """Log in. From then on the stub answers whatever the client asks, in place of discord.py's one method that speaks
    HTTP."""
    with outside.sessions():
        await client.login(TOKEN)
    put_before(client, outside.request)


def put_before(client: discord.Client, request: Request) -> None:
    """Let this take the place of the one method of discord.py that speaks HTTP."""
    vars(client.http)["request"] = request


def own_request(client: discord.Client) -> Request:
    """That method itself, with discord.py's handling of rate limits; what it asks goes to the stub's session."""
    return partial(type(client.http).request, client.http)


def receive(client: discord.Client, event: str, data: Json) -> None:
    """What discord.py does with an event that its gateway has read."""
    client._connection.parsers[event](data)


async def settled(within: float | None = None) -> bool:
    """Until no other task runs: clients and bot are tasks while they have something to do, and not otherwise. False
    where that took longer than `within` seconds."""
    try:
        async with asyncio.timeout(within):
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others)
    except TimeoutError:
        return False
    return True
