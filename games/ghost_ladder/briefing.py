"""The rules in short, under the options of a match: for the opening post, and for whoever asks later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.ghost_ladder import ladder
from games.ghost_ladder.options import OPTIONS
from games.ghost_ladder.reasons import submissions
from games.ghost_ladder.state import Terms
from games.ghost_ladder.whispers import garnets, points
from games.options import shown
from games.ruleset import Options


def pages(options: Options) -> tuple[str, ...]:
    """At most 1,800 characters each."""
    terms = Terms(**options)
    how_long = {option.name: shown(option, options[option.name]) for option in OPTIONS}
    return (
        "\n\n".join([_opening(terms, how_long["round_hours"]), _what_to_send(terms), _ghosts(terms)]),
        "\n\n".join([_scoring(terms), _garnets(terms), _public(terms)]),
        "\n\n".join([_tokens(terms, how_long["vote_hours"]), _candidate(how_long["vote_hours"])]),
    )


def _opening(terms: Terms, round_hours: str) -> str:
    rounds = f"{terms.rounds} rounds" if terms.rounds > 1 else "One round"
    return (
        "# Ghost Ladder In the Sky\n"
        "Two rails hang in the sky, and you are kindly asked to bring the rungs. A few ghosts come along.\n"
        f"- **{rounds}** of {round_hours}{' each' if terms.rounds > 1 else ''}\n"
        f"- **{terms.height} Height** for each player, to last the whole match, and the garnets you bring\n"
        "- Most points win Tokens of Life; the fewest make the Elimination Candidate"
    )


def _what_to_send(terms: Terms) -> str:
    plain, boosted = submissions(terms)
    early = "\n- A round closes once all have submitted, which tells that they have" if terms.close_when_all_in else ""
    return (
        "**Each round, send me a direct message**, and write it nowhere else: the Height you spend, a whole number "
        "from 0 to what you have left.\n"
        f"▶ `{plain}`, or with a garnet `{boosted}`\n"
        "- The last one before the deadline counts; `withdraw` takes it back\n"
        "- Nothing sent, more than you hold, a minus or decimals: it counts as 0, and spends nothing. I do not point "
        "that out\n"
        f"- I do answer when asked, you alone and truthfully: `check`, or `check {boosted}` before you submit{early}"
    )


def _ghosts(terms: Terms) -> str:
    if terms.rounds == 1:
        return "**Your ghost** submits 0 in the first round, so with one round it will not be noticed."
    if terms.ghost_follows_boost:
        path = "halfway between your rung of this round and that of the round before, garnets counted in both"
    else:
        path = "halfway between the Height you spend this round and your rung of the round before, garnets counted"
    return f"**Your ghost** submits too, at no cost: {path}. A half goes toward the round before. In round 1 it is 0."


# --- scoring ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Example:
    """Three players' submissions in round 1, and in round 2 where there is one; Bob adds a garnet to the last."""

    first: tuple[int, int, int]
    second: tuple[int, int, int] | None

    def legal(self, terms: Terms) -> bool:
        spent = [a + b for a, b in zip(self.first, self.second or (0, 0, 0), strict=True)]
        return max(spent) <= terms.height and (self.second is None or terms.rounds > 1)


_EXAMPLES: Final = (
    _Example((6, 9, 2), (10, 4, 9)),
    _Example((3, 1, 2), None),
    _Example((1, 1, 0), None),
)
_PLAYERS: Final = ("Ann", "Bob", "Eve")


def _scoring(terms: Terms) -> str:
    example = next(example for example in _EXAMPLES if example.legal(terms))
    return (
        "**Scoring.** The Heights of all players and ghosts make one ladder, new each round. You score a point for "
        "each rung of the unbroken run that leads down from your own. Equal Heights are one rung; 0 is no rung and no "
        "point.\n"
        f"{_worked(example, terms)}"
    )


def _worked(example: _Example, terms: Terms) -> str:
    """The example, judged under the options."""
    heights = example.second or example.first
    rungs = [height + terms.garnet_boost * garnet for height, garnet in zip(heights, (0, 1, 0), strict=True)]
    ghosts = [0, 0, 0] if example.second is None else _example_ghosts(example, rungs, terms)
    lengths = ladder.chains([*rungs, *ghosts])
    written = [f"{player} `{h}`" for player, h in zip(_PLAYERS, heights, strict=True)]
    written[1] = f"Bob `{heights[1]} +1g` (a rung at {rungs[1]})"
    before = "" if example.second is None else f" after {_and([str(h) for h in example.first])} in round 1"
    scores = [f"{player} {points(lengths.get(rung, 0))}" for player, rung in zip(_PLAYERS, rungs, strict=True)]
    return (
        f"- Say {_and(written)}{before}; their ghosts are at {_and([str(ghost) for ghost in ghosts])}\n"
        f"- The ladder: {', '.join(str(rung) for rung in sorted(lengths, reverse=True))}\n"
        f"- {_and(scores)}"
    )


def _example_ghosts(example: _Example, rungs: list[int], terms: Terms) -> list[int]:
    entering = rungs if terms.ghost_follows_boost else example.second or ()
    return [ladder.midpoint(this, before) for this, before in zip(entering, example.first, strict=True)]


def _and(shown: list[str]) -> str:
    return ", ".join(shown[:-1]) + " and " + shown[-1]


# --- prices, secrets, the end -----------------------------------------------------------------------------------------


def _garnets(terms: Terms) -> str:
    return "\n".join(
        [
            "**What garnets buy**",
            f"- A higher rung: {terms.garnet_boost} for each garnet, as many as you like in a round",
            *_checks(terms),
            f"- At the end {_points_for_a_garnet(terms)}",
        ]
    )


def _checks(terms: Terms) -> list[str]:
    if terms.rounds == 1:
        return ["- There are no rank or score checks: none in the last round, and it is the only one"]
    both = terms.rank_checks > 0
    aside = (
        "; they are set aside at once, which may make your submission on file illegal" if terms.score_check_cost else ""
    )
    return [
        f"- `score`, your own points: {score_prices(terms)}{aside}",
        f"- `rank`, your place: {rank_prices(terms)}",
        f"- Ask during a round; the answer comes when the next one opens, that round's points counted. One "
        f"{'of each ' if both else ''}a round, none in the last; "
        f"{'`cancel score` and `cancel rank` take them' if both else '`cancel score` takes it'} back before the "
        "deadline",
    ]


def _points_for_a_garnet(terms: Terms) -> str:
    many = terms.points_per_garnet > 1
    return f"every {terms.points_per_garnet} points bring you a garnet" if many else "every point brings you a garnet"


def score_prices(terms: Terms) -> str:
    cost = terms.score_check_cost
    if not cost:
        return "free"
    return f"{garnets(cost)} the first time, {cost} more each time after; not given without the garnets"


def rank_prices(terms: Terms) -> str:
    if not terms.rank_checks:
        return "not in this match"
    return f"free, {terms.rank_checks} in the match; ties share the better place"


def _public(terms: Terms) -> str:
    return (
        "**Public after each round:** one number, the total of all players' rungs, garnets included and ghosts not. "
        "Nothing else.\n"
        "**Never public:** who submitted what, or at all; ghosts, garnets, checks, votes. Points: not before the end."
    )


def _tokens(terms: Terms, vote_hours: str) -> str:
    winner, other = ("two", "one") if terms.tied_second_winner_keeps_two else ("one", "the other")
    return (
        "**The end.** When the last round closes, everybody's points become public.\n"
        "**Tokens of Life**\n"
        "- One player first, one second: two and one\n"
        "- Two to four tied for first: one each, and no others\n"
        "- Five or more tied for first: void, nobody wins any\n"
        f"- One first, several tied for second: {winner} for the winner, who has {vote_hours} to choose privately "
        f"which of the tied gets {other}; without a choice, the lot decides\n"
        "- A token may be passed on later, through the host; the vote below stays with whoever won it"
    )


def _candidate(vote_hours: str) -> str:
    return (
        "**The Elimination Candidate** has the fewest points. If several do, those who won a token vote among them in "
        f"private for {vote_hours}: most votes; then the most garnets held by those who voted for that one, the ones "
        "for points included; then the lot. If nobody can vote, or nobody does, the lot decides.\n"
        "**Public then:** the tokens, the candidate and how it was decided. All else stays with me."
    )
