"""A direct message comes in: which match it belongs to, whether it counts, and the row it becomes (ruling L2)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Literal

from bot.hosting import asking, journal, limits, nearest, overtaken, words
from bot.hosting.folding import advance
from bot.hosting.folds.saying import moves_of
from bot.hosting.house import House
from bot.hosting.instants import first_id
from bot.hosting.journal import Row, stamp
from bot.hosting.match import RUNNING, SIGNING_UP, Match
from bot.hosting.ports import Answer, Hosted, Letter, Unit
from bot.hosting.rendering import MENTION
from bot.hosting.says import Button
from games.ruleset import Guess

Verdict = Literal["counts", "held", "between", "late", "edited", "other turn", "undone"]

_CODE = re.compile(r"\s*([A-Za-z][0-9A-Za-z]{2,7})\b[:,]?\s*")
_ONCE_IN: Final = timedelta(hours=1)
_HUSH: Final = timedelta(minutes=10)
_HUSH_PARTS: Final = 1_000


def deliver(house: House, letter: Letter) -> None:
    """Put a message on the queue; to be called before anything is awaited."""
    house.queue.put(partial(receive, house, letter), partial(apologise, house, letter))


async def receive(house: House, letter: Letter, unit: Unit) -> Answer | None:
    """Every message enters the inbox first, once, whether it finds a match or not.

    A direct message is answered by one. What came by a command is the returned answer's.
    """
    if letter.from_history:  # a live one proves nothing about what was sent before it
        await unit.set_read_up_to(letter.user_id, letter.message_id)
    if not await unit.add_letter(letter, house.clock.now()):
        return None
    await unit.unpark(f"user:{letter.user_id}")
    candidates = await unit.matches_of(letter.user_id)
    open_ones = [h for h in candidates if h.match.open and h.sat(letter.user_id, letter.stamp)]
    hosted, text = await _addressed(unit, open_ones, letter)
    if hosted is not None:
        return await take_and_release(house, unit, hosted, letter, text)
    if open_ones:
        return await _which(house, unit, letter, open_ones)
    return await _without_match(house, unit, letter, candidates)


async def receive_for(house: House, letter: Letter, code: str | None, unit: Unit) -> Answer | None:
    """What a command names a match for is for that match, or for none."""
    running = [h.match.code for h in await unit.matches_of(letter.user_id) if h.match.open]
    if code is not None and running and code.strip().upper() not in running:
        return Answer(words.NOT_YOURS_NOW, ok=False)
    return await receive(house, letter, unit)


async def send_offered(house: House, letter: Letter, code: str, turn: str, unit: Unit) -> Answer | None:
    """A message that was offered, sent by its button: for its own turn, and its own player."""
    hosted = await unit.match_by_code(code)
    if hosted is None or hosted.person(letter.user_id) is None or str(hosted.match.turn) != turn:
        return Answer(words.STALE, ok=False)
    return await receive(house, replace(letter, turn=hosted.match.turn), unit)


async def apologise(house: House, letter: Letter, unit: Unit) -> Answer | None:
    """A message that broke something of ours stays in the inbox, and its sender is told that it was not taken."""
    await unit.add_letter(letter, house.clock.now())
    return await _answer(house, unit, letter, words.BROKEN_LETTER)


async def read_from(unit: Unit, user_id: int, at: datetime) -> None:
    """Somebody comes to a table: what they wrote before is not for it. Who sits at another one already keeps the mark,
    since what lies behind it may be unread. To be called before they sit."""
    if not await unit.matches_of(user_id):
        await unit.set_read_up_to(user_id, first_id(at))


async def _which(house: House, unit: Unit, letter: Letter, open_ones: list[Hosted]) -> Answer | None:
    """In several matches and naming none: it waits for the player's pick, and counts with its own stamp (L2)."""
    await unit.place_letter(letter.message_id, None, held=True)
    codes = [h.match.code for h in open_ones][: limits.CHOICES]
    buttons = tuple(Button(code, f"pick:{letter.message_id}:{code}") for code in codes)
    return await _answer(house, unit, letter, words.which(codes), buttons=buttons)


async def pick(house: House, message_id: int, code: str, user_id: int, at: datetime, unit: Unit) -> Answer:
    """The player says which match a message was for."""
    letter = await unit.undecided(message_id, user_id)
    hosted = await unit.match_by_code(code)
    if letter is None or hosted is None or hosted.person(user_id) is None:
        return Answer(words.PICKED_BEFORE, ok=False)
    if not hosted.match.open:
        return Answer(words.finished(hosted.match.code), ok=False)
    if _picked_too_late(hosted.match, letter, at):  # it may still have been meant for another
        return Answer(words.picked_late(code), ok=False)
    await take_and_release(house, unit, hosted, letter, letter.text)
    return Answer(words.picked(code))


def _picked_too_late(match: Match, letter: Letter, at: datetime) -> bool:
    """Whether the deadline that the message was in time for had passed when it was picked."""
    deadlines = (match.passed, match.deadline)
    return any(deadline is not None and letter.stamp <= deadline < at for deadline in deadlines)


async def take_and_release(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str) -> Answer | None:
    """A message may itself move the deadline that others wait for."""
    deadline = hosted.match.deadline
    answer = await take(house, unit, hosted, letter, text)
    if deadline is not None and letter.stamp <= deadline:
        await release(house, unit, hosted)
    return answer


async def _without_match(house: House, unit: Unit, letter: Letter, candidates: list[Hosted]) -> Answer | None:
    waiting = [h for h in candidates if h.match.status == SIGNING_UP]
    over = None if waiting else await unit.last_over(letter.user_id)
    if waiting:
        return await _mention(house, unit, letter, words.not_begun(waiting[0].match.code))
    if over is None:
        return await _mention(house, unit, letter, words.NO_MATCH)
    if verdict(over.match, letter) == "late":
        return await take(house, unit, over, letter, letter.text)
    return await _mention(house, unit, letter, words.finished(over.match.code))


async def _mention(house: House, unit: Unit, letter: Letter, text: str) -> Answer | None:
    """What is said to whoever writes without a match, however much: once, and then not for a while."""
    since = house.clock.now() - _ONCE_IN
    if letter.via == "message" and await unit.said_since(f"user:{letter.user_id}", text, since):
        return None
    return await _answer(house, unit, letter, text)


async def _addressed(unit: Unit, open_ones: list[Hosted], letter: Letter) -> tuple[Hosted | None, str]:
    """The match that a message is for, and the message without the code in front of it."""
    by_code = {h.match.code: h for h in open_ones}
    m = _CODE.match(letter.text)
    if m and m[1].upper() in by_code:
        return by_code[m[1].upper()], _without_code(letter.text, m[1])
    if len(open_ones) == 1:
        return open_ones[0], letter.text
    if letter.reply_to is not None:
        answered = await unit.match_of_message(letter.reply_to)
        found = next((h for h in open_ones if h.id == answered), None)
        if found is not None:
            return found, letter.text
    return None, letter.text


def _without_code(text: str, code: str) -> str:
    """Also where it stands there twice: written by hand into a command that has it already."""
    while (m := _CODE.match(text)) and m[1].upper() == code.upper():
        text = text[m.end() :]
    return text


# --- whether it counts ----------------------------------------------------------------------------------------------


def verdict(match: Match, letter: Letter) -> Verdict:
    """What becomes of a message of a player of an open match. Stamps decide, and nothing else."""
    if match.is_undone(letter.stamp):
        return "undone"
    if match.opened is not None and letter.stamp < match.opened:
        return "late" if match.passed is not None and letter.stamp <= match.passed else "between"
    if letter.turn not in (None, match.turn):
        just_over = letter.turn == match.turn - 1 and match.passed is not None and letter.stamp <= match.passed
        return "late" if just_over else "other turn"
    if match.status != RUNNING or match.deadline is None:
        return "counts"
    if letter.stamp > match.deadline:
        return "held"
    if letter.from_history and letter.edited_at is not None and letter.edited_at > match.deadline:
        return "edited"
    return "counts"


async def take(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str) -> Answer | None:
    """Journal the message, hold it until its deadline is closed or moved, or say why it does not count."""
    person = hosted.person(letter.user_id)
    assert person is not None
    assert person.seat is not None
    code, match = hosted.match.code, hosted.match
    judged = verdict(match, letter)
    await unit.place_letter(letter.message_id, hosted.id, held=judged == "held")
    if judged == "held":
        return Answer(words.held(code)) if letter.via == "interaction" else None
    if judged == "counts":
        return await _count(house, unit, hosted, letter, text, person.seat)
    if judged == "between":
        now = match.phase if match.open else None
        return await _answer(house, unit, letter, words.between(code, now), hosted, moves_of(match, person.seat))
    if judged == "undone":
        return await _answer(house, unit, letter, words.undone(code), hosted, moves_of(match, person.seat))
    if judged == "other turn":
        now_open = moves_of(match, person.seat)
        return await _answer(house, unit, letter, words.other_turn(code, bool(now_open)), hosted, now_open)
    if judged == "late":
        return await _refused(
            house, unit, hosted, letter, words.late(code, hosted.has_hosts), words.late_for_host(code, person.seat)
        )
    told = words.edited_for_host(code, person.seat)
    return await _refused(house, unit, hosted, letter, words.edited_late(code, hosted.has_hosts), told)


async def _refused(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, for_host: str) -> Answer | None:
    """Player and host are told; the host may roll back."""
    what = f"refused:{letter.message_id}"
    await house.scribe.tell_hosts_once(unit, hosted, what, for_host, house.clock.now())
    return await _answer(house, unit, letter, text, hosted)


async def _count(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, seat: int) -> Answer | None:
    if letter.readable and letter.text.strip() and not text.strip():  # the code of the match, and nothing behind it
        text = nearest.HELP
    if not letter.readable or not text.strip():
        return await _answer(house, unit, letter, words.NO_TEXT, hosted, moves_of(hosted.match, seat))
    asked = asking.question(text)
    if asked is not None:
        return await asking.ask(house, unit, hosted, letter, seat, asked)
    if nearest.wants_help(text):
        text = words.help_now(hosted.match, seat)
        return await _answer(house, unit, letter, text, hosted, moves_of(hosted.match, seat))
    return await _in_order(house, unit, hosted, letter, text, seat)


async def _in_order(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, seat: int) -> Answer | None:
    """Take it; what the player sent after it, and was read before it, is taken again where it would not stand."""
    later, user = await overtaken.standing(unit, hosted, seat, letter), letter.user_id
    answer = await submit(house, unit, hosted, seat, text, letter.stamp, letter.source, user)
    for one in later:
        fresh = await unit.match(hosted.id)
        assert fresh is not None
        if one.changes(fresh.match):
            await submit(house, unit, fresh, seat, one.row.body["text"], one.row.at, one.source(letter), user)
    return answer


async def submit(
    house: House, unit: Unit, hosted: Hosted, seat: int, text: str, at: datetime, source: str, actor: int
) -> Answer | None:
    """Journal a player's message in RECORD's language. What came by a command gets its reply as an answer."""
    row = Row(journal.MESSAGE, at, seat, read(hosted, seat, text), source, actor)
    row = await _all_in(unit, hosted, _timed(house, hosted.match, row))
    after, outcome = await house.scribe.write(unit, hosted, row, house.clock.now())
    return house.scribe.answer_among(outcome.says, after, outcome.accepted)


def read(hosted: Hosted, seat: int, text: str) -> dict[str, Any]:
    """The message as the journal holds it, with what it comes near where it is not taken as it is."""
    match, rules = hosted.match, hosted.match.rules
    plain = _without_mentions(text, hosted)
    written = rules.with_seats(plain, hosted.names)
    reply = rules.take(match.state, seat, written).reply
    taken = reply is None or reply.accepted
    guess = None if taken else _guess(hosted, seat, plain)
    if guess is None:
        return {"text": written}
    offers = [rules.with_seats(offer, hosted.names) for offer in guess.offers]
    return {"text": written, "guess": guess.text, "offers": offers}


def _guess(hosted: Hosted, seat: int, plain: str) -> Guess | None:
    """Nothing is guessed of what is for another match."""
    match = hosted.match
    other = nearest.other_match(plain)
    return other or match.rules.guess(match.state, seat, plain, hosted.names) or nearest.guess(plain)


def _without_mentions(text: str, hosted: Hosted) -> str:
    def seat_of(m: re.Match[str]) -> str:
        person = hosted.person(int(m[1]))
        return m[0] if person is None or person.seat is None else f" #{person.seat + 1} "

    return MENTION.sub(seat_of, text)


def _timed(house: House, match: Match, row: Row) -> Row:
    """The row with the instants that it moves: an extension on request, or a close because all are in."""
    after, moved = advance(match, row).match, {}
    if after.left != match.left:
        moved = {"announce": stamp(_announcement(house, match))}
    elif match.deadline is None or after.deadline is None:
        return row
    elif after.deadline != match.deadline:
        moved = {"deadline": stamp(after.deadline), "announce": stamp(_announcement(house, match))}
    return replace(row, body={**row.body, **moved})


async def _all_in(unit: Unit, hosted: Hosted, row: Row) -> Row:
    """Where a match closes once all are in, the last message that was taken is in time, whichever came last."""
    match = hosted.match
    if match.left is not None or match.deadline is None or not match.options.get("close_when_all_in"):
        return row
    after = advance(match, row).match
    if after.deadline != match.deadline or not match.rules.all_in(after.state):
        return row
    taken = [r.at for r in await unit.rows(hosted.id) if r.kind == journal.MESSAGE]
    return replace(row, body={**row.body, "deadline": stamp(max([row.at, *taken]))})


def _announcement(house: House, match: Match) -> datetime:
    """After a random wait of up to ten minutes, never more than a tenth of the time left."""
    now = house.clock.now()
    left = timedelta(seconds=match.left or 0) if match.public_deadline is None else match.public_deadline - now
    wait = min(_HUSH, max(timedelta(0), left) / 10)
    return now + wait * house.chance.below(_HUSH_PARTS + 1) / _HUSH_PARTS


# --- what was held ----------------------------------------------------------------------------------------------------


async def release(house: House, unit: Unit, hosted: Hosted) -> None:
    """After a deadline was closed, moved or stopped: what waited for it is taken or refused, in the order of the
    stamps."""
    for letter in await unit.held(hosted.id):
        fresh = await unit.match(hosted.id)
        assert fresh is not None
        _, text = await _addressed(unit, [fresh], letter)
        if fresh.person(letter.user_id) is None:  # replaced meanwhile
            await unit.place_letter(letter.message_id, hosted.id, held=False)
        elif fresh.match.open:
            await take(house, unit, fresh, letter, text)
        else:
            await unit.place_letter(letter.message_id, hosted.id, held=False)
            await _answer(house, unit, letter, words.between(fresh.match.code, None), fresh)


async def edited(house: House, user_id: int, message_id: int, text: str, unit: Unit) -> Answer | None:
    """Editing changes nothing, and the player is told so once the text really differs."""
    before = await unit.letter_text(message_id)
    open_ones = [h for h in await unit.matches_of(user_id) if h.match.open]
    if before is None or before == text or not open_ones:
        return None
    letter = Letter(message_id, user_id, text)
    if await unit.tell_once(open_ones[0].id, f"edit:{message_id}", house.clock.now()):
        await _answer(house, unit, letter, words.EDITED)
    return None


async def _answer(
    house: House,
    unit: Unit,
    letter: Letter,
    text: str,
    hosted: Hosted | None = None,
    buttons: tuple[Button, ...] = (),
) -> Answer | None:
    return await house.scribe.reply(unit, letter, text, hosted, house.clock.now(), buttons)
