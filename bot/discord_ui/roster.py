"""Who is in a server and what they may do there: the port `Roster` on Discord.

Servers and channels are as the gateway has brought them, which is at once; members are asked for, since nobody brings
those, and so is what makes a role one that may be given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import discord
from discord import Permissions
from discord.abc import GuildChannel

from bot.discord_ui.troubles import translated
from bot.hosting.model.records import Member, Obstacle
from bot.hosting.ports.discord import Trouble

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

    def sees(self, guild_id: int) -> bool:
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable and self.connected()

    async def member(self, guild_id: int, user_id: int) -> Member | None:
        with translated("member"):
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

    async def obstacle(self, guild_id: int, role_id: int, giver: Member) -> Obstacle | None:
        guild, mine = self._guild(guild_id), await self.member(guild_id, self._me())
        with translated("member"):
            listed = await self._client.http.get_roles(guild_id)
        roles = {int(one["id"]): _Role.read(one) for one in listed}
        role, owner = roles.get(role_id), guild.owner_id
        if role is None:
            return "gone"
        if role_id == guild_id:
            return "everyone"
        if role.managed:
            return "managed"
        if not role.permissions <= roles[guild_id].permissions:
            return "too much"
        if giver.user_id != owner and not _gives(roles, {guild_id, *giver.role_ids}, role):
            return "not theirs"
        return None if mine is not None and _gives(roles, {guild_id, *mine.role_ids}, role) else "not mine"

    def _me(self) -> int:
        assert self._client.user is not None
        return self._client.user.id

    def _guild(self, guild_id: int) -> discord.Guild:
        guild = self._client.get_guild(guild_id)
        if guild is None or not self.sees(guild_id):
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


@dataclass(frozen=True, slots=True)
class _Role:
    """A role as Discord lists it."""

    rank: tuple[int, int]
    """The higher one stands above; of two in the same place, the older one."""
    permissions: Permissions
    managed: bool

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> _Role:
        rank = (int(data["position"]), -int(data["id"]))
        return cls(rank, Permissions(int(data["permissions"])), bool(data["managed"]))


def _gives(roles: Mapping[int, _Role], held: set[int], role: _Role) -> bool:
    """Whether who holds such roles could give another one by hand. `roles`: all of the server's."""
    own = [roles[one] for one in held if one in roles]
    allowed = any(one.permissions.manage_roles or one.permissions.administrator for one in own)
    return allowed and max(one.rank for one in own) > role.rank
