"""What gives a person away in a text: the id, and the names that they sat under."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.hosting.presenting.rendering import escape


class Traces:
    def __init__(self, user_id: int, names: Iterable[str]) -> None:
        written = {written for name in names for written in (name, escape(name))}
        found = [rf"<@!?{user_id}>", _whole(str(user_id)), *map(_whole, sorted(written, key=len, reverse=True))]
        self._pattern = re.compile("|".join(found), re.IGNORECASE)

    def found(self, *texts: str) -> bool:
        return any(self._pattern.search(text) for text in texts)

    def without(self, text: str, instead: str) -> str:
        """The text with something else in the place of every trace."""
        return self._pattern.sub(lambda _: instead, text)


def _whole(word: str) -> str:
    """A word by itself: Ann is not in Anna."""
    before = r"(?<!\w)" if re.match(r"\w", word) else ""
    behind = r"(?!\w)" if re.search(r"\w\Z", word) else ""
    return f"{before}{re.escape(word)}{behind}"
