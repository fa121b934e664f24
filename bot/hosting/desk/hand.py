"""`/host submit`, `replace`, `remove`, `correct holding`: a host's hand in the game."""

from __future__ import annotations

from collections.abc import Mapping

from bot.hosting import intake, journal, words
from bot.hosting.desk import look, substitutes
from bot.hosting.desk.access import Asker
from bot.hosting.desk.seats import Whom, seated
from bot.hosting.desk.substitutes import Substitute
from bot.hosting.house import House
from bot.hosting.journal import Row
from bot.hosting.match import CANCELLED
from bot.hosting.ports import Answer, Hosted, Unit
from bot.hosting.rendering import named
from bot.hosting.says import PUBLIC, Say


async def submit(house: House, hosted: Hosted, asker: Asker, whom: Whom, text: str, unit: Unit) -> Answer:
    """Enter a message for a player, as the player could have sent it now."""
    person, match = seated(hosted, whom), hosted.match
    if person is None or person.seat is None:
        return Answer(words.NOT_SEATED, ok=False)
    if not match.open:
        return Answer(words.NOT_RUNNING, ok=False)
    if match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    tried = match.rules.take(match.state, person.seat, intake.read(hosted, person.seat, text)["text"])
    if tried.reply is not None and (not tried.reply.accepted or tried.state == match.state):
        return await _looked(house, hosted, asker, tried.reply.text, unit)
    answer = await intake.submit(house, unit, hosted, person.seat, text, asker.at, asker.source, asker.user_id)
    if answer is None or not answer.ok:
        return answer or Answer(words.NOT_RUNNING, ok=False)
    now = house.clock.now()
    if person.user_id is not None:
        told = Say(person.seat, words.entered_for_you(text, match.code))
        await house.scribe.tell(unit, f"user:{person.user_id}", told, hosted, now)
    await house.scribe.tell(unit, f"thread:{hosted.id}", Say(PUBLIC, words.intervened_for_player()), hosted, now)
    return answer


async def _looked(house: House, hosted: Hosted, asker: Asker, reply: str, unit: Unit) -> Answer:
    """What enters nothing, and is answered by how the player stands, is a look."""
    await look.on_record(house, hosted, asker, "how a player stands", unit)
    return Answer(f"{named(reply, hosted.sitting)}\n{words.NOTHING_ENTERED}", ok=False)


async def replace_player(
    house: House, hosted: Hosted, asker: Asker, out: Whom, to: int, display_name: str, unit: Unit, manages: bool = False
) -> Answer:
    """A substitute takes the seat, without a question first. `manages`: whether they may manage the server."""
    leaving = seated(hosted, out)
    if leaving is None:
        return Answer(words.NOT_SEATED, ok=False)
    return await substitutes.replace(house, hosted, asker, leaving, Substitute(to, display_name, manages), unit)


async def remove(house: House, hosted: Hosted, asker: Asker, whom: Whom, unit: Unit) -> Answer:
    """Ruling C6."""
    person = seated(hosted, whom)
    if person is None or not hosted.match.open:
        return Answer(words.NOT_SEATED, ok=False)
    if hosted.match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    row = Row(journal.REMOVED, asker.at, person.seat, source=asker.source, actor=asker.user_id)
    return await _written(house, hosted, row, unit)


async def correct_holding(
    house: House, hosted: Hosted, asker: Asker, whom: Whom, deltas: Mapping[str, int | float], reason: str, unit: Unit
) -> Answer:
    """Ruling C4: at the present, told to the player; allowed after the end as well."""
    person = seated(hosted, whom)
    if person is None:
        return Answer(words.NOT_SEATED, ok=False)
    if hosted.match.status == CANCELLED:
        return Answer(words.NOT_RUNNING, ok=False)
    body = {"deltas": dict(deltas), "reason": reason}
    row = Row(journal.CORRECTED, asker.at, person.seat, body, asker.source, asker.user_id)
    return await _written(house, hosted, row, unit)


async def _written(house: House, hosted: Hosted, row: Row, unit: Unit) -> Answer:
    """Write the row, unless the ruleset refuses what it would do."""
    refused = refusal(hosted, row)
    if refused is not None:
        return Answer(named(refused, hosted.sitting), ok=False)
    await house.scribe.write(unit, hosted, row, house.clock.now())
    return Answer(words.DONE)


def refusal(hosted: Hosted, row: Row) -> str | None:
    """Why the ruleset would not have it."""
    assert row.seat is not None
    rules, state = hosted.match.rules, hosted.match.state
    step = (
        rules.remove(state, row.seat)
        if row.kind == journal.REMOVED
        else rules.correct(state, row.seat, row.body["deltas"])
    )
    return None if step.reply is None or step.reply.accepted else step.reply.text
