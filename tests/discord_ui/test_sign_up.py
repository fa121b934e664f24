"""Sign-up by buttons: Join and Leave, closed direct messages, names of every kind."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from bot.hosting import words
from games.visible import same_name
from tests.discord_ui.venue import Table, Venue, asked, at_once, forge, written_to

GHOST = "ghost-ladder"
ESCAPED = re.compile(r"\\.")


async def gathering(venue: Venue, **fields: Any) -> Table:
    """A match that signs up, with nobody in it."""
    return await venue.open(GHOST, players="", started=False, **fields)


async def test_joining_writes_to_the_player_first_and_then_shows_the_name_on_the_card(venue: Venue) -> None:
    table = await gathering(venue)
    ann = venue.member("Ann")
    since = len(asked(venue.stage))
    reply = await table.press("Join", ann)
    assert reply.text == words.joined("Ann", table.code, False)
    assert reply.hidden
    assert [table.code in letter for letter in written_to(ann.user)] == [True]
    assert "**At the table (1):** Ann" in table.card.content
    sent = [r.path for r in asked(venue.stage)[since:] if r.method == "POST" and r.path.endswith("/messages")]
    assert sent == [f"/channels/{ann.user.dm_channel.id}/messages"]  # the card is edited, nothing is posted


async def test_a_name_is_repeated_as_it_is_however_much_of_it_would_be_formatting(venue: Venue) -> None:
    table = await gathering(venue)
    reply = await table.press("Join", venue.member("**[x](http://x.y)** <@1>"))
    assert ESCAPED.sub("", reply.text).count("*") == 4  # the sentence's own


async def test_who_signed_up_is_told_of_a_cancellation(venue: Venue) -> None:
    table = await venue.open(GHOST, players="Ann Bob", started=False)
    await (await table.ask("match cancel")).press("Yes, cancel it")
    assert [m.id for m in table.thread.history()[-1].mentions] == [p.id for p in table.players.values()]


async def test_joining_twice_leaving_and_joining_again(venue: Venue) -> None:
    table = await gathering(venue)
    ann = venue.member("Ann")
    assert (await table.press("Leave", ann)).text == words.NOT_IN
    await table.press("Join", ann)
    again = await table.press("Join", ann)
    assert again.text == words.ALREADY_IN
    assert len(written_to(ann.user)) == 1
    assert (await table.press("Leave", ann)).text == words.left_table(table.code)
    assert "**At the table (0):** nobody yet" in table.card.content
    assert "You are in match" in (await table.press("Join", ann)).text
    assert [p.user_id for p in (await table.hosted()).sitting] == [ann.id]


async def test_a_double_click_and_a_rush_seat_everybody_once(venue: Venue) -> None:
    table = await gathering(venue, most=3)
    people = [venue.member(name) for name in ("Ann", "Bob", "Eve", "Late")]
    await at_once([people[0], people[0], *people, people[0]], table.card, f"join:{table.code}")
    seated = [person.user_id for person in (await table.hosted()).sitting]
    assert sorted(map(str, seated)) == sorted(str(member.id) for member in people[:3])
    room = f"/channels/{people[0].user.dm_channel.id}/messages"
    greetings = [r.json for r in asked(venue.stage) if r.path == room and r.json is not None]
    assert len({greeting["nonce"] for greeting in greetings}) == 1  # for Discord, though not for the stage, one message
    assert all(greeting["enforce_nonce"] for greeting in greetings)
    await at_once([people[1], people[1]], table.card, f"leave:{table.code}")
    assert len((await table.hosted()).sitting) == 3  # the seat went to the one who waited


async def test_at_a_full_table_one_waits_for_the_seat_that_becomes_free(venue: Venue) -> None:
    table = await gathering(venue, most=3)
    people = [venue.member(name) for name in ("Ann", "Bob", "Eve", "Late")]
    for member in people[:3]:
        await table.press("Join", member)
    assert (await table.press("Join", people[3])).text == words.waiting(3)
    assert "Late" not in table.card.content
    await table.press("Leave", people[0])
    assert "(3):** Bob, Eve, Late" in table.card.content
    assert written_to(people[3].user)[-1].startswith(words.seat_free(table.code))


CLOSED = [
    ("POST", "/channels/*/messages", 50007),
    ("POST", "/users/@me/channels", 50007),
    ("POST", "/channels/*/messages", 50278),
]


@pytest.mark.parametrize(("method", "path", "code"), CLOSED)
async def test_closed_direct_messages_are_found_out_then_and_there(
    venue: Venue, method: str, path: str, code: int
) -> None:
    table = await gathering(venue)
    ann = venue.member("Ann")
    venue.stage.env.inject_error(method, path, status=403, code=code, message="Cannot send messages to this user")
    reply = await table.press("Join", ann)
    assert reply.text == words.DMS_CLOSED
    assert "Direct Messages" in reply.text
    assert reply.hidden
    assert "nobody yet" in table.card.content
    assert "You are in match" in (await table.press("Join", ann)).text  # opened now


async def test_discords_own_trouble_is_not_taken_for_closed_direct_messages(venue: Venue) -> None:
    """The seat is given, and the greeting comes later, once."""
    table = await gathering(venue)
    ann = venue.member("Ann")
    venue.stage.env.inject_error("POST", "/channels/*/messages", status=503)
    said = (await table.press("Join", ann)).text
    assert said.startswith(words.joined("Ann", table.code, renamed=False, written=False))
    assert said.endswith(words.unwritten(quarantined=False, seated=True))
    assert "nobody yet" not in table.card.content
    await venue.stage.forward(seconds=60)
    assert written_to(ann.user) == [words.greeting("Ghost Ladder In the Sky", table.code)]


async def test_after_the_start_the_buttons_are_gone_and_an_old_one_does_nothing(venue: Venue) -> None:
    table = await venue.open(GHOST)
    assert table.card.components == []
    stranger, ann = venue.member("Sam"), table.players["Ann"]
    assert (await forge(stranger, table.card, f"join:{table.code}")).text == words.SIGNUP_CLOSED
    assert (await forge(ann, table.card, f"leave:{table.code}")).text == words.STARTED_ALREADY
    assert written_to(stranger.user) == []
    assert len((await table.hosted()).sitting) == 3


async def test_the_buttons_of_a_card_still_work_after_a_restart(venue: Venue) -> None:
    table = await gathering(venue)
    await table.press("Join", venue.member("Ann"))
    await venue.stage.restart()
    bob = venue.member("Bob")
    assert "You are in match" in (await table.press("Join", bob)).text
    assert (await table.press("Leave", bob)).text == words.left_table(table.code)


async def test_two_cards_do_not_get_mixed_up(venue: Venue) -> None:
    first, second = await gathering(venue), await gathering(venue)
    ann = venue.member("Ann")
    await second.press("Join", ann)
    assert (await first.press("Leave", ann)).text == words.NOT_IN
    await first.press("Join", ann)
    assert "(1):** Ann" in first.card.content
    assert "(1):** Ann" in second.card.content


async def test_a_match_that_is_cancelled_while_signing_up_takes_nobody(venue: Venue) -> None:
    table = await gathering(venue)
    asked_first = await table.ask("match cancel")
    await asked_first.press(asked_first.buttons[0])
    assert table.card.components == []
    assert "Cancelled" in table.card.content
    reply = await forge(venue.member("Ann"), table.card, f"join:{table.code}")
    assert reply.text == words.SIGNUP_CLOSED


# --- names ------------------------------------------------------------------------------------------------------------

ODD = {
    "🦊 Foxy 🏴‍☠️": "🦊 Foxy 🏴‍☠️",
    "\u202egnikcah\u202c": "gnikcah",  # right to left, by force
    "שָׁלוֹם": "שָׁלוֹם",
    "A\u200bn\u200dn\u2060": "Ann",  # zero-width characters
    "*bold* _and_ ~~struck~~": "*bold* _and_ ~~struck~~",
    "@everyone": "everyone",
    "<@1> <@&2> <#3> <t:4:R>": "1> <@&2> <#3> <t:4:R>",
    "`code` ||spoiler|| > # -": "`code` ||spoiler|| > # -",
    "[link](http://example.com)": "[link](http://example.com)",
    "Ｗ" * 32: "Ｗ" * 32,
    "nick\nname\r\n# title": "nick name # title",
    "log": "log2",
    "\u3164\u2800": "Player13",
    'say "hi"': 'say "hi"',
    "rank": "rank2",
    "-1": "-1",
}


async def test_odd_names_are_shown_as_they_are_notify_nobody_and_can_be_written(venue: Venue) -> None:
    table = await venue.open(GHOST, players=list(ODD), started=False, options="rounds=1, vote_hours=1")
    told = [person.name for person in (await table.hosted()).sitting]
    assert told == list(ODD.values())
    assert all(0 < len(name) <= 32 for name in told)
    assert len({same_name(name) for name in told}) == len(told)
    await table.ask("match start")
    await table.dm("rank", "3")
    await table.pass_deadline()
    assert "choose" in table.posts[-1]
    for text in (table.card.content, table.board, *table.posts):
        assert len(text) <= 2000
        for raw in ("@everyone", "<@1>", "<@&2>", "*bold*", "||spoiler||", "[link](", "~~struck~~"):
            assert raw not in ESCAPED.sub("", text), (raw, text)
    (reply,) = await table.dm("rank", "choose #5")
    assert r"\*bold\* \_and\_ \~\~struck\~\~" in reply or "#5" in reply
    record = tomllib.loads((await table.ask("host export")).file)
    assert [player["name"] for player in record["players"]] == told


async def test_a_name_that_is_taken_gets_a_number_and_its_bearer_is_told(venue: Venue) -> None:
    table = await gathering(venue)
    await table.press("Join", venue.member("Ann"))
    reply = await table.press("Join", venue.member("ann"))
    assert reply.text == words.joined("ann2", table.code, True)
    long = "L" * 32
    await table.press("Join", venue.member(long))
    await table.press("Join", venue.member(long))
    assert [p.name for p in (await table.hosted()).sitting] == ["Ann", "ann2", long, "L" * 31 + "2"]


async def test_a_full_table_with_long_names_fits_on_the_card_and_everyone_is_tagged_once(venue: Venue) -> None:
    table = await gathering(venue)
    members = [venue.member(f"Somebody with a long name, no. {number}"[:32]) for number in range(60)]
    await table.seat(members)
    assert "(60):**" in table.card.content
    await table.ask("match start")
    assert all(len(text) <= 2000 for text in (table.card.content, table.board, *table.posts))
    tagged = [member.mention for post in table.posts for member in members if member.mention in post]
    assert sorted(tagged) == sorted(member.mention for member in members)
