"""What is to be said, before anyone knows how it will look on Discord."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PUBLIC: Final = "public"
HOSTS: Final = "hosts"
KEEPERS: Final = "keepers"
"""Whoever can mend what is wrong with card, thread and connection, be it a player: what is said holds nothing of any
player."""
OFFICE: Final = "office"
"""What a player asks although another one could read it in the hosts' channel: the asker knows."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str
    style: str = "secondary"


@dataclass(frozen=True, slots=True)
class Say:
    """One notice. `text` holds seats as marks (games.marks)."""

    to: str | int
    """PUBLIC (the match's thread), HOSTS (operational, no secrets of the rules), KEEPERS, OFFICE, or a seat."""
    text: str
    pings: tuple[int, ...] = ()
    """The seats that are tagged; nobody else ever is."""
    answers: str | None = None
    """The source that this answers (`message:ID`, `interaction:ID`)."""
    buttons: tuple[Button, ...] = ()
