"""A process that is stuck ends itself with status 1, whatever it is stuck in; one that only slept does not."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

import pytest

from bot.discord_ui.client import DealerClient
from bot.hosting.ports.store import Unit
from bot.operating import watchdog
from bot.operating.watchdog import Watchdog, write_at_once
from tests.operating.processes import HURRY, Dealers

LOOKS = round(watchdog.STUCK_SECONDS / watchdog.LOOK_SECONDS)


class Watched:
    """A process that is looked at so many times, and what came of it."""

    def __init__(self, signs: Iterator[object], looks: int) -> None:
        self.last_words: list[str] = []
        self._left = looks
        Watchdog(lambda: next(signs), self.last_words.append, self._pause).watch()

    def _pause(self, _seconds: float) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.fixture(autouse=True)
def timers(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The timers that were set; they are not, since the tests have one of their own."""
    found: list[float] = []
    monkeypatch.setattr("faulthandler.dump_traceback_later", lambda seconds, **_: found.append(seconds))
    monkeypatch.setattr("faulthandler.cancel_dump_traceback_later", lambda: found.append(0))
    return found


def signs(*numbers: int) -> Iterator[object]:
    yield from numbers
    while True:
        yield numbers[-1]


def test_without_a_sign_of_life_it_ends_after_two_minutes_and_not_before() -> None:
    assert watchdog.STUCK_SECONDS == 120
    assert Watched(signs(7), LOOKS - 1).last_words == []
    (said,) = Watched(signs(7), LOOKS + 5).last_words
    assert re.fullmatch(r"Dealer stops: it is stuck, at \w+\.py:\d+( < \w+\.py:\d+)*\. Nothing .* is lost\.\n", said)


def test_a_single_sign_of_life_gives_it_all_the_time_again() -> None:
    late = signs(*[1] * LOOKS, 2)
    assert Watched(late, 2 * LOOKS - 1).last_words == []
    assert Watched(signs(*[1] * LOOKS, 2), 2 * LOOKS).last_words != []


def test_what_lives_is_left_alone_for_ever() -> None:
    assert Watched(iter(count()), 10_000).last_words == []


def test_the_timer_that_needs_no_interpreter_is_put_off_at_every_look_and_taken_back(timers: list[float]) -> None:
    Watched(iter(count()), 3)
    assert timers == [600, 600, 600, 0]


def test_last_words_that_nobody_reads_hold_up_nothing() -> None:
    reading, writing = os.pipe()
    try:
        os.set_blocking(writing, False)
        with suppress(BlockingIOError):
            while os.write(writing, b"x" * 512):
                pass
        os.set_blocking(writing, True)
        assert not write_at_once(writing, b"Dealer stops.\n")
        os.read(reading, 8192)
        assert write_at_once(writing, b"Dealer stops.\n")
    finally:
        os.close(reading)
        os.close(writing)
    assert not write_at_once(writing, b"to whom?")


# --- in earnest -------------------------------------------------------------------------------------------------------


def with_ready(ready: Callable[[DealerClient], object]) -> None:
    async def on_ready(self: DealerClient) -> None:
        ready(self)

    DealerClient.on_ready = on_ready  # type: ignore[method-assign]


def block_the_loop() -> None:
    with_ready(lambda _: time.sleep(3600))


def block_the_queue() -> None:
    async def never_done(_unit: Unit) -> None:
        await asyncio.Event().wait()

    with_ready(lambda client: client.desk.house.queue.put(never_done))


def block_the_interpreter() -> None:
    """Matching holds everything else up, and this would take until the end of time."""
    with_ready(lambda _: re.match(r"(a+)+$", "a" * 60 + "b"))


@pytest.mark.parametrize("block", [block_the_loop, block_the_queue, block_the_interpreter])
async def test_whatever_holds_it_up_it_ends_with_status_1_and_says_where(
    dealers: Dealers, block: Callable[[], None]
) -> None:
    held = {"bot.operating.watchdog.HELD_SECONDS": 3.0} if block is block_the_interpreter else {}
    soon = {"bot.operating.watchdog.LOOK_SECONDS": 0.05, "bot.operating.watchdog.STUCK_SECONDS": 3.0}
    bot = dealers.start(patience=HURRY | soon | held, before=block)
    assert await bot.ended(within=120) == watchdog.STUCK == 1
    assert ("Timeout (" if held else "Dealer stops: it is stuck, at ") in bot.said
    assert ("test_watchdog.py" in bot.said) is (block is not block_the_queue)
