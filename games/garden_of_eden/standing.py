"""What a player reads of the own seat: what is on file, the status, the score of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games import marks
from games.garden_of_eden import numbers
from games.garden_of_eden.casts import why_illegal, why_not_white
from games.garden_of_eden.numbers import count
from games.garden_of_eden.scoring import BASKET_PAYS
from games.garden_of_eden.state import Cast, Reason, Seat, State, points

_WHY_OUT: Final[Mapping[Reason, str]] = {
    "score": "the score fell to −5 or less",
    "black": "Black with a losing colour",
    "lone_red": "the only Red of a round",
    "inactive": "nothing legal on file at a deadline, and no period left",
    "host": "removed by the host",
}


def on_file(state: State, seat: int) -> str:
    """The cast and the Void names on file, with commas between the names (C10); empty where there is neither."""
    held = state.seats[seat]
    return cast_and_names(held.cast, held.void or None)


def cast_and_names(cast: Cast | None, void: Sequence[int] | None) -> str:
    words = [cast.text] if cast else []
    if void is not None:
        words += ["void", ", ".join(map(marks.written, void)) or "none"]
    return " ".join(words)


def file_line(state: State, seat: int) -> str:
    held = state.seats[seat]
    if state.stage == "basket":
        return f"On file: **basket {' '.join(held.basket)}**. {_worth(held)} You can replace it until the deadline."
    text = on_file(state, seat)
    if held.cast:
        return f"On file for round {state.round}: **{text}**. You can replace it until the deadline."
    names = f"**{text}**" if text else "no Void names"
    return f"On file for round {state.round}: {names}. This is not a cast yet: your colour is still missing."


def _worth(held: Seat) -> str:
    return f"Complete, it is worth {_pays(len(held.basket))}."


def _pays(apples: int) -> str:
    worth = points(BASKET_PAYS[apples])
    return f"{numbers.score(worth)} point{'' if worth == 1 else 's'}"


# --- the status -------------------------------------------------------------------------------------------------------


def status(state: State, seat: int) -> str:
    """Everything a player may know of the own seat now."""
    held = state.seats[seat]
    lines = [_where(state, held), *_filed(state, seat)]
    lines += [f"- Score: **{numbers.score(points(held.halves))}**{_place(state, held)}"]
    if held.basket:
        lines += [f"- Basket: {_basket(held)}, {_pays(len(held.basket))} when complete"]
    if held.may_act and state.stage in ("basket", "round"):
        lines += [f"- Left: {left(held)}"]
    lines += [f"- Balance: {_balance(state, held)}"]
    if held.may_act and state.stage == "round":
        lines += [open_now(state, held)]
    return "\n".join(lines)


def _place(state: State, held: Seat) -> str:
    return f", place {held.place} of {len(state.seats)} by points" if held.place else ""


def _balance(state: State, held: Seat) -> str:
    """The balance; for who is out, and after the end, as the sum that it is."""
    if held.active and state.stage in ("basket", "round") and not held.place:
        return f"{numbers.yen(held.yen)} yen"
    fine = state.terms.inactivity_fine if held.out == "inactive" else 0
    sums = {"entry": -state.terms.entry, "fine": -fine, "prize": held.prize}
    sums["corrections and transfers"] = held.yen - held.brought - sum(sums.values())
    added = "".join(f" {_added_yen(yen, what)}" for what, yen in sums.items() if yen)
    return f"{numbers.yen(held.brought)} brought{added} = **{numbers.yen(held.yen)} yen**"


def _added_yen(yen: int, what: str) -> str:
    return f"{'+' if yen > 0 else '−'} {numbers.yen(abs(yen))} ({what})"


def _where(state: State, held: Seat) -> str:
    place = {
        "basket": "The Basket Period",
        "round": f"Round {state.round}",
        "transfers": "The Transfer Period",
        "over": "The game has ended",
    }[state.stage]
    reason = held.out or ("host" if held.removed else None)
    return f"**{place}.**" + (f" You are out of the game: {_WHY_OUT[reason]}." if reason else "")


def _filed(state: State, seat: int) -> list[str]:
    """What is on file, and whether it is legal."""
    held = state.seats[seat]
    if not held.may_act:
        return []
    if state.stage == "basket":
        return [] if held.basket else ["- On file: no basket yet"]
    if state.stage != "round":
        return []
    text = on_file(state, seat)
    if held.cast is None:
        return [f"- On file: **{text}**, but no cast yet" if text else "- On file: no cast yet"]
    why = why_illegal(held, held.cast, state.red_closed)
    return [f"- On file: **{text}**, " + (f"which is not legal now. {why}" if why else "which is legal")]


def filed(state: State, seat: int) -> str:
    """What is on file now, and whether it is legal."""
    if state.stage == "basket" and state.seats[seat].basket:
        return file_line(state, seat)
    return "\n".join(line.removeprefix("- ") for line in _filed(state, seat)) or "Nothing is on file in this phase."


def _basket(held: Seat) -> str:
    return ", ".join(held.basket) + f"; {held.harvested} harvested, next is **{held.basket[held.harvested]}**"


def left(held: Seat) -> str:
    return f"{count(held.pinks, 'Pink')}, {count(held.periods, 'period')} of the time bank"


def open_now(state: State, held: Seat) -> str:
    """What is open to a player in the open round, and why the rest is not."""
    why_not = why_not_white(held)
    is_open = ["Gold", "Silver"] + ["Red"] * (not state.red_closed)
    is_open += ["Pink" if held.pinks else "Pink (beside Black only)"] + ["White"] * (why_not is None) + ["Black"]
    lines = [f"Open to you now: {', '.join(is_open)}."]
    if state.red_closed:
        lines.append("Red is closed.")
    if why_not:
        lines.append(why_not)
    if held.pink_before:
        lines.append("Pink in two rounds running costs 0.5.")
    return " ".join(lines)


# --- the score of a round ---------------------------------------------------------------------------------------------


def score(state: State, seat: int, cast: str, facts: Mapping[str, Any], over: bool) -> str:
    """GE17: what was cast, the parts, the score, what is left, what is open in the round to come; or why the round put
    the player out."""
    held = state.seats[seat]
    lines = [
        f"**Round {state.round}.** You cast **{cast}**.",
        *_parts(Cast.of(cast.partition(" void ")[0]), facts, state.terms.white_settles_round),
        f"- Your score: **{numbers.score(facts['points'])}**{_place(state, held)}",
        *([f"- Your balance: {_balance(state, held)}"] if over else []),
        f"Next apple of your basket: **{facts['next']}**. Left: {left(held)}.",
    ]
    if held.out:
        return "\n".join([*lines, f"**You are out of the game:** {_WHY_OUT[held.out]}."])
    return "\n".join(lines if over else [*lines, open_now(state, held)])


def _parts(cast: Cast, facts: Mapping[str, Any], white_settles: bool) -> Iterator[str]:
    """What the round brought. What was not cast, or brought nothing, needs no line; a colour does."""
    special = cast.special.capitalize()
    if white_settles and special == "White" and not facts["colour"]:
        yield f"- White, the whole change of this round: {numbers.gain(facts['special'])}"
    elif special and not facts["colour"]:
        yield f"- {special}, instead of the colour's points: {numbers.gain(facts['special'])}"
    else:
        yield f"- Colour: {numbers.gain(facts['colour'])}"
        if facts["special"]:
            yield f"- {special}: {numbers.gain(facts['special'])}"
    if facts["basket"]:
        yield f"- Basket complete: {numbers.gain(facts['basket'])}"
    if facts["pink"]:
        yield f"- Pink in two rounds running: {numbers.gain(facts['pink'])}"
