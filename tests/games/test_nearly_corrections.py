"""Messages that correct themselves, or what is on file."""

from __future__ import annotations

from typing import Final

import pytest

from tests.games.nearly_scenes import Offered, each_offered, offered

CORRECTED: Final[Offered] = {
    "round": [
        ("20. Dont burn anything.", "20"),
        ("20, don't use garnets", "20"),
        ("15 final answer", "15"),
        ("12. no, 14!", "14"),
        ("12... actually make it 15", "15"),
        ("12 - sorry, 15", "15"),
        ("12 wait no 15", "15"),
        ("12, scratch that, 15", "15"),
        ("12 scrap that 15", "15"),
        ("12 correction 15", "15"),
        ("12 edit: 15", "15"),
        ("12\nsorry meant 15", "15"),
        ("12 oops 15", "15"),
        ("i'll go 12. hmm no. 15.", "15"),
        ("twelve. no wait fourteen. final answer", "14"),
        ("12. On second thought, 15.", "15"),
        ("10 -> 12", "12"),
        ("10 => 12", "12"),
        ("10 → 12", "12"),
        ("10, final answer 12", "12"),
        ("12, no wait, 14, no wait, 12", "12"),
        ("12 +1g actually no garnets", "12"),
        ("12 actually with 2 garnets", "12 +2g"),
        ("no. 12", "12"),
        ("not 12 but 14", "14"),
        ("14 not 12", "14"),
        ("12 but with 2 garnets", "12 +2g"),
        ("12 is my final answer", "12"),
        ("My final answer is 12 +1 garnet", "12 +1g"),
        ("set me to 12", "12"),
        ("set it to 12", "12"),
        ("update: 12", "12"),
        ("new number: 14", "14"),
    ],
    "round, 12 +1g on file": [
        ("withdrw", "withdraw"),
        ("cancle", "withdraw"),
        ("actually make it 14 with no garnets", "14"),
        ("change it to 14 with 2 garnets", "14 +2g"),
        ("changed my mind, 14 with 1 garnet", "14 +1g"),
        ("remove the garnet", "12"),
        ("without the garnet please", "12"),
        ("drop the garnet", "12"),
        ("i want to take back my submission", "withdraw"),
        ("please delete my submission", "withdraw"),
        ("forget what i sent", "withdraw"),
        ("don't burn anything", "12"),
        ("use 2 garnets instead", "12 +2g"),
        ("only 14", "14"),
        ("make it 14, no garnets", "14"),
    ],
    "vote": [
        ("otter. no wait kestrel", "vote Kestrel"),
        ("kestrel, actually otter", "vote Otter"),
        ("vote kestrel -> otter", "vote Otter"),
        ("Kestrel final answer", "vote Kestrel"),
        ("otter, final answer: kestrel", "vote Kestrel"),
        ("otter i mean kestrel", "vote Kestrel"),
        ("otter not kestrel", "vote Otter"),
        ("change my vote to otter", "vote Otter"),
        ("switch to otter", "vote Otter"),
    ],
    "basket": [
        ("gsg, no wait, sgs", "basket silver gold silver"),
        ("gsg. actually ggs", "basket gold gold silver"),
    ],
    "basket, gsg on file": [
        ("change to sgs", "basket silver gold silver"),
        ("make it gsgs", "basket gold silver gold silver"),
    ],
    "casts": [
        ("gold, no pink", "gold"),
        ("gold no wait silver", "silver"),
        ("gold. scratch that. red", "red"),
        ("gold -> silver", "silver"),
        ("gold, actually silver with pink", "silver pink"),
        ("gold final answer", "gold"),
        ("final answer: silver pink", "silver pink"),
        ("gold void bob, not cid", "gold void Bob"),
        ("no pinks, silver", "silver"),
        ("silver, dont use pink", "silver"),
        ("silver without any pink", "silver"),
        ("not gold, silver", "silver"),
        ("silver rather than gold", "silver"),
        ("gold but not pink", "gold"),
        ("not silver but gold", "gold"),
        ("gold. no pink, no black", "gold"),
    ],
    "casts, gold pink void Bob on file": [
        ("changed my mind -> black, ignore the pink", "gold black void Bob"),
        ("add black", "gold pink black void Bob"),
        ("also black", "gold pink black void Bob"),
        ("drop pink", "gold void Bob"),
        ("no pink pls", "gold void Bob"),
        ("remove the void", "void none"),
        ("dont void bob", "void none"),
        ("unvoid bob", "void none"),
        ("void cid too", "void Bob Cid"),
        ("void eve instead of bob", "void Eve"),
        ("void eve not bob", "void Eve"),
        ("change void to eve", "void Eve"),
    ],
    "choice": [
        ("eve, no wait bob", "choose Bob"),
    ],
}


@pytest.mark.parametrize(("at", "text", "message"), each_offered(CORRECTED))
def test_the_last_thing_said_is_meant_and_what_is_on_file_is_changed_as_said(at: str, text: str, message: str) -> None:
    assert offered(at, text) == message
