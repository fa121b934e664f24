"""Doors that close: direct messages, servers, threads, channels, permissions. The match goes on; the host is told once,
in private; what did not get through is kept, in its order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.discord_ui.client import permissions
from bot.hosting import words
from bot.hosting.desk import speech
from tests.fake_discord import ChannelKind, Permission
from tests.troubles.town import MINUTE, Town

GREETED = 1
"""What a player has heard at the start: that the match has begun."""


async def joins(town: Town, name: str) -> str:
    """Press Join under the only card; what it is answered."""
    card = next(m for m in town.channel.history() if m.components)
    done = town.person(name).click(card, card.components[0]["components"][0]["custom_id"])
    await town.until(lambda: done.heard)
    await town.settle()
    return done.heard[-1].content


async def create(town: Town) -> None:
    done = town.host.slash(town.channel, "match create", ruleset="ghost-ladder")
    await town.until(lambda: done.heard and any(m.components for m in town.channel.history()))
    await town.settle()


# --- direct messages --------------------------------------------------------------------------------------------------


async def test_whoever_has_closed_direct_messages_is_told_so_when_joining_and_is_not_in(town: Town) -> None:
    await create(town)
    town.person("Ann").close_dms()
    assert await joins(town, "Ann") == words.DMS_CLOSED
    assert town.ask("SELECT 1 FROM tenures") == []
    town.person("Ann").open_dms()
    assert "You are in" in await joins(town, "Ann")
    assert len(town.heard("Ann")) == 1


async def test_closed_later_the_match_goes_on_and_the_host_is_told_once(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    town.person("Ann").close_dms()
    for text in ("12", "13"):
        await town.dm("Ann", text)
    await town.pass_deadline()
    await town.pass_deadline()
    assert await town.taken() == ["12", "13"]
    assert len(town.heard("Ann")) == GREETED
    assert len(town.heard("owner")) == 1
    assert "closed to me" in town.heard("owner")[0]
    assert "12" not in town.heard("owner")[0]


async def test_opened_again_a_message_brings_what_was_kept_in_its_order(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.person("Ann").close_dms()
    await town.dm("Ann", "12")
    await town.pass_deadline()
    town.person("Ann").open_dms()
    await town.dm("Ann", "13")
    await town.until(lambda: not town.unsaid())
    said = [text.partition("\n")[0] for text in town.heard("Ann")[GREETED:]]
    assert "round 1: **12**" in said[0]
    assert "round 2: **13**" in said[-1]


async def test_opened_again_the_hosts_repost_brings_it_too(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.person("Ann").close_dms()
    await town.dm("Ann", "12")
    assert len(town.heard("Ann")) == GREETED
    town.person("Ann").open_dms()
    await town.uses(speech.repost)
    await town.until(lambda: len(town.heard("Ann")) == GREETED + 1)


# --- people who go ----------------------------------------------------------------------------------------------------

GOES: dict[str, Callable[[Town], None]] = {
    "leaves the server": lambda town: town.discord.world.part(town.guild, town.person("Ann").user),
    "is banned": lambda town: town.discord.world.part(town.guild, town.person("Ann").user, banned=True),
    "deletes the account": lambda town: town.person("Ann").delete_account(),
}


@pytest.mark.parametrize("goes", GOES.values(), ids=GOES)
async def test_a_player_who_is_gone_keeps_the_seat_and_the_host_is_told_once(
    town: Town, goes: Callable[[Town], None]
) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    await town.dm("Ann", "12")
    goes(town)
    await town.pass_deadline()
    await town.dm("Bob", "5")
    await town.pass_deadline()
    assert (await town.kinds()).count("closed") == 2
    assert await town.taken() == ["12", "5"]
    await town.look()
    told = town.heard("owner")
    assert len(set(told)) == len(told) <= 3  # that they have left, cannot be written to, and cannot be read
    assert sum("Ann has left the server" in text for text in told) == 1


async def test_a_new_name_changes_nothing_in_the_match(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=1)
    town.person("Ann").rename("@everyone **Annie**")
    await town.dm("Ann", "12")
    await town.pass_deadline()
    assert "- Ann: **1**" in "\n".join(town.posts())


async def test_a_player_who_comes_back_gets_what_was_kept(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    ann = town.person("Ann")
    town.discord.world.part(town.guild, ann.user)
    await town.pass_deadline()
    town.discord.world.join(town.guild, ann.user)
    await town.dm("Ann", "12")
    await town.until(lambda: not town.unsaid())
    assert "round 2: **12**" in town.heard("Ann")[-1]


# --- the thread -------------------------------------------------------------------------------------------------------


async def test_an_archived_thread_wakes_up_with_the_next_post_and_its_board_is_brought_up_to_date(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    thread = town.thread
    assert thread.thread is not None
    thread.thread.archived = True
    town.discord.world.change_channel(thread)
    await town.pass_deadline()
    assert town.unsaid() == []
    assert "Round 2 of 3 is open" in town.posts()[-1]
    assert "Round 2 of 3" in town.board().content
    assert town.heard("owner") == []


async def test_a_locked_thread_keeps_the_posts_until_the_host_asks_for_them(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    thread = town.thread
    assert thread.thread is not None
    posted = len(town.posts())
    thread.thread.locked = True
    town.discord.world.change_channel(thread)
    await town.pass_deadline()
    await town.pass_deadline()
    assert len(town.posts()) == posted
    assert len([text for text in town.heard("owner") if "locked" in text]) == 1
    thread.thread.locked = False
    town.discord.world.change_channel(thread)
    await town.uses(speech.repost)
    await town.pass_time(2 * MINUTE)
    assert town.unsaid() == []
    titles = [post.partition("\n")[0] for post in town.posts()[posted:]]
    assert titles == [
        "## Round 1 has closed",
        "## Round 2 of 3 is open",
        "## Round 2 has closed",
        "## Round 3 of 3 is open",
    ]


@pytest.mark.parametrize("what", ["thread", "channel"])
async def test_a_deleted_thread_or_channel_stops_no_match(town: Town, what: str) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    town.discord.world.delete_channel(town.thread if what == "thread" else town.channel)
    await town.dm("Ann", "12")
    await town.pass_deadline()
    await town.dm("Bob", "5")
    await town.pass_deadline()
    assert await town.taken() == ["12", "5"]
    assert (await town.kinds()).count("closed") == 2
    told = town.heard("owner")
    assert told
    assert len(set(told)) == len(told)
    assert all("gone" in text for text in told)


async def test_a_thread_that_was_deleted_is_opened_again_when_the_host_asks_for_a_repost(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.discord.world.delete_channel(town.thread)
    await town.pass_deadline()
    await town.pass_time(2 * MINUTE)
    assert not any(c.thread for c in town.discord.world.channels.values())
    await town.uses(speech.repost)
    await town.pass_time(2 * MINUTE)
    assert [post.partition("\n")[0] for post in town.posts()] == ["## Round 1 has closed", "## Round 2 of 3 is open"]
    assert "Round 2 of 3" in town.board().content
    town.discord.world.delete_channel(town.thread)
    await town.pass_deadline()
    await town.pass_time(2 * MINUTE)
    assert not any(c.thread for c in town.discord.world.channels.values())


async def test_card_and_thread_that_were_deleted_are_made_again(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.discord.world.delete_channel(town.thread)
    town.host.delete(next(m for m in town.channel.history() if town.code in m.content))
    await town.pass_deadline()
    await town.uses(speech.repost)
    await town.pass_time(2 * MINUTE)
    assert [post.partition("\n")[0] for post in town.posts()] == ["## Round 1 has closed", "## Round 2 of 3 is open"]
    assert len([m for m in town.channel.history() if f"Match {town.code}" in m.content]) == 1


async def test_a_deleted_post_of_a_forum_is_opened_again_when_the_host_asks_for_a_repost(town: Town) -> None:
    forum = town.discord.world.new_channel(town.guild, "matches", kind=ChannelKind.FORUM, tags=["Running"])
    await town.begin("Ann", "Bob", "Eve", rounds=3, forum=forum)
    town.discord.world.delete_channel(town.thread)
    await town.pass_deadline()
    await town.uses(speech.repost)
    await town.pass_time(2 * MINUTE)
    assert town.unsaid() == []
    titles = [post.partition("\n")[0] for post in town.posts()]
    assert titles == ["# Ghost Ladder In the Sky", "## Round 1 has closed", "## Round 2 of 3 is open"]
    assert "Round 2 of 3" in town.board().content
    assert town.thread.parent is forum


async def test_a_deleted_tag_of_a_forum_stops_nothing_and_the_host_is_told_once(town: Town) -> None:
    forum = town.discord.world.new_channel(town.guild, "matches", kind=ChannelKind.FORUM, tags=["Running"])
    await town.begin("Ann", "Bob", "Eve", rounds=1, forum=forum)
    await town.dm("Ann", "12")
    await town.dm("Bob", "1")
    forum.tags.clear()
    await town.pass_deadline()
    await town.pass_time(2 * MINUTE)
    assert town.unsaid() == []
    assert "is over" in town.posts()[-1]
    assert sum("I lack a permission" in text for text in town.heard("owner")) == 1


async def test_a_deleted_thread_for_players_only_is_opened_again_with_all_of_them_in_it(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3, private=True)
    town.discord.world.delete_channel(town.thread)
    await town.pass_deadline()
    await town.uses(speech.repost)
    await town.pass_time(2 * MINUTE)
    assert town.unsaid() == []
    state = town.thread.thread
    assert state is not None
    assert {town.person(name).id for name in ("Ann", "Bob", "Eve")} <= set(state.members)


# --- permissions ------------------------------------------------------------------------------------------------------


async def test_a_lost_permission_parks_the_posts_and_the_host_is_told_what_to_do(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    world, role = town.discord.world, town.discord.world.bot_role(town.guild)
    granted, posted = role.permissions, len(town.posts())
    world.permit(town.guild, role, granted & ~Permission.SEND_MESSAGES_IN_THREADS)
    everyone = town.guild.roles[town.guild.id]
    world.permit(town.guild, everyone, everyone.permissions & ~Permission.SEND_MESSAGES_IN_THREADS)
    await town.pass_deadline()
    assert (await town.kinds()).count("closed") == 1
    assert any("/host repost" in text for text in town.heard("owner"))
    world.permit(town.guild, role, granted)
    await town.uses(speech.repost)
    await town.pass_time(2 * MINUTE)
    assert town.unsaid() == []
    assert len(town.posts()) == posted + 2


async def test_kicked_and_invited_again_the_match_goes_on_and_the_posts_come(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    await town.dm("Ann", "12")
    posted = len(town.posts())
    town.discord.world.kick_bot(town.guild)
    await town.pass_deadline()
    assert (await town.kinds())[-1] == "closed"
    assert len(town.posts()) == posted
    town.discord.world.invite_bot(town.guild, permissions().value)
    await town.uses(speech.repost)
    await town.dm("Ann", "13")
    await town.pass_time(2 * MINUTE)
    assert town.unsaid() == []
    assert len(town.posts()) == posted + 2
    assert "round 2: **13**" in town.heard("Ann")[-1]
    assert len(set(town.heard("owner"))) == len(town.heard("owner"))
