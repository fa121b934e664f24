"""The words of Ghost Ladder, as players use them."""

from __future__ import annotations

from typing import Final

from games.nearly.lexicon import Lexicon
from games.nearly.phrases import each

_DONT: Final = each("dont|do not|not|never", "burn|use|spend|using|spending|burning").replace(", ", "|")
_WITHOUT: Final = (
    "no|without|w/o|zero|drop|dropping|remove|scratch|scrap|lose|losing|minus|skip|ditch|forget|not using|"
    f"not burning|{_DONT}"
)
ROUND: Final = Lexicon(
    {
        "filler": """
            lets go, lets go with, lets do, put, play, playing, bid, bidding, bet, send, sending, take, taking, on it,
            on top, on that, height, height of, of height, rung, rung at, rung of, worth, stick with, sticking with,
            stay at, staying at, stay with, keep at, in it, behind it, into it, number, from, for the round, boost,
            boosted by, boosted with, turn, see, known, know, ask for, asking for, buy, buying, all out, order, have,
            enter, entering, heights""",
        "own": """
            my number, my rung, my bid, my bet, my real number, my actual number, real number, actual number, the
            number is, number is""",
        "burn": "burn, burning",
        "join": "for, on, by, use, using, spend, spending, throw, throwing, toss, throw in, toss in",
        "add": "add, adding, more, extra, another, additional",
        "garnet": "garnet, garnets, g, gs, of my garnets",
        "bare": each(_WITHOUT, "|a|any|the|my|more", "garnet|garnets|boost") + ", " + each(_DONT, "anything|any"),
        "rank": each("|check|check on", "|a|my|the", "rank|ranking|rank check")
        + ", rankcheck, my place, my position, where i stand, check of my rank",
        "score": each("|check|check on", "|a|my|the", "score|score check")
        + ", scorecheck, my points, how many points, points check, check of my score",
        "check": "check, checking",
        "pass": """
            pass, skip, sitting this one out, sitting this round out, sit this round out, nothing, none, nil, nada,
            zilch, i pass, passing, sit out, sitting out, sit this one out, nothing from me""",
        "holdings": """
            half, half of, all, all in, all of it, max, maximum, the max, the maximum, everything, rest, the rest, the
            rest of it, as much as i can, as much as possible, the lot, the whole lot, whats left, what is left, what
            i have left, what ive left, what i have, remainder, the remainder, a third, a quarter, double, twice, all
            my height, all i have, all ive got, everything i have, everything ive got, my whole height, all
            remaining""",
        "round": "round, rd, for round, in round, of round",
        "left": """
            how many checks, checks left, checks do i have, whats my height, what is my height, garnets left, height
            left, garnets do i have, height do i have, garnets i have, height i have""",
    },
    shapes={"garnets": r"([0-9]+)g(?:s|arnets?)?|g([0-9]+)", "round": r"r(?:d|nd|ound)?([0-9]+)"},
    slips="submit submission withdraw cancel rank score garnet garnets status check please height",
)
BALLOT: Final = Lexicon(
    {
        "filler": """
            chose, chosen, vote, vote for, voting, voting for, votes, vote goes to, vote is for, goes, goes to,
            choose, choosing, pick, picking, give, giving, give it to, token, the token, gets, gets it, get,
            eliminate, candidate, as candidate, ec, against, on, name, nominate, naming, of life, in favour of, out,
            vote out, from""",
        "own": """
            my vote, my real vote, my actual vote, my vote goes to, my vote is for, my vote is, my token, the token
            goes to""",
        "self": "myself",
        "file": "voted, i voted, did i vote, have i voted, did i vote for, did i choose, i chose",
    },
    slips="vote choose withdraw cancel status please",
)
