"""RECORD.md, "Messages", and GL5: which texts are read, as what, and which are not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ghost_ladder.messages import (
    Ask,
    Cancel,
    Inquire,
    NotUnderstood,
    Order,
    Pick,
    Status,
    Submit,
    Withdraw,
    read,
    with_seats,
)
from games.ghost_ladder.state import Submission
from games.reading import Names
from tests.games.ghost_ladder.table import ANN, BOB, RULES, Table, ended_with

RANK, SCORE = Ask("rank"), Ask("score")


def twelve(garnets: str = "") -> Submit:
    return Submit(Submission("12", garnets=garnets))


# --- submissions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["12", "submit 12", "SUBMIT12", " 12 ", "012", "１２", ",12,", "12;", "\u200b12"])
def test_a_number_alone_is_a_submission(text: str) -> None:
    assert read(text) == [twelve()]


BOOSTED = "12 +1g|12+1g|12 + 1 garnet|12 1g|12 1 garnets|12, 1g|submit12+1g|SUBMIT 12 + 1 GARNETS|12＋１g|12 +01 g"


@pytest.mark.parametrize("text", BOOSTED.split("|"))
def test_garnets_stand_behind_a_plus_or_a_blank(text: str) -> None:
    assert read(text) == [twelve("1")]


@pytest.mark.parametrize("text", ["-3", "−3", "－3", "–3", "—3", "-３", "submit -3", "submit-3"])
def test_gl5_every_form_of_the_minus_sign_is_read_directly_in_front(text: str) -> None:
    assert read(text) == [Submit(Submission("3", sign="-"))]


@pytest.mark.parametrize("text", ["12.5", "１２．５", "submit 12.5"])
def test_gl5_decimals_stand_behind_a_point(text: str) -> None:
    assert read(text) == [Submit(Submission("12", fraction="5"))]


@pytest.mark.parametrize("text", ["12.0", "12.000", "012.0", "submit 12.0"])
def test_gl5_decimals_that_are_all_0_are_none(text: str) -> None:
    assert read(text) == [twelve()]


def test_gl5_a_minus_and_decimals_can_stand_with_garnets() -> None:
    assert read("12.0 +2g") == [twelve("2")]
    assert read("-0.50 2g") == [Submit(Submission("0", "-", "50", "2"))]


@pytest.mark.parametrize(
    "text",
    ["+3", "submit +3", "+ 3", "＋3", "+12 +2g", "- 12", "− 3", "submit - 3", "1,000", "12,5", "１，０００", "１２,５"]
    + ["1\u200b,\u200b000", "submit 12,5", "check +3", "check - 3", "check 1,000", "12 +1,0g"],
)
def test_gl5_what_can_mean_two_things_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read(text)


UNREADABLE = (
    "submit|twelve|5 5|12 +1|14 please|12g1|1e3|15?|7 +-1g|12.|.5|12 . 5|1,2,3|12 +1.5g|12,1g|12 ++1g|12 + + 1g|12g|g|"
    "+1g|12 +g|12 +1 gs|12 +1garnett|submit submit 12|sub mit 12|1 2 3g|12 +1g +1g|12rank|rank 12|12 rank 3|12 submit|"
    '“12”|"12"|12 ""|٣|¹²|0x10|1_000|12 ,5|--3|check check|check rank|check 12 rank|cancel|cancel rank score|ranks|'
    'cancel 12|withdraw rank|withdraw 12|status 12|status please|choose|vote|vote #1 #2|choose #1 please|"rank"'
)


@pytest.mark.parametrize("text", UNREADABLE.split("|"))
def test_anything_else_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read(text)


@pytest.mark.parametrize("text", ["", ";", " \n ; ", ",,"])
def test_an_empty_message_is_not_understood_but_answered(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read(text)
    assert "`12 +1g`" in Table(0, 0, 0).refuses(ANN, text)


# --- other orders -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("rank", [RANK]),
        ("score", [SCORE]),
        ("Score, Rank", [SCORE, RANK]),
        ("12 rank", [twelve(), RANK]),
        ("12 +1g rank score", [twelve("1"), RANK, SCORE]),
        ("cancel rank", [Cancel("rank")]),
        ("Cancel Score", [Cancel("score")]),
        ("withdraw", [Withdraw()]),
        ("status", [Status()]),
        ("check", [Inquire(None)]),
        ("check 18 +2g", [Inquire(Submission("18", garnets="2"))]),
        ("check18+2g", [Inquire(Submission("18", garnets="2"))]),
        ("check -1.5", [Inquire(Submission("1", "-", "5"))]),
        ("choose #2", [Pick("choose", 1, "#2")]),
        ("VOTE #10", [Pick("vote", 9, "#10")]),
        ("vote nobody", [Pick("vote", None, "nobody")]),
    ],
)
def test_the_other_orders(text: str, orders: list[Order]) -> None:
    assert read(text) == orders


@pytest.mark.parametrize("text", ["12\n\nrank; status", ";12;rank\r\nstatus;;"])
def test_semicolons_and_line_ends_join_messages_and_empty_parts_are_skipped(text: str) -> None:
    assert read(text) == [twelve(), RANK, Status()]


def test_the_part_that_cannot_be_read_is_the_one_repeated() -> None:
    assert "“\x02~twelve\x03”" in Table(0, 0, 0).refuses(ANN, "rank; twelve; 14")


# --- names ------------------------------------------------------------------------------------------------------------

GUESTS = Names(["Ann", "Mary Ann", "vote", "#1", 'Al "Ace" B', "李雷", "12"])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("vote ann", "vote #1"),
        ("choose @Ann", "choose #1"),
        ('vote "Mary Ann"', "vote #2"),
        ("vote “mary ann”", "vote #2"),
        ("vote @vote", "vote #3"),
        ('vote "vote"', "vote #3"),
        ('vote "#1"', "vote #4"),
        ("vote #5", "vote #5"),
        ("VOTE 李雷; choose Ann", "VOTE #6; choose #1"),
        ("vote 12", "vote #7"),
    ],
)
def test_names_behind_choose_and_vote_are_written_as_seats(text: str, written: str) -> None:
    assert with_seats(text, GUESTS) == written


@pytest.mark.parametrize(
    "text", ["12", "ann", "check 12", "submit 12", "vote", "vote vote", "vote Mary", "rank Ann", ""]
)
def test_everything_else_is_left_as_it_was_typed(text: str) -> None:
    assert with_seats(text, GUESTS) == text


@given(st.text(st.sampled_from('anvotechs# "“@;,\n12'), max_size=30))
def test_writing_seats_twice_changes_nothing_more(text: str) -> None:
    once = with_seats(text, GUESTS)
    assert with_seats(once, GUESTS) == once


@pytest.mark.parametrize("text", ["vote Zed", "vote #9", "vote #0", 'vote "Zed"', "vote void", "vote @"])
def test_an_unknown_name_is_refused_with_how_names_are_written(text: str) -> None:
    assert "Nobody in this match is called" in ended_with(9, 5, 1, 1).refuses(ANN, text)


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("withdraw", "no submission"),
        ("cancel rank", "no rank check"),
        ("cancel score", "no score check"),
        ("score", "costs 2 garnets, and you hold 0 garnets"),
        ("rank rank", "once in a round"),
        ("choose Bob", "no choice to make now"),
        ("vote Bob", "no vote now"),
        ("12; vote Bob", "no vote now"),
    ],
)
def test_a_refusal_in_a_round_says_why(text: str, why: str) -> None:
    said = Table(0, 0, 0).refuses(ANN, text)
    assert why in said
    assert said.endswith("Nothing was changed.")


@pytest.mark.parametrize("text", ["12", "12 +1g", "rank", "score", "cancel rank"])
def test_what_belongs_to_a_round_is_refused_when_none_is_open(text: str) -> None:
    for table in (ended_with(9, 5, 5, 1), ended_with(9, 5, 1, 1)):
        assert "last round is closed" in table.refuses(ANN, text)


def test_who_is_not_asked_has_nothing_to_withdraw() -> None:
    table = ended_with(9, 5, 1, 1)
    table.takes(ANN, "vote Eve")
    assert "named nobody" in table.refuses(BOB, "withdraw")


def test_how_to_write_it_fits_the_phase_and_the_seat() -> None:
    choice, vote, over = ended_with(9, 5, 5, 1), ended_with(9, 5, 1, 1), ended_with(9, 5, 1)
    assert "`choose \x02=2\x03`" in choice.refuses(ANN, "hello")
    assert "`vote \x02=3\x03`" in vote.refuses(BOB, "hello")
    for table, seat in ((choice, BOB), (vote, 3), (over, ANN)):
        assert table.refuses(seat, "hello").endswith("`status` tells where you stand.")


def test_many_tied_names_are_not_all_repeated_in_a_refusal() -> None:
    table = ended_with(*[9, 8], *[1] * 6)
    assert "and 1 more" not in table.refuses(ANN, "vote Ann")
    state = RULES.open([{}] * 50, {o.name: o.default for o in RULES.options} | {"rounds": 1}, lambda _, n: 0).state
    state = RULES.correct(RULES.correct(state, 0, {"points": 9}).state, 1, {"points": 8}).state
    state = RULES.close(state, lambda _, n: 0).state
    reply = RULES.take(state, 0, "vote #1").reply
    assert reply is not None
    assert reply.text.count("\x02") == 21
    assert "and 28 more" in reply.text


# --- nothing breaks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["9" * 30_000, "check " + "9" * 30_000, "1." + "3" * 9_000, f"-{'9' * 9_000} +{'8' * 9_000}g", "1 " * 5_000]
)
def test_numbers_of_any_length_are_answered_briefly_and_judged(text: str) -> None:
    table = Table(5, 0, 0)
    assert len(table.says(ANN, text).text) < 500
    assert len(RULES.status(table.state, ANN)) < 500
    assert RULES.from_json(json.loads(json.dumps(RULES.to_json(table.state)))) == table.state
    assert table.rings()["gained"] == {f"\x02{seat + 1}\x03": 0 for seat in range(3)}


WORDS = st.sampled_from(
    "submit check rank score cancel withdraw choose vote status 12 -3 12,5 +1g + 1 garnets #2 Ann @Bob ; ,".split()
)


@given(st.lists(st.tuples(st.integers(0, 2), st.lists(WORDS, max_size=6).map(" ".join)), max_size=12), st.booleans())
def test_whatever_is_sent_gets_an_answer_and_a_refusal_changes_nothing(sent: list[tuple[int, str]], late: bool) -> None:
    table = ended_with(9, 5, 5) if late else Table(3, 0, 1)
    for seat, text in sent:
        before = table.state
        reply = table.says(seat, text)
        assert reply.text.strip()
        assert reply.accepted or table.state == before
        assert table.clock is None
        assert table.said == []
