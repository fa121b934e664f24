"""What an unmodified discord.py sees of the fake Discord: guilds, messages, direct messages, what it may not do."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest

from tests.fake_discord import Impossible, Permission, until
from tests.fake_discord.conftest import Scene
from tests.fake_discord.guest import Guest


async def test_a_client_logs_in_and_finds_its_guild_and_channels(scene: Scene, guest: Guest) -> None:
    assert [guild.name for guild in guest.guilds] == ["The Tower"]
    channel = await scene.seen(guest)
    assert channel.name == "games"
    assert channel.permissions_for(channel.guild.me).pin_messages
    assert guest.application_id == scene.world.application_id


async def test_a_wrong_token_is_refused(scene: Scene) -> None:
    async with Guest() as client:
        with scene.server.pointed_at(), pytest.raises(discord.LoginFailure):
            await asyncio.wait_for(client.start("wrong"), 5)


async def test_what_the_bot_posts_stands_in_the_channel(scene: Scene, guest: Guest) -> None:
    embed = discord.Embed(title="Round 1", description="is open").add_field(name="Until", value="noon")
    sent = await (await scene.seen(guest)).send("  Hello  ", embed=embed)
    message = scene.ann.sees(scene.channel)[-1]
    assert (message.id, message.content, message.stamp) == (sent.id, "Hello", sent.created_at)
    assert message.embeds[0]["fields"][0]["value"] == "noon"


async def test_files_of_the_bot_are_kept(scene: Scene, guest: Guest) -> None:
    file = discord.File(io.BytesIO(b"seed = 1"), "match.toml")
    sent = await (await scene.seen(guest)).send("The record", file=file)
    kept = scene.ann.sees(scene.channel)[-1].attachments[0]
    assert (kept.filename, kept.content) == ("match.toml", b"seed = 1")
    assert await sent.attachments[0].read() == b"seed = 1"


async def test_the_same_nonce_gives_the_first_message_for_a_few_minutes_of_the_servers_clock(
    scene: Scene, guest: Guest
) -> None:
    channel = await scene.seen(guest)
    first = await channel.send("once", nonce="abc")
    scene.server.clock.advance(minutes=2)
    again = await channel.send("once", nonce="abc")
    scene.server.clock.advance(minutes=2)
    late = await channel.send("once", nonce="abc")
    assert again.id == first.id
    assert [m.id for m in scene.channel.history()] == [first.id, late.id]


async def test_stamps_come_from_the_servers_clock(scene: Scene, guest: Guest) -> None:
    scene.server.clock.freeze()
    scene.server.clock.advance(hours=5)
    sent = await (await scene.seen(guest)).send("later")
    assert abs((sent.created_at - scene.server.clock.now()).total_seconds()) < 0.001


async def test_history_is_read_in_pages_from_either_side(scene: Scene, guest: Guest) -> None:
    guest.answers = False
    scene.server.clock.freeze()
    said = [scene.ann.dm(f"message {number}") for number in range(115)]
    channel = await (await guest.fetch_user(scene.ann.id)).create_dm()
    forth = [m.id async for m in channel.history(limit=None, after=discord.Object(said[9].id), oldest_first=True)]
    back = [m.id async for m in channel.history(limit=105, before=discord.Object(said[110].id))]
    around = [m.id async for m in channel.history(limit=5, around=discord.Object(said[100].id))]
    assert forth == [m.id for m in said[10:]]
    assert back == [m.id for m in said[5:110]][::-1]
    assert around == [m.id for m in said[98:103]][::-1]


async def test_edits_and_deletions_are_told(scene: Scene, guest: Guest) -> None:
    sent = await (await scene.seen(guest)).send("first")
    await sent.edit(content="second")
    message = scene.channel.messages[sent.id]
    assert message.content == "second"
    assert message.edited_at is not None
    await sent.delete()
    assert scene.channel.history() == []
    await until(lambda: guest.told[-2:] == ["raw_message_edit", "raw_message_delete"])


async def test_nobody_edits_anothers_message(scene: Scene, guest: Guest) -> None:
    said = scene.ann.say(scene.channel, "mine")
    channel = await scene.seen(guest)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.get_partial_message(said.id).edit(content="yours")
    assert refused.value.code == 50005
    with pytest.raises(discord.Forbidden) as refused:
        await channel.get_partial_message(said.id).delete()
    assert refused.value.code == 50013


async def test_pins_are_kept_listed_and_announced(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    first, second = await channel.send("one"), await channel.send("two")
    await first.pin()
    scene.server.clock.advance(1)
    await second.pin()
    await second.pin()
    assert [m.id async for m in channel.pins()] == [second.id, first.id]
    assert [m.kind.name for m in scene.channel.history()] == ["PLAIN", "PLAIN", "PINNED", "PINNED"]
    await first.unpin()
    assert list(scene.channel.pins) == [second.id]
    await until(lambda: guest.told.count("guild_channel_pins_update") == 3)


async def test_direct_messages_go_both_ways(scene: Scene, guest: Guest) -> None:
    sent = scene.ann.dm("12 +1g", files={"plan.txt": b"secret"})
    assert await until(lambda: scene.ann.heard) == ["Heard 12 +1g"]
    received = guest.messages[0]
    assert (received.id, received.created_at, received.author.id) == (sent.id, sent.stamp, scene.ann.id)
    assert isinstance(received.channel, discord.DMChannel)
    assert await received.attachments[0].read() == b"secret"


async def test_stickers_and_voice_messages_arrive_without_text(scene: Scene, guest: Guest) -> None:
    scene.ann.dm(sticker="Wave")
    scene.ann.dm(voice=True)
    await until(lambda: len(guest.messages) == 2)
    assert guest.messages[0].stickers[0].name == "Wave"
    assert guest.messages[1].flags.voice
    assert guest.messages[1].attachments[0].is_voice_message()


async def test_a_persons_edit_and_deletion_reach_the_bot(scene: Scene, guest: Guest) -> None:
    guest.answers = False
    message = scene.ann.dm("12")
    scene.ann.edit(message, "13")
    channel = await (await guest.fetch_user(scene.ann.id)).create_dm()
    read = await channel.fetch_message(message.id)
    assert (read.content, read.edited_at) == ("13", message.edited_at)
    scene.ann.delete(message)
    with pytest.raises(discord.NotFound) as gone:
        await channel.fetch_message(message.id)
    assert gone.value.code == 10008
    await until(lambda: guest.told[-2:] == ["raw_message_edit", "raw_message_delete"])


async def test_closed_direct_messages_and_strangers_cannot_be_written_to(scene: Scene, guest: Guest) -> None:
    user = await guest.fetch_user(scene.ann.id)
    scene.ann.close_dms()
    with pytest.raises(discord.Forbidden) as closed:
        await user.send("hello")
    scene.ann.open_dms()
    await user.send("hello again")
    scene.world.part(scene.guild, scene.ann.user)
    with pytest.raises(discord.Forbidden) as parted:
        await user.send("still there?")
    assert (closed.value.code, parted.value.code) == (50007, 50278)
    assert scene.ann.heard == ["hello again"]


async def test_a_members_absence_and_a_deleted_account_are_found_by_asking(scene: Scene, guest: Guest) -> None:
    guild = guest.guilds[0]
    assert (await guild.fetch_member(scene.ann.id)).display_name == "Ann"
    scene.ann.delete_account()
    with pytest.raises(discord.NotFound) as gone:
        await guild.fetch_member(scene.ann.id)
    assert gone.value.code == 10007
    assert (await guest.fetch_user(scene.ann.id)).name.startswith("deleted_user")


async def test_what_the_bot_may_not_do_is_refused(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.world.overwrite(scene.channel, scene.world.bot, deny=Permission.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden) as mute:
        await channel.send("x")
    scene.world.overwrite(scene.channel, scene.world.bot, deny=Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as blind:
        await channel.send("x")
    assert (mute.value.code, blind.value.code) == (50013, 50001)
    await until(lambda: not channel.permissions_for(channel.guild.me).view_channel)


async def test_a_kicked_bot_has_no_access_until_it_is_invited_again(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    scene.world.kick_bot(scene.guild)
    await until(lambda: "guild_remove" in guest.told)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50001
    scene.world.invite_bot(scene.guild)
    await until(lambda: "guild_join" in guest.told)
    await (await scene.seen(guest)).send("back")


async def test_what_is_gone_is_not_found(scene: Scene, guest: Guest) -> None:
    channel = await scene.seen(guest)
    message = await channel.send("x")
    thread = await message.create_thread(name="Match")
    with pytest.raises(discord.NotFound) as no_message:
        await channel.fetch_message(1)
    scene.world.delete_channel(scene.channel)
    await until(lambda: guest.told[-2:] == ["guild_channel_delete", "thread_delete"])
    for place in (channel, thread):
        with pytest.raises(discord.NotFound) as no_channel:
            await place.send("x")
        assert no_channel.value.code == 10003
    assert no_message.value.code == 10008


async def test_pings_follow_allowed_mentions(scene: Scene, guest: Guest) -> None:
    bob = scene.world.user("bob")
    text = f"@everyone {scene.ann.mention} {bob.mention}"
    channel = await scene.seen(guest)
    all_named = await channel.send(text)
    none = await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    only_bob = await channel.send(text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(bob.id)]))
    await none.edit(content=scene.ann.mention)
    pinged = [scene.channel.messages[m.id].pinged for m in (all_named, none, only_bob)]
    assert pinged == [{scene.ann.id, bob.id}, set(), {bob.id}]
    scene.world.permit(scene.guild, scene.world.bot_role(scene.guild), Permission.MENTION_EVERYONE)
    everybody = await channel.send("@everyone")
    assert scene.channel.messages[everybody.id].pinged == scene.guild.members.keys() - {scene.world.bot.id}


async def test_a_banned_member_and_a_new_name_are_seen_when_asked_for(scene: Scene, guest: Guest) -> None:
    guild, bob = guest.guilds[0], scene.world.user("bob")
    scene.ann.rename("Annie")
    scene.world.part(scene.guild, bob.user, banned=True)
    assert (await guild.fetch_member(scene.ann.id)).display_name == "Annie"
    with pytest.raises(discord.NotFound):
        await guild.fetch_member(bob.id)
    assert [channel.name for channel in await guild.fetch_channels()] == ["games"]
    assert len(await guild.fetch_roles()) == 2


async def test_nobody_speaks_where_they_may_not(scene: Scene, guest: Guest) -> None:
    said = scene.ann.say(scene.channel, "hello")
    scene.world.overwrite(scene.channel, scene.guild.roles[scene.guild.id], deny=Permission.SEND_MESSAGES)
    with pytest.raises(Impossible):
        scene.ann.say(scene.channel, "hello?")
    scene.world.delete_channel(scene.channel)
    for impossible in (lambda: scene.ann.sees(scene.channel), lambda: scene.ann.edit(said, "bye")):
        with pytest.raises(Impossible):
            impossible()


async def test_direct_messages_are_no_channel_to_change(scene: Scene, guest: Guest) -> None:
    dms = scene.ann.dm_channel
    for request in (guest.http.edit_channel(dms.id, name="x"), guest.http.delete_channel(dms.id)):
        with pytest.raises(discord.Forbidden) as refused:
            await request
        assert refused.value.code == 50003
