"""`/server`: what a server has chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.desk.access import Asker
from bot.hosting.ports import Answer, Unit


def group(desk: Desk) -> app_commands.Group:
    server = app_commands.Group(name="server", description="This server's settings", guild_only=True)

    @server.command(name="hosts", description="Choose the role whose members may host, beside Manage Server")
    @app_commands.describe(role="The role; leave it out to have none")
    async def hosts(interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        role_id = None if role is None else role.id
        await answer(interaction, desk.house.queue.put(partial(_hosts, asker_of(interaction), role_id)))

    return server


async def _hosts(asker: Asker, role_id: int | None, unit: Unit) -> Answer:
    if not asker.manages:
        return Answer(words.NOT_A_MANAGER, ok=False)
    if role_id == asker.guild_id:
        return Answer(words.NOT_EVERYONE, ok=False)
    await unit.set_server(replace(await unit.server(asker.guild_id), host_role_id=role_id))
    return Answer(words.hosts_are(role_id))
