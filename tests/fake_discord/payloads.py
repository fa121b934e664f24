"""How things look as JSON, by Discord's own API description."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from tests.fake_discord.clock import stamp
from tests.fake_discord.components import with_ids
from tests.fake_discord.permissions import ALL, in_channel
from tests.fake_discord.things import (
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Interaction,
    InteractionKind,
    Json,
    Member,
    Message,
    MessageKind,
    Role,
    User,
)

if TYPE_CHECKING:
    from tests.fake_discord.world import World

STICKER_FORMAT_PNG = 1
WAVEFORM = "AAAA"
VOICE_SECONDS = 2.0


def when(instant: datetime) -> str:
    """An instant as Discord writes it."""
    return instant.isoformat(timespec="microseconds")


def user(who: User) -> Json:
    """A user, as others see it."""
    face: Json = {
        "id": str(who.id),
        "username": who.username,
        "global_name": who.display_name,
        "discriminator": "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    return face | ({"bot": True} if who.bot else {})


def bare_member(member: Member) -> Json:
    """A member without its user, as messages carry it."""
    return {
        "nick": member.nick,
        "roles": [str(role) for role in member.roles],
        "joined_at": when(member.joined_at),
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "mute": False,
        "deaf": False,
        "flags": 0,
    }


def member(whose: Member) -> Json:
    """A member with its user."""
    return bare_member(whose) | {"user": user(whose.user)}


def role(what: Role) -> Json:
    """A role."""
    return {
        "id": str(what.id),
        "name": what.name,
        "permissions": str(what.permissions),
        "position": 0 if what.name == "@everyone" else 1,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": what.of_bot is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    } | ({"tags": {"bot_id": str(what.of_bot)}} if what.of_bot else {})


def channel(world: World, what: Channel) -> Json:
    """A channel of any kind."""
    if what.thread is not None:
        return thread(world, what)
    if what.kind is ChannelKind.DM:
        return _dm_channel(what)
    assert what.guild is not None
    face: Json = {
        "id": str(what.id),
        "type": int(what.kind),
        "guild_id": str(what.guild.id),
        "name": what.name,
        "topic": what.topic,
        "parent_id": None,
        "position": 0,
        "nsfw": False,
        "flags": 16 if what.tag_required else 0,
        "rate_limit_per_user": 0,
        "last_message_id": str(what.last_message_id) if what.last_message_id else None,
        "permission_overwrites": [
            {"id": str(o.target), "type": int(o.is_member), "allow": str(o.allow), "deny": str(o.deny)}
            for o in what.own_overwrites.values()
        ],
    }
    return face | (_forum_parts(what) if what.kind is ChannelKind.FORUM else {})


def _dm_channel(what: Channel) -> Json:
    assert what.recipient is not None
    return {
        "id": str(what.id),
        "type": int(ChannelKind.DM),
        "flags": 0,
        "last_message_id": str(what.last_message_id) if what.last_message_id else None,
        "recipients": [user(what.recipient)],
    }


def _forum_parts(what: Channel) -> Json:
    return {
        "available_tags": [
            {"id": str(tag), "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}
            for tag, name in what.tags.items()
        ],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    }


def thread(world: World, what: Channel) -> Json:
    """A thread, with the bot's own membership where it has one."""
    assert what.guild is not None
    assert what.parent is not None
    assert what.thread is not None
    own = what.thread.members.get(world.bot.id)
    said = sum(1 for m in what.history() if m.kind is not MessageKind.THREAD_STARTER and m.id != what.id)
    return {
        "id": str(what.id),
        "type": int(what.kind),
        "guild_id": str(what.guild.id),
        "parent_id": str(what.parent.id),
        "owner_id": str(what.thread.owner_id),
        "name": what.name,
        "flags": 0,
        "rate_limit_per_user": 0,
        "last_message_id": str(what.last_message_id) if what.last_message_id else None,
        "message_count": said,
        "total_message_sent": said,
        "member_count": len(what.thread.members),
        "thread_metadata": {
            "archived": what.thread.archived,
            "archive_timestamp": when(what.thread.archived_at),
            "auto_archive_duration": what.thread.auto_archive_minutes,
            "locked": what.thread.locked,
            "create_timestamp": when(stamp(what.id)),
            **({"invitable": what.thread.invitable} if what.kind is ChannelKind.PRIVATE_THREAD else {}),
        },
        "applied_tags": [str(tag) for tag in what.thread.tags],
    } | ({"member": thread_member(what, world.bot.id)} if own else {})


def thread_member(what: Channel, user_id: int) -> Json:
    """Somebody's membership in a thread."""
    assert what.thread is not None
    joined = when(what.thread.members[user_id])
    return {"id": str(what.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}


def attachment(world: World, message: Message, what: Attachment) -> Json:
    """A file, with an address under which this server gives it out."""
    url = f"{world.files_url}/attachments/{message.channel_id}/{what.id}/{what.filename}"
    face: Json = {
        "id": str(what.id),
        "filename": what.filename,
        "size": len(what.content),
        "content_type": what.content_type,
        "url": url,
        "proxy_url": url,
    }
    return face | ({"duration_secs": VOICE_SECONDS, "waveform": WAVEFORM} if what.voice else {})


def message(world: World, what: Message) -> Json:
    """A message as REST gives it: without guild, member and nonce."""
    place = world.channels.get(what.channel_id)
    face: Json = {
        "id": str(what.id),
        "channel_id": str(what.channel_id),
        "type": int(what.kind),
        "author": user(what.author),
        "content": what.content,
        "timestamp": when(what.stamp),
        "edited_timestamp": when(what.edited_at) if what.edited_at else None,
        "tts": False,
        "pinned": bool(place and what.id in place.pins),
        "flags": what.flags,
        "embeds": [{"type": "rich"} | embed for embed in what.embeds],
        "components": with_ids(what.components),
        "attachments": [attachment(world, what, file) for file in what.attachments],
        "mentions": [user(world.users[one]) for one in what.mentions],
        "mention_roles": [str(one) for one in what.mentioned_roles],
        "mention_everyone": what.mentions_everyone,
    }
    return face | _message_extras(world, what)


def _message_extras(world: World, what: Message) -> Json:
    """The parts that only some messages have."""
    extras: Json = {}
    if what.stickers:
        extras["sticker_items"] = [
            {"id": str(number), "name": name, "format_type": STICKER_FORMAT_PNG}
            for number, name in enumerate(what.stickers, start=1)
        ]
    if what.reply_to is not None:
        extras |= _reference(world, what)
    if what.interaction is not None:
        extras |= _origin(world, what.interaction)
    if what.id in world.channels and what.id != what.channel_id:
        extras["thread"] = thread(world, world.channels[what.id])
    return extras


def _reference(world: World, what: Message) -> Json:
    where = world.channels.get(what.refers_to_channel or what.channel_id)
    target = where.messages.get(what.reply_to or 0) if where else None
    reference = {"type": 0, "channel_id": str(where.id if where else 0), "message_id": str(what.reply_to)}
    return {"message_reference": reference, "referenced_message": message(world, target) if target else None}


def _origin(world: World, cause: Interaction) -> Json:
    """Which interaction a message answers."""
    metadata = _interaction_metadata(cause)
    if cause.kind is InteractionKind.MODAL:
        before = cause.message.id if cause.message else None
        trigger: Json = {"id": str(cause.id), "user": user(cause.user), "authorizing_integration_owners": {}}
        trigger |= {"type": 3, "interacted_message_id": str(before)} if before else {"type": 2}
        metadata["triggering_interaction_metadata"] = trigger
    application = str(world.application_id)
    return {"application_id": application, "webhook_id": application, "interaction_metadata": metadata}


def _interaction_metadata(cause: Interaction) -> Json:
    metadata: Json = {
        "id": str(cause.id),
        "type": int(cause.kind),
        "user": user(cause.user),
        "authorizing_integration_owners": integration_owners(cause.channel),
    }
    if cause.kind is InteractionKind.COMPONENT and cause.message:
        metadata["interacted_message_id"] = str(cause.message.id)
    return metadata


def integration_owners(where: Channel) -> Json:
    """Who installed the application: the guild, or in direct messages nobody in particular."""
    return {"0": str(where.guild.id) if where.guild else "0"}


def message_event(world: World, what: Message) -> Json:
    """A message as the gateway sends it: with guild, member and nonce. An ephemeral one looks like a DM's."""
    face = message(world, what)
    if what.nonce is not None:
        face["nonce"] = what.nonce
    guild = world.channels[what.channel_id].guild
    if guild is None or what.seen_by is not None:
        return face
    face["guild_id"] = str(guild.id)
    author = guild.members.get(what.author.id)
    if author is not None and what.interaction is None:
        face["member"] = bare_member(author)
    return face


def guild(what: Guild) -> Json:
    """A guild as REST gives it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "owner_id": str(what.owner_id),
        "roles": [role(one) for one in what.roles.values()],
        **dict.fromkeys(GUILD_NULLS),
        **dict.fromkeys(GUILD_ZEROS, 0),
        **dict.fromkeys(GUILD_FALSE, False),
        **{"features": [], "emojis": [], "stickers": []},
        "region": "us-west",
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "max_members": 500_000,
    }


GUILD_NULLS = (
    "icon description home_header splash discovery_splash banner application_id afk_channel_id system_channel_id "
    "widget_channel_id max_presences vanity_url_code rules_channel_id safety_alerts_channel_id "
    "public_updates_channel_id incidents_data"
).split()
GUILD_ZEROS = (
    "system_channel_flags verification_level default_message_notifications mfa_level explicit_content_filter "
    "max_stage_video_channel_users max_video_channel_users premium_tier premium_subscription_count nsfw_level"
).split()
GUILD_FALSE = "widget_enabled premium_progress_bar_enabled nsfw".split()


def guild_event(world: World, what: Guild) -> Json:
    """A guild as the gateway sends it: with its channels, its active threads and of its members the bot alone."""
    own = what.members[world.bot.id]
    places = [place for place in world.channels.values() if place.guild is what]
    return guild(what) | {
        "joined_at": when(own.joined_at),
        "large": False,
        "member_count": len(what.members),
        "members": [member(own)],
        "channels": [channel(world, place) for place in places if place.thread is None],
        "threads": [thread(world, t) for t in places if t.thread and not t.thread.archived and world.bot_sees(t)],
        **{"voice_states": [], "presences": [], "stage_instances": []},
        **{"guild_scheduled_events": [], "soundboard_sounds": []},
    }


def interaction(world: World, what: Interaction) -> Json:
    """An interaction as the gateway sends it."""
    where = what.channel
    face: Json = {
        "id": str(what.id),
        "application_id": str(world.application_id),
        "type": int(what.kind),
        "token": what.token,
        "version": 1,
        "data": what.data,
        "channel_id": str(where.id),
        "channel": channel(world, where),
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": integration_owners(where),
        "context": 0 if where.guild else 1,
        "app_permissions": str(in_channel(where.guild, where, world.bot.id) if where.guild else ALL),
    }
    if what.message is not None:
        face["message"] = message(world, what.message)
    return face | (_guild_side(what.user, where, where.guild) if where.guild else {"user": user(what.user)})


def _guild_side(who: User, where: Channel, guild: Guild) -> Json:
    granted = str(in_channel(guild, where, who.id))
    return {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member(guild.members[who.id]) | {"permissions": granted},
    }
