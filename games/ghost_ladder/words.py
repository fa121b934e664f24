"""Public words. A post is a function of its kind and facts alone (L1); the only public sentences are made here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.ruleset import PUBLIC, Notice


def notice(kind: str, facts: dict[str, Any]) -> Notice:
    """A public notice with its text."""
    return Notice(PUBLIC, kind, facts, say(kind, facts))


def say(kind: str, facts: Mapping[str, Any]) -> str:
    """The text of a public notice: `round`, `final`, `tokens` or `candidate`."""
    return _SAY[kind](facts)


def _round(facts: Mapping[str, Any]) -> str:
    """GL8."""
    return (
        f"## Round {facts['round']} has closed\n"
        "All the players' rungs, garnets included, add up to\n"
        f"# {facts['total_height']}"
    )


def _final(facts: Mapping[str, Any]) -> str:
    """GL14."""
    lines = [f"- {player}: **{points}**" for player, points in facts["scoreboard"]]
    return "\n".join(["The ghosts have gone home and the ladder is coming down. **The final scoreboard:**", *lines])


def _tokens(facts: Mapping[str, Any]) -> str:
    """GL11."""
    if facts["void"]:
        return "**The Tokens of Life are void.** Five or more share the top rung, and it does not carry that many."
    most_first = sorted(facts["tokens"].items(), key=lambda entry: -entry[1])
    lines = [f"- {player}: **{number}**" for player, number in most_first]
    return "\n".join(["**Tokens of Life**, with the Dealer's compliments:", *lines])


def _candidate(facts: Mapping[str, Any]) -> str:
    """GL13."""
    return f"**The Elimination Candidate is {facts['player']}**, {_HOW[facts['how']]}. Mind the step."


_HOW: Final = {
    "points": "alone with the fewest points",
    "vote": "tied for the fewest points and named by the most votes",
    "garnets": "tied for the fewest points and for the most votes, whose voters hold the most garnets",
    "draw": "drawn by lot among those who could not be told apart",
}
_SAY: Final = {"round": _round, "final": _final, "tokens": _tokens, "candidate": _candidate}
