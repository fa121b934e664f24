"""Hosts in a seat: what concerns the other players is nothing for who plays with them."""

from __future__ import annotations

from bot.hosting import words
from tests.discord_ui.venue import Table, Venue, written_to

GHOST = "ghost-ladder"


async def creator_plays(venue: Venue, hostless: bool) -> Table:
    """Ann, Bob and the one who opened the match."""
    table = await venue.open(GHOST, players="Ann Bob", started=False, hostless=hostless)
    await table.join(venue.host)
    other = venue.member("Olga", roles=[venue.managers])
    said = await venue.ask(venue.host if hostless else other, "match start", match=table.code)
    assert "has begun" in said.text
    return table


async def asks_and_goes_away(table: Table) -> tuple[str, str]:
    """What Ann is answered."""
    (asked,) = await table.dm("Ann", "ask I hold 30 garnets, do they count?")
    until = int(table.stage.env.now().timestamp()) + 86_400
    away = await table.venue.ask(table.players["Ann"], "my away", until=f"<t:{until}>")
    return asked, away.text


async def test_a_hostless_match_has_nobody_to_ask_and_its_creator_reads_nothing_of_others(venue: Venue) -> None:
    table = await creator_plays(venue, hostless=True)
    heard = len(written_to(venue.host.user))
    asked, away = await asks_and_goes_away(table)
    assert written_to(venue.host.user)[heard:] == []
    assert asked == words.NOBODY_TO_ASK
    assert "I have told nobody" in away
    assert "asked" not in [row.kind for row in await table.journal()]


async def test_a_hostless_match_is_not_turned_back_after_anybody_could_look(venue: Venue) -> None:
    table = await creator_plays(venue, hostless=True)
    outsider = venue.member("Olga", roles=[venue.managers])
    await (await table.ask("match cancel", by=outsider)).press("Yes, cancel it")
    assert "for your eyes only" in (await table.ask("host look", by=outsider)).text
    started = [row.kind for row in await table.journal()].index("started") + 1
    back = await table.ask("host rollback", by=outsider, to=str(started), reason="now that I know")
    assert (back.text, back.buttons) == (words.NO_SUCH_POINT, [])


async def test_a_creator_in_a_seat_reads_nothing_of_others_either(venue: Venue) -> None:
    table = await creator_plays(venue, hostless=False)
    heard = len(written_to(venue.host.user))
    asked, away = await asks_and_goes_away(table)
    assert written_to(venue.host.user)[heard:] == []
    assert asked == words.NOBODY_TO_ASK
    assert "I have told nobody" in away


async def test_with_a_channel_of_hosts_a_question_finds_them_though_the_creator_plays(venue: Venue) -> None:
    other = venue.member("Otto", roles=[venue.managers])
    office = venue.office(other)
    await other.slash(venue.channel, "server channel", channel=office)
    table = await creator_plays(venue, hostless=False)
    await asks_and_goes_away(table)
    could_look, question, absence = (m.content for m in office.history())
    assert "Ann asks" in question
    assert "Ann" not in could_look
    assert "Ann will be away" in absence


async def test_who_may_manage_the_server_is_named_whichever_way_they_came_to_their_seat(venue: Venue) -> None:
    table = await venue.open(GHOST, players="Ann Bob Eve", started=False, most=3)
    late, later = (venue.member(name, roles=[venue.managers]) for name in ("Late", "Later"))
    await table.join(late)
    await table.press("Leave", table.players["Bob"])
    await venue.ask(venue.host, "match start", match=table.code)
    assert words.could_look([2]).replace("\x023\x03", "Late") in table.posts
    await table.replace(table.players["Eve"].user, later)
    assert words.could_look([1]).replace("\x022\x03", "Later") in table.posts
