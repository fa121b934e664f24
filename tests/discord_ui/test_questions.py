"""Questions on Discord (ruling C8): by message, command and button, before the start, at a deadline, after the end."""

from __future__ import annotations

import ast
from pathlib import Path

import bot.discord_ui
from bot.hosting import words
from tests.discord_ui.venue import Reply, Table, Venue

GHOST = "ghost-ladder"
FOLDER = Path(bot.discord_ui.__file__).parent


async def entered(table: Table) -> list[str]:
    return [row.body["text"] for row in await table.journal() if row.kind == "message"]


async def test_c8_a_check_by_command_is_never_more_than_a_check(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Ann", "7")
    for message in ("12; 30", "12\n30", "check 12; rank"):
        said = await venue.ask(table.players["Ann"], "my check", message=message)
        assert said.hidden
    assert await entered(table) == ["7"]
    assert "**7**" in (await venue.ask(table.players["Ann"], "my check")).text


async def test_c8_before_the_start_every_command_about_the_match_is_answered(venue: Venue) -> None:
    table = await venue.open(GHOST, started=False, most=3)
    await table.join(venue.member("Zoe"))  # waits
    zoe = venue.member("Yan")
    await table.press("Join", zoe)
    for who in (table.players["Ann"], zoe):
        answers = [
            await venue.ask(who, "my status"),
            await venue.ask(who, "my check", message="12"),
            await venue.ask(who, "help"),
        ]
        for said in answers:
            assert "has not begun" in said.text
            assert f"<#{(await table.hosted()).thread_id}>" in said.text
        assert (await venue.ask(who, "my receipts")).text == words.no_receipts(table.code)
        assert "1 of" in (await venue.ask(who, "my rules")).text
        assert (await venue.ask(who, "ask", question="When?")).text == words.asked(table.code)
        assert table.code in (await venue.ask(who, "my matches")).text


async def test_c8_between_a_deadline_and_its_close_a_question_is_answered_and_not_a_second_time(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Ann", "12")
    left = (table.deadline - venue.stage.env.now()).total_seconds()
    await venue.stage.forward(seconds=left + 2)
    for text in ("status", "check 12", "ask is it over?", "help", "rules"):
        assert len(await table.dm("Ann", text)) == 1, text
    heard = table.letters("Ann")
    assert "the deadline has passed" in (await venue.ask(table.players["Ann"], "my status")).text
    await venue.stage.forward(seconds=30)
    assert not any("send it again" in letter for letter in table.letters("Ann")[len(heard) :])
    assert await entered(table) == ["12"]


async def test_the_rules_open_beside_the_help_and_turn_their_own_pages(venue: Venue) -> None:
    table = await venue.open(GHOST)
    ann = table.players["Ann"].user
    (told,) = await table.dm("Ann", "help")
    message = ann.dm_channel.history()[-1]
    opened = Reply(ann, await ann.click(message, label=words.RULES))
    assert "1 of" in opened.text
    assert not opened.turned_a_page
    assert ann.dm_channel.history()[-1].content == told
    (page,) = await table.dm("Ann", "how do I play?")
    message = ann.dm_channel.history()[-1]
    turned = Reply(ann, await ann.click(message, label="Next"))
    assert turned.turned_a_page
    assert page not in [m.content for m in ann.dm_channel.history()]


async def test_receipts_are_turned_by_their_buttons(venue: Venue) -> None:
    table = await venue.open(GHOST)
    for number in range(12):
        await table.dm("Ann", str(number))
    last = await venue.ask(table.players["Ann"], "my receipts")
    assert [line.partition(".")[0] for line in last.text.splitlines()[1:]] == ["11", "12"]
    first = await last.press("Earlier")
    assert first.hidden
    assert first.text.splitlines()[1].startswith("1. ")
    assert first.buttons == ["Later"]


async def test_c8_after_the_end_status_has_the_result(venue: Venue) -> None:
    table = await venue.open(GHOST, options="rounds=1")
    await table.dm("Ann", "2")
    await table.dm("Bob", "1")
    await table.pass_deadline()
    said = await venue.ask(table.players["Ann"], "my status")
    assert "Points: 2" in said.text
    assert f"/my receipts match:{table.code}" in said.text
    for _ in range(3):
        (told,) = await table.dm("Ann", "status")
        assert "Points: 2" in told


def unnamed_deeds(module: Path) -> list[int]:
    """The lines on which a deed is put on the queue, and nobody is named."""
    calls = [node for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return [
        call.lineno
        for call in calls
        if ast.unparse(call.func).endswith("queue.put") and not any(k.arg == "whose" for k in call.keywords)
    ]


def test_whatever_somebody_asks_for_stands_in_the_own_lane_of_the_queue() -> None:
    modules = sorted(FOLDER.rglob("*.py"))
    assert {str(m.relative_to(FOLDER)): found for m in modules if (found := unnamed_deeds(m))} == {}


def test_a_deed_without_its_person_would_be_found(tmp_path: Path) -> None:
    (module := tmp_path / "new.py").write_text("desk.house.queue.put(deed)\nqueue.put(deed, whose=1)\n")
    assert unnamed_deeds(module) == [1]
