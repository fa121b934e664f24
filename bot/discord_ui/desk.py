"""What commands and buttons work with: the house, the mail room, and the deeds that ask before they are done."""

from __future__ import annotations

from dataclasses import dataclass, field

import discord
from discord import app_commands

from bot.discord_ui.answers import asker_of
from bot.hosting import limits
from bot.hosting.desk.access import Tool, is_host
from bot.hosting.house import House
from bot.hosting.lobby import is_open
from bot.hosting.mailroom import Mailroom


@dataclass(slots=True)
class Desk:
    house: House
    room: Mailroom
    confirm: dict[str, Tool] = field(default_factory=dict)
    """What a button `sure:NAME:CODE:TURN` does, once pressed."""

    async def offer_matches(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The matches of this server that the asker may use a command on."""
        asker = asker_of(interaction)
        async with self.house.store.begin() as unit:
            matches = await unit.matches_in(asker.guild_id)
            hosts = await is_host(unit, asker)
        command = interaction.command
        for_hosts = isinstance(command, app_commands.Command) and (
            command.qualified_name.startswith("host ") or command.name in ("start", "cancel")
        )
        found = [
            app_commands.Choice(name=f"{h.match.code} · {h.match.rules.title} · {h.match.status}", value=h.match.code)
            for h in reversed(matches)
            if typed.strip().upper() in h.match.code and (not for_hosts or (hosts and not h.ever(asker.user_id)))
            if is_open(h) or not for_hosts or (isinstance(command, app_commands.Command) and command.name == "export")
        ]
        return found[: limits.CHOICES]
