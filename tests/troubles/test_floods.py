"""Too much, too long, too odd: nothing breaks, nobody is pinged who should not be, and nobody starves another."""

from __future__ import annotations

import time
from typing import Final

import pytest

from tests.fake_discord import Message
from tests.troubles.town import Town

FLOOD: Final = 100
ODD: Final = {
    "four thousand characters": "x" * 4_000,
    "four thousand blanks and a number": "12" + " " * 3_990 + "!",
    "four thousand mentions": "<@1>" * 1_000,
    "zero width": "\u200b\u200c\u200d\ufeff",
    "right to left": "\u202e21\u202c \u05d0\u05d1\u05d2 \u0661\u0662",
    "combining": "Z" + "\u0301" * 300,
    "custom emoji": "<:dealer:123456789012345678> <a:spin:123456789012345678>",
    "everyone": "@everyone @here <@&1> <#1> </match create:1> <id:guide>",
    "markdown": "# **a** __b__ ~~c~~ ||d|| `e` ```f``` > g [h](https://example.org) -# i\n\n* j\n1. k",
    "code fences": "``````````",
    "nulls and controls": "1\x002\x07\x1b[31m",
    "surrogate emoji": "👩‍👩‍👧‍👦" * 50,
    "only a mention of the bot": "<@{bot}>",
    "marks of our own": "\x02=0\x03 \x02#1\x03",
    "a code of another match": "ZZZ9 12",
    "a million": "1" * 1_999,
}


def pinged(messages: list[Message]) -> set[int]:
    return {user for message in messages for user in message.pinged}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
async def test_an_odd_message_is_answered_breaks_nothing_and_pings_nobody(town: Town, text: str) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=1)
    text = text.replace("{bot}", str(town.discord.world.bot.id))
    before, posted = len(town.heard("Ann")), len(town.thread.history())
    await town.dm("Ann", text)
    await town.dm("Ann", "12")
    answers = town.heard("Ann")[before:]
    assert "round 1: **12**" in answers[-1]
    assert len(answers) >= 2
    assert all(len(answer) <= 2_000 for answer in answers)
    bots = [m for m in town.person("Ann").dms if m.author is town.discord.world.bot]
    assert pinged(bots) <= {town.person("Ann").id}
    await town.pass_deadline()
    public = town.thread.history()[posted:]
    assert pinged(public) <= {town.person(name).id for name in ("Ann", "Bob", "Eve")}
    assert not any(message.mentions_everyone or message.mentioned_roles for message in public)


async def test_a_hundred_messages_at_once_are_all_taken_and_answered_in_order_by_fewer(town: Town) -> None:
    town.discord.limits.set("POST", "/channels/*/messages", 5, 0.5)
    await town.begin("Ann", "Bob", "Eve")
    town.hurry_deliveries()
    before = len(town.heard("Ann"))
    ann = town.person("Ann")
    for number in range(FLOOD):
        ann.dm(str(number % 40))
    began = time.monotonic()
    await town.dm("Bob", "7")
    await town.until(lambda: len(town.heard("Bob")) == 2)
    bobs_turn = time.monotonic() - began
    await town.until(lambda: len(town.seen()) == FLOOD + 1)
    await town.until(lambda: not town.unsaid())
    anns_turn = time.monotonic() - began
    wanted = [str(number % 40) for number in range(FLOOD)]
    assert await town.taken(seat=0) == wanted
    answers = town.heard("Ann")[before:]
    parts = "\n\n".join(answers).split("On file for round 1: **")[1:]
    assert [part.partition("**")[0] for part in parts] == wanted
    assert len(answers) < FLOOD / 2
    assert bobs_turn < anns_turn


async def test_the_stamps_of_a_flood_are_discords(town: Town) -> None:
    """Whatever of it came by the deadline counts, and nothing else, however long the rest has to wait."""
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    deadline = await town.deadline()
    town.discord.clock.set(deadline)
    early = [town.person("Ann").dm(str(number)) for number in range(30)]
    town.discord.clock.advance(0.001)
    for number in range(30):
        town.person("Ann").dm(str(number + 30))
    town.discord.clock.set(deadline)
    town.discord.clock.advance(10)
    await town.look()
    rows = [row for row in await town.rows() if row.kind in ("message", "closed")]
    assert [row.kind for row in rows] == ["message"] * 30 + ["closed"]
    assert [row.at for row in rows[:30]] == [message.stamp for message in early]
