"""What is open now, as everybody may know it: from public facts and the options alone."""

from __future__ import annotations

from typing import Final

from games import marks
from games.ghost_ladder.reasons import submissions
from games.ghost_ladder.state import Ballot, State
from games.ruleset import Phase


def phase(state: State) -> Phase:
    playing = tuple(seat for seat, held in enumerate(state.seats) if not held.out)
    if state.phase == "round":
        return _round(state, playing)
    if state.ballot is not None:
        return _ballot(state, state.ballot, playing)
    return Phase("over", "The match is over", "Nothing more can be sent.", (), (), playing, 0)


def _round(state: State, playing: tuple[int, ...]) -> Phase:
    terms = state.terms
    ask = (
        f"Send a whole number: the Height you spend, out of what is left of your {terms.height}. "
        f"Each garnet you add lifts your rung by {terms.garnet_boost}."
    )
    title = f"Round {state.round} of {terms.rounds}"
    return Phase(f"round {state.round}", title, ask, submissions(terms), playing, playing, terms.round_hours)


def _ballot(state: State, ballot: Ballot, playing: tuple[int, ...]) -> Phase:
    title, verb, ask = _BALLOT[state.phase]
    # Two of the tied, so that the examples point at nobody in particular.
    examples = tuple(f"{verb} {marks.written(seat)}" for seat in ballot.among[:2])
    acting = tuple(seat for seat in ballot.asked if state.asks(seat))
    return Phase(state.phase, title, ask, examples, acting, playing, state.terms.vote_hours)


_BALLOT: Final = {
    "choice": (
        "The winner's choice",
        "choose",
        "The winner names who of those tied for second place gets the other Token of Life.",
    ),
    "vote": (
        "The vote",
        "vote",
        "Those who won a Token of Life name who of those with the fewest points becomes the Elimination Candidate.",
    ),
}


def waiting(state: State) -> tuple[int, ...]:
    """The seats that may act and have nothing on file."""
    if state.phase == "round":
        return tuple(seat for seat, held in enumerate(state.seats) if not held.out and held.submission is None)
    if state.ballot is None:
        return ()
    ballot = state.ballot
    return tuple(seat for seat in ballot.asked if state.asks(seat) and ballot.picked(seat) is None)
