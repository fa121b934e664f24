"""One queue: order is kept, many events are one transaction, and nothing is answered before it is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.hosting.model.records import Answer, Server
from bot.hosting.ports.store import Lost, StoreTrouble, Unit
from bot.hosting.recording import queue as queues
from bot.hosting.recording.queue import BROKEN, Queue
from bot.hosting.rights.facts import Facts
from bot.store.engine import open_engine
from bot.store.unit_of_work import SqlStore
from tests.hosting.fakes import FakeClock, FakeDiscord, FakeRoster
from tests.hosting.scene import NOON, new_database

SECRET = "41 +7g"


class Gate:
    """A store that counts its transactions, can fail, and can be held just before a commit."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.begun = 0
        self.fails: list[BaseException] = []
        self.open = asyncio.Event()
        self.open.set()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Unit]:
        self.begun += 1
        async with self.store.begin() as unit:
            yield unit
            if self.fails:
                raise self.fails.pop(0)
            await self.open.wait()


class Desk:
    """A queue, and what came of it."""

    def __init__(self, store: SqlStore) -> None:
        self.gate = Gate(store)
        self.commits = 0
        self.given_up: BaseException | None = None
        self.discord = FakeDiscord(FakeClock(NOON))
        facts = Facts(FakeRoster(self.discord))
        self.queue = Queue(self.gate, facts, self._committed, self._gave_up)

    def _committed(self) -> None:
        self.commits += 1

    def _gave_up(self, error: BaseException) -> None:
        self.given_up = error

    async def zones(self) -> dict[int, str | None]:
        async with self.gate.store.begin() as unit:
            return {n: (await unit.server(n)).zone for n in range(1, 6)}


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(queues, "_PAUSE_SECONDS", 0.0)
    engine = open_engine(await new_database(tmp_path / "queue.sqlite"), durable=False)
    yield Desk(SqlStore(engine))
    await engine.dispose()


def writes(number: int, zone: str, then: BaseException | None = None) -> Callable[[Any], Awaitable[Answer | None]]:
    async def deed(unit: Any) -> Answer:
        await unit.set_server(Server(number, zone=zone))
        if then is not None:
            raise then
        return Answer(f"{number} {zone}")

    return deed


async def test_events_that_wait_together_are_one_transaction(desk: Desk) -> None:
    futures = [desk.queue.put(writes(n, "UTC")) for n in range(1, 6)]
    answers = await asyncio.gather(*futures)
    assert [a.text for a in answers if a] == [f"{n} UTC" for n in range(1, 6)]
    assert (desk.gate.begun, desk.commits) == (1, 1)


async def test_events_happen_in_the_order_in_which_they_were_put(desk: Desk) -> None:
    for zone in ("a", "b", "c"):
        desk.queue.put(writes(1, zone))
    await desk.queue.drained()
    assert (await desk.zones())[1] == "c"


async def test_what_is_put_meanwhile_is_the_next_transaction(desk: Desk) -> None:
    desk.gate.open.clear()
    first = desk.queue.put(writes(1, "a"))
    await turns()
    second = desk.queue.put(writes(1, "b"))
    desk.gate.open.set()
    await asyncio.gather(first, second)
    assert desk.gate.begun == 2
    assert (await desk.zones())[1] == "b"


async def turns() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_nothing_is_answered_before_the_commit(desk: Desk) -> None:
    desk.gate.open.clear()
    future = desk.queue.put(writes(1, "UTC"))
    await turns()
    assert not future.done()
    assert desk.commits == 0
    desk.gate.open.set()
    assert (await future) is not None


async def test_an_event_that_fails_is_undone_alone(desk: Desk) -> None:
    good, bad, after = (
        desk.queue.put(writes(1, "UTC")),
        desk.queue.put(writes(2, "UTC", KeyError("x"))),
        desk.queue.put(writes(3, "UTC")),
    )
    assert (await good, await bad, await after) == (Answer("1 UTC"), BROKEN, Answer("3 UTC"))
    zones = await desk.zones()
    assert (zones[1], zones[2], zones[3]) == ("UTC", None, "UTC")


async def test_an_event_that_fails_is_logged_without_its_text(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="bot"):
        await desk.queue.put(writes(1, "UTC", ValueError(f"cannot read {SECRET}")))
    assert "ValueError at test_queue.py" in caplog.text
    assert SECRET not in caplog.text


async def test_what_is_to_be_done_instead_is_done_when_an_event_fails(desk: Desk) -> None:
    answer = await desk.queue.put(writes(1, "UTC", KeyError("x")), writes(2, "sorry"))
    zones = await desk.zones()
    assert answer == Answer("2 sorry")
    assert (zones[1], zones[2]) == (None, "sorry")


async def test_whoever_loses_a_race_does_it_again(desk: Desk) -> None:
    tries = []

    async def deed(unit: Any) -> Answer:
        tries.append(1)
        await unit.set_server(Server(len(tries), zone="UTC"))
        if len(tries) < 3:
            raise Lost
        return Answer("done")

    assert await desk.queue.put(deed) == Answer("done")
    zones = await desk.zones()
    assert [zones[n] for n in (1, 2, 3)] == [None, None, "UTC"]


async def test_a_database_in_trouble_is_tried_again_with_all_events(desk: Desk) -> None:
    desk.gate.fails = [StoreTrouble("SQLITE_BUSY"), StoreTrouble("SQLITE_FULL")]
    answers = await asyncio.gather(desk.queue.put(writes(1, "a")), desk.queue.put(writes(2, "b")))
    assert list(answers) == [Answer("1 a"), Answer("2 b")]
    assert desk.given_up is None
    assert desk.gate.begun == 3


async def test_a_database_that_stays_in_trouble_is_given_up_loudly_and_nothing_is_acknowledged(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.gate.fails = [StoreTrouble("SQLITE_FULL") for _ in range(99)]
    assert await desk.queue.put(writes(1, "a")) == BROKEN
    assert str(desk.given_up) == "SQLITE_FULL"
    assert "could not commit: SQLITE_FULL (attempt 5)" in caplog.text
    desk.gate.fails = []
    assert (await desk.zones())[1] is None


async def test_trouble_that_cannot_pass_is_given_up_at_once(desk: Desk) -> None:
    desk.gate.fails = [StoreTrouble("SQLITE_CORRUPT", final=True)]
    assert await desk.queue.put(writes(1, "a")) == BROKEN
    assert desk.gate.begun == 1
    assert desk.given_up is not None


async def test_a_transaction_that_fails_in_another_way_leaves_nobody_without_an_answer(desk: Desk) -> None:
    desk.gate.fails = [RuntimeError("anything") for _ in range(99)]
    async with asyncio.timeout(5):
        assert await desk.queue.put(writes(1, "a")) == BROKEN
    assert isinstance(desk.given_up, RuntimeError)
    desk.gate.fails = []
    assert await desk.queue.put(writes(1, "b")) == Answer("1 b")


async def test_an_event_that_no_database_could_store_brings_the_others_to_no_harm(desk: Desk) -> None:
    async def deed(unit: Any) -> Answer:
        await unit.connection.exec_driver_sql("INSERT INTO servers (guild_id) VALUES (?)", (object(),))
        return Answer("never")

    bad, good = desk.queue.put(deed), desk.queue.put(writes(2, "UTC"))
    assert (await bad, await good) == (BROKEN, Answer("2 UTC"))
    assert desk.given_up is None


async def test_drained_means_that_all_that_was_put_is_stored(desk: Desk) -> None:
    desk.queue.put(writes(1, "UTC"))
    await desk.queue.drained()
    assert (await desk.zones())[1] == "UTC"
