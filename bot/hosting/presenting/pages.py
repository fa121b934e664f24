"""The rules in short, a page at a time, with buttons to turn."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import Button
from bot.hosting.ports.store import Unit
from games.catalogue import RULESETS


def of_ruleset(name: str, page: int = 0) -> Answer:
    """Under the options' defaults."""
    rules = RULESETS[name]
    return _page(name, rules.briefing({o.name: o.default for o in rules.options}), page)


def of_match(hosted: Hosted, page: int = 0) -> Answer:
    """Under the match's own options."""
    return _page(hosted.match.code, hosted.match.rules.briefing(hosted.match.options), page)


async def turned(subject: str, page: int, unit: Unit) -> Answer:
    """What a button `rules:SUBJECT:PAGE` shows: rules are public, whoever asks."""
    if subject in RULESETS:
        return of_ruleset(subject, page)
    hosted = await unit.match_by_code(subject)
    return Answer(words.NO_SUCH_MATCH, ok=False) if hosted is None else of_match(hosted, page)


def _page(subject: str, pages: tuple[str, ...], number: int) -> Answer:
    number = min(max(0, number), len(pages) - 1)
    buttons = [
        Button(label, f"rules:{subject}:{to}")
        for label, to in (("Back", number - 1), ("Next", number + 1))
        if 0 <= to < len(pages)
    ]
    return Answer(f"{pages[number]}\n-# {number + 1} of {len(pages)}", buttons=tuple(buttons))
