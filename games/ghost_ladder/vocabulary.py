"""The words of Ghost Ladder, as players use them."""

from __future__ import annotations

from typing import Final

from games.nearly.lexicon import Lexicon

ROUND: Final = Lexicon(
    {
        "filler": """
            lets go, lets go with, lets do, put, play, playing, bid, bidding, bet, send, sending, take, taking,
            on it, on top, on that, height, height of, of height, rung, rung at, rung of, worth, stick with,
            sticking with, stay at, staying at, stay with, keep at, in it, behind it, into it, number, from, for
            the round, boost, boosted by, boosted with, turn, see, known""",
        "own": """
            my number, my rung, my bid, my bet, my real number, my actual number, real number, actual number,
            the number is, number is""",
        "burn": "burn, burning",
        "join": "on, use, using, spend, spending, throw in, toss in",
        "add": "add, adding, more, extra, another, additional",
        "garnet": "garnet, garnets, g, gs, of my garnets",
        "bare": """
            no garnets, no garnet, no more garnets, without garnets, without a garnet, without the garnet,
            without the garnets, without any garnets, without my garnets, w/o garnets, w/o garnet, w/o the
            garnets, drop the garnets, drop the garnet, remove the garnets, remove the garnet, drop garnets,
            remove garnets, no boost, without boost""",
        "rank": """
            rank, rank check, my rank, ranking, my ranking, a rank check, the rank check, my rank check,
            rankcheck, my place, my position, where i stand, the rank""",
        "score": """
            score, score check, my score, a score check, the score check, my score check, scorecheck, my points,
            how many points, points check, the score""",
        "check": "check, checking",
        "pass": """
            pass, skip, nothing, none, nil, nada, zilch, i pass, passing, sit out, sitting out, sit this one
            out, nothing from me""",
        "holdings": """
            half, half of, all, all in, all of it, max, maximum, the max, the maximum, min, minimum, everything,
            rest, the rest, the rest of it, as much as i can, as much as possible, the lot, the whole lot, whats
            left, what is left, what i have left, what ive left, what i have, remainder, the remainder, a third,
            a quarter, double, twice, all my height, all i have, all ive got, everything i have, everything ive
            got, my whole height, all remaining""",
        "round": "round, rd, for round, in round, of round",
        "left": """
            whats my height, what is my height, garnets left, height left, garnets do i have, height do i have,
            garnets i have, height i have""",
    },
    shapes={"garnets": r"([0-9]+)g(?:s|arnets?)?|g([0-9]+)", "round": r"r(?:d|nd|ound)?([0-9]+)"},
    slips="submit submission withdraw cancel rank score garnet garnets status check please",
)
BALLOT: Final = Lexicon(
    {
        "filler": """
            vote, vote for, voting, voting for, votes, vote goes to, vote is for, goes, goes to, choose,
            choosing, pick, picking, give, giving, give it to, token, the token, gets, gets it, get, eliminate,
            candidate, as candidate, ec, against, on, name, nominate, naming, of life, in favour of, out, vote
            out, from""",
        "own": """
            my vote, my real vote, my actual vote, my vote goes to, my vote is for, my vote is, my token, the
            token goes to""",
        "self": "myself",
    },
    slips="vote choose withdraw cancel status please",
)
