"""A few dozen kills, in every run of the tests. `make soak N=1000` does the same for longer."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from tests.soak import keeper
from tests.soak import kills as all_kills
from tests.soak.__main__ import Name, Soak, names
from tests.soak.kills import Kill
from tests.soak.record import Record, differences
from tests.soak.script import OPTIONS

KILLS: Final = 9
"""In each match."""
PLAYS: Final = 2
AFTER_A_POST: Final = Kill("request", ("POST", "/channels/*/messages"), "after")
FORGETFUL: Final = 4
"""Dice with which Discord forgets its nonces (see `Keeper.forgetful`)."""


@pytest.mark.parametrize("ruleset", OPTIONS)
async def test_a_match_whose_processes_are_killed_cannot_be_told_from_its_twin(ruleset: str, tmp_path: Path) -> None:
    soak = Soak(tmp_path)
    await soak.run([Name(ruleset, 1, dice) for dice in range(PLAYS)], KILLS, at_once=PLAYS + 1)
    assert soak.figures.different == []
    assert soak.figures.kills >= KILLS * PLAYS - PLAYS  # the last one may come too late to strike


async def test_a_match_in_which_something_is_said_twice_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here Discord forgets nonces, and the bot is not told so."""
    monkeypatch.setattr(keeper, "DISTRUST", {})
    monkeypatch.setattr(all_kills, "draw", lambda dice: AFTER_A_POST)
    soak = Soak(tmp_path)
    await soak.run([Name("ghost-ladder", 1, FORGETFUL)], kills=4, at_once=1)
    assert soak.figures.different == [f"ghost-ladder:1:{FORGETFUL}"]
    assert re.search(r"(posts|letters|boards): \+[^+]", capsys.readouterr().out)


# --- the comparison ---------------------------------------------------------------------------------------------------

RECORD: Final = Record(("a row", "another"), ("a post", "the next"), ("card", "board"), ("to ann:\n\nhello",), "{}", ())


@pytest.mark.parametrize(
    "change",
    [
        {"journal": ("a row",)},
        {"journal": ("another", "a row")},
        {"posts": ("a post", "a post", "the next")},
        {"boards": ("card", "board", "board")},
        {"letters": ("to ann:\n\nhello\n\nhello",)},
        {"state": "[]"},
        {"faults": ("unknown: GET /",)},
    ],
)
def test_whatever_differs_is_found(change: dict[str, Any]) -> None:
    assert differences(RECORD, RECORD) == []
    assert differences(RECORD, replace(RECORD, **change)) != []


def test_there_are_as_many_plays_as_the_kills_take() -> None:
    assert len(names(1_000, 1)) == 83
    assert len({str(name) for name in names(1_000, 1)}) == 83
    assert {name.ruleset for name in names(100, 1)} == set(OPTIONS)
