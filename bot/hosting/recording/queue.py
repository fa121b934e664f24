"""One queue: whatever happens is put here before anything is awaited, so that order is never lost.

One consumer takes what waits (so much at a time, and of one user less), commits once, and only then lets the answers
go. It runs while there is something to do and not otherwise, so nothing has to be stopped. It never waits for Discord:
a deed that needs to know more of somebody steps aside until Discord has been asked, and is done then (`facts`).
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from bot.hosting import words
from bot.hosting.model.records import Answer
from bot.hosting.ports.store import Lost, Store, StoreTrouble, Unit
from bot.hosting.recording.lanes import Lanes
from bot.hosting.rights.facts import CannotSee, Facts, Inquiry, Wanted, knowing

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
    whose: int | None
    future: asyncio.Future[Answer | None]
    inquiry: Inquiry = field(default_factory=Inquiry)
    wanted: Wanted | None = None
    """What it came to want when it was last done."""


class Queue:
    def __init__(
        self, store: Store, facts: Facts, after_commit: Callable[[], None], give_up: Callable[[BaseException], None]
    ) -> None:
        """`after_commit` is called when rows may have been added; `give_up` when the database cannot be written."""
        self._store = store
        self._facts = facts
        self._after_commit = after_commit
        self._give_up = give_up
        self._waiting: Lanes[Event] = Lanes()
        self._doing: list[Event] = []
        self._asking: dict[int, tuple[Event, asyncio.Task[None]]] = {}
        """Events that stepped aside until Discord has been asked."""
        self._consumer: asyncio.Task[None] | None = None

    def put(self, deed: Deed, otherwise: Deed | None = None, whose: int | None = None) -> asyncio.Future[Answer | None]:
        """Take an event; the future is its answer, once it has been committed.

        `otherwise` is done instead where the deed fails, so that nothing a player sent goes unanswered. `whose`: the
        user who did it, and who shall not keep others waiting by doing a great deal.
        """
        future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._take(Event(deed, otherwise, whose, future))
        return future

    def _take(self, event: Event) -> None:
        self._waiting.put(event, event.whose)
        if self._consumer is None or self._consumer.done():
            self._consumer = asyncio.get_running_loop().create_task(self._drain(), name="queue")

    def in_order(self) -> AbstractContextManager[None]:
        """What is put meanwhile is done in this order, whosever it is, and behind all that waits now."""
        return self._waiting.in_order()

    async def drained(self) -> None:
        """Everything that was put before is committed."""
        aside = [event for event, _ in self._asking.values()]
        before = [event.future for event in (*self._doing, *aside, *self._waiting)]
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
            answers = await self._commit_all(self._doing)
            self._after_commit()
            for event, answer in zip(self._doing, answers, strict=True):
                if event.wanted is not None:
                    self._step_aside(event, event.wanted)
                elif not event.future.done():
                    event.future.set_result(answer)
            self._doing = []

    def _step_aside(self, event: Event, wanted: Wanted) -> None:
        """Ask Discord, and come again."""

        async def ask() -> None:
            try:
                await event.inquiry.learn(self._facts, wanted)
            except BaseException:  # the process ends
                event.future.cancel()
                raise
            finally:
                del self._asking[id(event)]
            self._take(event)

        self._asking[id(event)] = (event, asyncio.get_running_loop().create_task(ask(), name="queue:facts"))

    async def _commit_all(self, events: list[Event]) -> list[Answer | None]:
        """All of it in one transaction; tried again while the database is busy, and given up loudly."""
        last: Exception | None = None
        for attempt in range(_COMMIT_AGAIN):
            try:
                async with self._store.begin() as unit:
                    return [await self._do_one(unit, event) for event in events]
            except Exception as error:
                what = str(error) if isinstance(error, StoreTrouble) else where(error)
                log.error("could not commit: %s (attempt %d)", what, attempt + 1)
                last = error
                if isinstance(error, StoreTrouble) and error.final:
                    break
                await asyncio.sleep(_PAUSE_SECONDS)
        assert last is not None
        self._give_up(last)
        for event in events:
            event.wanted = None
        return [BROKEN for _ in events]

    async def _do_one(self, unit: Unit, event: Event) -> Answer | None:
        event.wanted = None
        try:
            with knowing(event.inquiry.known):
                return await self._do(unit, event.deed, event.otherwise)
        except Wanted as wanted:
            event.wanted = wanted
            return None

    async def _do(self, unit: Unit, deed: Deed, otherwise: Deed | None) -> Answer | None:
        for _ in range(_FOLD_AGAIN):
            try:
                async with unit.savepoint():
                    return await deed(unit)
            except Lost:
                continue
            except (StoreTrouble, Wanted):
                raise
            except CannotSee:
                if otherwise is None:
                    return Answer(words.CANNOT_SEE, ok=False)
                break
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
