"""Somebody asks the hosts; it is journalled, and nobody else reads it. The answer: desk.questions."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any, Final

from bot.hosting import journal, words
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.places import Place
from bot.hosting.ports import Answer, Hosted, Letter, Unit
from bot.hosting.rendering import MENTION

_MOST: Final = 5
"""So many questions of one person, in one match, reach the hosts within an hour: they should be able to answer them."""
_WITHIN: Final = timedelta(hours=1)


async def ask(house: House, unit: Unit, place: Place, letter: Letter, text: str) -> Answer | None:
    """Hand the question to the hosts, with a button to answer it; from whoever sits, sat or waits at the table."""
    said, ok = await _asked(house, unit, place, letter, text)
    return await house.scribe.reply(unit, letter, said, place.hosted, house.clock.now(), ok=ok)


async def _asked(house: House, unit: Unit, place: Place, letter: Letter, text: str) -> tuple[str, bool]:
    """What the asker is told, and whether the question is with the hosts."""
    hosted = place.hosted
    if not text:
        return words.ASK_WHAT, False
    if not hosted.has_hosts:
        return words.NOBODY_TO_ASK, False
    before = await unit.asked_since(hosted.id, letter.user_id, letter.stamp - _WITHIN)
    if len(before) >= _MOST:
        return words.asked_enough(place.code, before[-_MOST] + _WITHIN), False
    body: dict[str, Any] = {"text": _readable(hosted, text), **_who(place)}
    row = Row(journal.ASKED, letter.stamp, place.seat, body, letter.source, letter.user_id)
    await house.scribe.write(unit, hosted, row, house.clock.now())
    return words.asked(place.code), True


def _who(place: Place) -> dict[str, int]:
    """Before the start there are no seats: who signed up is told by the entry, and who waits by the row's actor."""
    return {} if place.person is None or place.seat is not None else {"entry": place.person.entry}


def _readable(hosted: Hosted, text: str) -> str:
    """Players who are tagged, by their names: what a person typed is shown as it stands there."""

    def name_of(tag: re.Match[str]) -> str:
        person = hosted.person(int(tag[1]))
        return tag[0] if person is None else person.name

    return MENTION.sub(name_of, text)
