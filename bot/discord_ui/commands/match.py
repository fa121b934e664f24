"""`/match`: create, start, cancel, status, rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.commands import creating
from bot.discord_ui.commands.places import Place, ToPlace
from bot.discord_ui.commands.typed import suggestions
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import access, agreement, sign_up, waiting
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import ANYONE, CANCEL, INVITED, ROLE
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Button
from bot.hosting.players import lobby
from bot.hosting.ports.store import Unit
from bot.hosting.presenting import pages
from bot.hosting.rights.authority import ALWAYS, DESK, NAMES, Right
from games.catalogue import RULESETS

RULESET_CHOICES = [app_commands.Choice(name=r.title, value=r.name) for r in RULESETS.values()]

OPEN_TO_CHOICES = [
    app_commands.Choice(name="anyone", value=ANYONE),
    app_commands.Choice(name="members with a role", value=ROLE),
    app_commands.Choice(name="the invited", value=INVITED),
]


def group(desk: Desk) -> app_commands.Group:
    """The commands, bound to a desk."""
    match = app_commands.Group(name="match", description="Matches in this server", guild_only=True)
    _add_create(match, desk)
    _add_for_hosts(match, desk)
    _add_for_all(match, desk)
    for command in match.commands:
        if isinstance(command, app_commands.Command) and command.name != "create":
            command.autocomplete("match")(desk.offer_matches)
    desk.confirm["cancel"] = lambda rest: _cancel
    return match


def _add_create(match: app_commands.Group, desk: Desk) -> None:
    @match.command(name="create", description="Open the sign-up of a new match (hosts)")
    @app_commands.describe(
        ruleset="What is played",
        channel="Where the sign-up card goes, a text channel or a forum; this channel if you name none",
        least="The fewest players it starts with",
        most="The most players it takes",
        options="Numbers and options of the ruleset, like rounds=5, round_hours=12",
        open_to="Who may join",
        role="The role that may join, if it is for a role",
        starts="When it starts by itself, like 2026-12-24 18:00 in the server's zone; by hand if you name none",
        player_role="A role that I give to the players while they are at the table",
        players_only="Whether only players can read the match's thread",
        hostless="Nobody looks or intervenes before the end, so that you may play, too",
        reminders="Hours before a deadline at which those with nothing on file are reminded: 12, 2 or none",
        template="Options saved with /server template",
    )
    @app_commands.choices(ruleset=RULESET_CHOICES, open_to=OPEN_TO_CHOICES)
    async def create(
        interaction: discord.Interaction,
        ruleset: str,
        channel: app_commands.Transform[Place, ToPlace] | None = None,
        least: app_commands.Range[int, 1, lobby.MOST_PLAYERS] | None = None,
        most: app_commands.Range[int, 1, lobby.MOST_PLAYERS] | None = None,
        options: str = "",
        open_to: str | None = None,
        role: discord.Role | None = None,
        starts: str | None = None,
        player_role: discord.Role | None = None,
        hostless: bool = False,
        players_only: bool = False,
        reminders: str | None = None,
        template: str | None = None,
    ) -> None:
        typed = creating.Typed(
            ruleset=ruleset,
            channel=channel,
            least=least,
            most=most,
            options=options,
            open_to=open_to,
            role=None if role is None else role.id,
            starts=starts,
            player_role=None if player_role is None else player_role.id,
            hostless=hostless,
            private=players_only,
            reminders=reminders,
            template=template,
        )
        await creating.create(desk, interaction, typed)

    @create.autocomplete("options")
    async def offer_options(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        rules = RULESETS.get(str(interaction.namespace.ruleset), next(iter(RULESETS.values())))
        found = suggestions(rules, typed)[: limits.CHOICES]
        return [app_commands.Choice(name=name, value=value) for name, value in found]

    create.autocomplete("template")(desk.offer_templates)


def _add_for_hosts(match: app_commands.Group, desk: Desk) -> None:
    async def use(interaction: discord.Interaction, code: str | None, tool: Tool, right: Right) -> None:
        deed = hosting(desk.house, asker_of(interaction), code, tool, right)
        await answer(interaction, desk.put(interaction, deed))

    @match.command(name="start", description="Start a match (hosts)")
    @app_commands.describe(match="The match's code")
    async def start(interaction: discord.Interaction, match: str | None = None) -> None:
        await use(interaction, match, _start, ALWAYS)

    @match.command(name="cancel", description="Cancel a match (hosts)")
    @app_commands.describe(match="The match's code")
    async def cancel(interaction: discord.Interaction, match: str | None = None) -> None:
        await use(interaction, match, _ask_cancel, ALWAYS)

    @match.command(name="cohost", description="Let somebody use this match's desk, beside the server's hosts (hosts)")
    @app_commands.describe(person="Who", match="The match's code")
    async def cohost(interaction: discord.Interaction, person: discord.User, match: str | None = None) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            if person.bot:
                return Answer(words.COHOST_BOT, ok=False)
            return await sign_up.cohost(house, hosted, asker, person.id, unit)

        await use(interaction, match, tool, NAMES)

    @match.command(name="uncohost", description="Take back what /match cohost gave (hosts)")
    @app_commands.describe(person="Who shall no longer use this match's desk", match="The match's code")
    async def uncohost(interaction: discord.Interaction, person: discord.User, match: str | None = None) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            return await sign_up.no_cohost(house, hosted, asker, person.id, unit)

        own = person.id == interaction.user.id  # anybody may lay down what was given to themselves
        await use(interaction, match, tool, DESK if own else NAMES)

    @match.command(name="invite", description="Let somebody join a match that is for the invited (hosts)")
    @app_commands.describe(person="Who may join", match="The match's code")
    async def invite(interaction: discord.Interaction, person: discord.User, match: str | None = None) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            return await lobby.invite(house, hosted, person.id, unit)

        await use(interaction, match, tool, ALWAYS)


def _add_for_all(match: app_commands.Group, desk: Desk) -> None:
    @match.command(name="status", description="Where a match stands, as everyone may know it")
    @app_commands.describe(match="The match's code")
    async def status(interaction: discord.Interaction, match: str | None = None) -> None:
        asker = asker_of(interaction)
        await answer(interaction, desk.put(interaction, partial(_status, desk.house, asker, match)))

    @match.command(name="rules", description="The rules in short")
    @app_commands.describe(
        ruleset="What is played; a match of this thread or server if you name none", match="The match's code"
    )
    @app_commands.choices(ruleset=RULESET_CHOICES)
    async def rules(interaction: discord.Interaction, ruleset: str | None = None, match: str | None = None) -> None:
        asker = asker_of(interaction)
        await answer(interaction, desk.put(interaction, partial(_rules, desk.house, asker, ruleset, match)))

    @match.command(name="rulings", description="The host's rulings in a match")
    @app_commands.describe(match="The match's code")
    async def rulings(interaction: discord.Interaction, match: str | None = None) -> None:
        asker = asker_of(interaction)
        await answer(interaction, desk.put(interaction, partial(_rulings, desk.house, asker, match)))


async def _start(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    return await lobby.start(house, hosted, asker.user_id, asker.at, asker.source, unit)


async def _ask_cancel(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    code = hosted.match.code
    if not lobby.is_open(hosted):
        return Answer(words.NOTHING_TO_CANCEL, ok=False)
    return Answer(words.sure("Cancel", code), buttons=(Button("Yes, cancel it", f"sure:cancel:{code}:0", "danger"),))


async def _cancel(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """In a hostless match, whoever plays there only asks for it."""
    if agreement.is_needed(hosted, asker.user_id):
        return await agreement.ask(house, hosted, asker, CANCEL, unit)
    return await lobby.cancel(house, hosted, asker.user_id, asker.at, asker.source, unit)


async def _status(house: House, asker: Asker, code: str | None, unit: Unit) -> Answer:
    """Where it stands; hosts also see who hosts it, and what waits for them."""
    found = await access.find_seen(house, asker, code, unit)
    if isinstance(found, Answer):
        return found
    hosts = await sign_up.hosts(house, found, asker, unit)
    shown = lobby.status(found)
    if hosts is None:
        return shown
    return await waiting.told(replace(shown, text=f"{shown.text}\n\n{hosts}"), found, asker.user_id, unit)


async def _rulings(house: House, asker: Asker, code: str | None, unit: Unit) -> Answer:
    found = await access.find_seen(house, asker, code, unit)
    return found if isinstance(found, Answer) else Answer(words.rulings(found.match.code, found.match.rulings))


async def _rules(house: House, asker: Asker, ruleset: str | None, code: str | None, unit: Unit) -> Answer:
    if ruleset is not None and code is None:
        return pages.of_ruleset(ruleset)
    found = await access.find_seen(house, asker, code, unit)
    if isinstance(found, Answer):
        return found
    return pages.of_match(found)
