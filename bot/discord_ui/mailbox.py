"""Direct messages: from Discord's to hosting's, live and from the history."""

from __future__ import annotations

import discord

from bot.discord_ui.troubles import translated
from bot.hosting.ports import Letter

_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)


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
    return message.guild is None and not message.author.bot and message.type in _WRITTEN


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
            return [
                letter_of(message, from_history=True)
                async for message in channel.history(limit=None, after=discord.Object(after), oldest_first=True)
                if is_letter(message) and message.author.id == user_id
            ]
