"""Taking: what each order does to the state, and what its sender is told (C1, C2, GL4, GL9, GL12, GL13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.ghost_ladder import reasons, whispers
from games.ghost_ladder.messages import Ask, Cancel, Inquire, NotUnderstood, Order, Pick, Status, Submit, Withdraw, read
from games.ghost_ladder.reasons import Refused
from games.ghost_ladder.state import Check, Seat, State, Submission
from games.ruleset import Reply, Step

_MOST_SAID: Final = 10
"""Orders of one message that are answered one by one."""


def take(state: State, seat: int, text: str) -> Step[State]:
    """The whole message, or nothing of it (C1)."""
    try:
        orders = read(text)
        reasons.forbid_if_out(state, seat, orders)
        after, said = state, []
        for order in orders:
            after, line = _obey(after, seat, order)
            said.append(line)
    except NotUnderstood as fault:
        return Step(state, reply=Reply(False, reasons.not_understood(state, seat, str(fault))))
    except Refused as refusal:
        return Step(state, reply=Reply(False, reasons.refused(refusal)))
    return Step(after, reply=Reply(True, _reply(said)))


def foreseen(state: State, seat: int, text: str) -> bool:
    """A submission is stored as written, legal or not (GL4), and who chooses or votes among whom is public. Anything
    else depends on what is held or on file."""
    try:
        orders = read(text)
        reasons.forbid_if_out(state, seat, orders)
        for order in orders:
            state, _ = _obey(state, seat, order)
    except (NotUnderstood, Refused):
        return False
    return all(isinstance(order, Submit | Pick) for order in orders)


def _reply(said: list[str]) -> str:
    """The last order stands; of very many in one message, the first ones are counted only."""
    before = len(said) - _MOST_SAID
    return "\n".join(said if before <= 0 else [f"Before these I took {before:,} more, in order.", *said[-_MOST_SAID:]])


def _obey(state: State, seat: int, order: Order) -> tuple[State, str]:
    match order:
        case Status():
            return state, whispers.status(state, seat)
        case Inquire(about):
            return state, whispers.status(state, seat) if about is None else whispers.inquiry(state, seat, about)
        case Submit(submission):
            return _submit(state, seat, submission)
        case Ask(check):
            return _ask(state, seat, check)
        case Cancel(check):
            return _cancel(state, seat, check)
        case Pick():
            return _pick(state, seat, order)
        case Withdraw():
            return _withdraw_submission(state, seat) if state.ballot is None else _withdraw_pick(state, seat)


def _submit(state: State, seat: int, submission: Submission) -> tuple[State, str]:
    """Stored as written. Neither the state nor what is held has a say in the reply (GL4)."""
    reasons.need_round(state)
    held = replace(state.seats[seat], submission=submission)
    return state.put(seat, held), whispers.submitted(state.round, submission)


def _withdraw_submission(state: State, seat: int) -> tuple[State, str]:
    """The checks stay."""
    reasons.need_round(state)
    if state.seats[seat].submission is None:
        raise Refused(reasons.NOTHING_SUBMITTED)
    return state.put(seat, replace(state.seats[seat], submission=None)), whispers.withdrawn(state.round)


def _ask(state: State, seat: int, check: Check) -> tuple[State, str]:
    """GL9: one of each a round, none in the last one."""
    reasons.need_round(state)
    if state.last_round:
        raise Refused(reasons.last_round(state.round))
    after = (_ask_rank if check == "rank" else _ask_score)(state, state.seats[seat])
    return state.put(seat, after), whispers.asked_for(state, seat, check)


def _ask_rank(state: State, held: Seat) -> Seat:
    if held.rank_asked:
        raise Refused(reasons.ASKED_ALREADY["rank"])
    if held.ranks_used >= state.terms.rank_checks:
        raise Refused(reasons.no_rank_left(state.terms))
    return replace(held, rank_asked=True)


def _ask_score(state: State, held: Seat) -> Seat:
    if held.score_asked:
        raise Refused(reasons.ASKED_ALREADY["score"])
    if held.garnets < held.score_price(state.terms):
        raise Refused(reasons.too_dear(held, state.terms))
    return replace(held, score_asked=True)


def _cancel(state: State, seat: int, check: Check) -> tuple[State, str]:
    """Set-aside garnets return, the use is not counted (GL9)."""
    reasons.need_round(state)
    held = state.seats[seat]
    if not (held.rank_asked if check == "rank" else held.score_asked):
        raise Refused(reasons.NOT_ASKED[check])
    after = replace(held, rank_asked=False) if check == "rank" else replace(held, score_asked=False)
    return state.put(seat, after), whispers.cancelled(check, held, state.terms)


def _pick(state: State, seat: int, order: Pick) -> tuple[State, str]:
    """GL12, GL13: one of the tied, by one who is asked."""
    ballot = reasons.need_ballot(state, seat, order.verb)
    if order.whom is None or order.whom >= len(state.seats):
        raise Refused(reasons.unknown_name(order.word))
    if order.whom not in ballot.among:
        raise Refused(reasons.not_among(order.whom, ballot))
    return replace(state, ballot=ballot.pick(seat, order.whom)), whispers.picked(order.verb, order.whom)


def _withdraw_pick(state: State, seat: int) -> tuple[State, str]:
    if state.ballot is None or state.ballot.picked(seat) is None:
        raise Refused(reasons.NOTHING_PICKED)
    return replace(state, ballot=state.ballot.pick(seat, None)), whispers.unpicked(state.phase)
