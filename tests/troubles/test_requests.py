"""Requests that Discord limits, fails, keeps waiting, drops, or answers to nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import discord.http
import pytest

from tests.fake_discord import FakeDiscord
from tests.fake_discord.troubles import Troubles
from tests.troubles.town import Town

SEND = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
Hurts = Callable[[Troubles], object]

PASSING: dict[str, Hurts] = {
    "429 for the route": lambda t: t.limit(*SEND, 0.05, times=3),
    "429 for all": lambda t: t.limit(*SEND, 0.05, everywhere=True, times=3),
    "502": lambda t: t.fail(*SEND, 502, times=2),
    "500": lambda t: t.fail(*SEND, 500, times=2),
    "slow": lambda t: t.slow(*SEND, 0.3, times=3),
    "dropped": lambda t: t.drop(*SEND, times=2),
    "answers lost": lambda t: t.lose_answer(*SEND, times=2),
}
LASTING: dict[str, Hurts] = {
    "502": lambda t: t.fail(*SEND, 502, times=12),
    "503": lambda t: t.fail(*SEND, 503, times=5),
    "dropped": lambda t: t.drop(*SEND, times=5),
    "answers lost": lambda t: t.lose_answer(*SEND, times=5),
}


def said_twice(discord: FakeDiscord) -> list[str]:
    """What the bot said twice in one place, the sentences left out that it is asked for."""
    twice = []
    for channel in discord.world.channels.values():
        texts = [m.content for m in channel.history() if m.author is discord.world.bot and m.content]
        twice += [text for text in set(texts) if texts.count(text) > 1]
    return twice


@pytest.mark.parametrize("hurts", PASSING.values(), ids=PASSING)
async def test_what_discord_does_not_take_at_first_is_said_once(town: Town, hurts: Hurts) -> None:
    await town.begin("Ann", "Bob", "Eve")
    hurts(town.discord.troubles)
    for name in ("Ann", "Bob", "Eve"):
        await town.dm(name, "12")
    await town.until(lambda: not town.unsaid())
    assert [len(town.heard(name)) for name in ("Ann", "Bob", "Eve")] == [2, 2, 2]
    assert said_twice(town.discord) == []


@pytest.mark.parametrize("hurts", LASTING.values(), ids=LASTING)
async def test_what_the_library_gives_up_is_tried_again_after_seconds_and_said_once(town: Town, hurts: Hurts) -> None:
    """No sweep is needed for it. (A 502 is tried five times by the library itself.)"""
    await town.begin("Ann", "Bob", "Eve")
    waits = town.hurry_deliveries()
    hurts(town.discord.troubles)
    await town.dm("Ann", "12")
    await town.until(lambda: not town.unsaid())
    assert waits
    assert len(town.heard("Ann")) == 2
    assert said_twice(town.discord) == []


async def test_one_person_who_cannot_be_written_to_keeps_nobody_else_waiting(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.hurry_deliveries()
    town.discord.troubles.fail("POST", f"/channels/{town.person('Ann').dm_channel.id}/messages", times=None)
    for name in ("Ann", "Bob", "Eve"):
        await town.dm(name, "12")
    await town.until(lambda: len(town.heard("Bob")) == len(town.heard("Eve")) == 2)
    await town.pass_deadline()
    assert "closed" in await town.kinds()
    assert len(town.heard("Ann")) == 1
    town.discord.troubles.clear()
    await town.look()
    assert len(town.heard("Ann")) == 2


async def test_a_card_thread_and_board_whose_answers_are_lost_are_made_once(town: Town) -> None:
    town.hurry_deliveries()
    troubles = town.discord.troubles
    troubles.lose_answer(*SEND, times=3)
    troubles.lose_answer("POST", "/channels/*/messages/*/threads", times=3)
    troubles.lose_answer("PUT", "/channels/*/messages/pins/*", times=3)
    await town.begin("Ann", "Bob", "Eve")
    assert len([m for m in town.channel.history() if town.code in m.content]) == 1
    assert town.code in town.board().content
    assert said_twice(town.discord) == []


async def test_a_board_that_could_not_be_edited_shows_the_latest_soon(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.hurry_deliveries()
    town.discord.troubles.fail(*EDIT, times=12)
    await town.pass_deadline()
    await town.pass_deadline()
    await town.until(lambda: not town.unsaid())
    assert "Round 3 of 3" in town.board().content


async def test_a_close_waits_for_histories_that_cannot_be_read_and_then_counts_them(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.lose_events("MESSAGE_CREATE")
    town.person("Ann").dm("12")
    town.discord.troubles.fail("GET", "/channels/*/messages", times=None)
    await town.pass_deadline()
    assert "closed" not in await town.kinds()
    town.discord.troubles.clear()
    await town.look()
    assert (await town.kinds())[-2:] == ["message", "closed"]


async def test_history_of_several_pages_is_read_to_its_end(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.lose_events("MESSAGE_CREATE", times=None)
    for number in range(120):
        town.person("Ann").dm(str(number % 40))
        town.discord.clock.advance(1)
    await town.pass_deadline()
    assert await town.taken() == [str(number % 40) for number in range(120)]


async def test_limits_like_discords_are_kept_and_nothing_is_refused(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http, "asyncio", asyncio)  # the windows of the limits are real seconds
    town.discord.limits.set("POST", "/channels/*/messages", 5, 0.5)
    await town.begin("Ann", "Bob", "Eve")
    await town.pass_deadline()
    await town.pass_deadline()
    await town.until(lambda: not town.unsaid())
    assert [r.path for r in town.discord.log.refused() if r.status == 429] == []
