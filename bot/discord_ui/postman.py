"""Delivers finished requests: the port `Post` on Discord."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import discord

from bot.discord_ui.components import view_of
from bot.discord_ui.mailbox import WRITTEN
from bot.discord_ui.troubles import translated
from bot.hosting.ports import Posted, Request
from bot.hosting.roles import GIVE

_UNKNOWN_MESSAGE = 10008
_THREAD_EXISTS = 160004
_ARCHIVED = 50083
_NO_MEMBER = (10007, 10013)
"""Not in the server; no such account any more."""
_WEEK: Literal[10080] = 10080
"""Minutes of silence after which Discord archives a thread: the longest there is."""

_ThreadKind = Literal[discord.ChannelType.private_thread, discord.ChannelType.public_thread]


class Postman:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def channel(self, channel: str) -> discord.abc.Messageable:
        """`user:ID` or `channel:ID`."""
        kind, _, number = channel.partition(":")
        if kind == "user":
            return await self._client.create_dm(discord.Object(int(number)))
        return self._client.get_partial_messageable(int(number))

    async def send(self, channel: str, request: Request, nonce: str) -> int:
        if channel.startswith("role:"):
            return await self._role(channel, request.content)
        if channel.startswith("member:"):
            return await self._member(channel, request.content)
        with translated():
            target = await self.channel(channel)
            message = await target.send(nonce=nonce, **await self._arguments(target, request))
            return message.id

    async def _role(self, destination: str, deed: str) -> int:
        """`role:GUILD:ROLE:USER`; doing it twice does no harm."""
        guild, role, user = (int(number) for number in destination.split(":")[1:])
        with translated():
            if deed == GIVE:
                await self._client.http.add_role(guild, user, role)
            else:
                await self._client.http.remove_role(guild, user, role)
        return 0

    async def _member(self, destination: str, deed: str) -> int:
        """`member:THREAD:USER`; doing it twice does no harm."""
        thread, user = (int(number) for number in destination.split(":")[1:])
        with translated():
            if deed == GIVE:
                await self._client.http.add_user_to_thread(thread, user)
            else:
                await self._client.http.remove_user_from_thread(thread, user)
        return 0

    async def edit(self, channel: str, message_id: int, request: Request) -> bool:
        with translated():
            target = await self.channel(channel)
            assert isinstance(target, (discord.PartialMessageable, discord.DMChannel))
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
        with translated():
            target = await self.channel(channel)
            assert isinstance(target, (discord.PartialMessageable, discord.DMChannel))
            await self._awake(target.id, target.get_partial_message(message_id).pin)

    async def _awake(self, channel_id: int, change: Callable[[], Awaitable[object]]) -> None:
        """Change something in a channel or thread; one that is archived is woken first, as a post would wake it."""
        try:
            await change()
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            await self._client.http.edit_channel(channel_id, archived=False)
            await change()

    async def find(self, channel: str, request: Request, after: int) -> int | None:
        if channel.startswith(("role:", "member:")):
            return None
        with translated():
            me = self._client.user
            target = await self.channel(channel)
            found, wanted = None, request.content.strip()  # Discord trims what it is sent
            async for message in target.history(limit=None, after=discord.Object(after), oldest_first=True):
                if me is not None and message.author.id == me.id and message.content.strip() == wanted:
                    found = message.id
                    break
            return found

    async def ours(self, channel: str, after: int) -> list[Posted]:
        with translated():
            me = self._client.user
            target = await self.channel(channel)
            history = target.history(limit=None, after=discord.Object(after), oldest_first=True)
            return [
                Posted(m.id, m.content)
                async for m in history
                if me is not None and m.author.id == me.id and m.type in WRITTEN
            ]

    async def open_post(self, channel_id: int, request: Request, name: str, again: bool) -> int:
        with translated():
            forum = await self._forum(channel_id)
            if again and (found := await self._own_post(forum, name)) is not None:
                return found
            made = await forum.create_thread(
                name=name,
                content=request.content,
                auto_archive_duration=_WEEK,
                allowed_mentions=_allowed(request),
                view=view_of(request.buttons) or discord.ui.View(timeout=None),
            )
            return made.thread.id

    async def tag(self, channel_id: int, thread_id: int, name: str) -> None:
        with translated():
            forum = await self._forum(channel_id)
            tag = next((t for t in forum.available_tags if t.name.casefold() == name.casefold()), None)
            tag = tag or await forum.create_tag(name=name)
            thread = forum.get_thread(thread_id) or await self._client.fetch_channel(thread_id)
            assert isinstance(thread, discord.Thread)
            await self._awake(thread_id, lambda: thread.edit(applied_tags=[tag]))

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
        with translated():
            return await self._loose_thread(channel_id, name, discord.ChannelType.private_thread)

    async def _loose_thread(self, channel_id: int, name: str, kind: _ThreadKind) -> int:
        """A thread that grows from no message: our own of this name, or a new one."""
        channel, me = await self._client.fetch_channel(channel_id), self._client.user
        assert isinstance(channel, discord.TextChannel)
        for thread in await channel.guild.active_threads():
            ours = me is not None and thread.owner_id == me.id
            if ours and (thread.parent_id, thread.name) == (channel_id, name):
                return thread.id
        made = await channel.create_thread(name=name, type=kind, invitable=False, auto_archive_duration=_WEEK)
        return made.id

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        with translated():
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
        except discord.NotFound:
            return await self._loose_thread(channel_id, name, discord.ChannelType.public_thread)
        return message_id

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        with translated():
            try:
                await self._client.http.get_member(guild_id, user_id)
            except discord.NotFound as error:
                if error.code in _NO_MEMBER:
                    return False
                raise
            return True

    async def _arguments(self, target: discord.abc.Messageable, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {"content": request.content, "allowed_mentions": _allowed(request)}
        if request.buttons:
            arguments["view"] = view_of(request.buttons)
        if request.file is not None:
            arguments["file"] = file_of(*request.file)
        if request.reply_to is not None:
            where = await target._get_channel()
            arguments["reference"] = discord.MessageReference(
                message_id=request.reply_to, channel_id=where.id, fail_if_not_exists=False
            )
        return arguments


def _allowed(request: Request) -> discord.AllowedMentions:
    """Nobody is ever notified but those that a post is about."""
    users = [discord.Object(user) for user in request.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def file_of(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), filename=name)
