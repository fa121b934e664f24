"""Guilds: their channels, roles and members."""

from __future__ import annotations

from tests.fake_discord import payloads
from tests.fake_discord.rest.routing import Call, route
from tests.fake_discord.things import Json


@route("GET", "/guilds/{guild}")
def read(call: Call) -> Json:
    """A guild that the bot is in."""
    return payloads.guild(call.guild)


@route("GET", "/guilds/{guild}/channels")
def channels(call: Call) -> list[Json]:
    """Its channels, without threads."""
    guild = call.guild
    here = [one for one in call.world.channels.values() if one.guild is guild and one.thread is None]
    return [payloads.channel(call.world, one) for one in here]


@route("GET", "/guilds/{guild}/roles")
def roles(call: Call) -> list[Json]:
    """Its roles."""
    return [payloads.role(one) for one in call.guild.roles.values()]


@route("GET", "/guilds/{guild}/members/{user}")
def member(call: Call) -> Json:
    """One member."""
    return payloads.member(call.world.find_member(call.guild, call.id("user")))
