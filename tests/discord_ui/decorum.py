"""What the bot owes to everybody whatever happens, in Discord's own terms, read off its requests (ruling L1).

Nobody is notified but the players that a post is about; whoever asks is answered for their own eyes, from the first
response on; and nothing is shown but posts: no typing, no reactions, no presence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from simcord.types import HttpLogEntry

_EPHEMERAL: Final = 1 << 6
_DEFERRED, _PAGE_TURNED, _SUGGESTIONS, _FORM = 5, 7, 8, 9
_CALLBACK = re.compile(r"/interactions/\d+/\w+/callback")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/\w+(/messages/.+)?")
_MESSAGE = re.compile(r"/channels/\d+/messages(/\d+)?")
_TAG = re.compile(r"<@!?(\d+)>")


def faults(requests: Iterable[HttpLogEntry]) -> list[str]:
    """Every breach, one line each, without what was said."""
    return [f"{r.method} {r.path}: {fault}" for r in requests for fault in _faults(r)]


def _faults(request: HttpLogEntry) -> list[str]:
    body = request.json or {}
    if request.path.endswith("/typing") or "/reactions" in request.path:
        return ["shows that it is busy"]
    if _CALLBACK.fullmatch(request.path):
        return _first_response(body)
    if _FOLLOW_UP.fullmatch(request.path):
        return [] if _is_ephemeral(body) else ["is not for its asker alone"]
    if _MESSAGE.fullmatch(request.path) and request.method in ("POST", "PATCH"):
        return _notified(body)
    return []


def _first_response(body: dict[str, Any]) -> list[str]:
    if body["type"] in (_PAGE_TURNED, _SUGGESTIONS, _FORM):  # nobody sees these who did not see what they grew from
        return []
    if body["type"] != _DEFERRED:
        return ["is no deferral"]
    return [] if _is_ephemeral(body.get("data") or {}) else ["is not for its asker alone"]


def _is_ephemeral(body: dict[str, Any]) -> bool:
    return bool(int(body.get("flags") or 0) & _EPHEMERAL)


def _notified(body: dict[str, Any]) -> list[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        return ["leaves to Discord whom to notify"]
    tagged = set(_TAG.findall(body.get("content") or ""))
    found = ["notifies everybody or a role"] if allowed.get("parse") or allowed.get("roles") else []
    found += ["notifies the author of what it replies to"] if allowed.get("replied_user") else []
    return found + ["notifies somebody who is not tagged"] * (not tagged >= {str(u) for u in allowed.get("users", [])})
