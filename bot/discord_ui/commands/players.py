"""`/submit` and `/my`: what a player can do by command, in a server or a direct message, seen by nobody else."""

from __future__ import annotations

import asyncio
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui import forms
from bot.discord_ui.answers import answer
from bot.discord_ui.commands import wishes
from bot.discord_ui.desk import Desk
from bot.hosting.inbox import intake
from bot.hosting.inbox.forms import look_at_mine
from bot.hosting.inbox.places import places_of
from bot.hosting.inbox.questions import checking
from bot.hosting.model import limits
from bot.hosting.model.records import Letter
from bot.hosting.players import own_matches

Text = app_commands.Range[str, 1, 1000]

anywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
"""Also for those whose direct messages are closed."""


def commands(desk: Desk) -> list[app_commands.Command[app_commands.Group, ..., None] | app_commands.Group]:
    @app_commands.command(name="submit", description="Send a move, as a direct message to me would")
    @app_commands.describe(
        message="What you would write, like 12 +1g; leave it out for a form",
        match="The match's code, if you are in several",
    )
    @anywhere
    async def submit(interaction: discord.Interaction, message: Text | None = None, match: str | None = None) -> None:
        if message is None:
            await forms.show(desk, interaction, partial(look_at_mine, interaction.user.id, match))
        else:
            await _send(desk, interaction, message, match)

    my = app_commands.Group(name="my", description="Your matches, for your eyes only", allowed_contexts=_everywhere())

    @my.command(name="status", description="Where you stand, and what is on file")
    @app_commands.describe(match="The match's code, if you are in several")
    async def status(interaction: discord.Interaction, match: str | None = None) -> None:
        await _send(desk, interaction, "status", match)

    @my.command(name="check", description="Whether a move would be legal; asking changes nothing")
    @app_commands.describe(message="The move; what is on file if you write nothing", match="The match's code")
    async def check(interaction: discord.Interaction, message: Text | None = None, match: str | None = None) -> None:
        await _send(desk, interaction, checking(message or ""), match)

    @my.command(name="rules", description="The rules of your match in short")
    @app_commands.describe(match="The match's code, if you are in several")
    async def rules(interaction: discord.Interaction, match: str | None = None) -> None:
        await answer(interaction, desk.put(interaction, partial(own_matches.rules, interaction.user.id, match)))

    @my.command(name="matches", description="The matches you are in")
    async def matches(interaction: discord.Interaction) -> None:
        await answer(interaction, desk.put(interaction, partial(own_matches.matches, interaction.user.id)))

    @my.command(name="receipts", description="What you sent in your match, in order, as it is on record")
    @app_commands.describe(match="The match's code, if you are in several")
    async def receipts(interaction: discord.Interaction, match: str | None = None) -> None:
        found = own_matches.receipts(desk.house, interaction.user.id, match)
        await answer(interaction, asyncio.ensure_future(found))

    @my.command(name="looks", description="Who looked at your match, once it is over")
    @app_commands.describe(match="The match's code")
    async def looks(interaction: discord.Interaction, match: str) -> None:
        await answer(interaction, desk.put(interaction, partial(own_matches.looks, interaction.user.id, match)))

    async def offer_mine(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        async with desk.house.store.begin() as unit:
            mine = await places_of(unit, interaction.user.id)
        found = [p.hosted.match for p in mine if typed.strip().upper() in p.code]
        return [app_commands.Choice(name=f"{m.code} · {m.rules.title}", value=m.code) for m in found][: limits.CHOICES]

    submit.autocomplete("match")(offer_mine)
    status.autocomplete("match")(offer_mine)
    check.autocomplete("match")(offer_mine)
    rules.autocomplete("match")(offer_mine)
    receipts.autocomplete("match")(offer_mine)
    wishes.add_to(my, desk)
    return [submit, my, *wishes.commands(desk)]


def _everywhere() -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)


async def _send(desk: Desk, interaction: discord.Interaction, text: str, code: str | None) -> None:
    """The same way as a typed message: one reader, no second path."""
    written = text if code is None else f"{code.strip()} {text}"
    letter = Letter(interaction.id, interaction.user.id, written, via="interaction")
    deed = partial(intake.receive_for, desk.house, letter, code)
    await answer(interaction, desk.room.put(letter.user_id, deed, number=interaction.id))
