"""Ghost Ladder, all the way: sign-up by button, moves by direct message, deadlines by themselves, until the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.__main__ import main as judge
from games.catalogue import RULESETS
from tests.discord_ui.venue import Table, Venue


async def test_a_match_goes_from_sign_up_to_the_elimination_candidate(
    venue: Venue, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await venue.open("ghost-ladder", players="Ann Bob Eve", options="rounds=2")
    assert "Round 1 of 2 is open" in table.posts[-1]
    assert all(player.mention in table.posts[-1] for player in table.players.values())
    (reply,) = await table.dm("Ann", "10")
    assert "round 1: **10**" in reply
    await table.dm("Bob", "9; rank")
    await table.dm("Eve", "50", "nonsense", "1")
    await table.pass_deadline()
    assert "# 20" in table.posts[-2]
    assert "Round 2 of 2 is open" in table.posts[-1]
    assert any("rank" in letter.lower() and "2" in letter for letter in table.letters("Bob")[-1:])

    await table.dm("Ann", "20")
    await table.dm("Bob", "19")
    await table.pass_deadline()
    result, farewell = table.posts[-2:]
    assert "# 39" in result
    assert "- Ann: **4**\n- Bob: **2**\n- Eve: **1**" in result
    assert "- Ann: **2**\n- Bob: **1**" in result.partition("Tokens of Life")[2]
    assert "The Elimination Candidate is Eve" in result
    assert "is over" in farewell
    assert "Over" in table.board
    await exported_and_judged_alike(table, tmp_path, capsys)


async def test_a_tie_is_broken_by_the_winners_choice_and_the_vote_of_those_who_won_a_token(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", players="Ann Bob Eve", options="rounds=1, vote_hours=1")
    await table.dm("Ann", "5")
    await table.pass_deadline()
    assert "winner's choice is open" in table.posts[-1]
    assert "yours to bestow" in table.letters("Ann")[-1]
    await table.dm("Ann", "choose bob")
    await table.pass_deadline()
    assert "- Ann: **1**\n- Bob: **1**" in table.posts[-2]
    assert "vote" in table.posts[-1]
    assert not any("vote" in letter for letter in table.letters("Eve")[2:])
    await table.dm("Ann", "vote Eve")
    await table.dm("Bob", f"vote {table.players['Eve'].mention}")
    await table.pass_deadline()
    assert "Elimination Candidate is Eve" in "\n".join(table.posts[-2:])


async def test_the_round_closes_at_its_deadline_and_the_next_one_counts_from_there(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=3, round_hours=2")
    first = table.deadline
    assert first.second == 0
    await table.pass_deadline()
    assert (table.deadline - first).total_seconds() == 2 * 3600


async def exported_and_judged_alike(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The host's export, judged offline, gives the public notices that were posted."""
    exported = await table.ask("host export")
    assert exported.hidden
    (record := tmp_path / "record.toml").write_text(exported.file, "utf-8")
    assert judge(["replay", "--json", str(record)], RULESETS) == 0
    judged = json.loads(capsys.readouterr().out)
    assert judged["ended"]
    posted = "\n".join(table.posts)
    assert all(notice["text"] in posted for turn in judged["turns"] for notice in turn["public"])
