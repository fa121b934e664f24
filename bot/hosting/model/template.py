"""Options of a match, kept under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Template:
    """Options of a ruleset, saved in a server under a name."""

    guild_id: int
    name: str
    ruleset: str
    options: Mapping[str, Any]
