"""One match, played through the bot by commands, buttons and direct messages, into its fourth round.

It is what `benchmarks/clones.py` makes many of. Discord's clock starts at the same instant every time, and all chance
comes from a seed, so that every run measures the same match.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from benchmarks import payloads
from benchmarks.bot import Bot
from benchmarks.clock import BenchClock
from benchmarks.payloads import START, STEP, Json

ROUNDS: Final = 3
"""Rounds that are over; the one after them is open, and everybody has sent in it."""
_ROUND: Final = timedelta(hours=24)
_JUST: Final = timedelta(minutes=2)
_JOIN: Final = re.compile(r"join:(\w+)")
_SMALL: Final = 10**9
"""Below the ids of Discord's: no number that is drawn is taken for one."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class SeededChance:
    """The port `Chance`. Nonces are in small letters, so that none of them holds a match's code."""

    def __init__(self) -> None:
        self._random = random.Random(1)  # noqa: S311 - a benchmark has no secrets

    def below(self, n: int) -> int:
        return self._random.randrange(min(n, _SMALL))

    def nonce(self) -> str:
        return "".join(self._random.choice(_LETTERS) for _ in range(24))


@dataclass(frozen=True, slots=True)
class Template:
    """A database with one match in it, the process gone."""

    file: Path
    code: str
    players: tuple[int, ...]
    """User ids, by seat."""
    rounds: int
    """Rounds that are over."""
    at: datetime
    """Discord's time when the process went."""

    @property
    def deadline(self) -> datetime:
        """When the open round's deadline passes, at most a minute later."""
        return START + (self.rounds + 1) * _ROUND


async def played(file: Path, players: int, rounds: int = ROUNDS) -> Template:
    """Play a match of so many players on a new file, and close the file."""
    clock = BenchClock(START)
    bot = await Bot.on(file, clock, durable=False, chance=SeededChance())
    bot.connected()
    await bot.settle()
    code, card = await _opened(bot)
    first = bot.discord.new_id()
    users = tuple(first + seat * STEP for seat in range(players))
    await _join(bot, code, card, users)
    said = await bot.command("match start", match=code)
    assert "has begun" in said, said
    for turn in range(1, rounds + 1):
        await _everybody_sends(bot, users, turn)
        await _pass(bot, START + turn * _ROUND)
    await _everybody_sends(bot, users, rounds + 1)
    at = clock.now()
    await bot.close()
    return Template(file, code, users, rounds, at)


async def _opened(bot: Bot) -> tuple[str, Json]:
    """Open a sign-up: the match's code, and the card with the Join button."""
    said = await bot.command("match create", ruleset="ghost-ladder", least=3, most=100)
    for sent in bot.discord.sent:
        components = sent.body.get("components")
        if found := _JOIN.search(str(components)):
            return found[1], payloads.message(1, sent.channel_id, payloads.BOT, components=components)
    raise AssertionError(said)


async def _join(bot: Bot, code: str, card: Json, users: tuple[int, ...]) -> None:
    """Everybody presses Join, one right after the other."""
    tokens = [bot.press(user, f"join:{code}", card) for user in users]
    await bot.settle()
    for said in (bot.discord.answered[token] for token in tokens):
        assert code in said, said


async def _everybody_sends(bot: Bot, users: tuple[int, ...], turn: int) -> None:
    for seat, user in enumerate(users):
        bot.dm(user, str((seat * 7 + turn) % 12))
    await bot.settle()


async def _pass(bot: Bot, deadline: datetime) -> None:
    """A sweep shortly before the deadline, so that the bot was there, and one after it."""
    for instant in (deadline - _JUST, deadline + _JUST):
        bot.clock.put_to(instant)
        await bot.sweep()
