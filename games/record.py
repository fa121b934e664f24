"""A written record of a match: its shape, and reading and checking it (RECORD.md, "Format")."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from games.options import all_faults, completed
from games.reading import RESERVED, trimmed
from games.ruleset import Ruleset
from games.visible import same_name

T = TypeVar("T")

MOST_AMOUNT = 10**15
"""The largest amount a record may name: as a JSON number it is exact everywhere."""
MOST_SEED = 2**256
"""The largest secret seed, and the size of what draws are made of."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the record, and what he or she brings, by the ruleset's holdings."""

    name: str
    holdings: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Message:
    """What a player sent, in words."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Correction:
    """What a host added to a player's holdings, by key (C4)."""

    seat: int
    deltas: Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class Removal:
    """A host took a player out (C6)."""

    seat: int


Entry = Message | Correction | Removal


@dataclass(frozen=True, slots=True)
class Record:
    """A match as written down: all that a judge needs."""

    ruleset: Ruleset[Any]
    seed: int
    options: Mapping[str, Any]
    """Complete, in the ruleset's order."""
    players: tuple[Player, ...]
    """In seat order."""
    turns: tuple[tuple[Entry, ...], ...]
    """For each deadline that passed, what came before it, in the order of the journal."""


class Fault(Exception):
    """What is wrong with a record, and where in it."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"{place}: {what}")
        self.place, self.what = place, what


def read(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> Record:
    """The record written in `text` (TOML). Raises Fault for the first thing that is wrong."""
    table = _toml(text)
    _only(table, ("ruleset", "seed", "options", "players", "turns"), "")
    ruleset = _ruleset(table, rulesets)
    seed = _whole(table.get("seed", 0), "seed", -MOST_SEED, MOST_SEED)
    options = _options(_typed(table.get("options", {}), dict, "options"), ruleset)
    players = _players(table, ruleset)
    seats = {p.name: seat for seat, p in enumerate(players)}
    turns = _typed(table.get("turns", []), list, "turns")
    return Record(ruleset, seed, options, players, tuple(_turn(t, n, seats, ruleset) for n, t in enumerate(turns, 1)))


_TOML_PLACE = re.compile(r" \(at (line \d+, column \d+|end of document)\)$")


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Fault("file", "bad TOML: nested too deeply") from None
    except ValueError as error:  # bad TOML, or a number of more digits than Python reads
        said = str(error)
        m = _TOML_PLACE.search(said)
        raise Fault(m[1] if m else "file", f"bad TOML: {said[: m.start()] if m else said}") from None


# --- the head of a record -------------------------------------------------------------------------------------------


def _ruleset(table: Mapping[str, object], rulesets: Mapping[str, Ruleset[Any]]) -> Ruleset[Any]:
    name = _typed(_present(table, "ruleset", "ruleset"), str, "ruleset")
    if name not in rulesets:
        raise Fault("ruleset", f"{named(name)} is unknown; there are {_and(rulesets)}")
    return rulesets[name]


def _options(given: Mapping[str, object], ruleset: Ruleset[Any]) -> dict[str, Any]:
    if faults := all_faults(ruleset.options, given):
        raise Fault(f"options, {named(faults[0].name)}", faults[0].text)
    return completed(ruleset.options, given)


def _players(table: Mapping[str, object], ruleset: Ruleset[Any]) -> tuple[Player, ...]:
    given = _typed(_present(table, "players", "players"), list, "players")
    players = tuple(_player(p, f"player {n}", ruleset) for n, p in enumerate(given, 1))
    if len(players) < ruleset.least_players:
        raise Fault("players", f"{len(players)} are too few; {ruleset.name} needs at least {ruleset.least_players}")
    _apart(players)
    return players


def _player(given: object, place: str, ruleset: Ruleset[Any]) -> Player:
    table = _typed(given, dict, place)
    name = _name(_present(table, "name", place), f"{place}, name")
    brought = {}
    for holding in ruleset.holdings:
        least = -MOST_AMOUNT if holding.least is None else holding.least
        brought[holding.name] = _whole(table.get(holding.name, 0), f"{place}, {holding.name}", least, MOST_AMOUNT)
    for key in table:
        if key != "name" and key not in brought:
            raise Fault(
                f"{place}, {named(key)}", f"no opening balance of {ruleset.name} ({_and(('name', *brought))} are)"
            )
    return Player(name, brought)


def _name(given: object, place: str) -> str:
    name = trimmed(_typed(given, str, place))
    if not name:
        raise Fault(place, "empty")
    if same_name(name) == RESERVED:
        raise Fault(place, f"{named(name)} is reserved: a turn's {RESERVED} has that key")
    return name


def _apart(players: Iterable[Player]) -> None:
    """No two names may be alike but for blanks at the ends and upper and lower case."""
    first: dict[str, int] = {}
    for n, player in enumerate(players, 1):
        other = first.setdefault(same_name(player.name), n)
        if other != n:
            raise Fault(f"player {n}, name", f"{named(player.name)} is also the name of player {other}")


# --- turns ------------------------------------------------------------------------------------------------------------


def _turn(given: object, n: int, seats: Mapping[str, int], ruleset: Ruleset[Any]) -> tuple[Entry, ...]:
    table = _typed(given, dict, f"turn {n}")
    if RESERVED in table:
        return _log(table, n, seats, ruleset)
    entries: list[Entry] = []
    for name, sent in table.items():
        place = f"turn {n}, {named(name)}"
        seat = _seat(name, seats, place)
        messages = [sent] if isinstance(sent, str) else _typed(sent, list, place, "a message or a list of messages")
        entries += [Message(seat, _typed(m, str, f"{place}, message {i}")) for i, m in enumerate(messages, 1)]
    return tuple(entries)


def _log(table: Mapping[str, object], n: int, seats: Mapping[str, int], ruleset: Ruleset[Any]) -> tuple[Entry, ...]:
    beside = next((key for key in table if key != RESERVED), None)
    if beside is not None:
        raise Fault(f"turn {n}, {named(beside)}", f"a turn with a {RESERVED} holds no other key")
    entries = _typed(table[RESERVED], list, f"turn {n}, {RESERVED}")
    return tuple(_entry(e, place_of(n, i), seats, ruleset) for i, e in enumerate(entries, 1))


def place_of(turn: int, entry: int) -> str:
    """Where an entry of a turn's log stands, both counted from 1."""
    return f"turn {turn}, {RESERVED} entry {entry}"


def _entry(given: object, place: str, seats: Mapping[str, int], ruleset: Ruleset[Any]) -> Entry:
    pair = _typed(given, list, place)
    if len(pair) != 2:
        raise Fault(place, f"must be [player, message], and holds {len(pair)} items")
    seat = _seat(_typed(pair[0], str, f"{place}, player"), seats, place)
    if isinstance(pair[1], str):
        return Message(seat, pair[1])
    table = _typed(pair[1], dict, place, "a message or a correction")
    return _removal(table, seat, place) if "remove" in table else _correction(table, seat, place, ruleset)


def _removal(table: Mapping[str, object], seat: int, place: str) -> Removal:
    _only(table, ("remove",), place)
    if table["remove"] is not True:
        raise Fault(f"{place}, remove", f"must be true, not {_cut(table['remove'])}")
    return Removal(seat)


def _correction(table: Mapping[str, object], seat: int, place: str, ruleset: Ruleset[Any]) -> Correction:
    if not table:
        raise Fault(place, "a correction that names no holding")
    known = [h.name for h in ruleset.corrections]
    for key in table:
        if key not in known:
            raise Fault(f"{place}, {named(key)}", f"cannot be corrected in {ruleset.name}; {_and(known)} can")
    return Correction(seat, {key: _delta(value, f"{place}, {key}") for key, value in table.items()})


def _delta(value: object, place: str) -> int | float:
    """A whole number, or one with a half: which holdings may have halves is the ruleset's to say (C4)."""
    if isinstance(value, float):
        if not -MOST_AMOUNT <= value <= MOST_AMOUNT:
            raise Fault(place, f"must be from {-MOST_AMOUNT:,} to {MOST_AMOUNT:,}, not {value}")
        return value
    return _whole(value, place, -MOST_AMOUNT, MOST_AMOUNT)


def _seat(name: str, seats: Mapping[str, int], place: str) -> int:
    if name not in seats:
        raise Fault(place, f"no player has the name {named(name)}")
    return seats[name]


# --- checking one value ---------------------------------------------------------------------------------------------

_KINDS: Mapping[type, str] = {int: "a whole number", str: "a text", list: "a list", dict: "a table"}


def _present(table: Mapping[str, object], key: str, place: str) -> object:
    if key not in table:
        raise Fault(place, "missing" if key == place else f"{key} is missing")
    return table[key]


def _only(table: Mapping[str, object], known: tuple[str, ...], place: str) -> None:
    for key in table:
        if key not in known:
            where = f"{place}, {named(key)}" if place else named(key)
            raise Fault(where, f"unknown key; known {'is' if len(known) == 1 else 'are'} {_and(known)}")


def _typed(value: object, kind: type[T], place: str, wanted: str = "") -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Fault(place, f"must be {wanted or _KINDS[kind]}, not {_cut(value)}")
    return value


def _whole(value: object, place: str, least: int, most: int) -> int:
    number = _typed(value, int, place)
    if number < least:
        raise Fault(place, f"must be {least:,} or more, not {_cut(number)}" if least else "must not be negative")
    if number > most:
        raise Fault(place, f"must be {most:,} or less, not {_cut(number)}")
    return number


def _cut(value: object) -> str:
    """The value as a fault shows it: short, and in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number that long"
    if isinstance(value, dict | list):
        return _KINDS[type(value)]
    return named(str(value)) if isinstance(value, str) else str(value)


def named(text: str) -> str:
    """A name or key in quotes, with nothing in it that would break a line; long ones cut."""
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
