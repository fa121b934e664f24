"""How a game ends (GE16, GE18) and what is paid for it (GE20)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.garden_of_eden.state import How, State
from games.row import Row


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended, and the winners in seat order."""

    how: How
    winners: tuple[int, ...]


def ending(state: State, white: int | None) -> Ending | None:
    """(9) of GE7 in GE18's order, after a round that was scored; None while the game goes on.

    `white` is the seat that wins by a lone White, if any.
    """
    if white is not None:
        return Ending("white", (white,))
    if len(state.active) <= 2:
        return few_left(state)
    return Ending("rounds", best(state)) if state.round >= state.terms.rounds else None


def few_left(state: State) -> Ending:
    """The end with two active players, one, or none."""
    if not state.active:
        return Ending("none_left", ())
    return Ending("two_left" if len(state.active) == 2 else "one_left", best(state))


def best(state: State) -> tuple[int, ...]:
    """The active players with the most points; among equals the most yen, before any prize; else all of them."""
    ranks = {s: (state.seats[s].halves, state.seats[s].yen) for s in state.active}
    most = max(ranks.values())
    return tuple(s for s, rank in ranks.items() if rank == most)


def concluded(state: State, end: Ending) -> State:
    """The state with everything paid that the end is worth (GE20), and everybody's place by points, where points become
    public (GE19)."""
    after = _paid(state, end)
    if end.how == "all_red":
        return after
    better: dict[int, int] = {}
    for place, halves in enumerate(sorted((seat.halves for seat in after.seats), reverse=True), start=1):
        better.setdefault(halves, place)
    return replace(after, seats=Row(replace(seat, place=better[seat.halves]) for seat in after.seats))


def _paid(state: State, end: Ending) -> State:
    if end.how == "all_red":
        return _changed(state, dict.fromkeys(end.winners, state.terms.all_red_award))
    won = frozenset(end.winners)
    losers = tuple(s for s in range(len(state.seats)) if s not in won)
    if not losers or not end.winners:
        return state
    pot = state.terms.prize * (len(losers) if state.terms.prize_from_each_loser else 1)
    bonus = state.terms.lone_apple_bonus if end.how == "lone_apple" else 0
    costs = {s: -share for s, share in shares(pot, losers).items()}
    return _changed(state, costs | shares(pot + bonus, end.winners))


def shares(yen: int, seats: tuple[int, ...]) -> dict[int, int]:
    """`yen` in equal shares, the odd ones from or to the first seats."""
    share, odd = divmod(yen, len(seats))
    return {s: share + (i < odd) for i, s in enumerate(seats)}


def _changed(state: State, yen: dict[int, int]) -> State:
    prizes = ((seat, yen.get(s, 0)) for s, seat in enumerate(state.seats))
    return replace(state, seats=Row(replace(seat, yen=seat.yen + prize, prize=prize) for seat, prize in prizes))
