"""One queue: whatever happens is put here before anything is awaited, so that order is never lost.

One consumer takes all that waits, commits once, and only then lets the answers go. It runs while there is something to
do and not otherwise, so nothing has to be stopped.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

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


class Queue:
    def __init__(
        self, store: Store, after_commit: Callable[[], None], give_up: Callable[[BaseException], None]
    ) -> None:
        """`after_commit` is called when rows may have been added; `give_up` when the database cannot be written."""
        self._store = store
        self._after_commit = after_commit
        self._give_up = give_up
        self._waiting: deque[tuple[Deed, Deed | None, asyncio.Future[Answer | None]]] = deque()
        self._consumer: asyncio.Task[None] | None = None

    def put(self, deed: Deed, otherwise: Deed | None = None) -> asyncio.Future[Answer | None]:
        """Take an event; the future is its answer, once it has been committed.

        `otherwise` is done instead where the deed fails, so that nothing a player sent goes unanswered.
        """
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((deed, otherwise, future))
        if self._consumer is None or self._consumer.done():
            self._consumer = asyncio.get_running_loop().create_task(self._drain(), name="queue")
        return future

    async def drained(self) -> None:
        """Everything that was put before is committed."""
        while self._consumer is not None and not self._consumer.done():
            await asyncio.shield(self._consumer)

    async def _drain(self) -> None:
        while self._waiting:
            batch = list(self._waiting)
            self._waiting.clear()
            answers = await self._commit_all([(deed, otherwise) for deed, otherwise, _ in batch])
            self._after_commit()
            for (_, _, future), answer in zip(batch, answers, strict=True):
                if not future.done():
                    future.set_result(answer)

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
