"""What a player may ask about the own matches."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.ports import Answer, Hosted, Unit


async def matches(user_id: int, unit: Unit) -> Answer:
    """The matches of this user, with their state and public deadline."""
    mine = await unit.matches_of(user_id)
    if not mine:
        return Answer(words.NO_MATCH)
    return Answer("\n".join(words.one_of_yours(h.match.rules.title, h.match.code, _where(h)) for h in mine))


def _where(hosted: Hosted) -> str:
    match = hosted.match
    if not match.open:
        return match.status
    deadline = match.public_deadline
    return f"{match.phase.title}, {'paused' if deadline is None else f'until {words.moment(deadline)}'}"


async def rules(user_id: int, code: str | None, unit: Unit) -> Answer:
    found = await own(user_id, code, unit)
    if isinstance(found, Answer):
        return found
    return Answer("\n\n".join(found.match.rules.briefing(found.match.options)))


async def own(user_id: int, code: str | None, unit: Unit) -> Hosted | Answer:
    """The match that a player means: the one named, else the only one."""
    mine = await unit.matches_of(user_id)
    if code is not None:
        mine = [h for h in mine if h.match.code == code.strip().upper()]
    if len(mine) == 1:
        return mine[0]
    if not mine:
        return Answer(words.NO_MATCH if code is None else words.NOT_YOURS, ok=False)
    return Answer(words.say_yours([h.match.code for h in mine]), ok=False)
