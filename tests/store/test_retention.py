"""What players typed is kept for some weeks after their match, and not a day longer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.config import Database, Settings, load
from bot.hosting.clock.retention import EVERY
from bot.hosting.desk import look as desk_look
from bot.hosting.desk import questions
from bot.hosting.folds.rewinding import fold
from bot.hosting.model import events
from bot.hosting.model.match import OVER
from bot.operating import upkeep
from bot.store import check, folded
from bot.store.tables import inbox, outbox
from bot.wiring import manners_of
from tests.hosting.scene import HOUR, MINUTE, Scene, calm, played
from tests.store.test_forgetting import ANN, once, stands_in, tool

DAY = timedelta(days=1)
WORD = "xylophone"


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with played(tmp_path / "dealer.sqlite3", manners=calm(keep_texts=30 * DAY)) as scene:
        yield scene


async def over(scene: Scene) -> None:
    """A match of one round with something typed in it, over a moment ago."""
    await typed_in(scene)
    while scene.match.status != OVER:
        await scene.pass_deadline()
        await scene.look_again()


async def cancelled(scene: Scene) -> None:
    """The same, cancelled a moment ago."""
    await typed_in(scene)
    await scene.cancel()


async def typed_in(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await scene.dm("Ann", "12 +1g")
    await scene.dm("Ann", f"what does a {WORD} cost?")
    await scene.dm("Ann", f"ask may I bring a {WORD}?")
    (asked,) = [at for at, row in enumerate(await scene.rows(), 1) if row.kind == events.ASKED]
    await scene.host(tool(questions.respond, scene.question(asked), 0, f"No {WORD}s."))


async def texts(scene: Scene) -> list[str]:
    async with scene.store.begin() as unit:
        found = [r.text for r in await unit.connection.execute(inbox.select())]
        return found + [r.request["content"] for r in await unit.connection.execute(outbox.select())]


async def typed(scene: Scene) -> list[str]:
    return [row.body["text"] for row in await scene.rows() if row.kind in (events.MESSAGE, events.ASKED)]


@pytest.mark.parametrize("end", [over, cancelled])
async def test_thirty_days_after_the_end_nothing_of_it_is_left_and_a_day_before_all_of_it(
    scene: Scene, end: Callable[[Scene], Awaitable[None]]
) -> None:
    await once(scene, end)
    await scene.run(29 * DAY)
    assert WORD in "".join(await texts(scene))
    assert WORD in "".join(await typed(scene))
    before = folded.to_json(fold(await scene.rows()))
    await scene.run(4 * DAY)
    assert set(await texts(scene)) == {""}
    assert await typed(scene) == ["12 +1g", "", ""]
    assert folded.to_json(fold(await scene.rows())) == before
    assert await check.faults(scene.store.engine) == []


async def test_the_file_itself_holds_no_trace_of_it(scene: Scene) -> None:
    await once(scene, over)
    assert stands_in(scene.file, WORD) == {WORD}
    await scene.run(32 * DAY)
    await scene.die()
    assert stands_in(scene.file, WORD) == set()


async def test_a_match_that_runs_keeps_everything_however_long_it_takes(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", round_hours=700)
    await scene.dm("Ann", f"what does a {WORD} cost?")
    for _ in range(3):
        await scene.pass_deadline()
        await scene.look_again()
    assert WORD in "".join(await typed(scene))
    assert f"what does a {WORD} cost?" in await texts(scene)


async def test_looking_at_an_old_match_does_not_keep_its_texts(scene: Scene) -> None:
    await once(scene, over)
    await scene.run(20 * DAY)
    await scene.host(desk_look.look)
    await scene.run(12 * DAY)
    assert set(await texts(scene)) == {""}


async def test_messages_that_belong_to_no_match_go_after_the_same_time(scene: Scene) -> None:
    await scene.open()
    await scene.dm("Ann", f"hello, a {WORD} please")
    await scene.run(29 * DAY)
    assert f"hello, a {WORD} please" in await texts(scene)
    await scene.run(3 * DAY)
    assert set(await texts(scene)) == {""}


async def test_what_waited_for_a_closed_door_so_long_is_never_said(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    scene.discord.refusing[f"user:{scene.user('Ann')}"] = "Their direct messages are closed to me."
    while scene.match.status != OVER:
        await scene.pass_deadline()
        await scene.look_again()
    heard = len(scene.dms("Ann"))
    await scene.run(32 * DAY)
    scene.discord.recovers()
    await scene.dm("Ann", "hello?")
    assert len(scene.dms("Ann")) == heard + 1
    assert "" not in scene.dms("Ann")


async def test_a_bot_that_was_away_for_months_says_what_it_owes_before_it_is_blanked(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    scene.discord.goes_wrong("send", "user:", times=1000)
    while scene.match.status != OVER:
        await scene.pass_deadline()
        await scene.look_again()
    heard = len(scene.dms("Ann"))
    await scene.die()
    scene.discord.recovers()
    scene.clock.instant += 90 * DAY
    await scene.open()
    await scene.run(2 * EVERY)
    assert len(scene.dms("Ann")) > heard
    assert "" not in scene.dms("Ann")


async def test_an_edit_of_a_message_that_is_blanked_is_answered_by_nothing(scene: Scene) -> None:
    await once(scene, over)
    (message, *_) = [m for m in scene.discord.channels[f"user:{scene.user('Ann')}"] if m.author == scene.user("Ann")]
    await scene.run(32 * DAY)
    heard = len(scene.dms("Ann"))
    await scene.edits("Ann", message.id, "13")
    assert len(scene.dms("Ann")) == heard


async def swept(scene: Scene, at: datetime) -> None:
    """The alarm rings at this instant, and not before."""
    scene.clock.instant = at
    await scene.ring()


async def test_it_is_looked_for_every_hour_and_blanked_once(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="bot.hosting.clock.retention")
    await once(scene, over)
    due = scene.clock.instant + 30 * DAY
    for minutes, found in ((-30, 0), (20, 0), (31, 1), (100, 1)):
        await swept(scene, due + minutes * MINUTE)
        assert len(caplog.messages) == found
    assert EVERY == HOUR


def test_the_setting_says_how_many_days() -> None:
    settings = load(None, {"DEALER_PRIVACY_KEEP_TEXTS_DAYS": "7"}, needs_token=False)
    assert manners_of(settings).keep_texts == 7 * DAY


async def test_with_no_days_they_go_at_the_end(tmp_path: Path) -> None:
    async with played(tmp_path / "dealer.sqlite3", manners=calm(keep_texts=0 * DAY)) as scene:
        await once(scene, over)
        await swept(scene, scene.clock.instant + HOUR)
        assert set(await texts(scene)) == {""}


async def test_who_is_forgotten_after_that_is_forgotten_all_the_same(scene: Scene) -> None:
    scene.users["Ann"] = ANN
    await over(scene)
    await scene.run(32 * DAY)
    settings = Settings(database=Database(scene.file))
    assert await asyncio.to_thread(upkeep.forget, settings, ANN) == 0
    assert stands_in(scene.file, ANN) == set()
    assert await check.faults(scene.store.engine) == []
