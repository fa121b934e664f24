"""What Discord's gateway brings and what its HTTP answers, as JSON: only what discord.py needs of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

Json = dict[str, Any]

START: Final = datetime(2026, 3, 2, 12, 0, 0, tzinfo=UTC)
"""Discord's time when it all begins."""

STEP: Final = 1 << 10
"""All ids that Discord gives out are multiples of it: so many clones of a match have ids of their own
(benchmarks/clones.py)."""
OF_A_SERVER: Final = 10
"""Matches that are played in the same server."""
APPLICATION: Final = 10
BOT: Final = 11
HOST: Final = 12
GUILD: Final = 900_000_000_000_000_000
"""The server of the first ten matches; the next ten are played in the next one, and so on."""
CHANNEL: Final = 910_000_000_000_000_000
"""Its channel for matches; the next server's channel has the next number."""
_ALL: Final = str((1 << 53) - 1)
_TEXT: Final = 0
_DM: Final = 1
_THREAD: Final = 11
_LONG_AGO: Final = "2026-01-01T00:00:00+00:00"


def server_of(number: int) -> int:
    """The number of the server in which a clone is played; the match that was played has number 0."""
    return number // OF_A_SERVER


def user(user_id: int) -> Json:
    name = f"Player {user_id // STEP % 4096 + 1}"
    face: Json = {"id": str(user_id), "username": name, "global_name": name, "discriminator": "0", "avatar": None}
    return {**face, "bot": user_id == BOT}


def member(user_id: int) -> Json:
    return {"user": user(user_id), "roles": [], "joined_at": _LONG_AGO, "deaf": False, "mute": False, "flags": 0}


def message(number: int, channel_id: int, author: int, content: str = "", **more: Any) -> Json:
    """A message, as the gateway brings it and as HTTP gives it back."""
    return {
        "id": str(number),
        "channel_id": str(channel_id),
        "author": user(author),
        "content": content,
        "timestamp": _LONG_AGO,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
        **more,
    }


def direct_channel(user_id: int) -> Json:
    """The channel of somebody's direct messages; it has the number of its user."""
    return {"id": str(user_id), "type": _DM, "last_message_id": None, "recipients": [user(user_id)]}


def channel(channel_id: int, guild_id: int) -> Json:
    return {
        "id": str(channel_id),
        "type": _TEXT,
        "guild_id": str(guild_id),
        "name": "games",
        "position": 0,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": [],
    }


def thread(thread_id: int, number: int) -> Json:
    """A thread of a match, in the channel of the server of that number."""
    whole = {"archived": False, "auto_archive_duration": 10_080, "archive_timestamp": _LONG_AGO, "locked": False}
    return {
        **channel(thread_id, GUILD + number),
        "type": _THREAD,
        "parent_id": str(CHANNEL + number),
        "owner_id": str(BOT),
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": whole,
    }


def guild(number: int) -> Json:
    """The server of that number (0 for the first), with its channel and the bot in it."""
    guild_id, everyone = GUILD + number, {"name": "@everyone", "permissions": _ALL, "position": 0, "color": 0}
    everyone |= {"id": str(guild_id), "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    return {
        "id": str(guild_id),
        "name": "The Tower",
        "owner_id": str(HOST),
        "roles": [everyone],
        "channels": [channel(CHANNEL + number, guild_id)],
        "members": [member(BOT)],
        "member_count": 1,
        "emojis": [],
        "stickers": [],
        "features": [],
        "threads": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "explicit_content_filter": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "afk_timeout": 300,
        "system_channel_flags": 0,
    }


def application() -> Json:
    return {
        "id": str(APPLICATION),
        "name": "Dealer",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "owner": user(HOST),
        "team": None,
    }


# --- interactions -----------------------------------------------------------------------------------------------------


def command(number: int, user_id: int, guild_no: int, name: str, options: dict[str, Any]) -> Json:
    """`/group name …`, given in the server's channel. Options are texts, whole numbers and yes or no."""
    group, sub = name.split()
    typed = [{"name": key, "type": _KINDS[type(value)], "value": value} for key, value in options.items()]
    chosen = {"name": sub, "type": 1, "options": typed}
    data = {"id": "1", "name": group, "type": 1, "options": [chosen]}
    return {**_interaction(number, user_id, guild_no), "type": 2, "data": data}


def press(number: int, user_id: int, guild_no: int, custom_id: str, under: Json) -> Json:
    """A button under a message of the server's channel."""
    data = {"custom_id": custom_id, "component_type": 2}
    return {**_interaction(number, user_id, guild_no), "type": 3, "data": data, "message": under}


_KINDS: Final = {str: 3, int: 4, bool: 5}


def _interaction(number: int, user_id: int, guild_no: int) -> Json:
    where = channel(CHANNEL + guild_no, GUILD + guild_no)
    return {
        "id": str(number),
        "application_id": str(APPLICATION),
        "token": f"token-{number}",
        "version": 1,
        "guild_id": str(GUILD + guild_no),
        "guild": {"id": str(GUILD + guild_no), "locale": "en-US", "features": []},
        "channel_id": where["id"],
        "channel": where,
        "member": {**member(user_id), "permissions": _ALL if user_id == HOST else "0"},
        "app_permissions": _ALL,
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 1 << 23,
        "context": 0,
    }
