"""The simulated server and its people: what they do, they do as users of Discord; what comes of it goes to the
audience."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.hosting.words import MOVE
from bot.rehearsal.screen import Audience, Bubble
from bot.rehearsal.sheet import Answers, filled, told
from bot.rehearsal.stage import Stage, seen_by

BOT: Final = "Dealer"
HOST: Final = "Max"
CLOSED_TO_ME: Final = 50007
_DEADLINE = re.compile(r"\*\*Deadline:\*\* <t:(\d+)")
_CODE = re.compile(r"Match (\w+)")
_AFTER_A_DEADLINE: Final = timedelta(seconds=10)
"""Turns close five seconds after their deadline; then the posts go out."""


class Missed(Exception):
    """The show did not go as the script has it; what it names is a bug."""


@dataclass(slots=True)
class Theatre:
    """A server with one channel, a host, and players, one of whom the audience looks over the shoulder of."""

    stage: Stage
    audience: Audience
    names: dict[int, str]
    """User ids and names, for the audience too."""
    hero: str
    channel: ChannelHandle = field(init=False)
    host: MemberActor = field(init=False)
    people: dict[str, MemberActor] = field(default_factory=dict)
    thread: ChannelHandle | None = None
    _answered: dict[int, list[discord.Message]] = field(default_factory=dict)
    """What a user was answered where nobody else could see it."""
    _seen: dict[int, int] = field(default_factory=dict)
    """The last message of a channel that the audience saw."""
    _today: datetime | None = None

    def furnish(self, channel: str, players: Sequence[str]) -> None:
        """Put up the server."""
        env = self.stage.env
        guild = env.create_guild("The Liars' Club")
        self.channel = guild.create_text_channel(channel)
        hosts = guild.create_role("Hosts", permissions=discord.Permissions(manage_guild=True))
        self.host = guild.add_member(env.create_user(HOST), roles=[hosts])
        self.people = {name: guild.add_member(env.create_user(name)) for name in players}
        self.names |= {self.host.id: HOST} | {actor.id: name for name, actor in self.people.items()}

    @property
    def now(self) -> datetime:
        return self.stage.env.now()

    # --- what people do -----------------------------------------------------------------------------------------------

    async def command(self, name: str, **options: Any) -> discord.Message:
        """The host types a slash command; the answer is for the host alone."""
        typed = " ".join([f"/{name}", *(f"{key}:{_shown(value)}" for key, value in options.items())])
        at = self.now
        said = await self._answer_to(self.host, self.host.slash(self.channel, name, **options))
        self._show([Bubble(HOST, at, typed, False), self._ephemeral(said, HOST)], [])
        return said

    async def press(self, who: str, label: str, aloud: bool = True) -> discord.Message:
        """A button of the sign-up card."""
        at, actor = self.now, self.people[who]
        said = await self._answer_to(actor, actor.click(self.card, label=label))
        if aloud:
            scene = [Bubble(who, at, f"*presses {label}*", False), self._ephemeral(said, who)]
            self._show(*(([], scene) if who == self.hero else (scene, [])))
        return said

    async def take_offer(self, who: str, label: str) -> None:
        """The button under the bot's latest direct message: what it guessed was meant."""
        at, user = self.now, self.people[who].user
        offer = self._messages(user.dm_channel)[-1]
        said = await self._answer_to(self.people[who], user.click(offer, label=label))
        if who == self.hero:
            self._show([], [Bubble(who, at, f"*presses* `{label}`", False), self._ephemeral(said, who)])

    async def fill(self, who: str, answers: Answers) -> None:
        """The form behind the button under the latest post that has one."""
        at, actor = self.now, self.people[who]
        post = next(m for m in reversed(self.public_messages()) if MOVE in _labels(m))
        shown = await actor.click(post, label=MOVE)
        if shown.modal is None:
            raise Missed("the button brought no form")
        said = await self._answer_to(actor, actor.submit_modal(shown, filled(shown.modal, answers)))
        if who == self.hero:
            typed = f"*presses {MOVE}, and fills in*\n{told(answers)}"
            self._show([], [Bubble(who, at, typed, False), self._ephemeral(said, who)])

    async def write(self, who: str, *messages: str) -> None:
        """Direct messages to the bot, some seconds apart. The audience sees the hero's alone."""
        for message in messages:
            await self.people[who].send_dm(message)
            self.look()
            await self.pass_time(seconds=20)

    def doors(self, who: str, open_to_bot: bool) -> None:
        """Whether somebody takes direct messages from this server's members."""
        faults = self.stage.env.backend.faults
        path = f"/channels/{self.people[who].user.dm_channel.id}/messages"
        faults[:] = [fault for fault in faults if fault["path"] != path]
        if not open_to_bot:
            self.stage.env.inject_error("POST", path, status=403, code=CLOSED_TO_ME, times=None)

    async def _answer_to(self, actor: MemberActor, doing: Awaitable[InteractionResult]) -> discord.Message:
        result = await doing
        answers = [answer for answer in (*result.followups, result.response) if answer is not None]
        if not answers:
            raise Missed("an interaction was not answered")
        said = answers[0].message
        self._answered.setdefault(actor.id, []).append(said)
        return said

    def _ephemeral(self, said: discord.Message, reader: str) -> Bubble:
        files = tuple(attachment.filename for attachment in said.attachments)
        tag = f"only {reader} sees this"
        return Bubble(BOT, said.created_at, said.content, buttons=tuple(_labels(said)), files=files, tag=tag)

    # --- time ---------------------------------------------------------------------------------------------------------

    async def pass_time(self, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        await self.stage.forward(hours=hours, seconds=minutes * 60 + seconds)
        self.look()

    async def until(self, instant: datetime) -> None:
        await self.pass_time(seconds=max(0.0, (instant - self.now).total_seconds()))

    async def deadline(self) -> None:
        """Let the deadline pass, and what comes of it."""
        await self.until(self.due + _AFTER_A_DEADLINE)

    @property
    def due(self) -> datetime:
        """The deadline as the thread has it."""
        for message in reversed(self.public_messages()):
            if found := _DEADLINE.search(message.content):
                return datetime.fromtimestamp(int(found[1]), UTC)
        raise Missed("no deadline in the thread")

    async def unplug(self) -> None:
        await self.stage.stop()

    async def plug_in(self) -> None:
        await self.stage.start()
        self.look()

    # --- what people know ---------------------------------------------------------------------------------------------

    def was_told(self, who: str, words: str) -> bool:
        return bool(self.last_told(who, words))

    def last_told(self, who: str, words: str) -> str:
        """The latest direct message of the bot's with these words; empty where there is none."""
        return next((m.content for m in reversed(self.messages_to(who)) if m.author.bot and words in m.content), "")

    def public_messages(self) -> list[discord.Message]:
        return self._messages(self.the_thread)

    def messages_to(self, who: str) -> list[discord.Message]:
        """The direct messages between somebody and the bot, and what nobody else saw of its answers."""
        actor = self.people[who]
        direct = self._messages(actor.user.dm_channel)
        return sorted([*direct, *self._answered.get(actor.id, ())], key=lambda m: m.id)

    # --- what is seen -------------------------------------------------------------------------------------------------

    @property
    def card(self) -> discord.Message:
        return next(m for m in self._messages(self.channel) if _CODE.search(m.content))

    @property
    def code(self) -> str:
        """The match's code, as the card has it."""
        found = _CODE.search(self.card.content)
        if found is None:
            raise Missed("no code on the card")
        return found[1]

    @property
    def board(self) -> discord.Message:
        return next(m for m in self.public_messages() if m.pinned)

    @property
    def the_thread(self) -> ChannelHandle:
        if self.thread is None:
            self.thread = next(iter(self.channel.threads), None)
        if self.thread is None:
            raise Missed("the match has no thread")
        return self.thread

    def show_card(self) -> None:
        self._show([self._public(self.card)], [])

    def show_board(self) -> None:
        self._show([replace(self._public(self.board), tag="pinned, and kept up to date", seen=self.now)], [])

    def aside(self, text: str) -> None:
        self.audience.aside(text)

    def look(self) -> None:
        """Show what was said since the last look: in the thread, and to the hero."""
        thread = [] if not self.channel.threads else self._news(self.the_thread)
        public = [self._public(m) for m in thread if m.type is discord.MessageType.default and not m.pinned]
        private = [self._private(m) for m in self._news(self.people[self.hero].user.dm_channel)]
        if public or private:
            self._show(public, private)

    def _news(self, channel: ChannelHandle) -> list[discord.Message]:
        last = self._seen.get(channel.id, 0)
        new = [m for m in self._messages(channel) if m.id > last]
        if new:
            self._seen[channel.id] = new[-1].id
        return new

    def _public(self, message: discord.Message) -> Bubble:
        return Bubble(BOT, message.created_at, message.content, buttons=tuple(_labels(message)))

    def _private(self, message: discord.Message) -> Bubble:
        if message.author.bot:
            return self._public(message)
        return Bubble(self.hero, message.created_at, message.content, by_bot=False)

    def _show(self, left: Sequence[Bubble], right: Sequence[Bubble]) -> None:
        if self._today is None or self._today.date() != self.now.date():
            self._today = self.now
            self.audience.day(self.now)
        self.audience.row(left, right)

    def _messages(self, channel: ChannelHandle) -> list[discord.Message]:
        return seen_by(channel)


def _labels(message: discord.Message) -> list[str]:
    return [
        component.label or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for component in row.children
        if isinstance(component, discord.Button)
    ]


def _shown(value: Any) -> str:
    return f"@{value.name}" if isinstance(value, MemberActor) else str(value)
