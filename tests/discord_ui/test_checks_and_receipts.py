"""What a player asks by command: a check that is never more than one, and receipts that can be read in one way."""

from __future__ import annotations

import pytest

from tests.discord_ui.venue import Venue

GHOST, GARDEN = "ghost-ladder", "garden-of-eden"


@pytest.mark.parametrize("message", ["12; 30", "12\n30", "check 12; 30", "30"])
async def test_a_check_by_command_is_never_more_than_a_check(venue: Venue, message: str) -> None:
    table = await venue.open(GHOST)
    ann = table.players["Ann"]
    await table.dm("Ann", "7")
    reply = await venue.ask(ann, "my check", message=message, match=table.code)
    assert "**30**, not submitted by this" in reply.text
    status = await venue.ask(ann, "my status", match=table.code)
    assert "On file for round 1: **7**, legal" in status.text


async def test_a_check_by_command_asks_for_and_takes_back_nothing(venue: Venue) -> None:
    table = await venue.open(GHOST)
    ann = table.players["Ann"]
    await table.dm("Ann", "7", "score")
    for message in ("12; rank", "withdraw", "cancel score", "12 +1g rank"):
        assert "not submitted" not in (await venue.ask(ann, "my check", message=message, match=table.code)).text
    status = await venue.ask(ann, "my status", match=table.code)
    assert "On file for round 1: **7**" in status.text
    assert "Rank check: not asked for" in status.text


async def test_a_check_by_command_is_answered_in_the_garden_too(venue: Venue) -> None:
    table = await venue.open(GARDEN)
    ann, code = table.players["Ann"], table.code
    assert "On file: no basket yet" in (await venue.ask(ann, "my check", match=code)).text
    legal = await venue.ask(ann, "my check", message="basket gsg", match=code)
    assert "**basket gold silver gold**, not sent by this: legal as things stand." in legal.text
    early = await venue.ask(ann, "my check", message="gold black", match=code)
    assert "**gold black**, not sent by this: not in this phase." in early.text
    assert "On file: no basket yet" in (await venue.ask(ann, "my check", match=code)).text


async def test_c10_receipts_write_names_with_commas_between_them(venue: Venue) -> None:
    table = await venue.open(GARDEN)
    for name in table.players:
        await table.dm(name, "basket gg")
    await table.pass_deadline()
    await table.dm("Ann", "gold void bob #3", "gold; *x*")
    mine = await venue.ask(table.players["Ann"], "my receipts", match=table.code)
    assert mine.text.splitlines()[-2].endswith(": gold void Bob, Eve")
    assert mine.text.splitlines()[-1].endswith(r": gold; \*x\* (not taken)")
