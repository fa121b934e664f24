"""Nothing that a player sent in secret is in any line of the log, or in the text of any error, at any level."""

from __future__ import annotations

import io
import logging
import traceback
from collections.abc import Iterator

import pytest

from bot import logs
from bot.hosting.recording import queue as queues
from games.ghost_ladder import GhostLadder
from tests.hosting.scene import HOUR, SECOND, Scene

MARK = "4242"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that the program logs at its most talkative, with the tracebacks."""
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    logs.set_up("DEBUG")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(name)s %(message)s %(args)s"))
    root.addHandler(handler)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def marked(stream: io.StringIO) -> list[str]:
    return [line for line in stream.getvalue().splitlines() if MARK in line]


async def whole_life(scene: Scene) -> None:
    """A marked submission goes through everything that can happen to it."""
    await scene.begin("Ann", "Bob", "Eve", rounds=2)
    await scene.dm("Ann", MARK)
    await scene.dm("Bob", f"nonsense {MARK}")
    await scene.dm("Ann", f"{MARK} +1g rank", live=False)
    await scene.restart(away=HOUR)
    message = await scene.dm("Eve", MARK)
    await scene.edits("Eve", message, f"{MARK}1")
    scene.discord.goes_wrong("send", f"user:{scene.user('Ann')}", times=2)
    scene.discord.refusing[f"user:{scene.user('Eve')}"] = "Closed."
    await scene.dm("Ann", f"check {MARK}")
    await scene.run_to(scene.deadline + SECOND)
    await scene.dm("Ann", MARK)
    await scene.pass_deadline()
    await scene.export()
    await scene.look()


async def test_an_ordinary_life(scene: Scene, written: io.StringIO) -> None:
    await whole_life(scene)
    assert marked(written) == []


async def test_a_ruleset_that_breaks_over_a_message(
    scene: Scene, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(rules: GhostLadder, state: object, seat: int, text: str) -> object:
        raise ValueError(f"cannot read {text!r}")

    await scene.begin("Ann", "Bob", "Eve")
    monkeypatch.setattr(GhostLadder, "take", breaks)
    await scene.dm("Ann", MARK)
    assert marked(written) == []
    assert "ValueError at" in written.getvalue()


async def test_a_database_that_breaks_over_a_message(
    scene: Scene, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "_PAUSE_SECONDS", 0.0)
    await scene.begin("Ann", "Bob", "Eve")
    async with scene.store.begin() as unit:
        await unit.connection.exec_driver_sql("DROP TABLE inbox")
    await scene.dm("Ann", MARK)
    assert marked(written) == []
    assert "could not commit" in written.getvalue()


async def test_the_text_of_a_database_error_hides_what_was_to_be_written(scene: Scene) -> None:
    await scene.open()
    with pytest.raises(Exception, match="hidden") as caught:
        async with scene.engine.begin() as connection:  # type: ignore[union-attr]
            await connection.exec_driver_sql("INSERT INTO inbox (text) VALUES (?)", (MARK,))
    assert MARK not in "".join(traceback.format_exception(caught.value))
