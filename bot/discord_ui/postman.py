"""Delivers finished requests: the port `Post` on Discord."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal

import discord

from bot.discord_ui import refusals
from bot.discord_ui.components import view_of
from bot.discord_ui.mailbox import WRITTEN
from bot.discord_ui.permissions import held_in, needed
from bot.discord_ui.troubles import translated
from bot.hosting.model.records import Posted, Request
from bot.hosting.ports.discord import Unreachable
from bot.hosting.recording.roles import GIVE

_UNKNOWN_CHANNEL = 10003
_UNKNOWN_MESSAGE = 10008
_THREAD_EXISTS = 160004
_ARCHIVED = 50083
_MISSING_PERMISSION = 50013
_WRONG_KIND = 50024
_WEEK: Literal[10080] = 10080
"""Minutes of silence after which Discord archives a thread: the longest there is."""

_ThreadKind = Literal[
    discord.ChannelType.private_thread, discord.ChannelType.public_thread, discord.ChannelType.news_thread
]


class Postman:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def _channel(self, channel: str) -> discord.PartialMessageable:
        """`direct:ID` or `channel:ID`: nothing is asked of Discord for it."""
        return self._client.get_partial_messageable(int(channel.partition(":")[2]))

    def _lacking(self, channel_id: int, *names: str) -> Callable[[], str]:
        """Which of these permissions is missing in a channel or thread, should one be."""
        return partial(needed, self._client, channel_id, names)

    async def send(self, channel: str, request: Request, nonce: str) -> int | None:
        if channel.startswith("role:"):
            return await self._role(channel, request.content)
        if channel.startswith("member:"):
            return await self._member(channel, request.content)
        target = self._channel(channel)
        direct = channel.startswith("direct:")
        lacking = self._lacking(target.id, "send_messages", "send_messages_in_threads")
        with translated("write" if direct else "send", lacking):
            try:
                message = await target.send(nonce=nonce, **self._arguments(target, request))
            except discord.NotFound as error:
                if error.code == _UNKNOWN_MESSAGE:  # the nonce is known, and what was said with it has been deleted
                    return None
                raise
            return message.id

    async def _role(self, destination: str, deed: str) -> int:
        """`role:GUILD:ROLE:USER`; doing it twice does no harm."""
        guild, role, user = (int(number) for number in destination.split(":")[1:])
        with translated("role", lambda: "Manage Roles"):
            if deed == GIVE:
                await self._client.http.add_role(guild, user, role)
            else:
                await self._client.http.remove_role(guild, user, role)
        return 0

    async def _member(self, destination: str, deed: str) -> int:
        """`member:THREAD:USER`; doing it twice does no harm."""
        thread, user = (int(number) for number in destination.split(":")[1:])
        change = self._client.http.add_user_to_thread if deed == GIVE else self._client.http.remove_user_from_thread
        with translated("seat", self._lacking(thread, "send_messages_in_threads")):
            await self._awake(thread, lambda: change(thread, user))
        return 0

    async def edit(self, channel: str, message_id: int, request: Request) -> bool:
        target = self._channel(channel)
        with translated("edit", self._lacking(target.id, "send_messages_in_threads")):
            message = target.get_partial_message(message_id)
            view, allowed = view_of(request.buttons), _allowed(request)
            try:
                await self._awake(
                    target.id, lambda: message.edit(content=request.content, view=view, allowed_mentions=allowed)
                )
            except discord.NotFound as error:
                if error.code == _UNKNOWN_MESSAGE:
                    return False
                raise
            return True

    async def pin(self, channel: str, message_id: int) -> None:
        target = self._channel(channel)
        with translated("pin", self._lacking(target.id, "pin_messages")):
            await self._awake(target.id, target.get_partial_message(message_id).pin)

    async def _awake(self, channel_id: int, change: Callable[[], Awaitable[object]]) -> None:
        """Change something in a channel or thread; one that is archived is woken first, as a post would wake it."""
        try:
            await change()
        except discord.HTTPException as archived:
            if refusals.settled("edit", archived.status, archived.code) is not refusals.FINAL[_ARCHIVED]:
                raise
            try:
                await self._client.http.edit_channel(channel_id, archived=False)
            except discord.Forbidden as error:
                raise (archived if error.code == _MISSING_PERMISSION else error) from None
            await change()

    async def find(self, channel: str, request: Request, after: int) -> int | None:
        if channel.startswith(("role:", "member:")):
            return None
        target, me = self._channel(channel), self._client.user
        with translated("find", self._lacking(target.id, "read_message_history")):
            if not channel.startswith("direct:"):
                await self._require_history(target.id)
            found, wanted = None, request.content.strip()  # Discord trims what it is sent
            async for message in target.history(limit=None, after=discord.Object(after), oldest_first=True):
                if me is not None and message.author.id == me.id and message.content.strip() == wanted:
                    found = message.id
                    break
            return found

    async def _require_history(self, channel_id: int) -> None:
        """A history that may not be read is empty, and no error: nothing must be concluded from it. Raises
        Unreachable."""
        channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not held_in(channel).read_message_history:
            raise Unreachable("I cannot look whether it was said already: I lack Read Message History there.")

    async def ours(self, channel: str, after: int) -> list[Posted]:
        target, me = self._channel(channel), self._client.user
        with translated("find", self._lacking(target.id, "read_message_history")):
            await self._require_history(target.id)
            history = target.history(limit=None, after=discord.Object(after), oldest_first=True)
            return [
                Posted(m.id, m.content)
                async for m in history
                if me is not None and m.author.id == me.id and m.type in WRITTEN
            ]

    async def open_post(self, channel_id: int, request: Request, name: str, tag: str, again: bool) -> int:
        with translated("forum", self._lacking(channel_id, "send_messages", "read_message_history")):
            forum = await self._forum(channel_id)
            if again and (found := await self._own_post(forum, name)) is not None:
                return found
            tags = [await self._tag_of(forum, tag)] if forum.flags.require_tag else []
            made = await forum.create_thread(
                name=name,
                content=request.content,
                auto_archive_duration=_WEEK,
                allowed_mentions=_allowed(request),
                view=view_of(request.buttons) or discord.ui.View(timeout=None),
                applied_tags=tags,
            )
            return made.thread.id

    async def tag(self, channel_id: int, thread_id: int, name: str) -> None:
        with translated("forum", self._lacking(thread_id, "send_messages_in_threads")):
            forum = await self._forum(channel_id)
            tag = await self._tag_of(forum, name)
            thread = forum.get_thread(thread_id) or await self._client.fetch_channel(thread_id)
            assert isinstance(thread, discord.Thread)
            await self._awake(thread_id, lambda: thread.edit(applied_tags=[tag]))

    @staticmethod
    async def _tag_of(forum: discord.ForumChannel, name: str) -> discord.ForumTag:
        """The forum's tag of this name; a new one, if there is none."""
        found = next((t for t in forum.available_tags if t.name.casefold() == name.casefold()), None)
        if found is not None:
            return found
        with translated("forum", lambda: f"Manage Channels, to make the tag “{name}”"):
            return await forum.create_tag(name=name)

    async def _forum(self, channel_id: int) -> discord.ForumChannel:
        channel = await self._client.fetch_channel(channel_id)
        assert isinstance(channel, discord.ForumChannel)
        return channel

    async def _own_post(self, forum: discord.ForumChannel, name: str) -> int | None:
        """Our post of this name, active or archived."""
        me = self._client.user
        posts = [t for t in await forum.guild.active_threads() if t.parent_id == forum.id]
        posts += [t async for t in forum.archived_threads(limit=None)]
        ids = (t.id for t in posts if t.name == name and me is not None and t.owner_id == me.id)
        return next(ids, None)

    async def open_private_thread(self, channel_id: int, name: str) -> int:
        with translated("thread", self._lacking(channel_id, "create_private_threads")):
            return await self._loose_thread(channel_id, name, discord.ChannelType.private_thread)

    async def _loose_thread(self, channel_id: int, name: str, kind: _ThreadKind) -> int:
        """A thread that grows from no message: our own of this name, or a new one."""
        channel, me = await self._client.fetch_channel(channel_id), self._client.user
        assert isinstance(channel, discord.TextChannel)
        if channel.is_news():
            if kind is discord.ChannelType.private_thread:
                raise Unreachable(refusals.FINAL[_WRONG_KIND].why)
            kind = discord.ChannelType.news_thread
        for thread in await channel.guild.active_threads():
            ours = me is not None and thread.owner_id == me.id
            if ours and (thread.parent_id, thread.name) == (channel_id, name):
                return thread.id
        made = await channel.create_thread(name=name, type=kind, invitable=False, auto_archive_duration=_WEEK)
        return made.id

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        with translated("thread", self._lacking(channel_id, "create_public_threads")):
            try:
                thread = await self._client.http.start_thread_with_message(
                    channel_id, message_id, name=name, auto_archive_duration=_WEEK
                )
            except discord.HTTPException as error:
                if error.code == _THREAD_EXISTS:
                    return await self._grown(channel_id, message_id, name)
                raise
            return int(thread["id"])

    async def _grown(self, channel_id: int, message_id: int, name: str) -> int:
        """The thread that grew from this message has the message's id. Where it was deleted, none will grow again."""
        try:
            await self._client.http.get_channel(message_id)
        except discord.NotFound as error:
            if error.code != _UNKNOWN_CHANNEL:  # a proxy's page, say: to be asked again
                raise
            return await self._loose_thread(channel_id, name, discord.ChannelType.public_thread)
        return message_id

    @staticmethod
    def _arguments(target: discord.PartialMessageable, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {"content": request.content, "allowed_mentions": _allowed(request)}
        if request.buttons:
            arguments["view"] = view_of(request.buttons)
        if request.file is not None:
            arguments["file"] = file_of(*request.file)
        if request.reply_to is not None:
            arguments["reference"] = discord.MessageReference(
                message_id=request.reply_to, channel_id=target.id, fail_if_not_exists=False
            )
        return arguments


def _allowed(request: Request) -> discord.AllowedMentions:
    """Nobody is ever notified but those that a post is about."""
    users = [discord.Object(user) for user in request.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def file_of(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), filename=name)
