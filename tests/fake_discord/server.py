"""Starting and stopping the fake Discord, in a test's own event loop or in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import TracebackType
from typing import Final, Self, TypeVar

from aiohttp import web

from tests.fake_discord import launch
from tests.fake_discord.clock import Clock
from tests.fake_discord.gateway import Gateway
from tests.fake_discord.limits import Limits
from tests.fake_discord.log import Log
from tests.fake_discord.rest.front import VERSION, Front
from tests.fake_discord.troubles import Troubles
from tests.fake_discord.world import World

T = TypeVar("T")
POLL: Final = 0.005
PATIENCE: Final = 60.0
"""Real seconds, for a machine that is busy with other things. What never happens is rare enough to wait for."""
HOST: Final = "127.0.0.1"


class FakeDiscord:
    """A Discord of one's own on a socket of this machine: `async with FakeDiscord() as discord: …`."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.world = World(self.clock)
        self.log = Log()
        self.troubles = Troubles()
        self.limits = Limits()
        self.gateway = Gateway(self.world, self.log, self.troubles)
        self._runner: web.AppRunner | None = None
        self._base = ""

    @property
    def api(self) -> str:
        """What stands for `https://discord.com/api/v10`."""
        return f"http://{self._base}{VERSION}"

    async def start(self) -> None:
        """Listen on a free port."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        front = Front(self.world, self.log, self.troubles, self.limits)
        app.router.add_route("*", VERSION + "/{path:.*}", front.serve)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._file)
        self._runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, 0)
        await site.start()
        self._base = "{}:{}".format(*self._runner.addresses[0][:2])
        self.world.gateway_url = f"ws://{self._base}/gateway"
        self.world.files_url = f"http://{self._base}"

    async def stop(self) -> None:
        """Break what is open and stop listening."""
        self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _file(self, request: web.Request) -> web.Response:
        """A file of a message."""
        channel = self.world.channels.get(int(request.match_info["channel"]))
        wanted = int(request.match_info["attachment"])
        attached = [file for message in (channel.messages.values() if channel else []) for file in message.attachments]
        file = next((one for one in attached if one.id == wanted), None)
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.content, content_type=file.content_type)

    @contextmanager
    def pointed_at(self) -> Iterator[None]:
        """Point discord.py of this process here, and back again at the end."""
        with launch.pointed_at(self.api, self.world.gateway_url):
            yield

    @property
    def environment(self) -> dict[str, str]:
        """The environment with which `launch` points a process here."""
        return launch.environment(self.api, self.world.gateway_url)


class FakeDiscordThread:
    """A fake Discord in a thread of its own, for tests that block: `with FakeDiscordThread() as thread: …`."""

    def __init__(self, discord: FakeDiscord | None = None) -> None:
        self.discord = discord or FakeDiscord()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake-discord", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.discord.start(), self._loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self.discord.stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def call(self, action: Callable[[FakeDiscord], T]) -> T:
        """Do something in the thread that owns the world, and wait for its result."""
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(action(self.discord))
            except BaseException as error:
                done.set_exception(error)

        self._loop.call_soon_threadsafe(run)
        return done.result()

    def until(self, condition: Callable[[FakeDiscord], T], *, within: float = PATIENCE) -> T:
        """Wait, blocking, until a condition holds in the thread that owns the world; gives what it gave."""
        end = time.monotonic() + within
        while not (result := self.call(condition)):
            if time.monotonic() > end:
                raise TimeoutError(f"nothing within {within} s")
            time.sleep(POLL)
        return result


async def until(condition: Callable[[], T], *, within: float = PATIENCE) -> T:
    """Wait until a condition holds, at most so many real seconds; gives what it gave."""
    end = time.monotonic() + within
    while not (result := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"nothing within {within} s")
        await asyncio.sleep(POLL)
    return result
