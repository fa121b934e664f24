"""Every request that the bot makes on the stage, held against Discord's own description of its API.

The description lies beside the project, not in it; where it is missing nothing is checked, and one test says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from simcord.types import HttpLogEntry

from tests.fake_discord import description

_ID: Final = re.compile(r"\b\d{19}\b")
_NONCE: Final = re.compile(r'("nonce": ")[A-Z]{24}\b')


def faults(requests: Iterable[HttpLogEntry]) -> list[str]:
    """How requests break the description, one line each; none where it is not at hand."""
    if not description.found():
        return []
    return [
        f"{r.method} {r.path}: {fault}"
        for r in requests
        for fault in _errors(r.method, _alike(r.path), _alike(json.dumps(r.json, sort_keys=True)))
    ]


def _alike(text: str) -> str:
    """With ids in the order of their appearance, and no nonce: most requests differ in nothing else, and to check one
    takes long."""
    ids: dict[str, str] = {}
    return _NONCE.sub(lambda m: m[1] + "N" * 24, _ID.sub(lambda m: ids.setdefault(m[0], f"{10**18 + len(ids)}"), text))


@cache
def _errors(method: str, path: str, body: str) -> list[str]:
    found: list[str] = description._checker().errors(method, path, json.loads(body))
    return found
