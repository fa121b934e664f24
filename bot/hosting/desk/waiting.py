"""What was meant for hosts, and reached none of them: it is shown at the desk, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.records import Answer, Hosted, Parcel
from bot.hosting.model.saying import HOSTS, KEEPERS, OFFICE, Button
from bot.hosting.ports.store import Unit
from bot.hosting.rights import authority

if TYPE_CHECKING:
    from bot.hosting.model.asker import Asker

_ANSWER = "reply:"
"""How the id of the button begins that is under a question."""


async def parcels(hosted: Hosted, user_id: int, unit: Unit) -> list[Parcel]:
    """What waits and this host may read: whoever plays is shown nothing of other players."""
    audiences = (KEEPERS,) if hosted.ever(user_id) else (HOSTS, KEEPERS, OFFICE)
    return await unit.parked_at([authority.desk_of(hosted, audience) for audience in audiences])


async def told(answer: Answer, hosted: Hosted, user_id: int, unit: Unit) -> Answer:
    """The answer, and under it how much waits, with a button to read it."""
    waiting = await parcels(hosted, user_id, unit)
    if not waiting:
        return answer
    button = Button(words.READ_WAITING, f"waiting:{hosted.match.code}", "primary")
    text = f"{answer.text}\n{line(hosted, waiting)}"
    return replace(answer, text=text, buttons=(*answer.buttons, button))


def line(hosted: Hosted, waiting: Sequence[Parcel]) -> str:
    """How much waits."""
    asked = sum(is_question(parcel) for parcel in waiting)
    return words.waits(hosted.match.code, asked, len(waiting) - asked)


def is_question(parcel: Parcel) -> bool:
    return any(button.custom_id.startswith(_ANSWER) for button in parcel.request.buttons)


async def read(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """The oldest of what waits; who reads it has been told, and need not be told again."""
    waiting = await parcels(hosted, asker.user_id, unit)
    if not waiting:
        return Answer(words.NOTHING_WAITS, ok=False)
    first = waiting[0]
    await unit.mark_said([first.id], asker.interaction_id, house.clock.now())
    return Answer(first.request.content, buttons=first.request.buttons)
