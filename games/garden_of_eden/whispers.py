"""Private words: what one player is answered, and what a host who looks reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import marks
from games.garden_of_eden import numbers
from games.garden_of_eden.messages import Basket, Extend, Order, Play, Status, Transfer
from games.garden_of_eden.numbers import count, duration
from games.garden_of_eden.standing import cast_and_names, file_line, left, on_file, status
from games.garden_of_eden.state import Seat, State, points

Asked = Basket | Play | Transfer | Extend
"""What a `check` can be about."""

# --- replies ----------------------------------------------------------------------------------------------------------


def refused(reason: str) -> str:
    return f"{reason} Nothing has changed."


def unclear(state: State, seat: int) -> str:
    return f"I could not read that, and nothing has changed. {how_to_write(state, seat)}"


def two_readings(apart: str, together: str) -> str:
    """C10. Both are written as they could be sent."""
    return (
        "I have not taken that, and nothing has changed: it can be read in two ways. Send "
        f"**{marks.seated(apart)}** or **{marks.seated(together)}**."
    )


# --- answers to `check` ----------------------------------------------------------------------------------------------


def inquiry(about: Asked, why_not: str | None) -> str:
    """About what could be sent in this phase."""
    verdict = f"not legal as things stand. {why_not}" if why_not else "legal as things stand."
    return f"{_only_asked(about)} {verdict}"


def inquiry_out_of_time(about: Asked, why_not_now: str, why_not_then: str | None) -> str:
    """About what could be sent in another phase: what it would need."""
    then = f"Apart from that: {why_not_then}" if why_not_then else "Apart from that it would be legal as things stand."
    return f"{_only_asked(about)} not in this phase. {why_not_now} {then}"


def _only_asked(about: Asked) -> str:
    return f"**{_written(about)}**, not sent by this:"


def never(why: str) -> str:
    """About what is legal at no time."""
    return f"That would not be legal at any time. {why}"


def _written(about: Asked) -> str:
    match about:
        case Basket(apples):
            return " ".join(["basket", *apples])
        case Play(cast, void):
            return cast_and_names(cast, void)
        case Transfer(yen, to):
            return f"transfer {yen} {marks.written(to)}"
        case Extend():
            return "extend"


def how_to_write(state: State, seat: int) -> str:
    """How to write what this player may send now, with an example that is legal now."""
    held = state.seats[seat]
    if state.stage == "transfers":
        return _how_to_transfer(state, seat)
    if state.stage == "over" or not held.may_act:
        return "All you can send now is `status`."
    if state.stage == "basket":
        return "A basket is 2 to 5 apples, Gold or Silver, in order. For example: `basket gold silver gold`"
    colours = numbers.one_of(["`gold`", "`silver`"] if state.red_closed else ["`gold`", "`silver`", "`red`"])
    pink = " pink" if held.pinks else ""
    return (
        f"A cast begins with {colours}; behind it come `pink`, `white` or `black`, and `void` with names. "
        f"For example: **gold{pink} void {marks.written(_somebody_else(state, seat))}**"
    )


def _somebody_else(state: State, seat: int) -> int:
    return state.active[1] if state.active[0] == seat else state.active[0]


def _how_to_transfer(state: State, seat: int) -> str:
    balance = state.seats[seat].yen
    if balance < 1:
        return "A transfer needs a balance of more than 0 yen, and you have none. You can ask for your `status`."
    example = "30m" if balance >= 30_000_000 else str(balance)
    other = 1 if seat == 0 else 0
    return f"A transfer names an amount and a player. For example: **transfer {example} {marks.written(other)}**"


def taken(state: State, seat: int, orders: Sequence[Order]) -> str:
    """What was done, and what is on file now."""
    lines: list[str] = []
    if any(isinstance(order, (Basket, Play)) for order in orders):
        lines.append(file_line(state, seat))
    if asked := sum(isinstance(order, Extend) for order in orders):
        lines.append(_extended(state, seat, asked))
    sent = [order for order in orders if isinstance(order, Transfer)]
    lines += [f"Sent: {numbers.yen(order.yen)} yen to {marks.name(order.to)}. This is final." for order in sent]
    if sent:
        lines.append(f"Your balance: {numbers.yen(state.seats[seat].yen)} yen.")
    if any(isinstance(order, Status) for order in orders):
        lines.append(status(state, seat))
    return "\n".join(lines)


def _extended(state: State, seat: int, asked: int) -> str:
    return (
        f"Done: {duration(state.terms.period_hours * asked)} more for everybody. Your name is not given. "
        f"You have {count(state.seats[seat].periods, 'period')} left."
    )


# --- a host's interventions -------------------------------------------------------------------------------------------


def corrected(deltas: Mapping[str, int | float], legal: bool | None, why: str | None) -> str:
    """To the player (C4): what was added, and whether the cast on file is legal."""
    told = f"**Corrected by the host:** {_added(deltas)}."
    if legal is None:
        return told
    return f"{told} Your cast on file is legal." if legal else f"{told} Your cast on file is not legal now. {why}"


def corrected_for_host(seat: int, deltas: Mapping[str, int | float]) -> str:
    return f"Corrected for {marks.name(seat)}: {_added(deltas)}. The player is told."


def _added(deltas: Mapping[str, int | float]) -> str:
    return ", ".join(f"{key} {numbers.gain(delta)}" for key, delta in deltas.items())


def removed_for_host(seat: int) -> str:
    return (
        f"{marks.name(seat)} is removed: out of the game when this turn closes, named with the host as the reason, "
        "without a fine. Red stays as it is."
    )


# --- for a host who looks ---------------------------------------------------------------------------------------------


def for_host(facts: Mapping[str, Any]) -> str:
    lines = ["**For the host.**"]
    for player, cast in facts.get("casts", {}).items():
        lines.append(f"- {player}: {cast}")
    if "counted_pinks" in facts:
        lines.append(f"Pinks that count: {facts['counted_pinks']}. Voided: {', '.join(facts['voided']) or 'nobody'}.")
    if "points" in facts:
        lines.append("Points: " + ", ".join(f"{p} {numbers.score(n)}" for p, n in facts["points"].items()))
    lines.append("Yen: " + ", ".join(f"{p} {numbers.yen(n)}" for p, n in facts["yen"].items()))
    return "\n".join(lines)


def look(state: State) -> str:
    return "\n".join(_looked_at(state, i, seat) for i, seat in enumerate(state.seats))


def _looked_at(state: State, i: int, held: Seat) -> str:
    if held.active:
        filed = on_file(state, i) if state.stage == "round" else " ".join(held.basket)
        filed = f"on file: {filed or 'nothing'}"
    else:
        filed = "out"
    return (
        f"- {marks.name(i)}: {filed}{' (removed)' if held.removed else ''}; "
        f"score {numbers.score(points(held.halves))}, {left(held)}, {numbers.yen(held.yen)} yen"
    )
