"""A match that began under an earlier version of its rules goes on under this one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.hosting.model.match import RUNNING, Match
from bot.store import folded
from games.catalogue import RULESETS
from tests.games.garden_of_eden.table import DEFAULTS, Table


def begun() -> Match:
    """A Garden in its first round, as this version keeps it."""
    table = Table(periods=0).baskets()
    table.round(Ann="gold", Bob="gold pink", Cid="silver", Dee="silver")  # Eve is silent, and out
    table.send("Ann", "gold pink void Bob")
    return Match("G23", "garden-of-eden", 1, 1, DEFAULTS, 3, 100, status=RUNNING, state=table.state)


def of_version_1(match: Match) -> dict[str, Any]:
    """As version 1 kept it: without the option, and without what was brought, the prize and the place."""
    data: dict[str, Any] = json.loads(json.dumps(folded.to_json(match)))
    del data["state_version"]
    for options in (data["options"], data["state"]["terms"]):
        del options["white_settles_round"]
    data["state"]["seats"] = [row[:-3] for row in data["state"]["seats"]]
    return data


def test_a_state_of_version_1_is_read_as_the_one_that_this_version_would_have() -> None:
    match = begun()
    assert folded.from_json(of_version_1(match)) == match


def test_it_is_read_again_from_what_this_version_has_written() -> None:
    again = folded.to_json(folded.from_json(of_version_1(begun())))
    assert folded.to_json(folded.from_json(json.loads(json.dumps(again)))) == again


def test_the_award_of_all_red_is_known_of_a_match_of_version_1() -> None:
    table = Table().baskets()
    table.all_cast("red")
    match = Match("G23", "garden-of-eden", 1, 1, DEFAULTS, 3, 100, status=RUNNING, state=table.state)
    assert folded.from_json(of_version_1(match)) == match


def test_what_was_on_file_in_version_1_of_the_ladder_stays_as_it_was_taken() -> None:
    rules = RULESETS["ghost-ladder"]
    options = {option.name: option.default for option in rules.options}
    data = rules.to_json(rules.open([{}, {}, {}], options, lambda purpose, n: 0).state)
    for filed, shown in ((["12", "+", "", ""], "+12"), (["12", "", "0", ""], "12.0")):
        data["seats"][0][-2] = filed
        state = rules.from_json(rules.upgrade(1, data))
        assert f"**\x02~{shown}\x03**, not legal as things stand" in rules.status(state, 0)


@pytest.mark.parametrize("name", RULESETS)
def test_a_version_that_is_not_known_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no way from state version"):
        RULESETS[name].upgrade(3, {})
