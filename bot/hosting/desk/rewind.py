"""`/host rollback`, `correct message`, `preview`: judging again, or ahead of time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.folding import advance
from bot.hosting.folds.play import closing
from bot.hosting.folds.rewinding import STANDING, Chapter, story, tell
from bot.hosting.inbox import intake
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.handles import Purpose, find, handle
from bot.hosting.model.instants import up_to_minute
from bot.hosting.model.match import Match
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.model.saying import PUBLIC
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named
from bot.hosting.recording import ledger

_UNSEEN: Final = frozenset({events.MESSAGE, events.REMOVED, events.CORRECTED})
"""Rows of which the thread says at most that there is one."""
_LEAST_LEFT: Final = timedelta(hours=1)
"""What a phase has at the least after a rollback."""


# --- rollback ---------------------------------------------------------------------------------------------------------


def points(chapters: list[Chapter]) -> list[Chapter]:
    """The points a match can be turned back to, the latest first: whatever moved it, from its start on.

    A hostless one has none: once it is over, or cancelled, anybody may have looked.
    """
    if any(c.match.hostless for c in chapters):
        return []
    moved = (events.STARTED, events.CLOSED, events.MESSAGE, events.REMOVED, events.CORRECTED, events.REPLACED)
    return [c for c in reversed(chapters) if c.row.kind in moved and c.match.open]


def point(hosted: Hosted, typed: str) -> int:
    """The position that a suggestion, or a button, stands for; 0, which none is, where it stands for none here."""
    return find(hosted.match.seed, Purpose.POINT, typed, range(1, hosted.match.position + 1)) or 0


def called(match: Match, chapter: Chapter, purpose: Purpose) -> str:
    """What a suggestion of this row is known by."""
    return handle(match.seed, purpose, chapter.position)


async def preview_rollback(house: House, hosted: Hosted, asker: Asker, to: int, unit: Unit) -> Answer:
    """What a rollback would undo, and what players know already. It is a look: that nobody is named tells as much."""
    chapters = story(await unit.rows(hosted.id))
    target = next((c for c in points(seen_by(asker.user_id, chapters)) if c.position == to), None)
    if target is None:
        return Answer(words.NO_SUCH_POINT, ok=False)
    undone = [c for c in chapters if c.position > to]
    closed = [c for c in undone if c.row.kind == events.CLOSED]
    told = sorted({s for c in closed for s in hosted.match.seats if c.told(s)})
    sent = sorted({c.row.seat for c in undone if c.row.kind == events.MESSAGE and c.row.seat is not None})
    owing = [(s.user_id, s.kind) for s in await ledger.overdrawn(unit, hosted) if s.user_id is not None]
    code, phase, stays = hosted.match.code, target.match.phase, _standing(undone)
    text = words.rollback_preview(code, phase, len(closed), sent, told, owing, **stays)
    return Answer(named(text, hosted.sitting), shows=seen.UNDONE)


async def rollback(house: House, hosted: Hosted, asker: Asker, to: int, reason: str, unit: Unit) -> Answer:
    """Fold less of the journal. What is unsaid and no longer true is withdrawn; what was said is not deleted."""
    chapters = story(await unit.rows(hosted.id))
    target = next((c for c in points(chapters) if c.position == to), None)
    if target is None:
        return Answer(words.NO_SUCH_POINT, ok=False)
    kept = [c for c in chapters if c.position > to and c.row.kind in STANDING]
    body = {
        "to": to,
        "turn": hosted.match.turn + 1,
        "deadline": stamp(_deadline(target, asker.at)),
        "reason": reason,
        "from_post": await _first_void_post(hosted, to, unit),
        "since": stamp(target.row.at),
        **_standing(kept),
    }
    await unit.withdraw(hosted.id, to, [c.position for c in kept])
    row = Row(events.ROLLED_BACK, asker.at, body=body, source=asker.source, actor=asker.user_id)
    after, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    await intake.release(house, unit, after)
    return Answer(words.rolled_back_done(after.match.code, after.match.phase))


def _standing(since: list[Chapter]) -> dict[str, Any]:
    """What is said to stand, of all that came later: the seats that changed hands, and whether there was a ruling."""
    seats = sorted({c.row.seat for c in since if c.row.kind == events.REPLACED and c.row.seat is not None})
    return {"seats": seats, "rulings": any(c.row.kind == events.RULED for c in since)}


def _deadline(target: Chapter, at: datetime) -> datetime:
    """The time that was left at that point, from now on."""
    match = target.match
    left = timedelta(seconds=match.left) if match.left is not None else _left(match, target.row.at)
    return up_to_minute(at + max(left, _LEAST_LEFT))


def _left(match: Match, then: datetime) -> timedelta:
    assert match.deadline is not None
    return match.deadline - then


async def _first_void_post(hosted: Hosted, to: int, unit: Unit) -> str | None:
    message_id = await unit.first_said(f"thread:{hosted.id}", hosted.id, to)
    if message_id is None or hosted.thread_id is None:
        return None
    return f"https://discord.com/channels/{hosted.guild_id}/{hosted.thread_id}/{message_id}"


# --- a past message ---------------------------------------------------------------------------------------------------


def message(hosted: Hosted, typed: str) -> int:
    """The position that a suggestion of a message stands for; 0 for none."""
    return find(hosted.match.seed, Purpose.MESSAGE, typed, range(1, hosted.match.position + 1)) or 0


def messages(chapters: list[Chapter]) -> list[Chapter]:
    """Players' messages that hold, the latest first."""
    return [c for c in reversed(chapters) if c.row.kind == events.MESSAGE]


def seen_by(user_id: int, chapters: list[Chapter]) -> list[Chapter]:
    """Without what this host has not read in the log, on record: that somebody sent something is secret, and so is
    whom another host corrected or removed."""
    read = max((c.position for c in chapters if seen.is_look_of(c.row, user_id, seen.LOG)), default=0)
    return [c for c in chapters if c.row.kind not in _UNSEEN or c.position < read or _own(c.row, user_id)]


def _own(row: Row, user_id: int) -> bool:
    return row.kind != events.MESSAGE and row.actor == user_id


async def correct_message(
    house: House, hosted: Hosted, asker: Asker, position: int, text: str, reason: str, unit: Unit
) -> Answer:
    """Let a message that the host has seen read differently, and judge again from there: if the same players stay in,
    and the same phases follow at the same deadlines. Otherwise a rollback is offered. What comes of it, and that
    nothing does, is a look."""
    rows = await unit.rows(hosted.id)
    before = story(rows)
    target = next((c for c in messages(seen_by(asker.user_id, before)) if c.position == position), None)
    if target is None or target.row.seat is None:
        return Answer(words.NO_SUCH_MESSAGE, ok=False)
    written = hosted.match.rules.with_seats(text, hosted.names)
    body = {"row": position, "text": written, "reason": reason, "posts": [], "told": []}
    row = Row(events.REWRITTEN, asker.at, target.row.seat, body, asker.source, asker.user_id)
    after = _judged_again(before, tell([*rows, row]), position)
    if isinstance(after, str):
        return Answer(after, ok=False, shows=seen.CORRECTION)
    posts, told = _changed(before, after, hosted)
    row = replace(row, body={**body, "posts": posts, "told": told})
    await house.recorder.write(unit, hosted, row, house.clock.now())
    return Answer(words.corrected_done(len(posts), len(told)), shows=seen.CORRECTION)


def _judged_again(before: list[Chapter], told: Iterator[Chapter], position: int) -> list[Chapter] | str:
    """The chapters as they are with the message at this position rewritten, or why they cannot be."""
    after: list[Chapter] = []
    for old, new in zip(before, told, strict=False):  # the last one told is the rewriting itself
        if new.position == position and not new.accepted:
            return words.NOT_READABLE
        if _course(old.match) != _course(new.match) or _undoes_a_host(old, new):
            return words.OTHER_COURSE
        after.append(new)
    return after


def _undoes_a_host(old: Chapter, new: Chapter) -> bool:
    """Whether a host's later correction or removal would no longer be allowed, and so fall away unseen."""
    return old.row.kind in (events.CORRECTED, events.REMOVED) and old.accepted and not new.accepted


def _course(match: Match) -> tuple[object, ...]:
    """What has to be as it was: the same players are in, and the same phases follow."""
    phase = match.phase if match.state is not None else None
    return (match.status, match.deadline, match.left, phase and (phase.name, phase.playing, phase.acting))


def _changed(before: list[Chapter], after: list[Chapter], hosted: Hosted) -> tuple[list[str], list[list[object]]]:
    """Public posts, and what single seats were told, that read differently now."""
    pairs = [(b, a) for b, a in zip(before, after, strict=True) if a.row.kind == events.CLOSED]
    posts = [new for b, a in pairs for old, new in zip(b.public, a.public, strict=True) if old != new]
    told: list[list[object]] = [
        [seat, text]
        for b, a in pairs
        for seat in hosted.match.seats
        if b.told(seat) != a.told(seat)
        for text in a.told(seat)
    ]
    return posts, told


# --- preview ----------------------------------------------------------------------------------------------------------


async def preview(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
    """Judge what is open now without closing it: a look."""
    match = hosted.match
    if match.state is None or match.deadline is None:
        return Answer(words.NOT_RUNNING, ok=False)
    said = advance(match, closing(match, max(asker.at, match.deadline))).says
    public = [s.text for s in said if s.to == PUBLIC]
    secret = [words.to_seat(s.to, s.text) for s in said if isinstance(s.to, int)]
    text = "\n\n".join([words.preview_of(match.code), *public, *secret])
    return Answer(named(text, hosted.sitting), shows=seen.PREVIEW)
