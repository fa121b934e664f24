"""The notices of the ruleset: the one exit of everything that is said unasked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import marks
from games.garden_of_eden import numbers, standing, whispers, words
from games.garden_of_eden.endgame import Ending
from games.garden_of_eden.scoring import Apples, DecidedBy, Parts
from games.garden_of_eden.state import Reason, State, points
from games.ruleset import HOST, PUBLIC, Notice


def public(kind: str, facts: dict[str, Any]) -> Notice:
    """A public notice: its text depends on kind and facts alone (L1)."""
    return Notice(PUBLIC, kind, facts, words.say(kind, facts))


def went_out(seat: int, reason: Reason) -> Notice:
    return public("out", {"player": marks.name(seat), "reason": reason})


def time_bank(seats: tuple[int, ...], hours: float) -> Notice:
    return public("time_bank", {"players": named(seats), "hours": numbers.plain_number(hours)})


def round_closed(number: int, apples: Apples, decided_by: DecidedBy) -> Notice:
    """GE14."""
    counts = {"gold": apples.gold, "silver": apples.silver, "red": apples.red}
    return public("round", {"round": number, **counts, "decided_by": decided_by})


def result(state: State, ending: Ending) -> Notice:
    """GE19: no points after all Red."""
    final = None if ending.how == "all_red" else _points(state)
    return public("result", {"how": ending.how, "winners": named(ending.winners), "points": final})


def score(state: State, seat: int, before: State, parts: Parts, over: bool) -> Notice:
    """GE17: to a player whose cast was scored, whom the round put out, too. `before` is the round's state at its
    close."""
    held = state.seats[seat]
    facts = {
        "points": points(held.halves),
        "colour": points(parts.colour),
        "special": points(parts.special),
        "basket": points(parts.basket),
        "pink": points(parts.pink),
        "next": held.basket[held.harvested],
        "pinks": held.pinks,
        "periods": held.periods,
    }
    return Notice(seat, "score", facts, standing.score(state, seat, standing.on_file(before, seat), facts, over))


def for_host(state: State, facts: Mapping[str, Any]) -> Notice:
    """What every turn tells the hosts who look: the accounts, and what else there is to know."""
    accounts = {marks.name(i): seat.yen for i, seat in enumerate(state.seats)}
    whole = {**facts, "yen": accounts}
    return Notice(HOST, "host", whole, whispers.for_host(whole))


def casts(before: State, after: State) -> dict[str, Any]:
    """For the hosts, of a round whose apples are public: every cast in normal form, and every total after it."""
    cast = {marks.name(s): _normal_form(before, s) for s in before.active}
    return {"casts": cast, "points": _points(after)}


def _normal_form(state: State, seat: int) -> str:
    """The cast and the Void names as RECORD.md writes them: with blanks between the names."""
    held = state.seats[seat]
    assert held.cast is not None
    return " ".join([held.cast.text, *(["void", *map(marks.written, held.void)] if held.void else [])])


def named(seats: Sequence[int]) -> list[str]:
    return [marks.name(s) for s in seats]


def _points(state: State) -> dict[str, int | float]:
    return {marks.name(i): points(seat.halves) for i, seat in enumerate(state.seats)}
