"""A form on somebody's screen: read as text, and filled in by what stands on it.

sheet = await opened(table.players["Ann"], post)
assert str(sheet) == "..."
reply = await sheet.send(Height="12", Checks=["Rank check"])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import discord
from simcord import actors
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult, ResponseMessage

from bot.hosting import words
from tests.discord_ui.venue import Reply, Table

_PAGE: Final = re.compile(r" \(\d+/\d+\)$")
_SIGNS: Final = {
    ComponentType.RADIO_GROUP: ("(", ")"),
    ComponentType.CHECKBOX_GROUP: ("[", "]"),
    ComponentType.STRING_SELECT: ("<", ">"),
}


@dataclass(frozen=True)
class Sheet:
    by: MemberActor | UserHandle
    result: InteractionResult

    @property
    def modal(self) -> dict[str, Any]:
        modal = self.result.modal
        assert modal is not None, Reply(self.by, self.result).text
        return modal

    @property
    def labels(self) -> list[str]:
        return [label["label"] for label in self.modal["components"]]

    def __str__(self) -> str:
        return page(self.modal)

    async def send(self, **answers: str | Sequence[str]) -> Reply:
        """Fill in what is named by its label; the rest stays as it is."""
        found, values = set(), {}
        for label in self.modal["components"]:
            name = _PAGE.sub("", label["label"]).replace(" ", "_")
            found.add(name)
            values[label["component"]["custom_id"]] = _filled(label["component"], answers.get(name))
        assert set(answers) <= found, f"{sorted(answers)} on a form with {sorted(found)}"
        return Reply(self.by, await self.by.submit_modal(self.result, values))


def page(modal: dict[str, Any]) -> str:
    """A modal as people read it, one line each."""
    return "\n".join([f"== {modal['title']} ==", *chain.from_iterable(map(_lines, modal["components"]))])


def _lines(label: dict[str, Any]) -> Iterator[str]:
    control = label["component"]
    star = "*" if control.get("required", True) else ""
    yield " · ".join([label["label"] + star, *([label["description"]] if "description" in label else [])])
    if control["type"] == ComponentType.TEXT_INPUT:
        yield f"    [{control.get('value') or ''}] {control.get('placeholder') or ''}".rstrip()
    for option in control.get("options", ()):
        left, right = _SIGNS[control["type"]]
        yield f"    {left}{'x' if option.get('default') else ' '}{right} {option['label']}"


def untouched(modal: dict[str, Any]) -> list[dict[str, Any]]:
    """What Discord sends when somebody looks at a form and sends it as it is."""
    controls = [label["component"] for label in modal["components"]]
    single = (ComponentType.TEXT_INPUT, ComponentType.RADIO_GROUP)
    return [
        {"component": {"custom_id": c["custom_id"], "value" if c["type"] in single else "values": _filled(c, None)}}
        for c in controls
    ]


def _filled(control: dict[str, Any], answer: str | Sequence[str] | None) -> Any:
    if control["type"] == ComponentType.TEXT_INPUT:
        return (control.get("value") or "") if answer is None else answer
    wanted = [answer] if isinstance(answer, str) else answer
    options = control["options"]
    chosen = [o["value"] for o in options if (o.get("default") if wanted is None else o["label"] in wanted)]
    return next(iter(chosen), None) if control["type"] == ComponentType.RADIO_GROUP else chosen


# --- how people come to one -------------------------------------------------------------------------------------------


async def opened(
    by: MemberActor | UserHandle, under: discord.Message | ResponseMessage, label: str = words.MOVE
) -> Sheet:
    return Sheet(by, await by.click(under, label=label))


def carrying(channel: ChannelHandle, label: str = words.MOVE) -> list[discord.Message]:
    """The messages that have such a button, oldest first."""
    found = [m for m in channel.history() if label in [b.label for b in buttons_of(m)]]
    return sorted(found, key=lambda m: m.id)


def buttons_of(message: discord.Message) -> list[discord.Button]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [item for row in rows for item in row.children if isinstance(item, discord.Button)]


def newest(table: Table) -> discord.Message:
    """The last post with a form, the pinned board left out."""
    return [m for m in carrying(table.thread) if not m.pinned][-1]


async def in_thread(table: Table, name: str) -> Sheet:
    """By the newest post of the thread, the pinned board left out."""
    return await opened(table.players[name], newest(table))


async def in_dms(table: Table, name: str) -> Sheet:
    user = table.players[name].user
    return await opened(user, carrying(user.dm_channel)[-1])


async def no_form(by: MemberActor | UserHandle, under: Any, label: str = words.MOVE) -> Reply:
    """Press a button, and be told something instead."""
    reply = Reply(by, await by.click(under, label=label))
    assert reply.result.modal is None
    assert reply.hidden
    return reply


async def sent(table: Table) -> list[str]:
    """The messages on record."""
    return [row.body["text"] for row in await table.journal() if row.kind == "message"]


async def forge_sending(who: MemberActor, under: discord.Message, custom_id: str, **lines: str) -> Reply:
    """Send a modal that was never opened, as no client can."""
    channel = ChannelHandle(who._env, who.guild, who._env.backend.get_channel(under.channel.id))
    inputs = [{"type": ComponentType.TEXT_INPUT, "custom_id": name, "value": line} for name, line in lines.items()]
    data = {"custom_id": custom_id, "components": [{"type": ComponentType.LABEL, "component": i} for i in inputs]}
    return Reply(who, await actors._dispatch_actor_interaction(who, InteractionType.MODAL_SUBMIT, channel, data))
