"""Direct messages: from Discord's to hosting's, live and from the history."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.discord_ui.troubles import translated
from bot.hosting.model.records import Letter

WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
"""Somebody's own words, and not what Discord says of itself, in whoever's name."""


def letter_of(message: discord.Message, from_history: bool = False) -> Letter:
    reference = message.reference
    return Letter(
        message_id=message.id,
        user_id=message.author.id,
        text=message.content,
        readable=bool(message.content.strip()),
        reply_to=reference.message_id if reference is not None else None,
        edited_at=message.edited_at,
        from_history=from_history,
        channel_id=message.channel.id,
    )


def is_letter(message: discord.Message) -> bool:
    """A person's own words in a direct message; not what Discord or a bot says there."""
    return message.guild is None and not message.author.bot and message.type in WRITTEN


class Mailbox:
    """The port `Mail`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open(self, user_id: int) -> int:
        """Asked of Discord, whatever discord.py remembers: it forgets all channels at a restart, and keeps 128."""
        with translated("open"):
            opened = await self._client.http.start_private_message(user_id)
            return int(opened["id"])

    async def history(self, channel_id: int, user_id: int, after: int) -> list[Letter]:
        with translated("read"):
            channel = self._client.get_partial_messageable(channel_id)
            history = channel.history(limit=None, after=discord.Object(after), oldest_first=True)
            messages = [message async for message in history]
        ours = [m for m in messages if self._client.user is not None and m.author.id == self._client.user.id]
        answered = {m.reference.message_id for m in ours if m.reference is not None}
        theirs = [m for m in messages if is_letter(m) and m.author.id == user_id]
        return [replace(letter_of(m, from_history=True), answered=m.id in answered) for m in theirs]
