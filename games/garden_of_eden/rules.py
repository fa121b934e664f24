"""A turn closed: the steps of GE7, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.garden_of_eden import endgame, notices, scoring
from games.garden_of_eden.casts import WHITE_OPENS, is_ready
from games.garden_of_eden.endgame import Ending
from games.garden_of_eden.scoring import Apples, Casts, Parts, Stakes, Winning
from games.garden_of_eden.state import Reason, Stage, State, actives
from games.row import Row
from games.ruleset import Longer, NewPhase, Notice, Over, Step

TOO_FEW = 2
ELIMINATED_AT = -10  # half points: a score of -5

NOTHING: Mapping[str, Any] = {}
Told = tuple[Notice, ...]
Out = dict[int, Reason]


def close(state: State) -> Step[State]:
    """The deadline of the open phase has passed."""
    if state.stage == "over":
        raise ValueError("the match has ended: there is nothing to close")
    if state.stage == "transfers":
        after = _turned(state, "over")
        return Step(after, (notices.for_host(after, {}),), Over())
    left, told = drop_outs(state)  # (1)
    if len(left.active) <= TOO_FEW:
        return _end(left, told, endgame.few_left(left))  # GE16: the casts are not scored
    if silent(left):
        return extension(left, told)
    if left.stage == "basket":
        return _next_round(left, told)
    return judge(left, told)


def judge(state: State, told: Told) -> Step[State]:
    """A round for which every active player has a legal cast on file."""
    casts = {s: cast for s in state.active if (cast := state.seats[s].cast)}
    apples = Apples.of(casts)
    if apples.red == len(casts):
        return all_red(state, told, casts)  # (2)
    if apples.gold + apples.silver == 1:
        return lone_apple(state, told, casts)  # (3)
    voided = scoring.voided({s: state.seats[s].void for s in casts})
    pinks = counted_pinks(casts, voided)
    winning = scoring.winning_colours(apples, pinks)  # (4)
    stakes = Stakes.of(casts, winning)
    parts = {
        s: scoring.parts(cast, state.seats[s], winning, stakes, state.terms) for s, cast in casts.items()
    }  # (5)-(7)
    scored = _scored(state, casts, winning, parts)
    out = eliminations(scored, casts, apples, winning, stakes.winner)  # (8)
    after = _without(scored, out)
    told = (*told, notices.round_closed(state.round, apples, winning.decided_by), *_went_out(out))
    facts = {**notices.casts(state, after), "counted_pinks": pinks, "voided": notices.named(voided)}
    ending = endgame.ending(after, stakes.winner)  # (9)
    after = endgame.concluded(after, ending) if ending else after
    private = tuple(notices.score(after, s, state, parts[s], ending is not None) for s in casts)
    if ending:
        return _over(after, told, ending, facts, private)
    return _next_round(after, told, facts, private)


# --- (1) inactivity, removals and time banks --------------------------------------------------------------------------


def drop_outs(state: State) -> tuple[State, Told]:
    """(1) Out: whom the host removed (C6), and who is inactive with no period left, which costs the fine (GE15)."""
    out: Out = {}
    for s in state.active:
        seat = state.seats[s]
        if seat.removed:
            out[s] = "host"
        elif not is_ready(state, seat) and seat.periods < 1:
            out[s] = "inactive"
    return _without(state, out), _went_out(out)


def silent(state: State) -> tuple[int, ...]:
    """The active players with nothing legal on file."""
    return tuple(s for s in state.active if state.seats[s].may_act and not is_ready(state, state.seats[s]))


def extension(state: State, told: Told) -> Step[State]:
    """(1) One extension, however many were inactive; each uses a period. What is on file stays on file (GE15)."""
    sleepers, seats, hours = silent(state), list(state.seats), state.terms.period_hours
    for s in sleepers:
        seats[s] = replace(seats[s], periods=seats[s].periods - 1)
    after = replace(state, seats=Row(seats))
    told = (*told, notices.time_bank(sleepers, hours), notices.for_host(after, {}))
    return Step(after, told, Longer(hours, on_request=False))


# --- (2) and (3) rounds that end the game without being scored --------------------------------------------------------


def all_red(state: State, told: Told, casts: Casts) -> Step[State]:
    """(2) Everybody still in wins, and the accounts open (GE20, GE21)."""
    ending = Ending("all_red", state.active)
    after = _turned(endgame.concluded(state, ending), "transfers")
    told = (*told, notices.round_closed(state.round, Apples.of(casts), None), notices.result(after, ending))
    told = (*told, notices.for_host(after, notices.casts(state, after)))
    return Step(after, told, NewPhase(state.terms.transfer_hours))


def lone_apple(state: State, told: Told, casts: Casts) -> Step[State]:
    """(3) The only Gold or Silver, the rest Red: that player wins."""
    winner = next(s for s, cast in casts.items() if cast.colour != "red")
    told = (*told, notices.round_closed(state.round, Apples.of(casts), None))
    return _end(state, told, Ending("lone_apple", (winner,)), notices.casts(state, state))


# --- (4) to (8) a round that is scored --------------------------------------------------------------------------------


def counted_pinks(casts: Casts, voided: tuple[int, ...]) -> int:
    """(4) The Pinks cast and not voided (GE9)."""
    return sum(cast.pink for cast in casts.values()) - sum(casts[s].pink for s in voided)


def _scored(state: State, casts: Casts, winning: Winning, parts: dict[int, Parts]) -> State:
    """All scores change at once, on what was held at the start of the round; casts and Void names end with it."""
    seats = list(state.seats)
    for s, cast in casts.items():
        seat = seats[s]
        seats[s] = replace(
            seat,
            halves=seat.halves + parts[s].total,
            harvested=scoring.harvest(seat, cast, winning)[0],
            pinks=seat.pinks - (cast.pink and cast.special != "black"),
            pink_before=cast.pink,
            black_before=cast.special == "black" and seat.halves < WHITE_OPENS,
            red_ever=seat.red_ever or cast.colour == "red",
        )
    return replace(state, seats=Row(seats))


def eliminations(state: State, casts: Casts, apples: Apples, winning: Winning, white: int | None) -> Out:
    """(8) Lone Red, losing Black, a score of -5 or less; each player once, by the first of them.

    `white` wins the game by White, and no score puts that player out: only a correction can have made it so low.
    """
    lone_red = [s for s, cast in casts.items() if cast.colour == "red"] if apples.red == 1 else []
    black = [s for s, cast in casts.items() if cast.special == "black" and cast.colour not in winning.colours]
    score = [s for s in casts if state.seats[s].halves <= ELIMINATED_AT and s != white]
    out: Out = dict.fromkeys(lone_red, "lone_red")
    out |= dict.fromkeys(black, "black")  # never the lone Red: Red is cast alone
    out |= {s: "score" for s in score if s not in out}
    return out


# --- what the steps share ---------------------------------------------------------------------------------------------


def _without(state: State, out: Out) -> State:
    """The players of `out` are out of the game, and nobody names them any more (GE9). Any reason but inactivity and
    removal closes Red (GE4, C6)."""
    if not out:
        return state
    seats = [replace(s, void=tuple(t for t in s.void if t not in out)) if s.void else s for s in state.seats]
    for s, reason in out.items():
        fine = state.terms.inactivity_fine if reason == "inactive" else 0
        seats[s] = replace(seats[s], out=reason, removed=False, yen=seats[s].yen - fine)
    closes = any(reason not in ("inactive", "host") for reason in out.values())
    return replace(state, seats=Row(seats), active=actives(seats), removed=0, red_closed=state.red_closed or closes)


def _went_out(out: Out) -> Told:
    return tuple(notices.went_out(s, reason) for s, reason in out.items())


def _turned(state: State, stage: Stage) -> State:
    """The phase is over: nothing is on file."""
    seats = Row(replace(seat, cast=None, void=(), cast_before=seat.cast, void_before=seat.void) for seat in state.seats)
    return replace(state, seats=seats, stage=stage, ready=0)


def _next_round(state: State, told: Told, facts: Mapping[str, Any] = NOTHING, private: Told = ()) -> Step[State]:
    after = replace(_turned(state, "round"), round=state.round + 1)
    return Step(after, (*told, *private, notices.for_host(after, facts)), NewPhase(state.terms.round_hours))


def _end(state: State, told: Told, ending: Ending, facts: Mapping[str, Any] = NOTHING) -> Step[State]:
    """The game ends here, and the prize is paid."""
    return _over(endgame.concluded(state, ending), told, ending, facts)


def _over(
    state: State, told: Told, ending: Ending, facts: Mapping[str, Any] = NOTHING, private: Told = ()
) -> Step[State]:
    """All that the end brings is in the state already; what is left is to say it."""
    after = _turned(state, "over")
    return Step(after, (*told, notices.result(after, ending), *private, notices.for_host(after, facts)), Over())
