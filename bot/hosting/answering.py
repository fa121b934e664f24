"""An answer that Discord did not take where it was asked for reaches its asker by direct message."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.house import House
from bot.hosting.ports import Answer, Unit
from bot.hosting.says import Say


async def write(house: House, user_id: int, said: Answer, unit: Unit) -> None:
    """Files and most buttons belong to where the question was asked: for those it is asked again."""
    destination = f"user:{user_id}"
    forms = tuple(b for b in said.buttons if b.custom_id.startswith("form:"))
    text = words.written_instead(said.text, again=said.file is not None or forms != said.buttons)
    await house.scribe.tell(unit, destination, Say(destination, text, buttons=forms), None, house.clock.now())
