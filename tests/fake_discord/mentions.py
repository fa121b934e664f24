"""Whom a message names, less what `allowed_mentions` rules out, and whom it notifies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tests.fake_discord.components import texts
from tests.fake_discord.permissions import Permission
from tests.fake_discord.things import Channel, Json, Message

if TYPE_CHECKING:
    from tests.fake_discord.world import World

USER: Final = re.compile(r"<@!?(\d+)>")
ROLE: Final = re.compile(r"<@&(\d+)>")
EVERYONE: Final = re.compile(r"@(?:everyone|here)\b")
ANYTHING: Final[Json] = {"parse": ["users", "roles", "everyone"]}


def note(world: World, channel: Channel, message: Message, allowed: Json | None) -> None:
    """Note on a message whom it names, of those who can see the channel; without `allowed` all of them."""
    text = "\n".join([message.content, *texts(message.components)])
    rules = ANYTHING if allowed is None else allowed
    message.mentions = [one for one in _named(USER, text, rules, "users") if _sees(world, channel, one)]
    message.mentioned_roles = _named(ROLE, text, rules, "roles") if channel.guild else []
    may = bool(channel.guild) and "everyone" in (rules.get("parse") or []) and _may_call_all(world, channel, message)
    message.mentions_everyone = may and EVERYONE.search(text) is not None


def _named(pattern: re.Pattern[str], text: str, rules: Json, kind: str) -> list[int]:
    """The ids of a kind in a text that the rules let through, each once."""
    named = dict.fromkeys(int(one) for one in pattern.findall(text))
    if kind in (rules.get("parse") or []):
        return list(named)
    listed = {int(one) for one in rules.get(kind) or []}
    return [one for one in named if one in listed]


def _sees(world: World, channel: Channel, user_id: int) -> bool:
    user = world.users.get(user_id)
    return user is not None and bool(world.permissions(channel, user) & Permission.VIEW_CHANNEL)


def _may_call_all(world: World, channel: Channel, message: Message) -> bool:
    return bool(world.permissions(channel, message.author) & Permission.MENTION_EVERYONE)


def notified(world: World, channel: Channel, message: Message) -> set[int]:
    """The users whom a new message pings: by name, by a role, or all at once; never its author."""
    found = set(message.mentions)
    members = channel.guild.members.values() if channel.guild else ()
    roles = set(message.mentioned_roles) if _may_call_all(world, channel, message) else set()
    for member in members:
        if (message.mentions_everyone or roles & set(member.roles)) and _sees(world, channel, member.user.id):
            found.add(member.user.id)
    return found - {message.author.id}
