"""Whether a message asks, and what: the one place where that is decided, before any verdict on its hour (ruling C8).

Questions are no moves. They are answered whenever they come, and are never late, held, or journalled as moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from bot.hosting.inbox import suggestions
from games.reading import parts
from games.ruleset import QUESTIONS, Ruleset

Kind = Literal["help", "rules", "ask", "standing"]
"""`standing`: `status` and `check`, which the ruleset answers."""

_CHECK: Final = "check"


@dataclass(frozen=True, slots=True)
class Question:
    kind: Kind
    text: str = ""
    """What is asked behind `ask`; the whole message for the ruleset."""


def question(text: str, rulesets: Iterable[Ruleset[Any]]) -> Question | None:
    """What a message asks in a match of one of these rulesets; None for what is no question, or more than one (`12;
    status` is a move, and is taken whole or not at all)."""
    asked = behind_ask(text)
    if asked is not None:
        return Question("ask", asked)
    if any(rules.is_question(text) for rules in rulesets):
        return Question("standing", text)
    return _in_words(text)


@lru_cache(maxsize=256)
def _in_words(text: str) -> Question | None:
    """A cry for help, or for the rules. On its way a message is looked at more than once, and reading words is slow."""
    if suggestions.wants_rules(text):
        return Question("rules")
    return Question("help") if suggestions.wants_help(text) else None


def behind_ask(text: str) -> str | None:
    """What is asked in `ask …`; None for any other message."""
    word, *rest = text.strip().removeprefix("/").split(maxsplit=1) or [""]
    return "".join(rest) if word.casefold().rstrip(":,") == suggestions.ASK else None


def checking(message: str) -> str:
    """A question about what a message would do, and never more than a question: `12; 30` is `check 12; check 30`."""
    asked = []
    for part in parts(message):
        written = message[part[0].start : part[-1].end]
        asked.append(written if part[0].plain in QUESTIONS else f"{_CHECK} {written}")
    return "; ".join(asked) or _CHECK
