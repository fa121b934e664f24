"""The button under a player's question, and the modal in which a host answers it."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import discord

from bot.discord_ui import modals
from bot.discord_ui.answers import answer, asker_of, defer, tell
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.desk import questions
from bot.hosting.desk.access import Asker, Tool, hosting
from bot.hosting.house import House
from bot.hosting.ports import Answer, Hosted, Unit
from games.ruleset import Field, Form

FORM = Form("Your answer", (Field("text", "What the player will read", "text", required=True),))


async def pressed(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`reply:CODE:QUESTION`: opens the modal; whether one may answer is looked at when it comes back."""
    if len(arguments) != 2 or not arguments[1].isdecimal():
        return
    await interaction.response.send_modal(modals.modal(FORM, arguments[0], f"reply:{arguments[0]}:{arguments[1]}"))


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
    await answer(interaction, desk.put(interaction, partial(_as_host_anywhere, desk.house, asker, arguments[0], tool)))


def _answering(question: int, text: str) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await questions.respond(house, hosted, asker, question, text, unit)

    return tool


async def _as_host_anywhere(house: House, asker: Asker, code: str, tool: Tool, unit: Unit) -> Answer:
    """In the hosts' channel anyone who may host; in direct messages, where roles are unknown, who created the match."""
    hosted = await unit.match_by_code(code)
    if hosted is not None and not asker.guild_id and hosted.creator_id == asker.user_id:
        if hosted.ever(asker.user_id) or await unit.has_source(hosted.id, asker.source):
            return Answer(words.SEATED_HOST, ok=False)
        return await tool(house, hosted, asker, unit)
    if not asker.guild_id:
        return Answer(words.NOT_A_HOST, ok=False)
    return await hosting(house, asker, code, tool)(unit)
