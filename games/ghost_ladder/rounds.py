"""The close of a round (GL2, GL3, GL6 to GL10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.ghost_ladder import ending, ladder, whispers, words
from games.ghost_ladder.state import Seat, State, Terms
from games.marks import name
from games.ruleset import Draw, NewPhase, Notice, Step


@dataclass(frozen=True, slots=True)
class Play:
    """What a seat's submission comes to."""

    height: int = 0
    """Spent (h)."""
    garnets: int = 0
    """Spent on the rung (g)."""
    rung: int = 0
    """h + 3g."""


@dataclass(frozen=True, slots=True)
class Round:
    """A judged round, one entry a seat in each list."""

    plays: Sequence[Play]
    ghosts: Sequence[int]
    gained: Sequence[int]


def close(state: State, draw: Draw) -> Step[State]:
    """Judge the open round; open the next one, or begin the end."""
    played = judge(state)
    total = sum(play.rung for play in played.plays)
    public = words.notice("round", {"round": state.round, "total_height": total})
    after = [_settled(*entry, state.terms) for entry in zip(state.seats, played.plays, played.gained, strict=True)]
    step = _finish(state.seated(after), draw) if state.last_round else _next(state, after)
    return replace(step, notices=(public, *step.notices, _for_host(played, step.state)))


def judge(state: State) -> Round:
    """All submissions on file, on what is held now."""
    terms = state.terms
    plays = [_play(seat, terms) for seat in state.seats]
    ghosts = [0 if state.round == 1 else _ghost(*both, terms) for both in zip(state.seats, plays, strict=True)]
    lengths = ladder.chains([*(play.rung for play in plays), *ghosts])
    return Round(plays, ghosts, [lengths.get(play.rung, 0) for play in plays])


def _play(seat: Seat, terms: Terms) -> Play:
    """GL2; an illegal or missing submission is 0, whole (GL3)."""
    filed = seat.submission
    if filed is None or seat.faults(filed, terms):
        return Play()
    height, garnets = int(filed.whole), int(filed.garnets or "0")
    return Play(height, garnets, height + terms.garnet_boost * garnets)


def _ghost(seat: Seat, play: Play, terms: Terms) -> int:
    """GL6: garnets count in the submission before; in this one only by the option."""
    return ladder.midpoint(play.rung if terms.ghost_follows_boost else play.height, seat.previous)


def _settled(seat: Seat, play: Play, gained: int, terms: Terms) -> Seat:
    """The seat after the round: spent, scored, its checks paid and counted (GL9), nothing on file."""
    return replace(
        seat,
        height=seat.height - play.height,
        garnets=seat.garnets - play.garnets - seat.set_aside(terms),
        points=seat.points + gained,
        previous=play.rung,
        ranks_used=seat.ranks_used + seat.rank_asked,
        scores_used=seat.scores_used + seat.score_asked,
        submission=None,
        filed_before=seat.submission,
        rank_asked=False,
        score_asked=False,
    )


def _next(state: State, after: Sequence[Seat]) -> Step[State]:
    """The next round opens, with the answers to the checks (GL9)."""
    answers = tuple(_answers(state, after))
    return Step(replace(state.seated(after), round=state.round + 1), answers, NewPhase(state.terms.round_hours))


def _answers(state: State, after: Sequence[Seat]) -> list[Notice]:
    ranks = ladder.ranks(seat.points for seat in after)
    said: list[Notice] = []
    for index, (asked, seat) in enumerate(zip(state.seats, after, strict=True)):
        if asked.rank_asked:
            said.append(whispers.rank(index, ranks[seat.points], state.round))
        if asked.score_asked:
            said.append(whispers.score(index, seat.points, state.round))
    return said


def _finish(state: State, draw: Draw) -> Step[State]:
    """After the last round: garnets for points come first (GL10)."""
    return ending.begin(state.seated([ending.award(seat, state.terms) for seat in state.seats]), draw)


def _for_host(played: Round, after: State) -> Notice:
    seats = after.seats
    columns = {
        "submissions": [play.rung for play in played.plays],
        "ghosts": played.ghosts,
        "gained": played.gained,
        "points": [seat.points for seat in seats],
        "height": [seat.height for seat in seats],
        "garnets": [seat.garnets for seat in seats],
    }
    return whispers.to_host({key: {name(s): value for s, value in enumerate(row)} for key, row in columns.items()})
