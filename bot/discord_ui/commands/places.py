"""Where a match can live: a text channel, from whose card a thread grows, or a forum."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.permissions import held_in
from bot.hosting import words
from bot.hosting.presenting.board import TAGS

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


def unfit(place: Place, private: bool) -> list[str]:
    """Why a match cannot have its place there, whatever permissions are given later; none where it can. `private`: its
    thread is to be for players only."""
    if isinstance(place, discord.ForumChannel):
        return [*([words.PRIVATE_FORUM] if private else []), *untagged(place)]
    return [words.PRIVATE_ANNOUNCEMENT] if private and place.is_news() else []


def untagged(forum: discord.ForumChannel) -> list[str]:
    """What is missing where a forum takes no post without a tag, and has none for a match that signs up."""
    held = held_in(forum)
    usable = [t.name.casefold() for t in forum.available_tags if not t.moderated or held.manage_threads]
    if not forum.flags.require_tag or held.manage_channels or TAGS[0].casefold() in usable:
        return []
    return [words.tag_required(TAGS)]
