"""What a question is about."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal

from games.nearly.sentences import Said
from games.nearly.vocabulary import UNKNOWN

Topic = Literal["others", "file", "time", "orders", "left", "anything"]

_OWN: Final = frozenset("i my mine me it im ive that".split())
_SPEAKER: Final = frozenset("i my mine im ive ill".split())
_AUXILIARIES: Final = frozenset("did has have is was are were does do will would should could can".split())
_PAST: Final = ("did i", "have i")
_TELL: Final = ("give me",)
_WHOM: Final = ("who", "whom")
_COUNTS: Final = ("how many", "so far", "any")


def topic(said: Said) -> Topic:
    """`orders`: about an order that one could give, or whether it would be legal; the ruleset looks closer."""
    if _about_others(said):
        return "others"
    if said.has("help") or any(item.word in ("how", "why") for item in said.items):
        return "time" if said.has("time") else "anything"
    clear = not said.has(UNKNOWN, "if", "hedge")
    if said.has("legal") and clear and not said.has("file", "time"):
        return "orders"
    when = any(item.word == "when" for item in said.items)
    if _about_the_file(said, clear) and not when:
        return "file"
    if said.has("time") or when:
        return "time"
    if clear and _about_an_order_sent(said):
        return "file"
    if clear:
        return "left" if said.has("left", "status", "holdings") else "orders"
    return "left" if said.has("left") and concerns_oneself(said) else "anything"


def _about_others(said: Said) -> bool:
    """Not so: `Bob?`, `can i void Bob`, `did my vote for Bob count`, `who can i vote for`."""
    speaks = any(_SPEAKER.intersection(item.word.split()) for item in said.items if item.meaning != "wonder")
    own = speaks and not _about_what_one_does(said)
    if said.has("who") or any(item.meaning == "other" and not (own and item.word in _WHOM) for item in said.items):
        return True
    if said.has("name") and not own:
        return said.has("ask", "file", UNKNOWN) or any(sentence.opens for sentence in said.sentences)
    counts = {item.word for item in said.items}.intersection(_COUNTS)
    if own or not counts or said.has("left"):
        return False
    return "so far" in counts or _ends_in(said) or said.has("file", "own", "apples")


def _about_what_one_does(said: Said) -> bool:
    """Whether a player who is named does something: `did Kestrel put what i put`."""
    items = tuple(said.items)
    return any(
        item.meaning == "name" and before.word.rpartition(" ")[2] in _AUXILIARIES for before, item in pairwise(items)
    )


def concerns_oneself(said: Said) -> bool:
    return any(_OWN.intersection(item.word.split()) for item in said.items)


def _about_the_file(said: Said, clear: bool) -> bool:
    """`is my vote in`, too."""
    if _ends_in(said) and concerns_oneself(said):
        return True
    return said.has("file", "change", "keep") and not said.has("if", "unreal") and (clear or concerns_oneself(said))


def _ends_in(said: Said) -> bool:
    """`how many are in`"""
    return any(item.word == "in" for sentence in said.sentences for item in sentence.items[-1:])


def _about_an_order_sent(said: Said) -> bool:
    """`is my move in`, `did i go 12`, `is my number still 12`."""
    if any(item.word in _PAST for item in said.items):
        return True
    own = [item.word for item in said.items if item.meaning == "own"]
    return bool(own) and (not said.has("number") or (own[0].startswith("my ") and said.sentences[0].opens))


def wants_to_know(said: Said) -> bool:
    """Whether something is asked for that is no question by its form: `show me Bob's number`."""
    return said.has("ask", "show") or any(item.word in _TELL for item in said.items)
