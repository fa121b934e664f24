"""`/match create`: what was typed becomes a plan; one that starts by itself is shown before it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.discord_ui.answers import answer, asker_of, defer, tell
from bot.discord_ui.commands.places import Place, unfit
from bot.discord_ui.commands.typed import (
    Mistakes,
    instant_of,
    listed,
    options_of,
    reminders_of,
)
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import access
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import ANYONE, ROLE
from bot.hosting.model.records import Answer
from bot.hosting.model.saying import Button
from bot.hosting.players import lobby
from bot.hosting.players.lobby import MOST_PLAYERS, Plan
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named
from bot.hosting.rights import authority
from games.catalogue import RULESETS

T = TypeVar("T")

_LATEST_START: Final = timedelta(days=60)
_DRAFTS: Final = 200
"""Plans that wait for a yes; the oldest is let go."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields of the command, as they came."""

    ruleset: str
    channel: Place | None
    least: int | None
    most: int | None
    options: str
    open_to: str | None
    role: int | None
    starts: str | None
    player_role: int | None
    hostless: bool
    private: bool
    reminders: str | None
    template: str | None


async def create(desk: Desk, interaction: discord.Interaction, typed: Typed) -> None:
    asker = asker_of(interaction)
    await answer(interaction, desk.put(interaction, partial(_create, desk, asker, typed, _place(interaction, typed))))


def _place(interaction: discord.Interaction, typed: Typed) -> Place | None:
    """Where the card goes: the channel named, else this one, else the one that this thread is in."""
    here = typed.channel or interaction.channel
    if isinstance(here, discord.Thread):
        here = here.parent
    return here if isinstance(here, Place) else None


async def _create(desk: Desk, asker: Asker, typed: Typed, place: Place | None, unit: Unit) -> Answer:
    if not await access.is_host(unit, asker):
        return Answer(words.NOT_A_HOST, ok=False)
    server = await unit.server(asker.guild_id)
    try:
        template = await _template(asker, typed, unit)
        plan = _plan(desk.house, asker, typed, place, server.zone, template)
    except Mistakes as mistakes:
        return Answer(listed(mistakes.sentences), ok=False)
    if refused := await _refusal(desk.house, asker, plan, unit):
        return Answer(refused, ok=False)
    if plan.starts is None:
        return await lobby.create(desk.house, plan, unit)
    desk.drafts[asker.interaction_id] = plan
    while len(desk.drafts) > _DRAFTS:
        desk.drafts.pop(next(iter(desk.drafts)))
    button = Button("Yes, open it", f"create:{asker.interaction_id}", "success")
    return Answer(words.starting_at(plan.starts), buttons=(button,))


async def _refusal(house: House, asker: Asker, plan: Plan, unit: Unit) -> str | None:
    """Why somebody who hosts may not have this match: they could not write there, or give that role, by themselves.
    Raises CannotSee."""
    if not house.facts.may_write(plan.guild_id, plan.channel_id, asker.member, in_threads=False):
        return words.MAY_NOT_WRITE
    if plan.player_role is None:
        return None
    why = await authority.role_refusal(house.facts, unit, plan.guild_id, plan.player_role, asker.member)
    return None if why is None else words.bad_player_role(why)


async def _template(asker: Asker, typed: Typed, unit: Unit) -> dict[str, Any]:
    """The options saved under a name; what is typed beside it goes first. Raises Mistakes."""
    if typed.template is None:
        return {}
    wanted = typed.template.strip().casefold()
    for template in await unit.templates(asker.guild_id):
        if template.name.casefold() == wanted and template.ruleset == typed.ruleset:
            return dict(template.options)
    raise Mistakes([named(words.no_template(typed.template), ())])


async def confirmed(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """The button under a plan; only its author sees it, and it works once."""
    plan = desk.drafts.get(int(arguments[0])) if arguments[0].isdecimal() else None
    if plan is None or plan.host_id != interaction.user.id:
        await defer(interaction)
        await tell(interaction, Answer(words.DRAFT_GONE, ok=False))
        return
    desk.drafts.pop(int(arguments[0]), None)
    await answer(interaction, desk.put(interaction, partial(_carry_out, desk.house, asker_of(interaction), plan)))


async def _carry_out(house: House, asker: Asker, plan: Plan, unit: Unit) -> Answer:
    """Whoever may not host any more creates nothing."""
    if not await access.is_host(unit, asker):
        return Answer(words.NOT_A_HOST, ok=False)
    if plan.starts is not None and plan.starts <= house.clock.now():
        return Answer(words.STARTS_IN_PAST, ok=False)
    if refused := await _refusal(house, asker, plan, unit):
        return Answer(refused, ok=False)
    return await lobby.create(house, plan, unit)


def _plan(
    house: House, asker: Asker, typed: Typed, place: Place | None, zone: str | None, template: dict[str, Any]
) -> Plan:
    """Raises Mistakes with all of them at once."""
    rules, mistakes = RULESETS[typed.ruleset], list[str]()
    least, most = _seats(typed, rules.least_players, mistakes)
    open_to = _open_to(typed, mistakes)
    options: dict[str, Any] = _tried(lambda: options_of(rules, typed.options, template), {}, mistakes)
    starts = _tried(lambda: _start(house.clock.now(), typed.starts, zone), None, mistakes)
    reminders: tuple[float, ...] = _tried(lambda: reminders_of(typed.reminders), (), mistakes)
    if place is None:
        mistakes.append(words.NO_CHANNEL)
    else:
        mistakes += unfit(place, typed.private)
    if mistakes or place is None:
        raise Mistakes(mistakes)
    return Plan(
        guild_id=asker.guild_id,
        channel_id=place.id,
        host_id=asker.user_id,
        ruleset=rules.name,
        options=options,
        least=least,
        most=most,
        at=asker.at,
        source=asker.source,
        open_to=open_to,
        role=typed.role if open_to == ROLE else None,
        starts=starts,
        forum=isinstance(place, discord.ForumChannel),
        reminders=reminders,
        hostless=typed.hostless,
        private=typed.private,
        player_role=typed.player_role,
    )


def _tried(read: Callable[[], T], otherwise: T, mistakes: list[str]) -> T:
    try:
        return read()
    except Mistakes as some:
        mistakes += some.sentences
        return otherwise


def _seats(typed: Typed, fewest: int, mistakes: list[str]) -> tuple[int, int]:
    least = fewest if typed.least is None else typed.least
    most = MOST_PLAYERS if typed.most is None else typed.most
    if not fewest <= least <= most:
        mistakes.append(words.PLAYERS_RANGE.format(least=fewest))
    return least, most


def _open_to(typed: Typed, mistakes: list[str]) -> str:
    open_to = typed.open_to or (ROLE if typed.role is not None else ANYONE)
    if open_to == ROLE and typed.role is None:
        mistakes.append(words.ROLE_NEEDED)
    return open_to


def _start(now: datetime, text: str | None, zone: str | None) -> datetime | None:
    starts = None if text is None else instant_of(text, zone)
    if starts is not None and not now < starts <= now + _LATEST_START:
        raise Mistakes([words.STARTS_IN_PAST])
    return starts
