"""`/host extend`, `close`, `pause`, `resume`: the match's clock."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import agreement
from bot.hosting.inbox import intake
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.instants import after, up_to_minute
from bot.hosting.model.match import PAUSE, PAUSED, RESUME, RUNNING
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.store import Unit

LONGEST: Final = 720.0
"""Hours; as for the rulesets' options (ruling C5)."""


async def extend(house: House, hosted: Hosted, to: float | datetime, asker: Asker, unit: Unit) -> Answer:
    """`to`: so many hours more than everyone knows of, or an instant."""
    match = hosted.match
    if match.status == PAUSED and not isinstance(to, datetime):
        return await _in_pause(house, hosted, to, asker, unit)
    standing = match.public_deadline
    if match.status != RUNNING or match.deadline is None or standing is None:
        return Answer(words.NOT_RUNNING, ok=False)
    if match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    deadline = up_to_minute(to if isinstance(to, datetime) else after(standing, to))
    if deadline <= max(asker.at, house.clock.now()) or deadline > after(asker.at, LONGEST):
        return Answer(words.BAD_DEADLINE, ok=False)
    row = Row(events.EXTENDED, asker.at, body={"deadline": stamp(deadline)}, source=asker.source, actor=asker.user_id)
    moved, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    await intake.release(house, unit, moved)
    return Answer(words.deadline_moved(match.code, deadline))


async def _in_pause(house: House, hosted: Hosted, hours: float, asker: Asker, unit: Unit) -> Answer:
    """What players asked for and nobody knows of yet comes on top, and is not told."""
    assert hosted.match.left is not None
    hidden = hosted.match.hidden.total_seconds()
    left = hosted.match.left - hidden + hours * 3600
    if not 0 < left <= LONGEST * 3600:
        return Answer(words.BAD_DEADLINE, ok=False)
    body = {"left": left + hidden, "hours": hours}
    row = Row(events.EXTENDED, asker.at, body=body, source=asker.source, actor=asker.user_id)
    await house.recorder.write(unit, hosted, row, house.clock.now())
    return Answer(words.left_in_pause(hosted.match.code, left / 3600))


async def close(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """The deadline becomes the command's stamp; the ordinary close follows."""
    match = hosted.match
    if match.status != RUNNING or match.deadline is None:
        return Answer(words.NOT_RUNNING, ok=False)
    if match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    row = Row(events.CUT, asker.at, body={"deadline": stamp(asker.at)}, source=asker.source, actor=asker.user_id)
    await house.recorder.write(unit, hosted, row, house.clock.now())
    return Answer(words.closing_now(match.code, match.phase.title))


async def pause(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """In a hostless match it ends by itself, and whoever plays there only asks for it."""
    match = hosted.match
    if agreement.is_needed(hosted, asker.user_id):
        return await agreement.ask(house, hosted, asker, PAUSE, unit)
    if match.status != RUNNING or match.deadline is None:
        return Answer(words.NOT_RUNNING, ok=False)
    if match.is_closing(asker.at):
        return Answer(words.CLOSING_ALREADY, ok=False)
    body = agreement.pausing(match, asker.at)
    row = Row(events.PAUSED, asker.at, body=body, source=asker.source, actor=asker.user_id)
    paused, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    await intake.release(house, unit, paused)
    return Answer(words.paused_done(match.code, paused.match.resumes))


async def resume(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """In a hostless match, whoever plays there only asks for it."""
    match = hosted.match
    if agreement.is_needed(hosted, asker.user_id):
        return await agreement.ask(house, hosted, asker, RESUME, unit)
    if match.status != PAUSED or match.left is None:
        return Answer(words.NOT_PAUSED, ok=False)
    body = agreement.resuming(match, asker.at)
    row = Row(events.RESUMED, asker.at, body=body, source=asker.source, actor=asker.user_id)
    resumed, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    assert resumed.match.deadline is not None
    return Answer(words.deadline_moved(match.code, resumed.match.deadline))
