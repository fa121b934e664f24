"""Garnets, tokens and yen across matches, as people and hosts see them."""

from __future__ import annotations

from typing import Any

from bot.hosting import words
from tests.discord_ui.venue import Reply, Venue

GHOST, GARDEN = "ghost-ladder", "garden-of-eden"


async def held(venue: Venue, who: object, everyone: bool = False) -> str:
    reply: Reply = await venue.ask(who, "ledger show", everyone=everyone)  # type: ignore[arg-type]
    assert reply.hidden
    return reply.text.splitlines()[0] if not everyone else reply.text


async def test_a_match_takes_what_it_plays_for_and_its_end_gives_back_what_is_left(venue: Venue) -> None:
    table = await venue.open(GHOST, started=False, options="rounds=1")
    ann = table.players["Ann"]
    await venue.ask(venue.host, "ledger set", person=ann.user, kind="garnets", amount=5, reason="won them")
    assert "5 garnets" in await held(venue, ann)
    await table.ask("match start")
    assert "nothing" in await held(venue, ann)
    assert "Garnets: 5" in (await table.dm("Ann", "status"))[-1]
    await table.dm("Ann", "10 +2g")
    await table.pass_deadline()
    await table.stage.forward(hours=50)  # the choice and the vote, if there are any
    assert "3 garnets" in await held(venue, ann)
    assert "token" in await held(venue, ann)
    assert any("in your ledger" in letter for letter in table.letters("Ann"))
    assert not any("in your ledger" in post for post in table.posts)


async def test_a_second_match_at_the_same_time_sees_what_is_left(venue: Venue) -> None:
    first = await venue.open(GHOST, started=False)
    ann = first.players["Ann"]
    await venue.ask(venue.host, "ledger set", person=ann.user, kind="garnets", amount=5, reason="won them")
    await first.ask("match start")
    second = await venue.open(GHOST, players="Dan Fay", started=False)
    await second.join(ann)
    await second.ask("match start")
    told = (await first.dm("Ann", f"{second.code} status"))[-1]
    assert "Garnets: 0" in told


async def test_a_cancelled_match_gives_everything_back(venue: Venue) -> None:
    table = await venue.open(GARDEN, started=False)
    ann = table.players["Ann"]
    await venue.ask(venue.host, "ledger set", person=ann.user, kind="yen", amount=70_000_000, reason="saved")
    await table.ask("match start")
    assert "nothing" in await held(venue, ann)
    await (await table.ask("match cancel")).press("Yes, cancel it")
    assert "70,000,000 yen" in await held(venue, ann)
    assert "nothing" in await held(venue, table.players["Bob"])


async def test_a_substitute_has_the_holdings_for_good(venue: Venue) -> None:
    table = await venue.open(GHOST, started=False, options="rounds=1")
    eve, zoe = table.players["Eve"], venue.member("Zoe")
    await venue.ask(venue.host, "ledger set", person=eve.user, kind="garnets", amount=4, reason="won them")
    await table.ask("match start")
    await table.replace(eve.user, zoe.user)
    await table.pass_deadline()
    await table.stage.forward(hours=50)
    assert "4 garnets" in await held(venue, zoe)
    assert "nothing" in await held(venue, eve)


async def test_hosts_set_and_give_with_a_reason_that_stays_on_record(venue: Venue) -> None:
    ann, bob = venue.member("Ann"), venue.member("Bob")
    await venue.ask(venue.host, "ledger set", person=ann.user, kind="tokens", amount=2, reason="won the match")
    give: dict[str, Any] = {"giver": ann.user, "taker": bob.user, "kind": "tokens", "amount": 1, "reason": "passed on"}
    said = await venue.ask(venue.host, "ledger give", **give)
    assert "1 token went from" in said.text
    shown = await venue.ask(bob, "ledger show")
    assert "**1 token**" in shown.text
    assert "+1 token: passed on" in shown.text
    too_much = await venue.ask(venue.host, "ledger give", **{**give, "amount": 5})
    assert "not enough" in too_much.text
    assert "**1 token**" in (await venue.ask(ann, "ledger show")).text
    below = await venue.ask(venue.host, "ledger set", person=ann.user, kind="garnets", amount=-1, reason="?")
    assert below.text == words.BAD_AMOUNT
    everyone = await held(venue, venue.host, everyone=True)
    assert f"<@{bob.id}>: 1 token" in everyone
