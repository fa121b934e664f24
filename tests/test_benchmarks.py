"""The benchmarks: the table and its judgement, the ground they stand on, and what a message costs, counted.

Nothing here is timed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import aiosqlite
import pytest

from benchmarks.bot import Bot
from benchmarks.burst import burst
from benchmarks.clock import BenchClock, run_without_waiting
from benchmarks.clones import cloned, code_of, user_of
from benchmarks.counted import counted
from benchmarks.counting import Counts, counting
from benchmarks.payloads import START, STEP
from benchmarks.plan import LINES, NAMES, SUBJECTS, by_scene, chosen
from benchmarks.stub import StubDiscord
from benchmarks.table import Figure, Line, judged, rendered, short
from benchmarks.telling import A_SECOND, Limits
from benchmarks.template import Template, played
from bot.store import check

DOCS = Path(__file__).parent.parent / "docs"

# --- the table --------------------------------------------------------------------------------------------------------

FAST: Final = Line("fast", "how long it takes", "{:.0f} ms", floor=100, goal=25)
MUCH: Final = Line("much", "how much is done", "{:.1f} ×", floor=0.5, goal=1.0)
COUNT: Final = Line("count", "how often", "{:.2f}")


@pytest.mark.parametrize(
    ("line", "value", "verdict"),
    [
        (FAST, 25, "goal met"),
        (FAST, 26, "met"),
        (FAST, 100, "met"),
        (FAST, 101, "short"),
        (MUCH, 1.0, "goal met"),
        (MUCH, 0.5, "met"),
        (MUCH, 0.4, "short"),
        (FAST, None, "short"),
        (COUNT, 1_000, "-"),
    ],
)
def test_a_floor_is_held_up_to_its_very_number_whichever_way_is_better(
    line: Line, value: float | None, verdict: str
) -> None:
    assert judged(line, Figure(line.key, value)) == verdict


def test_what_was_cut_short_is_short_however_good_it_looks() -> None:
    assert judged(FAST, Figure("fast", 1, cut=True)) == "short"


def test_the_table_has_a_row_for_every_figure_in_the_order_of_the_lines_with_its_note_beneath() -> None:
    figures = {"much": Figure("much", 0.75, "3 against 4"), "fast": Figure("fast", 250, cut=True)}
    assert rendered([FAST, MUCH, COUNT], figures) == (
        "what                    figure   floor   goal\n"
        "----------------------------------------------------\n"
        "how long it takes  over 250 ms  100 ms  25 ms  short\n"
        "how much is done         0.8 ×   0.5 ×  1.0 ×    met\n"
        "    3 against 4"
    )


def test_only_lines_that_were_measured_can_be_short() -> None:
    figures = {"fast": Figure("fast", 200), "much": Figure("much", 2.0)}
    assert short([FAST, MUCH, COUNT], figures) == [FAST]
    assert short([MUCH, COUNT], figures) == []


def test_every_line_is_measured_by_one_subject_and_every_name_chooses_some() -> None:
    measured = [line.key for subject in SUBJECTS for line in subject.lines]
    assert sorted(measured) == sorted(line.key for line in LINES)
    assert len(set(measured)) == len(measured)
    assert all(chosen([name]) for name in NAMES)
    assert chosen([]) == SUBJECTS


def test_what_starts_a_scene_s_bot_comes_first_there_and_what_closes_its_matches_last() -> None:
    for group in by_scene(SUBJECTS).values():
        names = [subject.name for subject in group]
        assert names.index("start") == 0 if "start" in names else True
        assert names.index("closing") == len(names) - 1 if "closing" in names else True


def test_the_page_on_performance_has_every_line_with_its_floor_and_its_goal() -> None:
    page = (DOCS / "performance.md").read_text("utf-8")
    for line in LINES:
        assert f"| {line.what.strip()} |" in page, line.what
        if line.floor is not None:
            assert f"| {line.written(line.floor)} | {line.written(line.goal)} |" in page


# --- time and limits --------------------------------------------------------------------------------------------------


def test_in_a_loop_that_waits_for_nothing_an_hour_passes_at_once_on_every_clock() -> None:
    async def wait() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        clock = BenchClock(START, loop.time)
        began = loop.time()
        await asyncio.sleep(3_600)
        return loop.time() - began, (clock.now() - START).total_seconds()

    assert run_without_waiting(wait) == (3_600, 3_600)


def test_what_waits_for_something_that_never_comes_is_an_error_and_no_standstill() -> None:
    with pytest.raises(RuntimeError, match="never comes"):
        run_without_waiting(lambda: asyncio.Event().wait())


def test_discord_refuses_what_is_more_than_it_takes_in_a_second_and_says_how_long_to_wait() -> None:
    async def ask() -> tuple[list[int], float, int]:
        loop = asyncio.get_running_loop()
        limits = Limits(loop.time)
        replies = await asyncio.gather(*(limits("GET", f"/channels/{i}") for i in range(A_SECOND + 1)))
        (wait,) = [reply.body["retry_after"] for reply in replies if reply.status == 429]
        await asyncio.sleep(wait)
        later = await limits("GET", "/channels/1")
        return sorted(reply.status for reply in replies), wait, later.status

    assert run_without_waiting(ask) == ([200] * A_SECOND + [429], 1.0, 200)


def test_discord_takes_five_messages_for_a_channel_in_five_seconds() -> None:
    async def say() -> list[int]:
        limits = Limits(asyncio.get_running_loop().time)
        return [(await limits("POST", "/channels/7/messages")).status for _ in range(6)]

    assert run_without_waiting(say) == [200] * 5 + [429]


def test_ids_of_the_stub_rise_and_leave_room_for_those_of_clones() -> None:
    discord = StubDiscord(BenchClock(START, lambda: 0.0))
    ids = [discord.new_id() for _ in range(10_000)]
    assert ids == sorted(set(ids))
    assert all(number % STEP == 0 for number in ids)


# --- clones -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    """A table of three, in its second round."""
    return asyncio.run(played(tmp_path_factory.mktemp("template") / "one.sqlite3", players=3, rounds=1))


async def on(template: Template, file: Path, matches: int) -> Bot:
    """The bot on so many clones, there for everybody."""
    cloned(template, file, matches)
    bot = await Bot.on(file, BenchClock(template.at))
    bot.connected()
    await bot.settle()
    return bot


async def test_clones_are_sound_matches_that_fold_to_what_is_stored_of_them(template: Template, tmp_path: Path) -> None:
    bot = await on(template, tmp_path / "three.sqlite3", 3)
    assert await check.faults(bot.parts.engine) == []
    assert bot.rows("matches") == 3
    assert bot.rows("tenures") == 9
    await bot.close()


async def test_the_players_of_every_clone_are_answered_in_their_own_match(template: Template, tmp_path: Path) -> None:
    bot = await on(template, tmp_path / "three.sqlite3", 3)
    for number in range(3):
        before = len(bot.discord.sent)
        bot.dm(user_of(template.players[0], number), "7")
        await bot.settle()
        (answer,) = bot.discord.sent[before:]
        assert answer.channel_id == user_of(template.players[0], number)
        assert code_of(template.code, number) in answer.body["content"]
    await bot.close()


async def test_a_burst_is_over_once_everybody_is_answered(template: Template, tmp_path: Path) -> None:
    bot = await on(template, tmp_path / "two.sqlite3", 2)
    players = [user_of(player, number) for number in range(2) for player in template.players]
    turn = await burst(bot, players, 12)
    assert (turn.answers, turn.cut) == (12, False)
    assert 0 < turn.first <= turn.seconds
    assert {sent.channel_id for sent in bot.discord.sent} == set(players)
    await bot.close()


async def test_a_burst_that_takes_too_long_is_cut(template: Template, tmp_path: Path) -> None:
    bot = await on(template, tmp_path / "one.sqlite3", 1)
    assert (await burst(bot, template.players, 3, within=0)).cut
    await bot.close()


# --- what is counted --------------------------------------------------------------------------------------------------

MOST: Final = Counts(hops=123, transactions=4.8, statements=26)
"""What a message of a small burst may cost the database: what it cost when this was written. It must not rise; whoever
makes it less writes down the new figure. (`make bench` counts it in a larger one, and knows what it must come to.)"""


async def test_errands_transactions_and_statements_are_counted_and_what_shapes_them_is_not(tmp_path: Path) -> None:
    with counting() as counts:
        async with aiosqlite.connect(tmp_path / "some.sqlite3", isolation_level=None) as database:
            await database.execute("CREATE TABLE some (number INTEGER)")
            before = counts.now
            await database.execute("BEGIN IMMEDIATE")
            await database.execute("SAVEPOINT one")
            await database.executemany("INSERT INTO some VALUES (?)", [(1,), (2,), (3,)])
            await database.execute("RELEASE one")
            await database.commit()
            assert counts.now - before == Counts(hops=5, transactions=1, statements=1)


async def test_what_is_opened_outside_is_not_counted(tmp_path: Path) -> None:
    with counting() as counts:
        pass
    async with aiosqlite.connect(tmp_path / "some.sqlite3") as database:
        await database.execute("SELECT 1")
    assert counts.now == Counts(0, 0, 0)


async def test_a_message_costs_the_database_no_more_than_it_did(template: Template, tmp_path: Path) -> None:
    with counting() as counts:
        bot = await on(template, tmp_path / "four.sqlite3", 4)
        players = [user_of(player, number) for number in range(4) for player in template.players]
        each = await counted(bot, counts, players, 24)
        await bot.close()
    assert each.hops <= MOST.hops
    assert each.transactions <= MOST.transactions
    assert each.statements <= MOST.statements
