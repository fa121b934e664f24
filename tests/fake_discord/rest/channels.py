"""Channels and threads."""

from __future__ import annotations

from typing import Any, Final

from tests.fake_discord import payloads, posting, refusals, threads
from tests.fake_discord.checks.faults import Faults
from tests.fake_discord.checks.messages import check_new_message
from tests.fake_discord.permissions import Permission
from tests.fake_discord.rest.routing import Call, route
from tests.fake_discord.things import Channel, ChannelKind, Json, ThreadState

TITLE: Final = 100
DURATIONS: Final = (60, 1440, 4320, 10080)
TAGS: Final = 5


@route("GET", "/channels/{channel}")
def read(call: Call) -> Json:
    """A channel, thread or direct-message channel."""
    return payloads.channel(call.world, call.channel)


@route("PATCH", "/channels/{channel}")
def change(call: Call) -> Json:
    """Change a thread, or a channel's name and topic."""
    channel = call.channel
    _check(call.json, named=False)
    if channel.guild is None:
        raise refusals.not_in_dms()
    if channel.thread is not None:
        threads.change(call.world, channel, call.json)
    else:
        call.world.require(channel, Permission.MANAGE_CHANNELS)
        channel.name = call.json.get("name", channel.name)
        channel.topic = call.json.get("topic", channel.topic)
        call.world.change_channel(channel)
    return payloads.channel(call.world, channel)


@route("DELETE", "/channels/{channel}")
def delete(call: Call) -> Json:
    """Delete a channel or thread."""
    channel = call.channel
    if channel.guild is None:
        raise refusals.not_in_dms()
    call.world.require(channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS)
    face = payloads.channel(call.world, channel)
    call.world.delete_channel(channel)
    return face


@route("POST", "/channels/{channel}/messages/{message}/threads", status=201)
def open_from_message(call: Call) -> Json:
    """A thread from a message, with the message's id."""
    channel, message = call.channel, call.message
    _check(call.json, named=True)
    if channel.kind not in (ChannelKind.TEXT, ChannelKind.NEWS):
        raise refusals.wrong_channel_type()
    return payloads.channel(call.world, threads.from_message(call.world, message, call.json["name"], _minutes(call)))


@route("POST", "/channels/{channel}/threads", status=201)
def open_thread(call: Call) -> Json:
    """A forum post, or a thread without a message."""
    channel = call.channel
    _check(call.json, named=True)
    if channel.kind is ChannelKind.FORUM:
        return _forum_post(call, channel)
    kind = ChannelKind(call.json.get("type", ChannelKind.PRIVATE_THREAD))
    name, minutes, invitable = call.json["name"], _minutes(call), bool(call.json.get("invitable", True))
    thread = threads.without_message(call.world, channel, kind, name, minutes, invitable=invitable)
    return payloads.channel(call.world, thread)


def _forum_post(call: Call, forum: Channel) -> Json:
    body = call.json.get("message") or {}
    check_new_message(body | {"attachments": call.files})
    what = posting.draft(body, call.files)
    tags = [int(tag) for tag in call.json.get("applied_tags") or []]
    thread = threads.forum_post(call.world, forum, call.json["name"], _minutes(call), what, tags)
    return payloads.channel(call.world, thread) | {"message": payloads.message(call.world, thread.messages[thread.id])}


def _minutes(call: Call) -> int:
    return int(call.json.get("auto_archive_duration") or 4320)


def _check(body: Json, *, named: bool) -> None:
    faults = Faults()
    if named or "name" in body:
        faults.text(body.get("name"), "name", 1, TITLE)
    minutes = body.get("auto_archive_duration")
    known = minutes is None or minutes in DURATIONS
    faults.need(known, "auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {DURATIONS}.")
    if body.get("applied_tags"):
        faults.size(body["applied_tags"], "applied_tags", 0, TAGS)
    faults.settle()


# Who is in a thread


@route("GET", "/channels/{channel}/thread-members")
def members(call: Call) -> list[Json]:
    """Everybody in a thread."""
    thread = call.channel
    return [payloads.thread_member(thread, one) for one in _state(thread).members]


@route("GET", "/channels/{channel}/thread-members/{user}")
def read_member(call: Call) -> Json:
    """One user in a thread."""
    if call.id("user") not in _state(call.channel).members:
        raise refusals.unknown_member()
    return payloads.thread_member(call.channel, call.id("user"))


@route("PUT", "/channels/{channel}/thread-members/@me", status=204)
@route("PUT", "/channels/{channel}/thread-members/{user}", status=204)
def add_member(call: Call) -> None:
    """Put a member of the guild, or the bot, into a thread that is not archived."""
    thread = call.channel
    if _state(thread).archived:
        raise refusals.archived_thread()
    assert thread.guild is not None
    if "user" in call.ids:
        call.world.require(thread, Permission.SEND_MESSAGES_IN_THREADS)
        call.world.find_member(thread.guild, call.id("user"))
    threads.add(call.world, thread, [_who(call)])


@route("DELETE", "/channels/{channel}/thread-members/@me", status=204)
@route("DELETE", "/channels/{channel}/thread-members/{user}", status=204)
def remove_member(call: Call) -> None:
    """Take a user, or the bot, out of a thread."""
    thread = call.channel
    if _state(thread).archived:
        raise refusals.archived_thread()
    own = _state(thread).owner_id == call.world.bot.id and thread.kind is ChannelKind.PRIVATE_THREAD
    if "user" in call.ids and not own:
        call.world.require(thread, Permission.MANAGE_THREADS)
    threads.remove(call.world, thread, _who(call))


def _who(call: Call) -> int:
    return call.id("user") if "user" in call.ids else call.world.bot.id


def _state(thread: Channel) -> ThreadState:
    if thread.thread is None:
        raise refusals.wrong_channel_type()
    return thread.thread


# Which threads there are


@route("GET", "/guilds/{guild}/threads/active")
def active(call: Call) -> Json:
    """The threads of a guild that are not archived, newest first."""
    guild = call.guild
    found = [one for one in call.world.channels.values() if one.guild is guild and one.thread]
    seen = [one for one in found if not _state(one).archived and call.world.bot_sees(one)]
    listed = _listed(call, sorted(seen, key=lambda one: one.id, reverse=True))
    return {key: listed[key] for key in ("threads", "members", "has_more")}


@route("GET", "/channels/{channel}/threads/archived/public")
def archived(call: Call) -> Json:
    """The archived public threads of a channel, latest archived first."""
    parent = call.channel
    call.world.require(parent, Permission.READ_MESSAGE_HISTORY)
    found = [one for one in call.world.channels.values() if one.parent is parent and one.kind is ChannelKind.THREAD]
    found = [one for one in found if _state(one).archived]
    if "before" in call.query:
        found = [one for one in found if payloads.when(_state(one).archived_at) < call.query["before"]]
    found.sort(key=lambda one: _state(one).archived_at, reverse=True)
    return _listed(call, found, call.number("limit", 50, 100))


def _listed(call: Call, found: list[Channel], limit: int | None = None) -> Json:
    shown = found[:limit]
    own = call.world.bot.id
    result: dict[str, Any] = {
        "threads": [payloads.channel(call.world, thread) for thread in shown],
        "members": [payloads.thread_member(thread, own) for thread in shown if own in _state(thread).members],
        "has_more": len(shown) < len(found),
    }
    return result
