"""A record written down as TOML, so that reading it back gives the same record (RECORD.md, "Format")."""

from __future__ import annotations

from typing import Any

from games.reading import Names
from games.record import Correction, Entry, Message, Record
from games.renaming import NamesForSeats
from games.ruleset import Ruleset


def toml(record: Record) -> str:
    """The record as text: every option named, every turn in the order of the journal."""
    head = [f"ruleset = {_string(record.ruleset.name)}", f"seed = {record.seed}", "", "[options]"]
    head += [f"{name} = {_number(value)}" for name, value in record.options.items()]
    return "\n".join([*head, *_players(record), *_turns(record), ""])


def with_names(ruleset: Ruleset[Any], text: str, names: Names) -> str:
    """A journalled message as an export writes it: names where the journal has `#2`. `with_seats` leads back."""
    return ruleset.with_seats(text, NamesForSeats(names.names))


def _players(record: Record) -> list[str]:
    lines = []
    for player in record.players:
        lines += ["", "[[players]]", f"name = {_string(player.name)}"]
        lines += [f"{key} = {amount}" for key, amount in player.holdings.items()]
    return lines


def _turns(record: Record) -> list[str]:
    names = [player.name for player in record.players]
    lines = []
    for turn in record.turns:
        entries = [f"    [{_string(names[entry.seat])}, {_sent(entry)}],\n" for entry in turn]
        lines += ["", "[[turns]]", "log = [" + "".join(["\n" if entries else "", *entries]) + "]"]
    return lines


def _sent(entry: Entry) -> str:
    if isinstance(entry, Message):
        return _string(entry.text)
    if isinstance(entry, Correction):
        return "{ " + ", ".join(f"{key} = {_number(delta)}" for key, delta in entry.deltas.items()) + " }"
    return "{ remove = true }"


def _number(value: int | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _string(text: str) -> str:
    return '"' + "".join(c if c.isprintable() and c not in _SHORT else _escaped(c) for c in text) + '"'


def _escaped(c: str) -> str:
    if c in _SHORT:
        return _SHORT[c]
    if "\ud800" <= c <= "\udfff":
        return "\ufffd"  # half a character, which no TOML can hold
    return f"\\u{ord(c):04X}" if ord(c) <= 0xFFFF else f"\\U{ord(c):08X}"
