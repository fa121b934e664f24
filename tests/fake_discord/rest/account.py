"""The bot's own account, its application and its commands."""

from __future__ import annotations

from typing import Any

from tests.fake_discord import commands, payloads, refusals
from tests.fake_discord.checks.commands import check_commands
from tests.fake_discord.rest.routing import Call, route
from tests.fake_discord.things import Json


@route("GET", "/users/@me")
def me(call: Call) -> Json:
    """The bot's user."""
    return payloads.user(call.world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


@route("GET", "/users/{user}")
def somebody(call: Call) -> Json:
    """Any user."""
    user = call.world.users.get(call.id("user"))
    if user is None:
        raise refusals.unknown_user()
    return payloads.user(user)


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    """The direct-message channel with a user; the same one every time, whether or not it is of use. Too many in a short
    time are refused."""
    world, recipient = call.world, str(call.json.get("recipient_id") or "")
    user = world.users.get(int(recipient)) if recipient.isdecimal() else None
    if user is None or user.bot or user.deleted:
        raise refusals.invalid_recipient()
    if world.openings is not None:
        if world.openings <= 0:
            raise refusals.opening_too_fast()
        world.openings -= 1
    return payloads.channel(world, world.dm_channel(user))


@route("GET", "/gateway", needs_token=False)
def gateway(call: Call) -> Json:
    """Where the gateway is."""
    return {"url": call.world.gateway_url}


@route("GET", "/gateway/bot")
def gateway_for_bots(call: Call) -> Json:
    """The same, with how often the bot may start anew."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.world.gateway_url, "shards": 1, "session_start_limit": limit}


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
def application(call: Call) -> Json:
    """The application that the bot belongs to."""
    bot = call.world.bot
    nothing = dict.fromkeys(("icon", "type", "team", "interactions_endpoint_url", "role_connections_verification_url"))
    return nothing | {
        "id": str(call.world.application_id),
        "name": bot.display_name,
        "description": "",
        "summary": "",
        "bot": payloads.user(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": payloads.user(bot) | {"bot": False},
        "redirect_uris": [],
        "eligible_oauth2_scopes": [],
        "approximate_guild_count": len(call.world.guilds),
        **dict.fromkeys(("approximate_user_install_count", "approximate_user_authorization_count"), 0),
        "explicit_content_filter": 0,
    }


@route("GET", "/applications/{application}/commands")
@route("GET", "/applications/{application}/guilds/{guild}/commands")
def list_commands(call: Call) -> list[Json]:
    """The commands that are registered, global or of a guild."""
    return call.world.commands.get(_command_place(call), [])


@route("PUT", "/applications/{application}/commands")
@route("PUT", "/applications/{application}/guilds/{guild}/commands")
def overwrite_commands(call: Call) -> Any:
    """Replace all commands."""
    place = _command_place(call)
    check_commands(call.body)
    return commands.overwrite(call.world, place, call.body)


def _command_place(call: Call) -> int | None:
    if call.id("application") != call.world.application_id:
        raise refusals.missing_access()
    return call.guild.id if "guild" in call.ids else None
