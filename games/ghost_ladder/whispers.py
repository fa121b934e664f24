"""Private words: to one seat, or to the hosts. Nothing here may be shown to anybody else (L1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games import marks
from games.ghost_ladder.messages import Verb
from games.ghost_ladder.state import Check, Fault, Name, Seat, State, Submission, Terms
from games.ruleset import HOST, Notice


def garnets(number: int) -> str:
    """`1 garnet`, `4 garnets`."""
    return f"{number} garnet{'' if number == 1 else 's'}"


def points(number: int) -> str:
    """`1 point`, `-2 points`."""
    return f"{number} point{'' if number == 1 else 's'}"


# --- replies to orders ----------------------------------------------------------------------------------------------


def submitted(number: int, submission: Submission) -> str:
    """The one fixed form (GL4): of the submission and the round's number alone."""
    return (
        f"On file for round {number}: **{marks.said(str(submission))}**. "
        "The last one before the deadline counts; `check` tells how it stands."
    )


def nothing_submitted(number: int) -> str:
    return f"On file for round {number}: **nothing**, which is 0."


def withdrawn(number: int) -> str:
    return f"Your submission for round {number} is withdrawn. With nothing on file at the deadline, it is 0."


def asked_for(state: State, seat: int, check: Check) -> str:
    when = f"the answer comes when round {state.round + 1} opens"
    if check == "rank":
        left = state.terms.rank_checks - state.seats[seat].ranks_used - 1
        return f"Rank check: {when}. {left or 'None'} left after this one. `cancel rank` takes it back."
    price = garnets(state.seats[seat].score_price(state.terms))
    return f"Score check: {when}. {price} set aside for it. `cancel score` takes it back."


def cancelled(check: Check, held: Seat, terms: Terms) -> str:
    if check == "rank":
        return "Your rank check is taken back, and not counted."
    return f"Your score check is taken back, and not counted. {garnets(held.score_price(terms))} no longer set aside."


def picked(verb: Verb, whom: int) -> str:
    return f"Your {_PICK[verb]} is on file: **{marks.name(whom)}**. You can change or `withdraw` it until the deadline."


_PICK: Final[dict[Verb, str]] = {"choose": "choice", "vote": "vote"}


def pick_on_file(phase: Name, whom: int | None) -> str:
    return f"Your {phase} on file: **{'nobody yet' if whom is None else marks.name(whom)}**"


def unpicked(phase: Name) -> str:
    return f"Your {phase} is withdrawn."


# --- notices to a seat ----------------------------------------------------------------------------------------------


def rank(seat: int, place: int, number: int) -> Notice:
    """The answer to a rank check after round `number` (GL9)."""
    text = f"Your rank check: after round {number} you are number **{place}** on the scoreboard."
    return Notice(seat, "rank", {"rank": place}, text)


def score(seat: int, held: int, number: int) -> Notice:
    """The answer to a score check after round `number` (GL9)."""
    text = f"Your score check: after round {number} you have **{held}** point{'' if held == 1 else 's'}."
    return Notice(seat, "score", {"points": held}, text)


def asked(state: State) -> tuple[Notice, ...]:
    """To those whom a choice or vote that opens asks, but for those who are out (C2)."""
    assert state.ballot is not None
    among = [marks.name(seat) for seat in state.ballot.among]
    kind = "choice" if state.phase == "choice" else "vote"
    text = (_choice if kind == "choice" else _vote)(state)
    return tuple(Notice(seat, kind, {"among": among}, text) for seat in state.ballot.asked if state.asks(seat))


def _choice(state: State) -> str:
    """GL12."""
    return (
        "You stand first, alone. Second place is shared, and one more Token of Life is yours to bestow on "
        f"one of {_tied(state)}.\n▶ Send `choose {_example(state)}`, for example. You can change or `withdraw` it "
        "until the deadline; without a choice by then, the lot decides."
    )


def _vote(state: State) -> str:
    """GL13."""
    return (
        f"You won a Token of Life, so you have a vote. {_tied(state)} share the fewest points: one of them "
        f"becomes the Elimination Candidate.\n▶ Send `vote {_example(state)}`, for example. You can change or "
        "`withdraw` it until the deadline. Most votes decide, then the garnets of those who cast them, then the lot; "
        "so does the lot if nobody votes. Votes stay secret."
    )


def _tied(state: State) -> str:
    return marks.names(state.ballot.among) if state.ballot else ""


def _example(state: State) -> str:
    return marks.written(state.ballot.among[0]) if state.ballot else ""


def correction(seat: int, deltas: Mapping[str, int]) -> Notice:
    """What was corrected, and nothing about legality (C4)."""
    changes = ", ".join(f"{_HELD[key]} {amount:+}" for key, amount in deltas.items())
    return Notice(seat, "correction", dict(deltas), f"The host has corrected what you hold: **{changes}**.")


_HELD: Final = {"garnets": "garnets", "height": "Height", "points": "points"}

# --- what a seat may ask --------------------------------------------------------------------------------------------


def status(state: State, seat: int) -> str:
    """All that the seat may know of itself, truthfully and in any phase (GL4)."""
    return "\n".join([*_standing(state, seat), *_holdings(state, seat)])


def _standing(state: State, seat: int) -> Iterator[str]:
    held = state.seats[seat]
    if held.out:
        yield "**You are out of this match.** Your seat stays, and submits 0."
    if state.phase == "round":
        if not held.out:
            yield _on_file(state, held)
    else:
        yield from _after_the_rounds(state, seat)


def _on_file(state: State, held: Seat) -> str:
    if held.submission is None:
        return nothing_submitted(state.round)
    verdict = _verdict(held.submission, held, state.terms)
    return f"On file for round {state.round}: **{marks.said(str(held.submission))}**, {verdict}"


def inquiry(state: State, seat: int, about: Submission) -> str:
    """`check 18 +2g`: about a submission, without making it (GL4)."""
    written = f"**{marks.said(str(about))}**"
    if state.phase != "round":
        return f"{written} cannot be submitted: no round is open."
    return f"{written}, not submitted by this: {_verdict(about, state.seats[seat], state.terms)}"


def _verdict(submission: Submission, held: Seat, terms: Terms) -> str:
    faults = held.faults(submission, terms)
    if not faults:
        rung = int(submission.whole) + terms.garnet_boost * int(submission.garnets or "0")
        return f"legal as things stand: rung {rung}." if rung else "legal as things stand; 0 makes no rung."
    reasons = " and ".join(_fault(fault, held, terms) for fault in faults)
    return f"not legal as things stand, so it would count as 0: {reasons}."


def _fault(fault: Fault, held: Seat, terms: Terms) -> str:
    match fault:
        case "sign":
            return "a Height is written without a sign"
        case "fraction":
            return "a Height is a whole number"
        case "height":
            return f"you have {held.height} Height left"
        case "garnets":
            return f"you have {garnets(held.free_garnets(terms))} free for it"


def _holdings(state: State, seat: int) -> Iterator[str]:
    held, terms = state.seats[seat], state.terms
    yield f"- Height left: {held.height}"
    aside = held.set_aside(terms)
    yield f"- Garnets: {held.garnets}" + (f", {aside} of them set aside for your score check" if aside else "")
    if state.phase == "round" and not held.out and not state.last_round:
        yield _rank_checks(held, terms)
        yield _score_check(held, terms)


def _rank_checks(held: Seat, terms: Terms) -> str:
    left = terms.rank_checks - held.ranks_used - held.rank_asked
    return f"- Rank check: {'asked for' if held.rank_asked else 'not asked for'} in this round; {left} left"


def _score_check(held: Seat, terms: Terms) -> str:
    if held.score_asked:
        return f"- Score check: asked for in this round, for {garnets(held.score_price(terms))}"
    return f"- Score check: not asked for in this round; the next one costs {garnets(held.score_price(terms))}"


def _after_the_rounds(state: State, seat: int) -> Iterator[str]:
    """The final points are public by now."""
    yield {
        "choice": "The rounds are over; the winner's choice is open.",
        "vote": "The rounds are over; the vote is open.",
        "over": "The match is over.",
    }[state.phase]
    if state.ballot is not None and state.asks(seat):
        whom = state.ballot.picked(seat)
        yield pick_on_file(state.phase, whom)
    yield f"- Points: {state.seats[seat].points}"
    if state.phase != "choice":
        yield f"- Tokens of Life: {dict(state.tokens).get(seat, 0)}"


# --- to the hosts ---------------------------------------------------------------------------------------------------


def to_host(facts: Mapping[str, Any]) -> Notice:
    """A turn's secrets, for a host who looks (RECORD.md, `host`)."""
    return Notice(HOST, "host", dict(facts), "\n".join(f"- {key}: {_plainly(value)}" for key, value in facts.items()))


def _plainly(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {entry}" for key, entry in value.items()) or "none"
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def look(state: State) -> str:
    """What every seat holds and has on file, a line each."""
    return "\n".join(_looked_at(state, seat) for seat in range(len(state.seats)))


def _looked_at(state: State, seat: int) -> str:
    held = state.seats[seat]
    shown = [points(held.points), f"Height {held.height}", garnets(held.garnets)]
    if held.out:
        shown.append("out")
    if held.submission is not None:
        shown.append(_on_file(state, held))
    shown += [f"{check} check asked for" for check in ("rank", "score") if getattr(held, f"{check}_asked")]
    if state.ballot is not None and (whom := state.ballot.picked(seat)) is not None:
        shown.append(f"{state.phase}: {marks.name(whom)}")
    return f"- {marks.name(seat)}: " + ", ".join(shown)
