"""Where a match can live: a text channel, from whose card a thread grows, or a forum."""

from __future__ import annotations

import discord
from discord import app_commands

Place = discord.TextChannel | discord.ForumChannel


class ToPlace(app_commands.Transformer):
    """discord.py counts media channels among the forums, and Discord does not describe them: they are not offered."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]

    async def transform(self, interaction: discord.Interaction, value: app_commands.AppCommandChannel, /) -> Place:
        channel = value.resolve()
        if not isinstance(channel, Place):
            raise app_commands.TransformerError(value, self.type, self)
        return channel
