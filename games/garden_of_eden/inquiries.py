"""`check`: what is on file, and whether something would be taken (RECORD.md). It tells its asker alone, and changes
nothing; in another phase it tells what would be needed (C8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.garden_of_eden import effects, standing, whispers
from games.garden_of_eden.messages import Basket, Extend, Inquire, Play, Transfer
from games.garden_of_eden.state import Stage, State

_STAGES: Final[dict[type, tuple[Stage, ...]]] = {
    Basket: ("basket",),
    Play: ("round",),
    Transfer: ("transfers",),
    Extend: ("basket", "round"),
}
"""In which stages of a match an order can be given."""


def answer(state: State, seat: int, order: Inquire) -> str:
    about = order.about
    if order.never:
        return whispers.never(order.never)
    if about is None:
        return standing.filed(state, seat)
    why_not_now = effects.refusal(state, seat, about)
    stages = _STAGES[type(about)]
    if state.stage in stages:
        return whispers.inquiry(about, why_not_now)
    if why_not_now is None or state.stage == "over":
        return whispers.inquiry(about, why_not_now)
    at_its_time = replace(state, stage=stages[0])
    return whispers.inquiry_out_of_time(about, why_not_now, effects.refusal(at_its_time, seat, about))
