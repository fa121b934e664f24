"""Answers that wait: where many wait for one person, they go out together, in their order, with nothing left out.

Discord takes about one message a second for a channel. Somebody who writes faster than that is answered later, and
by fewer messages; everybody else is answered as ever, since every destination is served by itself.

They are put together when they are sent, and stay parcels of their own: each is withdrawn by itself, also where some
were tried as one message and nobody knows yet whether it got through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from typing import Final

from bot.hosting.model import limits
from bot.hosting.model.records import Parcel, Request

MANY: Final = 5
"""As many as Discord takes in one go are not merged."""
MOST: Final = 40
"""How many are looked at; more short ones than this would hardly fit into one message."""
_BETWEEN: Final = "\n\n"
_ALIKE: Final = "form:"
"""What opens the form stands under nearly every letter, and is the same under all of them. Any other button belongs to
its own letter, and would be taken for another one's under a merged one."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One parcel, or several, that go out as one message."""

    parcels: tuple[Parcel, ...]
    request: Request
    tried: tuple[Request, ...] = ()
    """What may have been said already, where that is uncertain: the whole as it was tried, and without what has been
    withdrawn since."""

    @property
    def ids(self) -> list[int]:
        return [parcel.id for parcel in self.parcels]

    @property
    def first(self) -> Parcel:
        return self.parcels[0]

    @property
    def nonce(self) -> str:
        return self.first.nonce

    @property
    def since(self) -> datetime:
        return min(parcel.created_at for parcel in self.parcels)


def bundled(waiting: Sequence[Parcel]) -> Bundle:
    """As many of the first parcels of a destination as fit into one message.

    Those of another match stay apart: an answer to the message that they become must find its match.
    """
    first = waiting[0]
    request, taken = first.request, 1
    for parcel in waiting[1:]:
        both = _together(request, parcel.request)
        if parcel.tried or parcel.match_id != first.match_id or not _may_be_merged(both):
            break
        request, taken = both, taken + 1
    return Bundle(tuple(waiting[:taken]), request)


def tried_before(parcels: Sequence[Parcel]) -> Bundle:
    """What was tried as one message, those among it that were withdrawn since included: these are not said again."""
    left = tuple(parcel for parcel in parcels if parcel.state == "unsaid")
    whole, rest = _one(parcels), _one(left)
    return Bundle(left, rest, tuple(dict.fromkeys((whole, rest))))


def _one(parcels: Sequence[Parcel]) -> Request:
    return reduce(_together, (parcel.request for parcel in parcels))


def _together(one: Request, other: Request) -> Request:
    """It answers what the first one answers."""
    pings = tuple(dict.fromkeys(one.pings + other.pings))
    buttons = tuple({button.custom_id: button for button in one.buttons + other.buttons}.values())
    return replace(one, content=f"{one.content}{_BETWEEN}{other.content}", pings=pings, buttons=buttons)


def _may_be_merged(request: Request) -> bool:
    """Whether one message holds it, and no button under it could be taken for another letter's."""
    alike = len(request.buttons) <= 1 and all(b.custom_id.startswith(_ALIKE) for b in request.buttons)
    return alike and len(request.content) <= limits.MESSAGE and len(request.pings) <= limits.PINGS
