"""A direct message comes in: which match it belongs to, whether it counts, and the row it becomes (ruling L2).

What only asks is answered, whatever the hour (ruling C8); all else that follows here is about moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.folding import advance
from bot.hosting.folds.saying import moves_of
from bot.hosting.inbox import enquiries, late_arrivals, suggestions
from bot.hosting.inbox.addressing import addressed, other_codes, without_code
from bot.hosting.inbox.places import Place, has_ended, last_left, place_at, places_of
from bot.hosting.inbox.questions import Question, question
from bot.hosting.inbox.translating import read as read
from bot.hosting.model import events, limits
from bot.hosting.model.events import Row, stamp
from bot.hosting.model.handles import Purpose, find, handle
from bot.hosting.model.instants import first_id
from bot.hosting.model.match import RUNNING, Match
from bot.hosting.model.records import Answer, Hosted, Letter
from bot.hosting.model.saying import HOSTS, Button
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named
from bot.hosting.rights import authority
from bot.hosting.rights.facts import CannotSee
from games.catalogue import RULESETS

Verdict = Literal["counts", "held", "between", "late", "edited", "other turn", "undone"]

_ONCE_IN: Final = timedelta(hours=1)
_HUSH: Final = timedelta(minutes=10)
_HUSH_PARTS: Final = 1_000


def deliver(house: House, letter: Letter) -> None:
    """Put a message on the queue; to be called before anything is awaited."""
    house.queue.put(partial(receive, house, letter), partial(apologise, house, letter), letter.user_id)


async def receive(house: House, letter: Letter, unit: Unit) -> Answer | None:
    """Every message enters the inbox first, once, whether it finds a match or not.

    A direct message is answered by one. What came by a command is the returned answer's.
    """
    if letter.from_history:  # a live one proves nothing about what was sent before it
        await unit.set_read_up_to(letter.user_id, letter.message_id)
    if letter.channel_id is not None:
        await unit.keep_direct_channel(letter.user_id, letter.channel_id)
    if not await unit.add_letter(letter, house.clock.now()):
        return None
    await unit.unpark(f"user:{letter.user_id}")
    places = [p for p in await places_of(unit, letter.user_id) if p.sat(letter.stamp)]
    place, text = await addressed(unit, places, letter)
    if place is not None:
        return await _at(house, unit, place, letter, text)
    asked = question(letter.text, RULESETS.values())
    if asked is not None and asked.kind != "ask":
        return await _asked_at_large(house, unit, places, letter, asked)
    if asked is not None and places:
        return await _which(house, unit, letter, places)
    open_ones = [p for p in places if p.open]
    if open_ones:
        return await _which(house, unit, letter, open_ones)
    return await _without_match(house, unit, letter, places)


async def receive_for(house: House, letter: Letter, code: str | None, unit: Unit) -> Answer | None:
    """What a command names a match for is for that match, or for none."""
    refused = None if code is None else await _not_theirs(unit, letter, code.strip().upper())
    return Answer(refused, ok=False) if refused is not None else await receive(house, letter, unit)


async def _not_theirs(unit: Unit, letter: Letter, code: str) -> str | None:
    """Why a message cannot be for the match of this code: a question can be for any of one's own, a move for one that
    runs, as long as one does."""
    if question(without_code(letter.text, code), RULESETS.values()) is not None:
        hosted = await unit.match_by_code(code)
        theirs = hosted is not None and await place_at(unit, hosted, letter.user_id) is not None
        return None if theirs else words.NOT_YOURS
    running = [h.match.code for h in await unit.matches_of(letter.user_id) if h.match.open]
    return words.NOT_YOURS_NOW if running and code not in running else None


async def send_offered(house: House, letter: Letter, code: str, turn: str, unit: Unit) -> Answer | None:
    """A message that was offered, sent by its button: for its own turn, and its own player."""
    hosted = await unit.match_by_code(code)
    if hosted is None or hosted.person(letter.user_id) is None:
        return Answer(words.STALE, ok=False)
    asks = question(without_code(letter.text, code), [hosted.match.rules]) is not None
    if str(hosted.match.turn) != turn and not asks:
        return Answer(words.STALE, ok=False)
    return await receive(house, replace(letter, turn=hosted.match.turn), unit)


async def apologise(house: House, letter: Letter, unit: Unit) -> Answer | None:
    """A message that broke something of ours stays in the inbox, and its sender is told that it was not taken."""
    await unit.add_letter(letter, house.clock.now())
    return await _answer(house, unit, letter, words.BROKEN_LETTER)


async def read_from(unit: Unit, user_id: int, at: datetime) -> None:
    """Somebody comes to a table: what they wrote before is not for it. Who sits or waits at one already keeps the mark,
    since what lies behind it may be unread. To be called before they sit or wait."""
    if not await places_of(unit, user_id):
        await unit.set_read_up_to(user_id, first_id(at))


async def _which(house: House, unit: Unit, letter: Letter, places: Sequence[Place]) -> Answer | None:
    """In several matches and naming none: it waits for the player's pick, and counts with its own stamp (L2). Nobody is
    asked about two messages at a time: what a button answers must not be in doubt."""
    await unit.place_letter(letter.message_id, None, held=True)
    first = next(iter(await _undecided(house, unit, letter.user_id, places)), letter)
    codes = [place.code for place in places]
    if first.message_id != letter.message_id:
        text = words.which_first(codes, first.text)
    else:
        text = words.which(codes, letter.text if letter.via == "interaction" else None)
    return await _answer(house, unit, letter, text, buttons=_picks(first, places))


def _picks(letter: Letter, places: Sequence[Place]) -> tuple[Button, ...]:
    matches = [p.hosted.match for p in places if p.open or _asks(letter)][: limits.CHOICES]
    return tuple(
        Button(words.game(m.code, m.rules.title), f"pick:{handle(m.seed, Purpose.LETTER, letter.message_id)}:{m.code}")
        for m in matches
    )


def _asks(letter: Letter) -> bool:
    return question(letter.text, RULESETS.values()) is not None


async def _undecided(house: House, unit: Unit, user_id: int, places: Sequence[Place]) -> list[Letter]:
    """Those that wait for a pick. For one that is too late for every match nobody need be asked any more; a question is
    never too late (C8)."""
    waiting, now = [], house.clock.now()
    for letter in await unit.undecided(user_id):
        if _asks(letter) or any(p.open and not _picked_too_late(p.hosted.match, letter, now) for p in places):
            waiting.append(letter)
            continue
        await unit.place_letter(letter.message_id, None, held=False)
        await _answer(house, unit, letter, words.never_picked(letter.text))
    return waiting


async def pick(house: House, which: str, code: str, user_id: int, at: datetime, unit: Unit) -> Answer:
    """The player says which match a message was for; `which` is the message's handle in that match."""
    hosted = await unit.match_by_code(code)
    letters = await unit.undecided(user_id)
    wanted = hosted and find(hosted.match.seed, Purpose.LETTER, which, (one.message_id for one in letters))
    letter = next((one for one in letters if one.message_id == wanted), None)
    place = None if hosted is None else await place_at(unit, hosted, user_id)
    if letter is None or hosted is None or place is None:
        return Answer(words.PICKED_BEFORE, ok=False)
    if question(letter.text, [hosted.match.rules]) is None:
        if not hosted.match.open:
            return Answer(words.finished(hosted.match.code), ok=False)
        if _picked_too_late(hosted.match, letter, at):  # it may still have been meant for another
            return Answer(words.picked_late(code), ok=False)
    await _at(house, unit, place, letter, letter.text)
    await _ask_next(house, unit, user_id)
    return Answer(words.picked(code))


async def _ask_next(house: House, unit: Unit, user_id: int) -> None:
    """What came while a question was open is asked about now."""
    places = await places_of(unit, user_id)
    for letter in (await _undecided(house, unit, user_id, places))[:1]:
        among = [p.code for p in places if p.open or _asks(letter)]
        await _answer(house, unit, letter, words.which(among, letter.text), buttons=_picks(letter, places))


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


async def _at(house: House, unit: Unit, place: Place, letter: Letter, text: str) -> Answer | None:
    """A message for one table, whatever state that is in."""
    hosted = place.hosted
    if place.open or (has_ended(hosted) and place.seat is not None and verdict(hosted.match, letter) == "late"):
        return await take_and_release(house, unit, hosted, letter, text)
    await unit.place_letter(letter.message_id, hosted.id, held=False)
    asked = question(text or suggestions.HELP, [hosted.match.rules])
    if asked is not None:
        return await enquiries.answer(house, unit, place, letter, asked)
    told = enquiries.after_the_end(place) if has_ended(hosted) else enquiries.before_the_start(place, sent=True)
    return await _mention(house, unit, letter, told, hosted)


async def _asked_at_large(
    house: House, unit: Unit, places: Sequence[Place], letter: Letter, asked: Question
) -> Answer | None:
    """A question that names no match: for all of one's own; for the last one, where all are over; else in general."""
    last = None if places else await last_left(unit, letter.user_id)
    mine = places if last is None else [last]
    told = enquiries.in_general(asked)
    if mine:
        return await enquiries.answer_for_all(house, unit, mine, letter, asked)
    if told is None:
        return await _without_match(house, unit, letter, ())
    return await house.recorder.reply(unit, letter, told.text, None, house.clock.now(), told.buttons, told.ok)


async def _without_match(house: House, unit: Unit, letter: Letter, places: Sequence[Place]) -> Answer | None:
    """No question, and no match to take it as a move."""
    last = None if places else await last_left(unit, letter.user_id)
    if last is not None:
        return await _at(house, unit, last, letter, letter.text)
    if not places:
        return await _mention(house, unit, letter, enquiries.Told(words.NO_MATCH), None, always=False)
    for place in places[:-1]:
        await _at(house, unit, place, letter, letter.text)
    return await _at(house, unit, places[-1], letter, letter.text)


async def _mention(
    house: House, unit: Unit, letter: Letter, told: enquiries.Told, hosted: Hosted | None, always: bool = True
) -> Answer | None:
    """What is said to whoever writes something that cannot be a move: always; but to small talk, and to strangers, once
    and then not for a while."""
    talk = not always or not letter.readable or suggestions.is_small_talk(letter.text)
    if talk and letter.via == "message":
        text = named(told.text, () if hosted is None else hosted.sitting)
        if await unit.said_since(f"user:{letter.user_id}", text, house.clock.now() - _ONCE_IN):
            return None
    return await _answer(house, unit, letter, told.text, hosted, told.buttons)


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
    """Answer a question; else journal the message, hold it until its deadline is closed or moved, or say why it does
    not count."""
    person = hosted.person(letter.user_id)
    assert person is not None
    assert person.seat is not None
    code, match = hosted.match.code, hosted.match
    if letter.readable and not text.strip():  # the code of the match, and nothing behind it
        text = suggestions.HELP if letter.text.strip() else text
    asked = question(text, [match.rules])
    judged = "counts" if asked is not None else verdict(match, letter)
    await unit.place_letter(letter.message_id, hosted.id, held=judged == "held")
    if asked is not None:
        return await enquiries.answer(house, unit, Place(hosted, letter.user_id), letter, asked)
    if judged == "held":
        return Answer(words.held(code)) if letter.via == "interaction" else None
    if judged == "counts":
        return await _count(house, unit, hosted, letter, text, person.seat)
    if judged == "between":
        now = match.phase if match.open and person.seat in match.phase.acting else None
        return await _answer(house, unit, letter, words.between(code, now), hosted, moves_of(match, person.seat))
    if judged == "undone":
        return await _answer(house, unit, letter, words.undone(code), hosted, moves_of(match, person.seat))
    if judged == "other turn":
        now_open = moves_of(match, person.seat)
        return await _answer(house, unit, letter, words.other_turn(code, bool(now_open)), hosted, now_open)
    if judged == "late":
        known, told = await _host_knows(house, unit, hosted), words.late_for_host(code, person.seat)
        return await _refused(house, unit, hosted, letter, words.late(code, known), told)
    known, told = await _host_knows(house, unit, hosted), words.edited_for_host(code, person.seat)
    return await _refused(house, unit, hosted, letter, words.edited_late(code, known), told)


async def _host_knows(house: House, unit: Unit, hosted: Hosted) -> bool:
    """Whether a host hears of what is told to hosts now. Raises Wanted."""
    try:
        return bool(await authority.hears(house.facts, unit, hosted, HOSTS))
    except CannotSee:  # it is kept for them, and waits for Discord
        return not (hosted.match.hostless and hosted.match.open)


async def _refused(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, for_host: str) -> Answer | None:
    """Player and host are told, who may roll back; the host once for a player and turn, however many there are."""
    person = hosted.person(letter.user_id)
    what = f"refused:{hosted.match.turn}:{None if person is None else person.seat}"
    await house.recorder.tell_hosts_once(unit, hosted, what, for_host, house.clock.now())
    return await _answer(house, unit, letter, text, hosted)


async def _count(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, seat: int) -> Answer | None:
    if not letter.readable or not text.strip():
        return await _answer(house, unit, letter, words.NO_TEXT, hosted, moves_of(hosted.match, seat))
    others = await other_codes(unit, hosted, letter.user_id, text)
    if others:
        return await _answer(house, unit, letter, words.two_codes([hosted.match.code, *others]), hosted)
    return await _in_order(house, unit, hosted, letter, text, seat)


async def _in_order(house: House, unit: Unit, hosted: Hosted, letter: Letter, text: str, seat: int) -> Answer | None:
    """Take it; what the player sent after it, and was read before it, is taken again where it would not stand."""
    later, user = await late_arrivals.standing(unit, hosted, seat, letter), letter.user_id
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
    row = Row(events.MESSAGE, at, seat, read(hosted, seat, text), source, actor)
    row = await _all_in(unit, hosted, _timed(house, hosted.match, row))
    after, outcome = await house.recorder.write(unit, hosted, row, house.clock.now())
    return house.recorder.answer_among(outcome.says, after, outcome.accepted)


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
    taken = [r.at for r in await unit.rows(hosted.id) if r.kind == events.MESSAGE]
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
        text = without_code(letter.text, fresh.match.code)
        place = Place(fresh, letter.user_id)
        if place.person is None:  # replaced meanwhile
            await unit.place_letter(letter.message_id, hosted.id, held=False)
        elif place.open or question(text, [fresh.match.rules]) is not None:
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
    sends = any(_may_send(h, user_id) for h in open_ones)
    if await unit.tell_once(open_ones[0].id, f"edit:{message_id}", house.clock.now()):
        await _answer(house, unit, letter, words.EDITED if sends else words.EDITED_IDLE)
    return None


def _may_send(hosted: Hosted, user_id: int) -> bool:
    person = hosted.person(user_id)
    return person is not None and person.seat in hosted.match.phase.acting


async def _answer(
    house: House,
    unit: Unit,
    letter: Letter,
    text: str,
    hosted: Hosted | None = None,
    buttons: tuple[Button, ...] = (),
) -> Answer | None:
    return await house.recorder.reply(unit, letter, text, hosted, house.clock.now(), buttons)
