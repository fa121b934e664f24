"""Buttons that outlive restarts: everything about a button is in its id, as `verb:argument:…`."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, cast

import discord

from bot.hosting.model.saying import Button

Press = Callable[[discord.Interaction, list[str]], Awaitable[None]]
"""What a verb does, with the arguments of the button's id."""

_STYLES = {
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
    "primary": discord.ButtonStyle.primary,
}


class Presses(Protocol):
    """A client that knows what its buttons do."""

    async def pressed(self, interaction: discord.Interaction, custom_id: str) -> None: ...


class Pressable(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"(?P<verb>[a-z]+):(?P<rest>.{1,96})"
):
    """Any button of ours, also one that was sent before the last restart."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Pressable:
        return cls(cast("discord.ui.Button[discord.ui.View]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        await cast(Presses, interaction.client).pressed(interaction, self.item.custom_id or "")


def view_of(buttons: Sequence[Button]) -> discord.ui.View | None:
    """Finished when it is made: `Pressable` hears of every button, so that discord.py need not listen for this one, nor
    keep it for a quarter of an hour."""
    if not buttons:
        return None
    view = discord.ui.View(timeout=None)
    view.stop()
    for b in buttons:
        style = _STYLES.get(b.style, discord.ButtonStyle.secondary)
        view.add_item(Pressable(discord.ui.Button(label=b.label, custom_id=b.custom_id, style=style)))
    return view
