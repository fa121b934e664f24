"""Answering an interaction: deferred first and for its sender alone, then what the queue says once it is committed.

An answer that Discord does not take reaches its asker by direct message.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, Protocol, cast

import discord

from bot.discord_ui.components import view_of
from bot.discord_ui.postman import file_of
from bot.discord_ui.troubles import translated
from bot.hosting import words
from bot.hosting.context import Show
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Request
from bot.hosting.ports.discord import Trouble
from bot.hosting.presenting.rendering import split
from bot.hosting.recording.queue import where

log = logging.getLogger(__name__)


class Writes(Protocol):
    """A client that can also reach a person by direct message."""

    def write(self, user_id: int, said: Answer) -> None: ...

    def holds(self, user_id: int) -> bool:
        """Whether what they do waits until what they sent before is read."""

    async def bring(self, user_id: int, show: Show) -> None:
        """Show what could not be written to them."""


def asker_of(interaction: discord.Interaction) -> Asker:
    """Who asks, as Discord vouches for it."""
    user = interaction.user
    roles, silenced = frozenset[int](), False
    if isinstance(user, discord.Member):
        roles = frozenset(role.id for role in user.roles)
        silenced = user.timed_out_until is not None and user.timed_out_until > interaction.created_at
    return Asker(
        user.id,
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        roles,
        interaction.permissions.manage_guild,
        interaction.id,
        silenced,
    )


async def defer(interaction: discord.Interaction) -> None:
    """Ephemeral from the first response on; on a component, too, the answer must not be public.

    Where Discord does not take it (three seconds have passed, say), the answer is tried all the same.
    """
    try:
        with translated("answer"):
            await interaction.response.defer(ephemeral=True, thinking=True)
    except Trouble as error:
        log.warning("an answer could not be deferred: %s", error)


async def answer(interaction: discord.Interaction, waiting: asyncio.Future[Answer | None]) -> None:
    """Defer, wait for the commit, and say it. `waiting` was put on the queue before anything was awaited."""
    await defer(interaction)
    await asyncio.wait([waiting], timeout=limits.ANSWER_SECONDS)
    if not waiting.done() and cast(Writes, interaction.client).holds(interaction.user.id):
        await tell(interaction, Answer(words.NOT_YET))
    said = await waiting
    await tell(interaction, said or Answer(words.DONE))


async def tell(interaction: discord.Interaction, said: Answer) -> None:
    """Say it where it was asked for; what Discord does not take there is written to the person."""
    pieces = list(split(said.text))
    for i, piece in enumerate(pieces):
        try:
            with translated("answer"):
                await _say(interaction, piece, said if i == len(pieces) - 1 else None)
        except Trouble as error:
            log.warning("an answer goes out by direct message: %s", error)
            rest = Answer("\n".join(pieces[i:]), said.ok, said.file, said.buttons)
            cast(Writes, interaction.client).write(interaction.user.id, rest)
            return
    await cast(Writes, interaction.client).bring(interaction.user.id, partial(_show, interaction))


async def _show(interaction: discord.Interaction, request: Request) -> None:
    """What could not be written to them. Raises Trouble."""
    with translated("answer"):
        await _say(interaction, request.content, Answer("", buttons=request.buttons))


async def _say(interaction: discord.Interaction, piece: str, last: Answer | None) -> None:
    """One piece; the last one carries the answer's file and buttons."""
    extras: dict[str, Any] = {}
    if last is not None and last.file is not None:
        extras["file"] = file_of(*last.file)
    if last is not None and (view := view_of(last.buttons)) is not None:
        extras["view"] = view
    none = discord.AllowedMentions.none()
    await interaction.followup.send(piece, ephemeral=True, allowed_mentions=none, **extras)


async def apologise(interaction: discord.Interaction, what: str, error: BaseException) -> None:
    """Something of ours broke: say so, whatever happened. The log learns where, and nothing of what was typed."""
    log.error("%s failed: %s", what, where(error))
    try:
        if not interaction.response.is_done():
            await defer(interaction)
        await tell(interaction, Answer(words.FAILED, ok=False))
    except Exception as second:
        log.error("nobody was told of it: %s", where(second))
