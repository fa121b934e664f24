"""Who is in a server and what they may do there: the port `Roster` on Discord.

Servers, roles and channels are as the gateway has brought them, which is at once; members are asked for, since nobody
brings those.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import discord
from discord import Permissions
from discord.abc import GuildChannel

from bot.discord_ui.troubles import translated
from bot.hosting.ports import Member, Obstacle, Trouble

_NO_MEMBER: Final = (10007, 10013)
"""Not in the server; no such account any more."""
_SILENCED: Final = Permissions(view_channel=True, read_message_history=True)
"""What Discord leaves to who is timed out."""


class DiscordRoster:
    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        """`now`: Discord's clock, by which somebody is timed out."""
        self._client = client
        self._now = now
        self.connected: Callable[[], bool] = lambda: True
        """Whether the gateway brings what changes; without it, nothing here is known to be so still."""

    async def member(self, guild_id: int, user_id: int) -> Member | None:
        with translated():
            try:
                data = await self._client.http.get_member(guild_id, user_id)
            except discord.NotFound as error:
                if error.code in _NO_MEMBER:
                    return None
                raise
        guild = self._guild(guild_id)
        roles = frozenset(int(role) for role in data["roles"])
        until = discord.utils.parse_time(data.get("communication_disabled_until"))
        silenced = until is not None and until > self._now()
        return Member(user_id, roles, _everywhere(guild, user_id, roles).manage_guild, silenced)

    def may_read(self, guild_id: int, channel_id: int, member: Member) -> bool:
        return self._permissions(guild_id, channel_id, member).view_channel

    def may_write(self, guild_id: int, channel_id: int, member: Member, in_threads: bool) -> bool:
        may = self._permissions(guild_id, channel_id, member)
        return may.view_channel and (may.send_messages_in_threads if in_threads else may.send_messages)

    def reached(self, guild_id: int, channel_id: int) -> bool:
        channel = self._guild(guild_id).get_channel(channel_id)
        if channel is None:
            return False
        mine = channel.permissions_for(channel.guild.me)
        return mine.view_channel and mine.send_messages

    def obstacle(self, guild_id: int, role_id: int, giver: Member) -> Obstacle | None:
        guild = self._guild(guild_id)
        role, me = guild.get_role(role_id), guild.me
        if role is None:
            return "gone"
        if role.is_default():
            return "everyone"
        if role.managed:
            return "managed"
        if not role.permissions <= guild.default_role.permissions:
            return "too much"
        if not _gives(guild, giver.user_id, giver.role_ids, role):
            return "not theirs"
        mine = frozenset(r.id for r in me.roles)
        return None if _gives(guild, me.id, mine, role) else "not mine"

    def _guild(self, guild_id: int) -> discord.Guild:
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable or not self.connected():
            raise Trouble("the server is out of sight")
        return guild

    def _permissions(self, guild_id: int, channel_id: int, member: Member) -> Permissions:
        """None where there is no such channel."""
        guild = self._guild(guild_id)
        channel = guild.get_channel(channel_id)
        if channel is None:
            return Permissions.none()
        may = _in_channel(channel, member.user_id, member.role_ids)
        return Permissions(may.value & _SILENCED.value) if member.silenced else may


def _everywhere(guild: discord.Guild, user_id: int, role_ids: frozenset[int]) -> Permissions:
    """What somebody may do in a server, before a channel's own exceptions."""
    may = Permissions(guild.default_role.permissions.value)
    for role in guild.roles:
        if role.id in role_ids:
            may.value |= role.permissions.value
    return Permissions.all() if user_id == guild.owner_id or may.administrator else may


def _in_channel(channel: GuildChannel, user_id: int, role_ids: frozenset[int]) -> Permissions:
    """As Discord works them out: those of everyone, then those of all roles together, then those of the person."""
    may = _everywhere(channel.guild, user_id, role_ids)
    if may.administrator:
        return may
    exceptions = {whom.id: exception.pair() for whom, exception in channel.overwrites.items()}
    layers = [[channel.guild.default_role.id], [r for r in role_ids if r != channel.guild.default_role.id], [user_id]]
    for layer in layers:
        found = [exceptions[one] for one in layer if one in exceptions]
        for _, denied in found:
            may.value &= ~denied.value
        for allowed, _ in found:
            may.value |= allowed.value
    return may


def _gives(guild: discord.Guild, user_id: int, role_ids: frozenset[int], role: discord.Role) -> bool:
    """Whether somebody could give a role by hand."""
    if user_id == guild.owner_id:
        return True
    highest = max((r for r in guild.roles if r.id in role_ids), default=guild.default_role)
    return _everywhere(guild, user_id, role_ids).manage_roles and highest > role
