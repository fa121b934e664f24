"""Messages: posting, editing, deleting, reading back, pinning. The bot's REST calls and people both come through."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from tests.fake_discord import mentions, payloads, refusals, threads
from tests.fake_discord.permissions import Permission
from tests.fake_discord.things import (
    Attachment,
    Channel,
    ChannelKind,
    Interaction,
    Json,
    Message,
    MessageKind,
    User,
)

if TYPE_CHECKING:
    from tests.fake_discord.world import World

PINS: Final = 250
OLD: Final = timedelta(hours=1)
"""Messages older than this are edited only so often."""


@dataclass(frozen=True)
class Draft:
    """A message before it has an id."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    stickers: list[str] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    reply_to: int | None = None
    allowed_mentions: Json | None = None
    kind: MessageKind = MessageKind.PLAIN
    interaction: Interaction | None = None
    seen_by: int | None = None


def draft(body: Json, attachments: list[Attachment]) -> Draft:
    """What a checked request body asks to post. Discord trims the text."""
    reply = (body.get("message_reference") or {}).get("message_id")
    return Draft(
        content=(body.get("content") or "").strip(),
        embeds=body.get("embeds") or [],
        components=body.get("components") or [],
        attachments=attachments,
        flags=body.get("flags") or 0,
        nonce=str(body["nonce"]) if body.get("nonce") is not None else None,
        reply_to=int(reply) if reply else None,
        allowed_mentions=body.get("allowed_mentions"),
        kind=MessageKind.REPLY if reply else MessageKind.PLAIN,
    )


def post(world: World, channel: Channel, author: User, what: Draft) -> Message:
    """Put a message into a channel and tell of it. An archived thread wakes up."""
    message = Message(
        id=world.clock.snowflake(),
        channel_id=channel.id,
        author=author,
        content=what.content,
        kind=what.kind,
        embeds=what.embeds,
        components=what.components,
        attachments=what.attachments,
        stickers=what.stickers,
        flags=what.flags,
        nonce=what.nonce,
        reply_to=what.reply_to,
        interaction=what.interaction,
        seen_by=what.seen_by,
    )
    place(world, channel, message, what.allowed_mentions)
    return message


def place(world: World, channel: Channel, message: Message, allowed_mentions: Json | None) -> None:
    """Lay down a message that has its id: find whom it names and pings, wake the thread, tell."""
    mentions.note(world, channel, message, allowed_mentions)
    message.pinged = mentions.notified(world, channel, message)
    if channel.thread is not None and message.seen_by is None:
        threads.wake(world, channel, [message.author.id, *message.mentions])
    channel.messages[message.id] = message
    if message.seen_by is None:
        channel.last_message_id = message.id
    world.tell(channel, "MESSAGE_CREATE", payloads.message_event(world, message))


def post_as_bot(world: World, channel: Channel, what: Draft, *, enforce_nonce: bool) -> Message:
    """What the bot posts by REST: refused where it may not speak, and the first message again for a known nonce of the
    same author; if that one has been deleted, it is unknown."""
    _require_speech(world, channel)
    key = (world.bot.id, what.nonce or "")
    known = world.nonces.get(key) if what.nonce and enforce_nonce else None
    if known and world.clock.now() - known.stamp <= world.nonce_memory:
        return find(world.find_channel(known.channel_id), known.id)
    if what.attachments:
        world.require(channel, Permission.ATTACH_FILES)
    message = post(world, channel, world.bot, what)
    if what.nonce:
        world.nonces[key] = message
    return message


def _require_speech(world: World, channel: Channel) -> None:
    """Refuse where the bot cannot post: closed DMs, no permission, a forum, a locked thread."""
    if channel.recipient is not None:
        if channel.recipient.deleted or not channel.recipient.accepts_dms:
            raise refusals.closed_dms()
        if not world.mutual_guilds(channel.recipient):
            raise refusals.no_mutual_guilds()
    elif channel.kind is ChannelKind.FORUM:
        raise refusals.not_a_text_channel()
    elif channel.thread is None:
        world.require(channel, Permission.SEND_MESSAGES)
    else:
        world.require(channel, Permission.SEND_MESSAGES_IN_THREADS)
        if channel.thread.locked:
            world.require(channel, Permission.MANAGE_THREADS, refusals.thread_locked)


def find(channel: Channel, message_id: int) -> Message:
    """A message of a channel, as REST finds it: ephemeral ones are not there."""
    message = channel.messages.get(message_id)
    if message is None or message.seen_by is not None:
        raise refusals.unknown_message()
    return message


def page(
    channel: Channel, *, before: int | None = None, after: int | None = None, around: int | None = None, limit: int = 50
) -> list[Message]:
    """Part of the history, newest first. With `after`, the oldest that follow it."""
    history = channel.history()
    if after is not None:
        return [m for m in history if m.id > after][:limit][::-1]
    if around is not None:
        older = [m for m in history if m.id <= around][-(limit // 2 + 1) :]
        return (older + [m for m in history if m.id > around])[:limit][::-1]
    if before is not None:
        history = [m for m in history if m.id < before]
    return history[-limit:][::-1]


def change(world: World, message: Message, body: Json, attachments: list[Attachment]) -> None:
    """Change the parts of a message that the body names, and tell of it."""
    message.content = (body["content"] or "").strip() if "content" in body else message.content
    message.embeds = body.get("embeds") or [] if "embeds" in body else message.embeds
    message.components = body.get("components") or [] if "components" in body else message.components
    message.flags = message.flags | (body.get("flags") or 0)
    if "attachments" in body or attachments:
        kept = {int(a["id"]) for a in body.get("attachments") or []}
        message.attachments = [a for a in message.attachments if a.id in kept] + attachments
    if not (message.content or message.embeds or message.components or message.attachments or message.stickers):
        raise refusals.empty_message()
    message.edited_at = world.clock.now()
    channel = world.channels[message.channel_id]
    mentions.note(world, channel, message, body.get("allowed_mentions"))
    tell_change(world, message)


def change_as_bot(world: World, channel: Channel, message: Message, body: Json, attachments: list[Attachment]) -> None:
    """An edit by REST: of the bot's own messages only, and not in an archived thread."""
    if message.author is not world.bot:
        raise refusals.not_your_message()
    if channel.thread is not None and channel.thread.archived:
        raise refusals.archived_thread()
    if world.old_edits is not None and world.clock.now() - message.stamp > OLD:
        if world.old_edits <= 0:
            raise refusals.too_many_old_edits()
        world.old_edits -= 1
    change(world, message, body, attachments)


def tell_change(world: World, message: Message) -> None:
    """Tell of a message as it now is."""
    world.tell(world.channels[message.channel_id], "MESSAGE_UPDATE", payloads.message_event(world, message))


def delete(world: World, message: Message) -> None:
    """Take a message away, its pin too, and tell of it."""
    channel = world.channels[message.channel_id]
    del channel.messages[message.id]
    channel.pins.pop(message.id, None)
    gone = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild is not None and message.seen_by is None:
        gone["guild_id"] = str(channel.guild.id)
    world.tell(channel, "MESSAGE_DELETE", gone)


def pin(world: World, channel: Channel, message: Message) -> None:
    """Pin a message, with the line about it that Discord puts into the channel; again changes nothing."""
    if message.id in channel.pins:
        return
    if len(channel.pins) >= PINS:
        raise refusals.too_many_pins()
    channel.pins[message.id] = world.clock.now()
    _tell_pins(world, channel, message)
    post(world, channel, world.bot, Draft(kind=MessageKind.PINNED, reply_to=message.id))


def unpin(world: World, channel: Channel, message: Message) -> None:
    """Take a pin away; again changes nothing."""
    if channel.pins.pop(message.id, None) is not None:
        _tell_pins(world, channel, message)


def _tell_pins(world: World, channel: Channel, message: Message) -> None:
    tell_change(world, message)
    last = max(channel.pins.values(), default=None)
    news = {"channel_id": str(channel.id), "last_pin_timestamp": payloads.when(last) if last else None}
    world.tell(channel, "CHANNEL_PINS_UPDATE", news | ({"guild_id": str(channel.guild.id)} if channel.guild else {}))
