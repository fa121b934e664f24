"""What commands and buttons work with: the house, the mail room, and the deeds that ask before they are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import discord
from discord import app_commands

from bot.discord_ui.answers import asker_of
from bot.hosting import limits
from bot.hosting.desk.access import Tool, is_host
from bot.hosting.desk.seats import Whom
from bot.hosting.desk.substitutes import Replacement
from bot.hosting.house import House
from bot.hosting.lobby import Plan, is_open
from bot.hosting.mailroom import Mailroom
from bot.hosting.match import Match


@dataclass(slots=True)
class Desk:
    house: House
    room: Mailroom
    confirm: dict[str, Callable[[list[str]], Tool]] = field(default_factory=dict)
    """What a button `sure:NAME:CODE:TURN:…` does, once pressed, given what stands behind the turn."""
    whom: dict[str, Callable[[list[str]], Whom | None]] = field(default_factory=dict)
    """To whom such a button does something that waits until what they sent is read."""
    replacements: dict[int, Replacement] = field(default_factory=dict)
    """Substitutes that wait for a yes, by the command."""
    reasons: dict[int, str] = field(default_factory=dict)
    """Reasons that hosts gave for what waits for a yes, by the command."""

    drafts: dict[int, Plan] = field(default_factory=dict)
    """Matches that wait for a yes, by the command that planned them; gone with the process, as their buttons are."""

    async def offer_matches(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The matches of this server that the asker may use a command on, the newest first."""
        asker, command = asker_of(interaction), interaction.command
        assert isinstance(command, app_commands.Command)
        async with self.house.store.begin() as unit:
            matches = await unit.matches_in(asker.guild_id)
            hosts = await is_host(unit, asker)
            theirs = {h.id for h in matches if hosts or await unit.is_cohost(h.id, asker.user_id)}
        wish = typed.strip().upper()
        found = [h for h in reversed(matches) if wish in h.match.code]
        if command.qualified_name not in FOR_EVERYONE:
            found = [h for h in found if h.id in theirs and (h.match.hostless or not h.ever(asker.user_id))]
        if command.qualified_name in WHILE_IT_LASTS:
            found = [h for h in found if is_open(h)]
        return [_choice(h.match) for h in found[: limits.CHOICES]]

    async def offer_templates(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Options saved in this server."""
        async with self.house.store.begin() as unit:
            saved = await unit.templates(interaction.guild_id or 0)
        wish = typed.strip().casefold()
        found = [app_commands.Choice(name=t.name, value=t.name) for t in saved if wish in t.name.casefold()]
        return found[: limits.CHOICES]


FOR_EVERYONE: Final = ("match status", "match rules", "match rulings")
WHILE_IT_LASTS: Final = frozenset(
    f"{group} {name}"
    for group, names in (
        ("match", ("start", "cancel", "invite", "cohost")),
        ("host", ("extend", "close", "pause", "resume", "submit", "replace", "remove", "preview")),
    )
    for name in names
)
"""Commands that can do nothing with a match that is over."""


def _choice(match: Match) -> app_commands.Choice[str]:
    return app_commands.Choice(name=f"{match.code} · {match.rules.title} · {match.status}", value=match.code)
