"""Which function answers which request, and what it is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.fake_discord import posting
from tests.fake_discord.checks.faults import Faults
from tests.fake_discord.things import Attachment, Channel, Guild, Json, Message
from tests.fake_discord.world import World

PARTS: Final = {"token": r"[\w.=-]+", "name": r"@original|\d+"}
"""What stands for the named parts of a path that are no ids."""


@dataclass
class Call:
    """A request on its way to its answer."""

    world: World
    ids: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: list[Attachment] = field(default_factory=list)

    def id(self, name: str) -> int:
        """An id in the path."""
        return int(self.ids[name])

    @property
    def json(self) -> Json:
        """The body as an object; none at all is an empty one."""
        return self.body if isinstance(self.body, dict) else {}

    @property
    def guild(self) -> Guild:
        """The guild that the path names, if the bot is in it."""
        return self.world.find_guild(self.id("guild"))

    @property
    def channel(self) -> Channel:
        """The channel that the path names, if the bot can see it."""
        return self.world.find_channel(self.id("channel"))

    @property
    def message(self) -> Message:
        """The message that the path names, in its channel."""
        return posting.find(self.channel, self.id("message"))

    def number(self, key: str, default: int, most: int) -> int:
        """A whole number in the query, from 1 to `most`."""
        faults = Faults()
        text = self.query.get(key, str(default))
        if not text.isdecimal():
            faults.add(key, "NUMBER_TYPE_COERCE", f"Value {text!r} is not int.")
        else:
            faults.number(int(text), key, 1, most)
        faults.settle()
        return int(text)

    def snowflake(self, key: str) -> int | None:
        """An id in the query."""
        return int(self.query[key]) if key in self.query else None


Handler = Callable[[Call], Any]
"""What answers a call: JSON, or None for 204."""


@dataclass(frozen=True)
class Route:
    """One operation of the API."""

    method: str
    path: str
    handler: Handler
    status: int
    needs_token: bool
    pattern: re.Pattern[str]


ROUTES: Final[list[Route]] = []


def route(
    method: str, path: str, *, status: int = 200, needs_token: bool = True
) -> Callable[[Callable[[Call], Any]], Handler]:
    """Register a function for a method and a path such as `/channels/{channel}/messages`."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, handler, status, needs_token, _pattern(path)))
        return handler

    return register


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}>{PARTS.get(m[1], r'[0-9]+')})", path))


def find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of a request, and the parts of its path."""
    for one in ROUTES:
        match = one.pattern.fullmatch(path) if one.method == method else None
        if match is not None:
            return one, match.groupdict()
    return None
