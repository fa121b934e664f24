"""The words of Garden of Eden, as players use them."""

from __future__ import annotations

from typing import Final

from games.nearly.lexicon import Lexicon
from games.nearly.phrases import each

_BANK: Final = "extension|extensions|period|periods|time bank|timebank"
_COMMON: Final = {
    "extend": each("|use|using|activate|spend|take", "one of my|a|an|my|the|one", _BANK)
    + """, extend, extension, time bank, timebank, extend it, extend the round, extend the deadline, extend the phase,
        extend time, extend once, a period of my time bank, use a period of my time bank""",
    "left": """
        points, score, my score, my points, balance, my balance, yen left, money, how many points, pinks left, periods
        left, extensions left, extension left, pinks do i have, periods do i have, points do i have, do i have, time
        bank left, whats left""",
    "check": "check, checking",
    "legal": "open, closed, available",
    "holdings": """
        half, half of, everything, max, maximum, the rest, all i have, all ive got, all my money, all my yen""",
    "everyone": """
        everyone, everybody, everyone else, everybody else, all others, all the others, all other players, all of
        them, all players, the others, every other player""",
    "all": "all",
    "apples": "pinks, golds, silvers, reds, whites, blacks",
}
ROUND: Final = Lexicon(
    _COMMON,
    {
        "filler": """
            cast, casting, i cast, ill cast, apple, apples, colour, color, beside, behind, throw, throwing, send,
            sending, play, playing, take, taking, pick, picking, choose, choosing, put, putting, use, using, on, from,
            from the, throw in, throwing in, put in, lets go, lets do, lets go with, lets cast, agree to, i agree to,
            consent to, i consent to""",
        "own": """
            my cast, my real cast, my actual cast, my cast is, my apple, my apple is, my colour, my colour is, my
            color""",
        "gold": "gold, golden, gold apple, g",
        "silver": "silver, silver apple, s",
        "red": "red, red apple",
        "pink": "pink, pink apple",
        "white": "white, white apple",
        "black": "black, black apple",
        "void": """
            void, voiding, i void, void the pink of, void the pinks of, void pink of, void pinks of, void pink from,
            void the pink from, void for, void name, void names, the void, the voids, voids, void request""",
        "unvoid": """
            unvoid, dont void, do not void, not voiding, stop voiding, no longer void, never void, dont void the pink
            of, void no more""",
        "nobody": "none, nobody, no one, noone",
        "drop": """
            drop, dropping, ignore, without, without the, w/o, no, remove, removing, get rid of, take off, take out,
            leave out, lose, forget, forget the, minus, delete, skip, ditch, scrap, no more, without any, without my,
            dont use, dont add, dont cast, dont want, do not use, do not add, do not cast, not using, without using,
            not casting""",
        "left": "my basket, in my basket, next apple, my next apple",
        "add": "add, adding, also, as well, and also, too, in addition, on top, extra, another",
    },
    slips="gold silver red pink white black void extend status check please cast everybody everyone",
)
BASKET: Final = Lexicon(
    _COMMON,
    {
        "filler": """
            basket, a basket of, the basket, apple, apples, in order, in this order, order, list, then, and then,
            followed by, next, after that, first, second, third, fourth, fifth, last, lastly, put, send, sending, >,
            ->, /, start with, starting with, of""",
        "own": "my basket, my basket is, my real basket, my actual basket",
        "gold": "gold, golden, g, gold apple",
        "silver": "silver, s, silver apple",
        "other apple": "red, pink, white, black",
        "letters": "gg",
    },
    shapes={"letters": r"[gs]{2,5}"},
    slips="gold silver basket extend status check please",
)
TRANSFERS: Final = Lexicon(
    {key: phrases for key, phrases in _COMMON.items() if key != "extend"},
    {
        "filler": "over, account, from my account, from me, my account, the amount of, amount",
        "give": """
            transfer, transferring, send, sending, give, giving, pay, paying, wire, wiring, move, moving""",
        "you": """
            me, to me, for me, give me, send me, pay me, transfer me, wire me, gimme, get me, to my account""",
        "other": "split, splitting, between",
        "million": "m, mil, mill, million, millions, mio",
        "thousand": "k, thousand",
        "yen": "yen, jpy, ¥, y",
    },
    shapes={"amount": r"[0-9]+(?:[.,][0-9]+)*(?:m|mil|mill|million|mio|k)?"},
    slips="transfer million status please",
)
