"""`/ledger`: garnets, tokens and yen, across matches."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.desk import Desk
from bot.hosting.desk import ledger
from bot.hosting.recording.ledger import kinds

KINDS = [app_commands.Choice(name=kind, value=kind) for kind in kinds()]
Amount = app_commands.Range[int, -ledger.MOST, ledger.MOST]
Reason = app_commands.Range[str, 1, 200]


def group(desk: Desk) -> app_commands.Group:
    books = app_commands.Group(name="ledger", description="What people hold, across matches", guild_only=True)

    @books.command(name="show", description="What you hold (hosts: what anybody holds)")
    @app_commands.describe(person="Whose; your own if you name nobody", everyone="All of the server (hosts)")
    async def show(
        interaction: discord.Interaction, person: discord.User | None = None, everyone: bool = False
    ) -> None:
        asker = asker_of(interaction)
        whose = None if person is None else person.id
        deed = partial(ledger.show_all, asker) if everyone else partial(ledger.show, asker, whose)
        await answer(interaction, desk.put(interaction, deed))

    @books.command(name="set", description="Set what somebody holds (hosts)")
    @app_commands.describe(person="Who", kind="What", amount="How much from now on", reason="Why; it stays on record")
    @app_commands.choices(kind=KINDS)
    async def set_to(
        interaction: discord.Interaction, person: discord.User, kind: str, amount: Amount, reason: Reason
    ) -> None:
        deed = partial(ledger.set_to, asker_of(interaction), person.id, kind, amount, reason)
        await answer(interaction, desk.put(interaction, deed))

    @books.command(name="give", description="Pass something from one person to another (hosts)")
    @app_commands.describe(
        giver="From whom", taker="To whom", kind="What", amount="How much", reason="Why; it stays on record"
    )
    @app_commands.choices(kind=KINDS)
    async def give(
        interaction: discord.Interaction,
        giver: discord.User,
        taker: discord.User,
        kind: str,
        amount: app_commands.Range[int, 1, ledger.MOST],
        reason: Reason,
    ) -> None:
        deed = partial(ledger.give, asker_of(interaction), giver.id, taker.id, kind, amount, reason)
        await answer(interaction, desk.put(interaction, deed))

    return books
