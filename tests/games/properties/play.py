"""What the properties must know of a ruleset to play it: what people send, and what the rules let others see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from games.ruleset import Ruleset

Texts = st.SearchStrategy[str]
Values = Mapping[str, tuple[str, ...]]
"""A filled-in form: what was chosen, by the name of the field."""


@dataclass(frozen=True)
class Play:
    """How one ruleset is played at random."""

    ruleset: Ruleset[Any]
    orders: Callable[[str], Texts]
    """Messages that could count in the phase of that name; `<3>` stands for the name of a seat."""
    twins: Callable[[str], Texts]
    """Messages that could stand for a message so that what is public stays the same, though a secret changes."""
    harmless: Texts
    """Messages that change nothing, whenever they are sent."""
    public: Mapping[str, frozenset[str]]
    """RECORD's facts of every public kind."""
    private: Mapping[str, frozenset[str] | None]
    """RECORD's facts of every private kind; None where the facts name what a host added."""
    telling: frozenset[str]
    """The private kinds whose facts, by the rules, tell something of what others did in secret."""
    near: tuple[str, ...] = ()
    """What people write who mean an order and do not know how to write it."""
    open_books: frozenset[str] = frozenset()
    """Phases in which what one player does changes what another holds, at once and in private."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What to write into a form's fields for text."""
    fits: Callable[[Values], bool] = bool
    """Whether a form filled in like this makes a whole order."""


def kinds(**facts: str) -> dict[str, frozenset[str]]:
    """`kinds(round="round total_height")`"""
    return {kind: frozenset(names.split()) for kind, names in facts.items()}
