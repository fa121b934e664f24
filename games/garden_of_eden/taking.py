"""A message taken: each order applied in turn to what the ones before it left, or all of them refused (C1)."""

from __future__ import annotations

from games.garden_of_eden import inquiries, messages, numbers, whispers
from games.garden_of_eden.effects import apply
from games.garden_of_eden.messages import Basket, Extend, Inquire, Play
from games.garden_of_eden.notices import public
from games.garden_of_eden.reasons import Refused, TwoReadings, Unclear
from games.garden_of_eden.state import State
from games.ruleset import Longer, Reply, Step


def take(state: State, seat: int, text: str) -> Step[State]:
    """Read and apply a message. One reply for the whole of it."""
    answers: list[str] = []
    try:
        orders = messages.read(text)
        after = state
        for order in orders:
            after = apply(after, seat, order)
            if isinstance(order, Inquire):
                answers.append(inquiries.answer(after, seat, order))
    except Refused as refusal:
        return Step(state, reply=Reply(False, whispers.refused(str(refusal))))
    except TwoReadings as readings:
        return Step(state, reply=Reply(False, whispers.two_readings(*readings.args)))
    except Unclear:
        return Step(state, reply=Reply(False, whispers.unclear(state, seat)))
    asked = sum(isinstance(order, Extend) for order in orders)
    hours = state.terms.period_hours
    return Step(
        after,
        notices=tuple(public("extended", {"hours": numbers.plain_number(hours)}) for _ in range(asked)),
        clock=Longer(hours * asked, on_request=True) if asked else None,
        reply=Reply(True, "\n".join(filter(None, [whispers.taken(after, seat, orders), *answers]))),
    )


def foreseen(state: State, seat: int, text: str) -> bool:
    """A basket, and a cast that is as legal for one player as for another: neither Pink out of the stock nor White."""
    try:
        orders = messages.read(text)
        for order in orders:
            state = apply(state, seat, order)
    except (Refused, TwoReadings, Unclear):
        return False
    return all(isinstance(order, Basket) or (isinstance(order, Play) and _open_to_all(order)) for order in orders)


def _open_to_all(order: Play) -> bool:
    """GE5, GE6: whatever the score and the stock are."""
    cast = order.cast
    return cast is None or (cast.special != "white" and (cast.special == "black" or not cast.pink))
