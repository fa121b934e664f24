"""Channels, threads and forums as an unmodified discord.py makes, changes and finds them."""

from __future__ import annotations

import discord
import pytest

from tests.fake_discord import ChannelKind, Permission, threads, until
from tests.fake_discord.conftest import Scene
from tests.fake_discord.guest import Guest


async def test_a_message_has_one_thread_with_its_own_id(scene: Scene, guest: Guest) -> None:
    sent = await (await scene.seen(guest)).send("Sign up here")
    thread = await sent.create_thread(name="Match 1")
    assert thread.id == sent.id
    with pytest.raises(discord.HTTPException) as refused:
        await sent.create_thread(name="Match 1 again")
    assert (refused.value.status, refused.value.code) == (400, 160004)
    await thread.send("Round 1 is open")
    place = scene.world.channels[thread.id]
    assert [m.content for m in scene.ann.sees(place)] == ["", "Round 1 is open"]
    await until(lambda: "thread_create" in guest.told)


async def test_a_thread_is_archived_wakes_when_spoken_in_and_can_be_locked(scene: Scene, guest: Guest) -> None:
    thread = await (await (await scene.seen(guest)).send("x")).create_thread(name="Match")
    place = scene.world.channels[thread.id]
    assert place.thread is not None
    await thread.edit(archived=True)
    assert place.thread.archived
    scene.ann.say(place, "hello?")
    assert not place.thread.archived
    await thread.edit(archived=True, locked=True)
    scene.world.permit(scene.guild, scene.world.bot_role(scene.guild), 0)
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("more")
    assert refused.value.code == 160005


async def test_users_are_added_to_a_thread_by_name_or_by_mention(scene: Scene, guest: Guest) -> None:
    bob = scene.world.user("bob")
    thread = await (await (await scene.seen(guest)).send("x")).create_thread(name="Match")
    await thread.add_user(discord.Object(scene.ann.id))
    await thread.send(f"Also {bob.mention}")
    members = await thread.fetch_members()
    assert {m.id for m in members} == {scene.world.bot.id, scene.ann.id, bob.id}
    await thread.remove_user(discord.Object(bob.id))
    assert len(await thread.fetch_members()) == 2


async def test_a_forum_post_is_found_among_the_active_and_the_archived(scene: Scene, guest: Guest) -> None:
    forum_place = scene.world.new_channel(scene.guild, "forum", kind=ChannelKind.FORUM, tags=["Open"])
    await until(lambda: guest.get_channel(forum_place.id))
    forum = guest.get_channel(forum_place.id)
    assert isinstance(forum, discord.ForumChannel)
    made = await forum.create_thread(name="Match A", content="Welcome", applied_tags=[forum.available_tags[0]])
    assert made.thread.id == made.message.id
    assert [t.name for t in await forum.guild.active_threads()] == ["Match A"]
    await made.thread.edit(archived=True)
    assert [t.name async for t in forum.archived_threads()] == ["Match A"]
    assert await forum.guild.active_threads() == []


async def test_a_forum_that_wants_a_tag_refuses_a_post_without(scene: Scene, guest: Guest) -> None:
    place = scene.world.new_channel(scene.guild, "forum", kind=ChannelKind.FORUM, tags=["Open"], tag_required=True)
    forum = await guest.fetch_channel(place.id)
    assert isinstance(forum, discord.ForumChannel)
    with pytest.raises(discord.HTTPException) as refused:
        await forum.create_thread(name="Match A", content="Welcome")
    assert refused.value.code == 40067


async def test_a_forum_post_with_a_tag_that_is_gone_is_refused(scene: Scene, guest: Guest) -> None:
    place = scene.world.new_channel(scene.guild, "forum", kind=ChannelKind.FORUM, tags=["Open"])
    forum = await guest.fetch_channel(place.id)
    assert isinstance(forum, discord.ForumChannel)
    place.tags.clear()
    with pytest.raises(discord.HTTPException) as refused:
        await forum.create_thread(name="Match A", content="Welcome", applied_tags=[forum.available_tags[0]])
    assert refused.value.code == 50035


async def test_a_thread_may_stand_without_a_message(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    thread = await channel.create_thread(name="Side", type=discord.ChannelType.public_thread)
    assert scene.world.channels[thread.id].kind is ChannelKind.THREAD
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="Secret", type=discord.ChannelType.private_thread)


async def test_what_a_moderator_archives_and_locks_is_told_and_cannot_be_changed(scene: Scene, guest: Guest) -> None:
    sent = await (await scene.seen(guest)).send("x")
    thread = await sent.create_thread(name="Match")
    said = await thread.send("Round 1")
    threads.archive(scene.world, scene.world.channels[thread.id], locked=True)
    await until(lambda: "thread_update" in guest.told)
    for request in (said.edit(content="y"), thread.edit(name="z"), thread.add_user(discord.Object(scene.ann.id))):
        with pytest.raises(discord.HTTPException) as refused:
            await request
        assert refused.value.code == 50083
    await thread.edit(archived=False, locked=False)
    await said.edit(content="y")


async def test_a_channel_is_changed_and_deleted_with_the_permission_alone(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    for request in (channel.edit(topic="Games"), channel.delete()):
        with pytest.raises(discord.Forbidden):
            await request
    scene.world.permit(scene.guild, scene.world.bot_role(scene.guild), Permission.MANAGE_CHANNELS)
    await channel.edit(topic="Games")
    assert scene.channel.topic == "Games"
    await channel.delete()
    assert scene.channel.id not in scene.world.channels


async def test_what_is_no_thread_has_no_members(scene: Scene, guest: Guest) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await guest.http.get_thread_members(scene.channel.id)
    assert refused.value.code == 50024
