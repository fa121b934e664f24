"""What each order does to the state, or why it may not be given now (C1, C2)."""

from __future__ import annotations

from dataclasses import replace

from games.garden_of_eden import numbers, reasons
from games.garden_of_eden.casts import put, why_illegal
from games.garden_of_eden.messages import Basket, Extend, Inquire, Order, Play, Status, Transfer, Withdraw
from games.garden_of_eden.reasons import Refused
from games.garden_of_eden.state import State

LEAST_APPLES, MOST_APPLES = 2, 5


def apply(state: State, seat: int, order: Order) -> State:
    """The state after one order; raises Refused with the reason. A question changes nothing."""
    if isinstance(order, Status):
        return state
    _may_send(state, seat, order)
    if isinstance(order, Inquire):
        _all_known(state, order)
        return state
    if isinstance(order, Basket):
        return _basket(state, seat, order)
    if isinstance(order, Play):
        return _play(state, seat, order)
    if isinstance(order, Extend):
        return _extend(state, seat)
    if isinstance(order, Transfer):
        return _transfer(state, seat, order)
    return _withdraw(state, seat, order)


def refusal(state: State, seat: int, order: Order) -> str | None:
    """Why this order would be refused, as a sentence; None where it would be taken."""
    try:
        apply(state, seat, order)
    except Refused as refused:
        return str(refused)
    return None


def _may_send(state: State, seat: int, order: Order) -> None:
    """C2: who is out may ask for the status, and take part in the transfers; a question is never late (C8)."""
    transfers = state.stage == "transfers"
    about = order.about if isinstance(order, Inquire) else order
    if not state.seats[seat].may_act and not (transfers and isinstance(about, Transfer)):
        raise Refused(
            reasons.OVER if state.stage == "over" else reasons.OUT_BUT_TRANSFERS if transfers else reasons.OUT
        )
    if state.stage == "over" and not isinstance(order, Inquire):
        raise Refused(reasons.OVER)


def _all_known(state: State, order: Inquire) -> None:
    """A question about somebody who is not at the table cannot be answered."""
    about = order.about
    named = (about.void or ()) if isinstance(about, Play) else (about.to,) if isinstance(about, Transfer) else ()
    for seat in named:
        if seat >= len(state.seats):
            raise Refused(reasons.no_such_player(f"#{seat + 1}"))


def _basket(state: State, seat: int, order: Basket) -> State:
    """GE2."""
    if state.stage != "basket":
        raise Refused(reasons.BASKET_FIXED)
    if not LEAST_APPLES <= len(order.apples) <= MOST_APPLES:
        raise Refused(reasons.basket_size(len(order.apples)))
    return put(state, seat, replace(state.seats[seat], basket=order.apples))


def _play(state: State, seat: int, order: Play) -> State:
    """GE3 and GE9: an illegal cast is refused at once, and what was on file stays."""
    if state.stage != "round":
        raise Refused(reasons.BASKET_FIRST if state.stage == "basket" else reasons.CASTING_OVER)
    held = state.seats[seat]
    if order.cast is not None:
        if why := why_illegal(held, order.cast, state.red_closed):
            raise Refused(why)
        held = replace(held, cast=order.cast)
    if order.void is not None:
        for target in order.void:
            _may_be_named(state, seat, target)
        held = replace(held, void=order.void)
    return put(state, seat, held)


def _may_be_named(state: State, seat: int, target: int) -> None:
    """GE9: other active players. One whom the host removed is named in vain, and nobody learns of it before time."""
    if target >= len(state.seats):
        raise Refused(reasons.no_such_player(f"#{target + 1}"))
    if target == seat:
        raise Refused(reasons.VOID_SELF)
    if not state.seats[target].active:
        raise Refused(reasons.out_already(target))


def _extend(state: State, seat: int) -> State:
    """GE15: a period is used at once and cannot be taken back."""
    if state.stage == "transfers":
        raise Refused(reasons.NO_TIME_BANK_NOW)
    held = state.seats[seat]
    if held.periods < 1:
        raise Refused(reasons.NO_PERIODS)
    return put(state, seat, replace(held, periods=held.periods - 1))


def _transfer(state: State, seat: int, order: Transfer) -> State:
    """GE21: at once and final."""
    if state.stage != "transfers":
        raise Refused(reasons.ACCOUNTS_LOCKED)
    if order.to >= len(state.seats):
        raise Refused(reasons.no_such_player(f"#{order.to + 1}"))
    if order.to == seat:
        raise Refused(reasons.TRANSFER_SELF)
    giver, taker = state.seats[seat], state.seats[order.to]
    if order.yen > giver.yen:
        raise Refused(reasons.more_than_balance(numbers.yen(giver.yen)))
    state = put(state, seat, replace(giver, yen=giver.yen - order.yen))
    return put(state, order.to, replace(taker, yen=taker.yen + order.yen))


def _withdraw(state: State, seat: int, order: Withdraw) -> State:
    """GE3: a cast can be replaced, not withdrawn; a basket likewise."""
    held = state.seats[seat]
    on_file = held.basket if state.stage == "basket" else held.cast or held.void
    raise Refused(reasons.NOT_WITHDRAWN if on_file else reasons.NOTHING_TO_WITHDRAW)
