"""Conditions, which cannot be taken."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.nearly_scenes import Messages, answer, each

CONDITIONS: Final[Messages] = {
    "round": [
        "if Otter goes over 20 then 8 otherwise 21",
        "12 if nobody else picks it",
        "12 unless there is a rank check left",
        "14 in case kestrel bluffs",
        "depending on my rank 12 or 14",
        "12 as long as i have enough",
        "12 only when legal",
        "12 provided that's legal",
        "30 if i have that much left",
        "all of it if legal else 10",
        "12, or 10 if 12 isn't legal",
        "12 but if that's illegal then 10",
        "once otter submits, 14",
        "wait for kestrel then 12",
        "12 assuming the total was over 100",
        "if i have garnets left, 12 +1g",
        "12 +1g if i have a garnet",
        "whichever is legal 12 or 14",
        "12 until i hear otherwise",
        "20 when the round is about to end",
        "after kestrel goes, 20",
        "should otter go 20, i go 21",
        "12 iff legal",
        "try 12, fall back to 10",
        "suppose i play 12",
        "ping me when i have to submit",
        "12 when i have garnets",
        "12 else 10",
        "12; if illegal 10",
        "12, failing that 10",
        "12 or else 10",
        "12 if thats ok",
        "12 if you dont mind",
        "in case i forget later: 12",
        "just in case 12",
        "even if it's illegal, 12",
        "ill wait for otter",
        "depends",
        "it depends on kestrel",
        "18 unless u tell me its illegal",
        "only if kestrel doesn't go 18",
        "18 provided no one else does",
        "depends on how much height i got left, 18 or 20",
        "in case i fall asleep put 18",
        "27 unless that's more than i have",
        "assuming im allowed 27",
        "27 when everybody else is done",
        "if possible 27",
        "as long as it's legal 27",
        "31 if kestrel is there too else 33",
        "incase of emergency 31",
        "unless i say otherwise by tonight, 31",
        "whenever you read this: 31",
        "should kestrel say 31, 33 for me",
        "31, but only if that's not illegal",
    ],
    "vote": [
        "kestrel unless bob votes otter",
        "kestrel if bob does too",
        "whoever has fewest garnets",
        "if tie then otter",
        "whichever bob votes for",
    ],
    "choice": [
        "eve if bob is fine with it",
    ],
    "basket": [
        "gold silver gold if bob does too",
        "gold unless silver pays more",
        "gsg unless its bad",
    ],
    "casts": [
        "gold unless somebody has 3 golds",
        "white. if white isnt a thing then silver",
        "gold if bob goes silver",
        "red as long as everyone else does",
        "red only if all red",
        "pink in case its a minority",
        "gold depending on cid",
        "extend if nobody else does",
        "gold only if bob does",
        "black if white is closed",
        "white, otherwise gold",
        "red if everyone agrees",
        "gold if its still open otherwise silver",
        "red as long as dee promised",
        "gold in case nobody else does",
        "white or if not gold",
        "gold only when white is closed",
        "if everyone reds i red",
    ],
    "transfers": [
        "send 30m to bob if he pays me back",
    ],
}


@pytest.mark.parametrize(("at", "text"), each(CONDITIONS))
def test_nothing_is_taken_out_of_a_condition(at: str, text: str) -> None:
    assert answer(at, text) == "conditions cannot be taken"
