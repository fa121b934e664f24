"""Somebody asks the hosts; it is journalled, and nobody else reads it. The answer: desk.questions.

It goes to hosts who do not play. Where nobody but the hosts' channel could hear it, and somebody at the table reads
there, the asker learns who that is, and may ask all the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.inbox.places import Place, place_at
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.records import Answer, Hosted, Letter, Person
from bot.hosting.model.saying import HOSTS, Button
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import MENTION
from bot.hosting.rights import authority
from bot.hosting.rights.facts import CannotSee

_MARK: Final = 12
"""Characters that stand for who reads along, in the id of a button."""
_MOST: Final = 5
"""So many questions of one person, in one match, reach the hosts within an hour: they should be able to answer them."""
_WITHIN: Final = timedelta(hours=1)


async def ask(house: House, unit: Unit, place: Place, letter: Letter, text: str) -> Answer | None:
    """Hand the question to the hosts, with a button to answer it; from whoever sits, sat or waits at the table. Raises
    Wanted."""
    hosted = place.hosted
    if not text:
        return await _tell(house, unit, hosted, letter, words.ASK_WHAT)
    try:
        if await authority.hears(house.facts, unit, hosted, HOSTS):
            return await _hand_on(house, unit, place, letter, text)
        readers = authority.readers(house.facts, hosted) if hosted.has_hosts else []
    except CannotSee:
        return await _tell(house, unit, hosted, letter, words.CANNOT_SEE_HOSTS)
    if not readers:
        return await _tell(house, unit, hosted, letter, words.NOBODY_TO_ASK)
    return await _warn(house, unit, hosted, letter, text, readers)


@dataclass(frozen=True, slots=True)
class Again:
    """A press on the button under a question that has not been passed on."""

    code: str
    message_id: int
    """The message that asks it."""
    length: int
    """How much of that message, at its end, is the question."""
    mark: str
    """Of whom its asker was told."""
    letter: Letter
    """The press: by whom, and when."""


async def ask_anyway(house: House, again: Again, unit: Unit) -> Answer | None:
    """The asker knows who reads along, and asks all the same. Raises Wanted, CannotSee."""
    hosted = await unit.match_by_code(again.code)
    written = await unit.own_letter(again.message_id, again.letter.user_id)
    place = None if hosted is None else await place_at(unit, hosted, again.letter.user_id)
    if hosted is None or written is None or place is None:
        return Answer(words.QUESTION_GONE, ok=False)
    text = written.text.rstrip()[-again.length :]
    if not text or not await unit.tell_once(hosted.id, f"anyway:{again.message_id}", house.clock.now()):
        return Answer(words.QUESTION_GONE, ok=False)
    if await authority.hears(house.facts, unit, hosted, HOSTS):
        return await _hand_on(house, unit, place, again.letter, text)
    readers = authority.readers(house.facts, hosted)
    if _mark(readers) != again.mark:  # others read along by now
        return await ask(house, unit, place, replace(written, via="interaction"), text)
    return await _hand_on(house, unit, place, again.letter, text, openly=True)


async def _hand_on(
    house: House, unit: Unit, place: Place, letter: Letter, text: str, openly: bool = False
) -> Answer | None:
    hosted = place.hosted
    before = await unit.asked_since(hosted.id, letter.user_id, letter.stamp - _WITHIN)
    if len(before) >= _MOST:
        return await _tell(house, unit, hosted, letter, words.asked_enough(place.code, before[-_MOST] + _WITHIN))
    body: dict[str, Any] = {"text": _readable(hosted, text), **_who(place)} | ({"openly": True} if openly else {})
    row = Row(events.ASKED, letter.stamp, place.seat, body, letter.source, letter.user_id)
    after, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    return await _tell(house, unit, after, letter, words.asked(place.code), ok=True)


def _who(place: Place) -> dict[str, int]:
    """Before the start there are no seats: who signed up is told by the entry, and who waits by the row's actor."""
    return {} if place.person is None or place.seat is not None else {"entry": place.person.entry}


async def _warn(
    house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, readers: Sequence[Person]
) -> Answer | None:
    """Its asker decides. The question stays where it was written."""
    await unit.untell(hosted.id, f"anyway:{letter.message_id}")
    ids = f"{hosted.match.code}:{letter.message_id}:{len(text)}:{_mark(readers)}"
    button = Button(words.ASK_ANYWAY, f"anyway:{ids}", "danger")
    seats = [number for number, person in enumerate(hosted.sitting) if person in readers]
    return await house.recorder.reply(
        unit, letter, words.could_read(seats), hosted, house.clock.now(), buttons=(button,)
    )


async def _tell(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, ok: bool = False) -> Answer | None:
    return await house.recorder.reply(unit, letter, text, hosted, house.clock.now(), ok=ok)


def _mark(readers: Sequence[Person]) -> str:
    """The same for the same people."""
    return hashlib.sha256(repr(sorted(r.entry for r in readers)).encode()).hexdigest()[:_MARK]


def _readable(hosted: Hosted, text: str) -> str:
    """Players who are tagged, by their names: what a person typed is shown as it stands there."""

    def name_of(tag: re.Match[str]) -> str:
        person = hosted.person(int(tag[1]))
        return tag[0] if person is None else person.name

    return MENTION.sub(name_of, text)
