"""How a match ends: tokens, the winner's choice, the Elimination Candidate (GL10 to GL14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.ghost_ladder import ladder, whispers, words
from games.ghost_ladder.state import Ballot, Seat, State, Terms
from games.marks import name
from games.ruleset import Draw, NewPhase, Notice, Over, Step

How = Literal["points", "vote", "garnets", "draw"]
Tokens = tuple[tuple[int, int], ...]

_MOST_FIRST = 4
"""So many can be tied for first and still win tokens (GL11)."""


@dataclass(frozen=True, slots=True)
class Won:
    """Who won how many tokens, and who of `tied` is still to get one from `winner` (GL11, GL12)."""

    tokens: Tokens
    winner: int | None = None
    tied: tuple[int, ...] = ()


def award(seat: Seat, terms: Terms) -> Seat:
    """Garnets for points (GL10)."""
    return replace(seat, garnets=seat.garnets + max(seat.points, 0) // terms.points_per_garnet)


def won(points: Sequence[int], terms: Terms) -> Won:
    """The tokens by the final points (GL11)."""
    best, *rest = ladder.ranks(points)
    first = ladder.holders(points, best)
    if len(first) > 1:
        return Won(tuple((seat, 1) for seat in first) if len(first) <= _MOST_FIRST else ())
    second = ladder.holders(points, rest[0])
    if len(second) == 1:
        return Won(tuple(sorted([(first[0], 2), (second[0], 1)])))
    return Won(((first[0], 2 if terms.tied_second_winner_keeps_two else 1),), first[0], second)


def begin(state: State, draw: Draw) -> Step[State]:
    """After the last round: the final scoreboard, then the tokens, or the choice that they need (GL11, GL14)."""
    points = [seat.points for seat in state.seats]
    result = won(points, state.terms)
    board = [[name(seat), held] for seat, held in ladder.scoreboard(points)]
    final = words.notice("final", {"scoreboard": board})
    if result.winner is None:
        return _then(final, _bestow(state, result.tokens, draw))
    return _then(final, _ask(replace(state, phase="choice", ballot=Ballot((result.winner,), result.tied))))


def close_choice(state: State, draw: Draw) -> Step[State]:
    """The chosen one, or one drawn among the tied, gets the other token (GL12)."""
    ballot = _open_ballot(state)
    (winner,), picked = ballot.asked, ballot.picked(ballot.asked[0])
    chosen = picked if picked is not None else _drawn("second token", ballot.among, draw)
    own = 2 if state.terms.tied_second_winner_keeps_two else 1
    step = _bestow(state, tuple(sorted([(winner, own), (chosen, 1)])), draw)
    return _record(step, {"chosen": name(chosen), "drawn": picked is None})


def close_vote(state: State, draw: Draw) -> Step[State]:
    """The Elimination Candidate by vote (GL13)."""
    ballot = _open_ballot(state)
    step = _end(state, *_voted(ballot, [seat.garnets for seat in state.seats], draw))
    return _record(step, {"votes": {name(voter): name(whom) for voter, whom in ballot.picks}})


def _bestow(state: State, tokens: Tokens, draw: Draw) -> Step[State]:
    """The tokens become public, and with them the candidate, unless a vote is needed (GL13, GL14)."""
    shown = {name(seat): number for seat, number in tokens}
    notice = words.notice("tokens", {"tokens": shown, "void": not tokens})
    state = replace(state, tokens=tokens, ballot=None)
    points = [seat.points for seat in state.seats]
    lowest = ladder.holders(points, min(points))
    if len(lowest) == 1:
        return _then(notice, _end(state, lowest[0], "points"))
    if not tokens:
        return _then(notice, _end(state, _drawn("candidate", lowest, draw), "draw"))
    voters = tuple(seat for seat, _ in tokens)
    return _then(notice, _ask(replace(state, phase="vote", ballot=Ballot(voters, lowest))))


def _voted(ballot: Ballot, garnets: Sequence[int], draw: Draw) -> tuple[int, How]:
    """Most votes, then the voters' garnets, then chance (GL13)."""
    votes, weight = Counter[int](), Counter[int]()
    for voter, whom in ballot.picks:
        votes[whom] += 1
        weight[whom] += garnets[voter]
    if not votes:
        return _drawn("candidate", ballot.among, draw), "draw"
    equal = _largest(votes, sorted(votes))
    if len(equal) == 1:
        return equal[0], "vote"
    equal = _largest(weight, equal)
    if len(equal) == 1:
        return equal[0], "garnets"
    return _drawn("candidate", equal, draw), "draw"


def _largest(counts: Mapping[int, int], seats: Sequence[int]) -> list[int]:
    """Those of `seats` with the largest count."""
    most = max(counts[seat] for seat in seats)
    return [seat for seat in seats if counts[seat] == most]


def _drawn(purpose: str, seats: Sequence[int], draw: Draw) -> int:
    return seats[draw(purpose, len(seats))]


def _ask(state: State) -> Step[State]:
    """A choice or a vote opens. It takes its time even if those asked are out, so that it tells nothing of them."""
    return Step(state, whispers.asked(state), NewPhase(state.terms.vote_hours))


def _end(state: State, candidate: int, how: How) -> Step[State]:
    notice = words.notice("candidate", {"player": name(candidate), "how": how})
    return Step(replace(state, phase="over", ballot=None), (notice,), Over())


def _then(notice: Notice, step: Step[State]) -> Step[State]:
    """The notice, then what the step says."""
    return replace(step, notices=(notice, *step.notices))


def _record(step: Step[State], facts: dict[str, Any]) -> Step[State]:
    """With the host's notice behind all others."""
    return replace(step, notices=(*step.notices, whispers.to_host(facts)))


def _open_ballot(state: State) -> Ballot:
    assert state.ballot is not None, "a choice or vote has a ballot"
    return state.ballot
