"""Bare discord.py, to compare the bot with: a client that sends one line back to everybody who writes.

As a program it logs in, does nothing, and prints how many megabytes of it are resident. Nothing of the product is
imported here.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Final

import discord

from benchmarks import payloads
from benchmarks.clock import BenchClock
from benchmarks.gateway import log_in, receive, settled
from benchmarks.payloads import START
from benchmarks.stub import StubDiscord

MESSAGES: Final = 2_000
_USERS: Final = 100
_STATM: Final = Path("/proc/self/statm")
_MEGABYTE: Final = 1 << 20


class Bare(discord.Client):
    """With the intents of the bot, which also keeps no messages."""

    def __init__(self) -> None:
        wanted = discord.Intents.none()
        wanted.guilds = wanted.dm_messages = True
        super().__init__(intents=wanted, max_messages=None)

    async def on_message(self, message: discord.Message) -> None:
        await message.channel.send("On file.")


async def logged_in() -> tuple[Bare, StubDiscord]:
    client, outside = Bare(), StubDiscord(BenchClock(START))
    await log_in(client, outside)
    return client, outside


async def rate(client: Bare, outside: StubDiscord) -> float:
    """Answers a second to messages that come all at once."""
    users = [outside.new_id() for _ in range(_USERS)]
    senders = [users[i % len(users)] for i in range(MESSAGES)]
    letters = [payloads.message(outside.new_id(), user, user, "12") for user in senders]
    before, began = len(outside.sent), time.perf_counter()
    for letter in letters:
        receive(client, "MESSAGE_CREATE", letter)
    await settled()
    assert len(outside.sent) - before == MESSAGES
    return MESSAGES / (outside.sent[-1].at - began)


def megabytes() -> float | None:
    """What is resident of this process; None where the system does not tell."""
    if not _STATM.exists():
        return None
    return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / _MEGABYTE


async def _idle() -> float | None:
    await logged_in()
    return megabytes()


if __name__ == "__main__":
    print(asyncio.run(_idle()) or "")
