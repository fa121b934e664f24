"""The bot is not there for minutes, an hour, across a deadline, across several. What was sent meanwhile is read from
the history, in the order of the stamps; what it owed is said once; a long absence is one notice and no flood."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.hosting.context import Manners
from tests.troubles.town import HOUR, MINUTE, Town

GIVEN_BACK = "I was away"


async def goes(town: Town) -> None:
    """The bot stops, a moment after a heartbeat."""
    await town.look()
    await town.close()


async def sent(town: Town, *texts: str, every: timedelta = MINUTE) -> None:
    """Ann writes into the silence, a message at a time."""
    for text in texts:
        town.person("Ann").dm(text)
        town.discord.clock.set(town.discord.clock.now() + every)


async def comes(town: Town) -> None:
    await town.open()
    await town.look()
    await town.until(lambda: not town.unsaid())


async def test_for_some_minutes_nothing_is_lost_and_no_deadline_moves(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    deadline = await town.deadline()
    await goes(town)
    await sent(town, "1", "2", "3")
    await comes(town)
    assert await town.taken() == ["1", "2", "3"]
    assert len(town.heard("Ann")) == 1 + 3
    assert await town.deadline() == deadline


async def test_for_an_hour_far_from_the_deadline_no_deadline_moves(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    deadline = await town.deadline()
    await goes(town)
    await sent(town, "1", "2", every=HOUR / 2)
    await comes(town)
    assert await town.taken() == ["1", "2"]
    assert await town.deadline() == deadline


async def test_for_an_hour_just_before_the_deadline_the_hour_is_given_back_in_one_notice(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    deadline, posted = await town.deadline(), len(town.posts())
    await town.pass_time(deadline - town.discord.clock.now() - HOUR - MINUTE)
    await goes(town)
    await sent(town, "1", "2", every=HOUR / 2)
    await comes(town)
    assert deadline + HOUR - MINUTE <= await town.deadline() <= deadline + HOUR  # rounded up to a full minute
    assert [GIVEN_BACK in post for post in town.posts()[posted:]] == [True]
    assert (await town.kinds())[-3:] == ["away", "message", "message"]


async def test_across_a_deadline_it_moves_and_what_was_sent_counts(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    deadline, posted = await town.deadline(), len(town.posts())
    await town.pass_time(deadline - town.discord.clock.now() - HOUR)
    await goes(town)
    await sent(town, "1", "2", every=HOUR)
    await comes(town)
    assert await town.taken() == ["1", "2"]
    assert [GIVEN_BACK in post for post in town.posts()[posted:]] == [True]
    moved = await town.deadline()
    assert moved > town.discord.clock.now()
    await town.pass_deadline()
    assert (await town.kinds())[-1] == "closed"


async def test_across_several_deadlines_one_turn_is_given_back_and_nothing_else_is_said(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=5)
    posted = len(town.posts())
    await goes(town)
    await sent(town, "1", "2", "3", every=24 * HOUR)
    await comes(town)
    assert [GIVEN_BACK in post for post in town.posts()[posted:]] == [True]
    assert "closed" not in await town.kinds()
    assert await town.taken() == ["1", "2", "3"]


class TestSwitchedOff:
    """With the setting off, a turn closes as if the bot had been there."""

    @pytest.fixture
    def manners(self) -> Manners:
        return Manners(away_extension=False)

    async def test_across_a_deadline_it_closes_and_what_came_later_is_refused(self, town: Town) -> None:
        await town.begin("Ann", "Bob", "Eve", rounds=3)
        deadline, posted = await town.deadline(), len(town.posts())
        await town.pass_time(deadline - town.discord.clock.now() - HOUR)
        await goes(town)
        await sent(town, "1", every=HOUR)
        await sent(town, "2", every=HOUR)
        await sent(town, "3", every=HOUR)
        await comes(town)
        assert await town.taken() == ["1", "2"]
        assert [post.partition("\n")[0] for post in town.posts()[posted:]] == [
            "## Round 1 has closed",
            "## Round 2 of 3 is open",
        ]
        assert await town.deadline() == deadline + 24 * HOUR

    async def test_across_several_deadlines_one_turn_closes_and_the_next_one_counts_from_now(self, town: Town) -> None:
        await town.begin("Ann", "Bob", "Eve", rounds=5)
        await goes(town)
        await sent(town, "1", "2", "3", every=24 * HOUR)
        await comes(town)
        assert (await town.kinds()).count("closed") == 1
        assert await town.deadline() >= town.discord.clock.now() + 23 * HOUR


async def test_a_lost_connection_is_an_absence_too(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    deadline = await town.deadline()
    await town.pass_time(deadline - town.discord.clock.now() - HOUR)
    town.discord.troubles.unreachable = True
    town.discord.gateway.drop()
    await town.until(lambda: not town.parts.room.connected)
    town.discord.clock.set(deadline - MINUTE)
    town.person("Ann").dm("12")
    town.discord.troubles.unreachable = False
    await town.there()
    await town.until(town.seen)
    assert await town.deadline() > deadline
    assert (await town.kinds())[-2:] == ["away", "message"]


async def test_a_new_process_knows_the_buttons_and_forms_of_the_old_one(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve")
    await town.reopen()
    button = next(m for m in town.person("Ann").dms if m.components)
    opened = town.person("Ann").click(button, button.components[0]["components"][0]["custom_id"])
    await town.until(lambda: opened.modal)
