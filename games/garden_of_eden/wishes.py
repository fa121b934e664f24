"""What a plain message wishes to cast: `changed my mind -> black, ignore the pink`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.garden_of_eden.messages import Play
from games.garden_of_eden.state import COLOURS, Cast, Colour, Special
from games.nearly.corrections import Unsure, segments
from games.nearly.lexicon import Item
from games.nearly.saying import DENIES

Seats = tuple[int, ...]

_APPLES: Final = ("gold", "silver", "red", "pink", "white", "black")
_POSSESSIVES: Final = ("'s", "’s")


@dataclass(frozen=True, slots=True)
class Change:
    """What one part of a message says of a cast; None where it says nothing."""

    colour: Colour | None = None
    pink: bool | None = None
    special: Special | None = None
    dropped: str = ""
    """A White or Black that is not to be cast."""
    void: Seats | None = None
    """All who are to be named."""
    named: Seats = ()
    """Who is to be named besides those on file."""
    unnamed: Seats = ()
    amends: bool = False
    """It adds or drops something."""
    adds: bool = False

    @property
    def of_apples(self) -> bool:
        return bool(self.colour or self.pink is not None or self.special or self.dropped)

    @property
    def of_names(self) -> bool:
        return self.void is not None or bool(self.named or self.unnamed)


def play(items: Sequence[Item], filed: Play, others: Seats) -> Play | None:
    """The cast and the Void names that a plain message wishes; None where it wishes nothing.

    `filed`: what is on file. `others`: the players who can be named for Void. The result stands for a whole message: no
    cast (None) leaves the one on file, no names (None) leave those on file. Raises Unsure.
    """
    said: Play | None = None
    listing = False
    for segment in segments(items):
        reading = _Reading(segment.items, others, listing)
        change, listing = reading.change(), reading.listing
        if said is not None:
            said = _amended(said, change)
        elif change.of_apples and (segment.amends or change.amends or not change.colour):
            said = _amended(filed, change)
        else:
            said = Play(_cast(None, change) if change.of_apples else None, _void(filed.void or (), change))
    return said


def _amended(before: Play, change: Change) -> Play:
    cast = _cast(before.cast, change) if change.of_apples else before.cast
    void = _void(before.void or (), change) if change.of_names else before.void
    return Play(cast, void)


def _void(before: Seats, change: Change) -> Seats | None:
    if not change.of_names:
        return None
    names = dict.fromkeys([*(before if change.void is None else change.void), *change.named])
    return tuple(sorted(seat for seat in names if seat not in change.unnamed))


def _cast(before: Cast | None, change: Change) -> Cast:
    """The cast as changed. What a new apple might replace as well as join is not decided here: Unsure."""
    colour = change.colour or (before.colour if before else None)
    if colour is None:
        raise Unsure(why="That stands beside a colour, and I see none.")
    if before is None:
        return Cast(colour, bool(change.pink), change.special or "")
    special = "" if change.dropped == before.special else before.special
    whole = Cast(
        colour,
        before.pink if change.pink is None else change.pink,
        special if change.special is None else change.special,
    )
    if _could_replace(before, change):
        bare = Cast(colour, bool(change.pink), change.special or "")
        raise Unsure(*dict.fromkeys([bare.text, whole.text]))
    return whole


def _could_replace(before: Cast, change: Change) -> bool:
    recoloured = change.colour is not None
    brings = bool(change.pink or change.special) and not change.adds
    unsaid = (before.pink and change.pink is None) or (before.special and change.special is None and not change.dropped)
    return bool((recoloured or brings) and unsaid)


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reading:
    """One part of a message, read item by item."""

    def __init__(self, items: Sequence[Item], others: Seats, listing: bool) -> None:
        """`listing`: whether names may come at once, since the part before ended with Void names."""
        self.rest = list(items)
        self.others = others
        self.said = Change()
        self.colours: list[Colour] = []
        self.names: list[int] = []
        self.unnamed: list[int] = []
        self.voids, self.listing = False, listing
        """Whether there is a `void`, and whether its names are being read."""
        self.unlisting = False
        """Whether these are not to be named."""
        self.dropping = self.dropped = self.joined = False
        """Whether the next thing is to be dropped, the last one was, and whether an `and` stands between."""

    def _step(self) -> None:
        item = self.rest.pop(0)
        match item.meaning:
            case meaning if meaning in _APPLES:
                self._apple(item)
            case "void" | "unvoid":
                self._void(item)
            case "name":
                self._name(item)
            case "everyone" | "all" | "nobody" if self.listing:
                self.said = replace(self.said, void=() if item.meaning == "nobody" else self.others)
            case "add":
                self.said = replace(self.said, amends=True, adds=True)
            case "drop" | "not":
                self.dropping = True
            case "apples" if self.dropping and item.word == "pinks":
                self._apple(replace(item, meaning="pink"))
            case "join":
                self.joined = item.word != "but"
                self.dropped &= self.joined
            case "number" if item.number == "1" and self.rest and self.rest[0].meaning in _APPLES:
                pass
            case meaning if meaning not in ("to", "final"):
                raise Unsure

    def _void(self, item: Item) -> None:
        """`void`, and `no void`, behind which names are those that are not to be named."""
        self.voids = self.listing = True
        self.dropping |= item.meaning == "unvoid"
        self.unlisting = self._drops()
        if self.unlisting and not (self.rest and self.rest[0].meaning == "name"):
            self.said, self.listing = replace(self.said, void=(), amends=True), False

    def _drops(self) -> bool:
        """Whether what comes now is to be dropped. `no pink and white` could drop both, or one: Unsure."""
        if self.dropped and self.joined and not self.dropping:
            raise Unsure
        self.dropped, self.dropping, self.joined = self.dropping, False, False
        return self.dropped

    def _apple(self, item: Item) -> None:
        drops, self.listing, self.unlisting = self._drops(), False, False
        self.said = replace(self.said, amends=self.said.amends or drops)
        if item.meaning == "pink":
            self._once(self.said.pink)
            self.said = replace(self.said, pink=not drops)
        elif drops:
            # A colour that is not to be cast leaves the question which one is.
            self.said = replace(self.said, dropped=item.meaning)
        elif item.meaning in ("white", "black"):
            self._once(self.said.special)
            self.said = replace(self.said, special="white" if item.meaning == "white" else "black")
        else:
            self.colours += [colour for colour in COLOURS if colour == item.meaning]

    def _once(self, said: object) -> None:
        if said is not None:
            raise Unsure

    def _name(self, item: Item) -> None:
        if self.dropping or self.unlisting:
            self.dropping = False
            self.unnamed += item.seats
        elif self.listing:
            self.names += item.seats
            self.voids = True
        else:
            raise Unsure
        self.joined = False
        if item.word.endswith(_POSSESSIVES) and self.rest and self.rest[0].meaning == "pink":
            self.rest.pop(0)  # the Pink of the one who is named

    def change(self) -> Change:
        while self.rest:
            self._step()
        colours = list(dict.fromkeys(self.colours))
        if self.said.dropped in COLOURS and not colours:
            raise Unsure(why=DENIES)
        if len(colours) > 1 or self.dropping:
            raise Unsure
        said = replace(self.said, colour=colours[0] if colours else None, unnamed=tuple(self.unnamed))
        if not self.voids or said.void is not None:
            self._none_left_over(said)
            return said
        if not (self.names or self.unnamed):
            raise Unsure
        if said.adds or self.unnamed:
            return replace(said, named=tuple(self.names))
        return replace(said, void=tuple(self.names))

    def _none_left_over(self, said: Change) -> None:
        if self.names or (self.unnamed and not self.voids):
            raise Unsure
