"""Public words. A text is a function of its kind and facts alone (L1); the only public sentences are made here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.garden_of_eden.numbers import count, duration, score

_OUT: Final[Mapping[str, str]] = {
    "score": "a score of −5 or less. The Garden keeps what it was given.",
    "black": "Black, cast with a losing colour. A bold hand, and an empty one now.",
    "lone_red": "the only Red of the round. Trust was there, but nobody to share it with.",
    "inactive": "nothing legal on file, and no period left. The Garden does not wait.",
    "host": "removed by the host.",
}
_RED_CLOSED: Final = "Red is closed for the rest of the game."
_RED_UNTOUCHED: Final = "For Red this changes nothing."
_HOW: Final[Mapping[str, str]] = {
    "white": "The only White on a winning colour, with no Black there, wins the game.",
    "lone_apple": "A single Gold or Silver among Reds wins the game. The others were so very polite.",
    "all_red": "Every player cast Red, and all of them win. For once the Dealer has nothing to add.",
    "two_left": "Two players were left: more points win, then more money. It was getting quiet in here.",
    "one_left": "One player was left, and wins. There was nobody to object.",
    "none_left": "Nobody is left in the Garden, so nobody wins. The Dealer turns off the light.",
    "rounds": "The last round has been played: most points win, then most money. The Dealer closes the gate.",
}


def say(kind: str, facts: Mapping[str, Any]) -> str:
    return _SENTENCES[kind](facts)


def _extended(facts: Mapping[str, Any]) -> str:
    return f"**More time was asked for: {duration(facts['hours'])}.** It holds for everybody."


def _time_bank(facts: Mapping[str, Any]) -> str:
    players = facts["players"]
    return (
        f"**{duration(facts['hours'])} more for everybody.** Nothing legal was on file from {_and(players)}; "
        f"that costs {'each ' if len(players) > 1 else ''}a period of the time bank."
    )


def _round(facts: Mapping[str, Any]) -> str:
    return "\n".join(
        [
            f"## Round {facts['round']} has closed",
            f"- Gold: **{facts['gold']}**",
            f"- Silver: **{facts['silver']}**",
            f"- Red: **{facts['red']}**",
            _decision(facts["gold"], facts["silver"], facts["red"], facts["decided_by"]),
        ]
    )


def _decision(gold: int, silver: int, red: int, decided_by: str | None) -> str:
    """What the numbers, and majority or minority, say about the winning colours to anyone who knows the rules."""
    if decided_by:
        gold_wins = (gold > silver) == (decided_by == "majority")
        return f"Decided by **{decided_by}**: {'Gold' if gold_wins else 'Silver'} wins."
    if not red:
        return "Gold and Silver both lose: " + ("a tie." if gold == silver else "there was one colour only.")
    if gold + silver > 1:
        return "Red was cast, so every Gold and Silver wins."
    return "One apple alone among Reds." if gold + silver else "Red, and nothing else."


def _out(facts: Mapping[str, Any]) -> str:
    red = _RED_UNTOUCHED if facts["reason"] in ("inactive", "host") else _RED_CLOSED
    return f"**{facts['player']} is out of the game:** {_OUT[facts['reason']]} {red}"


def _result(facts: Mapping[str, Any]) -> str:
    lines = [f"**The game is over.** {_winners(facts['winners'])}", _HOW[facts["how"]]]
    if facts["points"] is None:
        lines.append("The points are not made public.")
    else:
        lines.append("Final points:")
        ranked = sorted(facts["points"].items(), key=lambda item: -item[1])
        lines += [f"- {player}: **{score(points)}**" for player, points in ranked]
    return "\n".join(lines)


def _winners(winners: list[str]) -> str:
    if not winners:
        return "There is no winner."
    if len(winners) == 1:
        return f"The winner: **{winners[0]}**."
    return f"{count(len(winners), 'winner')}: **{_and(winners)}**."


def _and(players: list[str]) -> str:
    return players[0] if len(players) == 1 else ", ".join(players[:-1]) + " and " + players[-1]


_SENTENCES: Final = {
    "extended": _extended,
    "time_bank": _time_bank,
    "round": _round,
    "out": _out,
    "result": _result,
}
