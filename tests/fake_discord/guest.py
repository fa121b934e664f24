"""A small bot on an unmodified discord.py, to see with its eyes that the fake Discord is like the real one."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands


class Form(discord.ui.Modal, title="Your submission"):
    """Asks for a number and a choice."""

    height: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Height", custom_id="height", max_length=3)
    boost: discord.ui.Label[Form] = discord.ui.Label(
        text="Boost",
        component=discord.ui.Select(custom_id="boost", options=[discord.SelectOption(label=n) for n in "123"]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.boost.component, discord.ui.Select)
        text = f"{self.height.value} with {', '.join(self.boost.component.values)}"
        await interaction.response.send_message(text, ephemeral=True)


class Card(discord.ui.View):
    """A sign-up card whose buttons work after a restart too."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", emoji="🎲", custom_id="card:join")
    async def join(self, interaction: discord.Interaction, button: discord.ui.Button[Card]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(f"Welcome, {interaction.user.display_name}.")

    @discord.ui.button(label="Count", custom_id="card:count")
    async def count(self, interaction: discord.Interaction, button: discord.ui.Button[Card]) -> None:
        await interaction.response.edit_message(content="Counted.", view=self)

    @discord.ui.button(label="Fill in", custom_id="card:form")
    async def fill(self, interaction: discord.Interaction, button: discord.ui.Button[Card]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="card:whom", max_values=2)
    async def whom(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Card]) -> None:
        names = " and ".join(user.name for user in select.values)
        await interaction.response.send_message(names)


@app_commands.guild_only()
class Match(app_commands.Group, name="match", description="Matches"):
    """Two subcommands, one for hosts' eyes only."""

    @app_commands.command(description="Create a match")
    @app_commands.choices(ruleset=[app_commands.Choice(name="Ghost Ladder", value="ghost-ladder")])
    async def create(
        self,
        interaction: discord.Interaction,
        ruleset: app_commands.Choice[str],
        players: app_commands.Range[int, 3, 50] = 3,
        partner: discord.Member | None = None,
    ) -> None:
        words = [ruleset.value, str(players), partner.display_name if partner else "alone"]
        await interaction.response.send_message(" ".join(words), ephemeral=True)
        await interaction.followup.send("In public.")
        await interaction.edit_original_response(content=" ".join(words).upper())

    @app_commands.command(description="Look at a match")
    async def look(self, interaction: discord.Interaction, code: str) -> None:
        await interaction.response.send_message(f"Match {code}", ephemeral=True)

    @look.autocomplete("code")
    async def codes(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"Match {typed}{n}", value=f"{typed}{n}") for n in "12"]


class Guest(discord.Client):
    """Notes what it is told, and answers direct messages."""

    def __init__(self, **options: Any) -> None:
        intents = options.pop("intents", discord.Intents(guilds=True, guild_messages=True, dm_messages=True))
        super().__init__(intents=intents, guild_ready_timeout=0.02, max_messages=None, **options)
        self.told: list[str] = []
        """Names of events, with the text of messages behind them."""
        self.answers = True
        self.entered = asyncio.Event()
        self.messages: list[discord.Message] = []
        self.interactions: list[discord.Interaction] = []
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Match())

    async def setup_hook(self) -> None:
        self.add_view(Card())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds that discord.py waits before it identifies anew."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event in NOTED:
            self.told.append(event)
        super().dispatch(event, *args, **kwargs)

    async def on_ready(self) -> None:
        self.entered.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.interactions.append(interaction)

    async def on_message(self, message: discord.Message) -> None:
        if message.author == self.user:
            return
        self.messages.append(message)
        if message.guild is None and self.answers:
            await message.channel.send(f"Heard {message.content}")

    @property
    def heard(self) -> list[str]:
        """The texts of others' messages, as events brought them."""
        return [message.content for message in self.messages]

    async def enter(self, token: str) -> asyncio.Task[None]:
        """Start, and wait until it is ready."""
        task = asyncio.create_task(self.start(token))
        ready = asyncio.create_task(self.entered.wait())
        await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED, timeout=5)
        if task.done():
            ready.cancel()
            task.result()
        return task


NOTED = frozenset(
    "ready resumed disconnect guild_remove guild_join guild_channel_delete thread_create thread_update thread_delete "
    "raw_message_edit raw_message_delete guild_channel_pins_update member_join raw_member_remove".split()
)
