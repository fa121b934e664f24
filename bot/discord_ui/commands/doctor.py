"""`/doctor`: everything that a server's owner may have to mend, each with a tick or what to do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot import __version__
from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.commands.places import unfit
from bot.discord_ui.desk import Desk
from bot.discord_ui.permissions import name_of
from bot.hosting import words
from bot.hosting.desk import waiting
from bot.hosting.desk.access import is_host
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players.lobby import is_open
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from bot.hosting.recording import quarantine

NEEDED: Final = {
    "view_channel": "to see the channel at all",
    "send_messages": "for the sign-up card",
    "create_public_threads": "for the match's thread",
    "send_messages_in_threads": "for the posts of the match",
    "read_message_history": "to find what was said before a crash, instead of saying it twice",
    "pin_messages": "for the board",
}
"""Permissions, and what each is for."""
FOR_HOSTS: Final = {
    "view_channel": "to see it at all",
    "send_messages": "for what hosts must know, and what players ask",
}
"""What the hosts' channel needs."""
FOR_PLAYERS_ONLY: Final = {"create_private_threads": "for the match's thread, which is for its players only"}
"""What a match with a thread of that kind needs besides."""
_SKEW: Final = timedelta(seconds=30)
_LONG: Final = timedelta(minutes=10)
"""What has waited for so long does not get through by the next try."""


def command(desk: Desk) -> app_commands.Command[app_commands.Group, ..., None]:
    @app_commands.command(name="doctor", description="Whether all is well with me in this server (hosts)")
    @app_commands.guild_only()
    async def doctor(interaction: discord.Interaction) -> None:
        lines = list(_here(interaction)) if interaction.guild is not None else []
        looking = _look(desk, asker_of(interaction), interaction.guild, lines)
        await answer(interaction, asyncio.ensure_future(looking))

    return doctor


async def _look(desk: Desk, asker: Asker, guild: discord.Guild | None, lines: list[str]) -> Answer | None:
    """Discord itself is asked first, which may take longer than it waits for an answer."""
    skew = await _skew(desk)
    deed = partial(_examine, desk.house.clock.now(), asker, guild, [*lines, skew])
    return await desk.house.queue.put(deed, whose=asker.user_id)


def _here(interaction: discord.Interaction) -> Iterator[str]:
    yield from _permissions("this channel", interaction.app_permissions)


def _permissions(where: str, held: discord.Permissions, needed: Mapping[str, str] = NEEDED) -> Iterator[str]:
    missing = [(name, why) for name, why in needed.items() if not getattr(held, name)]
    if not missing:
        yield words.well(f"Permissions in {where}")
    for name, why in missing:
        yield words.unwell(f"{where}: I lack **{name_of(name)}**, {why}.")


async def _skew(desk: Desk) -> str:
    """Discord's clock decides; the machine's only wakes me, but a wrong one is worth knowing."""
    try:
        apart = abs(await desk.house.clock.discord() - datetime.now(UTC))
    except Trouble:
        return words.unwell("Discord does not answer me just now.")
    if apart > _SKEW:
        return words.unwell(f"This machine's clock is off by {apart.total_seconds():.0f} seconds. Deadlines are not.")
    return words.well("The machine's clock")


async def _examine(now: datetime, asker: Asker, guild: discord.Guild | None, lines: list[str], unit: Unit) -> Answer:
    """Not of matches in which the asker plays: whom I cannot reach is nothing for a player's eyes."""
    if not await is_host(unit, asker):
        return Answer(words.NOT_A_HOST, ok=False)
    quarantined = await quarantine.last_seen(unit, now)
    if quarantined is not None:
        lines.append(words.unwell(words.in_quarantine(quarantined)))
    server = await unit.server(asker.guild_id)
    lines += [*_hosts(guild, server.host_role_id), *_office(guild, server.host_channel_id)]
    for hosted in await unit.matches_in(asker.guild_id):
        if is_open(hosted) and not hosted.ever(asker.user_id):
            lines += [*_match(hosted, guild), *await _unreached(hosted, asker.user_id, now, unit)]
    lines.append(words.well(f"The database, version {__version__}"))
    return Answer("\n".join([words.DOCTOR, *lines]))


def _hosts(guild: discord.Guild | None, role_id: int | None) -> Iterator[str]:
    if guild is not None and role_id is not None and guild.get_role(role_id) is None:
        yield words.unwell("The hosts' role is gone: only Manage Server hosts. Choose one with `/server hosts`.")


def _office(guild: discord.Guild | None, channel_id: int | None) -> Iterator[str]:
    """The hosts' channel: what is said there in vain, nobody hears of."""
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    if guild is not None and channel is not None:
        yield from _permissions(f"the hosts' channel <#{channel.id}>", channel.permissions_for(guild.me), FOR_HOSTS)
    elif channel_id is not None:
        yield words.unwell("The hosts' channel is gone, or I cannot see it. Choose one with `/server channel`.")


def _match(hosted: Hosted, guild: discord.Guild | None) -> Iterator[str]:
    channel = None if guild is None else guild.get_channel(hosted.channel_id)
    code = hosted.match.code
    if guild is None or channel is None:
        yield words.unwell(f"Match {code}: its channel is gone, or I cannot see it.")
        return
    needed = {**NEEDED, **FOR_PLAYERS_ONLY} if hosted.match.private else NEEDED
    yield from _permissions(f"<#{channel.id}> (match {code})", channel.permissions_for(guild.me), needed)
    yield from _role(hosted, guild)
    thread = None if hosted.thread_id is None else guild.get_thread(hosted.thread_id)
    if thread is not None and thread.locked:
        yield words.unwell(f"Match {code}: its thread is locked. Unlock it.")
    if isinstance(channel, (discord.TextChannel, discord.ForumChannel)):
        yield from (words.unwell(f"Match {code}: {why}") for why in unfit(channel, hosted.match.private))
    if hosted.thread_id is None:
        yield words.unwell(f"Match {code}: it has no thread yet, and cannot start without.")
    if isinstance(channel, discord.ForumChannel) and not channel.available_tags:
        yield words.unwell(f"Match {code}: the forum has no tags. Give it some, or let me: Manage Channels.")


def _role(hosted: Hosted, guild: discord.Guild) -> Iterator[str]:
    """The players' role, where there is one."""
    code, role_id = hosted.match.code, hosted.match.player_role
    role = None if role_id is None else guild.get_role(role_id)
    if role_id is not None and role is None:
        yield words.unwell(f"Match {code}: its players' role is gone. The match goes on without.")
    if role is not None and not (guild.me.guild_permissions.manage_roles and guild.me.top_role > role):
        yield words.unwell(
            f"Match {code}: I cannot give its players' role. I need Manage Roles, and a role of my own that stands "
            "above it."
        )


async def _unreached(hosted: Hosted, user_id: int, now: datetime, unit: Unit) -> list[str]:
    """What does not get through, by person; the hosts first."""
    code, kept = hosted.match.code, await waiting.parcels(hosted, user_id, unit)
    found = [words.unwell(f"{waiting.line(hosted, kept)} Any command of its desk shows it.")] if kept else []
    for user in [p.user_id for p in hosted.sitting if p.user_id is not None]:
        since = await unit.waits_since(f"user:{user}")
        if await unit.parked(f"user:{user}"):
            found.append(words.unwell(f"Match {code}: <@{user}>'s direct messages are closed."))
        elif since is not None and now - since >= _LONG:
            found.append(words.unwell(words.not_taken(code, user, since)))
    if await unit.parked(f"thread:{hosted.id}"):
        found.append(words.unwell(f"Match {hosted.match.code}: posts wait. Mend the thread, then `/host repost`."))
    return found
