"""`/host replace` and `remove`, which ask first; and how the desk's commands name somebody: a person, or a seat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions, substitutes
from bot.hosting.desk import once_read as reading
from bot.hosting.desk.access import Tool, find, hosting, refusal
from bot.hosting.desk.seats import Seat, Whom, seated
from bot.hosting.desk.substitutes import Substitute
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted, Person
from bot.hosting.model.saying import Button
from bot.hosting.players import lobby
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named

SeatNumber = app_commands.Range[int, 1, lobby.MOST_PLAYERS]
OR_SEAT: Final = "Or: the number of the seat, for one whose player has been forgotten"
_SEAT: Final = "seat"
"""Stands before the number of a seat, in buttons."""


def whom_of(player: discord.abc.User | None, seat: int | None) -> Whom | None:
    """Whom a command names; None where it names nobody, or both."""
    if (player is None) == (seat is None):
        return None
    return player.id if player is not None else Seat(seat or 0)


async def once_read(
    interaction: discord.Interaction, desk: Desk, code: str | None, whom: Whom, tool: Tool, must: bool = True
) -> None:
    """Use a tool of the desk once what that player has sent is read."""
    done = reading.use(desk.house, desk.room, asker_of(interaction), code, whom, tool, must)
    await answer(interaction, asyncio.ensure_future(done))


def add_to(host: app_commands.Group, desk: Desk) -> None:
    """The commands by which a seat changes hands, or its player goes."""
    _add_replace(host, desk)
    _add_remove(host, desk)


# --- replace ----------------------------------------------------------------------------------------------------------


def _add_replace(host: app_commands.Group, desk: Desk) -> None:
    @host.command(name="replace", description="A substitute takes a player's seat, with all that goes with it")
    @app_commands.describe(
        substitute="Who takes the seat", player="Who leaves it", seat=OR_SEAT, match="The match's code"
    )
    async def replace(
        interaction: discord.Interaction,
        substitute: discord.User,
        player: discord.User | None = None,
        seat: SeatNumber | None = None,
        match: str | None = None,
    ) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            whom = whom_of(player, seat)
            if whom is None:
                return Answer(words.SAY_WHO, ok=False)
            if substitute.bot:
                return Answer(words.NO_BOT, ok=False)
            return await _ask_replace(desk, hosted, asker, whom, _substitute(substitute), unit)

        await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), match, tool)))

    replace.autocomplete("seat")(Seats(desk).offer)
    desk.confirm["replace"] = lambda rest: _replacing(desk, int(rest[0]))
    desk.whom["replace"] = lambda rest: _leaving(desk, int(rest[0]))


def _substitute(user: discord.User | discord.Member) -> Substitute:
    manages = isinstance(user, discord.Member) and user.guild_permissions.manage_guild
    return Substitute(user.id, user.display_name, manages)


async def _ask_replace(
    desk: Desk, hosted: Hosted, asker: Asker, whom: Whom, substitute: Substitute, unit: Unit
) -> Answer:
    said, asked = await substitutes.ask(hosted, asker, whom, substitute, unit)
    if asked is None:
        return Answer(said, ok=False)
    desk.replacements[asker.interaction_id] = asked
    match = hosted.match
    button_id = f"sure:replace:{match.code}:{match.turn}:{asker.interaction_id}"
    return Answer(said, buttons=(Button("Yes, give them the seat", button_id, "danger"),))


def _leaving(desk: Desk, asked_by: int) -> Whom | None:
    asked = desk.replacements.get(asked_by)
    return None if asked is None else asked.leaving.user_id


def _replacing(desk: Desk, asked_by: int) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        asked = desk.replacements.get(asked_by)
        if asked is None:  # asked before a restart
            return Answer(words.FORGOTTEN, ok=False)
        done = await substitutes.confirm(house, hosted, asker, asked, unit)
        if done.ok:
            desk.replacements.pop(asked_by, None)
        return done

    return tool


# --- remove -----------------------------------------------------------------------------------------------------------


def _add_remove(host: app_commands.Group, desk: Desk) -> None:
    @host.command(name="remove", description="Take a player out of the match")
    @app_commands.describe(player="Who", seat=OR_SEAT, match="The match's code")
    async def remove(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        seat: SeatNumber | None = None,
        match: str | None = None,
    ) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            whom = whom_of(player, seat)
            person = None if whom is None else seated(hosted, whom)
            if person is None or person.seat is None:
                return Answer(words.SAY_WHO if whom is None else words.NOT_SEATED, ok=False)
            button_id = f"sure:remove:{hosted.match.code}:0:{_written(person)}"
            text = named(words.sure_remove(person.seat, hosted.match.code), hosted.sitting)
            return Answer(text, buttons=(Button("Yes, take them out", button_id, "danger"),))

        await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), match, tool)))

    remove.autocomplete("seat")(Seats(desk).offer)
    desk.confirm["remove"] = lambda rest: _removing(_read(rest[0]))
    desk.whom["remove"] = lambda rest: _read(rest[0])


def _written(person: Person) -> str:
    """Whom a button is about: the person, whoever sits there when it is pressed; the seat, where that is forgotten."""
    return f"{_SEAT}{(person.seat or 0) + 1}" if person.user_id is None else str(person.user_id)


def _read(written: str) -> Whom:
    return Seat(int(written.removeprefix(_SEAT))) if written.startswith(_SEAT) else int(written)


def _removing(whom: Whom) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        person = seated(hosted, whom)
        if isinstance(whom, Seat) and person is not None and person.user_id is not None:
            return Answer(words.SEAT_CHANGED, ok=False)
        return await interventions.remove(house, hosted, asker, whom, unit)

    return tool


# --- what is offered --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of the match that a command is about, for a host of it; who sits where is public."""

    desk: Desk

    async def offer(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        asker, wish = asker_of(interaction), str(typed).casefold()
        async with self.desk.house.store.begin() as unit:
            found = await find(unit, asker, getattr(interaction.namespace, "match", None))
            if isinstance(found, Answer) or await refusal(unit, asker, found) is not None:
                return []
        offers = [(words.seat_offered(n, p.name), n) for n, p in enumerate(found.sitting, 1) if p.seat is not None]
        return [app_commands.Choice(name=t[:100], value=n) for t, n in offers if wish in t.casefold()][: limits.CHOICES]
