"""The truth of the fake Discord, in memory: who and what there is, and who hears of a change.

Everything here is plain and synchronous. One event loop owns a world; only that loop may touch it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from tests.fake_discord import payloads, refusals
from tests.fake_discord.clock import Clock
from tests.fake_discord.people import Person
from tests.fake_discord.permissions import ALL, EVERYONE, INVITED, Permission, in_channel, in_guild
from tests.fake_discord.things import (
    Channel,
    ChannelKind,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

if TYPE_CHECKING:
    from tests.fake_discord.refusals import Refusal

TOKEN: Final = "fake.token.of-the-bot"
NONCE_MEMORY: Final = timedelta(minutes=3)


@dataclass(frozen=True)
class Event:
    """Something for the gateway to send, in full; what a session may see of it depends on its intents."""

    name: str
    data: Json


class World:
    """Guilds, channels, users, commands, interactions; and whoever listens to what happens to them."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.token = TOKEN
        self.privileged_intents = 0
        """The privileged intents that the application's owner switched on, as a bit set."""
        self.nonce_memory = NONCE_MEMORY
        self.files_url = ""
        self.gateway_url = ""
        self.users: dict[int, User] = {}
        self.people: dict[str, Person] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        """Application commands by guild id; None holds the global ones."""
        self.interactions: dict[str, Interaction] = {}
        """By token."""
        self.nonces: dict[tuple[int, str], Message] = {}
        """By author and nonce."""
        self.openings: int | None = None
        """How many more direct-message channels may be opened, existing ones or not; None: as many as one likes."""
        self.old_edits: int | None = None
        """How many more edits of messages older than an hour are taken; None: as many as one likes."""
        self.listeners: list[Callable[[Event], None]] = []
        self.bot = self._new_user("dealer", "Dealer", bot=True)
        self.application_id = self.bot.id

    # People

    def user(self, name: str, *, member: bool = True) -> Person:
        """The person of that name; a new one joins the first guild, unless `member` is false."""
        if name not in self.people:
            self.people[name] = Person(self, self._new_user(name, name.capitalize()))
            if member and self.guilds:
                self.join(next(iter(self.guilds.values())), self.people[name].user)
        return self.people[name]

    def _new_user(self, username: str, display_name: str, *, bot: bool = False) -> User:
        user = User(self.clock.snowflake(), username, display_name, bot)
        self.users[user.id] = user
        return user

    def join(self, guild: Guild, user: User) -> None:
        """A user becomes a member."""
        guild.members[user.id] = member = Member(user, self.clock.now())
        self.tell_guild(guild, "GUILD_MEMBER_ADD", payloads.member(member) | {"guild_id": str(guild.id)})

    def part(self, guild: Guild, user: User, *, banned: bool = False) -> None:
        """A user leaves, is kicked, or is banned."""
        who = {"guild_id": str(guild.id), "user": payloads.user(user)}
        if banned:
            guild.banned.add(user.id)
            self.tell_guild(guild, "GUILD_BAN_ADD", who)
        if guild.members.pop(user.id, None) is not None:
            self.tell_guild(guild, "GUILD_MEMBER_REMOVE", who)

    # Guilds

    def new_guild(self, name: str, owner: str = "owner", *, bot_permissions: int = INVITED) -> Guild:
        """A guild with an owner, and the bot in it. Without a text channel: see `new_channel`."""
        holder = self.user(owner, member=False).user
        guild = Guild(self.clock.snowflake(), name, holder.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
        self.guilds[guild.id] = guild
        self.join(guild, holder)
        self.invite_bot(guild, bot_permissions)
        return guild

    def invite_bot(self, guild: Guild, permissions: int = INVITED) -> None:
        """The bot joins, for the first time or again, with a role of its own."""
        role = Role(self.clock.snowflake(), "Dealer", permissions, of_bot=self.bot.id)
        guild.roles[role.id] = role
        guild.members[self.bot.id] = Member(self.bot, self.clock.now(), roles=[role.id])
        self.tell_guild(guild, "GUILD_CREATE", payloads.guild_event(self, guild))

    def kick_bot(self, guild: Guild) -> None:
        """The bot is thrown out; its role goes with it."""
        self.tell_guild(guild, "GUILD_DELETE", {"id": str(guild.id)})
        gone = guild.members.pop(self.bot.id)
        for role in gone.roles:
            del guild.roles[role]

    def new_role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        """A role for members; give it with `give_role`."""
        role = Role(self.clock.snowflake(), name, permissions)
        guild.roles[role.id] = role
        self._tell_role(guild, role, "GUILD_ROLE_CREATE")
        return role

    def give_role(self, guild: Guild, user: User, role: Role) -> None:
        """A member gets a role."""
        member = guild.members[user.id]
        member.roles.append(role.id)
        self.tell_guild(guild, "GUILD_MEMBER_UPDATE", payloads.member(member) | {"guild_id": str(guild.id)})

    def bot_role(self, guild: Guild) -> Role:
        """The role that the bot came with."""
        return next(role for role in guild.roles.values() if role.of_bot == self.bot.id)

    def permit(self, guild: Guild, role: Role, permissions: int) -> None:
        """Set what a role may do."""
        role.permissions = permissions
        self._tell_role(guild, role, "GUILD_ROLE_UPDATE")

    def _tell_role(self, guild: Guild, role: Role, name: str) -> None:
        self.tell_guild(guild, name, {"guild_id": str(guild.id), "role": payloads.role(role)})

    # Channels

    def new_channel(
        self,
        guild: Guild,
        name: str,
        *,
        kind: ChannelKind = ChannelKind.TEXT,
        tags: Iterable[str] = (),
        tag_required: bool = False,
    ) -> Channel:
        """A text channel, an announcement channel, or a forum with its tags."""
        channel = Channel(self.clock.snowflake(), kind, guild, name, tag_required=tag_required)
        channel.tags = {self.clock.snowflake(): tag for tag in tags}
        self.channels[channel.id] = channel
        self.tell_guild(guild, "CHANNEL_CREATE", payloads.channel(self, channel))
        return channel

    def dm_channel(self, user: User) -> Channel:
        """The direct-message channel of the bot and a user: always the same one."""
        if user.id not in self.dms:
            channel = Channel(self.clock.snowflake(), ChannelKind.DM, recipient=user)
            self.dms[user.id] = self.channels[channel.id] = channel
        return self.dms[user.id]

    def overwrite(self, channel: Channel, whom: Role | User, *, allow: int = 0, deny: int = 0) -> None:
        """An exception in a channel for a role or a user, in place of the one there was."""
        channel.own_overwrites[whom.id] = Overwrite(whom.id, isinstance(whom, User), allow, deny)
        self.change_channel(channel)

    def change_channel(self, channel: Channel) -> None:
        """Tell of a channel or thread as it now is."""
        assert channel.guild is not None
        name = "THREAD_UPDATE" if channel.thread else "CHANNEL_UPDATE"
        self.tell_guild(channel.guild, name, payloads.channel(self, channel))

    def delete_channel(self, channel: Channel) -> None:
        """A channel or thread is gone, with all that was said in it; a channel takes its threads along."""
        assert channel.guild is not None
        face = payloads.channel(self, channel)
        for thread in [one for one in self.channels.values() if one.parent is channel]:
            del self.channels[thread.id]
        del self.channels[channel.id]
        self.tell_guild(channel.guild, "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", face)

    # What the bot finds

    def find_guild(self, guild_id: int) -> Guild:
        """A guild that the bot is in."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise refusals.unknown_guild()
        return guild

    def find_channel(self, channel_id: int) -> Channel:
        """A channel that the bot can see."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise refusals.unknown_channel()
        if not self.bot_sees(channel):
            raise refusals.missing_access()
        return channel

    def find_member(self, guild: Guild, user_id: int) -> Member:
        """A member of a guild."""
        if user_id not in self.users:
            raise refusals.unknown_user()
        if user_id not in guild.members:
            raise refusals.unknown_member()
        return guild.members[user_id]

    def bot_sees(self, channel: Channel) -> bool:
        """Whether the bot can see a channel."""
        return self.bot_may(channel, Permission.VIEW_CHANNEL)

    def bot_may(self, channel: Channel, permission: int) -> bool:
        """Whether the bot has every bit of a permission in a channel; in direct messages it has all."""
        return self.permissions(channel, self.bot) & permission == permission

    def require(self, channel: Channel, permission: int, refusal: Callable[[], Refusal] | None = None) -> None:
        """Refuse, with 50013 unless told otherwise, what the bot may not do in a channel."""
        if not self.bot_may(channel, permission):
            raise (refusal or refusals.missing_permissions)()

    def permissions(self, channel: Channel, user: User) -> int:
        """What a user may do in a channel."""
        if channel.guild is not None:
            return in_channel(channel.guild, channel, user.id)
        return ALL if user in (self.bot, channel.recipient) else 0

    def mutual_guilds(self, user: User) -> list[Guild]:
        """The guilds that a user shares with the bot."""
        return [g for g in self.guilds.values() if in_guild(g, user.id) and in_guild(g, self.bot.id)]

    # Telling

    def tell(self, channel: Channel, name: str, data: Json) -> None:
        """An event of a channel, for the bot if it can see the channel."""
        if self.bot_sees(channel):
            self.tell_bot(name, data)

    def tell_guild(self, guild: Guild, name: str, data: Json) -> None:
        """An event of a guild, for the bot if it is in the guild."""
        if self.bot.id in guild.members:
            self.tell_bot(name, data)

    def tell_bot(self, name: str, data: Json) -> None:
        """An event, whatever the bot's place."""
        for listener in self.listeners:
            listener(Event(name, data))
