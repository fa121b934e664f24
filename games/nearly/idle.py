"""Messages out of which nothing can be taken: small talk, a cry for help, second thoughts, words about others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from games.nearly import saying
from games.nearly.chatter import ADDRESSED
from games.nearly.lexicon import Item
from games.nearly.questions import concerns_oneself, wants_to_know
from games.nearly.sentences import Said
from games.nearly.vocabulary import SILENT

Idle = Literal["small talk", "help"]

_APOLOGIES: Final = frozenset("sorry oops er".split())
_TILL: Final = frozenset("until till til before after".split())
_SMALL: Final = (*SILENT, "join", "joke", "greeted")
_REASONS: Final = {"picture": saying.PICTURE, "hosts": saying.FOR_HOSTS, "hedge": saying.HEDGE}
_TALK: Final = ("joke", "unreal", "other", "everyone", "all", "greeted")


def idle(said: Said) -> Idle | None:
    """What a message is that has nothing else in it; None for any other.

    One with signs alone in it, like a thumb, is small talk, too.
    """
    meanings = {item.meaning for item in said.items if item.word not in _APOLOGIES}
    if "help" in meanings and meanings <= {*SILENT, "join", "help", "you"}:
        return "help"
    if said.asks and not said.has("social", "greeting"):
        return None
    small = all(item.meaning in _SMALL or item.word in (*ADDRESSED, *_APOLOGIES) for item in said.items)
    return "small talk" if small and (not tuple(said.items) or any(map(_speaks, said.items))) else None


def _speaks(item: Item) -> bool:
    """Whether it can be answered; fillers alone say nothing."""
    return item.meaning in ("social", "greeting", "joke") or item.word in _APOLOGIES


def ordered(said: Said, content: Sequence[str]) -> bool:
    """Whether there is something in it that an order could be made of. A clock's number is none: `till 5 pm`."""
    items = [Item(""), *said.items, Item("")]
    return any(
        item.meaning in content and before.word not in _TILL and after.meaning != "time"
        for before, item, after in zip(items, items[1:], items[2:], strict=False)
    )


def about_time(said: Said, content: Sequence[str]) -> bool:
    """`I'll be away till 5 pm` sounds like a condition, but nothing hangs on it."""
    return said.has("time") and not ordered(said, (*content, "name"))


def why_not(said: Said, content: Sequence[str], names: bool) -> str | None:
    """Why nothing is taken out of what is not plain; None where the plain refusal says more.

    `content`: the meanings of what an order could be made of. `names`: whether players' names have a place in it.
    """
    about = ("other",) if names and not said.has("show") else ("other", "name")
    if said.has(*about) and wants_to_know(said) and not ordered(said, content):
        return saying.OTHERS
    some = ordered(said, (*content, "name"))
    if said.has(*about, *_TALK):
        return saying.TALK if some else None
    if said.has("dont") and some:
        return saying.DENIED
    return next((why for meaning, why in _REASONS.items() if said.has(meaning)), None)


def tells_of_the_file(said: Said) -> bool:
    """`i sent 12 already`, `show me my vote`: no question, but what is on file answers it."""
    shows = said.has("file") or (said.has("show") and concerns_oneself(said))
    return shows and not said.has("other", "name", "who", "hedge", "dont", *_TALK)
