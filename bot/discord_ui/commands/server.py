"""`/server`: what a server has chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from zoneinfo import available_timezones

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.commands.typed import Mistakes, listed, options_of
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.desk import sign_up
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer
from bot.hosting.model.template import Template
from bot.hosting.ports.store import Unit
from bot.hosting.rights import authority
from games.catalogue import RULESETS


def group(desk: Desk) -> app_commands.Group:
    server = app_commands.Group(name="server", description="This server's settings", guild_only=True)

    @server.command(name="hosts", description="Choose the role whose members may host, beside Manage Server")
    @app_commands.describe(role="The role; leave it out to have none")
    async def hosts(interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        role_id = None if role is None else role.id
        await answer(interaction, desk.put(interaction, partial(_hosts, asker_of(interaction), role_id)))

    @server.command(name="channel", description="Where hosts are told what they must know, and asked what players ask")
    @app_commands.describe(channel="A channel that only hosts can read; leave it out for direct messages")
    async def channel(interaction: discord.Interaction, channel: discord.TextChannel | None = None) -> None:
        channel_id = None if channel is None else channel.id
        await answer(interaction, desk.put(interaction, partial(_channel, asker_of(interaction), channel_id)))

    @server.command(name="template", description="Save options of a ruleset under a name (hosts)")
    @app_commands.describe(name="The name", ruleset="Of which ruleset", options="Like rounds=5, round_hours=12")
    @app_commands.choices(ruleset=[app_commands.Choice(name=r.title, value=r.name) for r in RULESETS.values()])
    async def template(
        interaction: discord.Interaction, name: app_commands.Range[str, 1, 40], ruleset: str, options: str
    ) -> None:
        await answer(interaction, desk.put(interaction, partial(_save, asker_of(interaction), name, ruleset, options)))

    @server.command(name="zone", description="The time zone in which hosts of this server write local times")
    @app_commands.describe(zone="Like Europe/Berlin")
    async def zone(interaction: discord.Interaction, zone: str) -> None:
        await answer(interaction, desk.put(interaction, partial(_zone, asker_of(interaction), zone.strip())))

    @zone.autocomplete("zone")
    async def offer_zones(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        wish = typed.strip().replace(" ", "_").casefold()
        found = sorted(z for z in available_timezones() if wish in z.casefold())[: limits.CHOICES]
        return [app_commands.Choice(name=z, value=z) for z in found]

    return server


async def _save(asker: Asker, name: str, ruleset: str, options: str, unit: Unit) -> Answer:
    try:
        complete = options_of(RULESETS[ruleset], options)
    except Mistakes as mistakes:
        return Answer(listed(mistakes.sentences), ok=False)
    return await sign_up.save(asker, Template(asker.guild_id, " ".join(name.split()), ruleset, complete), unit)


async def _channel(asker: Asker, channel_id: int | None, unit: Unit) -> Answer:
    if not authority.manages(asker.member):
        return Answer(words.NOT_A_MANAGER, ok=False)
    if any(h.guild_id == asker.guild_id and h.match.open for h in await unit.matches_of(asker.user_id)):
        return Answer(words.PLAYING_MANAGER, ok=False)  # what players ask goes there
    await unit.set_server(replace(await unit.server(asker.guild_id), host_channel_id=channel_id))
    return Answer(words.host_channel_is(channel_id))


async def _zone(asker: Asker, zone: str, unit: Unit) -> Answer:
    if not authority.manages(asker.member):
        return Answer(words.NOT_A_MANAGER, ok=False)
    if zone not in available_timezones():
        return Answer(words.no_zone(zone), ok=False)
    await unit.set_server(replace(await unit.server(asker.guild_id), zone=zone))
    return Answer(words.zone_is(zone))


async def _hosts(asker: Asker, role_id: int | None, unit: Unit) -> Answer:
    if not authority.manages(asker.member):
        return Answer(words.NOT_A_MANAGER, ok=False)
    if role_id == asker.guild_id:
        return Answer(words.NOT_EVERYONE, ok=False)
    given = [h.match.player_role for h in await unit.matches_in(asker.guild_id) if authority.is_open(h)]
    if role_id is not None and role_id in given:
        return Answer(words.ROLE_OF_PLAYERS, ok=False)
    await unit.set_server(replace(await unit.server(asker.guild_id), host_role_id=role_id))
    return Answer(words.hosts_are(role_id))
