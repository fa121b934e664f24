"""People: what they do in their Discord client, and what they see in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from tests.fake_discord import commands, forms, interactions, payloads, posting
from tests.fake_discord.checks.messages import CONTENT, embed_texts
from tests.fake_discord.components import SELECTS, ComponentKind, find, texts
from tests.fake_discord.permissions import Permission
from tests.fake_discord.posting import Draft
from tests.fake_discord.refusals import Impossible
from tests.fake_discord.things import (
    Attachment,
    Channel,
    Interaction,
    InteractionKind,
    Json,
    Message,
    MessageFlag,
    MessageKind,
    Role,
    User,
)

if TYPE_CHECKING:
    from tests.fake_discord.world import World

TYPED: Final = 2 * CONTENT
"""A subscriber of Discord may type twice as much as a bot."""


class Person:
    """Somebody at their screen. What Discord's client would not let them do raises `Impossible`."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """How a message names this person."""
        return self.user.mention

    # Seeing

    @property
    def dm_channel(self) -> Channel:
        """The direct messages with the bot."""
        return self.world.dm_channel(self.user)

    @property
    def dms(self) -> list[Message]:
        """Everything in the direct messages with the bot, oldest first."""
        return self.sees(self.dm_channel)

    @property
    def heard(self) -> list[str]:
        """What the bot said in direct messages, as read on the screen, oldest first."""
        return [screen(message) for message in self.dms if message.author is self.world.bot]

    def sees(self, channel: Channel) -> list[Message]:
        """A channel or thread as this person sees it, oldest first: with what is ephemeral for them."""
        self._require(channel, Permission.VIEW_CHANNEL)
        shown = [m for m in channel.messages.values() if m.seen_by in (None, self.id)]
        return sorted(shown, key=lambda m: m.id)

    def _require(self, channel: Channel, permission: int) -> None:
        if channel.id not in self.world.channels:
            raise Impossible("That channel is gone.")
        if self.world.permissions(channel, self.user) & permission != permission:
            raise Impossible(f"{self.user.username} may not do that in #{channel.name or 'a direct message'}.")

    def _place(self, message: Message) -> Channel:
        channel = self.world.channels.get(message.channel_id)
        if channel is None:
            raise Impossible("The channel of that message is gone.")
        return channel

    # Speaking

    def dm(self, content: str = "", **more: Any) -> Message:
        """Send the bot a direct message; see `say` for what else it can hold."""
        if not self.world.mutual_guilds(self.user):
            raise Impossible(f"{self.user.username} shares no guild with the bot.")
        return self.say(self.dm_channel, content, **more)

    def say(
        self,
        channel: Channel,
        content: str = "",
        *,
        files: Mapping[str, bytes] | None = None,
        sticker: str | None = None,
        voice: bool = False,
        reply_to: Message | None = None,
    ) -> Message:
        """Write in a channel: text, files by name, a sticker by name, or a voice message."""
        speech = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
        self._require(channel, speech)
        if len(content) > TYPED or not (content.strip() or files or sticker or voice):
            raise Impossible("Discord's client does not send that.")
        attached = [Attachment(self.world.clock.snowflake(), name, data) for name, data in (files or {}).items()]
        if voice:
            ogg = "audio/ogg"
            attached = [Attachment(self.world.clock.snowflake(), "voice-message.ogg", b"OggS", ogg, voice=True)]
        what = Draft(
            content=content.strip(),
            attachments=attached,
            stickers=[sticker] if sticker else [],
            flags=MessageFlag.IS_VOICE_MESSAGE if voice else 0,
            reply_to=reply_to.id if reply_to else None,
            kind=MessageKind.REPLY if reply_to else MessageKind.PLAIN,
        )
        return posting.post(self.world, channel, self.user, what)

    def edit(self, message: Message, content: str) -> None:
        """Change the text of a message of one's own."""
        if message.author is not self.user or message not in self.sees(self._place(message)):
            raise Impossible("That is somebody else's message, or gone.")
        if not content.strip() and not message.attachments:
            raise Impossible("An edit that leaves nothing is a deletion.")
        posting.change(self.world, message, {"content": content}, [])

    def delete(self, message: Message) -> None:
        """Delete a message: one's own, or any as a moderator."""
        if message.author is not self.user:
            self._require(self._place(message), Permission.MANAGE_MESSAGES)
        posting.delete(self.world, message)

    # Using the bot

    def slash(self, channel: Channel, path: str, /, *, overruled: bool = False, **values: Any) -> Interaction:
        """Use a slash command, such as `"match create"`; `overruled` where admins opened it to everybody."""
        self._require(channel, Permission.VIEW_CHANNEL)
        name, *steps = path.removeprefix("/").split()
        command = commands.offered(self.world, self.user, channel, name, overruled=overruled)
        plain = {key: value.user if isinstance(value, Person) else value for key, value in values.items()}
        data = commands.invocation(self.world, command, steps, plain, channel)
        return interactions.begin(self.world, InteractionKind.COMMAND, self.user, channel, data)

    def complete(self, channel: Channel, path: str, option: str, typed: str) -> Interaction:
        """Type into an option that suggests values; the suggestions come as the interaction's `choices`."""
        self._require(channel, Permission.VIEW_CHANNEL)
        name, *steps = path.removeprefix("/").split()
        command = commands.offered(self.world, self.user, channel, name, overruled=False)
        data = commands.typing(command, steps, option, typed)
        return interactions.begin(self.world, InteractionKind.AUTOCOMPLETE, self.user, channel, data)

    def click(self, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        part = self._part(message, custom_id)
        if part["type"] != ComponentKind.BUTTON:
            raise Impossible(f"{custom_id} is no button.")
        return self._use(message, part, {})

    def choose(self, message: Message, custom_id: str, *chosen: str | Person | User | Role) -> Interaction:
        """Pick in a select menu: values, people or roles."""
        part = self._part(message, custom_id)
        if part["type"] not in SELECTS:
            raise Impossible(f"{custom_id} is no menu.")
        picked = [one.user if isinstance(one, Person) else one for one in chosen]
        values = [one if isinstance(one, str) else str(one.id) for one in picked]
        users = [one for one in picked if isinstance(one, User)]
        return self._use(message, part, {"values": _offered(part, values), "resolved": _resolved(users)})

    def _part(self, message: Message, custom_id: str) -> Json:
        if message not in self.sees(self._place(message)):
            raise Impossible(f"{self.user.username} does not see that message.")
        part = find(message.components, custom_id)
        if part is None or part.get("disabled"):
            raise Impossible(f"There is no {custom_id!r} to use on: {screen(message)!r}")
        return part

    def _use(self, message: Message, part: Json, more: Json) -> Interaction:
        data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part.get("id") or 1} | more
        kind = InteractionKind.COMPONENT
        return interactions.begin(self.world, kind, self.user, self._place(message), data, message)

    def submit_modal(self, opened: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Fill in and send the modal that an interaction opened; `values` by custom id."""
        if opened.modal is None or opened.user is not self.user:
            raise Impossible("No form is open.")
        data = forms.filled(opened.modal, values)
        kind = InteractionKind.MODAL
        return interactions.begin(self.world, kind, self.user, opened.channel, data, opened.message)

    # Account

    def close_dms(self) -> None:
        """Take no direct messages from members any more."""
        self.user.accepts_dms = False

    def open_dms(self) -> None:
        """Take direct messages again."""
        self.user.accepts_dms = True

    def rename(self, display_name: str) -> None:
        """Change the display name."""
        self.user.display_name = display_name
        for guild in self.world.guilds.values():
            if self.id in guild.members:
                member = payloads.member(guild.members[self.id]) | {"guild_id": str(guild.id)}
                self.world.tell_guild(guild, "GUILD_MEMBER_UPDATE", member)

    def delete_account(self) -> None:
        """Leave Discord for good: every guild too; what was written stays."""
        for guild in list(self.world.guilds.values()):
            self.world.part(guild, self.user)
        self.user.deleted = True
        self.user.username, self.user.display_name = f"deleted_user_{self.id}", None


def _offered(part: Json, values: Sequence[str]) -> list[str]:
    """The chosen values, if the menu offers them and takes that many."""
    known = {option["value"] for option in part.get("options") or []}
    if known and not set(values) <= known:
        raise Impossible(f"{part['custom_id']} does not offer {sorted(set(values) - known)}.")
    if not part.get("min_values", 1) <= len(values) <= part.get("max_values", 1):
        raise Impossible(f"{part['custom_id']} does not take {len(values)} choices.")
    return list(values)


def _resolved(users: Sequence[User]) -> Json:
    return {"users": {str(user.id): payloads.user(user) for user in users}} if users else {}


def screen(message: Message) -> str:
    """Everything of a message that a person reads, in the order of the screen."""
    parts = [message.content, *(text for embed in message.embeds for text in embed_texts(embed))]
    return "\n".join(part for part in [*parts, *texts(message.components)] if part)
