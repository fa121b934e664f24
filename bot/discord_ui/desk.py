"""What commands and buttons work with: the house, the mail room, and the deeds that ask before they are done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import discord
from discord import app_commands

from bot.discord_ui.answers import asker_of
from bot.hosting.context import House
from bot.hosting.desk.access import Tool, is_host
from bot.hosting.desk.seats import Whom
from bot.hosting.desk.substitutes import Replacement
from bot.hosting.inbox.catching_up import Mailroom
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import Match
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players.lobby import Plan, is_open
from bot.hosting.ports.store import Unit
from bot.hosting.recording.queue import Deed
from bot.hosting.rights import authority
from bot.hosting.rights.authority import ALWAYS, NAMES
from bot.hosting.rights.facts import CannotSee


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

    def put(self, interaction: discord.Interaction, deed: Deed) -> asyncio.Future[Answer | None]:
        """Queue what somebody asks for by a command or a press: who asks for a great deal keeps nobody else waiting."""
        return self.house.queue.put(deed, whose=interaction.user.id)

    async def offer_matches(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The matches of this server that the asker may use a command on, the newest first."""
        asker, command = asker_of(interaction), interaction.command
        assert isinstance(command, app_commands.Command)
        async with self.house.store.begin() as unit:
            matches = await unit.matches_in(asker.guild_id)
            theirs = {h.id for h in matches if await self._concerns(asker, h, command.qualified_name, unit)}
        wish = typed.strip().upper()
        found = [h for h in reversed(matches) if h.id in theirs and wish in h.match.code]
        if command.qualified_name in WHILE_IT_LASTS:
            found = [h for h in found if is_open(h)]
        return [_choice(h.match) for h in found[: limits.CHOICES]]

    async def _concerns(self, asker: Asker, hosted: Hosted, command: str, unit: Unit) -> bool:
        """Whether somebody may use such a command on a match, as far as it does not depend on where that stands."""
        if command in FOR_EVERYONE:
            with suppress(CannotSee):
                return await authority.sees(self.house.facts, unit, hosted, asker.member)
            return False
        right = NAMES if command in FOR_SERVER_HOSTS else ALWAYS
        if not await authority.may_host(unit, hosted, asker.member, right):
            return False
        return hosted.match.hostless or not hosted.ever(asker.user_id)

    async def offer_templates(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Options saved in this server, for its hosts."""
        asker = asker_of(interaction)
        async with self.house.store.begin() as unit:
            saved = await unit.templates(asker.guild_id) if await is_host(unit, asker) else []
        wish = typed.strip().casefold()
        found = [app_commands.Choice(name=t.name, value=t.name) for t in saved if wish in t.name.casefold()]
        return found[: limits.CHOICES]


FOR_SERVER_HOSTS: Final = ("match cohost", "match uncohost")
FOR_EVERYONE: Final = ("match status", "match rules", "match rulings")
WHILE_IT_LASTS: Final = frozenset(
    f"{group} {name}"
    for group, names in (
        ("match", ("start", "cancel", "invite", "cohost", "uncohost")),
        ("host", ("extend", "close", "pause", "resume", "submit", "replace", "remove", "preview")),
    )
    for name in names
)
"""Commands that can do nothing with a match that is over."""


def _choice(match: Match) -> app_commands.Choice[str]:
    return app_commands.Choice(name=f"{match.code} · {match.rules.title} · {match.status}", value=match.code)
