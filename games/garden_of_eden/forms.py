"""Forms: what a player may choose now, and the message that a filled-in form stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games import marks
from games.garden_of_eden.casts import why_not_white
from games.garden_of_eden.state import Seat, State
from games.ruleset import Choice, Field, Form


def form(state: State, seat: int) -> Form | None:
    """Only what is open to this player is offered; None where nothing can be sent."""
    held = state.seats[seat]
    if state.stage == "transfers":
        return _transfer(state, seat) if held.yen > 0 else None
    if state.stage == "over" or not held.may_act:
        return None
    return _basket(held) if state.stage == "basket" else _cast(state, seat)


def _basket(held: Seat) -> Form:
    hint = "2 to 5 apples, Gold or Silver, in order: gold silver gold, or gsg"
    current = (" ".join(held.basket),) if held.basket else ()
    return Form("Your basket", (Field("basket", "Apples", "text", True, current=current, hint=hint),))


def _cast(state: State, seat: int) -> Form:
    held, cast = state.seats[seat], state.seats[seat].cast
    colours = [Choice("gold", "Gold"), Choice("silver", "Silver")]
    if not state.red_closed:
        colours.append(Choice("red", "Red, alone"))
    pink = Choice("pink", "Pink" if held.pinks else "Pink, beside Black only")
    special = [Choice("black", "Black")]
    if why_not_white(held) is None:
        special.insert(0, Choice("white", "White"))
    others = tuple(Choice(f"#{s + 1}", marks.name(s)) for s in state.active if s != seat)
    fields = (
        Field("colour", "Colour", "one", choices=tuple(colours), current=(cast.colour,) if cast else ()),
        Field("pink", "Pink", "some", choices=(pink,), current=("pink",) if cast and cast.pink else ()),
        Field("special", "White or Black", "one", choices=tuple(special), current=_special(held)),
        Field("void", "Void the Pink of", "some", choices=others, current=_named(state, seat)),
    )
    return Form(f"Round {state.round}", fields)


def _special(held: Seat) -> tuple[str, ...]:
    return (held.cast.special,) if held.cast and held.cast.special else ()


def _named(state: State, seat: int) -> tuple[str, ...]:
    return tuple(f"#{s + 1}" for s in state.seats[seat].void)


def _transfer(state: State, seat: int) -> Form:
    others = tuple(Choice(f"#{s + 1}", marks.name(s)) for s in range(len(state.seats)) if s != seat)
    fields = (
        Field("amount", "Amount in yen", "text", True, hint="30m, 1.5m or 1500000; at most your balance"),
        Field("to", "To", "one", True, choices=others),
    )
    return Form("A transfer, final", fields)


def filled(state: State, values: Mapping[str, Sequence[str]]) -> str:
    """The message that could have been typed; `status` where nothing was chosen. A form's Void names replace those on
    file, none too."""
    if state.stage == "transfers":
        return " ".join(["transfer", *values.get("amount", ()), *values.get("to", ())])
    if state.stage == "basket":
        return " ".join(["basket", *values.get("basket", ())])
    words = [word for name in ("colour", "pink", "special") for word in values.get(name, ())]
    if "void" in values:
        words += ["void", *(values["void"] or ("none",))]
    return " ".join(words) or "status"
