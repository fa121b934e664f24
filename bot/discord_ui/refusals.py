"""What Discord's refusals mean: the short list of those that are final, and those that are known to pass.

Whatever is not on the list of final ones is temporary, and is tried again: a code that nobody knows, one with another
HTTP status than it belongs to (Discord's defence against spam answers with wrong codes), and the page of a proxy that
has no code at all. docs/discord.md shows both lists, and a test keeps it true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from bot.hosting.model.records import Kind

Asked = Literal[
    "clock",
    "open",
    "read",
    "write",
    "send",
    "find",
    "edit",
    "pin",
    "thread",
    "forum",
    "role",
    "seat",
    "member",
    "answer",
]
"""What was asked of Discord: the time; a direct-message channel; what somebody wrote in it; to say something there; to
say something in a server; whether it is said already; to change a post; to pin it; a thread; a forum's post or tag; a
role given or taken; somebody let into a thread or out of it; whether somebody is in the server; an answer to an
interaction."""

PLACES: Final[frozenset[Asked]] = frozenset(("send", "find", "edit", "pin", "thread", "forum", "seat"))
"""Asked of a channel or thread."""
PEOPLE: Final[frozenset[Asked]] = frozenset(("open", "read", "write"))
"""Asked of a person's direct messages."""

_MISSING: Final = (404,)
_REFUSED: Final = (400, 403)
"""Discord documents codes, and not their statuses; of a few it has changed the one for the other."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A refusal that trying again does not change."""

    statuses: tuple[int, ...]
    at: frozenset[Asked]
    why: str
    """For the host."""
    because: str
    """Why it is known to be final; for docs/discord.md."""
    kind: Kind = "refused"


def _at(*asked: Asked) -> frozenset[Asked]:
    return frozenset(asked)


FINAL: Final[Mapping[int, Settled]] = {
    10003: Settled(
        _MISSING,
        PLACES | {"read", "write"},
        "That channel is gone.",
        "A deleted channel does not come back. A person's is first opened anew: only if it is still the same one is it "
        "gone.",
        "gone",
    ),
    10004: Settled(
        _MISSING,
        _at("thread", "forum", "role", "member"),
        "I am not in that server any more.",
        "Nothing can be done in a server without the bot. Once it is invited again, `/host repost`.",
    ),
    10007: Settled(
        _MISSING,
        _at("role", "seat"),
        "They are not in the server.",
        "Who is not in the server has no roles and no place in its threads.",
    ),
    10008: Settled(
        _MISSING,
        _at("pin", "thread"),
        "The message is gone.",
        "A deleted message does not come back. (To an edit it means: post it anew. To something said with a nonce: it "
        "was said, and has been deleted since.)",
        "lost",
    ),
    10011: Settled(_MISSING, _at("role"), "That role is gone.", "A deleted role does not come back."),
    10013: Settled(
        (400, 404),
        PEOPLE | {"role", "seat"},
        "That account is gone.",
        "A deleted account writes nothing, and reads nothing.",
    ),
    30003: Settled(
        _REFUSED, _at("pin"), "The channel has as many pinned messages as Discord allows.", "Until somebody unpins one."
    ),
    30033: Settled(
        _REFUSED, _at("seat"), "The thread has as many people in it as Discord allows.", "Until somebody leaves it."
    ),
    30048: Settled(
        _REFUSED, _at("forum"), "The forum has as many tags as Discord allows.", "Until somebody takes one away."
    ),
    40066: Settled(
        _REFUSED,
        _at("forum"),
        "The forum requires a tag, and has none that I may use.",
        "Until somebody mends the forum's settings.",
    ),
    40067: Settled(
        _REFUSED,
        _at("forum"),
        "The forum requires a tag, and has none for a match.",
        "Until somebody mends the forum's settings.",
    ),
    50001: Settled(
        (403,),
        PLACES | {"read", "write", "role", "member"},
        "I cannot see that channel: I need View Channel there.",
        "A permission that the server took away. A person's channel is first opened anew: only if it is the same one "
        "still is it closed to the bot.",
        "unseen",
    ),
    50007: Settled(
        _REFUSED,
        PEOPLE,
        "Their direct messages are closed to me.",
        "Their own setting; a word of theirs, or a press of a button, shows that it has changed.",
        "closed",
    ),
    50013: Settled(
        (403,),
        PLACES | {"role"},
        "I lack a permission there: {permission}.",
        "A permission that the server did not give, or took away.",
    ),
    50024: Settled(
        _REFUSED,
        _at("thread", "forum"),
        "A channel of that kind cannot have such a thread.",
        "Announcement channels have no private threads, and what is no forum has no posts.",
    ),
    50033: Settled(
        _REFUSED, PEOPLE, "Discord lets me write to nobody of that id.", "A bot, or an account that is gone."
    ),
    50083: Settled(
        _REFUSED,
        _at("edit", "pin", "forum", "seat"),
        "The thread is archived, and I cannot open it again.",
        "It was woken, and is archived still: somebody has closed it.",
    ),
    50278: Settled(
        _REFUSED,
        PEOPLE,
        "They share no server with me any more.",
        "Until they join one again; a word of theirs shows it.",
        "closed",
    ),
    60003: Settled(
        (403,),
        PLACES | {"role"},
        "The server asks for two-factor authentication, and my owner's account has none.",
        "A setting of the server, and of the owner's account.",
    ),
    160005: Settled(
        _REFUSED, _at("send", "edit", "pin", "forum", "seat"), "The thread is locked.", "Until somebody unlocks it."
    ),
    160006: Settled(
        _REFUSED,
        _at("thread", "forum"),
        "The server has as many active threads as Discord allows.",
        "Until some of them are archived.",
    ),
    160007: Settled(
        _REFUSED,
        _at("thread"),
        "The server has as many active threads in announcement channels as Discord allows.",
        "Until some of them are archived.",
    ),
}
"""By Discord's code. Final means: not tried again by itself, but once somebody asks for it or there is a sign that it
has changed; a history that is refused like this counts as read."""


@dataclass(frozen=True, slots=True)
class Passing:
    """A refusal that is known, and passes."""

    why: str
    """For the host, should it last."""
    pause: timedelta = timedelta(minutes=1)
    """Trying again sooner is of no use."""
    for_all: bool = True
    """It is not about this channel or person."""
    quarantined: bool = False


PASSING: Final[Mapping[int, Passing]] = {
    20016: Passing("The channel is in slow mode.", for_all=False),
    20026: Passing(
        "Discord's defence against spam has put me into quarantine: I cannot write to people I have not written to "
        "before. My owner has to appeal.",
        timedelta(minutes=5),
        quarantined=True,
    ),
    20028: Passing("So much is written in that channel that Discord wants me to wait.", for_all=False),
    20029: Passing("So much happens in this server that Discord wants me to wait.", for_all=False),
    30046: Passing("I have changed old messages too often; Discord wants me to wait.", for_all=False),
    40003: Passing("Discord lets me begin only so many direct messages at a time, and wants me to wait."),
    40004: Passing("Discord has switched off sending messages for a while."),
    40006: Passing("Discord has switched that off for a while."),
    40062: Passing("Discord is busy, and wants me to wait."),
    40333: Passing("What stands in front of Discord (Cloudflare) does not let me through.", timedelta(minutes=2)),
    110000: Passing("Discord is busy, and wants me to wait."),
    130000: Passing("Discord is overloaded, and wants me to wait."),
}
"""By Discord's code; what stands on neither list is tried again all the same."""

BARE: Final = Passing("What stands in front of Discord does not let me through.")
"""A refusal without a code: the page of a proxy."""
BROKEN: Final = Passing("Discord is in trouble.", timedelta(0), for_all=False)
"""A status of 500 or more: again after a second, and then more and more slowly."""
BY_STATUS: Final[Mapping[int, Passing]] = {
    401: Passing("Discord does not accept my token any more."),
    429: Passing("Discord wants me to wait."),
}


def settled(asked: Asked, status: int, code: int) -> Settled | None:
    """The final refusal that this is; None where it is to be tried again."""
    found = FINAL.get(code)
    return found if found is not None and status in found.statuses and asked in found.at else None


def passing(status: int, code: int) -> Passing:
    """What is known of a refusal that is to be tried again."""
    if status >= 500:
        return BROKEN
    if code in PASSING:
        return PASSING[code]
    if status in BY_STATUS:
        return BY_STATUS[status]
    if not code:
        return BARE
    return Passing(f"Discord refuses it for now (code {code}, status {status}).", for_all=False)
