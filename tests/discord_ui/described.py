"""Every request that the bot makes on the stage, held against Discord's own description of its API.

The description lies beside the project, not in it; where it is missing nothing is checked, and one test says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from simcord.types import HttpLogEntry

from tests.fake_discord import description


def faults(requests: Iterable[HttpLogEntry]) -> list[str]:
    """How requests break the description, one line each; none where it is not at hand."""
    if not description.found():
        return []
    return [
        f"{r.method} {r.path}: {fault}"
        for r in requests
        for fault in _errors(r.method, r.path, json.dumps(as_sent(r.json), sort_keys=True))
    ]


def as_sent(body: Any) -> Any:
    """The body as it goes over the wire. The stage notes what discord.py hands to its transport."""
    return body


@cache
def _errors(method: str, path: str, body: str) -> list[str]:
    found: list[str] = description._checker().errors(method, path, json.loads(body))
    return found
