"""What exists on a Discord server, as plain records. `payloads` says how each looks as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag
from typing import Any

from tests.fake_discord.clock import stamp

Json = dict[str, Any]


class ChannelKind(IntEnum):
    """Discord's channel types that this server knows."""

    TEXT = 0
    DM = 1
    NEWS = 5
    NEWS_THREAD = 10
    THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class MessageKind(IntEnum):
    """Discord's message types that this server makes."""

    PLAIN = 0
    PINNED = 6
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21


class MessageFlag(IntFlag):
    """Flags of a message that mean something here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_VOICE_MESSAGE = 1 << 13
    IS_COMPONENTS_V2 = 1 << 15


@dataclass(eq=False)
class User:
    """An account, a person's or the bot's."""

    id: int
    username: str
    display_name: str | None = None
    bot: bool = False
    accepts_dms: bool = True
    deleted: bool = False

    @property
    def mention(self) -> str:
        """How a message names it."""
        return f"<@{self.id}>"


@dataclass(eq=False)
class Role:
    """A role; the one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    of_bot: int | None = None


@dataclass(eq=False)
class Member:
    """A user in a guild."""

    user: User
    joined_at: datetime
    nick: str | None = None
    roles: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Overwrite:
    """A channel's exception for one role or one member."""

    target: int
    is_member: bool
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Guild:
    """What people call a server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    banned: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Attachment:
    """A file on a message."""

    id: int
    filename: str
    content: bytes
    content_type: str = "application/octet-stream"
    voice: bool = False


@dataclass(eq=False)
class Message:
    """A message as it stands. `seen_by` names the one who sees an ephemeral one."""

    id: int
    channel_id: int
    author: User
    content: str = ""
    kind: MessageKind = MessageKind.PLAIN
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    stickers: list[str] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    edited_at: datetime | None = None
    mentions: list[int] = field(default_factory=list)
    mentioned_roles: list[int] = field(default_factory=list)
    mentions_everyone: bool = False
    pinged: set[int] = field(default_factory=set)
    """The users whom it notified when it was posted; an edit notifies nobody."""
    reply_to: int | None = None
    refers_to_channel: int | None = None
    interaction: Interaction | None = None
    seen_by: int | None = None

    @property
    def stamp(self) -> datetime:
        """When Discord received it."""
        return stamp(self.id)

    @property
    def has_v2(self) -> bool:
        """Whether its components are the whole message."""
        return bool(self.flags & MessageFlag.IS_COMPONENTS_V2)


class InteractionKind(IntEnum):
    """What a user did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


@dataclass(eq=False)
class Interaction:
    """Something a user did to the bot, and everything that was answered through its token."""

    id: int
    kind: InteractionKind
    token: str
    user: User
    channel: Channel
    data: Json
    message: Message | None = None
    """The message whose component was used, also when a modal came from it."""
    answer: int | None = None
    """The type of the first response, None while there is none."""
    reply: Message | None = None
    """What `@original` names: the response, or for a deferred update the message of the component."""
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None

    @property
    def thinking(self) -> bool:
        """Whether the user sees that the bot is still thinking."""
        return self.reply is not None and bool(self.reply.flags & MessageFlag.LOADING)

    @property
    def heard(self) -> list[Message]:
        """The finished messages that answered it, in order; a changed component message is none."""
        reply = [self.reply] if self.reply and not self.thinking and self.reply is not self.message else []
        return reply + self.followups


@dataclass(eq=False)
class ThreadState:
    """What a thread has beyond a channel. `members` maps user ids to when they joined."""

    owner_id: int
    archived_at: datetime
    auto_archive_minutes: int = 1440
    archived: bool = False
    locked: bool = False
    tags: list[int] = field(default_factory=list)
    members: dict[int, datetime] = field(default_factory=dict)
    invitable: bool = True
    """In a private thread: whether its members may bring others in."""


@dataclass(eq=False)
class Channel:
    """A text or announcement channel, a forum, a thread or a direct-message channel, with everything said in it."""

    id: int
    kind: ChannelKind
    guild: Guild | None = None
    name: str = ""
    parent: Channel | None = None
    topic: str | None = None
    recipient: User | None = None
    thread: ThreadState | None = None
    tags: dict[int, str] = field(default_factory=dict)
    tag_required: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    pins: dict[int, datetime] = field(default_factory=dict)
    own_overwrites: dict[int, Overwrite] = field(default_factory=dict)
    last_message_id: int | None = None

    @property
    def overwrites(self) -> list[Overwrite]:
        """The overwrites that count here: a thread has none of its own."""
        return list((self.parent or self).own_overwrites.values())

    def history(self) -> list[Message]:
        """What every reader of the channel sees, oldest first."""
        return sorted((m for m in self.messages.values() if m.seen_by is None), key=lambda m: m.id)
