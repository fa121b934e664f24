"""Answers that wait: where many wait for one person, they go out together, in their order, with nothing left out.

Discord takes about one message a second for a channel. Somebody who writes faster than that is answered later, and
by fewer messages; everybody else is answered as ever, since every destination is served by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.hosting import limits
from bot.hosting.ports import Parcel, Request

MANY: Final = 5
"""As many as Discord takes in one go are not merged."""
MOST: Final = 40
"""How many are looked at; more short ones than this would hardly fit into one message."""
_BETWEEN: Final = "\n\n"


def merged(waiting: Sequence[Parcel]) -> tuple[Request, int]:
    """One request for as many of the first parcels of a destination as fit into one message, and their number.

    Those of another match stay apart: an answer to the message that they become must find its match.
    """
    first = waiting[0]
    request, taken = first.request, 1
    for parcel in waiting[1:]:
        both = _together(request, parcel.request)
        if both is None or parcel.match_id != first.match_id:
            break
        request, taken = both, taken + 1
    return request, taken


def _together(one: Request, other: Request) -> Request | None:
    """None where that is more than a message holds. It answers what the first one answers."""
    content = f"{one.content}{_BETWEEN}{other.content}"
    pings = tuple(dict.fromkeys(one.pings + other.pings))
    buttons = tuple({button.custom_id: button for button in one.buttons + other.buttons}.values())
    if len(content) > limits.MESSAGE or len(pings) > limits.PINGS or len(buttons) > limits.BUTTONS:
        return None
    return replace(one, content=content, pings=pings, buttons=buttons)
