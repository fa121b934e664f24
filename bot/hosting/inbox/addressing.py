"""Which table a message is for: by the code in front of it, by what it answers, or since there is no other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.hosting.inbox.places import Place, has_ended, place_at
from bot.hosting.inbox.questions import question
from bot.hosting.model.records import Hosted, Letter
from bot.hosting.ports.store import Unit
from games.catalogue import RULESETS

_CODE = re.compile(r"\s*([A-Za-z][0-9A-Za-z]{2,7})\b[:,]?\s*")


async def addressed(unit: Unit, places: Sequence[Place], letter: Letter) -> tuple[Place | None, str]:
    """The table that a message is for, and the message without the code in front of it."""
    found = await _coded(unit, places, letter)
    if found is not None:
        return found, without_code(letter.text, found.code)
    asks = question(letter.text, RULESETS.values()) is not None
    among = places if asks else [p for p in places if p.open]
    if letter.reply_to is not None and (asks or len(among) > 1):
        answered = await _answered_by(unit, among, letter, asks)
        if answered is not None:
            return answered, letter.text
    return (among[0] if len(among) == 1 else None), letter.text


async def _coded(unit: Unit, places: Sequence[Place], letter: Letter) -> Place | None:
    """The table whose code stands in front."""
    m = _CODE.match(letter.text)
    if m is None:
        return None
    code = m[1].upper()
    mine = next((p for p in places if p.code == code), None)
    if mine is not None or not any(c.isdigit() for c in code):
        return mine
    hosted = await unit.match_by_code(code)
    over = hosted is not None and has_ended(hosted) and hosted.person(letter.user_id) is not None
    return Place(hosted, letter.user_id) if hosted is not None and over else None


async def _answered_by(unit: Unit, among: Sequence[Place], letter: Letter, asks: bool) -> Place | None:
    """The table whose message this one answers; for a question also one that is over."""
    assert letter.reply_to is not None
    match_id = await unit.match_of_message(letter.reply_to)
    found = next((p for p in among if p.hosted.id == match_id), None)
    if found is not None or match_id is None or not asks:
        return found
    hosted = await unit.match(match_id)
    return None if hosted is None else await place_at(unit, hosted, letter.user_id)


def without_code(text: str, code: str) -> str:
    """Also where it stands there twice: written by hand into a command that has it already."""
    while (m := _CODE.match(text)) and m[1].upper() == code.upper():
        text = text[m.end() :]
    return text


async def other_codes(unit: Unit, hosted: Hosted, user_id: int, text: str) -> list[str]:
    """The code of another match of one's own, where it stands in front of a message, too."""
    m = _CODE.match(text)
    if m is None or not any(c.isdigit() for c in m[1]):
        return []
    return [h.match.code for h in await unit.matches_of(user_id) if h.match.code == m[1].upper() and h.id != hosted.id]
