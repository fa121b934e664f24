"""A person who is forgotten is nowhere in the database's file, and every match is what it was."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.config import Database, Settings
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions, ledger, log, questions, rewind, sign_up, speech
from bot.hosting.desk import look as desk_look
from bot.hosting.desk.access import hosting
from bot.hosting.folds.rewinding import fold, story
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import CANCELLED, OVER, SIGNING_UP
from bot.hosting.model.records import Hosted
from bot.hosting.players import lobby
from bot.hosting.players.preferences import away
from bot.hosting.presenting.rendering import escape
from bot.operating import upkeep
from bot.store import check, folded
from bot.store.forgetting import shred
from bot.store.tables import metadata
from bot.store.traces import Traces
from tests.hosting.scene import GUILD, HOST, HOUR, MINUTE, SECOND, Scene, Snapshot, played

ANN = 1_234_567_890_123_456_789
NAME = "Zéphyrine_Q"
WORD = "xylophone"
"""Stands in what she typed and was not understood."""


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with played(tmp_path / "dealer.sqlite3") as scene:
        scene.users["Ann"] = ANN
        yield scene


async def forget(scene: Scene, user: int = ANN) -> int:
    """`dealer forget`, beside the running bot; the exit status."""
    settings = Settings(database=Database(scene.file))
    return await asyncio.to_thread(upkeep.forget, settings, user)


def _bytes(file: Path) -> bytes:
    return b"".join(one.read_bytes() for one in sorted(file.parent.glob(f"{file.name}*")))


def stands_in(file: Path, *wanted: str | int) -> set[str | int]:
    """Which of these are somewhere in the bytes of the file and its log, in whatever way they are written."""
    content = _bytes(file).lower()
    return {one for one in wanted if any(form.lower() in content for form in _written(one))}


def _written(wanted: str | int) -> set[bytes]:
    if isinstance(wanted, int):
        return {str(wanted).encode(), wanted.to_bytes(8, "big")}
    return {form.encode() for word in (wanted, escape(wanted)) for form in (word, json.dumps(word)[1:-1])}


async def faults(scene: Scene) -> list[str]:
    return await check.faults(scene.store.engine)


async def gamed(scene: Scene, *others: str) -> None:
    """A match with her in it, under her name."""
    await scene.create()
    await scene.joins("Ann", shown_as=NAME)
    await scene.join(*(others or ("Bob", "Eve", "Dan")))
    await scene.start()


def tool(deed: Callable[..., Awaitable[Any]], *arguments: Any) -> Callable[..., Awaitable[Any]]:
    """A tool of the desk that wants more than the match."""

    async def use(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Any:
        return await deed(house, hosted, asker, *arguments, unit)

    return use


# --- everything at once -----------------------------------------------------------------------------------------------


_made: dict[str, tuple[Snapshot, datetime]] = {}


async def once(scene: Scene, make: Callable[[Scene], Awaitable[None]]) -> None:
    """Go on from what this makes; it is made for the first test that wants it."""
    if make.__name__ not in _made:
        await make(scene)
        await scene.die()
        _made[make.__name__] = scene.snapshot(), scene.clock.instant
    snapshot, scene.clock.instant = _made[make.__name__]
    await scene.go_on_from(snapshot)


async def everywhere(scene: Scene) -> None:
    """A server in which she has left her traces wherever one can."""
    await gamed(scene)
    code, house = scene.code, scene.house
    await scene.dm("Ann", "12 +1g")
    await scene.dm("Ann", f"what does a {WORD} cost?")
    await scene.dm("Ann", f"ask may I bring a {WORD}?")
    await scene.dm("Bob", f"<@{ANN}> bluffs, {NAME} I mean")
    await scene.dm("Bob", "20")
    await scene.dm("Eve", f"ask is {NAME} still here?")
    for asked in [at for at, row in enumerate(await scene.rows(), 1) if row.kind == events.ASKED]:
        await scene.host(tool(questions.respond, scene.question(asked), 0, f"A {WORD}? Ask {NAME}."))
    await scene.host(tool(speech.announce, f"Mind {NAME}, <@{ANN}>!"))
    await scene.host(tool(speech.ruling, f"{NAME} may pass"))
    (first, *_) = rewind.messages(story(await scene.rows()))[-1:]
    await scene.host(tool(log.page, 0))
    assert (await scene.host(tool(rewind.correct_message, first.position, "14", f"as {NAME} says"))).ok
    await scene.pass_deadline()
    await scene.dm("Ann", f"a {WORD} that will be rolled back")
    await scene.look_again()
    start = next(c for c in rewind.points(story(await scene.rows())))
    await scene.host(tool(rewind.rollback, start.position, f"for {NAME}"))
    await scene.does(partial(ledger.set_to, scene.asker(), ANN, "garnets", 5, f"{NAME} won"))
    await scene.does(partial(ledger.give, scene.asker(), ANN, HOST, "garnets", 2, f"a gift of <@{ANN}>"))
    await scene.does(partial(ledger.set_to, scene.asker(user=ANN), HOST, "garnets", 9, "by her hand"))
    await scene.does(partial(away, house, ANN, None, scene.clock.instant + 3 * HOUR, False))
    scene.discord.refusing[f"user:{ANN}"] = "Their direct messages are closed to me."
    await scene.dm("Ann", f"{WORD} again")
    await scene.dm("Eve", f"what of {NAME}?", at=scene.deadline + SECOND)
    await _at_other_tables(scene)
    scene.code = code


async def _at_other_tables(scene: Scene) -> None:
    """One that she signs up for, waits for, hosts beside others, is invited to, creates, and looks into."""
    await scene.create()
    await scene.joins("Ann", shown_as=f"{NAME}!")
    await scene.create(least=3, most=3)
    await scene.join("Bob", "Eve", "Dan")
    await scene.joins("Ann", shown_as=f"{NAME}?")
    await scene.create()
    await scene.host(tool(sign_up.cohost, ANN))
    await scene.create()

    async def invited(house: House, hosted: Hosted, _asker: Asker, unit: Any) -> Any:
        return await lobby.invite(house, hosted, ANN, unit)

    await scene.host(invited)
    await scene.begin("Bob", "Eve", "Dan")
    await scene.does(hosting(scene.house, scene.asker(user=ANN), scene.code, desk_look.look))
    plan = lobby.Plan(
        100, 200, ANN, "ghost-ladder", dict(scene.match.options), 3, 8, scene.clock.instant, "interaction:1"
    )
    await scene.does(partial(lobby.create, scene.house, plan))


async def test_neither_id_nor_name_nor_words_are_anywhere_in_the_file_and_all_matches_fold(scene: Scene) -> None:
    await once(scene, everywhere)
    traces = (ANN, NAME, f"{NAME}!", f"{NAME}?", WORD)
    assert stands_in(scene.file, *traces) == set(traces)
    before = await begun(scene)
    assert await forget(scene) == 0
    assert stands_in(scene.file, *traces) == set()
    assert await faults(scene) == []
    for match in before:
        match["rulings"] = [text.replace(NAME, "somebody") for text in match["rulings"]]
    assert await begun(scene) == before


async def begun(scene: Scene) -> list[dict[str, Any]]:
    """Every match that has begun, as its journal gives it."""
    async with scene.store.begin() as unit:
        folds = [fold(await unit.rows(h.id)) for h in await unit.matches_in(GUILD)]
    return [folded.to_json(match) for match in folds if match.status != SIGNING_UP]


async def test_a_second_time_nothing_is_found(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    await once(scene, everywhere)
    assert await forget(scene) == 0
    assert "Forgotten" in capsys.readouterr().out
    assert await forget(scene) == 0
    assert capsys.readouterr().out == "Nothing is kept of that person.\n"


async def test_the_bot_that_runs_meanwhile_goes_on_without_the_name_and_writes_it_nowhere(scene: Scene) -> None:
    await once(scene, everywhere)
    await forget(scene)
    scene.discord.recovers()
    await scene.ring()
    await scene.look_again()
    assert "Seat 1" in scene.board()
    assert NAME not in scene.board().replace("\\", "")
    closed = scene.match.closed
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.match.closed == closed + 1
    assert f"<@{ANN}>" not in "".join(scene.thread()[-2:])
    assert stands_in(scene.file, ANN, NAME, WORD) == set()
    assert await faults(scene) == []


async def test_a_board_that_is_being_sent_while_its_player_is_forgotten_does_not_bring_the_name_back(
    scene: Scene,
) -> None:
    await gamed(scene)
    async with scene.store.begin() as unit:
        hosted = await unit.match_by_code(scene.code)
        assert hosted is not None
        sent = (await unit.boards(hosted.id))["board"]
    await forget(scene)
    async with scene.store.begin() as unit:
        assert sent.message_id is not None
        await unit.show(hosted.id, "board", sent.wanted, sent.message_id)
    assert stands_in(scene.file, NAME) == set()
    await scene.ring()
    assert "Seat 1" in scene.board()


# --- one by one -------------------------------------------------------------------------------------------------------


async def test_the_seat_stays_with_what_was_sent_for_it(scene: Scene) -> None:
    await gamed(scene)
    await scene.dm("Ann", "12 +1g")
    await forget(scene)
    await scene.look_again()
    assert [p.name for p in scene.hosted.sitting] == ["Seat 1", "Bob", "Eve", "Dan"]
    assert scene.hosted.sitting[0].user_id is None
    assert [row.body["text"] for row in await scene.rows() if row.kind == events.MESSAGE] == ["12 +1g"]


async def test_a_seat_whose_name_somebody_else_has_gets_another_one(scene: Scene) -> None:
    await scene.create()
    await scene.joins("Ann", shown_as=NAME)
    await scene.joins("Bob", shown_as="seat 1")
    await scene.join("Eve")
    await scene.start()
    await forget(scene)
    await scene.look_again()
    assert [p.name for p in scene.hosted.sitting] == ["Seat 12", "seat 1", "Eve"]


async def test_whoever_is_signed_up_leaves_the_table_and_the_next_in_line_sits_down(scene: Scene) -> None:
    await scene.create(least=3, most=3)
    await scene.joins("Ann", shown_as=NAME)
    await scene.join("Bob", "Eve", "Dan")
    assert "Dan" not in [p.name for p in (await scene.hosted_now()).sitting]
    await forget(scene)
    await scene.ring()
    assert [p.name for p in (await scene.hosted_now()).sitting] == ["Bob", "Eve", "Dan"]
    assert NAME not in scene.card().content.replace("\\", "")
    assert stands_in(scene.file, ANN, NAME) == set()


async def test_who_was_never_at_a_table_is_forgotten_too(scene: Scene) -> None:
    await scene.open()
    await scene.dm("Ann", f"hello, a {WORD} please")
    assert stands_in(scene.file, ANN, WORD) == {ANN, WORD}
    await forget(scene)
    assert stands_in(scene.file, ANN, WORD) == set()


async def test_who_is_only_in_the_ledger_is_forgotten_and_the_others_keep_what_they_hold(scene: Scene) -> None:
    await scene.open()
    await scene.does(partial(ledger.set_to, scene.asker(), ANN, "garnets", 5, "won"))
    await scene.does(partial(ledger.give, scene.asker(), ANN, HOST, "garnets", 2, f"from <@{ANN}>"))
    await forget(scene)
    async with scene.store.begin() as unit:
        assert await unit.all_balances(GUILD) == [(HOST, "garnets", 2)]
        assert [e.reason for e in await unit.entries(GUILD, HOST, 5)] == ["from somebody"]
    assert stands_in(scene.file, ANN) == set()


async def test_what_is_still_to_be_said_is_said_without_the_name(scene: Scene) -> None:
    await gamed(scene)
    await scene.pass_deadline()
    scene.discord.goes_wrong("send", scene.thread_channel, times=100)
    await scene.host(tool(speech.announce, f"Well played, {NAME} and Bob! <@{ANN}>"))
    await scene.pass_deadline()
    before = len(scene.thread())
    await forget(scene)
    scene.discord.recovers()
    await scene.run(11 * MINUTE)
    await scene.ring()
    announced, *rest = scene.thread()[before:]
    assert announced == "**From the host:** Well played, Seat 1 and Bob! Seat 1"
    assert rest
    assert f"<@{ANN}>" not in "".join(rest)
    assert f"<@{scene.user('Bob')}>" in "".join(rest)


async def test_a_match_that_is_over_or_cancelled_is_freed_of_the_name_too(scene: Scene) -> None:
    await scene.create(rounds=1)
    await scene.joins("Ann", shown_as=NAME)
    await scene.join("Bob", "Eve")
    await scene.start()
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "5")
    while scene.match.status != OVER:
        await scene.pass_deadline()
        await scene.look_again()
    await gamed(scene)
    await scene.cancel()
    await scene.look_again()
    assert scene.match.status == CANCELLED
    await forget(scene)
    assert stands_in(scene.file, ANN, NAME) == set()
    assert await faults(scene) == []


async def test_what_others_wrote_and_what_they_hold_stays_theirs(scene: Scene) -> None:
    await gamed(scene)
    await scene.dm("Ann", "12")
    await scene.dm("Bob", "20 +1g")
    await scene.dm("Bob", "a question of Bob's own")
    before = [row for row in await scene.rows() if row.actor == scene.user("Bob")]
    assert await forget(scene) == 0
    assert [row for row in await scene.rows() if row.actor == scene.user("Bob")] == before
    assert stands_in(scene.file, "a question of Bob's own") != set()


async def test_after_being_forgotten_one_may_come_again_as_anybody_else(scene: Scene) -> None:
    await gamed(scene)
    await forget(scene)
    await scene.dm("Ann", "12")
    assert scene.dms("Ann")[-1] == words.NO_MATCH
    await scene.create()
    answer = await scene.joins("Ann", shown_as=NAME)
    assert answer.ok


async def test_a_predecessor_is_forgotten_and_the_substitute_keeps_the_seat_and_its_orders(scene: Scene) -> None:
    await gamed(scene)
    await scene.dm("Ann", "12")
    await scene.dm("Ann", f"a {WORD}")
    await scene.host(tool(interventions.replace_player, ANN, scene.user("Sub"), "Sub"))
    await scene.dm("Sub", "13")
    await scene.dm("Sub", "a harpsichord")
    await forget(scene)
    await scene.look_again()
    assert [p.name for p in scene.hosted.sitting] == ["Sub", "Bob", "Eve", "Dan"]
    texts = [row.body["text"] for row in await scene.rows() if row.kind == events.MESSAGE]
    assert texts == ["12", "", "13", "a harpsichord"]
    assert stands_in(scene.file, ANN, NAME, WORD) == set()


async def test_what_a_host_let_read_differently_is_forgotten_as_it_was_typed(scene: Scene) -> None:
    await gamed(scene)
    await scene.dm("Ann", f"a {WORD}")
    (message,) = rewind.messages(story(await scene.rows()))
    await scene.host(tool(log.page, 0))
    assert (await scene.host(tool(rewind.correct_message, message.position, "14", "slip of the pen"))).ok
    before = await begun(scene)
    await forget(scene)
    assert stands_in(scene.file, WORD) == set()
    assert await begun(scene) == before


async def test_what_was_left_over_before_deletions_were_overwritten_goes_when_the_file_is_written_anew(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in ("PRAGMA secure_delete = OFF", "PRAGMA journal_mode = WAL", "CREATE TABLE a (b)"):
            connection.execute(statement)
        connection.execute("INSERT INTO a VALUES (?)", (WORD,))
        connection.execute("DELETE FROM a")
        assert stands_in(file, WORD) == {WORD}
        shred(file)
        assert stands_in(file, WORD) == set()


async def test_the_log_is_cut_off_when_it_is_written_anew(scene: Scene) -> None:
    await scene.open()
    log = scene.file.with_name(f"{scene.file.name}-wal")
    for number in range(40):
        await scene.dm("Ann", f"{WORD} {number} " * 100)
    grown = size(log)
    with closing(sqlite3.connect(scene.file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    await scene.dm("Ann", "hello")
    assert size(log) < grown / 4


def size(file: Path) -> int:
    return file.stat().st_size


# --- that nothing is overlooked ---------------------------------------------------------------------------------------

NOBODYS = {
    "boards": {"match_id", "message_id", "nonce", "tried", "which"},
    "channels": {"read_up_to"},
    "cohosts": {"match_id"},
    "roles": {"match_id", "role_id"},
    "inbox": {"at", "edited_at", "match_id", "message_id", "readable", "reply_to", "state", "turn", "via"},
    "invitations": {"match_id"},
    "journal": {"at", "closes_turn", "id", "kind", "match_id", "position", "seat"},
    "lease": {"beat_at", "counter", "holder", "id"},
    "ledger": {"amount", "at", "guild_id", "id", "kind", "match_id", "seat", "turn"},
    "looks": {"at", "guild_id", "id", "kind"},
    "outbox": {
        "created_at", "id", "match_id", "message_id", "nonce", "ordinal", "position", "said_at", "state", "tried"
    },
    "people": {"away_from", "away_to", "extend", "quiet", "reminders"},
    "presence": {"id", "since", "until"},
    "quarantine": {"id", "seen", "since"},
    "restored": {"at", "id"},
    "servers": {"guild_id", "host_channel_id", "host_role_id", "zone"},
    "templates": {"guild_id", "name", "options", "ruleset"},
    "tenures": {"entry", "id", "match_id", "seat", "since", "until"},
    "told": {"at", "match_id"},
    "waiting": {"id", "match_id", "manages"},
}  # fmt: skip
OF_PEOPLE = {
    "boards": {"shown", "wanted"},
    "channels": {"user_id"},
    "cohosts": {"user_id"},
    "roles": {"user_id"},
    "inbox": {"text", "user_id"},
    "invitations": {"user_id"},
    "journal": {"actor", "body", "source"},
    "ledger": {"actor", "reason", "user_id"},
    "looks": {"user_id", "whose"},
    "mailboxes": {"channel_id", "user_id"},
    "matches": {"creator_id", "folded"},
    "outbox": {"destination", "request"},
    "people": {"user_id"},
    "tenures": {"name", "user_id"},
    "told": {"what"},
    "waiting": {"name", "user_id"},
}


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: str(table.name))
def test_whoever_adds_a_column_says_whether_it_can_hold_a_person(table: Any) -> None:
    """If it can, `forget` must know it; either way it belongs into one of the lists above."""
    if table.name == "matches":
        held = {c.name for c in table.columns if c.name.endswith("_id")} - OF_PEOPLE["matches"]
        assert held == {"channel_id", "guild_id", "thread_id"}
        return
    listed = NOBODYS.get(table.name, set()) | OF_PEOPLE.get(table.name, set())
    assert {c.name for c in table.columns} == listed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"<@{ANN}>", True),
        (f"<@!{ANN}>", True),
        (f"user:{ANN}", True),
        (f"{ANN}1", False),
        ("Ann is here", True),
        ("ANN!", True),
        ("Anna is here", False),
        ("Joann", False),
        ("a*b", True),
        (r"a\*b", True),
        ("aab", False),
    ],
)
def test_a_trace_is_a_whole_word_however_it_is_written(text: str, found: bool) -> None:
    assert Traces(ANN, ["Ann", "a*b"]).found(text) is found


def test_a_trace_is_replaced_and_the_rest_stays() -> None:
    traces = Traces(ANN, ["Ann", "Ann B."])
    assert traces.without(f"Anna, Ann B. and <@{ANN}> met ann", "X") == "Anna, X and X met X"
