"""What the bot may do where, as the gateway has told it, and what a permission is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord


def name_of(permission: str) -> str:
    """`send_messages_in_threads`: Send Messages in Threads."""
    return permission.replace("_", " ").title().replace(" In ", " in ")


def held_in(channel: Any) -> discord.Permissions:
    """What the bot may do in a channel or thread of a server."""
    held: discord.Permissions = channel.permissions_for(channel.guild.me)
    return held


def needed(client: discord.Client, channel_id: int, names: Sequence[str]) -> str:
    """Which of the permissions are missing there. Where none is known to be, each may be the one."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
        return " or ".join(name_of(name) for name in names)
    other = "send_messages" if isinstance(channel, discord.Thread) else "send_messages_in_threads"
    fitting = [name for name in names if name != other] or list(names)
    missing = [name for name in fitting if not getattr(held_in(channel), name)]
    return " and ".join(name_of(name) for name in missing) or " or ".join(name_of(name) for name in fitting)
