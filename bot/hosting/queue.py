"""One queue: whatever happens is put here before anything is awaited, so that order is never lost.

One consumer takes what waits (so much at a time, and of one user less), commits once, and only then lets the answers
go. It runs while there is something to do and not otherwise, so nothing has to be stopped.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from bot.hosting.lanes import Lanes
from bot.hosting.ports import Answer, Lost, Store, StoreTrouble, Unit

log = logging.getLogger(__name__)

Deed = Callable[[Unit], Awaitable[Answer | None]]
"""What one event does, within a transaction."""

_FOLD_AGAIN = 3
_COMMIT_AGAIN = 5
_PAUSE_SECONDS = 2.0

BROKEN = Answer(
    "Something went wrong on my side, and nothing was changed. The operator will find it in the log.", False
)


@dataclass(slots=True)
class Event:
    """Something that happened, until it is done."""

    deed: Deed
    otherwise: Deed | None
    future: asyncio.Future[Answer | None]


class Queue:
    def __init__(
        self, store: Store, after_commit: Callable[[], None], give_up: Callable[[BaseException], None]
    ) -> None:
        """`after_commit` is called when rows may have been added; `give_up` when the database cannot be written."""
        self._store = store
        self._after_commit = after_commit
        self._give_up = give_up
        self._waiting: Lanes[Event] = Lanes()
        self._doing: list[Event] = []
        self._consumer: asyncio.Task[None] | None = None

    def put(self, deed: Deed, otherwise: Deed | None = None, whose: int | None = None) -> asyncio.Future[Answer | None]:
        """Take an event; the future is its answer, once it has been committed.

        `otherwise` is done instead where the deed fails, so that nothing a player sent goes unanswered. `whose`: the
        user who did it, and who shall not keep others waiting by doing a great deal.
        """
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._waiting.put(Event(deed, otherwise, future), whose)
        if self._consumer is None or self._consumer.done():
            self._consumer = asyncio.get_running_loop().create_task(self._drain(), name="queue")
        return future

    def in_order(self) -> AbstractContextManager[None]:
        """What is put meanwhile is done in this order, whosever it is, and behind all that waits now."""
        return self._waiting.in_order()

    async def drained(self) -> None:
        """Everything that was put before is committed."""
        before = [event.future for event in (*self._doing, *self._waiting)]
        if before:
            await asyncio.wait(before)

    async def _drain(self) -> None:
        try:
            await self._do_all()
        except BaseException:  # the process ends: nothing more will be done, and nobody answered
            for event in (*self._doing, *self._waiting):
                event.future.cancel()
            raise

    async def _do_all(self) -> None:
        while self._waiting:
            self._doing = self._waiting.next()
            answers = await self._commit_all([(event.deed, event.otherwise) for event in self._doing])
            self._after_commit()
            for event, answer in zip(self._doing, answers, strict=True):
                if not event.future.done():
                    event.future.set_result(answer)
            self._doing = []

    async def _commit_all(self, deeds: list[tuple[Deed, Deed | None]]) -> list[Answer | None]:
        """All of it in one transaction; tried again while the database is busy, and given up loudly."""
        last: Exception | None = None
        for attempt in range(_COMMIT_AGAIN):
            try:
                async with self._store.begin() as unit:
                    return [await self._do(unit, *deed) for deed in deeds]
            except Exception as error:
                what = str(error) if isinstance(error, StoreTrouble) else where(error)
                log.error("could not commit: %s (attempt %d)", what, attempt + 1)
                last = error
                if isinstance(error, StoreTrouble) and error.final:
                    break
                await asyncio.sleep(_PAUSE_SECONDS)
        assert last is not None
        self._give_up(last)
        return [BROKEN for _ in deeds]

    async def _do(self, unit: Unit, deed: Deed, otherwise: Deed | None) -> Answer | None:
        for _ in range(_FOLD_AGAIN):
            try:
                async with unit.savepoint():
                    return await deed(unit)
            except Lost:
                continue
            except StoreTrouble:
                raise
            except Exception as error:
                log.error("an event failed: %s", where(error))
                break
        else:
            log.error("an event lost every race")
        return BROKEN if otherwise is None else await self._do(unit, otherwise, None)


def where(error: BaseException) -> str:
    """What an error is and where it arose, without its text: that may hold what a player wrote."""
    frames: list[Any] = traceback.extract_tb(error.__traceback__)
    spots = " < ".join(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in reversed(frames[-4:]))
    return f"{type(error).__name__} at {spots}"
