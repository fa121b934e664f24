"""The gateway: what comes twice, late, after a break, or is in the history alone."""

from __future__ import annotations

from datetime import timedelta

from tests.fake_discord import until
from tests.troubles.town import MINUTE, Town

HISTORY = ("GET", "/channels/*/messages")


def histories(town: Town) -> int:
    """How often a history has been read."""
    return len(town.discord.log.to(*HISTORY))


async def lose_session(town: Town) -> None:
    """The connection is gone, and its session too; a new one stands in a moment."""
    identified = town.discord.gateway.identified
    town.discord.gateway.invalidate(resumable=False)
    await town.until(lambda: town.discord.gateway.identified > identified)


async def test_an_event_that_comes_twice_counts_once_and_is_answered_once(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    before = len(town.heard("Ann"))
    town.discord.troubles.double_events("MESSAGE_CREATE")
    await town.dm("Ann", "12")
    assert await town.taken() == ["12"]
    assert len(town.heard("Ann")) == before + 1


async def test_a_command_that_comes_twice_is_done_once_and_answered_once(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    deadline = await town.deadline()
    town.discord.troubles.double_events("INTERACTION_CREATE")
    done = town.host.slash(town.channel, "host extend", match=town.code, hours=2)
    await town.until(lambda: done.heard)
    await town.settle()
    assert await town.deadline() == deadline + timedelta(hours=2)
    assert (await town.kinds()).count("extended") == 1
    assert len(done.heard) == 1


async def test_a_press_that_comes_twice_joins_once(town: Town) -> None:
    created = town.host.slash(town.channel, "match create", ruleset="ghost-ladder")
    await town.until(lambda: created.heard and any(m.components for m in town.channel.history()))
    card = next(m for m in town.channel.history() if m.components)
    join = card.components[0]["components"][0]["custom_id"]
    town.discord.troubles.double_events("INTERACTION_CREATE")
    town.person("Ann").click(card, join)
    await town.until(lambda: town.ask("SELECT 1 FROM tenures"))
    await town.settle()
    assert len(town.ask("SELECT 1 FROM tenures")) == 1
    assert len(town.heard("Ann")) == 1


async def test_a_match_that_is_created_twice_by_one_command_is_created_once(town: Town) -> None:
    town.discord.troubles.double_events("INTERACTION_CREATE")
    created = town.host.slash(town.channel, "match create", ruleset="ghost-ladder")
    await town.until(lambda: created.heard)
    await town.settle()
    assert len(town.ask("SELECT 1 FROM matches")) == 1


async def test_an_event_that_comes_after_the_close_was_read_in_time(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.hold_events("MESSAGE_CREATE")
    town.person("Ann").dm("12")
    await town.pass_deadline()
    assert await town.kinds() == ["created", "joined", "joined", "joined", "started", "message", "closed"]
    heard = town.heard("Ann")
    town.discord.troubles.release()
    await town.settle()
    assert await town.taken() == ["12"]
    assert town.heard("Ann") == heard


async def test_a_resumed_session_brings_what_was_missed_and_no_history_is_read(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    await town.dm("Ann", "1")
    read = histories(town)
    town.discord.gateway.drop()
    town.person("Ann").dm("2")
    town.person("Ann").dm("3")
    await town.until(lambda: town.discord.gateway.resumed)
    await town.there()
    await town.dm("Ann", "4")
    assert await town.taken() == ["1", "2", "3", "4"]
    assert histories(town) == read
    assert town.discord.gateway.identified == 1


async def test_after_a_session_that_is_lost_the_histories_are_read_before_what_comes_live(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.lose_events("MESSAGE_CREATE", times=2)
    for text in ("1", "2"):
        town.person("Ann").dm(text)
    town.discord.troubles.slow(*HISTORY, 0.1, times=None)
    await lose_session(town)
    town.person("Ann").dm("3")
    await town.there()
    await town.until(lambda: len(town.seen()) == 3)
    assert await town.taken() == ["1", "2", "3"]


async def test_a_connection_that_is_away_for_too_long_cannot_be_resumed_and_loses_nothing(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.unreachable = True
    town.discord.gateway.drop()
    await town.until(lambda: not town.parts.room.connected)
    for text in ("1", "2", "3"):
        town.person("Ann").dm(text)
        town.discord.clock.advance(minutes=2)
    town.discord.troubles.unreachable = False
    await town.there()
    await town.until(lambda: len(town.seen()) == 3)
    assert await town.taken() == ["1", "2", "3"]
    assert (town.discord.gateway.identified, town.discord.gateway.resumed) == (2, 0)


async def test_however_often_it_is_ready_nothing_is_said_or_done_twice(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    await town.dm("Ann", "12")
    posts, letters, rows = town.posts(), town.heard("Ann"), await town.kinds()
    for _ in range(4):
        await lose_session(town)
    await town.there()
    await town.look()
    assert (town.posts(), town.heard("Ann"), await town.kinds()) == (posts, letters, rows)
    assert len(town.discord.log.to("PUT", "/applications/*/commands")) == 1


async def test_a_connection_that_answers_no_heartbeat_is_left_for_another(closed_town: Town) -> None:
    town = closed_town
    town.discord.gateway.heartbeat_ms = 50
    await town.open()
    await town.begin("Ann", "Bob", "Eve")
    keeper = town.parts.client.ws._keep_alive
    assert keeper is not None
    keeper.heartbeat_timeout = 0.3
    town.discord.gateway.acknowledges = False
    await town.until(lambda: town.discord.gateway.resumed)
    town.discord.gateway.acknowledges = True
    await town.there()
    await town.dm("Ann", "12")
    assert await town.taken() == ["12"]
    await town.close()


async def test_a_command_during_a_break_is_deferred_at_once_and_answered_after_the_history(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.lose_events("MESSAGE_CREATE")
    town.person("Ann").dm("1")
    town.discord.troubles.fail(*HISTORY, times=None)
    await lose_session(town)
    await town.until(lambda: town.parts.room.connected)
    sent = town.person("Ann").slash(town.channel, "submit", message="2")
    await until(lambda: sent.thinking, within=3)
    assert await town.taken() == []
    town.discord.troubles.clear()
    await town.look()
    await town.until(lambda: sent.heard)
    assert "**2**" in sent.heard[-1].content
    assert await town.taken() == ["1", "2"]


async def test_a_command_during_a_break_has_its_place_among_the_messages_that_were_missed(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.fail(*HISTORY, times=None)
    await lose_session(town)
    await town.until(lambda: town.parts.room.connected)
    ann = town.person("Ann")
    ann.dm("1")
    sent = ann.slash(town.channel, "submit", message="2")
    await town.until(lambda: sent.thinking)
    ann.dm("3")
    town.discord.troubles.clear()
    await town.look()
    await town.until(lambda: sent.heard)
    assert await town.taken() == ["1", "2", "3"]


async def test_nothing_closes_while_the_connection_is_gone(town: Town) -> None:
    town.manners = town.parts.house.manners
    await town.begin("Ann", "Bob", "Eve")
    town.discord.troubles.unreachable = True
    town.discord.gateway.drop()
    await town.until(lambda: not town.parts.room.connected)
    town.discord.clock.set(await town.deadline() + MINUTE)
    await town.look()
    assert "closed" not in await town.kinds()
