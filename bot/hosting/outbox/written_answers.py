"""An answer that Discord did not take where it was asked for reaches its asker by direct message."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.records import Answer
from bot.hosting.model.saying import Say
from bot.hosting.ports.store import Unit


async def write(house: House, user_id: int, said: Answer, unit: Unit) -> None:
    """Files and most buttons belong to where the question was asked: for those it is asked again. A form, or the pick
    of a match, is the person's own wherever it stands."""
    destination = f"user:{user_id}"
    own = tuple(b for b in said.buttons if b.custom_id.startswith(("form:", "pick:")))
    text = words.written_instead(said.text, again=said.file is not None or own != said.buttons)
    await house.recorder.tell(unit, destination, Say(destination, text, buttons=own), None, house.clock.now())
