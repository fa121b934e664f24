"""Forms on Discord: a button opens one, and it comes back filled in, also when the bot was restarted in between.

A modal must be the first response, within three seconds, so what it shows is read past the queue. What comes back goes
on the queue, and waits like everything else of a player whose history is not read yet.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

import discord

from bot.discord_ui import modals
from bot.discord_ui.answers import answer, defer, tell
from bot.discord_ui.desk import Desk
from bot.discord_ui.troubles import translated
from bot.hosting import words
from bot.hosting.inbox import forms
from bot.hosting.inbox.forms import Blank, Filled
from bot.hosting.model import limits
from bot.hosting.model.records import Answer
from bot.hosting.model.saying import Button
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from games.ruleset import Form

log = logging.getLogger(__name__)

Look = Callable[[Unit], Awaitable[Blank | Answer]]


async def pressed(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`form:CODE:TURN`, and which part of it where it does not fit into one modal: `form:CODE:TURN:2`."""
    code, turn, part = _numbers(arguments)
    await show(desk, interaction, partial(forms.look, interaction.user.id, code, turn), part)


async def sent(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """A modal `form:CODE:TURN:PART:OPENING` came back."""
    code, turn, _ = _numbers(arguments)
    data = cast("dict[str, Any]", interaction.data)
    filled = Filled(interaction.id, interaction.user.id, code, turn, modals.values(data["components"]))
    deed = partial(forms.receive, desk.house, filled)
    await answer(interaction, desk.room.put(filled.user_id, deed, number=interaction.id))


def _numbers(arguments: list[str]) -> tuple[str, int, int]:
    """Code, turn and part; what is no number is 0, which no turn and no part is."""
    code, turn, part = (*arguments, "", "", "")[:3]
    return code, int(turn) if turn.isdecimal() else 0, int(part) if part.isdecimal() else 0


async def show(desk: Desk, interaction: discord.Interaction, look: Look, part: int = 0) -> None:
    """Answer with the form, or why there is none."""
    reading = asyncio.ensure_future(_read(desk, look))
    await asyncio.wait([reading], timeout=limits.FORM_SECONDS)
    if reading.done():
        await _respond(interaction, reading.result(), part)
        return
    await defer(interaction)
    found = await reading
    await tell(interaction, found if isinstance(found, Answer) else _once_more(found))


async def _read(desk: Desk, look: Look) -> Blank | Answer:
    async with desk.house.store.begin() as unit:
        return await look(unit)


async def _respond(interaction: discord.Interaction, found: Blank | Answer, part: int) -> None:
    cut = [] if isinstance(found, Answer) else modals.parts(found.form)
    if isinstance(found, Blank) and 0 < part <= len(cut):
        await _open(interaction, found, cut[part - 1], part)
    elif isinstance(found, Blank) and len(cut) == 1:
        await _open(interaction, found, cut[0])
    else:
        await defer(interaction)
        await tell(interaction, found if isinstance(found, Answer) else _which(found, cut))


async def _open(interaction: discord.Interaction, blank: Blank, form: Form, part: int = 0) -> None:
    """What Discord does not take (three seconds have passed, say) is offered once more."""
    modal = modals.modal(form, blank.code, modals.once(f"form:{blank.code}:{blank.turn}:{part}", interaction))
    try:
        with translated("answer"):
            await interaction.response.send_modal(modal)
    except Trouble as error:
        log.warning("a form could not be shown: %s", error)
        await defer(interaction)
        await tell(interaction, _once_more(blank))


def _once_more(blank: Blank) -> Answer:
    return Answer(words.PRESS_AGAIN, ok=False, buttons=(_button(blank, words.MOVE),))


def _which(blank: Blank, cut: list[Form]) -> Answer:
    """The parts of a form that one modal cannot hold."""
    if not cut:
        return Answer(words.NOT_ASKED, ok=False)
    buttons = [_button(blank, modals.name_of(one), i + 1) for i, one in enumerate(cut[: limits.CHOICES])]
    return Answer(words.WHICH_PART, buttons=tuple(buttons))


def _button(blank: Blank, label: str, part: int = 0) -> Button:
    which = f":{part}" if part else ""
    return Button(label, f"form:{blank.code}:{blank.turn}{which}", "primary")
