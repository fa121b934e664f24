"""Time: wishes and questions, which ask for nothing by themselves."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.nearly_scenes import Messages, answer, each

TIME: Final[Messages] = {
    "round": [
        "am i too late?",
        "ill send later",
        "any chance of 12 more hours?",
        "can we get 12 more hours",
        "can i have until 8pm",
        "need more time",
        "more time pls",
        "i'll submit in 2 hours",
        "when does this round end?",
        "when is the deadline",
        "how long do I have",
        "how long left?",
        "how much time is left",
        "how long until next round",
        "what time does it close",
        "when do results come",
        "can you extend?",
        "can the deadline move 6h",
        "deadline?",
        "I'm away til tuesday",
        "i'm on a plane, 5h late",
        "24 more hours please",
        "gimme 10 min",
        "hold on 5 minutes",
        "when does next round start",
        "sorry im late! 12",
        "sorry im late",
        "one sec",
        "can we push the deadline by 6 hours?",
        "how many hours until it closes",
        "i need a bit more time",
        "thanks!! see you all next round",
        "could u give us til midnight",
        "what timezone is the deadline",
        "may i have an extra day",
        "i got kicked out of discord for an hour",
        "sorry for being late, gg",
        "can i get back to you tomorrow",
        "i need until tonight",
        "when's the next round",
        "time left?",
        "extension please?",
        "please give us 12 extra hours",
    ],
    "vote": [
        "more time pls",
        "is it too late to vote",
    ],
    "basket": [
        "any chance of 12 more hours?",
        "im away till monday",
    ],
    "casts": [
        "can i get an extension?",
        "any chance of 12 more hours?",
        "need a day more",
        "how long left",
        "when does it end?",
        "can u extend",
        "should i extend",
        "gold now silver next round",
        "extend by a day",
        "can we extend?",
        "any way to get more time?",
        "could i have till tomorrow",
        "need another day, travelling",
        "any chance we get a day more?",
        "24h more pls",
        "add 24h",
        "how long do we have",
        "any more time?",
    ],
    "transfers": [
        "more time?",
    ],
    "round, 12 +1g on file": [
        "when did i submit",
    ],
}


@pytest.mark.parametrize(("at", "text"), each(TIME))
def test_a_wish_for_time_or_a_question_about_it_is_answered_and_nothing_is_offered(at: str, text: str) -> None:
    assert answer(at, text) == "about time"
