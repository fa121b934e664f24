"""Questions are answered whenever they come (ruling C8): before the start, on the wait list, in a pause, between a
deadline and its close, to who is out, and after the end. To their asker alone; nothing is journalled or changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.folds.play import offers
from bot.hosting.folds.saying import footer, moves_of
from bot.hosting.inbox import asking, translating
from bot.hosting.inbox.places import Place, has_ended
from bot.hosting.inbox.questions import Question
from bot.hosting.model import limits
from bot.hosting.model.match import CANCELLED, SIGNING_UP
from bot.hosting.model.records import Answer, Letter
from bot.hosting.model.saying import Button
from bot.hosting.ports.store import Unit
from bot.hosting.presenting import pages
from bot.hosting.presenting.rendering import named
from games.catalogue import RULESETS

_AT_ONCE: Final = 4
"""At so many tables a question is answered for each; at more they are listed, to choose from."""


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody is told about one place. Seats are marks."""

    text: str
    buttons: tuple[Button, ...] = ()
    ok: bool = True


async def answer(house: House, unit: Unit, place: Place, letter: Letter, asked: Question) -> Answer | None:
    """What was asked about one table."""
    if asked.kind == "ask":
        return await asking.ask(house, unit, place, letter, asked.text)
    told = about(place, asked, letter.stamp)
    now = house.clock.now()
    return await house.recorder.reply(unit, letter, told.text, place.hosted, now, told.buttons, told.ok)


async def answer_for_all(
    house: House, unit: Unit, places: Sequence[Place], letter: Letter, asked: Question
) -> Answer | None:
    """What was asked about no table in particular, for each of them."""
    if len(places) > _AT_ONCE:
        return await house.recorder.reply(unit, letter, words.say_where(listed(places)), None, house.clock.now())
    meant = [place for place in places if about(place, asked, letter.stamp).ok] or places
    answers = [await answer(house, unit, place, letter, asked) for place in meant]
    said = [(place, one) for place, one in zip(meant, answers, strict=True) if one is not None]
    return _joined(said) if said else None


def about_all(places: Sequence[Place], asked: Question, at: datetime) -> Answer:
    """The same for a command that is no message."""
    if len(places) > _AT_ONCE:
        return Answer(words.say_where(listed(places)), ok=False)
    told = [(place, about(place, asked, at)) for place in places]
    return _joined([(p, Answer(named(t.text, p.hosted.sitting), t.ok, buttons=t.buttons)) for p, t in told])


def _joined(said: Sequence[tuple[Place, Answer]]) -> Answer:
    """One answer of several, in which each button names its match."""
    if len(said) == 1:
        return said[0][1]
    buttons = [replace(b, label=f"{b.label}: {_game(place)}") for place, one in said for b in one.buttons]
    text = "\n\n".join(one.text for _, one in said)
    return Answer(text, any(one.ok for _, one in said), buttons=tuple(buttons[: limits.BUTTONS]))


def _game(place: Place) -> str:
    return words.game(place.code, place.hosted.match.rules.title)


def listed(places: Sequence[Place]) -> list[str]:
    """Each with where it stands, in a line."""
    return [words.one_of_yours(p.hosted.match.rules.title, p.code, where(p)) for p in places]


def where(place: Place) -> str:
    match = place.hosted.match
    if place.person is None:
        return words.ON_THE_WAIT_LIST
    if not place.open or place.seat is None:
        return match.status
    deadline = match.deadline_for(place.seat)
    return f"{match.phase.title}, {'paused' if deadline is None else f'until {words.moment(deadline)}'}"


# --- one table --------------------------------------------------------------------------------------------------------


def about(place: Place, asked: Question, at: datetime) -> Told:
    """`help`, `rules`, `status` or `check` at this instant."""
    if asked.kind == "rules":
        page = pages.of_match(place.hosted)
        return Told(page.text, page.buttons)
    if place.hosted.match.status == SIGNING_UP:
        return before_the_start(place)
    if place.hosted.match.state is None:
        return Told(words.called_off(place.code))
    return _help(place) if asked.kind == "help" else _standing(place, asked.text, at)


def before_the_start(place: Place, sent: bool = False) -> Told:
    """When it starts, who is at the table, where the thread is, how to leave. `sent`: something that could be a move
    was sent, and not taken."""
    hosted, match = place.hosted, place.hosted.match
    shown = not match.private or place.person is not None
    text = words.before_the_start(
        words.Table(
            title=match.rules.title,
            code=match.code,
            starts=match.starts,
            seated=range(len(hosted.sitting)),
            least=match.least,
            most=match.most,
            thread=hosted.thread_id if shown else None,
            channel=hosted.channel_id,
        ),
        waits=place.person is None,
        asks=hosted.has_hosts,
    )
    return Told(f"{words.NOTHING_YET}\n{text}" if sent else text, (rules_button(place),))


def after_the_end(place: Place) -> Told:
    """To something that could be a move."""
    hosted = place.hosted
    if hosted.match.status == CANCELLED:
        return Told(words.called_off(place.code))
    more = words.still_to_be_had(place.code, hosted.thread_id, hosted.has_hosts)
    return Told(f"{words.finished(place.code)}\n{more}")


def _help(place: Place) -> Told:
    hosted = place.hosted
    if has_ended(hosted) or place.seat is None:
        return replace(after_the_end(place), buttons=(rules_button(place),))
    text = words.help_now(hosted.match, place.seat, hosted.has_hosts)
    return Told(text, (*moves_of(hosted.match, place.seat), rules_button(place)))


def _standing(place: Place, text: str, at: datetime) -> Told:
    """On what stands now; between a deadline and its close, until the close."""
    hosted, match, seat = place.hosted, place.hosted.match, place.seat
    assert seat is not None
    body = translating.read(hosted, seat, text)
    reply = match.rules.take(match.state, seat, body["text"]).reply
    assert reply is not None
    said = reply.text if reply.accepted else body.get("guess", reply.text)
    lines = [said, *_of_the_end(place, seat), footer(match, seat, match.is_closing(at))]
    buttons = () if reply.accepted else offers(match, body.get("offers", ()))
    return Told("\n".join(lines), (*buttons, *moves_of(match, seat)), reply.accepted)


def _of_the_end(place: Place, seat: int) -> list[str]:
    hosted, match = place.hosted, place.hosted.match
    if not has_ended(hosted):
        return []
    if match.status == CANCELLED:
        return [words.called_off(match.code)]
    took = match.rules.payout(match.state)[seat]
    return [words.took_home(took), words.still_to_be_had(match.code, hosted.thread_id, hosted.has_hosts)]


def in_general(asked: Question) -> Told | None:
    """To somebody at no table; None where nothing can be told."""
    if asked.kind == "help":
        return Told(words.HELP)
    if asked.kind == "rules":
        titles = {name: rules.title for name, rules in RULESETS.items()}
        return Told(words.games(titles), tuple(Button(title, f"rules:{name}:0") for name, title in titles.items()))
    return None


def rules_button(place: Place) -> Button:
    return Button(words.RULES, f"book:{place.code}")
