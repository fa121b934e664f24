"""A Discord server on the stage, its people, and a match as they see it, so that tests read like a story.

table = await venue.open("ghost-ladder", players="Ann Bob Eve", options="rounds=2")
await table.dm("Ann", "12 +1g")
await table.pass_deadline()
assert "Round 1 is closed" in table.posts[-2]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models.interaction import ResponseKind
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.enums import InteractionType
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

from bot.discord_ui.client import permissions
from bot.hosting.model.events import Row
from bot.hosting.model.records import Hosted
from bot.hosting.players import lobby
from bot.hosting.players.lobby import Guest
from bot.rehearsal.stage import Stage

_CODE = re.compile(r"match \*\*([A-Z0-9]+)\*\*")
_DEADLINE = re.compile(r"\*\*Deadline:\*\* <t:(\d+):F>")


@dataclass(frozen=True)
class Reply:
    """What a command or a button was answered."""

    by: MemberActor | UserHandle
    result: InteractionResult

    @property
    def messages(self) -> list[ResponseMessage]:
        first = self.result.response
        return [*([first] if first is not None else []), *self.result.followups]

    @property
    def text(self) -> str:
        return "\n".join(message.content for message in self.messages)

    @property
    def hidden(self) -> bool:
        """Whether nobody but its asker sees any of it."""
        return self.result.ephemeral and all(message.ephemeral for message in self.messages)

    @property
    def turned_a_page(self) -> bool:
        """Whether it changed the message under which the button was."""
        return self.result._interaction.response_kind is ResponseKind.UPDATE

    @property
    def buttons(self) -> list[str]:
        return [b["label"] for message in self.messages for row in message.components for b in row["components"]]

    @property
    def file(self) -> str:
        """The text of the file that came with it."""
        (attachment,) = [a for message in self.messages for a in message.attachments]
        content = self.result._env.backend.cdn.get(attachment.url)
        assert content is not None
        return content.decode()

    async def press(self, label: str, by: MemberActor | UserHandle | None = None) -> Reply:
        """Press a button of the answer."""
        who = by or self.by
        return Reply(who, await who.click(self.messages[-1], label=label))


@dataclass
class Venue:
    """A Discord server with a channel and a host."""

    stage: Stage
    guild: GuildHandle
    channel: ChannelHandle
    managers: RoleHandle
    host: MemberActor

    @classmethod
    def found(cls, stage: Stage, name: str = "The Tower", host: str = "Hetty") -> Venue:
        guild = stage.env.create_guild(name)
        grant(guild)
        managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        boss = guild.add_member(stage.env.create_user(host.lower(), global_name=host), roles=[managers])
        return cls(stage, guild, guild.create_text_channel("games"), managers, boss)

    def member(self, name: str, roles: Sequence[RoleHandle] = ()) -> MemberActor:
        """Somebody new in the server, with this display name."""
        user = self.stage.env.create_user(f"user{len(self.stage.env.backend.users)}", global_name=name)
        return self.guild.add_member(user, roles=roles)

    def office(self, *readers: MemberActor | RoleHandle, name: str = "office") -> ChannelHandle:
        """A channel that nobody else can see, but for the bot."""
        seen, unseen = (discord.PermissionOverwrite(view_channel=may) for may in (True, False))
        mine = next(role for role in self.guild.roles.values() if role._role.managed)
        known: dict[Any, discord.PermissionOverwrite] = dict.fromkeys((mine, *readers), seen)
        return self.guild.create_text_channel(name, overwrites={self.guild.default_role: unseen, **known})

    async def ask(self, who: MemberActor, command: str, channel: ChannelHandle | None = None, **fields: Any) -> Reply:
        """Give a slash command."""
        return Reply(who, await who.slash(channel or self.channel, command, **fields))

    async def slip_in(self, user: UserHandle, text: str) -> None:
        """A direct message that the stage would not let people send, though Discord does: 4,000 characters, say."""
        backend = self.stage.env.backend
        message = backend.prepare_message(user.dm_channel.id, user.id, "x")
        message.content = text
        backend.commit_message(message)
        await self.stage.env.settle()

    async def open(
        self,
        ruleset: str = "ghost-ladder",
        players: str | Sequence[str] = "Ann Bob Eve",
        started: bool = True,
        **fields: Any,
    ) -> Table:
        """A match with these players, who are new in the server."""
        said = await self.ask(self.host, "match create", ruleset=ruleset, **fields)
        code = _CODE.search(said.text)
        assert code is not None, said.text
        table = Table(self, code[1])
        for name in players.split() if isinstance(players, str) else players:
            await table.join(self.member(name))
        if started:
            said = await self.ask(self.host, "match start", match=table.code)
            assert "has begun" in said.text, said.text
        return table


def grant(guild: GuildHandle) -> None:
    """The bot may do what its invite asks for, and nothing else. (For a pin, the stage asks for the permission that
    was needed before Discord made one of its own for it.)"""
    wanted = permissions()
    wanted.manage_messages = True
    (mine,) = [role for role in guild._guild.roles.values() if role.managed]
    mine.permissions = wanted.value


async def forge(who: MemberActor, under: discord.Message, custom_id: str) -> Reply:
    """Press a button that is not there, as no client can; Discord would refuse it, and so must the bot."""
    (reply,) = await at_once([who], under, custom_id)
    return reply


async def at_once(people: Sequence[MemberActor], under: discord.Message, custom_id: str) -> list[Reply]:
    """Everybody presses before the bot could react to anybody."""
    env = people[0]._env
    button = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
    stored = env.backend.get_message(under.channel.id, under.id)
    faked = {**serializers.message_payload(env.backend, stored), "components": [{"type": 1, "components": [button]}]}
    replies = []
    for who in people:
        record, payload = interactions.base_payload(
            env.backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=under.channel.id,
            guild_id=who.guild.id,
            user_id=who.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        record.source_message_id = under.id
        env.backend.emit("INTERACTION_CREATE", {**payload, "message": faked})
        replies.append(Reply(who, InteractionResult(env, record)))
    await env.settle()
    return replies


@dataclass
class Table:
    """A match, its card, its thread, and its players by their display names."""

    venue: Venue
    code: str
    players: dict[str, MemberActor] = field(default_factory=dict)

    @property
    def stage(self) -> Stage:
        return self.venue.stage

    @property
    def card(self) -> discord.Message:
        (card,) = [m for m in self.venue.channel.history() if f"Match {self.code}" in m.content]
        return card

    @property
    def thread(self) -> ChannelHandle:
        (thread,) = [t for t in self.venue.channel.threads if self.code in str(t.name)]
        return thread

    @property
    def board(self) -> str:
        (board,) = self.thread.pinned_messages()
        return board.content

    @property
    def posts(self) -> list[str]:
        """What the bot has posted in the thread, the board left out."""
        return [m.content for m in self.thread.history() if not m.pinned and m.type is discord.MessageType.default]

    @property
    def deadline(self) -> datetime:
        """As the last post that names one has it."""
        stamps = [m[1] for post in self.posts for m in _DEADLINE.finditer(post)]
        return datetime.fromtimestamp(int(stamps[-1]), UTC)

    # --- what people do -----------------------------------------------------------------------------------------------

    async def join(self, member: MemberActor) -> Reply:
        reply = await self.press("Join", member)
        if "You are in match" in reply.text:
            self.players[self.venue.stage.env.backend.users[member.id].global_name or member.name] = member
        return reply

    async def seat(self, members: Sequence[MemberActor]) -> None:
        """Many at once, without their clicks."""
        house, at = self.stage.parts.house, self.stage.env.now()
        with self.stage.env._bot_scope():
            for member in members:
                name = self.stage.env.backend.users[member.id].global_name or member.name
                guest = Guest(member.id, name, frozenset(), at, f"interaction:{member.id}")
                house.queue.put(partial(lobby.join, house, self.code, guest))
        await self.stage.env.settle()

    async def press(self, label: str, member: MemberActor) -> Reply:
        """A button of the card."""
        return Reply(member, await member.click(self.card, label=label))

    async def dm(self, name: str, *texts: str) -> list[str]:
        """Write direct messages, and see what they are answered."""
        heard = len(self.letters(name))
        for text in texts:
            await self.players[name].send_dm(text)
        return self.letters(name)[heard:]

    async def ask(self, command: str, by: MemberActor | None = None, **fields: Any) -> Reply:
        """A slash command about this match, the host's if nobody is named."""
        return await self.venue.ask(by or self.venue.host, command, match=self.code, **fields)

    async def replace(self, player: UserHandle, substitute: UserHandle | MemberActor) -> Reply:
        """The host gives somebody's seat to a substitute, and says yes to the question; what is answered last."""
        asked = await self.ask("host replace", player=player, substitute=substitute)
        return await asked.press("Yes, give them the seat") if asked.buttons else asked

    async def pass_deadline(self) -> None:
        """Run the clock until what is open now is closed."""
        left = (self.deadline - self.stage.env.now()).total_seconds()
        await self.stage.forward(seconds=max(0.0, left) + 10)

    # --- what people see ----------------------------------------------------------------------------------------------

    def letters(self, name: str) -> list[str]:
        """What the bot has written to a player, greeting and welcome included."""
        return written_to(self.players[name].user)

    # --- what stands in the database ----------------------------------------------------------------------------------

    async def hosted(self) -> Hosted:
        async with self.stage.parts.house.store.begin() as unit:
            found = await unit.match_by_code(self.code)
        assert found is not None
        return found

    async def position(self) -> int:
        """How long the journal is."""
        return (await self.hosted()).match.position

    async def journal(self) -> list[Row]:
        hosted = await self.hosted()
        async with self.stage.parts.house.store.begin() as unit:
            return await unit.rows(hosted.id)


def written_to(user: UserHandle) -> list[str]:
    """The bot's direct messages to somebody."""
    return [m.content for m in user.dm_channel.history() if m.author.id != user.id]


def asked(stage: Stage, since: int = 0) -> list[HttpLogEntry]:
    """What the bot asked of Discord."""
    return stage.env.http_requests[since:]
