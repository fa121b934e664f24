"""Discord's events, handed to the house before anything is awaited."""

from __future__ import annotations

import logging
import sys
from collections import deque
from functools import partial
from typing import Any, Final, cast

import aiohttp
import discord
from discord import app_commands

from bot.discord_ui import buttons
from bot.discord_ui.answers import apologise, defer, tell
from bot.discord_ui.commands import doctor, host, ledger, match, players, server
from bot.discord_ui.components import Press, Pressable
from bot.discord_ui.desk import Desk
from bot.discord_ui.mailbox import is_letter, letter_of
from bot.discord_ui.troubles import translated
from bot.hosting import words
from bot.hosting.context import Show
from bot.hosting.inbox import intake
from bot.hosting.model.records import Answer
from bot.hosting.outbox import written_answers
from bot.hosting.recording.queue import where

log = logging.getLogger(__name__)


def intents() -> discord.Intents:
    """None of them privileged: servers and their threads, and direct messages, whose text a bot may always read."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.dm_messages = True
    return wanted


def permissions() -> discord.Permissions:
    """What the invite asks for; docs/hosting.md says why, one by one."""
    return discord.Permissions(
        view_channel=True,
        send_messages=True,
        create_public_threads=True,
        create_private_threads=True,
        send_messages_in_threads=True,
        read_message_history=True,
        pin_messages=True,
    )


discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
"""The library would remark at every start that voice is not installed; we never speak."""


_REMEMBERED: Final = 1_000
"""Interactions that are known again, should Discord bring one twice."""


_LONGEST_WAIT: Final = 60.0
"""Seconds that a request waits for Discord's limits; what takes longer is tried again by ourselves: a close, say, must
not stand still without a word."""
_SYNC_AGAIN: Final = 300.0
"""Seconds until Discord is told once more what commands there are, where it did not take them."""


class DealerClient(discord.Client):
    """The bot as Discord sees it. `serve` hands it the desk before it logs in."""

    def __init__(self, trace: aiohttp.TraceConfig) -> None:
        """`trace` sees every response of Discord's."""
        super().__init__(
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=_LONGEST_WAIT,
        )
        self._seen: deque[int] = deque(maxlen=_REMEMBERED)
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.presses: dict[str, Press] = {}
        self.modals: dict[str, Press] = {}
        self._desk: Desk | None = None

    def first_time(self, interaction: discord.Interaction) -> bool:
        """False for an interaction that has been brought before: it is done and answered already."""
        if interaction.id in self._seen:
            return False
        self._seen.append(interaction.id)
        return True

    def serve(self, desk: Desk) -> None:
        self._desk = desk
        self.presses, self.modals = buttons.presses(desk), buttons.modals(desk)
        for group in (match.group(desk), host.group(desk), ledger.group(desk), server.group(desk)):
            self.tree.add_command(group)
        for command in (*players.commands(desk), doctor.command(desk)):
            self.tree.add_command(command)
        self.tree.error(self._command_failed)

    async def ask_anything(self) -> None:
        """The lightest request there is, for the date of its response."""
        with translated("clock"):
            await self.http.request(discord.http.Route("GET", "/gateway"))

    @property
    def desk(self) -> Desk:
        assert self._desk is not None, "serve() comes before login"
        return self._desk

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Pressable)
        await self._sync()

    async def _sync(self) -> None:
        """Tell Discord which commands there are. Those that it knows from the last time go on working until then."""
        try:
            await self.tree.sync()
        except app_commands.CommandSyncFailure:
            raise  # ours is the mistake, and it does not pass
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("Discord has not taken the commands yet: %s", type(error).__name__)
            self.loop.call_later(_SYNC_AGAIN, lambda: self.loop.create_task(self._sync(), name="commands"))

    # --- what comes in ------------------------------------------------------------------------------------------------

    async def on_message(self, message: discord.Message) -> None:
        if is_letter(message):
            self.desk.room.arrived(letter_of(message))

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        message = event.message
        if event.guild_id is None and is_letter(message) and message.edited_at is not None:
            deed = partial(intake.edited, self.desk.house, message.author.id, message.id, message.content)
            self.desk.room.put(message.author.id, deed)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A modal came back: known by its id alone, so that a restart in between loses nothing. Whatever comes from a
        person's direct messages tells where they are."""
        typing = interaction.type is discord.InteractionType.autocomplete
        if interaction.context.dm_channel and interaction.channel_id is not None and not typing:
            self.desk.house.direct.learn(interaction.user.id, interaction.channel_id)
        if interaction.type is discord.InteractionType.modal_submit:
            data = cast("dict[str, Any]", interaction.data)
            await self._do(self.modals, interaction, data["custom_id"])

    async def on_ready(self) -> None:
        log.info("connected; invite: %s", self.invite())
        await self.desk.room.returned()

    async def on_resumed(self) -> None:
        await self.desk.room.resumed()

    async def on_disconnect(self) -> None:
        self.desk.room.went_away()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("joined the server %d", guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("left the server %d", guild.id)

    def invite(self) -> str:
        assert self.application_id is not None
        return discord.utils.oauth_url(self.application_id, permissions=permissions())

    # --- what goes wrong ----------------------------------------------------------------------------------------------

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Never the event itself: it may hold a submission."""
        error = sys.exc_info()[1]
        log.error("%s failed: %s", event_method, where(error) if error else "?")

    async def pressed(self, interaction: discord.Interaction, custom_id: str) -> None:
        """A button of ours, also one of an earlier release."""
        await self._do(self.presses, interaction, custom_id)

    async def _do(self, verbs: dict[str, Press], interaction: discord.Interaction, custom_id: str) -> None:
        verb, *arguments = custom_id.split(":")
        if not self.first_time(interaction):
            return
        try:
            await verbs.get(verb, buttons.forgotten)(interaction, arguments)
        except Exception as error:
            await apologise(interaction, f"the button or form {verb}", error)

    async def bring(self, user_id: int, show: Show) -> None:
        """What could not be written to somebody, shown under an answer."""
        await self.desk.house.bring(user_id, show)

    def holds(self, user_id: int) -> bool:
        """Whether what somebody does waits until what they sent before is read."""
        return self.desk.room.holds(user_id)

    def write(self, user_id: int, said: Answer) -> None:
        """An answer that did not get through, as a direct message."""
        self.desk.house.queue.put(partial(written_answers.write, self.desk.house, user_id, said), whose=user_id)

    async def _command_failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        if isinstance(error, app_commands.CommandInvokeError):
            await apologise(interaction, "a command", error.original)
            return
        log.warning("a command was not understood: %s", type(error).__name__)
        await defer(interaction)
        await tell(interaction, Answer(words.COMMAND_CHANGED, ok=False))


class Tree(app_commands.CommandTree[DealerClient]):
    """The commands; each use of one counts once."""

    async def interaction_check(self, interaction: discord.Interaction[DealerClient]) -> bool:
        return self.client.first_time(cast("discord.Interaction", interaction))
