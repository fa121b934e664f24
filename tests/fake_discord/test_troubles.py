"""Faults on demand: what an unmodified discord.py makes of them, and what they leave behind."""

from __future__ import annotations

import asyncio
import time
from email.utils import parsedate_to_datetime

import aiohttp
import discord
import pytest

from tests.fake_discord import refusals
from tests.fake_discord.conftest import Scene
from tests.fake_discord.guest import Guest

MESSAGES = "/channels/*/messages"


async def test_a_refusal_meets_the_requests_that_it_was_meant_for(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.server.troubles.refuse("POST", MESSAGES, refusals.missing_permissions, times=2, skip=1)
    outcomes = []
    for number in range(4):
        try:
            await channel.send(str(number))
        except discord.Forbidden as refused:
            outcomes.append(refused.code)
        else:
            outcomes.append(0)
    assert outcomes == [0, 50013, 50013, 0]
    assert [m.content for m in scene.channel.history()] == ["0", "3"]
    noted = scene.server.log.to("POST", f"/channels/{scene.channel.id}/messages")
    assert [(one.status, one.trouble, one.took_effect) for one in noted[:2]] == [
        (200, "", True),
        (403, "refused", False),
    ]


async def test_a_server_error_is_tried_again_or_raised(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.server.troubles.fail("POST", MESSAGES, 502)
    await channel.send("at the second try")
    scene.server.troubles.fail("POST", MESSAGES, 503)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("not at all")
    assert [m.content for m in scene.channel.history()] == ["at the second try"]
    assert [one.status for one in scene.server.log.to("POST", MESSAGES)] == [502, 200, 503]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_too_many_requests_are_waited_out(scene: Scene, guest: Guest, everywhere: bool) -> None:
    channel = await scene.seen(guest)
    scene.server.troubles.limit("POST", MESSAGES, 0.05, everywhere=everywhere)
    began = time.monotonic()
    await channel.send("x")
    assert time.monotonic() - began >= 0.05
    noted = scene.server.log.to("POST", MESSAGES)
    assert [one.status for one in noted] == [429, 200]
    assert noted[0].answer["global"] is everywhere


async def test_discord_py_keeps_to_the_limits_that_the_headers_tell(scene: Scene, guest: Guest) -> None:
    scene.server.limits.set("POST", MESSAGES, 2, 0.1)
    channel = await scene.seen(guest)
    began = time.monotonic()
    for number in range(5):
        await channel.send(str(number))
    assert time.monotonic() - began >= 0.2
    assert scene.server.log.refused() == []


async def test_who_does_not_heed_the_limits_is_refused(scene: Scene) -> None:
    scene.server.limits.like_discord()
    headers = {"Authorization": f"Bot {scene.world.token}"}
    url = f"{scene.server.api}/channels/{scene.channel.id}/messages"
    async with aiohttp.ClientSession(headers=headers) as session:
        posts = [session.post(url, json={"content": "x"}) for _ in range(6)]
        answers = await asyncio.gather(*posts)
        read = await session.get(url)
    assert sorted(one.status for one in answers) == [200, 200, 200, 200, 200, 429]
    assert read.status == 200


async def test_a_slow_answer_comes_all_the_same(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.server.troubles.slow("POST", MESSAGES, 0.05)
    began = time.monotonic()
    await channel.send("x")
    assert time.monotonic() - began >= 0.05


async def test_a_dropped_request_had_no_effect_and_a_lost_answer_had(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.server.troubles.drop("POST", MESSAGES)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("dropped", nonce="a")
    assert scene.channel.history() == []
    scene.server.troubles.lose_answer("POST", MESSAGES)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("answer lost", nonce="b")
    again = await channel.send("answer lost", nonce="b")
    assert [m.id for m in scene.channel.history()] == [again.id]
    noted = scene.server.log.to("POST", MESSAGES)
    assert [(one.status, one.trouble) for one in noted] == [(None, "dropped"), (None, "answer lost"), (200, "")]


async def test_an_outage_lets_nothing_through(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.server.troubles.unreachable = True
    with pytest.raises(aiohttp.ClientError):
        await channel.send("x")
    scene.server.troubles.clear()
    await channel.send("y")
    assert [m.content for m in scene.channel.history()] == ["y"]


async def test_something_can_be_done_at_the_very_moment_of_a_request(scene: Scene, guest: Guest) -> None:
    seen: list[int] = []
    look = lambda: seen.append(len(scene.channel.history()))  # noqa: E731
    scene.server.troubles.call("POST", MESSAGES, look)
    scene.server.troubles.call("POST", MESSAGES, look, afterwards=True)
    await (await scene.seen(guest)).send("x")
    assert seen == [0, 1]


async def test_every_answer_carries_the_servers_date(scene: Scene) -> None:
    scene.server.clock.freeze()
    scene.server.clock.advance(hours=-3)
    async with aiohttp.ClientSession() as session, session.get(f"{scene.server.api}/users/@me") as response:
        assert response.status == 401
        told = parsedate_to_datetime(response.headers["Date"])
    assert told == scene.server.clock.now().replace(microsecond=0)
