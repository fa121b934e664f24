"""A player asks the hosts; it is journalled, and nobody else reads it. The answer: desk.questions."""

from __future__ import annotations

import re

from bot.hosting import journal, words
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.ports import Answer, Hosted, Letter, Unit
from bot.hosting.rendering import MENTION

ASK = "ask"


def question(text: str) -> str | None:
    """What is asked in `ask …`; None for any other message."""
    word, _, rest = text.strip().partition(" ")
    return rest.strip() if word.casefold().rstrip(":,") == ASK else None


async def ask(house: House, unit: Unit, hosted: Hosted, letter: Letter, seat: int, text: str) -> Answer | None:
    """Hand the question to the hosts, with a button to answer it."""
    if not text:
        return await house.scribe.reply(unit, letter, words.ASK_WHAT, hosted, house.clock.now())
    if not hosted.has_hosts:
        return await house.scribe.reply(unit, letter, words.NOBODY_TO_ASK, hosted, house.clock.now())
    row = Row(journal.ASKED, letter.stamp, seat, {"text": _readable(hosted, text)}, letter.source, letter.user_id)
    after, outcome = await house.scribe.write(unit, hosted, row, house.clock.now())
    return house.scribe.answer_among(outcome.says, after, ok=True)


def _readable(hosted: Hosted, text: str) -> str:
    """Players who are tagged, by their names: what a person typed is shown as it stands there."""

    def name_of(tag: re.Match[str]) -> str:
        person = hosted.person(int(tag[1]))
        return tag[0] if person is None else person.name

    return MENTION.sub(name_of, text)
