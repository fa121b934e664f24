"""Slash commands as hosts type them: well, badly, in the wrong place, twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.hosting import words
from bot.hosting.model import events
from bot.hosting.model.match import CANCELLED, PAUSED, RUNNING
from games.catalogue import RULESETS
from tests.discord_ui.venue import Table, Venue, at_once

GHOST = "ghost-ladder"


# --- creating ---------------------------------------------------------------------------------------------------------


async def test_a_match_is_created_where_the_host_says_with_the_options_given(venue: Venue) -> None:
    elsewhere = venue.guild.create_text_channel("upstairs")
    said = await venue.ask(
        venue.host,
        "match create",
        ruleset=GHOST,
        channel=elsewhere,
        least=4,
        most=6,
        options="rounds=3; round_hours: 90 min close_when_all_in=on",
    )
    assert "is open for sign-up" in said.text
    (card,) = [m for m in elsewhere.history() if m.components]
    assert "4 to 6 players" in card.content
    assert "**3**" in card.content
    assert "**1.5 hours**" in card.content
    assert "**on**" in card.content
    assert not [m for m in venue.channel.history() if m.components]


async def test_all_mistakes_are_named_at_once_and_nothing_is_created(venue: Venue) -> None:
    said = await venue.ask(
        venue.host,
        "match create",
        ruleset=GHOST,
        least=9,
        most=5,
        options="rounds=99, ghosts=3, height=-1, round_hours=soon, rank_checks=1, rank_checks=2",
        starts="2026-02-30 25:00",
    )
    for mistake in ("`rounds`", "no option `ghosts`", "`height`", "`round_hours`", "`rank_checks` stands there twice"):
        assert mistake in said.text
    assert words.PLAYERS_RANGE.format(least=3) in said.text
    assert "no such day" in said.text
    assert len(said.text.splitlines()) == 7
    assert venue.channel.history() == []


@pytest.mark.parametrize("options", ["five rounds", "rounds", "rounds=", "=5", "rounds=5 and more", "rounds=5, 7"])
async def test_options_that_cannot_be_read_are_refused(venue: Venue, options: str) -> None:
    said = await venue.ask(venue.host, "match create", ruleset=GHOST, options=options)
    assert "`rounds" in said.text
    assert venue.channel.history() == []


@pytest.mark.parametrize(("least", "most"), [(2, 5), (1, None), (5, 4), (None, 2)])
async def test_the_bounds_of_the_number_of_players_are_kept(venue: Venue, least: int | None, most: int | None) -> None:
    given: dict[str, Any] = {n: value for n, value in (("least", least), ("most", most)) if value is not None}
    said = await venue.ask(venue.host, "match create", ruleset=GHOST, **given)
    assert said.text == words.PLAYERS_RANGE.format(least=3)


async def test_from_a_thread_the_card_goes_to_its_channel_and_from_a_voice_channel_nowhere(venue: Venue) -> None:
    first = await venue.open(GHOST)
    said = await venue.ask(venue.host, "match create", channel=first.thread, ruleset=GHOST)
    assert "is open for sign-up" in said.text
    assert len([m for m in venue.channel.history() if m.components]) == 1
    voice = venue.guild.create_voice_channel("talk")
    said = await venue.ask(venue.host, "match create", channel=voice, ruleset=GHOST)
    assert said.text == words.NO_CHANNEL


@pytest.mark.parametrize(
    "starts", ["2020-01-01 12:00", "<t:999999999999>", "<t:99999999999:F>", "2027-12-24 18:00", "soon"]
)
async def test_a_start_in_the_past_or_nowhere_is_refused(venue: Venue, starts: str) -> None:
    said = await venue.ask(venue.host, "match create", ruleset=GHOST, starts=starts)
    assert said.buttons == []
    assert venue.channel.history() == []


async def test_a_match_that_starts_by_itself_is_shown_before_it_is_opened_and_opened_once(venue: Venue) -> None:
    starts = venue.stage.env.now() + timedelta(hours=3)
    said = await venue.ask(venue.host, "match create", ruleset=GHOST, starts=f"<t:{int(starts.timestamp())}>")
    assert f"<t:{int(starts.timestamp())}:F>" in said.text
    assert venue.channel.history() == []
    first, second = await said.press(said.buttons[0]), await said.press(said.buttons[0])
    assert "is open for sign-up" in first.text
    assert second.text == words.DRAFT_GONE
    assert len([m for m in venue.channel.history() if m.components]) == 1


# --- which match ------------------------------------------------------------------------------------------------------


async def test_a_match_need_not_be_named_where_there_is_one_or_in_its_own_thread(venue: Venue) -> None:
    assert (await venue.ask(venue.host, "host pause")).text == words.say_which([])
    first = await venue.open(GHOST)
    assert "paused" in (await venue.ask(venue.host, "host pause")).text
    second = await venue.open("garden-of-eden", players="Dan Fay Gil")
    unsaid = (await venue.ask(venue.host, "host pause")).text
    assert unsaid == words.say_which([first.code, second.code])
    assert second.code in (await venue.ask(venue.host, "host pause", channel=second.thread)).text
    assert first.code in (await venue.ask(venue.host, "host resume", match=f" {first.code.lower()} ")).text
    assert (await venue.ask(venue.host, "host pause", match="ZZ9")).text == words.NO_SUCH_MATCH


async def test_status_and_rules_are_for_everyone_and_tell_only_what_is_public(venue: Venue) -> None:
    table = await venue.open(GHOST, options="rounds=5")
    await table.dm("Ann", "37")
    stranger = venue.member("Sam")
    status = await venue.ask(stranger, "match status")
    assert status.text == table.board
    of_the_match = await venue.ask(stranger, "match rules")
    assert "5 rounds" in of_the_match.text
    assert "37" not in status.text + of_the_match.text
    for ruleset in RULESETS.values():
        plain = await venue.ask(stranger, "match rules", ruleset=ruleset.name)
        assert ruleset.title in plain.text
        assert plain.hidden
        assert all(len(message.content) <= 2000 for message in plain.messages)


# --- starting and cancelling ------------------------------------------------------------------------------------------


async def test_a_match_starts_once_and_only_with_enough_players(venue: Venue) -> None:
    table = await venue.open(GHOST, players="Ann Bob", started=False)
    assert (await table.ask("match start")).text == words.too_few(2, 3)
    await table.join(venue.member("Eve"))
    assert "has begun" in (await table.ask("match start")).text
    assert (await table.ask("match start")).text == words.STARTED_BEFORE
    assert len([row for row in await table.journal() if row.kind == events.STARTED]) == 1


async def test_cancelling_asks_first_and_happens_once(venue: Venue) -> None:
    table = await venue.open(GHOST)
    asked = await table.ask("match cancel")
    assert (await table.hosted()).match.status == RUNNING
    (button,) = asked.buttons
    assert (await asked.press(button)).text == words.cancelled_done(table.code)
    assert (await asked.press(button)).text == words.NOTHING_TO_CANCEL
    assert (await table.ask("match cancel")).text == words.NOTHING_TO_CANCEL
    assert (await table.hosted()).match.status == CANCELLED
    assert len([post for post in table.posts if "is cancelled" in post]) == 1


# --- the clock --------------------------------------------------------------------------------------------------------


async def test_closing_asks_first_happens_once_and_its_button_is_refused_in_another_turn(venue: Venue) -> None:
    table = await venue.open(GHOST, options="rounds=3")
    asked, other = await table.ask("host close"), await table.ask("host close")
    (button,) = asked.buttons
    assert "Round 1" in asked.text
    assert "closes in a few seconds" in (await asked.press(button)).text
    assert (await asked.press(button)).text == words.CLOSING_ALREADY
    await venue.stage.forward(seconds=10)
    assert "Round 2 of 3 is open" in table.posts[-1]
    assert (await other.press(button)).text == words.STALE
    assert len([row for row in await table.journal() if row.kind == events.CUT]) == 1


async def test_pressed_by_two_hosts_at_once_a_button_does_it_once(venue: Venue) -> None:
    table = await venue.open(GHOST, options="rounds=3")
    other = venue.member("Helper", roles=[venue.managers])
    for custom_id, kind in (
        (f"sure:close:{table.code}:1", events.CUT),
        (f"sure:cancel:{table.code}:0", events.CANCELLED),
    ):
        said = [reply.text for reply in await at_once([venue.host, other, venue.host], table.card, custom_id)]
        assert len(set(said)) == 2
        assert [row.kind for row in await table.journal()].count(kind) == 1


async def test_a_button_of_a_confirmation_still_works_after_a_restart_and_a_while(venue: Venue) -> None:
    table = await venue.open(GHOST)
    asked = await table.ask("host close")
    await venue.stage.restart()
    await venue.stage.forward(seconds=20 * 60)
    assert "closes in a few seconds" in (await asked.press(asked.buttons[0])).text


async def test_the_deadline_is_moved_by_hours_or_to_an_instant(venue: Venue) -> None:
    table = await venue.open(GHOST)
    before = table.deadline
    await table.ask("host extend", hours=1.5)
    assert table.deadline == before + timedelta(hours=1.5)
    wanted = before + timedelta(hours=5)
    await table.ask("host extend", until=f"<t:{int(wanted.timestamp())}:R>")
    assert table.deadline == wanted
    await table.ask("host extend", until=(wanted - timedelta(hours=2)).strftime("%Y-%m-%d %H:%M UTC"))
    assert table.deadline == wanted - timedelta(hours=2)
    assert all(player.mention in table.posts[-1] for player in table.players.values())


WRONG_INSTANTS: list[dict[str, Any]] = [
    {},
    {"hours": 1.0, "until": "2026-12-24 18:00"},
    {"until": "tomorrow"},
    {"until": "2026-02-30 10:00"},
    {"until": "2026-01-02 25:00"},
    {"until": "<t:999999999999>"},
    {"until": "2020-01-01 00:00"},
    {"until": "9999-12-31 23:59"},
    {"until": "2026-12-24 18:00"},  # more than 720 hours away
    {"hours": 720.0},
]


async def test_a_deadline_that_cannot_be_is_refused_with_a_sentence(venue: Venue) -> None:
    table = await venue.open(GHOST)
    posted, rows = table.posts, len(await table.journal())
    for fields in WRONG_INSTANTS:
        said = await table.ask("host extend", **fields)
        assert said.hidden
        assert said.text.endswith("."), said.text
    assert table.posts == posted
    assert len(await table.journal()) == rows


async def test_a_pause_keeps_the_time_that_was_left(venue: Venue) -> None:
    table = await venue.open(GHOST)
    left = table.deadline - venue.stage.env.now()
    assert (await table.ask("host resume")).text == words.NOT_PAUSED
    await table.ask("host pause")
    assert (await table.hosted()).match.status == PAUSED
    for command in ("host pause", "host close"):
        assert (await table.ask(command)).text == words.NOT_RUNNING
    assert (await table.ask("host extend", until="2026-01-05 10:00")).text == words.NOT_RUNNING
    (reply,) = await table.dm("Ann", "12")
    assert "round 1: **12**" in reply
    assert "paused" in reply
    await venue.stage.forward(hours=100)
    assert "8 hours" not in table.posts[-1]
    await table.ask("host extend", hours=3.0)
    await table.ask("host resume")
    assert timedelta(0) <= table.deadline - venue.stage.env.now() - left - timedelta(hours=3) < timedelta(minutes=1)
    await table.pass_deadline()
    assert "# 12" in table.posts[-2]


async def test_before_the_start_and_after_the_end_the_desk_says_so(venue: Venue) -> None:
    table = await venue.open(GHOST, started=False, options="rounds=1")
    tools = ("host look", "host export", "host close", "host pause")
    for command in tools:
        assert (await table.ask(command)).text == words.NOT_RUNNING
    await table.ask("match start")
    await table.dm("Ann", "2")
    await table.dm("Bob", "1")
    await table.pass_deadline()
    assert "is over" in table.posts[-1]
    for command in tools[2:]:
        assert (await table.ask(command)).text == words.NOT_RUNNING
    assert "Ann" in (await table.ask("host look")).text


async def test_looking_is_for_the_hosts_eyes_and_journalled_with_who(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Ann", "41")
    posted = table.posts
    look = await table.ask("host look")
    assert look.hidden
    assert "41" in look.text
    (row,) = [row for row in await table.journal() if row.kind == events.LOOKED]
    assert row.actor == venue.host.id
    assert table.posts == posted


# --- suggestions ------------------------------------------------------------------------------------------------------


async def suggested(venue: Venue, typed: str, ruleset: str = GHOST) -> list[str]:
    offers = await venue.host.autocomplete(venue.channel, "match create", "options", typed, ruleset=ruleset)
    assert len(offers) <= 25
    assert all(len(offer["name"]) <= 100 and len(str(offer["value"])) <= 100 for offer in offers)
    return [offer["value"] for offer in offers]


async def test_the_options_of_a_ruleset_are_suggested_one_behind_the_other(venue: Venue) -> None:
    for ruleset in RULESETS.values():
        names = [value.partition("=")[0] for value in await suggested(venue, "", ruleset.name)]
        assert names == [option.name for option in ruleset.options]
    assert await suggested(venue, "round_h") == ["round_hours=24"]
    behind = await suggested(venue, "rounds=5, ")
    assert "rounds=5, height=100" in behind
    assert not [value for value in behind if value.count("rounds=") > 1]
    assert await suggested(venue, "rounds=5, height=7") == ["rounds=5, height=7"]
    await suggested(venue, "x" * 500 + "=" + "y" * 500)


async def test_every_suggestion_can_be_sent_as_it_is(venue: Venue) -> None:
    for value in await suggested(venue, ""):
        said = await venue.ask(venue.host, "match create", ruleset=GHOST, options=value)
        assert "is open for sign-up" in said.text, value


async def test_more_matches_than_discord_shows_are_narrowed_by_typing(venue: Venue) -> None:
    tables: list[Table] = []
    for _ in range(27):
        tables.append(await venue.open(GHOST, players="", started=False))
    offers = [o["value"] for o in await venue.host.autocomplete(venue.channel, "match start", "match", "")]
    assert offers == [table.code for table in reversed(tables)][:25]
    last = tables[0].code
    narrowed = await venue.host.autocomplete(venue.channel, "match start", "match", last.lower())
    assert [offer["value"] for offer in narrowed] == [last]
