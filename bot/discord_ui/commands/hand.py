"""`/host submit`, `rollback`, `correct`, …: a host's hand in the game and in its past."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord
from discord import app_commands

from bot.discord_ui.answers import answer, asker_of
from bot.discord_ui.commands import seats
from bot.discord_ui.commands.seats import OR_SEAT, SeatNumber, once_read, whom_of
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions, log, rewind, speech
from bot.hosting.desk.access import Tool, find, hosting, refusal
from bot.hosting.folds.rewinding import Chapter, story
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.handles import Purpose
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Button
from bot.hosting.ports.store import Unit
from bot.hosting.rights.authority import DESK, SPEAKS, Right

Text = app_commands.Range[str, 1, 1500]
Reason = app_commands.Range[str, 1, 200]


def add_to(host: app_commands.Group, desk: Desk) -> None:
    """More commands for the host's group."""
    _add_hand(host, desk)
    _add_past(host, desk)
    _add_speech(host, desk)


async def _use(
    desk: Desk, interaction: discord.Interaction, match: str | None, tool: Tool, right: Right = DESK
) -> None:
    await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), match, tool, right)))


# --- now ------------------------------------------------------------------------------------------------------------


def _add_hand(host: app_commands.Group, desk: Desk) -> None:
    @host.command(name="submit", description="Enter a message for a player, as the player could send it now")
    @app_commands.describe(
        message="What the player would write", player="For whom", seat=OR_SEAT, match="The match's code"
    )
    async def submit(
        interaction: discord.Interaction,
        message: Text,
        player: discord.User | None = None,
        seat: SeatNumber | None = None,
        match: str | None = None,
    ) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            whom = whom_of(player, seat)
            if whom is None:
                return Answer(words.SAY_WHO, ok=False)
            return await interventions.submit(house, hosted, asker, whom, message, unit)

        await _use(desk, interaction, match, tool)

    seats.add_to(host, desk)
    submit.autocomplete("seat")(seats.Seats(desk).offer)


# --- the past -------------------------------------------------------------------------------------------------------


def _add_past(host: app_commands.Group, desk: Desk) -> None:
    @host.command(name="correct-holding", description="Add to, or take from, what a player holds in the match")
    @app_commands.describe(
        holding="What",
        amount="What is added; negative takes away",
        reason="Why; it stays on record",
        player="Whose",
        seat=OR_SEAT,
    )
    async def correct_holding(
        interaction: discord.Interaction,
        holding: str,
        amount: app_commands.Range[float, -1e12, 1e12],
        reason: Reason,
        player: discord.User | None = None,
        seat: SeatNumber | None = None,
        match: str | None = None,
    ) -> None:
        whom = whom_of(player, seat)

        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            if whom is None:
                return Answer(words.SAY_WHO, ok=False)
            delta = int(amount) if amount.is_integer() else amount
            return await interventions.correct_holding(house, hosted, asker, whom, {holding: delta}, reason, unit)

        if whom is None:
            await _use(desk, interaction, match, tool)
        else:
            await once_read(interaction, desk, match, whom, tool, must=False)

    @host.command(name="correct-message", description="Let a past message read differently, and judge again from there")
    @app_commands.describe(message="Which", text="How it should have read", reason="Why; the player is told")
    async def correct_message(
        interaction: discord.Interaction, message: str, text: Text, reason: Reason, match: str | None = None
    ) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            position = rewind.message(hosted, message)
            return await rewind.correct_message(house, hosted, asker, position, text, reason, unit)

        await _use(desk, interaction, match, tool)

    @host.command(name="rollback", description="Turn the match back to an earlier point")
    @app_commands.describe(to="The last thing that still holds", reason="Why; it stays on record")
    async def rollback(interaction: discord.Interaction, to: str, reason: Reason, match: str | None = None) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            shown = await rewind.preview_rollback(house, hosted, asker, rewind.point(hosted, to), unit)
            if not shown.ok:
                return shown
            desk.reasons[asker.interaction_id] = reason
            match = hosted.match
            button_id = f"sure:rollback:{match.code}:{match.turn}:{to}:{asker.interaction_id}"
            return replace(shown, buttons=(Button("Yes, turn it back", button_id, "danger"),))

        await _use(desk, interaction, match, tool)

    @host.command(name="preview", description="Judge what is open now, without closing it; journalled as a look")
    @app_commands.describe(match="The match's code")
    async def preview(interaction: discord.Interaction, match: str | None = None) -> None:
        await _use(desk, interaction, match, rewind.preview)

    desk.confirm["rollback"] = lambda rest: _rolling_back(desk, rest[0], rest[1])
    offers = Offers(desk)
    correct_holding.autocomplete("holding")(offers.holdings)
    correct_holding.autocomplete("seat")(seats.Seats(desk).offer)
    correct_message.autocomplete("message")(offers.messages)
    rollback.autocomplete("to")(offers.points)


def _rolling_back(desk: Desk, to: str, reason_id: str) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        reason = desk.reasons.pop(int(reason_id), None) if reason_id.isdecimal() else None
        if reason is None:  # asked before a restart
            return Answer(words.FORGOTTEN, ok=False)
        return await rewind.rollback(house, hosted, asker, rewind.point(hosted, to), reason, unit)

    return tool


@dataclass(frozen=True, slots=True)
class Offers:
    """What the commands about the past offer while a host types."""

    desk: Desk

    async def holdings(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = await self._found(interaction)
        known = [] if found is None else found[0].match.rules.corrections
        return [app_commands.Choice(name=h.name, value=h.name) for h in known if typed.casefold() in h.name]

    async def messages(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """By player and time, as far as the host has seen that in the log, whose reading is journalled."""
        found = await self._found(interaction)
        if found is None:
            return []
        hosted, chapters = found
        names = hosted.names.names
        sent = rewind.messages(rewind.seen_by(interaction.user.id, chapters))
        if not sent:
            return [app_commands.Choice(name=words.LOOK_FIRST, value="0")]
        offers = [(words.point_message(names[c.row.seat or 0], c.match.phase, c.row.at), c) for c in sent]
        return _choices(hosted, Purpose.MESSAGE, offers, typed)

    async def points(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = await self._found(interaction)
        if found is None:
            return []
        hosted, chapters = found
        names = hosted.names.names
        offers = [
            (words.point(c.row.kind, None if c.row.seat is None else names[c.row.seat], c.match.phase, c.row.at), c)
            for c in rewind.points(rewind.seen_by(interaction.user.id, chapters))
        ]
        return _choices(hosted, Purpose.POINT, offers, typed)

    async def _found(self, interaction: discord.Interaction) -> tuple[Hosted, list[Chapter]] | None:
        """The match that the command is about, for a host of it."""
        asker = asker_of(interaction)
        code = getattr(interaction.namespace, "match", None)
        async with self.desk.house.store.begin() as unit:
            found = await find(unit, asker, code)
            if not isinstance(found, Hosted) or found.match.state is None:
                return None
            if await refusal(unit, asker, found) is not None:
                return None
            return found, story(await unit.rows(found.id))


def _choices(
    hosted: Hosted, purpose: Purpose, offers: list[tuple[str, Chapter]], typed: str
) -> list[app_commands.Choice[str]]:
    """By what can be read; what is filled in tells nothing."""
    wish = typed.casefold()
    found = [(text[:100], chapter) for text, chapter in offers if wish in text.casefold()][: limits.CHOICES]
    return [app_commands.Choice(name=text, value=rewind.called(hosted.match, c, purpose)) for text, c in found]


# --- words ----------------------------------------------------------------------------------------------------------


def _add_speech(host: app_commands.Group, desk: Desk) -> None:
    @host.command(name="announce", description="Say something in the match's thread")
    @app_commands.describe(text="What everyone reads", match="The match's code")
    async def announce(interaction: discord.Interaction, text: Text, match: str | None = None) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            return await speech.announce(house, hosted, asker, text, unit)

        await _use(desk, interaction, match, tool, SPEAKS)

    @host.command(name="ruling", description="Post a numbered ruling of this match; say nothing of who asked")
    @app_commands.describe(text="The ruling", match="The match's code")
    async def ruling(interaction: discord.Interaction, text: Text, match: str | None = None) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
            return await speech.ruling(house, hosted, asker, text, unit)

        await _use(desk, interaction, match, tool, SPEAKS)

    @host.command(name="repost", description="Say again what did not get through")
    @app_commands.describe(match="The match's code")
    async def repost(interaction: discord.Interaction, match: str | None = None) -> None:
        await _use(desk, interaction, match, speech.repost, SPEAKS)

    @host.command(name="log", description="The journal, page by page; reading it is journalled")
    @app_commands.describe(match="The match's code")
    async def read_log(interaction: discord.Interaction, match: str | None = None) -> None:
        await _use(desk, interaction, match, log_page(0))


def log_page(number: int) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await log.page(house, hosted, asker, number, unit)

    return tool


def log_turned(to: str) -> Tool:
    """The page behind a button of the log."""

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await log.turned(house, hosted, asker, to, unit)

    return tool
