"""Nothing closes on half of its moves: reading opens no channel, and whatever is not known to be final is waited out.
Hosts and players are told after ten minutes; the thread learns that Discord cannot be read, and nothing about whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.hosting import words
from tests.fake_discord import refusals
from tests.fake_discord.refusals import Refusal
from tests.fake_discord.troubles import Troubles
from tests.troubles.town import MINUTE, Town

OPEN = ("POST", "/users/@me/channels")
READ = ("GET", "/channels/*/messages")
SECOND = timedelta(seconds=1)
TWENTY = tuple(f"Player{number:02}" for number in range(1, 21))
SENDERS = TWENTY[3:]
"""Seventeen of them."""


def opened(town: Town) -> int:
    """How often the bot has asked for a direct-message channel."""
    return len(town.discord.log.to(*OPEN))


def forget_channels(town: Town) -> None:
    """As in a database of the release before: no player's direct-message channel is known. While the bot is stopped."""
    with closing(sqlite3.connect(town.file)) as connection, connection:
        connection.execute("DELETE FROM mailboxes WHERE user_id <> ?", (town.host.id,))


async def closed(town: Town) -> int:
    """How many turns have been closed."""
    return (await town.kinds()).count("closed")


async def to_the_deadline(town: Town, and_then: timedelta = timedelta(0)) -> None:
    """Some seconds after it, and so long again, with a sweep every minute."""
    deadline = await town.deadline()
    if town.discord.clock.now() < deadline:
        await town.pass_deadline()
    while town.discord.clock.now() < deadline + and_then:
        await town.pass_time(MINUTE)


async def restarted_four_minutes_before_the_deadline(town: Town, *, known: bool) -> None:
    """Twenty play; the bot is stopped, seventeen write to it, and it starts while Discord lets ten channels be opened.
    `known`: whether the database knows the channels."""
    await town.gather(*TWENTY, least=20, rounds=2)
    await town.start()
    town.discord.clock.set(await town.deadline() - 4 * MINUTE)
    await town.look()
    await town.close()
    for number, name in enumerate(SENDERS):
        town.person(name).dm(str(number + 1))
    if not known:
        forget_channels(town)
    town.discord.world.openings = 10
    town.discord.log.requests.clear()
    await town.open(there=known)


# --- the worst line ---------------------------------------------------------------------------------------------------


async def test_after_a_restart_all_moves_are_read_through_channels_that_are_known_and_none_is_opened(
    town: Town,
) -> None:
    await restarted_four_minutes_before_the_deadline(town, known=True)
    deadline = await town.deadline()
    await to_the_deadline(town)
    assert sorted(await town.taken(), key=int) == [str(number + 1) for number in range(17)]
    assert await closed(town) == 1
    assert [r.at for r in await town.rows() if r.kind == "closed"] == [deadline + 10 * SECOND]
    assert opened(town) == 0


async def test_where_channels_must_be_opened_and_discord_refuses_the_close_waits_for_all_of_them(town: Town) -> None:
    await restarted_four_minutes_before_the_deadline(town, known=False)
    await to_the_deadline(town)
    assert await closed(town) == 0
    await to_the_deadline(town, 11 * MINUTE)
    assert await closed(town) == 0
    assert town.heard("owner")[-1] == words.close_delayed(town.code)
    phase = (await town.match()).phase
    assert town.posts()[-1] == words.close_waits(phase)
    assert opened(town) < 10 + 17, "it does not insist"
    town.discord.world.openings = None
    await town.pass_time(10 * MINUTE)
    await town.pass_time(MINUTE)
    assert await closed(town) == 1
    assert sorted(await town.taken(), key=int) == [str(number + 1) for number in range(17)]
    assert town.posts().count(words.close_waits(phase)) == 1
    assert town.heard("owner").count(words.close_delayed(town.code)) == 1


async def test_the_post_that_says_so_names_nobody(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    phase = (await town.match()).phase
    assert not any(name in words.close_waits(phase) for name in ("Ann", "Bob", "Eve", "#", "\x02"))


# --- every way of not being read --------------------------------------------------------------------------------------

TEMPORARY: dict[str, Callable[[Troubles], object]] = {
    "40003": lambda t: t.refuse(*READ, refusals.opening_too_fast, times=None),
    "20026": lambda t: t.refuse(*READ, refusals.quarantined, times=None),
    "40333": lambda t: t.refuse(*READ, refusals.cloudflare, times=None),
    "a code that does not exist yet": lambda t: t.refuse(*READ, partial(Refusal, 400, 77_777, "?"), times=None),
    "10008 as a 403": lambda t: t.refuse(*READ, partial(Refusal, 403, 10_008, "Unknown Message"), times=None),
    "50007 as a 404": lambda t: t.refuse(*READ, partial(Refusal, 404, 50_007, "?"), times=None),
    "lacking a permission": lambda t: t.refuse(*READ, refusals.missing_permissions, times=None),
    "a page with 403": lambda t: t.fail(*READ, 403, times=None),
    "a page with 404": lambda t: t.fail(*READ, 404, times=None),
    "a page with 429": lambda t: t.fail(*READ, 429, times=None),
    "a page with 200": lambda t: t.fail(*READ, 200, times=None),
    "401": lambda t: t.refuse(*READ, refusals.unauthorized, times=None),
    "503": lambda t: t.fail(*READ, 503, times=None),
}


@pytest.mark.parametrize("refuses", TEMPORARY.values(), ids=TEMPORARY)
async def test_whatever_is_not_known_to_be_final_delays_the_close_and_loses_nothing(
    town: Town, refuses: Callable[[Troubles], Any]
) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    await town.dm("Ann", "12")
    town.discord.troubles.lose_events("MESSAGE_CREATE", times=None)
    town.person("Bob").dm("13")
    refuses(town.discord.troubles)
    await to_the_deadline(town)
    assert await closed(town) == 0
    await to_the_deadline(town, 11 * MINUTE)
    await town.look()
    assert await closed(town) == 0
    assert town.heard("owner").count(words.close_delayed(town.code)) == 1
    assert town.posts()[-1] == words.close_waits((await town.match()).phase)
    town.discord.troubles.clear()
    await town.pass_time(MINUTE)
    assert await closed(town) == 1
    assert sorted(await town.taken()) == ["12", "13"]


FINAL: dict[str, Callable[[], Refusal]] = {
    "50007": refusals.closed_dms,
    "50278": refusals.no_mutual_guilds,
    "10003": refusals.unknown_channel,
    "10013": refusals.unknown_user,
    "50001": refusals.missing_access,
    "50033": refusals.invalid_recipient,
}


@pytest.mark.parametrize("refusal", FINAL.values(), ids=FINAL)
async def test_what_is_known_to_be_final_counts_as_read_the_host_is_told_and_nobody_else(
    town: Town, refusal: Callable[[], Refusal]
) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    await town.dm("Ann", "12")
    posted = len(town.posts())
    town.discord.troubles.refuse("GET", f"/channels/{town.person('Bob').dm_channel.id}/messages", refusal, times=None)
    await to_the_deadline(town)
    assert await closed(town) == 1
    assert await town.taken() == ["12"]
    assert len([text for text in town.heard("owner") if "cannot read the direct messages of Bob" in text]) == 1
    assert [post.partition("\n")[0] for post in town.posts()[posted:]] == [
        "## Round 1 has closed",
        "## Round 2 of 2 is open",
    ]


# --- how channels become known ----------------------------------------------------------------------------------------


async def test_a_message_tells_its_channel_and_what_came_before_it_is_read_through_it(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    await town.close()
    forget_channels(town)
    town.person("Ann").dm("12")
    town.discord.world.openings = 0
    await town.open(there=False)
    assert await town.taken() == []
    town.person("Ann").dm("13")
    await town.until(lambda: len(town.seen()) == 2)
    await town.settle()
    assert await town.taken() == ["12", "13"]


async def test_a_command_in_the_direct_messages_tells_their_channel_too(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    await town.close()
    forget_channels(town)
    town.person("Ann").dm("12")
    town.discord.world.openings = 0
    await town.open(there=False)
    ann = town.person("Ann")
    done = ann.slash(ann.dm_channel, "my matches")
    await town.until(lambda: done.heard)
    await town.pass_time(MINUTE)
    assert await town.taken() == ["12"]


async def test_channels_of_another_application_are_opened_anew_and_nothing_is_taken_for_read(town: Town) -> None:
    """The owner has made another application of the bot: what was kept leads nowhere."""
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    await town.close()
    with closing(sqlite3.connect(town.file)) as connection, connection:
        connection.execute("UPDATE mailboxes SET channel_id = channel_id + 1")
    town.person("Ann").dm("12")
    await town.open()
    await to_the_deadline(town)
    assert await town.taken() == ["12"]
    assert await closed(town) == 1


async def test_after_any_number_of_restarts_nothing_is_opened_to_write_either(town: Town) -> None:
    await town.gather("Ann", "Bob", "Eve", rounds=2)
    assert opened(town) == 4, "the players' at Join, and the host's"
    await town.start()
    for _ in range(2):
        await town.reopen()
        await town.dm("Ann", "12")
    await to_the_deadline(town)
    assert await closed(town) == 1
    assert opened(town) == 4


# --- not hammering ----------------------------------------------------------------------------------------------------


async def test_an_hour_of_refusals_makes_far_fewer_requests_than_discord_bars_for(town: Town) -> None:
    """Ten thousand refused ones within ten minutes are too many."""
    await town.begin(*TWENTY, rounds=2)
    await town.dm(TWENTY[0], "12")
    for method in ("GET", "POST", "PATCH", "PUT"):
        town.discord.troubles.refuse(method, "/channels/*", refusals.cloudflare, times=None)
        town.discord.troubles.refuse(method, "/users/*", refusals.cloudflare, times=None)
    for name in TWENTY:
        town.person(name).dm("13")
    await town.until(lambda: len(town.seen()) == 21)
    town.discord.log.requests.clear()
    await to_the_deadline(town, timedelta(hours=1))
    assert await closed(town) == 0
    assert len(town.discord.log.refused()) < 1_500
    town.discord.troubles.clear()
    await town.pass_time(10 * MINUTE)
    await town.pass_time(MINUTE)
    assert await closed(town) == 1
    assert town.unsaid() == []
