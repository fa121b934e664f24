"""Forms: looked at without waiting for anybody, and taken when they come back filled in.

A filled-in form becomes the message that its player could have typed, and goes the same way: one reader, no second
path. It belongs to its turn, and its stamp is that of its sending (ruling L2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.saying import moves, moves_of
from bot.hosting.inbox import intake
from bot.hosting.model import limits
from bot.hosting.model.match import SIGNING_UP, Match
from bot.hosting.model.records import Answer, Hosted, Letter
from bot.hosting.ports.store import Unit
from games import marks
from games.ruleset import Choice, Field, Form

Values = Mapping[str, Sequence[str]]
"""What was chosen or typed, by the name of the field; a field that was not shown is missing."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A form to be filled in, in the reader's words: players by their names."""

    code: str
    turn: int
    form: Form


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was sent."""

    number: int
    """Discord's id of its sending."""
    user_id: int
    code: str
    turn: int
    values: Values


# --- to be filled in --------------------------------------------------------------------------------------------------


async def look(user_id: int, code: str, turn: int, unit: Unit) -> Blank | Answer:
    """The form behind a button, for whoever pressed it; otherwise why there is none."""
    hosted = await unit.match_by_code(code)
    seat = _seat(hosted, user_id)
    if hosted is None or hosted.match.status == SIGNING_UP:
        return Answer(words.NOT_ASKED, ok=False)
    match = hosted.match
    if not match.open:
        return Answer(words.finished(code), ok=False)
    if turn != match.turn:
        now_open = () if seat is None else moves_of(match, seat)
        return Answer(words.other_turn(code, bool(now_open)), ok=False, buttons=now_open)
    form = None if seat is None else match.rules.form(match.state, seat)
    if form is None:
        return Answer(words.NOT_ASKED, ok=False)
    return Blank(code, turn, in_names(form, [p.name for p in hosted.sitting]))


async def look_at_mine(user_id: int, code: str | None, unit: Unit) -> Blank | Answer:
    """The form of the match that a player means: the one named, else the only one."""
    mine = [h.match for h in await unit.matches_of(user_id) if h.match.open]
    meant = mine if code is None else [m for m in mine if m.code == code.strip().upper()]
    if len(meant) == 1:
        return await look(user_id, meant[0].code, meant[0].turn, unit)
    if not meant:
        return Answer(words.NO_MOVE if code is None else words.NOT_YOURS, ok=False)
    buttons = tuple(replace(b, label=words.game(m.code, m.rules.title)) for m in meant for b in moves(m))
    return Answer(words.WHICH_FORM, buttons=buttons[: limits.CHOICES])


def _seat(hosted: Hosted | None, user_id: int) -> int | None:
    person = None if hosted is None else hosted.person(user_id)
    return None if person is None else person.seat


def in_names(form: Form, names: Sequence[str]) -> Form:
    """Names as they are: Discord shows nothing of a form as Markdown."""
    return Form(marks.shown(form.title, names, names), tuple(_field_in_names(f, names) for f in form.fields))


def _field_in_names(field: Field, names: Sequence[str]) -> Field:
    """A list too long to be seen at once is sorted, where it is one of players."""
    choices = [Choice(c.value, marks.shown(c.label, names, names)) for c in field.choices]
    players = all(shown.label != c.label for shown, c in zip(choices, field.choices, strict=True))
    if players and len(choices) > limits.CHOICES:
        choices.sort(key=lambda c: c.label.casefold())
    texts: dict[str, Any] = {text: marks.shown(getattr(field, text), names, names) for text in ("label", "hint")}
    return replace(field, choices=tuple(choices), **texts)


# --- filled in --------------------------------------------------------------------------------------------------------


async def receive(house: House, filled: Filled, unit: Unit) -> Answer | None:
    """The message that the form stands for, taken as any other."""
    hosted = await unit.match_by_code(filled.code)
    seat = _seat(hosted, filled.user_id)
    if hosted is None or seat is None:
        return Answer(words.NOT_ASKED, ok=False)
    text = written(hosted.match, seat, filled)
    letter = Letter(filled.number, filled.user_id, f"{filled.code} {text}", via="interaction", turn=filled.turn)
    if not await unit.add_letter(letter, house.clock.now()):
        return None
    await unit.unpark(f"user:{filled.user_id}")
    if not hosted.match.open and intake.verdict(hosted.match, letter) != "late":
        return Answer(words.finished(filled.code), ok=False)
    return await intake.take_and_release(house, unit, hosted, letter, text)


def written(match: Match, seat: int, filled: Filled) -> str:
    """The message. A form of another turn is not read with this one's eyes: it stands as it is, and is refused."""
    if not match.open or filled.turn != match.turn:
        return " ".join(value for values in filled.values.values() for value in values)
    form = match.rules.form(match.state, seat)
    return match.rules.filled(match.state, seat, filled.values if form is None else _meant(form, filled.values))


def _meant(form: Form, values: Values) -> Values:
    """Where one is chosen from several lists, what is on file is still ticked in its own: the new choice counts."""
    one_of = {f.name: f.current for f in form.fields if f.kind == "one" and len(values.get(f.name, ())) > 1}
    return {**values, **{name: _new(values[name], current) for name, current in one_of.items()}}


def _new(chosen: Sequence[str], current: Sequence[str]) -> Sequence[str]:
    return [value for value in chosen if value not in current] or chosen
