"""What buttons do: join and leave a sign-up, and the second look before what cannot be undone."""

from __future__ import annotations

import asyncio
import hashlib
from functools import partial
from typing import Final

import discord

from bot.discord_ui import forms, questions
from bot.discord_ui.answers import answer, asker_of, defer, tell
from bot.discord_ui.commands import creating
from bot.discord_ui.commands.hand import log_turned
from bot.discord_ui.commands.seats import once_read
from bot.discord_ui.components import Press, view_of
from bot.discord_ui.desk import Desk
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import agreement, waiting
from bot.hosting.desk.access import Tool, hosting
from bot.hosting.inbox import asking, intake
from bot.hosting.model import handles
from bot.hosting.model.asker import Asker
from bot.hosting.model.instants import stamped
from bot.hosting.model.records import Answer, Hosted, Letter, Request
from bot.hosting.players import lobby, own_matches
from bot.hosting.players.lobby import Greeting, Guest
from bot.hosting.ports.discord import Trouble, Unreachable
from bot.hosting.ports.store import Unit
from bot.hosting.presenting import pages
from bot.hosting.recording.queue import Deed
from bot.hosting.rights.authority import ALWAYS, DESK

_NONCE: Final = 24
"""Characters of a nonce; Discord takes 25."""
_ALWAYS: Final = frozenset({"cancel"})
"""What is confirmed in a hostless match, too."""


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
        "book": _book,
        "receipts": _receipts,
        "send": _send,
        "reply": questions.pressed,
        "waiting": _waiting,
        "anyway": _anyway,
        "agree": _agree,
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
    asked = desk.put(interaction, partial(lobby.may_join, code, guest))
    await defer(interaction)
    greeting = await asked
    assert greeting is not None
    if not greeting.ok:
        await tell(interaction, greeting)
        return
    head = Greeting(greeting.text, _greeting_nonce(code, user.id))
    deed: Deed = partial(lobby.join, house, code, guest)
    try:
        await _greet(house, user.id, head)
    except Unreachable as error:
        if error.kind == "closed":
            await tell(interaction, Answer(words.DMS_CLOSED, ok=False))
            return
        deed = partial(lobby.join_unwritten, house, code, guest, head, Trouble(error.why))
    except Trouble as trouble:
        deed = partial(lobby.join_unwritten, house, code, guest, head, trouble)
    joined = await desk.put(interaction, deed)
    await tell(interaction, joined or Answer(words.SIGNUP_CLOSED, ok=False))


async def _greet(house: House, user_id: int, head: Greeting) -> None:
    """Raises Trouble and Unreachable."""
    request = Request(head.text)
    await house.direct.use(user_id, lambda number: house.post.send(f"direct:{number}", request, head.nonce))


def _greeting_nonce(code: str, user_id: int) -> str:
    """Always the same for a person and a match: who presses again, since the first press was not answered, is greeted
    once."""
    return hashlib.sha256(f"greeting {code} {user_id}".encode()).hexdigest()[:_NONCE]


async def _leave(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    at, source = stamped(interaction.id), f"interaction:{interaction.id}"
    deed = partial(lobby.leave, desk.house, arguments[0], interaction.user.id, at, source)
    await answer(interaction, desk.put(interaction, deed))


async def _pick(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`pick:MESSAGE:CODE`, under the question which match a message was for; the message by its handle."""
    if len(arguments) != 2 or not handles.is_one(arguments[0]):
        await forgotten(interaction, arguments)
        return
    at, user = stamped(interaction.id), interaction.user.id
    deed = partial(intake.pick, desk.house, arguments[0], arguments[1], user, at)
    await answer(interaction, desk.room.put(user, deed, number=interaction.id))


async def _sure(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`sure:NAME:CODE:TURN:…`; the right to do it is looked at again, and a button of another turn is refused."""
    if len(arguments) < 3 or arguments[0] not in desk.confirm:
        await forgotten(interaction, arguments)
        return
    name, code, turn, *rest = arguments
    try:
        tool = _of_turn(desk.confirm[name](rest), turn)
        whom = desk.whom[name](rest) if name in desk.whom else None
    except (IndexError, ValueError):
        await forgotten(interaction, arguments)
        return
    if whom is not None:
        await once_read(interaction, desk, code, whom, tool)
        return
    right = ALWAYS if name in _ALWAYS else DESK
    await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), code, tool, right)))


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


async def _book(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`book:CODE`, under other texts: opens the rules beside them, at the first page."""
    if len(arguments) != 1:
        await forgotten(interaction, arguments)
        return
    deed = partial(pages.turned, arguments[0], 0)
    await answer(interaction, desk.put(interaction, deed))


async def _receipts(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`receipts:CODE:PAGE`: one's own, whoever presses."""
    if len(arguments) != 2 or not arguments[1].isdecimal():
        await forgotten(interaction, arguments)
        return
    found = own_matches.receipts(desk.house, interaction.user.id, arguments[0], int(arguments[1]))
    await answer(interaction, asyncio.ensure_future(found))


async def _log(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`log:CODE:PAGE`, the page by its handle."""
    if len(arguments) != 2 or not handles.is_one(arguments[1]):
        await forgotten(interaction, arguments)
        return
    tool = log_turned(arguments[1])
    await answer(interaction, desk.put(interaction, hosting(desk.house, asker_of(interaction), arguments[0], tool)))


async def _waiting(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`waiting:CODE`: the next of what hosts were to be told, and could not be."""
    deed = hosting(desk.house, asker_of(interaction), ":".join(arguments), waiting.read, ALWAYS)
    await answer(interaction, desk.put(interaction, deed))


async def _anyway(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`anyway:CODE:MESSAGE:LENGTH:MARK`, under a question that others at the table could read."""
    if len(arguments) != 4 or not all(number.isdecimal() for number in arguments[1:3]):
        await forgotten(interaction, arguments)
        return
    code, message, length, mark = arguments
    press = Letter(interaction.id, interaction.user.id, "", via="interaction")
    again = asking.Again(code, int(message), int(length), mark, press)
    deed = partial(asking.ask_anyway, desk.house, again)
    await answer(interaction, desk.room.put(press.user_id, deed, number=interaction.id))


async def _agree(desk: Desk, interaction: discord.Interaction, arguments: list[str]) -> None:
    """`agree:CODE:NUMBER`, under a question to the players of a hostless match."""
    if len(arguments) != 2 or not arguments[1].isdecimal():
        await forgotten(interaction, arguments)
        return
    at, source = stamped(interaction.id), f"interaction:{interaction.id}"
    pressed = agreement.Pressed(arguments[0], int(arguments[1]), interaction.user.id, at, source)
    deed = partial(agreement.agree, desk.house, pressed)
    await answer(interaction, desk.room.put(pressed.user_id, deed, number=interaction.id))


def _of_turn(tool: Tool, turn: str) -> Tool:
    async def checked(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        if turn not in ("0", str(hosted.match.turn)):
            return Answer(words.STALE, ok=False)
        return await tool(house, hosted, asker, unit)

    return checked
