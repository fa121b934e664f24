"""A player's question, and what hosts answer it: each answer goes to whoever asked, and shows under the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.interventions import at_the_table
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.events import Answered, Asked, Row, to_json
from bot.hosting.model.handles import Purpose, find
from bot.hosting.model.records import Answer, Hosted, Request
from bot.hosting.model.saying import PUBLIC, Button, Say
from bot.hosting.outbox import editing
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named

REPLY: Final = "reply"
"""The verb of the button under a question: `reply:CODE:QUESTION`, and how many answers its presser has read."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and what has been answered so far."""

    position: int
    row: Row
    event: Asked
    seat: int | None
    """The seat of who asked; before the start their place in the order of sign-up; None for who waits for a seat."""
    answers: tuple[Row, ...]
    gone: bool
    """Whether whoever asked holds the seat no more: no substitute is answered."""


async def question(hosted: Hosted, handle: str, unit: Unit) -> Question | None:
    """The question that a button is about."""
    rows = await unit.rows(hosted.id)
    asked = (at for at, row in enumerate(rows, start=1) if isinstance(row.event, Asked))
    position = find(hosted.match.seed, Purpose.QUESTION, handle, asked)
    if position is None:
        return None
    row, later = rows[position - 1], rows[position:]
    event = row.event
    assert isinstance(event, Asked)
    seat = at_the_table(hosted.match, row, event)
    gone = row.actor is None or _is_gone(hosted, row.actor, event, seat)
    answers = [r for r in later if isinstance(r.event, Answered) and r.event.question == position]
    return Question(position, row, event, seat, tuple(answers), gone)


def _is_gone(hosted: Hosted, asker_id: int, asked: Asked, seat: int | None) -> bool:
    """Whether whoever asked is at the table no more: replaced, forgotten, or left before the start."""
    if seat is None:
        return asked.entry is not None
    return hosted.sitting[seat].user_id != asker_id


async def whom(hosted: Hosted, handle: str, known: int, unit: Unit) -> str | Answer:
    """The name of the player who would be answered. `known`: how many answers the host has read; if there are others,
    they are shown first, and it is asked whether there shall be one more."""
    asked = await question(hosted, handle, unit)
    if asked is None:
        return Answer(words.NO_SUCH_QUESTION, ok=False)
    if asked.gone:
        return Answer(words.ASKER_GONE, ok=False)
    if len(asked.answers) > known:
        return _asks_first(hosted, handle, asked, words.answered_before(_answers(asked.answers)))
    return words.WHO_ASKED if asked.seat is None else hosted.names.names[asked.seat]


async def respond(house: House, hosted: Hosted, asker: Asker, handle: str, known: int, text: str, unit: Unit) -> Answer:
    """The host's answer. One that somebody else was quicker to give is not contradicted unseen."""
    asked = await question(hosted, handle, unit)
    if asked is None:
        return Answer(words.NO_SUCH_QUESTION, ok=False)
    if asked.gone:
        return Answer(words.ASKER_GONE, ok=False)
    if len(asked.answers) > known:
        return _asks_first(hosted, handle, asked, words.answered_meanwhile(_answers(asked.answers), text))
    answer = Answered(asked.position, text, asked.event.text, asked.event.entry)
    row = Row(answer.kind, asker.at, asked.row.seat, to_json(answer), asker.source, asker.user_id)
    after, _ = await house.recorder.write(unit, hosted, row, house.clock.now())
    if asked.seat is None:  # whoever waits for a seat, or waited in vain
        said = Say(PUBLIC, words.host_answers(hosted.match.code, asked.event.text, text))
        await house.recorder.tell(unit, f"user:{asked.row.actor}", said, after, house.clock.now())
    await _show(house, after, replace(asked, answers=(*asked.answers, row)), unit)
    return Answer(words.DONE)


def _answers(answers: Sequence[Row]) -> list[str]:
    return [words.answered_by(row.actor, row.body["text"]) for row in answers]


def _asks_first(hosted: Hosted, handle: str, asked: Question, text: str) -> Answer:
    again = f"{REPLY}:{hosted.match.code}:{handle}:{len(asked.answers)}"
    return Answer(named(text, hosted.sitting), ok=False, buttons=(Button(words.ANSWER_AGAIN, again, "danger"),))


async def _show(house: House, hosted: Hosted, asked: Question, unit: Unit) -> None:
    """Wherever hosts read the question, they read its answers, too."""
    lines = [named(line, hosted.sitting) for line in _answers(asked.answers)]
    for parcel in await unit.said_by(hosted.id, asked.position):
        if any(b.custom_id.startswith(f"{REPLY}:") for b in parcel.request.buttons):
            await editing.show_instead(house, unit, parcel, _with(parcel.request, lines))


def _with(request: Request, lines: Sequence[str]) -> Request:
    """The question with its answers below it, the last ones where there is no room for all."""
    content = request.content
    for number in range(len(lines)):
        whole = "\n".join([content, *lines[number:]])
        if len(whole) <= limits.MESSAGE:
            return replace(request, content=whole)
    room = limits.MESSAGE - len(content) - 2
    return replace(request, content=f"{content}\n{lines[-1][:room]}…" if room > 0 else content)
