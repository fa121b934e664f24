"""The button under a player's question, and the modal in which a host answers it; both name whom they answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.discord_ui import modals
from bot.discord_ui.answers import answer, asker_of, defer, tell
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import questions
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.model import handles, limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Button
from bot.hosting.ports.store import Unit
from bot.hosting.rights.facts import CannotSee
from games.ruleset import Field, Form


@dataclass(frozen=True, slots=True)
class Asked:
    """`CODE:QUESTION:KNOWN`: a question by its handle, and how many answers to it the host has read."""

    code: str
    question: str
    known: int

    @property
    def custom_id(self) -> str:
        return f"{questions.REPLY}:{self.code}:{self.question}:{self.known}"


def _asked(arguments: Sequence[str]) -> Asked | None:
    """None for a button of an earlier build."""
    code, question, known = (*arguments, "", "", "")[:3]
    return Asked(code, question, int(known) if known.isdecimal() else 0) if handles.is_one(question) else None


async def pressed(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`reply:CODE:QUESTION`: opens the modal, or shows what has been answered already.

    A modal must be the first response, within three seconds: what it shows is read past the queue.
    """
    asked = _asked(arguments)
    if asked is None:
        await _refuse(interaction, words.FORGOTTEN)
        return
    names: list[str] = []
    reading = asyncio.ensure_future(_read(desk, asker_of(interaction), asked, names))
    await asyncio.wait([reading], timeout=limits.FORM_SECONDS)
    if reading.done() and reading.result().ok:
        await interaction.response.send_modal(
            modals.modal(_form(names[0]), asked.code, modals.once(asked.custom_id, interaction))
        )
        return
    await defer(interaction)
    said = await reading
    await tell(interaction, _once_more(asked, names[0]) if said.ok else said)


async def _read(desk: Desk, asker: Asker, asked: Asked, names: list[str]) -> Answer:
    """Whether this host may answer, and whom: the name is put on the list."""

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        found = await questions.whom(hosted, asked.question, asked.known, unit)
        if isinstance(found, Answer):
            return found
        names.append(found)
        return Answer(words.DONE)

    async def look() -> Answer:
        async with desk.house.store.begin() as unit:
            return await hosting(desk.house, asker, asked.code, tool)(unit)

    try:
        return await desk.house.facts.answered(look)
    except CannotSee:
        return Answer(words.CANNOT_SEE, ok=False)


def _form(name: str) -> Form:
    return Form(words.answer_title(name), (Field("text", words.will_read(name), "text", required=True),))


def _once_more(asked: Asked, name: str) -> Answer:
    button = Button(words.answer_title(name), asked.custom_id, "primary")
    return Answer(words.PRESS_AGAIN, ok=False, buttons=(button,))


async def _refuse(interaction: discord.Interaction, text: str) -> None:
    await defer(interaction)
    await tell(interaction, Answer(text, ok=False))


async def sent(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """The modal `reply:CODE:QUESTION:KNOWN:OPENING` came back."""
    data = cast("dict[str, Any]", interaction.data)
    text = " ".join(modals.values(data["components"]).get("text", ()))
    asked = _asked(arguments)
    if asked is None or not text.strip():
        await _refuse(interaction, words.NO_SUCH_QUESTION)
        return
    deed = hosting(desk.house, asker_of(interaction), asked.code, _answering(asked, text))
    await answer(interaction, desk.put(interaction, deed))


def _answering(asked: Asked, text: str) -> Tool:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await questions.respond(house, hosted, asker, asked.question, asked.known, text, unit)

    return tool
