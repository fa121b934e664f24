"""The button under a player's question, and the modal in which a host answers it."""

from __future__ import annotations

from typing import Any, cast

import discord

from bot.discord_ui import modals
from bot.discord_ui.answers import answer, asker_of, defer, tell
from bot.discord_ui.desk import Desk
from bot.hosting import limits, words
from bot.hosting.desk import questions
from bot.hosting.desk.access import Asker, Tool, hosting, may_use
from bot.hosting.facts import CannotSee
from bot.hosting.house import House
from bot.hosting.ports import Answer, Hosted, Unit
from games.ruleset import Field, Form

FORM = Form("Your answer", (Field("text", "What the player will read", "text", required=True),))


async def pressed(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`reply:CODE:QUESTION`: opens the modal for who may answer now; when it comes back, that is looked at again."""
    if len(arguments) != 2 or not arguments[1].isdecimal():
        await defer(interaction)
        await tell(interaction, Answer(words.NO_SUCH_QUESTION, ok=False))
        return
    code, number = arguments
    refused = await _refused(desk, interaction, code)
    if refused is not None:
        await defer(interaction)
        await tell(interaction, Answer(refused, ok=False))
        return
    await interaction.response.send_modal(modals.modal(FORM, code, f"reply:{code}:{number}"))


async def _refused(desk: Desk, interaction: discord.Interaction, code: str) -> str | None:
    """Why the modal is not shown; where that takes longer than Discord waits for one, it is better pressed again."""
    asker = asker_of(interaction)

    async def look() -> str | None:
        async with desk.house.store.begin() as unit:
            return await may_use(desk.house, asker, code, unit)

    try:
        return await desk.house.facts.answered(look, patience=limits.FORM_SECONDS)
    except CannotSee:
        return words.CANNOT_SEE


async def sent(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """The modal `reply:CODE:QUESTION` came back."""
    data = cast("dict[str, Any]", interaction.data)
    text = " ".join(modals.values(data["components"]).get("text", ()))
    if len(arguments) != 2 or not arguments[1].isdecimal() or not text.strip():
        await defer(interaction)
        await tell(interaction, Answer(words.NO_SUCH_QUESTION, ok=False))
        return
    asker = asker_of(interaction)
    tool = _answering(int(arguments[1]), text)
    await answer(interaction, desk.house.queue.put(hosting(desk.house, asker, arguments[0], tool)))


def _answering(question: int, text: str) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await questions.respond(house, hosted, asker, question, text, unit)

    return tool
