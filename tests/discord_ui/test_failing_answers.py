"""An answer that Discord does not take where it was asked for reaches its asker by direct message."""

from __future__ import annotations

import pytest

from bot.hosting import words
from tests.discord_ui.venue import Table, Venue, written_to

GHOST = "ghost-ladder"


def lose_next_answer(venue: Venue) -> None:
    """The interaction's token is spent: Unknown Webhook."""
    venue.stage.env.inject_error("POST", "/webhooks/*", status=404, code=10015)


def letters_to_the_host(table: Table) -> list[str]:
    return written_to(table.venue.host.user)


@pytest.mark.parametrize("status", [404, 403, 500, 503, 401])
async def test_an_answer_that_cannot_be_sent_is_written_instead(venue: Venue, status: int) -> None:
    table = await venue.open(GHOST)
    venue.stage.env.inject_error("POST", "/webhooks/*", status=status)
    await table.ask("host pause")
    (letter,) = letters_to_the_host(table)
    assert words.paused_done(table.code) in letter
    assert "paused" in table.posts[-1]


async def test_a_deferral_that_comes_too_late_loses_no_answer(venue: Venue) -> None:
    table = await venue.open(GHOST)
    venue.stage.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    lose_next_answer(venue)
    await table.ask("host pause")
    (letter,) = letters_to_the_host(table)
    assert words.paused_done(table.code) in letter


async def test_a_deferral_that_may_have_been_taken_is_answered_where_it_was_asked(venue: Venue) -> None:
    table = await venue.open(GHOST)
    venue.stage.env.inject_error("POST", "/interactions/*", status=500)
    reply = await table.ask("host pause")
    assert reply.text == words.paused_done(table.code)
    assert letters_to_the_host(table) == []


async def test_a_long_answer_is_written_whole_and_in_order(venue: Venue) -> None:
    table = await venue.open(GHOST)
    wrong = ", ".join(f"ghosts_{letter}=1" for letter in "abcdefghijklmnop")
    there = await venue.ask(venue.host, "match create", ruleset=GHOST, options=wrong)
    lose_next_answer(venue)
    lost = await venue.ask(venue.host, "match create", ruleset=GHOST, options=wrong)
    letters = letters_to_the_host(table)
    assert len(there.messages) > 1
    assert lost.text == ""
    assert "\n".join(letters).split("\n", 1)[1].split() == there.text.split()
    assert all(len(letter) <= 2000 for letter in letters)


async def test_a_file_and_a_button_are_asked_for_again_where_they_belong(venue: Venue) -> None:
    table = await venue.open(GHOST)
    for command in ("host export", "host close"):
        lose_next_answer(venue)
        await table.ask(command)
    export, close = letters_to_the_host(table)
    assert "ask once more" in export
    assert "ask once more" in close
    dms = venue.host.user.dm_channel.history()
    assert not any(m.components or m.attachments for m in dms)


async def test_a_players_move_by_command_is_acknowledged_by_letter(venue: Venue) -> None:
    table = await venue.open(GHOST)
    heard = len(table.letters("Ann"))
    lose_next_answer(venue)
    await venue.ask(table.players["Ann"], "submit", message="12")
    (letter,) = table.letters("Ann")[heard:]
    assert "round 1: **12**" in letter
    await table.pass_deadline()
    assert "# 12" in table.posts[-2]


async def test_a_button_whose_answer_is_lost_has_done_what_it_says(venue: Venue) -> None:
    table = await venue.open(GHOST, players="", started=False)
    ann = venue.member("Ann")
    lose_next_answer(venue)
    await table.press("Join", ann)
    assert "You are in match" in written_to(ann.user)[-1]
    assert "(1):** Ann" in table.card.content


async def test_whose_direct_messages_are_closed_too_is_reached_by_the_next_message(venue: Venue) -> None:
    table = await venue.open(GHOST)
    host = venue.host.user
    room = f"/channels/{host.dm_channel.id}/messages"
    lose_next_answer(venue)
    venue.stage.env.inject_error("POST", room, status=403, code=50007)
    await table.ask("host pause")
    assert written_to(host) == []
    await host.send_dm("hello?")
    assert words.paused_done(table.code) in written_to(host)[0]


async def test_nothing_is_lost_when_the_process_ends_before_the_letter_went_out(venue: Venue) -> None:
    table = await venue.open(GHOST)
    room = f"/channels/{venue.host.user.dm_channel.id}/messages"
    lose_next_answer(venue)
    venue.stage.env.inject_error("POST", room, status=500, times=6)
    await table.ask("host pause")
    await venue.stage.restart()
    await venue.stage.forward(hours=13)
    (letter,) = letters_to_the_host(table)
    assert words.paused_done(table.code) in letter
