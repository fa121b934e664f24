"""Two readings, hedges, denials: nothing is decided."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.nearly_scenes import Messages, answer, each

TWO_READINGS: Final[Messages] = {
    "round": [
        "12? no, 14.",
        "12 nvm",
        "12 +1g, scratch the garnet",
        "same as last round but with 2 garnets",
        "same as last round plus 1",
        "same as last round minus the garnet",
        "samee as last round",
        "12 or 13",
        "12 13",
        "12, 13",
        "12 & 13",
        "12 and 13",
        "either 12 or 13",
        "12 +1",
        "12 plus 1",
        "12+",
        "can i use 2 garnets in one round?",
        "is 18 +2g ok?",
        "twelve (or 12)",
        "18, cancel that, 20",
        "twenty or twenty one",
        "can you put me at 26",
        "2 6",
        "kestrel: 50? me 27",
        "either 15 or nothing",
        "31 33",
        "42 or not",
    ],
    "round, 12 +1g on file": [
        "14 instead",
        "make that 14",
        "change my submission to 14",
        "change my height to 14",
        "instead of 12 make it 14",
        "one more garnet",
        "new number: 14",
        "bump it to 14",
        "make it 14 and keep the garnet",
        "add one more",
        "+1g",
        "3g",
        "same again but 3 garnets",
        "i meant 27",
        "disregard, 13",
        "two garnets instead of one",
    ],
    "vote": [
        "kestrel or otter",
        "bob votes kestrel",
        "same as bob",
        "vote kestrel and otter",
        "otter or mary ann",
        "otter / kestrel",
        "same as ann",
        "bob and i vote otter",
        "marry ann",
        "otter. scratch that",
    ],
    "choice": [
        "eve or bob",
    ],
    "basket": [
        "two golds and a silver",
        "three gold",
        "3 golds",
        "gsg or sgs",
        "gg",
        "gg!",
        "gold*3",
        "gold silver, then repeat",
        "i want the 5 apple one",
        "1 gold 2 silver 3 gold",
        "two silvers",
        "GSSG or GSGS",
    ],
    "casts": [
        "gold/pink",
        "gold or silver",
        "gold/silver",
        "either gold or silver",
        "everyone void bob!",
        "bob void cid",
        "gold then silver",
        "white or black",
        "gold and extend",
        "don't use my time bank",
    ],
    "casts, silver pink void Bob Eve before": [
        "same but gold",
        "same as last round without pink",
    ],
    "casts, gold pink void Bob on file": [
        "make it silver",
        "change gold to silver",
        "silver instead",
        "keep gold",
        "actually red",
        "same cast but silver",
        "switch to silver, keep pink",
        "remove pink and void",
        "clear the void",
        "delete everything",
        "gold, no void",
        "keep pink, lose the void",
    ],
    "transfers": [
        "bob 30m",
        "send 30 to eve",
        "send 30m to bob and eve",
        "send 30m to bob no wait 20m",
        "30m 2 bob",
        "30m for bob",
        "30m to bob or eve",
        "send bob 20m. and eve 10m",
        "bob: 5m",
    ],
}
MISSING: Final[Messages] = {
    "round": [
        "same as r1",
        "same as round 1",
        "no garnets",
        "don't burn anything",
        "12 with garnets",
        "3 garnets",
        "burn 2",
        "12 garnets",
        "my garnets",
        "am i allowed to burn 3 garnets",
    ],
    "casts": [
        "pink",
        "add pink",
        "white",
    ],
    "transfers": [
        "extend pls",
    ],
}
HEDGED: Final[Messages] = {
    "round": [
        "i was going to play 12",
        "thinking about 12",
        "thinking 12",
        "leaning 12",
        "tempted to go 12",
        "in theory 12",
        "not yet",
        "I haven't decided",
        "between 10 and 12",
        "about 15",
        "around 15",
        "15ish",
        "~15",
        "like 15",
        "15 or so",
        "12 maybe 13",
        "maybe 12",
        "probably 12",
        "prob 12",
        "12 and burn some garnets",
        "more than 12",
        "random",
        "surprise me",
        "dealer's choice",
        "thinking",
        "thirteen or fourteen, idk",
        "12/14 not sure",
        "may go 12",
        "12 or whatever is max",
        "20ish",
        "between 5 and 8 pls",
        "anything under 20",
        "30-ish",
        "hmm let me think about it",
        "don't submit anything for me",
        "40 something",
        "a number between 40 and 45",
    ],
    "vote": [
        "maybe kestrel",
        "random",
        "probably otter",
        "otter over kestrel",
    ],
    "basket": [
        "any order gold gold silver",
        "any two golds",
        "maybe gsg",
    ],
    "casts": [
        "maybe gold",
        "prob gold",
        "gold maybe silver",
        "can't decide gold or silver",
    ],
    "transfers": [
        "about 30m to bob",
        "maybe 30m to bob",
    ],
    "round, 12 +1g on file": [
        "i changed my mind about the garnet",
    ],
}
DENIED: Final[Messages] = {
    "round": [
        "not 12",
        "anything but 12",
        "don't submit 12",
        "dont put me down for 12",
        "never 12",
        "i wont play 12",
        "i don't want 12",
        "not going above 12",
    ],
    "vote": [
        "not kestrel",
    ],
    "casts": [
        "not gold",
        "not red",
        "dont cast gold",
        "anything but red",
    ],
    "transfers": [
        "dont send bob anything",
    ],
    "casts, gold pink void Bob on file": [
        "drop everything but gold",
    ],
}


@pytest.mark.parametrize(("at", "text"), each(TWO_READINGS))
def test_nothing_is_decided_between_two_readings(at: str, text: str) -> None:
    assert answer(at, text) == "more than one reading"


@pytest.mark.parametrize(("at", "text"), each(MISSING))
def test_what_is_missing_is_told(at: str, text: str) -> None:
    assert answer(at, text) == "what is missing"


@pytest.mark.parametrize(("at", "text"), each(HEDGED))
def test_nothing_is_taken_that_does_not_sound_settled(at: str, text: str) -> None:
    assert answer(at, text) == "not settled"


@pytest.mark.parametrize(("at", "text"), each(DENIED))
def test_what_is_not_to_be_is_not_what_is_to_be(at: str, text: str) -> None:
    assert answer(at, text) == "says what is not to be"
