"""Why a message is refused or cannot be read, in words for its sender (C1, C2, GL5, GL9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games import marks
from games.ghost_ladder.messages import Order, Status, Verb
from games.ghost_ladder.state import Ballot, Check, Seat, State, Terms
from games.ghost_ladder.whispers import garnets

_MOST_NAMES = 20
"""So many names are repeated in a refusal; the notice that opened the choice or vote has them all."""


class Refused(Exception):
    """A message was read, and cannot be taken; the argument is the reason."""


NOTHING_SUBMITTED: Final = "There is no submission of yours on file, so there is nothing to withdraw."
NOTHING_PICKED: Final = "You have named nobody, so there is nothing to withdraw."
ASKED_ALREADY: Final[dict[Check, str]] = {
    "rank": "A rank check can be asked for once in a round, and yours is on file.",
    "score": "A score check can be asked for once in a round, and yours is on file.",
}
NOT_ASKED: Final[dict[Check, str]] = {
    "rank": "You have asked for no rank check in this round, so there is nothing to cancel.",
    "score": "You have asked for no score check in this round, so there is nothing to cancel.",
}


def refused(reason: Refused) -> str:
    return f"{reason}\nNothing was changed."


def forbid_if_out(state: State, seat: int, orders: Sequence[Order]) -> None:
    """C2: a player who is out may only ask for `status`."""
    if state.seats[seat].out and not all(isinstance(order, Status) for order in orders):
        raise Refused("You are out of this match; you can still ask for `status`.")


def need_round(state: State) -> None:
    if state.phase == "over":
        raise Refused("The match is over.")
    if state.phase != "round":
        raise Refused("The last round is closed, so nothing can be submitted, asked for or cancelled any more.")


def need_ballot(state: State, seat: int, verb: Verb) -> Ballot:
    """The open choice or vote, if it is this seat's to make."""
    if state.phase == "over":
        raise Refused("The match is over.")
    if state.ballot is None or (verb == "choose") != (state.phase == "choice"):
        raise Refused("There is no choice to make now." if verb == "choose" else "There is no vote now.")
    if not state.asks(seat):
        raise Refused(_NOT_YOURS[verb])
    return state.ballot


_NOT_YOURS: Final[dict[Verb, str]] = {
    "choose": "The choice is the winner's alone.",
    "vote": "Only those who won a Token of Life in this match have a vote.",
}


def last_round(number: int) -> str:
    return f"Round {number} is the last one: its close brings the final scoreboard, so there are no checks in it."


def no_rank_left(terms: Terms) -> str:
    if not terms.rank_checks:
        return "There are no rank checks in this match."
    return f"You have no rank check left; there are {terms.rank_checks} in a match."


def too_dear(held: Seat, terms: Terms) -> str:
    return f"Your next score check costs {garnets(held.score_price(terms))}, and you hold {garnets(held.garnets)}."


def unknown_name(word: str) -> str:
    return (
        f"Nobody in this match is called “{marks.said(word)}”. A name that is a word of the game, or has a blank or a "
        'comma, stands in double quotes: `vote "Mary Ann"`. A seat number will do, too: `vote #2`.'
    )


def not_among(whom: int, ballot: Ballot) -> str:
    return f"{marks.name(whom)} is not among the tied: {_some_names(ballot.among)}."


def _some_names(seats: Sequence[int]) -> str:
    if len(seats) <= _MOST_NAMES:
        return marks.names(seats)
    return ", ".join(marks.name(seat) for seat in seats[:_MOST_NAMES]) + f" and {len(seats) - _MOST_NAMES} more"


def not_understood(state: State, seat: int, part: str) -> str:
    """What could not be read, and how to write what can be sent now."""
    if state.seats[seat].out:
        return "You are out of this match; you can still ask for `status`."
    seen = any(c.isprintable() and not c.isspace() for c in part)
    unread = f"I cannot read “{marks.said(part)}”" if seen else "I found nothing to read in that"
    return f"{unread}, so nothing was changed.\n{how_to_write(state, seat)}"


def how_to_write(state: State, seat: int) -> str:
    if state.phase == "round":
        return _how_to_submit(state)
    if state.ballot is not None and state.asks(seat):
        verb = "choose" if state.phase == "choice" else "vote"
        return f"Name one of the tied, like this: `{verb} {marks.written(state.ballot.among[0])}`."
    return "`status` tells where you stand."


def _how_to_submit(state: State) -> str:
    plain, boosted = submissions(state.terms)
    return (
        f"Write your Height in digits, with or without garnets: `{plain}`, or `{boosted}`. {_checks(state)}"
        f"To ask before you submit: `check {plain}`."
    )


def _checks(state: State) -> str:
    """Those that there are in this round, whoever asks (GL9)."""
    if state.last_round:
        return ""
    return "Checks: `rank`, `score`. " if state.terms.rank_checks else "Check: `score`. "


def submissions(terms: Terms) -> tuple[str, str]:
    """Two examples that are legal under the options, chosen without a look at what anybody holds."""
    height = min(12, terms.height)
    return str(height), f"{height} +1g"
