"""Messages and pins."""

from __future__ import annotations

from tests.fake_discord import payloads, posting
from tests.fake_discord.checks.messages import check_edit, check_new_message
from tests.fake_discord.intents import Intent, without_content
from tests.fake_discord.permissions import Permission
from tests.fake_discord.rest.routing import Call, route
from tests.fake_discord.things import Channel, Json, Message


@route("POST", "/channels/{channel}/messages")
def create(call: Call) -> Json:
    """Post; with `enforce_nonce` the same nonce gives the first message again."""
    channel = call.channel
    check_new_message(call.json | {"attachments": call.files})
    enforce = bool(call.json.get("enforce_nonce"))
    message = posting.post_as_bot(call.world, channel, posting.draft(call.json, call.files), enforce_nonce=enforce)
    return payloads.message(call.world, message) | ({"nonce": message.nonce} if message.nonce else {})


@route("GET", "/channels/{channel}/messages")
def read(call: Call) -> list[Json]:
    """A page of the history, newest first; empty without the permission to read it."""
    channel, limit = call.channel, call.number("limit", 50, 100)
    bounds = {key: call.snowflake(key) for key in ("before", "after", "around")}
    if not call.world.bot_may(channel, Permission.READ_MESSAGE_HISTORY):
        return []
    return [_shown(call, channel, message) for message in posting.page(channel, limit=limit, **bounds)]


@route("GET", "/channels/{channel}/messages/{message}")
def read_one(call: Call) -> Json:
    """One message."""
    call.world.require(call.channel, Permission.READ_MESSAGE_HISTORY)
    return _shown(call, call.channel, call.message)


def _shown(call: Call, channel: Channel, message: Message) -> Json:
    """A message as this bot may read it: what others wrote in a guild only with the message content intent."""
    face = payloads.message(call.world, message)
    if channel.guild is None or call.world.privileged_intents & Intent.MESSAGE_CONTENT:
        return face
    return without_content(face, call.world.bot.id)


@route("PATCH", "/channels/{channel}/messages/{message}")
def edit(call: Call) -> Json:
    """Edit a message of the bot's own."""
    message = call.message
    check_edit(call.json, v2=message.has_v2)
    posting.change_as_bot(call.world, call.channel, message, call.json, call.files)
    return payloads.message(call.world, message)


@route("DELETE", "/channels/{channel}/messages/{message}", status=204)
def delete(call: Call) -> None:
    """Delete a message: the bot's own, or any with the permission to manage messages."""
    if call.message.author is not call.world.bot:
        call.world.require(call.channel, Permission.MANAGE_MESSAGES)
    posting.delete(call.world, call.message)


@route("PUT", "/channels/{channel}/messages/pins/{message}", status=204)
@route("PUT", "/channels/{channel}/pins/{message}", status=204)
def pin(call: Call) -> None:
    """Pin."""
    call.world.require(call.channel, Permission.PIN_MESSAGES)
    posting.pin(call.world, call.channel, call.message)


@route("DELETE", "/channels/{channel}/messages/pins/{message}", status=204)
@route("DELETE", "/channels/{channel}/pins/{message}", status=204)
def unpin(call: Call) -> None:
    """Unpin."""
    call.world.require(call.channel, Permission.PIN_MESSAGES)
    posting.unpin(call.world, call.channel, call.message)


@route("GET", "/channels/{channel}/messages/pins")
def pins(call: Call) -> Json:
    """The pins, latest first."""
    channel = call.channel
    latest = sorted(channel.pins.items(), key=lambda item: item[1], reverse=True)
    items = [
        {"pinned_at": payloads.when(at), "message": _shown(call, channel, channel.messages[number])}
        for number, at in latest[: call.number("limit", 50, 50)]
    ]
    return {"items": items, "has_more": len(items) < len(latest)}


@route("GET", "/channels/{channel}/pins")
def old_pins(call: Call) -> list[Json]:
    """The pins in the older form."""
    return [item["message"] for item in pins(call)["items"]]
