"""The process is gone for a while, Discord goes on: nothing is lost, nothing said twice, and the match ends alike."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest

from bot.hosting import words
from bot.hosting.model import events
from bot.rehearsal.stage import Stage
from tests.discord_ui.conftest import Curtain
from tests.discord_ui.venue import Table, Venue, asked

Break = Callable[[Stage, Table], Awaitable[None]]
"""What happens in the middle of round 1, a day before its deadline."""
_STAMPS = re.compile(r"<t:\d+:[A-Za-z]>")

ROUNDS = {
    "ghost-ladder": (
        "rounds=2",
        [{"Ann": "10", "Bob": "9; rank", "Eve": "1"}, {"Ann": "20", "Bob": "19"}],
    ),
    "garden-of-eden": (
        "rounds=2, round_hours=24, basket_hours=24",
        [
            {"Ann": "basket gs", "Bob": "basket gg", "Eve": "basket ss"},
            {"Ann": "gold pink", "Bob": "gold", "Eve": "silver void Ann"},
            {"Ann": "silver", "Bob": "gold", "Eve": "silver"},
        ],
    ),
}


async def play(curtain: Curtain, ruleset: str, broken: Break) -> tuple[list[str], dict[str, list[str]], list[str]]:
    """A whole match; in its first phase two players write before the break and one during it. Posts, letters, rows."""
    options, script = ROUNDS[ruleset]
    async with curtain() as stage:
        venue = Venue.found(stage)
        table = await venue.open(ruleset, options=options)
        first, *others = script
        await table.dm("Ann", first["Ann"])
        await broken(stage, table)
        await table.dm("Bob", first["Bob"])
        await table.pass_deadline()
        for moves in others:
            for name, text in moves.items():
                await table.dm(name, text)
            await table.pass_deadline()
        assert "is over" in table.posts[-1]
        letters = {name: table.letters(name) for name in table.players}
        return table.posts, letters, [row.kind for row in await table.journal()]


def during(ruleset: str, minutes: float, restarts: bool) -> Break:
    """Eve writes `minutes` after the process is gone, or would be; it comes back twice that long after."""

    async def broken(stage: Stage, table: Table) -> None:
        eve, text = table.players["Eve"], ROUNDS[ruleset][1][0]["Eve"]
        if not restarts:
            await stage.forward(seconds=minutes * 60)
            await eve.send_dm(text)
            await stage.forward(seconds=minutes * 60)
            return
        await stage.stop()
        stage.env.backend.advance_clock(minutes * 60)
        stage.env.backend.create_message(eve.user.dm_channel.id, eve.id, text)
        stage.env.backend.advance_clock(minutes * 60)
        await stage.start()

    return broken


@pytest.mark.parametrize("ruleset", ROUNDS)
async def test_a_restart_in_the_middle_of_a_round_changes_nothing(curtain: Curtain, ruleset: str) -> None:
    twin = await play(curtain, ruleset, during(ruleset, 30, restarts=False))
    assert await play(curtain, ruleset, during(ruleset, 30, restarts=True)) == twin


async def crossing(curtain: Curtain, gone: timedelta, back: timedelta, restarts: bool) -> Table:
    """Round 1 of two, with the process away from `gone` before the deadline until `back` after it. Eve writes halfway
    to the deadline, and Ann once more just before it."""
    async with curtain() as stage:
        table = await Venue.found(stage).open("ghost-ladder", options="rounds=2, round_hours=12")
        await table.dm("Ann", "10")
        await table.dm("Bob", "9")
        await stage.forward(seconds=(table.deadline - gone - stage.env.now()).total_seconds())
        if restarts:
            await stage.stop()
        for name, text, before in (("Eve", "1", gone / 2), ("Ann", "11", timedelta(seconds=1))):
            await pass_to(stage, table.deadline - before, restarts)
            user = table.players[name].user
            stage.env.backend.create_message(user.dm_channel.id, user.id, text)
            await stage.env.settle()
        await pass_to(stage, table.deadline + back, restarts)
        if restarts:
            await stage.start()
        while "is over" not in table.posts[-1]:
            await table.pass_deadline()
        return table


async def pass_to(stage: Stage, instant: datetime, alone: bool) -> None:
    """Let time pass, with the bot there or without."""
    seconds = (instant - stage.env.now()).total_seconds()
    if alone:
        stage.env.backend.advance_clock(seconds)
    else:
        await stage.forward(seconds=seconds)


async def test_a_short_absence_across_a_deadline_changes_nothing(curtain: Curtain) -> None:
    twin = await crossing(curtain, timedelta(minutes=10), timedelta(minutes=15), restarts=False)
    table = await crossing(curtain, timedelta(minutes=10), timedelta(minutes=15), restarts=True)
    assert table.posts == twin.posts
    assert "# 21" in table.posts[4]
    assert {name: table.letters(name) for name in table.players} == {name: twin.letters(name) for name in twin.players}


async def test_a_long_absence_across_a_deadline_is_given_back_and_changes_nothing_else(curtain: Curtain) -> None:
    twin = await crossing(curtain, timedelta(hours=1), timedelta(minutes=30), restarts=False)
    table = await crossing(curtain, timedelta(hours=1), timedelta(minutes=30), restarts=True)
    extra = [post for post in table.posts if "I was away" in post]
    assert len(extra) == 1
    posts = [_STAMPS.sub("<t>", post) for post in table.posts if post not in extra]
    assert posts == [_STAMPS.sub("<t>", post) for post in twin.posts]


async def test_what_is_written_after_a_deadline_that_closes_late_counts_for_neither_round(curtain: Curtain) -> None:
    async with curtain() as stage:
        table = await Venue.found(stage).open("ghost-ladder", options="rounds=2")
        await table.dm("Ann", "10")
        await stage.forward(seconds=(table.deadline - stage.env.now()).total_seconds() - 60)
        await stage.stop()
        stage.env.backend.advance_clock(120)
        ann = table.players["Ann"].user
        heard = len(table.letters("Ann"))
        stage.env.backend.create_message(ann.dm_channel.id, ann.id, "99")
        stage.env.backend.advance_clock(600)
        await stage.start()
        assert "# 10" in table.posts[-2]
        said = "\n".join(table.letters("Ann")[heard:])
        assert words.between(table.code, (await table.hosted()).match.phase) in said
        await table.pass_deadline()
        assert "# 0" in "\n".join(table.posts[-2:])


async def test_across_several_deadlines_one_turn_closes_and_nothing_is_said_twice(curtain: Curtain) -> None:
    async with curtain() as stage:
        table = await Venue.found(stage).open("ghost-ladder", options="rounds=5, round_hours=2")
        await stage.restart(away=timedelta(hours=9))
        await stage.forward(seconds=60)
        assert [row.kind for row in await table.journal()].count(events.CLOSED) <= 1
        await stage.restart()
        assert len(table.posts) == len(set(table.posts))


async def test_nothing_is_asked_of_discord_twice_when_nothing_happened(curtain: Curtain) -> None:
    """A restart reads what people wrote and registers its commands; it edits and posts nothing."""
    async with curtain() as stage:
        table = await Venue.found(stage).open("ghost-ladder")
        posts, board, card = table.posts, table.board, table.card.content
        since = len(asked(stage))
        await stage.restart()
        assert {r.method for r in asked(stage, since) if "/messages" in r.path} <= {"GET"}
        assert (table.posts, table.board, table.card.content) == (posts, board, card)
