"""What the log tells of a match: that it opened, started, closed (and how late), was over. Code and phase, no more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from bot.hosting.model.match import OVER
from bot.hosting.model.records import Answer
from bot.hosting.ports.store import Unit
from tests.hosting.scene import GUILD, HOST, Scene

Lines = Callable[[], list[str]]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Lines:
    """What the log said of matches since it was last asked."""
    caplog.set_level(logging.DEBUG)

    def read() -> list[str]:
        found = [r.getMessage() for r in caplog.records if r.name == "bot.hosting.recording.chronicle"]
        assert {r.levelno for r in caplog.records if r.name == "bot.hosting.recording.chronicle"} <= {logging.INFO}
        caplog.clear()
        return found

    return read


async def to_its_end(scene: Scene) -> None:
    for _ in range(10):
        await scene.pass_deadline()
        await scene.look_again()
        if scene.match.status == OVER:
            return
    pytest.fail("it does not end")


async def test_a_match_from_its_opening_to_its_end_is_a_line_for_each_step(scene: Scene, lines: Lines) -> None:
    await scene.create(rounds=2)
    await scene.join("Ann", "Bob", "Eve")
    code = scene.code
    assert lines() == [f"match {code} opened"]
    await scene.start()
    assert lines() == [f"match {code} started with round 1"]
    await scene.dm("Ann", "12 +1g")
    await scene.look()
    assert lines() == []
    await scene.pass_deadline()
    (closed,) = lines()
    assert closed.startswith(f"match {code} closed round 1, ")
    await scene.look_again()
    await to_its_end(scene)
    last = lines()
    assert last[0].startswith(f"match {code} closed round 2, ")
    assert last[-1] == f"match {code} over"
    assert [line for line in last if "over" in line] == last[-1:]


async def test_it_says_by_how_much_a_close_came_late(scene: Scene, lines: Lines) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    lines()
    await scene.run_to(scene.deadline + scene.manners.settle)
    assert lines() == [f"match {scene.code} closed round 1, 5 s after its deadline"]
    await scene.look_again()
    await scene.run_to(scene.deadline)
    scene.clock.silent = True
    await scene.run(timedelta(minutes=3))
    scene.clock.silent = False
    await scene.ring()
    assert lines() == [f"match {scene.code} closed round 2, 180 s after its deadline"]


async def test_a_phase_that_goes_on_is_not_called_closed(scene: Scene, lines: Lines) -> None:
    """Nobody sent a basket: the Basket Period is extended."""
    await scene.begin("Ann", "Bob", "Eve", "Dan", "Kim", ruleset="garden-of-eden")
    lines()
    await scene.pass_deadline()
    await scene.look_again()
    (said,) = lines()
    assert said.startswith(f"match {scene.code} extended {scene.match.phase.name}, ")


async def test_a_match_that_is_cancelled_is_told_as_such(scene: Scene, lines: Lines) -> None:
    await scene.create()
    await scene.cancel()
    assert lines() == [f"match {scene.code} opened", f"match {scene.code} cancelled"]


async def test_nobody_is_in_the_lines(scene: Scene, lines: Lines) -> None:
    await scene.create(rounds=1)
    await scene.join("Ann", "Bob", "Eve")
    await scene.start()
    await scene.dm("Ann", "47")
    await to_its_end(scene)
    said = " ".join(lines())
    secret = ["Ann", "Bob", "Eve", "47", *map(str, [HOST, GUILD, *(scene.user(n) for n in ("Ann", "Bob", "Eve"))])]
    assert said
    assert [word for word in secret if word in said.replace(scene.code, "")] == []


async def test_what_is_undone_is_not_told(scene: Scene) -> None:
    await scene.open()
    told: list[str] = []

    async def fails(unit: Unit) -> Answer | None:
        unit.when_committed(lambda: told.append("undone"))
        raise ValueError

    async def works(unit: Unit) -> Answer | None:
        unit.when_committed(lambda: told.append("done"))
        assert told == [], "it is not committed yet"
        return None

    await scene.house.queue.put(fails)
    await scene.house.queue.put(works)
    assert told == ["done"]


async def test_nothing_is_told_of_a_transaction_that_fails(scene: Scene) -> None:
    await scene.open()
    told: list[Any] = []
    with suppress(ValueError):
        async with scene.store.begin() as unit:
            unit.when_committed(lambda: told.append(1))
            raise ValueError
    assert told == []
