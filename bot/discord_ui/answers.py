"""Answering an interaction: deferred first and for its sender alone, then what the queue says once it is committed."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.discord_ui.components import view_of
from bot.discord_ui.postman import file_of
from bot.hosting.desk.access import Asker
from bot.hosting.ports import Answer
from bot.hosting.rendering import split

log = logging.getLogger(__name__)


def asker_of(interaction: discord.Interaction) -> Asker:
    """Who asks, as Discord vouches for it."""
    user = interaction.user
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()
    return Asker(
        user.id,
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        roles,
        interaction.permissions.manage_guild,
        interaction.id,
    )


async def defer(interaction: discord.Interaction) -> None:
    """Ephemeral from the first response on; on a component, too, the answer must not be public."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def answer(interaction: discord.Interaction, waiting: asyncio.Future[Answer | None]) -> None:
    """Defer, wait for the commit, and say it. `waiting` was put on the queue before anything was awaited."""
    await defer(interaction)
    said = await waiting
    await tell(interaction, said or Answer("Done."))


async def tell(interaction: discord.Interaction, said: Answer) -> None:
    pieces = list(split(said.text))
    for i, piece in enumerate(pieces):
        last = i == len(pieces) - 1
        extras: dict[str, Any] = {}
        if last and said.file is not None:
            extras["file"] = file_of(*said.file)
        if last and (view := view_of(said.buttons)) is not None:
            extras["view"] = view
        none = discord.AllowedMentions.none()
        await interaction.followup.send(piece, ephemeral=True, allowed_mentions=none, **extras)
