"""Everything that the bot asked of the server, in order, kept for the tests to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatchcase
from typing import Any

from tests.fake_discord.things import Json


@dataclass(eq=False)
class Request:
    """One REST request and what became of it. `path` starts after the version, as in `/channels/1/messages`."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    at: datetime
    """The server's clock when it arrived."""
    files: dict[str, bytes] = field(default_factory=dict)
    route: str = ""
    """The path with names for the ids, empty when the server does not know it."""
    status: int | None = None
    """None while it is being answered, and for good when the answer was lost."""
    answer: Any = None
    took_effect: bool = False
    trouble: str = ""
    """The trouble it met, if any."""

    @property
    def code(self) -> int | None:
        """Discord's own code of a refusal."""
        return self.answer.get("code") if isinstance(self.answer, dict) and (self.status or 0) >= 400 else None

    def fits(self, method: str, pattern: str) -> bool:
        """Whether it is of a method and its path matches a pattern, where `*` stands for anything."""
        return method in ("*", self.method) and fnmatchcase(self.path, pattern)


class Log:
    """Requests, gateway frames, and what this server could make nothing of."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.frames: list[Json] = []
        """What the bot sent over the gateway, heartbeats left out."""
        self.unknown: list[str] = []
        """Must be empty at the end of a test: each names something that this server does not know."""

    def to(self, method: str, pattern: str) -> list[Request]:
        """The requests of a method whose path matches a pattern, in order."""
        return [request for request in self.requests if request.fits(method, pattern)]

    def refused(self) -> list[Request]:
        """The requests that were answered with an error."""
        return [request for request in self.requests if (request.status or 0) >= 400]
