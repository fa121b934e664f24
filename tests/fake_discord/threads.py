"""Threads: from a message, as a forum post, archived, locked, joined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tests.fake_discord import payloads, posting, refusals
from tests.fake_discord.permissions import Permission
from tests.fake_discord.things import Channel, ChannelKind, Json, Message, MessageFlag, MessageKind, ThreadState

if TYPE_CHECKING:
    from tests.fake_discord.posting import Draft
    from tests.fake_discord.world import World


def from_message(world: World, message: Message, name: str, minutes: int) -> Channel:
    """A thread with the message's own id; a second one for the same message is refused."""
    parent = world.channels[message.channel_id]
    world.require(parent, Permission.CREATE_PUBLIC_THREADS)
    if message.flags & MessageFlag.HAS_THREAD:
        raise refusals.thread_exists()
    message.flags |= MessageFlag.HAS_THREAD
    news = parent.kind is ChannelKind.NEWS
    kind = ChannelKind.NEWS_THREAD if news else ChannelKind.THREAD
    thread = _open(world, parent, message.id, name, minutes, kind=kind)
    posting.tell_change(world, message)
    starter = Message(world.clock.snowflake(), thread.id, world.bot, kind=MessageKind.THREAD_STARTER)
    starter.reply_to, starter.refers_to_channel = message.id, parent.id
    posting.place(world, thread, starter, None)
    return thread


def without_message(
    world: World, parent: Channel, kind: ChannelKind, name: str, minutes: int, *, invitable: bool = True
) -> Channel:
    """A thread of its own in a text channel, or in an announcement channel, which has no private ones."""
    private = kind is ChannelKind.PRIVATE_THREAD
    fitting = {
        ChannelKind.TEXT: (ChannelKind.THREAD, ChannelKind.PRIVATE_THREAD),
        ChannelKind.NEWS: (ChannelKind.NEWS_THREAD,),
    }
    if kind not in fitting.get(parent.kind, ()):
        raise refusals.wrong_channel_type()
    world.require(parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    thread = _open(world, parent, world.clock.snowflake(), name, minutes, kind=kind)
    assert thread.thread is not None
    thread.thread.invitable = invitable or not private
    return thread


def forum_post(world: World, forum: Channel, name: str, minutes: int, what: Draft, tags: list[int]) -> Channel:
    """A post in a forum: a thread whose first message has the thread's own id."""
    world.require(forum, Permission.SEND_MESSAGES)
    if forum.tag_required and not tags:
        raise refusals.tag_required()
    if set(tags) - forum.tags.keys():
        raise refusals.invalid_form_body({"applied_tags": {"_errors": [{"code": "INVALID_TAG", "message": "Gone."}]}})
    thread = _open(world, forum, world.clock.snowflake(), name, minutes, tags=tags)
    first = Message(
        thread.id,
        thread.id,
        world.bot,
        what.content,
        embeds=what.embeds,
        components=what.components,
        attachments=what.attachments,
        flags=what.flags,
    )
    posting.place(world, thread, first, what.allowed_mentions)
    return thread


def _open(
    world: World,
    parent: Channel,
    thread_id: int,
    name: str,
    minutes: int,
    *,
    kind: ChannelKind = ChannelKind.THREAD,
    tags: Iterable[int] = (),
) -> Channel:
    """A new thread with the bot in it."""
    now = world.clock.now()
    state = ThreadState(world.bot.id, now, minutes, tags=list(tags), members={world.bot.id: now})
    thread = Channel(thread_id, kind, parent.guild, name, parent, thread=state)
    world.channels[thread.id] = thread
    world.tell(thread, "THREAD_CREATE", payloads.channel(world, thread) | {"newly_created": True})
    return thread


def change(world: World, thread: Channel, body: Json) -> None:
    """Change a thread as the bot asks; an archived one must be woken in the same breath."""
    state = thread.thread
    assert state is not None
    _require_change(world, thread, body)
    if "archived" in body and body["archived"] != state.archived:
        state.archived, state.archived_at = bool(body["archived"]), world.clock.now()
    thread.name = body.get("name") or thread.name
    state.locked = bool(body.get("locked", state.locked))
    state.auto_archive_minutes = int(body.get("auto_archive_duration") or state.auto_archive_minutes)
    if "applied_tags" in body:
        state.tags = [int(tag) for tag in body["applied_tags"]]
    world.change_channel(thread)


def _require_change(world: World, thread: Channel, body: Json) -> None:
    """The thread's opener may do everything but lock it or wake a locked one."""
    state = thread.thread
    assert state is not None
    own = state.owner_id == world.bot.id
    if not own or state.locked or "locked" in body:
        world.require(thread, Permission.MANAGE_THREADS)
    if state.archived and body.get("archived") is not False:
        raise refusals.archived_thread()


def wake(world: World, thread: Channel, user_ids: Iterable[int]) -> None:
    """Something was said: an archived thread is active again, and who spoke or was named is in it."""
    assert thread.thread is not None
    if thread.thread.archived:
        thread.thread.archived, thread.thread.archived_at = False, world.clock.now()
        world.change_channel(thread)
    add(world, thread, user_ids)


def add(world: World, thread: Channel, user_ids: Iterable[int]) -> None:
    """Put users into a thread; who is in it already stays."""
    assert thread.thread is not None
    new = [one for one in dict.fromkeys(user_ids) if one not in thread.thread.members]
    for user_id in new:
        thread.thread.members[user_id] = world.clock.now()
    if new:
        _tell_members(world, thread, {"added_members": [payloads.thread_member(thread, one) for one in new]})


def remove(world: World, thread: Channel, user_id: int) -> None:
    """Take a user out of a thread."""
    assert thread.thread is not None
    if thread.thread.members.pop(user_id, None) is not None:
        _tell_members(world, thread, {"removed_member_ids": [str(user_id)]})


def _tell_members(world: World, thread: Channel, change: Json) -> None:
    assert thread.guild is not None
    assert thread.thread is not None
    where = {"id": str(thread.id), "guild_id": str(thread.guild.id), "member_count": len(thread.thread.members)}
    world.tell(thread, "THREAD_MEMBERS_UPDATE", where | change)


def archive(world: World, thread: Channel, *, locked: bool = False) -> None:
    """A moderator, or time, archives a thread; a moderator may lock it too."""
    assert thread.thread is not None
    thread.thread.archived, thread.thread.archived_at = True, world.clock.now()
    thread.thread.locked = locked
    world.change_channel(thread)
