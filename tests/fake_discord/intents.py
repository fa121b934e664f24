"""What of an event a gateway session gets to see, by the intents it identified with."""

from __future__ import annotations

from enum import IntFlag
from typing import Final

from tests.fake_discord.things import Json


class Intent(IntFlag):
    """The bits that mean something here."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED: Final = int(Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT)
MEMBER_EVENTS: Final = frozenset({"GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"})
MESSAGE_EVENTS: Final = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"})
CONTENT: Final[Json] = {"content": "", "embeds": [], "attachments": [], "components": []}


def needed(name: str, data: Json, bot_id: int) -> int:
    """The intent without which an event is not sent; 0 for those that everybody gets."""
    if name == "INTERACTION_CREATE":
        return 0
    if name in MEMBER_EVENTS:
        return Intent.GUILD_MEMBERS
    if name == "GUILD_BAN_ADD":
        return Intent.GUILD_MODERATION
    if name in MESSAGE_EVENTS:
        return Intent.GUILD_MESSAGES if "guild_id" in data else Intent.DIRECT_MESSAGES
    if name == "CHANNEL_PINS_UPDATE" and "guild_id" not in data:
        return Intent.DIRECT_MESSAGES
    if name == "THREAD_MEMBERS_UPDATE" and not _about(data, bot_id):
        return Intent.GUILD_MEMBERS
    return Intent.GUILDS


def _about(data: Json, bot_id: int) -> bool:
    """Whether a change of thread members is about the bot itself."""
    added = [one["user_id"] for one in data.get("added_members") or []]
    return str(bot_id) in [*added, *(data.get("removed_member_ids") or [])]


def visible(name: str, data: Json, intents: int, bot_id: int) -> Json | None:
    """What a session is sent of an event: all, nothing, or a guild's message without its content."""
    wanted = needed(name, data, bot_id)
    if intents & wanted != wanted:
        return None
    if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and "guild_id" in data and not intents & Intent.MESSAGE_CONTENT:
        return without_content(data, bot_id)
    return data


def without_content(message: Json, bot_id: int) -> Json:
    """A guild's message as a bot without the message content intent gets it: its own and those that name it whole."""
    own = message["author"]["id"] == str(bot_id)
    named = any(one["id"] == str(bot_id) for one in message["mentions"])
    return message if own or named else message | CONTENT
