"""Matches in which one player's messages are others: what must not show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from games.reading import Names
from games.record import Entry, Message, Record
from tests.games.properties.matches import names_of, rendered
from tests.games.properties.play import Play

Texts = list[str]
Rewrite = Callable[[st.DrawFn, Play, str], Texts]
"""What a player sends in place of a message."""


@st.composite
def other_secrets(draw: st.DrawFn, play: Play, record: Record) -> tuple[Record, int]:
    """One seat's messages are replaced by such as leave public facts alone, where that can be told beforehand."""
    return _rewritten(draw, play, record, _twins)


@st.composite
def other_words(draw: st.DrawFn, play: Play, record: Record) -> tuple[Record, int]:
    """One seat writes in capitals, and sends much that changes nothing."""
    return _rewritten(draw, play, record, _harmless)


def _twins(draw: st.DrawFn, play: Play, text: str) -> Texts:
    match draw(st.sampled_from("twin twin twin both keep drop".split())):
        case "twin":
            return [draw(play.twins(text))]
        case "both":
            return [text, draw(play.twins(text))]
        case "keep":
            return [text]
        case _:
            return []


def _harmless(draw: st.DrawFn, play: Play, text: str) -> Texts:
    before, after = draw(play.harmless), draw(play.harmless)
    return [before, f"  {text} ;", after, "?"]


def _rewritten(draw: st.DrawFn, play: Play, record: Record, rewrite: Rewrite) -> tuple[Record, int]:
    hidden = draw(st.integers(0, len(record.players) - 1))
    names = names_of(record)
    turns = tuple(_turn(draw, play, turn, hidden, names, rewrite) for turn in record.turns)
    return replace(record, turns=turns), hidden


def _turn(
    draw: st.DrawFn, play: Play, turn: tuple[Entry, ...], hidden: int, names: Names, rewrite: Rewrite
) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for entry in turn:
        if isinstance(entry, Message) and entry.seat == hidden:
            texts = rewrite(draw, play, entry.text)
            entries += [Message(hidden, rendered(text, names)) for text in texts]
        else:
            entries.append(entry)
    return tuple(entries)
