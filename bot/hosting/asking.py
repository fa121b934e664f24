"""A player asks the hosts; it is journalled, and nobody else reads it. The answer: desk.questions.

It goes to hosts who do not play. Where nobody but the hosts' channel could hear it, and somebody at the table reads
there, the asker learns who that is, and may ask all the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.hosting import authority, journal, words
from bot.hosting.facts import CannotSee
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Letter, Person, Unit
from bot.hosting.rendering import MENTION
from bot.hosting.says import HOSTS, Button

ASK = "ask"
_MARK: Final = 12
"""Characters that stand for who reads along, in the id of a button."""


def question(text: str) -> str | None:
    """What is asked in `ask …`; None for any other message."""
    word, _, rest = text.strip().partition(" ")
    return rest.strip() if word.casefold().rstrip(":,") == ASK else None


async def ask(house: House, unit: Unit, hosted: Hosted, letter: Letter, seat: int, text: str) -> Answer | None:
    """Hand the question to the hosts, with a button to answer it. Raises Wanted."""
    if not text:
        return await _refuse(house, unit, hosted, letter, words.ASK_WHAT)
    try:
        if await authority.hears(house.facts, unit, hosted, HOSTS):
            return await _hand_on(house, unit, hosted, letter, seat, text)
        readers = [] if _closed(hosted) else authority.readers(house.facts, hosted)
    except CannotSee:
        return await _refuse(house, unit, hosted, letter, words.CANNOT_SEE_HOSTS)
    if not readers:
        return await _refuse(house, unit, hosted, letter, words.NOBODY_TO_ASK)
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
    person = None if hosted is None else hosted.person(again.letter.user_id)
    if hosted is None or written is None or person is None or person.seat is None:
        return Answer(words.QUESTION_GONE, ok=False)
    text = written.text.rstrip()[-again.length :]
    if not text or not await unit.tell_once(hosted.id, f"anyway:{again.message_id}", house.clock.now()):
        return Answer(words.QUESTION_GONE, ok=False)
    if await authority.hears(house.facts, unit, hosted, HOSTS):
        return await _hand_on(house, unit, hosted, again.letter, person.seat, text)
    readers = authority.readers(house.facts, hosted)
    if _mark(readers) != again.mark:  # others read along by now
        return await ask(house, unit, hosted, replace(written, via="interaction"), person.seat, text)
    return await _hand_on(house, unit, hosted, again.letter, person.seat, text, openly=True)


async def _hand_on(
    house: House, unit: Unit, hosted: Hosted, letter: Letter, seat: int, text: str, openly: bool = False
) -> Answer | None:
    body = {"text": _readable(hosted, text)} | ({"openly": True} if openly else {})
    row = Row(journal.ASKED, letter.stamp, seat, body, letter.source, letter.user_id)
    after, outcome = await house.scribe.write(unit, hosted, row, house.clock.now())
    return house.scribe.answer_among(outcome.says, after, ok=True)


async def _warn(
    house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, readers: Sequence[Person]
) -> Answer | None:
    """Its asker decides. The question stays where it was written."""
    await unit.untell(hosted.id, f"anyway:{letter.message_id}")
    ids = f"{hosted.match.code}:{letter.message_id}:{len(text)}:{_mark(readers)}"
    button = Button(words.ASK_ANYWAY, f"anyway:{ids}", "danger")
    seats = [reader.seat for reader in readers if reader.seat is not None]
    return await house.scribe.reply(unit, letter, words.could_read(seats), hosted, house.clock.now(), buttons=(button,))


async def _refuse(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str) -> Answer | None:
    return await house.scribe.reply(unit, letter, text, hosted, house.clock.now())


def _mark(readers: Sequence[Person]) -> str:
    """The same for the same people."""
    return hashlib.sha256(repr(sorted(r.entry for r in readers)).encode()).hexdigest()[:_MARK]


def _closed(hosted: Hosted) -> bool:
    """Nobody is asked before a hostless match is over."""
    return hosted.match.hostless and hosted.match.open


def _readable(hosted: Hosted, text: str) -> str:
    """Players who are tagged, by their names: what a person typed is shown as it stands there."""

    def name_of(tag: re.Match[str]) -> str:
        person = hosted.person(int(tag[1]))
        return tag[0] if person is None else person.name

    return MENTION.sub(name_of, text)
