"""Whom a message pings: what its text names, less what `allowed_mentions` rules out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tests.fake_discord.things import Json

USER: Final = re.compile(r"<@!?(\d+)>")
ROLE: Final = re.compile(r"<@&(\d+)>")
EVERYONE: Final = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True)
class Pings:
    """Ids in the order of the text, each once."""

    users: list[int]
    roles: list[int]
    everyone: bool


def pings(text: str, allowed: Json | None) -> Pings:
    """Whom a text pings; without `allowed` everyone it names."""
    users = list(dict.fromkeys(int(one) for one in USER.findall(text)))
    roles = list(dict.fromkeys(int(one) for one in ROLE.findall(text)))
    everyone = EVERYONE.search(text) is not None
    if allowed is None:
        return Pings(users, roles, everyone)
    parse = allowed.get("parse") or []
    return Pings(
        [one for one in users if "users" in parse or one in _ids(allowed, "users")],
        [one for one in roles if "roles" in parse or one in _ids(allowed, "roles")],
        everyone and "everyone" in parse,
    )


def _ids(allowed: Json, key: str) -> set[int]:
    return {int(one) for one in allowed.get(key) or []}
