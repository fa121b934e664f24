"""What was said and shows something else now: an edit, which is a parcel like any other, and does no harm twice.

A parcel to `edit:PARCEL` goes where that one was said, once it is known where that is.
"""

from __future__ import annotations

from typing import Final

from bot.hosting.context import House
from bot.hosting.model.records import Parcel, Request
from bot.hosting.ports.discord import Post
from bot.hosting.ports.store import Unit

_EDIT: Final = "edit:"


async def show_instead(house: House, unit: Unit, parcel: Parcel, request: Request) -> None:
    """What a parcel says becomes this: at once where it was never sent, by an edit where it was, or may have been."""
    if not parcel.tried:
        await unit.reword(parcel.id, request)
    elif parcel.state != "withdrawn":
        origin = None if parcel.match_id is None else (parcel.match_id, None, None)
        await unit.add_parcel(f"{_EDIT}{parcel.id}", request, house.chance.nonce(), house.clock.now(), origin)


def is_edit(destination: str) -> bool:
    return destination.startswith(_EDIT)


async def place(unit: Unit, destination: str) -> str | None:
    """Where the edit is made, as `edit:MESSAGE:CHANNEL`; None as long as the message is not there."""
    of = await unit.parcel(int(destination.removeprefix(_EDIT)))
    if of is not None and of.state in ("unsaid", "parked"):
        return None
    return _EDIT if of is None or of.message_id is None else f"{_EDIT}{of.message_id}:{of.destination}"


def parted(place: str) -> tuple[str, str]:
    """`edit:MESSAGE:` and the destination that the message was said to, which is empty where it never was."""
    message_id, _, destination = place.removeprefix(_EDIT).partition(":")
    return f"{_EDIT}{message_id}:", destination


async def edit(post: Post, place: str, request: Request) -> bool:
    """Whether the message stands there. One that is gone, or was withdrawn, shows nothing any more. Raises Trouble and
    Unreachable."""
    message_id, _, channel = place.removeprefix(_EDIT).partition(":")
    return bool(message_id) and await post.edit(channel, int(message_id), request)
