"""The checks that every test of this folder makes of the bot's requests do find what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.types import HttpLogEntry

from tests.discord_ui import decorum, described
from tests.fake_discord import description

NOBODY: dict[str, Any] = {"parse": [], "replied_user": False}


def request(method: str, path: str, json: Any = None) -> HttpLogEntry:
    return HttpLogEntry(method, path, {}, json, None)


def test_what_is_proper_passes() -> None:
    proper = [
        request(
            "POST", "/channels/1/messages", {"content": "Open: <@7>", "allowed_mentions": NOBODY | {"users": ["7"]}}
        ),
        request("PATCH", "/channels/1/messages/2", {"content": "Round 1", "allowed_mentions": NOBODY}),
        request("POST", "/interactions/1/abc/callback", {"type": 5, "data": {"flags": 64}}),
        request("POST", "/interactions/1/abc/callback", {"type": 8, "data": {"choices": []}}),
        request("POST", "/interactions/1/abc/callback", {"type": 9, "data": {"title": "Your move"}}),
        request("POST", "/webhooks/1/abc", {"content": "Done.", "flags": 64}),
        request("PUT", "/channels/1/messages/pins/2"),
    ]
    assert decorum.faults(proper) == []


@pytest.mark.parametrize(
    ("method", "path", "json", "said"),
    [
        ("POST", "/channels/1/typing", None, "busy"),
        ("PUT", "/channels/1/messages/2/reactions/x/@me", None, "busy"),
        ("POST", "/channels/1/messages", {"content": "hi"}, "leaves to Discord"),
        ("POST", "/channels/1/messages", {"content": "hi", "allowed_mentions": {"parse": ["users"]}}, "everybody"),
        ("POST", "/channels/1/messages", {"content": "", "allowed_mentions": {"parse": [], "roles": ["3"]}}, "a role"),
        ("POST", "/channels/1/messages", {"allowed_mentions": {"parse": [], "replied_user": True}}, "replies to"),
        ("POST", "/channels/1/messages", {"allowed_mentions": {"parse": [], "users": [8]}}, "not tagged"),
        ("PATCH", "/channels/1/messages/2", {"content": "hi"}, "leaves to Discord"),
        ("POST", "/interactions/1/abc/callback", {"type": 4, "data": {"flags": 64}}, "no deferral"),
        ("POST", "/interactions/1/abc/callback", {"type": 5}, "asker alone"),
        ("POST", "/webhooks/1/abc", {"content": "hi"}, "asker alone"),
        ("PATCH", "/webhooks/1/abc/messages/@original", {"content": "hi"}, "asker alone"),
    ],
)
def test_what_is_improper_is_found(method: str, path: str, json: Any, said: str) -> None:
    (fault,) = decorum.faults([request(method, path, json)])
    assert said in fault


@pytest.mark.skipif(not description.found(), reason="Discord's description of its API does not lie beside the project")
def test_a_request_that_breaks_discords_description_is_found() -> None:
    fine = request("POST", "/channels/1/messages", {"content": "hi", "allowed_mentions": NOBODY})
    wrong = [
        request("POST", "/channels/1/messages", {"content": "x" * 2001}),
        request("POST", "/channels/1/messages", {"content": "hi", "allowed_mentions": {"parse": ["all"]}}),
        request("POST", "/channels/1/nowhere", {}),
    ]
    assert described.faults([fine]) == []
    assert len({fault.split(": ")[0] for fault in described.faults(wrong)}) == 2
    assert len(described.faults(wrong)) >= len(wrong)
