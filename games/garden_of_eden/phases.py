"""What is open now, for everybody: public facts and the options, nobody's holdings."""

from __future__ import annotations

from games import marks
from games.garden_of_eden.casts import why_illegal
from games.garden_of_eden.state import Cast, State
from games.ruleset import Phase

_BASKET = "Send your basket: 2 to 5 apples, each Gold or Silver, in the order in which you want to harvest them."
_THIRTY_MILLION = 30_000_000
_TRANSFERS = (
    "The accounts are open. `transfer 30m` and a name pays from your account to that player's: whole yen, at most "
    "your balance. A transfer is made at once, and is final."
)


def phase(state: State) -> Phase:
    terms, rounds = state.terms, state.terms.rounds
    playing = state.active
    if state.stage == "basket":
        examples = ("basket gold silver gold", "basket ssgs")
        return Phase("basket", "The Basket Period", _BASKET, examples, _acting(state), playing, terms.basket_hours)
    if state.stage == "round":
        name, title = f"round {state.round}", f"Round {state.round} of {rounds}"
        return Phase(name, title, _ask(state), _examples(state), _acting(state), playing, terms.round_hours)
    if state.stage == "transfers":
        everyone = tuple(range(len(state.seats)))
        return Phase("transfers", "The Transfer Period", _TRANSFERS, (), everyone, playing, terms.transfer_hours)
    return Phase("over", "The game has ended", "Nothing more to send.", (), (), playing, 0)


def examples(state: State, seat: int) -> tuple[str, ...]:
    """What this player could send now: legal as things stand, since that may be told here."""
    held = state.seats[seat]
    if state.stage == "transfers":
        return _transfer(state, seat)
    if not held.may_act or state.stage == "over":
        return ()
    return phase(state).examples if state.stage == "basket" else _casts(state, seat)


def _casts(state: State, seat: int) -> tuple[str, ...]:
    """Every apple that is open, and Void, in as few casts as show them."""
    held = state.seats[seat]
    other = next(s for s in state.active if s != seat)
    shown = (
        Cast("gold"),
        Cast("silver", pink=True),
        Cast("gold", special="white"),
        Cast("silver", pink=True, special="black"),
        Cast("red"),
    )
    legal = [cast.text for cast in shown if why_illegal(held, cast, state.red_closed) is None]
    return (*legal, f"void {marks.written(other)}")


def _transfer(state: State, seat: int) -> tuple[str, ...]:
    balance = state.seats[seat].yen
    amount = "30m" if balance >= _THIRTY_MILLION else str(balance)
    return (f"transfer {amount} {marks.written(1 if seat == 0 else 0)}",) if balance > 0 else ()


def _acting(state: State) -> tuple[int, ...]:
    """Who is in, less whom the host removed in this turn (C2, C6)."""
    return tuple(s for s in state.active if state.seats[s].may_act) if state.removed else state.active


def _ask(state: State) -> str:
    colours = "`gold` or `silver`" if state.red_closed else "`gold`, `silver` or `red`"
    return (
        f"Send your cast: {colours}; behind Gold or Silver perhaps `pink`, and `white` or `black` where they are "
        "open to you; and `void` with names, if you like."
    )


def _examples(state: State) -> tuple[str, ...]:
    """Black is open to everybody, and Pink beside it is free: legal whatever is held."""
    return ("gold", "silver black pink", "void none") if state.red_closed else ("gold", "silver black pink", "red")
