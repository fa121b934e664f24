"""What a question is about."""

from __future__ import annotations

from typing import Final, Literal

from games.nearly.sentences import Said
from games.nearly.vocabulary import UNKNOWN

Topic = Literal["others", "file", "time", "orders", "left", "anything"]

_OWN: Final = frozenset("i my mine me it im ive that".split())
_PAST: Final = ("did", "did i", "have i")
_TELL: Final = ("show me", "tell me", "let me know", "give me")
_MAY: Final = ("can i", "could i", "may i")


def topic(said: Said) -> Topic:
    """`orders`: about an order that one could give, or whether it would be legal; the ruleset looks closer."""
    if said.has("other", "who") or (said.has("name") and not _about_an_own_order(said)):
        return "others"
    clear = not said.has(UNKNOWN, "if")
    if said.has("legal") and clear and not said.has("file", "time"):
        return "orders"
    if _about_the_file(said, clear):
        return "file"
    if said.has("time"):
        return "time"
    if clear and _about_an_order_sent(said):
        return "file"
    if clear:
        return "left" if said.has("left", "status", "holdings") else "orders"
    return "left" if said.has("left") and concerns_oneself(said) else "anything"


def _about_an_own_order(said: Said) -> bool:
    """Whether a player who is named has a part in it: `Bob?`, `can i void Bob`, `did my vote for Bob count`."""
    words = [item.word for item in said.items]
    if any(word in _MAY for word in words) or not (said.has("ask", UNKNOWN) or any(s.opens for s in said.sentences)):
        return True
    return said.has("file") and any(word in _PAST or word.startswith("my ") or word == "mine" for word in words)


def concerns_oneself(said: Said) -> bool:
    return any(_OWN.intersection(item.word.split()) for item in said.items)


def _about_the_file(said: Said, clear: bool) -> bool:
    return said.has("file", "change", "keep") and (clear or concerns_oneself(said))


def _about_an_order_sent(said: Said) -> bool:
    """`is my move in`, `did i go 12`."""
    return any(item.word in _PAST for item in said.items) or (said.has("own") and not said.has("number"))


def wants_to_know(said: Said) -> bool:
    """Whether something is asked for that is no question by its form: `show me Bob's number`."""
    return said.has("ask") or any(item.word in _TELL for item in said.items)
