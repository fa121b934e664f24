"""RULES.md has every ruling by its number, and every option with its default and bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

import games.ghost_ladder
from games.ruleset import Option
from tests.games.ghost_ladder.table import RULES

PAGE = Path(games.ghost_ladder.__file__).with_name("RULES.md").read_text(encoding="utf-8")
NUMBERS = [*(f"GL{n}" for n in range(1, 17)), *(f"C{n}" for n in range(1, 7)), "L1", "L2"]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_ruling_is_on_the_page(number: str) -> None:
    assert f"- **{number} " in PAGE


@pytest.mark.parametrize("option", RULES.options, ids=lambda option: option.name)
def test_every_option_is_on_the_page_as_it_is(option: Option) -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{option.name}`")]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells[1:] == [_default(option), _bounds(option)]


def _default(option: Option) -> str:
    return "off" if option.default is False else str(option.default)


def _bounds(option: Option) -> str:
    if option.unit == "hours":
        return "one minute to 720 hours"
    return "" if isinstance(option.default, bool) else f"{option.least} to {option.most:,}"
