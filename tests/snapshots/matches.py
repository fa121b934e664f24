"""Whole matches, word for word: what everybody reads, and what each of the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import discord

from bot.rehearsal.picture import Album
from bot.rehearsal.shows import played
from bot.rehearsal.theatre import Theatre

SEED: Final = 1
_MENTION: Final = re.compile(r"<@(\d+)>")


async def written(ruleset: str) -> str:
    """The show of this ruleset: the card, the thread, the board as it stands at the end, and everybody's messages."""
    names: dict[int, str] = {}
    async with played(ruleset, SEED, Album(), names) as theatre:
        text = "\n\n".join(_parts(theatre))
    return _MENTION.sub(lambda m: f"@{names.get(int(m[1]), m[1])}", text) + "\n"


def _parts(theatre: Theatre) -> Iterator[str]:
    posts = [m for m in theatre.public_messages() if m.type is discord.MessageType.default]
    yield _part("the card", [theatre.card])
    yield _part("the thread", [m for m in posts if not m.pinned])
    yield _part("the board", [theatre.board])
    for name in theatre.people:
        yield _part(f"{name}, who reads", theatre.messages_to(name))


def _part(title: str, messages: Iterable[discord.Message]) -> str:
    return "\n\n".join([f"==== {title} ====", *map(_shown, messages)])


def _shown(message: discord.Message) -> str:
    if not message.author.bot:
        return f"> {message.content}"
    buttons = [c.label or "" for row in message.components for c in _buttons(row)]
    return "\n".join([message.content, *([f"[{'] ['.join(buttons)}]"] if buttons else [])])


def _buttons(row: discord.Component) -> list[discord.Button]:
    return [c for c in row.children if isinstance(c, discord.Button)] if isinstance(row, discord.ActionRow) else []
