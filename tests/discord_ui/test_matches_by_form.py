"""Whole matches of both rulesets, played through forms alone."""

from __future__ import annotations

from tests.discord_ui.sheets import in_dms, in_thread, sent
from tests.discord_ui.venue import Venue


async def test_a_whole_match_of_ghost_ladder_is_played_through_forms(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", players="Ann Bob Eve Zoe", options="rounds=2, vote_hours=1")
    for name, height in (("Ann", "10"), ("Bob", "9"), ("Eve", "50"), ("Zoe", "50")):
        reply = await (await in_thread(table, name)).send(Height=height)
        assert f"round 1: **{height}**" in reply.text
        assert reply.hidden
    await (await in_dms(table, "Bob")).send(Checks=["Rank check"])
    await table.pass_deadline()
    assert "rank" in table.letters("Bob")[-1].lower()

    for name, height in (("Ann", "3"), ("Bob", "2"), ("Eve", "50"), ("Zoe", "50")):
        await (await in_thread(table, name)).send(Height=height)
    await table.pass_deadline()
    await (await in_dms(table, "Ann")).send(Who_gets_the_other_Token_of_Life="Zoe")
    await table.pass_deadline()
    await (await in_thread(table, "Zoe")).send(Who_becomes_the_Elimination_Candidate="Bob")
    await table.pass_deadline()
    assert "**The Elimination Candidate is Bob**" in "\n".join(table.posts)
    assert "is over" in table.posts[-1]
    assert await sent(table) == ["10", "9", "50", "50", "9; rank", "3", "2", "50", "50", "choose #4", "vote #2"]


async def test_a_whole_match_of_garden_of_eden_is_played_through_forms(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", players="Ann Bob Eve", options="rounds=2, round_hours=1, basket_hours=1")
    for name, apples in (("Ann", "gold silver"), ("Bob", "gsg"), ("Eve", "silver, silver")):
        assert "On file" in (await (await in_dms(table, name)).send(Apples=apples)).text
    await table.pass_deadline()
    await (await in_thread(table, "Ann")).send(Colour="Gold")
    await (await in_thread(table, "Bob")).send(Colour="Gold", Pink=["Pink"], Void_the_Pink_of=["Eve"])
    again = await in_thread(table, "Bob")
    reply = await again.send(Pink=[], Void_the_Pink_of=[])
    assert "**gold**" in reply.text
    await (await in_thread(table, "Eve")).send(Colour="Silver")
    await table.pass_deadline()
    for name, colour in (("Ann", "Silver"), ("Bob", "Gold"), ("Eve", "Silver")):
        await (await in_dms(table, name)).send(Colour=colour)
    await table.pass_deadline()
    assert "is over" in table.posts[-1]
    assert await sent(table) == [
        "basket gold silver",
        "basket gsg",
        "basket silver, silver",
        "gold void none",
        "gold pink void #3",
        "gold void none",
        "silver void none",
        "silver void none",
        "gold void none",
        "silver void none",
    ]


async def test_transfers_after_all_red_go_by_form(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", options="round_hours=1, basket_hours=1")
    for name in table.players:
        await (await in_dms(table, name)).send(Apples="gs")
    await table.pass_deadline()
    for name in table.players:
        await (await in_thread(table, name)).send(Colour="Red, alone")
    await table.pass_deadline()
    transfer = await in_thread(table, "Bob")
    assert str(transfer).split("\n")[1:] == [
        "Amount in yen* · 30m, 1.5m or 1500000; at most your balance",
        "    []",
        "To*",
        "    ( ) Ann",
        "    ( ) Eve",
    ]
    reply = await transfer.send(Amount_in_yen="30m", To="Eve")
    assert reply.hidden
    assert "Eve" in reply.text
    assert (await sent(table))[-1] == "transfer 30m #3"


async def test_twenty_players_play_two_matches_at_once_while_three_hosts_look_after_them(venue: Venue) -> None:
    """Forms alone; nothing of one match reaches the other."""
    hosts = [venue.host, *(venue.member(name, roles=[venue.managers]) for name in ("Norbert", "Otto"))]
    people = [f"P{i:02}" for i in range(20)]
    ladder = await venue.open("ghost-ladder", players=people, options="rounds=1, vote_hours=1")
    garden = await venue.open("garden-of-eden", (), False, options="rounds=1, round_hours=24, basket_hours=24")
    for member in ladder.players.values():
        await garden.join(member)
    await garden.ask("match start", by=hosts[1])
    for i, name in enumerate(people):
        await (await in_thread(garden, name)).send(Apples="gs")
        await (await in_thread(ladder, name)).send(Height=str(i))
    await ladder.ask("host extend", by=hosts[2], hours=48.0)
    await garden.pass_deadline()
    void = await in_thread(garden, "P00")
    assert [line for line in str(void).split("\n") if "< >" in line] == [f"    < > {name}" for name in people[1:]]
    await void.send(Colour="Silver", Void_the_Pink_of=["P19", "P07"])
    for i, name in enumerate(people[1:]):
        await (await in_thread(garden, name)).send(Colour="Gold" if i < 12 else "Silver")
    assert f"void {garden_seat('P07')} {garden_seat('P19')}" in (await sent(garden))[20]
    await garden.pass_deadline()
    assert "is over" in garden.posts[-1]
    assert "Round 1 of 1" in ladder.board
    await ladder.pass_deadline()
    assert f"# {sum(range(20))}" in "\n".join(ladder.posts)
    assert "The Elimination Candidate is P00" in "\n".join(ladder.posts)
    assert len(await sent(ladder)) == 20


def garden_seat(name: str) -> str:
    return f"#{int(name[1:]) + 1}"
