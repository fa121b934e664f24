"""A direct message comes in: which match it belongs to, whether it counts, and the row it becomes (ruling L2)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal

from bot.hosting import journal, words
from bot.hosting.house import House
from bot.hosting.journal import Row, stamp
from bot.hosting.match import RUNNING, SIGNING_UP, Match, advance
from bot.hosting.ports import Answer, Hosted, Letter, Unit
from bot.hosting.says import Say

Verdict = Literal["counts", "held", "between", "late", "edited"]

_CODE = re.compile(r"\s*([A-Za-z][0-9A-Za-z]{2,7})\b[:,]?\s*")
_MENTION = re.compile(r"<@!?(\d+)>")
_HUSH: Final = timedelta(minutes=10)
_HUSH_PARTS: Final = 1_000


def deliver(house: House, letter: Letter) -> None:
    """Put a message on the queue; to be called before anything is awaited."""
    house.queue.put(partial(receive, house, letter))


async def receive(house: House, letter: Letter, unit: Unit) -> Answer | None:
    """Every message enters the inbox first, once, whether it finds a match or not."""
    if not await unit.add_letter(letter, house.clock.now()):
        return None
    await unit.unpark(f"user:{letter.user_id}")
    await unit.set_read_up_to(letter.user_id, letter.message_id)
    candidates = await unit.matches_of(letter.user_id)
    open_ones = [h for h in candidates if h.match.open]
    hosted, text = await _addressed(unit, open_ones, letter)
    if hosted is not None:
        await take(house, unit, hosted, letter, text)
    else:
        await _answer(house, unit, letter, await _without_match(unit, letter, candidates, open_ones))
    return None


async def _without_match(unit: Unit, letter: Letter, candidates: list[Hosted], open_ones: list[Hosted]) -> str:
    if open_ones:
        return words.which([h.match.code for h in open_ones])
    waiting = [h for h in candidates if h.match.status == SIGNING_UP]
    if waiting:
        return words.not_begun(waiting[0].match.code)
    over = await unit.last_over(letter.user_id)
    return words.NO_MATCH if over is None else words.finished(over.match.code)


async def _addressed(unit: Unit, open_ones: list[Hosted], letter: Letter) -> tuple[Hosted | None, str]:
    """The match that a message is for, and the message without the code in front of it."""
    by_code = {h.match.code: h for h in open_ones}
    m = _CODE.match(letter.text)
    if m and m[1].upper() in by_code:
        return by_code[m[1].upper()], letter.text[m.end() :]
    if len(open_ones) == 1:
        return open_ones[0], letter.text
    if letter.reply_to is not None:
        answered = await unit.match_of_message(letter.reply_to)
        found = next((h for h in open_ones if h.id == answered), None)
        if found is not None:
            return found, letter.text
    return None, letter.text


# --- whether it counts ----------------------------------------------------------------------------------------------


def verdict(match: Match, letter: Letter) -> Verdict:
    """What becomes of a message of a player of an open match. Stamps decide, and nothing else."""
    if match.opened is not None and letter.stamp < match.opened:
        return "late" if match.passed is not None and letter.stamp <= match.passed else "between"
    if match.status != RUNNING or match.deadline is None:
        return "counts"
    if letter.stamp > match.deadline:
        return "held"
    if letter.from_history and letter.edited_at is not None and letter.edited_at > match.deadline:
        return "edited"
    return "counts"


async def take(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str) -> None:
    """Journal the message, hold it until its deadline is closed or moved, or say why it does not count."""
    person = hosted.person(letter.user_id)
    assert person is not None
    assert person.seat is not None
    code, now = hosted.match.code, house.clock.now()
    judged = verdict(hosted.match, letter)
    await unit.place_letter(letter.message_id, hosted.id, held=judged == "held")
    if judged == "held":
        return
    if judged == "counts":
        await _count(house, unit, hosted, letter, text, person.seat)
    elif judged == "between":
        phase = hosted.match.phase if hosted.match.open else None
        await _answer(house, unit, letter, words.between(code, phase), hosted)
    elif judged == "late":
        await _answer(house, unit, letter, words.late(code), hosted)
        told = words.late_for_host(code, person.seat)
        await house.scribe.tell_hosts_once(unit, hosted, f"late:{letter.message_id}", told, now)
    else:
        await _answer(house, unit, letter, words.edited(code), hosted)
        told = words.edited_for_host(code, person.seat)
        await house.scribe.tell_hosts_once(unit, hosted, f"edited:{letter.message_id}", told, now)


async def _count(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, seat: int) -> None:
    if not letter.readable or not text.strip():
        await _answer(house, unit, letter, words.NO_TEXT, hosted)
        return
    source = f"message:{letter.message_id}"
    await submit(house, unit, hosted, seat, text, letter.stamp, source, letter.user_id)


async def submit(
    house: House, unit: Unit, hosted: Hosted, seat: int, text: str, at: datetime, source: str, actor: int
) -> bool:
    """Journal a player's message in RECORD's language; whether the ruleset accepted it."""
    written = hosted.match.rules.with_seats(_without_mentions(text, hosted), hosted.names)
    row = Row(journal.MESSAGE, at, seat, {"text": written}, source, actor)
    row = _timed(house, hosted.match, row)
    _, outcome = await house.scribe.write(unit, hosted, row, house.clock.now())
    return outcome.accepted


def _without_mentions(text: str, hosted: Hosted) -> str:
    def seat_of(m: re.Match[str]) -> str:
        person = hosted.person(int(m[1]))
        return m[0] if person is None or person.seat is None else f" #{person.seat + 1} "

    return _MENTION.sub(seat_of, text)


def _timed(house: House, match: Match, row: Row) -> Row:
    """The row with the instants that it moves: an extension on request, or a close because all are in."""
    after = advance(match, row).match
    if match.deadline is None or after.deadline is None:
        return row
    if after.deadline != match.deadline:
        moved = {"deadline": stamp(after.deadline), "announce": stamp(_announcement(house, match))}
    elif match.options.get("close_when_all_in") and match.rules.all_in(after.state):
        moved = {"deadline": stamp(row.at)}
    else:
        return row
    return replace(row, body={**row.body, **moved})


def _announcement(house: House, match: Match) -> datetime:
    """After a random wait of up to ten minutes, never more than a tenth of the time left."""
    assert match.deadline is not None
    now = house.clock.now()
    wait = min(_HUSH, max(timedelta(0), match.deadline - now) / 10)
    return now + wait * house.chance.below(_HUSH_PARTS + 1) / _HUSH_PARTS


# --- what was held ----------------------------------------------------------------------------------------------------


async def release(house: House, unit: Unit, hosted: Hosted) -> None:
    """After a deadline was closed or moved: what waited for it is taken or refused, in the order of the stamps."""
    for letter in await unit.held(hosted.id):
        fresh = await unit.match(hosted.id)
        assert fresh is not None
        _, text = await _addressed(unit, [fresh], letter)
        if fresh.match.open:
            await take(house, unit, fresh, letter, text)
        else:
            await unit.place_letter(letter.message_id, hosted.id, held=False)
            await _answer(house, unit, letter, words.between(fresh.match.code, None), fresh)


async def edited(house: House, user_id: int, message_id: int, text: str, unit: Unit) -> Answer | None:
    """Editing changes nothing, and the player is told so once the text really differs."""
    before = await unit.letter_text(message_id)
    open_ones = [h for h in await unit.matches_of(user_id) if h.match.open]
    if before is not None and before != text and open_ones:
        letter = Letter(message_id, user_id, text)
        await _answer(house, unit, letter, words.EDITED)
    return None


async def _answer(house: House, unit: Unit, letter: Letter, text: str, hosted: Hosted | None = None) -> None:
    """An answer that no row of a journal gives."""
    destination = f"user:{letter.user_id}"
    say = Say(destination, text, answers=f"message:{letter.message_id}")
    await house.scribe.tell(unit, destination, say, hosted, house.clock.now())
