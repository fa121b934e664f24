"""Pieces that many sentences are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games import marks
from games.ruleset import Phase

SEND: Final = "▶"
"""Stands before everything that asks for a submission, always the same."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline as its reader may know it."""

    at: datetime | None
    paused: bool = False
    closing: bool = False
    """It has passed, and what stands is about to be judged."""


def moment(instant: datetime) -> str:
    """Date, hour and countdown, in the reader's own time."""
    seconds = int(instant.timestamp())
    return f"<t:{seconds}:F> (<t:{seconds}:R>)"


def quoted(text: str) -> str:
    """The beginning of what somebody wrote, enough to know it again."""
    return f"“{marks.said(' '.join(text.split()))}”"


def by(user_id: int | None) -> str:
    """A host, by the tag that Discord shows as a name; nobody is notified of it."""
    return "a host" if user_id is None else f"<@{user_id}>"


def countdown(instant: datetime) -> str:
    """How long ago or ahead, counted by the reader's Discord."""
    return f"<t:{int(instant.timestamp())}:R>"


def number_of(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def hours(count: float) -> str:
    """`24 hours`, `1 hour`, `1 h 30 min`."""
    minutes = round(count * 60)
    whole, rest = divmod(minutes, 60)
    if not rest:
        return number_of(whole, "hour")
    return f"{whole} h {rest} min" if whole else number_of(rest, "minute")


def ask(phase: Phase) -> str:
    examples = " or ".join(f"`{e}`" for e in phase.examples)
    return f"{SEND} {phase.ask} Example: {examples}" if examples else f"{SEND} {phase.ask}"


def footer(code: str, phase: Phase, deadline: Deadline) -> str:
    """Where things stand, under every private line."""
    if deadline.paused:
        return f"-# {code} · {phase.title} · paused"
    if deadline.at is None:
        return f"-# {code} · over"
    if deadline.closing:
        return f"-# {code} · {phase.title} · the deadline has passed, and this is what stands"
    return f"-# {code} · {phase.title} · until {moment(deadline.at)}"


def amount(kind: str, count: int) -> str:
    """`3 garnets`, `1 token`, `50,000,000 yen`."""
    singular = {"garnets": "garnet", "tokens": "token"}.get(kind, kind)
    return f"{count:,} {singular if abs(count) == 1 else kind}".replace("-", "−")


def amounts(kinds: Mapping[str, int]) -> str:
    """`3 garnets and 1 token`; empty where there is nothing."""
    *most, last = [amount(kind, count) for kind, count in kinds.items() if count] or [""]
    return " and ".join([", ".join(most), last] if most else [last])
