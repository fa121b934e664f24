"""Rate limits: the headers on every answer, and 429 for who does not heed them. Windows are real seconds."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass
from typing import Final

from tests.fake_discord.log import Request
from tests.fake_discord.troubles import Reply, too_many

GENEROUS: Final = (1000, 1.0)


@dataclass
class Window:
    """What is left of one bucket until it is full again."""

    left: int
    ends: float


class Limits:
    """So many requests in so many seconds for each route and channel (or guild); generous unless set."""

    def __init__(self) -> None:
        self._rules: list[tuple[str, str, int, float]] = []
        self._windows: dict[str, Window] = {}
        self._global: tuple[int, float] | None = None

    def set(self, method: str, pattern: str, limit: int, seconds: float) -> None:
        """Limit requests of a method whose path matches; a later rule goes before an earlier one."""
        self._rules.insert(0, (method, pattern, limit, seconds))

    def set_global(self, limit: int, seconds: float) -> None:
        """Limit all requests together."""
        self._global = (limit, seconds)

    def like_discord(self) -> None:
        """About what Discord grants a bot: messages 5 in 5 seconds for each channel, 50 requests a second in all."""
        self.set("*", "/channels/*/messages*", 5, 5)
        self.set("GET", "/channels/*/messages*", 50, 1)
        self.set_global(50, 1)

    def take(self, request: Request, major: str) -> tuple[dict[str, str], Reply | None]:
        """The headers for a request's answer, and the refusal if its bucket is empty."""
        if self._global is not None:
            window = self._window("global", *self._global)
            if window.left <= 0:
                return {}, too_many(self._wait(window), everywhere=True)
            window.left -= 1
        limit, seconds = self._limit_of(request)
        bucket = hashlib.sha256(f"{request.method} {request.route}".encode()).hexdigest()[:32]
        window = self._window(f"{bucket}:{major}", limit, seconds)
        refusal = None if window.left > 0 else too_many(self._wait(window), everywhere=False)
        window.left = max(0, window.left - 1)
        return self._headers(bucket, limit, window), refusal

    def _limit_of(self, request: Request) -> tuple[int, float]:
        found = (rule[2:] for rule in self._rules if request.fits(rule[0], rule[1]))
        return next(found, GENEROUS)

    def _window(self, key: str, limit: int, seconds: float) -> Window:
        window = self._windows.get(key)
        if window is None or window.ends <= time.monotonic():
            window = self._windows[key] = Window(limit, time.monotonic() + seconds)
        return window

    def _wait(self, window: Window) -> float:
        """Rounded up: who waits that long does not come early."""
        return max(0.001, math.ceil((window.ends - time.monotonic()) * 1000) / 1000)

    def _headers(self, bucket: str, limit: int, window: Window) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + self._wait(window):.3f}",
            "X-RateLimit-Reset-After": f"{self._wait(window):.3f}",
            "X-RateLimit-Bucket": bucket,
        }
