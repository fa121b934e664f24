"""A process that is stuck ends itself, so that whoever started it can start it again (Docker, systemd).

A process lives as long as it renews its lease, which goes through the queue that all work goes through. Whether it does
is looked at by a thread, which no event loop can hold up. Should something hold up the interpreter itself, and so this
thread, too, then a timer ends the process that needs no interpreter: the thread puts it off at every look.

What is counted is looks, not time: a process, or a machine, that was asleep has not been stuck meanwhile.
"""

from __future__ import annotations

import faulthandler
import os
import select
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Final

LOOK_SECONDS = 5.0
STUCK_SECONDS = 120.0
"""Without any sign of life for so long it ends. Before that already it says nothing more, and another may take over."""
HELD_SECONDS = 600.0
"""Where not even the thread could run for so long. A process that was stopped for longer ends when it is woken."""
STUCK: Final = 1
"""The exit status."""
_STANDARD_ERROR: Final = 2
_INNERMOST: Final = 4


class Watchdog:
    def __init__(
        self,
        sign: Callable[[], object],
        end: Callable[[str], object] | None = None,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        """`sign`: something that changes as long as the process lives; called from another thread. `end`: gets the last
        words, and ends the process. `pause`: waits so many seconds; true once there is nothing to watch any more."""
        self._sign = sign
        self._end = _end if end is None else end
        self._stopped = threading.Event()
        self._pause = self._stopped.wait if pause is None else pause

    def start(self) -> None:
        threading.Thread(target=self.watch, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def watch(self) -> None:
        """Until it is stopped, or the process is found stuck."""
        last, quiet = self._sign(), 0.0
        while not self._pause(LOOK_SECONDS):
            faulthandler.dump_traceback_later(HELD_SECONDS, exit=True, file=_STANDARD_ERROR)
            sign = self._sign()
            quiet = quiet + LOOK_SECONDS if sign == last else 0.0
            last = sign
            if quiet >= STUCK_SECONDS:
                self._end(_last_words())
                break
        faulthandler.cancel_dump_traceback_later()


def _last_words() -> str:
    """Where the main thread stands: names of files and lines, never what they work on."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    stack = traceback.extract_stack(frame)[-_INNERMOST:]
    spots = " < ".join(f"{spot.filename.rsplit('/', 1)[-1]}:{spot.lineno}" for spot in reversed(stack))
    return f"Dealer stops: it is stuck, at {spots}. Nothing that was acknowledged is lost.\n"


def _end(last_words: str) -> None:
    write_at_once(_STANDARD_ERROR, last_words.encode())
    os._exit(STUCK)


def write_at_once(number: int, text: bytes) -> bool:
    """Write a short text if that keeps nobody waiting: what is stuck may be whoever should read it."""
    try:
        if not select.select([], [number], [], 0)[1]:
            return False
        os.write(number, text)
    except (OSError, ValueError):
        return False
    return True
