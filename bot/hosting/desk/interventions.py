"""`/host submit`, `replace`, `remove`, `correct holding`: a host's hand in the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import substitutes
from bot.hosting.desk.seats import Whom, seated
from bot.hosting.desk.substitutes import Substitute
from bot.hosting.inbox import intake
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row
from bot.hosting.model.match import CANCELLED, PAUSED
from bot.hosting.model.records import Answer, Hosted, Person
from bot.hosting.model.saying import PUBLIC, Say
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named


async def submit(house: House, hosted: Hosted, asker: Asker, whom: Whom, text: str, unit: Unit) -> Answer:
    """Enter a message for a player, as the player could have sent it now.

    The host reads what was entered, and no more, where anybody could have known that it would be taken. Anything else
    (whether it is taken, or what it is answered) tells how the player stands, and is a look.
    """
    person, match = seated(hosted, whom), hosted.match
    if person is None or person.seat is None:
        return Answer(words.NOT_SEATED, ok=False)
    if not match.open:
        return Answer(words.NOT_RUNNING, ok=False)
    if match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    written = intake.read(hosted, person.seat, text)["text"]
    foreseen = match.rules.foreseen(match.state, person.seat, written)
    tried = match.rules.take(match.state, person.seat, written)
    assert tried.reply is not None
    if not foreseen and (not tried.reply.accepted or tried.state == match.state):
        text = f"{named(tried.reply.text, hosted.sitting)}\n{words.NOTHING_ENTERED}"
        return Answer(text, ok=False, shows=seen.STANDING)
    answer = await intake.submit(house, unit, hosted, person.seat, text, asker.at, asker.source, asker.user_id)
    assert answer is not None
    await _tell_of_entry(house, hosted, person, text, unit)
    entered = named(words.entered(person.seat, text), hosted.sitting)
    if foreseen:
        deadline = words.Deadline(match.public_deadline, match.status == PAUSED)
        return Answer(f"{entered}\n{words.footer(match.code, match.phase, deadline)}")
    return Answer(f"{entered}\n{answer.text}", answer.ok, shows=seen.STANDING)


async def _tell_of_entry(house: House, hosted: Hosted, person: Person, text: str, unit: Unit) -> None:
    assert person.seat is not None
    now = house.clock.now()
    if person.user_id is not None:
        told = Say(person.seat, words.entered_for_you(text, hosted.match.code))
        await house.recorder.tell(unit, f"user:{person.user_id}", told, hosted, now)
    await house.recorder.tell(unit, f"thread:{hosted.id}", Say(PUBLIC, words.intervened_for_player()), hosted, now)


async def replace_player(
    house: House, hosted: Hosted, asker: Asker, out: Whom, to: int, display_name: str, unit: Unit, manages: bool = False
) -> Answer:
    """A substitute takes the seat, without a question first. `manages`: whether they may manage the server."""
    leaving = seated(hosted, out)
    if leaving is None:
        return Answer(words.NOT_SEATED, ok=False)
    return await substitutes.replace(house, hosted, asker, leaving, Substitute(to, display_name, manages), unit)


async def remove(house: House, hosted: Hosted, asker: Asker, whom: Whom, unit: Unit) -> Answer:
    """Ruling C6. That it is not possible (somebody did it already, unseen) is a look."""
    person = seated(hosted, whom)
    if person is None or not hosted.match.open:
        return Answer(words.NOT_SEATED, ok=False)
    if hosted.match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    row = Row(events.REMOVED, asker.at, person.seat, source=asker.source, actor=asker.user_id)
    done = await _written(house, hosted, row, unit)
    return done if done.ok else replace(done, shows=seen.STANDING)


async def correct_holding(
    house: House, hosted: Hosted, asker: Asker, whom: Whom, deltas: Mapping[str, int | float], reason: str, unit: Unit
) -> Answer:
    """Ruling C4: at the present, told to the player; allowed after the end as well. A look, also where it says no
    number: whether so much could be taken away depends on what the player holds."""
    person = seated(hosted, whom)
    if person is None:
        return Answer(words.NOT_SEATED, ok=False)
    if hosted.match.status == CANCELLED:
        return Answer(words.NOT_RUNNING, ok=False)
    body = {"deltas": dict(deltas), "reason": reason}
    row = Row(events.CORRECTED, asker.at, person.seat, body, asker.source, asker.user_id)
    return replace(await _written(house, hosted, row, unit), shows=seen.STANDING)


async def _written(house: House, hosted: Hosted, row: Row, unit: Unit) -> Answer:
    """Write the row, unless the ruleset refuses what it would do."""
    refused = refusal(hosted, row)
    if refused is not None:
        return Answer(named(refused, hosted.sitting), ok=False)
    await house.recorder.write(unit, hosted, row, house.clock.now())
    return Answer(words.DONE)


def refusal(hosted: Hosted, row: Row) -> str | None:
    """Why the ruleset would not have it."""
    assert row.seat is not None
    rules, state = hosted.match.rules, hosted.match.state
    step = (
        rules.remove(state, row.seat)
        if row.kind == events.REMOVED
        else rules.correct(state, row.seat, row.body["deltas"])
    )
    return None if step.reply is None or step.reply.accepted else step.reply.text
