"""What a host who plays may be told: what is wrong with the thread, and nothing of the other players."""

from __future__ import annotations

from functools import partial

from bot.hosting.model.records import Server
from bot.hosting.players import lobby
from tests.hosting.scene import GUILD, HOST, Scene


async def creator_plays(scene: Scene) -> None:
    """Ann, Bob and the one who created the match."""
    await scene.create()
    scene.users["Host"] = HOST
    await scene.join("Ann", "Bob", "Host")
    await scene.does(partial(lobby.start, scene.house, scene.hosted, 1, scene.clock.instant, "start"))
    assert scene.match.open


async def test_closed_direct_messages_of_others_are_not_told_to_a_creator_who_plays(scene: Scene) -> None:
    await creator_plays(scene)
    scene.discord.refusing[f"user:{scene.user('Bob')}"] = "The direct messages are closed."
    await scene.pass_deadline()
    assert not any("does not get through" in letter for letter in scene.host_dms())


async def test_a_thread_that_is_closed_to_me_is_told_to_a_creator_who_plays(scene: Scene) -> None:
    await creator_plays(scene)
    scene.discord.refusing[scene.thread_channel] = "I may not write there."
    await scene.pass_deadline()
    assert any("the match's thread" in letter for letter in scene.host_dms())


async def test_a_hosts_channel_that_is_closed_to_me_is_told_to_the_creator_once_who_hears_meanwhile(
    scene: Scene,
) -> None:
    await scene.open()
    async with scene.store.begin() as unit:
        await unit.set_server(Server(GUILD, host_channel_id=77))
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.refusing["channel:77"] = "I may not write there."
    await scene.dm("Ann", "ask One?")
    await scene.dm("Bob", "ask Two?")
    assert sum("hosts' channel" in letter for letter in scene.host_dms()) == 1
    assert [text.splitlines()[-1] for text in scene.host_dms() if "asks" in text] == ["One?", "Two?"]
    scene.discord.recovers()
    await scene.dm("Eve", "ask Three?")
    assert [text.splitlines()[-1] for text in scene.shown("channel:77")] == ["Three?"]
