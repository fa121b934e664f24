"""Discord's clock: the `Date` header of its responses, carried on by the machine's steady one."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp


class DiscordClock:
    """Until a response was seen, the machine's clock must do; from then on it no longer matters."""

    def __init__(self) -> None:
        self._seen: datetime = datetime.now(UTC)
        self._at = time.monotonic()
        self.ask: Callable[[], Awaitable[None]] | None = None
        """Makes any request to Discord; raises Trouble."""

    def now(self) -> datetime:
        return self._seen + timedelta(seconds=time.monotonic() - self._at)

    async def discord(self) -> datetime:
        """Never ahead of Discord: the header names whole seconds, rounded down."""
        assert self.ask is not None
        await self.ask()
        return self.now()

    def trace(self) -> aiohttp.TraceConfig:
        """For the HTTP session: notes the date of every response."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._note)
        return config

    async def _note(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        header = end.response.headers.get("Date")
        if header is not None:
            self.seen(header)

    def seen(self, header: str) -> None:
        try:
            instant = parsedate_to_datetime(header)
        except ValueError:
            return
        self._seen, self._at = instant.astimezone(UTC), time.monotonic()
