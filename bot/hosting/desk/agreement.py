"""A hostless match, and somebody who plays in it: what would change it is asked of all who are still in.

One public question with a button. More than half must agree; who did, and how many, is told to nobody. The question is
in the journal, so it survives a restart, and it stands until what is open closes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.inbox import intake
from bot.hosting.model import events
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.instants import up_to_minute
from bot.hosting.model.match import CANCEL, PAUSE, PAUSED, RUNNING, Match
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import lobby
from bot.hosting.ports.store import Unit

if TYPE_CHECKING:
    from bot.hosting.model.asker import Asker


def is_needed(hosted: Hosted, user_id: int) -> bool:
    """Whether the players must agree to what this person would do to the match."""
    return hosted.match.hostless and hosted.match.open and hosted.ever(user_id)


async def ask(house: House, hosted: Hosted, asker: Asker, act: str, unit: Unit) -> Answer:
    """Put the question to all who are still in."""
    match = hosted.match
    refused = _impossible(match, act, asker.at)
    if refused is not None:
        return Answer(refused, ok=False)
    if _stands(match) and match.proposal is not None and match.proposal.act == act:
        return Answer(words.PROPOSED_ALREADY, ok=False)
    person = hosted.person(asker.user_id)
    seat = None if person is None or person.seat not in match.phase.playing else person.seat
    body = {"act": act, "number": match.proposals + 1}
    row = Row(events.PROPOSED, asker.at, seat, body, asker.source, asker.user_id)
    asked, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    if _enough(asked.match):  # whoever asks is alone by now, or with somebody who is out
        await _carry_out(house, asked, asker.at, asker.source, unit)
    return Answer(words.proposed(match.code))


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press on the button of a question: of which, by whom, when."""

    code: str
    number: int
    user_id: int
    at: datetime
    source: str


async def agree(house: House, pressed: Pressed, unit: Unit) -> Answer:
    """Once more than half of those still in have agreed, it is done."""
    hosted = await unit.match_by_code(pressed.code)
    person = None if hosted is None else hosted.person(pressed.user_id)
    if hosted is None or person is None or not hosted.match.open or person.seat not in hosted.match.phase.playing:
        return Answer(words.NOT_STILL_IN, ok=False)
    proposal = hosted.match.proposal
    if proposal is None or proposal.number != pressed.number or not _stands(hosted.match):
        return Answer(words.QUESTION_OVER, ok=False)
    if _impossible(hosted.match, proposal.act, pressed.at) is not None:
        return Answer(words.QUESTION_OVER, ok=False)
    if person.seat in proposal.agreed:
        return Answer(words.AGREED_BEFORE)
    row = Row(events.AGREED, pressed.at, person.seat, {"number": proposal.number}, pressed.source, pressed.user_id)
    after, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    if not _enough(after.match):
        return Answer(words.AGREED)
    await _carry_out(house, after, pressed.at, pressed.source, unit)
    return Answer(words.AGREED_AND_DONE)


def _stands(match: Match) -> bool:
    return match.proposal is not None and match.proposal.turn == match.turn


def _enough(match: Match) -> bool:
    """More than half of those still in."""
    assert match.proposal is not None
    still_in = match.phase.playing
    return 2 * sum(seat in still_in for seat in match.proposal.agreed) > len(still_in)


def _impossible(match: Match, act: str, at: datetime) -> str | None:
    """Why it cannot be done to the match as it stands."""
    if act == PAUSE and (match.status != RUNNING or match.deadline is None):
        return words.NOT_RUNNING
    if act not in (PAUSE, CANCEL) and (match.status != PAUSED or match.left is None):
        return words.NOT_PAUSED
    return words.CLOSING_ALREADY if match.is_closing(at) else None


async def _carry_out(house: House, hosted: Hosted, at: datetime, source: str, unit: Unit) -> None:
    """What was agreed; nobody in particular did it."""
    proposal, source = hosted.match.proposal, f"{source}:done"
    assert proposal is not None
    if proposal.act == CANCEL:
        await lobby.cancel(house, hosted, None, at, source, unit, agreed=True)
        return
    kind = events.PAUSED if proposal.act == PAUSE else events.RESUMED
    body = pausing(hosted.match, at) if proposal.act == PAUSE else resuming(hosted.match, at)
    after, _ = await house.recorder.write(unit, hosted, Row(kind, at, body=body, source=source), house.clock.now())
    await intake.release(house, unit, after)


# --- a pause that ends by itself --------------------------------------------------------------------------------------


def pausing(match: Match, at: datetime) -> dict[str, Any]:
    """What a pause that begins now holds: in a hostless match, when it ends by itself."""
    return {"resumes": stamp(up_to_minute(at + timedelta(hours=words.HOSTLESS_PAUSE)))} if match.hostless else {}


def resuming(match: Match, at: datetime) -> dict[str, Any]:
    """What goes on at this instant has the time that was left."""
    assert match.left is not None
    return {"deadline": stamp(up_to_minute(at + timedelta(seconds=match.left)))}


async def resume_due(house: House, match_id: int, unit: Unit) -> Answer | None:
    """A pause ends at its stated time; where the bot came so late that less than half of what was left would be left,
    from now on."""
    hosted, now = await unit.match(match_id), house.clock.now()
    if hosted is None or not is_due(hosted.match, now):
        return None
    match = hosted.match
    assert match.resumes is not None
    assert match.left is not None
    late = now - match.resumes > timedelta(seconds=match.left) / 2
    at = now if late else match.resumes
    row = Row(events.RESUMED, at, body=resuming(match, at), source=f"resumes:{int(match.resumes.timestamp())}")
    after, _ = await house.recorder.write(unit, hosted, row, now)
    await intake.release(house, unit, after)
    return None


def is_due(match: Match, now: datetime) -> bool:
    return match.status == PAUSED and match.left is not None and match.resumes is not None and match.resumes <= now
