"""`/host`: the host's desk. Everything here is answered to the host alone."""

from __future__ import annotations

from datetime import datetime

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.commands import hand
from bot.discord_ui.commands.typed import Mistakes, instant_of, listed
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import clock, look
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import RUNNING
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Button
from bot.hosting.ports.store import Unit
from bot.hosting.rights.authority import ALWAYS, DESK

_PLAIN: dict[str, tuple[str, Tool]] = {
    "look": ("What is on file and held now, for your eyes only; that you looked is journalled", look.look),
    "export": ("The written record up to the last deadline, with every secret; journalled", look.export),
    "pause": ("Stop the clock; what players send counts", clock.pause),
    "resume": ("Let the clock run on, with the time that was left", clock.resume),
}

_ALWAYS = frozenset({"pause", "resume"})
"""What is open in a hostless match, too."""


def group(desk: Desk) -> app_commands.Group:
    host = app_commands.Group(name="host", description="For hosts: a match's desk", guild_only=True)
    for name, (about, tool) in _PLAIN.items():
        host.add_command(_plain(desk, name, about, tool))

    @host.command(name="close", description="Close what is open now; what was sent before counts")
    @app_commands.describe(match="The match's code")
    async def close(interaction: discord.Interaction, match: str | None = None) -> None:
        await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), match, _ask_close)))

    @host.command(name="extend", description="Move the deadline: by hours, or to an instant")
    @app_commands.describe(
        hours="So many hours more (a fraction is fine)",
        until="Or: the new deadline, like 2026-12-24 18:00 in the server's zone, or a Discord time stamp",
        match="The match's code",
    )
    async def extend(
        interaction: discord.Interaction,
        hours: app_commands.Range[float, 0.01, clock.LONGEST] | None = None,
        until: str | None = None,
        match: str | None = None,
    ) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            try:
                to = _moved_to(hours, until, (await unit.server(asker.guild_id)).zone)
            except Mistakes as mistakes:
                return Answer(listed(mistakes.sentences), ok=False)
            return await clock.extend(house, hosted, to, asker, unit)

        await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), match, tool)))

    desk.confirm["close"] = lambda rest: clock.close
    hand.add_to(host, desk)
    for command in host.commands:
        if isinstance(command, app_commands.Command):
            command.autocomplete("match")(desk.offer_matches)
    return host


def _plain(
    desk: Desk, name: str, about: str, tool: Tool
) -> app_commands.Command[app_commands.Group, [str | None], None]:
    @app_commands.describe(match="The match's code")
    async def callback(interaction: discord.Interaction, match: str | None = None) -> None:
        right = ALWAYS if name in _ALWAYS else DESK
        await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), match, tool, right)))

    command: app_commands.Command[app_commands.Group, [str | None], None] = app_commands.Command(
        name=name, description=about, callback=callback
    )
    return command


def _moved_to(hours: float | None, until: str | None, zone: str | None) -> float | datetime:
    if (hours is None) == (until is None):
        raise Mistakes(["Say either `hours` or `until`."])
    return instant_of(until, zone) if until is not None else hours or 0.0


async def _ask_close(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    match = hosted.match
    if match.status != RUNNING:
        return Answer(words.NOT_RUNNING, ok=False)
    button = Button("Yes, close it", f"sure:close:{match.code}:{match.turn}", "danger")
    return Answer(words.sure(f"Close {match.phase.title} of", match.code), buttons=(button,))
