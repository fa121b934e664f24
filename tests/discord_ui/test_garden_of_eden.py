"""Garden of Eden, all the way, through the same doors: nothing in the bot is made for one ruleset."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.catalogue import RULESETS
from tests.discord_ui.venue import Venue

BOT = Path(__file__).parents[2] / "bot"
MODULES = sorted(p for p in BOT.rglob("*.py") if "rehearsal" not in p.parts)


async def test_a_match_goes_from_the_baskets_to_a_winner(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", players="Ann Bob Eve", options="rounds=2, round_hours=1, basket_hours=1")
    await table.dm("Ann", "basket gold silver")
    await table.dm("Bob", "basket gsg")
    await table.pass_deadline()
    assert "Eve" in table.posts[-2]  # inactive: named, and the phase goes on
    await table.dm("Eve", "basket silver, silver")
    await table.pass_deadline()
    assert "Round 1" in table.posts[-1]

    await table.dm("Ann", "gold")
    await table.dm("Bob", "gold pink void Eve")
    await table.dm("Bob", "gold")
    (refused,) = await table.dm("Eve", "red white")
    assert "red" in refused.lower()
    await table.dm("Eve", "silver")
    await table.pass_deadline()
    assert "1.5" in table.letters("Ann")[-1]

    await table.dm("Ann", "silver")
    await table.dm("Bob", "gold")
    await table.dm("Eve", "silver")
    await table.pass_deadline()
    end = "\n".join(table.posts[-2:])
    assert "Ann" in end
    assert "3.5" in end


async def test_more_time_on_request_is_announced_a_little_later_and_without_a_name(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", options="basket_hours=48, period_hours=24")
    before, posted = table.deadline, len(table.posts)
    (reply,) = await table.dm("Bob", "extend")
    assert str(int(before.timestamp()) + 24 * 3600) in reply
    assert len(table.posts) == posted
    await venue.stage.forward(seconds=601)
    assert len(table.posts) == posted + 1
    assert "Bob" not in table.posts[-1]
    assert (table.deadline - before).total_seconds() == 24 * 3600


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(BOT)))
def test_no_module_of_the_bot_knows_a_ruleset(module: Path) -> None:
    """Neither by import nor by name: a third ruleset is one folder."""
    assert _knows(module.read_text("utf-8")) == []


def test_knowing_a_ruleset_would_be_found() -> None:
    assert _knows("from games.ghost_ladder import rules") == ["games.ghost_ladder"]
    assert _knows("import games.garden_of_eden.words") == ["games.garden_of_eden.words"]
    assert _knows("if name == 'Garden of Eden': ...") == ["Garden of Eden"]
    assert _knows("garden_of_eden = 1") == ["garden_of_eden"]


def _knows(source: str) -> list[str]:
    words = [word for r in RULESETS.values() for word in (r.name, r.title.lower(), r.name.replace("-", "_"))]
    return [
        said for node in ast.walk(ast.parse(source)) for said in _said(node) if any(w in said.lower() for w in words)
    ]


def _said(node: ast.AST) -> list[str]:
    """The names and texts that stand in a piece of code."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module)):
            return [module]
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return [name]
        case _:
            return []
