"""`/help`, `/ask`, and how a person wishes to be treated: `/my reminders`, `quiet`, `away`."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, defer, tell
from bot.discord_ui.commands.typed import Mistakes, instant_of, listed
from bot.discord_ui.desk import Desk
from bot.hosting.inbox import intake
from bot.hosting.model.records import Answer, Letter
from bot.hosting.players import own_matches, preferences

Question = app_commands.Range[str, 1, 1500]
anywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)

Plain = app_commands.Command[app_commands.Group, ..., None]


def commands(desk: Desk) -> list[Plain]:
    @app_commands.command(name="help", description="What you can do now")
    @anywhere
    async def help_(interaction: discord.Interaction) -> None:
        await answer(interaction, desk.put(interaction, partial(own_matches.help_for, desk.house, interaction.user.id)))

    @app_commands.command(name="ask", description="Ask the hosts of your match; nobody else reads it")
    @app_commands.describe(question="What you want to know", match="The match's code, if you are in several")
    @anywhere
    async def ask(interaction: discord.Interaction, question: Question, match: str | None = None) -> None:
        written = f"{match.strip()} ask {question}" if match else f"ask {question}"
        letter = Letter(interaction.id, interaction.user.id, written, via="interaction")
        deed = partial(intake.receive_for, desk.house, letter, match)
        await answer(interaction, desk.room.put(letter.user_id, deed, number=interaction.id))

    return [help_, ask]


def add_to(my: app_commands.Group, desk: Desk) -> None:
    """More commands for the player's own group."""

    @my.command(name="reminders", description="Whether I remind you when a deadline is near and nothing is on file")
    async def reminders(interaction: discord.Interaction, on: bool) -> None:
        await answer(interaction, desk.put(interaction, partial(preferences.remind_me, interaction.user.id, on)))

    @my.command(name="quiet", description="Whether I write only what you need")
    async def quiet(interaction: discord.Interaction, on: bool) -> None:
        await answer(interaction, desk.put(interaction, partial(preferences.be_quiet, interaction.user.id, on)))

    @my.command(name="away", description="Tell your hosts that you are away; leave all out when you are back")
    @app_commands.describe(
        until="Until when, like 2026-12-24 18:00 (UTC), or a Discord time stamp",
        since="From when on; from now if you leave it out",
        ask_for_time="Where a game has a time bank, ask for it if nothing is on file some hours before a deadline",
    )
    async def away(
        interaction: discord.Interaction, until: str | None = None, since: str | None = None, ask_for_time: bool = False
    ) -> None:
        try:
            start, end = _instant(since), _instant(until)
        except Mistakes as mistakes:
            await defer(interaction)
            await tell(interaction, Answer(listed(mistakes.sentences), ok=False))
            return
        deed = partial(preferences.away, desk.house, interaction.user.id, start, end, ask_for_time)
        await answer(interaction, desk.put(interaction, deed))


def _instant(text: str | None) -> datetime | None:
    return None if text is None else instant_of(text)
