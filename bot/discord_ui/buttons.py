"""What buttons do: join and leave a sign-up, and the second look before what cannot be undone."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Final

import discord

from bot.discord_ui import forms, questions
from bot.discord_ui.answers import answer, asker_of, defer, tell
from bot.discord_ui.commands import creating
from bot.discord_ui.commands.hand import log_page
from bot.discord_ui.commands.seats import once_read
from bot.discord_ui.components import Press, view_of
from bot.discord_ui.desk import Desk
from bot.hosting import intake, lobby, pages, words
from bot.hosting.desk.access import Asker, Tool, hosting
from bot.hosting.house import House
from bot.hosting.instants import stamped
from bot.hosting.lobby import Guest
from bot.hosting.ports import Answer, Hosted, Letter, Request, Trouble, Unit, Unreachable

_NONCE: Final = 24
"""Characters of a nonce; Discord takes 25."""


def presses(desk: Desk) -> dict[str, Press]:
    """Every verb, bound to a desk."""
    verbs = {
        "join": _join,
        "leave": _leave,
        "sure": _sure,
        "pick": _pick,
        "form": forms.pressed,
        "create": creating.confirmed,
        "log": _log,
        "rules": _rules,
        "send": _send,
        "reply": questions.pressed,
    }
    return {verb: partial(press, desk) for verb, press in verbs.items()}


def modals(desk: Desk) -> dict[str, Press]:
    """What is done with a modal that comes back, by the verb in its id."""
    return {"form": partial(forms.sent, desk), "reply": partial(questions.sent, desk)}


async def forgotten(interaction: discord.Interaction, arguments: list[str]) -> None:
    """A button that this release does not know."""
    await defer(interaction)
    await tell(interaction, Answer(words.FORGOTTEN, ok=False))


async def _join(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """A direct message is sent first, so that closed direct messages are found out then and there."""
    house, (code, *_), user = desk.house, arguments, interaction.user
    asker = asker_of(interaction)
    guest = Guest(user.id, user.display_name, asker.role_ids, asker.at, asker.source, asker.manages)
    asked = house.queue.put(partial(lobby.may_join, code, guest))
    await defer(interaction)
    greeting = await asked
    assert greeting is not None
    if not greeting.ok:
        await tell(interaction, greeting)
        return
    try:
        await house.post.send(f"user:{user.id}", Request(greeting.text), _greeting_nonce(code, user.id))
    except Unreachable:
        await tell(interaction, Answer(words.DMS_CLOSED, ok=False))
        return
    except Trouble:
        await tell(interaction, Answer(words.TRY_AGAIN, ok=False))
        return
    joined = await house.queue.put(partial(lobby.join, house, code, guest))
    await tell(interaction, joined or Answer(words.SIGNUP_CLOSED, ok=False))


def _greeting_nonce(code: str, user_id: int) -> str:
    """Always the same for a person and a match: who presses again, since the first press was not answered, is greeted
    once."""
    return hashlib.sha256(f"greeting {code} {user_id}".encode()).hexdigest()[:_NONCE]


async def _leave(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    at, source = stamped(interaction.id), f"interaction:{interaction.id}"
    deed = partial(lobby.leave, desk.house, arguments[0], interaction.user.id, at, source)
    await answer(interaction, desk.house.queue.put(deed))


async def _pick(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`pick:MESSAGE:CODE`, under the question which match a message was for."""
    if len(arguments) != 2 or not arguments[0].isdecimal():
        await forgotten(interaction, arguments)
        return
    at, user = stamped(interaction.id), interaction.user.id
    deed = partial(intake.pick, desk.house, int(arguments[0]), arguments[1], user, at)
    await answer(interaction, desk.room.put(user, deed, number=interaction.id))


async def _sure(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`sure:NAME:CODE:TURN:…`; the right to do it is looked at again, and a button of another turn is refused."""
    if len(arguments) < 3 or arguments[0] not in desk.confirm:
        await forgotten(interaction, arguments)
        return
    name, code, turn, *rest = arguments
    asker, tool = asker_of(interaction), _of_turn(desk.confirm[name](rest), turn)
    whom = desk.whom[name](rest) if name in desk.whom else None
    if whom is not None:
        await once_read(interaction, desk, code, whom, tool)
        return
    await answer(interaction, desk.house.queue.put(hosting(desk.house, asker, code, tool, name == "cancel")))


async def _send(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`send:CODE:TURN:MESSAGE`, under a message that came near: sends exactly that, in that turn only."""
    code, turn, *message = (*arguments, "", "")[: max(3, len(arguments))]
    letter = Letter(interaction.id, interaction.user.id, f"{code} {':'.join(message)}", via="interaction")
    deed = partial(intake.send_offered, desk.house, letter, code, turn)
    await answer(interaction, desk.room.put(letter.user_id, deed, number=interaction.id))


async def _rules(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`rules:SUBJECT:PAGE`: turns the page in place; only its reader sees it."""
    if len(arguments) != 2 or not arguments[1].isdecimal():
        await forgotten(interaction, arguments)
        return
    async with desk.house.store.begin() as unit:
        page = await pages.turned(arguments[0], int(arguments[1]), unit)
    await interaction.response.edit_message(content=page.text, view=view_of(page.buttons))


async def _log(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`log:CODE:PAGE`."""
    if len(arguments) != 2 or not arguments[1].isdecimal():
        await forgotten(interaction, arguments)
        return
    tool = log_page(int(arguments[1]))
    await answer(interaction, desk.house.queue.put(hosting(desk.house, asker_of(interaction), arguments[0], tool)))


def _of_turn(tool: Tool, turn: str) -> Tool:
    async def checked(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        if turn not in ("0", str(hosted.match.turn)):
            return Answer(words.STALE, ok=False)
        return await tool(house, hosted, asker, unit)

    return checked
