"""The points of a round (GE8 to GE13): from casts to each player's parts. Everything in half points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from games.garden_of_eden.casts import WHITE_DESPAIRS
from games.garden_of_eden.state import Cast, Colour, Seat, Terms

COLOUR_WINS: Final[Mapping[Colour, int]] = {"gold": 3, "silver": 2, "red": 0}
COLOUR_LOSES: Final = -2
BLACK_WINS: Final = 6
WHITE_LOSES: Final = -6
WHITES_COLLIDE: Final = -2
PINK_AGAIN: Final = -1
BASKET_PAYS: Final[Mapping[int, int]] = {2: 2, 3: 5, 4: 10, 5: 15}

Casts = Mapping[int, Cast]
"""The cast of each active player, by seat, in seat order."""
DecidedBy = Literal["majority", "minority"] | None


@dataclass(frozen=True, slots=True)
class Apples:
    """How many of each colour were cast: public after the round (GE14)."""

    gold: int
    silver: int
    red: int

    @classmethod
    def of(cls, casts: Casts) -> Apples:
        found = Counter(cast.colour for cast in casts.values())
        return cls(found["gold"], found["silver"], found["red"])


@dataclass(frozen=True, slots=True)
class Winning:
    """The winning colours, and whether it was majority or minority that decided (None: neither did)."""

    colours: tuple[Colour, ...]
    decided_by: DecidedBy


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one player's score of one round."""

    colour: int
    special: int
    basket: int
    pink: int

    @property
    def total(self) -> int:
        return self.colour + self.special + self.basket + self.pink


def winning_colours(apples: Apples, pinks: int) -> Winning:
    """GE8. `pinks` is the number of Pinks that count."""
    if apples.red:
        return Winning(("gold", "silver"), None)
    if not apples.gold or not apples.silver or apples.gold == apples.silver:
        return Winning((), None)
    majority: Colour = "gold" if apples.gold > apples.silver else "silver"
    minority: Colour = "silver" if majority == "gold" else "gold"
    return Winning((minority,), "minority") if pinks % 2 else Winning((majority,), "majority")


@dataclass(frozen=True, slots=True)
class Stakes:
    """White and Black on winning colours: how many, and who wins the game by White, if anyone (GE10)."""

    whites: int
    blacks: int
    winner: int | None

    @classmethod
    def of(cls, casts: Casts, winning: Winning) -> Stakes:
        whites = [s for s, cast in casts.items() if cast.special == "white" and cast.colour in winning.colours]
        blacks = [s for s, cast in casts.items() if cast.special == "black" and cast.colour in winning.colours]
        return cls(len(whites), len(blacks), whites[0] if len(whites) == 1 and not blacks else None)

    def won_by(self, cast: Cast, winning: Winning) -> bool:
        """Whether this cast is the White that wins."""
        return self.winner is not None and cast.special == "white" and cast.colour in winning.colours


def parts(cast: Cast, seat: Seat, winning: Winning, stakes: Stakes, terms: Terms) -> Parts:
    """(5) White and Black, (6) the basket, (7) the penalty. `seat` is as the round began.

    What replaces the points of the colour replaces nothing else, unless a White that does not win settles its round by
    the option (GE12).
    """
    colour, special = white_and_black(cast, seat, winning, stakes, terms.black_replaces_colour)
    if terms.white_settles_round and cast.special == "white" and not stakes.won_by(cast, winning):
        return Parts(colour, special, 0, 0)
    return Parts(colour, special, harvest(seat, cast, winning)[1], pink_penalty(seat, cast))


def white_and_black(
    cast: Cast, seat: Seat, winning: Winning, stakes: Stakes, black_replaces_colour: bool
) -> tuple[int, int]:
    """(5) The points of the colour, and those of White or Black (GE8, GE10, GE11)."""
    if cast.colour == "red":
        return 0, 0
    if cast.colour not in winning.colours:
        return (0, WHITE_LOSES) if cast.special == "white" else (COLOUR_LOSES, 0)
    colour = COLOUR_WINS[cast.colour]
    if cast.special == "black":
        return (0 if black_replaces_colour else colour), BLACK_WINS
    if cast.special == "white":
        return _white_on_winning(colour, seat, stakes)
    return colour, 0


def _white_on_winning(colour: int, seat: Seat, stakes: Stakes) -> tuple[int, int]:
    """GE10: alone it wins the game; beside another White it costs; with a Black only, it is worth nothing."""
    if stakes.winner is not None:
        return colour, 0
    if stakes.whites > 1 and seat.halves > WHITE_DESPAIRS:
        return 0, WHITES_COLLIDE
    return 0, 0


def harvest(seat: Seat, cast: Cast, winning: Winning) -> tuple[int, int]:
    """(6) How many apples of the basket are harvested after the round, and what it pays (GE13)."""
    if cast.colour not in winning.colours or cast.colour != seat.basket[seat.harvested]:
        return seat.harvested, 0
    harvested = seat.harvested + 1
    return (0, BASKET_PAYS[harvested]) if harvested == len(seat.basket) else (harvested, 0)


def pink_penalty(seat: Seat, cast: Cast) -> int:
    """(7) For Pink in the round directly after one with Pink (GE6)."""
    return PINK_AGAIN if cast.pink and seat.pink_before else 0


def voided(named: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The active players whom all the others named, whether they cast Pink or not (GE9), in seat order.

    `named` gives every active player's Void names that count. Linear in the number of names.
    """
    times = Counter(target for names in named.values() for target in names)
    return tuple(seat for seat in named if times[seat] == len(named) - 1)
