"""A host decides over a player's seat only once what that player has sent is read: an event that Discord lost must not
be lost for good because the seat changes hands, or its player is taken out, before the next deadline."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk.access import Tool, find, hosting, refusal
from bot.hosting.desk.seats import Whom, seated
from bot.hosting.inbox.catching_up import Mailroom
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted


async def use(
    house: House, room: Mailroom, asker: Asker, code: str | None, whom: Whom, tool: Tool, must: bool = True
) -> Answer | None:
    """Read the player's direct messages, take them in, then use the tool. Where they cannot be read now, it is refused
    for the moment; or, where it need not be (`must`), done all the same.

    Whoever may not use it, and where nobody sits who could have sent something, is the tool's business.
    """
    user, hosted = await _player(house, asker, code, whom)
    if user is not None and hosted is not None and not await room.catch_up([user], hosted) and must:
        return Answer(words.NOT_READ_YET, ok=False)
    return await house.queue.put(hosting(house, asker, code, tool))


async def _player(house: House, asker: Asker, code: str | None, whom: Whom) -> tuple[int | None, Hosted | None]:
    """Who sits there, in a match that runs and that the asker hosts."""
    async with house.store.begin() as unit:
        hosted = await find(unit, asker, code)
        if isinstance(hosted, Answer) or not hosted.match.open or await refusal(unit, asker, hosted) is not None:
            return None, None
    person = seated(hosted, whom)
    return (None if person is None else person.user_id), hosted
