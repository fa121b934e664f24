"""What holds no order holds none at any moment of either game."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games import (
    test_nearly_conditions,
    test_nearly_others,
    test_nearly_own_file,
    test_nearly_questions,
    test_nearly_small_talk,
    test_nearly_talk,
    test_nearly_time,
    test_nearly_unsettled,
)
from tests.games.nearly_scenes import MOMENTS, Messages, each, moment

NO_ORDERS: Final[dict[str, Messages]] = {
    "conditions": test_nearly_conditions.CONDITIONS,
    "talk": test_nearly_talk.TALK,
    "others": test_nearly_others.OTHERS,
    "own file": test_nearly_own_file.FILE,
    "questions": test_nearly_questions.QUESTIONS,
    "time": test_nearly_time.TIME,
    "small talk": test_nearly_small_talk.SMALL_TALK,
    "help": test_nearly_small_talk.HELP,
    "hedges": test_nearly_unsettled.HEDGED,
    "denials": test_nearly_unsettled.DENIED,
}
REPEATING: Final = ("same", "as before", "Seven")
"""What is a player's name in one match, or on file at one moment, may be an order at another."""


@pytest.mark.parametrize("kind", NO_ORDERS)
@pytest.mark.parametrize("at", MOMENTS)
def test_what_holds_no_order_offers_none_that_changes_anything(at: str, kind: str) -> None:
    rules, state, names = moment(at)
    for _, text in each(NO_ORDERS[kind]):
        if text.startswith(REPEATING):
            continue
        reply = rules.take(state, 0, rules.with_seats(text, names)).reply
        assert reply is not None
        found = None if reply.accepted else rules.guess(state, 0, text, names)
        for offer in found.offers if found else ():
            assert rules.take(state, 0, rules.with_seats(offer, names)).state == state, (text, offer)
