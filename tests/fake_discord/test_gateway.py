"""The gateway over the socket: sessions that resume, break, expire; events late, twice, held, lost, or not for us."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from tests.fake_discord import Permission, until
from tests.fake_discord.conftest import Scene
from tests.fake_discord.guest import Guest
from tests.fake_discord.world import TOKEN


@pytest.fixture(autouse=True)
def silent(guest: Guest) -> None:
    """Here the guest only listens."""
    guest.answers = False


async def test_a_broken_connection_is_resumed_with_what_was_missed(scene: Scene, guest: Guest) -> None:
    gateway = scene.server.gateway
    scene.ann.dm("before")
    await until(lambda: guest.heard == ["before"])
    gateway.drop()
    scene.ann.dm("meanwhile")
    await until(lambda: "resumed" in guest.told)
    scene.ann.dm("after")
    await until(lambda: guest.heard == ["before", "meanwhile", "after"])
    assert (gateway.identified, gateway.resumed) == (1, 1)


async def test_a_reconnect_is_heeded_and_resumed(scene: Scene, guest: Guest) -> None:
    scene.server.gateway.reconnect()
    await until(lambda: "resumed" in guest.told)
    assert scene.server.gateway.identified == 1


@pytest.mark.parametrize("code", [1000, 4000, 4009])
async def test_a_close_is_resumed(scene: Scene, guest: Guest, code: int) -> None:
    scene.server.gateway.close(code)
    await until(lambda: "resumed" in guest.told)


async def test_an_invalid_session_that_is_resumable_is_resumed(scene: Scene, guest: Guest) -> None:
    scene.server.gateway.invalidate(resumable=True)
    await until(lambda: "resumed" in guest.told)


async def test_after_an_invalid_session_what_was_missed_is_in_the_history_alone(scene: Scene, guest: Guest) -> None:
    scene.server.troubles.hold_events("MESSAGE_CREATE")
    missed = scene.ann.dm("missed")
    scene.server.gateway.invalidate(resumable=False)
    await until(lambda: guest.told.count("ready") == 2)
    scene.server.troubles.release()
    scene.ann.dm("after")
    await until(lambda: guest.heard == ["after"])
    channel = await (await guest.fetch_user(scene.ann.id)).create_dm()
    assert (await channel.fetch_message(missed.id)).content == "missed"
    assert scene.server.gateway.identified == 2


async def test_a_session_left_for_too_long_cannot_be_resumed(scene: Scene, guest: Guest) -> None:
    scene.server.troubles.unreachable = True
    scene.server.gateway.drop()
    scene.server.clock.advance(minutes=4)
    scene.server.troubles.unreachable = False
    await until(lambda: guest.told.count("ready") == 2)
    assert (scene.server.gateway.identified, scene.server.gateway.resumed) == (2, 0)


async def test_events_come_twice_late_held_or_never_as_a_test_wants(scene: Scene, guest: Guest) -> None:
    troubles = scene.server.troubles
    troubles.double_events("MESSAGE_CREATE")
    scene.ann.dm("twice")
    troubles.lose_events("MESSAGE_CREATE")
    scene.ann.dm("never")
    troubles.hold_events("MESSAGE_*")
    scene.ann.dm("held")
    troubles.delay_events("MESSAGE_CREATE", 0.05)
    scene.ann.dm("late")
    scene.ann.dm("prompt")
    await until(lambda: guest.heard == ["twice", "twice", "prompt", "late"])
    troubles.release()
    await until(lambda: guest.heard[-1] == "held")


async def test_heartbeats_are_acknowledged(scene: Scene) -> None:
    scene.server.gateway.heartbeat_ms = 20
    with scene.server.pointed_at():
        client = Guest()
        task = await client.enter(scene.world.token)
        await until(lambda: client.latency < 1)
        await client.close()
        await task


async def test_what_others_write_in_a_guild_comes_without_its_content(scene: Scene, guest: Guest) -> None:
    scene.ann.say(scene.channel, "secret")
    scene.ann.say(scene.channel, f"{scene.world.bot.mention} hello")
    await until(lambda: len(guest.messages) == 2)
    assert guest.heard == ["", f"{scene.world.bot.mention} hello"]
    channel = await scene.seen(guest)
    assert [m.content async for m in channel.history(limit=1, before=guest.messages[1])] == [""]


async def test_what_happens_in_a_channel_out_of_sight_is_not_told(scene: Scene, guest: Guest) -> None:
    scene.world.overwrite(scene.channel, scene.world.bot, deny=Permission.VIEW_CHANNEL)
    scene.ann.say(scene.channel, f"{scene.world.bot.mention} cannot read this")
    scene.ann.dm("but this")
    await until(lambda: guest.heard)
    assert guest.heard == ["but this"]


async def test_members_come_and_go_unseen_without_the_intent(scene: Scene, guest: Guest) -> None:
    scene.world.part(scene.guild, scene.ann.user)
    scene.world.user("bob").dm("hello")
    await until(lambda: guest.heard == ["hello"])
    assert "raw_member_remove" not in guest.told


async def test_privileged_intents_need_their_switch(scene: Scene) -> None:
    with scene.server.pointed_at():
        async with Guest(intents=discord.Intents(guilds=True, members=True)) as client:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await asyncio.wait_for(client.start(scene.world.token), 5)
        scene.world.privileged_intents = discord.Intents(members=True).value
        client = Guest(intents=discord.Intents(guilds=True, members=True), chunk_guilds_at_startup=False)
        task = await client.enter(scene.world.token)
        scene.world.part(scene.guild, scene.ann.user)
        await until(lambda: "raw_member_remove" in client.told)
        await client.close()
        await task


HELLO, BEAT, ACK = 10, {"op": 1, "d": None}, 11


async def read_out(socket: aiohttp.ClientWebSocketResponse) -> None:
    """Read on until the server closes."""
    async with asyncio.timeout(5):
        async for _ in socket:
            pass


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["nonsense"], 4002),
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": "wrong", "intents": 0}}], 4004),
        ([{"op": 2, "d": {"token": TOKEN, "intents": 0}}] * 2, 4005),
    ],
)
async def test_a_client_that_breaks_the_protocol_is_shut_out(scene: Scene, frames: list[object], code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(scene.world.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == HELLO
        await socket.send_json(BEAT)
        assert (await socket.receive_json())["op"] == ACK
        for frame in frames:
            await socket.send_json(frame)
        await read_out(socket)
        assert socket.close_code == code


async def test_an_operation_that_this_server_does_not_know_is_recorded(scene: Scene) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(scene.world.gateway_url) as socket:
        await socket.send_json({"op": 4, "d": {}})
        await read_out(socket)
    assert socket.close_code == 4001
    assert scene.server.log.unknown == ["gateway operation 4"]
    scene.server.log.unknown.clear()
