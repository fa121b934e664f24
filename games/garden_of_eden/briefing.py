"""The rules in short, for the opening post: pages of at most 1,800 characters, under the options of the match."""

from __future__ import annotations

from dataclasses import replace

from games.garden_of_eden import scoring
from games.garden_of_eden.numbers import count, duration, gain, score, yen
from games.garden_of_eden.scoring import BASKET_PAYS, BLACK_WINS, COLOUR_WINS, Apples, Parts, Stakes
from games.garden_of_eden.state import Cast, Colour, Seat, Terms, points


def pages(terms: Terms) -> tuple[str, ...]:
    return tuple(
        "\n".join(lines)
        for lines in (
            [*_game(terms), "", *_sending(terms)],
            [*_colours(), "", *_example(terms)],
            _apples(terms),
            [*_baskets(), "", *_time(terms)],
            [*_public(), "", *_ending(terms), "", *_money(terms)],
        )
    )


def _game(terms: Terms) -> list[str]:
    return [
        "**Garden of Eden**",
        "Every round you cast an apple in secret, and the colour that wins pays. Score the most, win with one White "
        "apple, or find out whether everybody can be trusted to cast Red.",
        f"First comes the Basket Period of {duration(terms.basket_hours)}, then {_rounds(terms)}. "
        "All scores start at 0 and can fall below it.",
    ]


def _rounds(terms: Terms) -> str:
    hours = duration(terms.round_hours)
    return f"up to {terms.rounds} rounds of {hours} each" if terms.rounds > 1 else f"one round of {hours}"


def _sending(terms: Terms) -> list[str]:
    more_time = "`extend` asks for more time. " if terms.periods else ""
    return [
        "▶ **What to send, by direct message to me and nowhere else**",
        "- In the Basket Period: `basket` and 2 to 5 apples, Gold or Silver, in order. "
        "Example: `basket gold silver gold`",
        "- In every round: one of `gold`, `silver`, `red`. Behind Gold or Silver you may add `pink`, and "
        "`white` or `black`. Example: `gold black pink`",
        "- In a round, if you like: `void` and the names of players whose Pink should not count, with the cast (a Red "
        "one, too) or apart. Example: `gold void` and a name, one with a blank in double quotes. `void none` takes all "
        "names back.",
        f"- {more_time}`status` shows what is on file and what you hold. `check` and a cast asks whether it would be "
        "legal, and casts nothing.",
        "- After all have cast Red: `transfer 30m` and a name.",
        "The last cast or basket before the deadline counts. It can be replaced, not withdrawn. An illegal one is "
        "refused at once, with the reason, and what was on file stays.",
    ]


def _colours() -> list[str]:
    gold, silver = (score(points(COLOUR_WINS[colour])) for colour in _GOLD_SILVER)
    return [
        "**Which colour wins**",
        "- No Red was cast: the majority of Gold and Silver. If an odd number of Pinks counts, the minority.",
        "- No Red, and a tie or one colour only: both lose.",
        "- Some Red, and two or more Gold or Silver: both win.",
        f"A winning Gold earns {gold}, a winning Silver {silver}; a losing one costs 1. Red earns nothing.",
    ]


_GOLD_SILVER: tuple[Colour, Colour] = ("gold", "silver")


def _example(terms: Terms) -> list[str]:
    """Five players, judged by the rules themselves."""
    fresh = Seat(yen=0, pinks=terms.pinks, periods=terms.periods, basket=("silver", "gold"))
    seats = [fresh, fresh, replace(fresh, harvested=1), replace(fresh, harvested=1), replace(fresh, harvested=1)]
    casts = {s: Cast.of(text) for s, text in enumerate(["gold", "gold black", "gold", "silver", "silver"])}
    winning = scoring.winning_colours(Apples.of(casts), 0)
    stakes = Stakes.of(casts, winning)
    parts = [scoring.parts(cast, seats[s], winning, stakes, terms) for s, cast in casts.items()]
    ann, bob, cid, dee = (_gained(p) for p in parts[:4])
    return [
        "**An example**",
        "Ann, Bob and Cid cast Gold, Dee and Eve Silver, no Pink: the majority decides, and Gold wins.",
        f"- Ann: {ann}",
        f"- Bob, with Black: {bob}",
        f"- Cid, whose last apple of a basket of two is Gold: {cid}",
        f"- Dee and Eve: {dee} each",
        "With one Pink that counts, Silver would have won, and Bob would be out.",
    ]


def _gained(parts: Parts) -> str:
    """`1.5 + 3 = 4.5`, or `+1.5` where there is nothing to add up."""
    worth = [score(points(part)) for part in (parts.colour, parts.special, parts.basket, parts.pink) if part]
    return f"{' + '.join(worth)} = {score(points(parts.total))}" if len(worth) > 1 else gain(points(parts.total))


def _apples(terms: Terms) -> list[str]:
    black = f"{score(points(BLACK_WINS))} points" + (" in all" if terms.black_replaces_colour else " on top")
    return [
        "**The other apples**",
        f"- **Pink** turns majority into minority if an odd number of Pinks counts. You have {terms.pinks or 'none'} "
        "to begin with, and cast one a round at most; beside Black it is free, and needs none left. Pink in two rounds "
        "running costs 0.5, voided or free ones too.",
        "- **Void**: if all the other players still in name somebody, that player's Pink does not count in this round. "
        "It is spent all the same, and whom a voided player named is named all the same. Names end with the round.",
        "- **White** with a winning colour, and no other White or Black on a winning colour: you win the game. "
        "It is open at a score of 4 or more when the round begins, or at −4 or less if you have never cast Red; not if "
        "in the round before you cast Black while holding less than 4.",
        "- White beside a Black only: 0 instead of the colour's points. Two or more Whites on winning colours: −1 each "
        "instead, or 0 if you began the round at −4 or less. White on a losing colour: −3 instead of −1. "
        f"{_beside_white(terms)}",
        f"- **Black** is open to all. On a winning colour: {black}, and no White wins. On a losing colour: −1, "
        "and you are named and out.",
        "- **Red** stands alone. All Red: everybody still in wins. Exactly one Gold or Silver, the rest Red: that "
        "player wins. Exactly one Red among two or more others: named and out. Red closes for good once a lone Red, "
        "a Black or a score has put somebody out.",
        "- A score of **−5 or less** after a round: named and out.",
    ]


def _beside_white(terms: Terms) -> str:
    """GE12."""
    if terms.white_settles_round:
        return "That is then your whole round: the basket moves on but pays nothing, and Pink costs no points."
    return "Basket and Pink count as ever."


def _baskets() -> list[str]:
    pays = ", ".join(f"{size} apples {score(points(worth))}" for size, worth in BASKET_PAYS.items())
    return [
        "**Baskets**",
        "A winning colour that is the next apple of your basket is harvested, without choice; another is not, and "
        f"nothing is lost. The last apple pays in the same round: {pays}. Then the same basket starts again.",
    ]


def _time(terms: Terms) -> list[str]:
    lines = ["**Time, and what silence costs**"]
    if terms.periods:
        lines += [
            f"Your time bank holds {count(terms.periods, 'period')} of {duration(terms.period_hours)}, for the Basket "
            "Period and all rounds together.",
            "- `extend` uses one: the deadline moves for all, and nobody is told who asked. It cannot be taken back.",
            "- Nothing legal on file at a deadline: one is used for you, you are named, and the phase goes on for all.",
            f"- The same with none left: you are named{_fine(terms)} and are out.",
        ]
    else:
        lines += [
            "There is no time bank in this match. Nothing legal on file at a deadline: you are named"
            f"{_fine(terms)} and are out."
        ]
    if terms.close_when_all_in:
        lines += ["A phase closes early, once everybody still in has something legal on file."]
    return lines


def _fine(terms: Terms) -> str:
    return f", pay {yen(terms.inactivity_fine)} yen" if terms.inactivity_fine else ""


def _public() -> list[str]:
    return [
        "**What becomes public**",
        "After a round: how many Gold, Silver and Red; whether majority or minority decided, if either did; who is out "
        "and why. At the end: the winner, how, and all final points, unless all cast Red.",
        "Never: who cast what, Pink, White and Void, baskets, money, who asked for time. Your own score with its "
        "parts comes to you alone after each round that is scored, also after the one that puts you out.",
    ]


def _ending(terms: Terms) -> list[str]:
    return [
        "**How it ends**",
        "- All Red, a lone Gold or Silver among Reds, or the only White on a winning colour with no Black on one. That "
        "White wins before anything below is looked at",
        f"- Two players left, or {count(terms.rounds, 'round')} played: most points win; a tie goes to the most money, "
        "then it is shared",
        "- One left wins; none left, nobody does. If silence leaves two or fewer, that round is not scored.",
    ]


def _money(terms: Terms) -> list[str]:
    lines = ["**Money**"]
    if terms.entry:
        lines += [f"- Everybody pays {yen(terms.entry)} yen at the start, into debt if need be."]
    if terms.prize:
        each = "from each of the others" if terms.prize_from_each_loser else "in all from the others, in equal shares"
        lines += [
            f"- The winner gets {yen(terms.prize)} yen {each}: those who are out pay, too. A shared win shares it."
        ]
    if terms.lone_apple_bonus:
        lines += [f"- A lone Gold or Silver among Reds gets {yen(terms.lone_apple_bonus)} more from the house."]
    award = f"{yen(terms.all_red_award)} from the house for everybody still in, then " if terms.all_red_award else ""
    lines += [
        f"- All Red: {award}{duration(terms.transfer_hours)} in which all players may send each other money. Else "
        "accounts stay locked."
    ]
    return lines
