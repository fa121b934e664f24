"""Who may do what where: roles, then a channel's overwrites, as Discord computes them."""

from __future__ import annotations

from enum import IntFlag
from typing import Final

from tests.fake_discord.things import Channel, Guild, Overwrite


class Permission(IntFlag):
    """The bits that this server looks at."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


P = Permission
ALL: Final = (1 << 53) - 1
EVERYONE: Final = int(
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.ADD_REACTIONS
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.USE_APPLICATION_COMMANDS
    | P.CREATE_PUBLIC_THREADS
    | P.SEND_MESSAGES_IN_THREADS
)
"""What members of a new guild may do."""
INVITED: Final = int(EVERYONE | P.PIN_MESSAGES | P.MANAGE_THREADS)
"""What the bot's own role grants unless a test says otherwise. Pinning has its own bit since 2026."""


def in_guild(guild: Guild, user_id: int) -> int:
    """The permissions of a member by its roles; 0 for who is no member, all for the owner and administrators."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    granted = guild.roles[guild.id].permissions
    for role_id in member.roles:
        granted |= guild.roles[role_id].permissions
    return ALL if user_id == guild.owner_id or granted & P.ADMINISTRATOR else granted


def in_channel(guild: Guild, channel: Channel, user_id: int) -> int:
    """The permissions of a member in a channel; in a thread those of its parent. 0 without VIEW_CHANNEL."""
    granted = in_guild(guild, user_id)
    if granted in (0, ALL):
        return granted
    roles = set(guild.members[user_id].roles)
    everyone = [o for o in channel.overwrites if o.target == guild.id]
    own_roles = [o for o in channel.overwrites if not o.is_member and o.target in roles]
    own = [o for o in channel.overwrites if o.is_member and o.target == user_id]
    for layer in (everyone, own_roles, own):
        granted = _overwritten(granted, layer)
    return granted if granted & P.VIEW_CHANNEL else 0


def _overwritten(granted: int, layer: list[Overwrite]) -> int:
    """One layer applied: all its denials, then all that it allows."""
    for overwrite in layer:
        granted &= ~overwrite.deny
    for overwrite in layer:
        granted |= overwrite.allow
    return granted
