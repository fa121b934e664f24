"""From what is to be said to finished requests: names made safe, split at line ends, tags at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.hosting.model import limits
from bot.hosting.model.records import Hosted, Person, Request
from bot.hosting.model.saying import Button, Say
from games import marks
from games.reading import Names

_MARKDOWN = re.compile(r"([\\*_~|`>#\[\]()<:@-])")
_SPEAKS = re.compile(r"[\\*~|`>#\[\]()<:@]|^[_-]|_$|__")
"""What Discord would not leave as it is in a name, be it in bold or in code."""
MENTION = re.compile(r"<@!?(\d+)>")
"""A person who is tagged; its group is the user."""


def escape(text: str) -> str:
    """A person's words or name as they are: no formatting, no mention, no link."""
    return _MARKDOWN.sub(r"\\\1", text)


def named(text: str, people: Sequence[Person]) -> str:
    """The text with every mark shown, for Discord."""
    display = [escape(p.name) for p in people]
    shown: str = marks.shown(text, display, _written(people), escape)
    return shown


def _written(people: Sequence[Person]) -> list[str]:
    """Names as messages write them. They stand in code, where nothing can be escaped, and are there to be copied: one
    that Discord would not show as it is, is given as its seat number."""
    written = Names([p.name for p in people]).written
    return [f"#{seat + 1}" if _SPEAKS.search(name) else name for seat, name in enumerate(written)]


def tags(people: Iterable[Person]) -> str:
    return " ".join(f"<@{p.user_id}>" for p in people if p.user_id is not None)


def requests(say: Say, hosted: Hosted | None, reply_to: int | None = None) -> list[Request]:
    """One finished request, or several where it is long."""
    people = () if hosted is None else hosted.sitting
    text = named(say.text, people)
    tagged = tags(people[seat] for seat in say.pings)
    pieces = list(split(f"{text}\n{tagged}" if tagged else text))
    allowed = {people[seat].user_id for seat in say.pings}
    last = len(pieces) - 1
    return [
        Request(
            piece,
            tuple(int(u) for u in MENTION.findall(piece) if int(u) in allowed),
            buttons(say, people) if i == last else (),
            reply_to if i == 0 else None,
        )
        for i, piece in enumerate(pieces)
    ]


def buttons(say: Say, people: Sequence[Person]) -> tuple[Button, ...]:
    """Labels show names as messages write them; Discord formats nothing in a label."""
    names = Names([p.name for p in people])
    return tuple(replace(b, label=_label(b.label, names)) for b in say.buttons)


def _label(text: str, names: Names) -> str:
    shown: str = marks.shown(text, names.names, names.written)
    return shown if len(shown) <= limits.BUTTON else shown[: limits.BUTTON - 1] + "…"


def split(text: str) -> Iterator[str]:
    """Pieces of at most 2,000 characters and 100 tags, cut at line ends, else at blanks, else anywhere."""
    rest = text.strip("\n")
    while rest:
        cut = _cut(rest)
        piece, rest = rest[:cut].rstrip(), rest[cut:].lstrip("\n ")
        if piece:
            yield piece


def _cut(text: str) -> int:
    limit = _hundredth_tag(text)
    if len(text) <= limit:
        return len(text)
    for mark in ("\n", " "):
        at = text.rfind(mark, 1, limit + 1)
        if at > 0:
            return at
    return limit


def _hundredth_tag(text: str) -> int:
    """How many characters fit: 2,000, or fewer where that would hold more than 100 tags."""
    tags_found = list(MENTION.finditer(text, 0, limits.MESSAGE))
    if len(tags_found) <= limits.PINGS:
        return limits.MESSAGE
    return tags_found[limits.PINGS].start()
