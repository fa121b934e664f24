"""`/host replace` and `remove`: asked first, of a person or of a seat, and only once what was sent is read."""

from __future__ import annotations

from typing import Any

import pytest

from bot.hosting import words
from bot.store import forgetting
from bot.store.unit_of_work import SqlUnit
from tests.discord_ui.venue import Table, Venue, asked, written_to

GHOST = "ghost-ladder"
YES = "Yes, give them the seat"


async def names(table: Table) -> list[str]:
    return [person.name for person in (await table.hosted()).sitting]


async def forget(table: Table, name: str) -> None:
    """As `dealer forget` does."""
    async with table.stage.parts.house.store.begin() as unit:
        assert isinstance(unit, SqlUnit)
        await forgetting.forget(unit, table.players[name].id)


async def test_the_host_is_asked_before_a_seat_changes_hands(venue: Venue) -> None:
    table = await venue.open(GHOST)
    zoe, posts = venue.member("Zoe"), table.posts
    said = await table.ask("host replace", player=table.players["Eve"].user, substitute=zoe.user)
    assert said.hidden
    assert "Eve" in said.text
    assert f"<@{zoe.id}>" in said.text
    assert (await names(table), table.posts, written_to(zoe.user)) == (["Ann", "Bob", "Eve"], posts, [])
    assert "Zoe" in (await said.press(YES)).text
    assert await names(table) == ["Ann", "Bob", "Zoe"]


async def test_a_slip_is_mended_by_putting_the_former_holder_back(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Eve", "17")
    eve, zoe = table.players["Eve"], venue.member("Zoe")
    await table.replace(eve.user, zoe.user)
    assert "Eve" in (await table.replace(zoe.user, eve.user)).text
    assert await names(table) == ["Ann", "Bob", "Eve"]
    assert "**17**" in (await table.dm("Eve", "status"))[-1]


async def test_the_yes_works_once_and_not_when_the_seat_has_changed_hands_meanwhile(venue: Venue) -> None:
    table = await venue.open(GHOST)
    eve, zoe, yan = table.players["Eve"].user, venue.member("Zoe").user, venue.member("Yan").user
    said = await table.ask("host replace", player=eve, substitute=zoe)
    other = await table.ask("host replace", player=eve, substitute=yan)
    await said.press(YES)
    assert (await said.press(YES)).text == words.FORGOTTEN
    assert (await other.press(YES)).text == words.SEAT_CHANGED
    assert await names(table) == ["Ann", "Bob", "Zoe"]


async def test_a_yes_that_belongs_to_an_earlier_turn_or_process_does_nothing(venue: Venue) -> None:
    table = await venue.open(GHOST)
    eve, zoe = table.players["Eve"].user, venue.member("Zoe").user
    said = await table.ask("host replace", player=eve, substitute=zoe)
    table.stage.parts.client.desk.replacements.clear()
    assert (await said.press(YES)).text == words.FORGOTTEN
    said = await table.ask("host replace", player=eve, substitute=zoe)
    await table.pass_deadline()
    assert (await said.press(YES)).text == words.STALE
    assert await names(table) == ["Ann", "Bob", "Eve"]


@pytest.mark.parametrize(("command", "yes"), [("host replace", YES), ("host remove", "Yes, take them out")])
async def test_what_the_player_has_sent_is_read_before_the_yes_is_done(venue: Venue, command: str, yes: str) -> None:
    table = await venue.open(GHOST)
    fields: dict[str, Any] = {"substitute": venue.member("Zoe").user} if command == "host replace" else {}
    said = await table.ask(command, player=table.players["Eve"].user, **fields)
    before = len(asked(table.stage))
    await said.press(yes)
    history = f"/channels/{table.players['Eve'].user.dm_channel.id}/messages"
    paths = [str(entry.path) for entry in asked(table.stage, before) if entry.method == "GET"]
    assert any(path.startswith(history) for path in paths)


async def test_a_seat_whose_player_was_forgotten_goes_by_its_number(venue: Venue) -> None:
    table = await venue.open(GHOST, players="Ann Bob Eve Dan")
    await forget(table, "Eve")
    await forget(table, "Dan")
    zoe = venue.member("Zoe")
    assert "Entered for Seat 3: 7" in (await table.ask("host submit", seat=3, message="7")).text
    assert (await table.ask("host correct-holding", seat=3, holding="garnets", amount=1.0, reason="x")).text == "Done."
    said = await table.ask("host replace", seat=3, substitute=zoe.user)
    await said.press(YES)
    assert (await names(table))[2] == "Zoe"
    removed = await table.ask("host remove", seat=4)
    assert "Seat 4" in removed.text
    assert (await removed.press("Yes, take them out")).text == words.DONE


async def test_a_yes_about_an_empty_seat_does_nothing_to_who_has_taken_it_since(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await forget(table, "Eve")
    removed = await table.ask("host remove", seat=3)
    await (await table.ask("host replace", seat=3, substitute=venue.member("Zoe").user)).press(YES)
    assert (await removed.press("Yes, take them out")).text == words.SEAT_CHANGED


async def test_a_command_names_a_player_or_a_seat_and_not_both(venue: Venue) -> None:
    table = await venue.open(GHOST)
    ann = table.players["Ann"].user
    given: dict[str, dict[str, Any]] = {
        "host submit": {"message": "7"},
        "host replace": {"substitute": venue.member("Zoe").user},
        "host remove": {},
        "host correct-holding": {"holding": "garnets", "amount": 1.0, "reason": "x"},
    }
    for command, fields in given.items():
        assert (await table.ask(command, **fields)).text == words.SAY_WHO
        assert (await table.ask(command, player=ann, seat=1, **fields)).text == words.SAY_WHO
    assert (await table.ask("host remove", seat=9)).text == words.NOT_SEATED


async def test_seats_are_offered_with_their_names_to_hosts_alone(venue: Venue) -> None:
    table = await venue.open(GHOST)
    for command in ("host submit", "host replace", "host remove", "host correct-holding"):
        offers = await venue.host.autocomplete(venue.channel, command, "seat", "", match=table.code)
        assert [(o["name"], o["value"]) for o in offers] == [("#1 Ann", 1), ("#2 Bob", 2), ("#3 Eve", 3)]
        stranger = venue.member("Mallory")
        assert await stranger.autocomplete(venue.channel, command, "seat", "", match=table.code) == []
