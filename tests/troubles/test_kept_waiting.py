"""What Discord does not take for now is said later, by itself, once; and nobody who asks is left without it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import speech
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.outbox.patience import PAUSES
from bot.hosting.ports.store import Unit
from tests.fake_discord import ChannelKind, FakeDiscord, Permission, refusals
from tests.fake_discord.refusals import Refusal
from tests.fake_discord.troubles import Troubles
from tests.troubles.test_requests import said_twice
from tests.troubles.town import HOUR, MINUTE, Town

OPEN = ("POST", "/users/@me/channels")
SEND = ("POST", "/channels/*/messages")
TITLE = "Ghost Ladder In the Sky"

Refuses = Callable[[], Refusal]


def dms_of(town: Town, name: str) -> str:
    return f"/channels/{town.person(name).dm_channel.id}/messages"


async def minutes(town: Town, count: int) -> None:
    for _ in range(count):
        await town.pass_time(MINUTE)


async def tries(town: Town, count: int) -> None:
    """Each after the longest pause there is."""
    for _ in range(count):
        await town.pass_time(PAUSES[-1])


# --- whatever is asked, in the middle of a match ----------------------------------------------------------------------

WAVES: tuple[Callable[[Troubles, str, str], Any], ...] = (
    lambda t, method, path: t.refuse(method, path, refusals.opening_too_fast, times=2),
    lambda t, method, path: t.refuse(method, path, refusals.quarantined, times=1),
    lambda t, method, path: t.refuse(method, path, refusals.cloudflare, times=1),
    lambda t, method, path: t.refuse(method, path, partial(Refusal, 400, 77_777, "?"), times=2),
    lambda t, method, path: t.refuse(method, path, partial(Refusal, 403, 10_008, "Unknown Message"), times=1),
    lambda t, method, path: t.fail(method, path, 403, times=1),
    lambda t, method, path: t.fail(method, path, 404, times=1),
    lambda t, method, path: t.fail(method, path, 200, times=1),
)
"""One after the other: nothing of it is known to be final."""

ASKED = {
    "opening direct messages": ("POST", "/users/@me/channels"),
    "reading direct messages": ("GET", "/channels/*/messages"),
    "every message": ("POST", "/channels/*/messages"),
    "edits": ("PATCH", "/channels/*/messages/*"),
    "pins": ("PUT", "/channels/*pins*"),
    "threads": ("POST", "/channels/*/threads"),
    "who is a member": ("GET", "/guilds/*/members/*"),
    "the time": ("GET", "/gateway"),
    "first answers": ("POST", "/interactions/*"),
    "further answers": ("POST", "/webhooks/*"),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
async def test_whatever_request_is_refused_for_a_while_nothing_is_lost_and_nothing_said_twice(
    town: Town, asked: tuple[str, str]
) -> None:
    for wave in WAVES:
        wave(town.discord.troubles, *asked)
    await town.begin("Ann", "Bob", "Eve", rounds=2, anyhow=True)
    await tries(town, 3)
    await town.dm("Ann", "12")
    ann = town.person("Ann")
    ann.slash(town.channel, "submit", message="13")
    await town.until(lambda: len(town.seen()) == 2)
    await town.pass_deadline()
    await tries(town, 12)
    assert (await town.match()).turn == 2
    await town.dm("Bob", "5")
    await town.pass_deadline()
    await tries(town, 12)
    assert not (await town.match()).open
    assert town.unsaid() == []
    assert town.ask("SELECT destination FROM outbox WHERE state = 'parked'") == []
    assert await town.taken() == ["12", "13", "5"]
    assert said_twice(town.discord) == []
    assert [heading(post) for post in town.posts() if post.startswith("## ") or "# " + TITLE in post][:3] == [
        "# " + TITLE,
        "## Round 1 of 2 is open",
        "## Round 1 has closed",
    ]
    everything = "\n".join([*town.heard("Ann"), *(shown for shown in shown_to(town.discord, ann.id))])
    assert "round 1: **12**" in everything
    assert "round 1: **13**" in everything


def heading(post: str) -> str:
    return post.partition("\n")[0]


def shown_to(discord: FakeDiscord, user_id: int) -> list[str]:
    """Ephemeral messages for somebody."""
    every = [m for channel in discord.world.channels.values() for m in channel.messages.values()]
    return [m.content for m in every if m.seen_by == user_id]


async def announce(town: Town, text: str) -> None:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await speech.announce(house, hosted, asker, text, unit)

    await town.uses(tool)


# --- Join -------------------------------------------------------------------------------------------------------------

JOINING: dict[str, tuple[Refuses, bool]] = {
    "40003": (refusals.opening_too_fast, False),
    "20026": (refusals.quarantined, True),
    "40333": (refusals.cloudflare, False),
    "an unknown one": (partial(Refusal, 400, 77_777, "?"), False),
}


@pytest.mark.parametrize("path", [OPEN, SEND], ids=["opening", "sending"])
@pytest.mark.parametrize(("refusal", "quarantined"), JOINING.values(), ids=JOINING)
async def test_whoever_joins_while_discord_refuses_has_the_seat_and_is_greeted_later_once(
    town: Town, refusal: Refuses, quarantined: bool, path: tuple[str, str]
) -> None:
    await town.gather()
    town.discord.troubles.refuse(*path, refusal, times=None)
    said = await town.press("Ann", "Join")
    assert words.DMS_CLOSED not in said
    assert words.unwritten(quarantined, seated=True) in said
    assert town.ask("SELECT name FROM tenures") == [("Ann",)]
    assert town.heard("Ann") == []
    town.discord.troubles.clear()
    await tries(town, 2)
    assert town.heard("Ann") == [words.greeting(TITLE, town.code)]


async def test_one_whose_channel_cannot_be_opened_keeps_nobody_else_from_being_greeted(town: Town) -> None:
    await town.gather()
    ann, rule = town.person("Ann"), partial(Refusal, 400, 77_777, "?")

    async def only_ann(request: Any) -> None:
        if request.body.get("recipient_id") in (ann.id, str(ann.id)):
            raise rule()

    town.discord.troubles.judge(*OPEN, only_ann)
    assert words.unwritten(quarantined=False, seated=True) in await town.press("Ann", "Join")
    assert "I have sent you a direct message" in await town.press("Bob", "Join")


async def test_while_channels_are_refused_each_join_does_not_ask_again(town: Town) -> None:
    await town.gather()
    town.discord.world.openings = 0
    town.discord.log.requests.clear()
    for name in ("Ann", "Bob", "Eve", "Dan"):
        assert words.unwritten(quarantined=False, seated=True) in await town.press(name, "Join")
    assert len(town.discord.log.to(*OPEN)) == 1
    town.discord.world.openings = None
    await tries(town, 2)
    assert [len(town.heard(name)) for name in ("Ann", "Bob", "Eve", "Dan")] == [1, 1, 1, 1]


# --- quarantine -------------------------------------------------------------------------------------------------------


async def test_a_quarantine_is_told_to_hosts_to_the_doctor_and_to_the_log_and_commands_work(
    town: Town, caplog: pytest.LogCaptureFixture
) -> None:
    await town.gather("Bob", "Eve", rounds=2)
    town.discord.troubles.refuse(*OPEN, refusals.quarantined, times=None)
    await town.press("Ann", "Join")
    await town.start_anyhow()
    assert any(record.levelname == "ERROR" and "quarantine" in record.message for record in caplog.records)
    assert town.heard("owner").count(words.quarantined(town.code)) == 1
    assert "quarantine" in await town.commands("owner", "doctor")
    assert "round 1: **12**" in await town.commands("Ann", "submit", message="12")
    town.discord.troubles.clear()
    await tries(town, 2)
    assert town.unsaid() == []
    assert "quarantine" not in await town.commands("owner", "doctor")


# --- sends ------------------------------------------------------------------------------------------------------------


async def test_the_first_letters_of_a_match_come_by_themselves_once_discord_takes_them(town: Town) -> None:
    await town.gather("Ann", "Bob", "Eve", rounds=2)
    town.discord.troubles.refuse("POST", dms_of(town, "Ann"), refusals.opening_too_fast, times=None)
    await town.start_anyhow()
    await minutes(town, 3)
    assert town.ask("SELECT 1 FROM outbox WHERE state = 'parked'") == []
    assert len(town.heard("Ann")) == 1
    town.discord.troubles.clear()
    await tries(town, 2)
    assert "has begun" in town.heard("Ann")[-1]
    assert len(town.heard("Ann")) == 2


async def test_what_lasts_is_told_to_the_host_once_without_a_name(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    for name in ("Ann", "Bob"):
        town.discord.troubles.refuse("POST", dms_of(town, name), refusals.opening_too_fast, times=None)
        town.person(name).dm("12")
    await town.until(lambda: len(town.seen()) == 2)
    await tries(town, 4)
    told = [text for text in town.heard("owner") if "Discord does not take all" in text]
    assert len(told) == 1
    assert "Ann" not in told[0]
    assert "Bob" not in told[0]
    assert not any("Discord does not take" in post for post in town.posts())


async def test_a_word_from_the_player_brings_what_waits_at_once(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=2)
    town.discord.troubles.refuse("POST", dms_of(town, "Ann"), refusals.opening_too_fast, times=3)
    await town.dm("Ann", "12")
    await minutes(town, 3)
    heard = len(town.heard("Ann"))
    town.discord.troubles.clear()
    await town.dm("Ann", "13")
    await town.until(lambda: len(town.heard("Ann")) == heard + 2)


async def test_what_was_said_and_taken_away_is_not_said_again_and_blocks_nothing(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.hurry_deliveries()
    thread = town.thread
    town.discord.troubles.lose_answer("POST", f"/channels/{thread.id}/messages", times=1)

    def take_away() -> None:
        latest = max(thread.messages)
        town.host.delete(thread.messages[latest])

    town.discord.troubles.call("POST", f"/channels/{thread.id}/messages", take_away, times=1, skip=1)
    posted = len(town.posts())
    await announce(town, "Hear, hear")
    await town.until(lambda: not town.unsaid())
    assert len(town.posts()) == posted
    await announce(town, "And now")
    await town.until(lambda: town.posts()[-1].endswith("And now"))
    assert town.heard("owner") == []


async def test_without_read_message_history_nothing_is_guessed_it_is_kept_and_the_host_is_told(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    world, thread = town.discord.world, town.thread
    for role in (world.bot_role(town.guild), town.guild.roles[town.guild.id]):
        world.permit(town.guild, role, role.permissions & ~Permission.READ_MESSAGE_HISTORY)
    town.discord.troubles.lose_answer("POST", f"/channels/{thread.id}/messages", times=1)
    posted = len(town.posts())
    await announce(town, "Hear, hear")
    await town.until(lambda: len(town.posts()) == posted + 1)
    await tries(town, 2)
    assert len(town.posts()) == posted + 1
    assert [text for text in town.heard("owner") if "I lack Read Message History" in text]
    world.permit(town.guild, world.bot_role(town.guild), 2**53 - 1)
    await town.uses(speech.repost)
    await minutes(town, 2)
    assert len(town.posts()) == posted + 1
    assert town.unsaid() == []


async def test_old_boards_that_discord_lets_be_changed_only_so_often_are_brought_up_to_date_later(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.discord.world.old_edits = 0
    await town.pass_deadline()
    assert "Round 1 of 3" in town.board().content
    town.discord.world.old_edits = None
    await tries(town, 2)
    assert "Round 2 of 3" in town.board().content
    assert town.heard("owner") == []


# --- what waits for a player is shown under what they ask -------------------------------------------------------------


async def test_who_has_closed_direct_messages_in_mid_match_is_told_at_the_next_command(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    await town.commands("Ann", "submit", message="12; rank")
    town.person("Ann").close_dms()
    await town.pass_deadline()
    said = await town.commands("Ann", "my matches")
    assert words.NOT_WRITTEN in said
    assert "rank check" in said
    assert words.NOT_WRITTEN not in await town.commands("Ann", "my matches")
    town.person("Ann").open_dms()
    heard = len(town.heard("Ann"))
    await town.dm("Ann", "status")
    assert len(town.heard("Ann")) == heard + 1, "it was told, and is not told again"


async def test_a_paid_rank_check_that_discord_does_not_take_is_shown_under_the_next_command_once(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    await town.commands("Ann", "submit", message="12; rank")
    town.discord.troubles.refuse("POST", dms_of(town, "Ann"), refusals.opening_too_fast, times=None)
    await town.pass_deadline()
    await minutes(town, 2)
    said = await town.commands("Ann", "my status")
    assert said.count("rank check") == 1
    assert "rank check" not in await town.commands("Ann", "my status")
    town.discord.troubles.clear()
    await tries(town, 2)
    assert not any("rank check" in text for text in town.heard("Ann"))


async def test_what_waits_is_for_its_reader_alone_and_for_nobody_elses_command(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    await town.commands("Ann", "submit", message="12; rank")
    town.person("Ann").close_dms()
    await town.pass_deadline()
    assert "rank check" not in await town.commands("Bob", "my status")
    await town.commands("Ann", "my status")
    assert any("rank check" in text for text in shown_to(town.discord, town.person("Ann").id))
    public = [m.content for m in town.channel.history()] + [m.content for m in town.thread.history()]
    assert not any("rank check" in text for text in public)
    assert not any("direct message" in text.casefold() and "closed" in text.casefold() for text in public)


async def test_what_could_not_be_shown_either_is_kept(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    await town.commands("Ann", "submit", message="12; rank")
    town.person("Ann").close_dms()
    await town.pass_deadline()
    town.discord.troubles.refuse("POST", "/webhooks/*", refusals.cloudflare, skip=1, times=1)
    assert "rank check" not in await town.commands("Ann", "my matches")
    assert "rank check" in await town.commands("Ann", "my matches")


async def test_a_command_of_somebody_whose_history_cannot_be_read_is_answered_that_it_waits(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.05)
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.discord.troubles.refuse("GET", dms_of(town, "Ann"), refusals.cloudflare, times=None)
    await town.close()
    await town.open(there=False)
    done = town.person("Ann").slash(town.channel, "submit", message="12")
    await town.until(lambda: done.heard)
    assert done.heard[-1].content == words.NOT_YET
    town.discord.troubles.clear()
    await minutes(town, 2)
    await town.until(lambda: len(done.heard) > 1)
    assert "round 1: **12**" in done.heard[-1].content
    assert await town.taken() == ["12"]


# --- places -----------------------------------------------------------------------------------------------------------


async def test_players_only_in_an_announcement_channel_is_refused_when_the_match_is_created(town: Town) -> None:
    news = town.discord.world.new_channel(town.guild, "news", kind=ChannelKind.NEWS)
    await town.until(lambda: town.parts.client.get_channel(news.id))
    said = await town.commands("owner", "match create", ruleset="ghost-ladder", channel=news, players_only=True)
    assert words.PRIVATE_ANNOUNCEMENT in said
    assert town.ask("SELECT 1 FROM matches") == []
    said = await town.commands("owner", "match create", ruleset="ghost-ladder", channel=news)
    assert "is open for sign-up" in said
    await town.until(lambda: not town.unsaid())
    assert [c.kind for c in town.discord.world.channels.values() if c.thread] == [ChannelKind.NEWS_THREAD]


async def test_a_deleted_thread_of_an_announcement_channel_is_opened_again(town: Town) -> None:
    town.channel = town.discord.world.new_channel(town.guild, "news", kind=ChannelKind.NEWS)
    await town.until(lambda: town.parts.client.get_channel(town.channel.id))
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.discord.world.delete_channel(town.thread)
    await town.pass_deadline()
    await town.uses(speech.repost)
    await tries(town, 2)
    assert town.unsaid() == []
    assert town.thread.kind is ChannelKind.NEWS_THREAD


async def test_a_forum_that_requires_a_tag_gets_its_post_with_the_tag(town: Town) -> None:
    forum = town.discord.world.new_channel(
        town.guild, "matches", kind=ChannelKind.FORUM, tags=["Help", "signing UP"], tag_required=True
    )
    await town.until(lambda: town.parts.client.get_channel(forum.id))
    await town.commands("owner", "match create", ruleset="ghost-ladder", channel=forum)
    await town.until(lambda: town.ask("SELECT 1 FROM matches WHERE thread_id IS NOT NULL"))
    (thread,) = [c for c in town.discord.world.channels.values() if c.thread]
    assert thread.thread is not None
    assert [forum.tags[tag] for tag in thread.thread.tags] == ["signing UP"]


async def test_a_forum_that_requires_a_tag_and_has_none_for_a_match_is_refused_with_what_is_missing(town: Town) -> None:
    world = town.discord.world
    forum = world.new_channel(town.guild, "matches", kind=ChannelKind.FORUM, tags=["Help"], tag_required=True)
    await town.until(lambda: town.parts.client.get_channel(forum.id))
    said = await town.commands("owner", "match create", ruleset="ghost-ladder", channel=forum)
    assert "Signing up" in said
    assert "Manage Channels" in said
    assert town.ask("SELECT 1 FROM matches") == []
    role = world.bot_role(town.guild)
    world.permit(town.guild, role, role.permissions | Permission.MANAGE_CHANNELS)
    await town.settle()
    said = await town.commands("owner", "match create", ruleset="ghost-ladder", channel=forum)
    assert "is open for sign-up" in said
    await town.until(lambda: town.ask("SELECT 1 FROM matches WHERE thread_id IS NOT NULL"))


async def test_a_match_without_a_place_does_not_start_by_hand_and_the_doctor_says_why(town: Town) -> None:
    town.discord.troubles.refuse("POST", "/channels/*/threads", refusals.too_many_threads, times=None)
    await town.commands("owner", "match create", ruleset="ghost-ladder")
    town.code = str(town.ask("SELECT code FROM matches")[0][0])
    for name in ("Ann", "Bob", "Eve"):
        await town.press(name, "Join")
    await minutes(town, 2)
    assert words.no_place(town.code) in await town.commands("owner", "match start", match=town.code)
    assert (await town.match()).turn == 0
    assert "has no thread yet" in await town.commands("owner", "doctor")
    assert [text for text in town.heard("owner") if "as many active threads as Discord allows" in text]
    town.discord.troubles.clear()
    await tries(town, 2)
    assert "has begun" in await town.commands("owner", "match start", match=town.code)


async def test_a_match_without_a_place_does_not_start_by_itself_either_and_does_once_it_has_one(town: Town) -> None:
    town.discord.troubles.refuse("POST", "/channels/*/threads", refusals.cloudflare, times=None)
    at = town.discord.clock.now() + HOUR
    created = town.host.slash(town.channel, "match create", ruleset="ghost-ladder", starts=f"{at:%Y-%m-%d %H:%M}")
    await town.until(lambda: created.heard)
    await town.settle()
    button = created.heard[-1].components[0]["components"][0]["custom_id"]
    town.host.click(created.heard[-1], button)
    await town.until(lambda: any(m.components for m in town.channel.history()))
    town.code = str(town.ask("SELECT code FROM matches")[0][0])
    for name in ("Ann", "Bob", "Eve"):
        await town.press(name, "Join")
    await town.pass_time(HOUR + MINUTE)
    await minutes(town, 2)
    assert (await town.match()).turn == 0
    assert town.heard("owner").count(words.no_place(town.code)) == 1
    town.discord.troubles.clear()
    await tries(town, 3)
    assert (await town.match()).turn == 1


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
        (Permission.VIEW_CHANNEL, "View Channel"),
    ],
    ids=["writing", "seeing"],
)
async def test_a_missing_permission_is_called_by_its_name(town: Town, missing: int, named: str) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    town.discord.world.overwrite(town.channel, town.guild.roles[town.guild.id], deny=missing)
    await town.settle()
    await town.pass_deadline()
    assert any(named in text for text in town.heard("owner"))


async def test_a_card_that_was_deleted_before_its_thread_grew_is_posted_anew_with_a_thread(town: Town) -> None:
    town.discord.troubles.refuse("POST", "/channels/*/threads", refusals.cloudflare, times=1)
    await town.commands("owner", "match create", ruleset="ghost-ladder")
    town.host.delete(next(m for m in town.channel.history() if m.components))
    await tries(town, 3)
    assert town.unsaid() == []
    assert len([m for m in town.channel.history() if m.components]) == 1
    assert town.ask("SELECT 1 FROM matches WHERE thread_id IS NOT NULL") == [(1,)]


# --- forms ------------------------------------------------------------------------------------------------------------


async def test_each_opening_of_a_form_has_an_id_of_its_own(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    seen = []
    for text in ("12", "13"):
        opened = town.person("Ann").slash(town.channel, "submit")
        await town.until(lambda: opened.modal)  # noqa: B023
        assert opened.modal is not None
        seen.append(opened.modal["custom_id"])
        name = opened.modal["components"][0]["component"]["custom_id"]
        sent = town.person("Ann").submit_modal(opened, {name: text})
        await town.until(lambda: sent.heard)  # noqa: B023
        assert f"round 1: **{text}**" in sent.heard[-1].content
    assert len(set(seen)) == 2
    assert all(len(custom_id) <= 100 for custom_id in seen)
