"""Forms show what may be told unasked (GL4), and filled in they become the message that could have been typed."""

from __future__ import annotations

import pytest

from games.marks import name
from games.ruleset import Field, Form
from tests.games.ghost_ladder.table import ANN, BOB, EVE, RULES, Table, ended_with


def form(table: Table, seat: int) -> Form:
    found = RULES.form(table.state, seat)
    assert found is not None
    return found


def field(table: Table, seat: int, wanted: str) -> Field:
    return {f.name: f for f in form(table, seat).fields}[wanted]


def values(table: Table, seat: int) -> dict[str, tuple[str, ...]]:
    """The form as it comes, with nothing changed."""
    return {f.name: f.current for f in form(table, seat).fields}


def test_height_runs_from_0_to_the_option_whatever_is_left() -> None:
    table = Table(0, 0, 0, height=60)
    table.rings(Ann="55")
    shown = field(table, ANN, "height")
    assert (shown.kind, shown.least, shown.most, shown.required) == ("number", 0, 60, False)


def test_what_is_on_file_is_filled_in() -> None:
    table = Table(5, 0, 0)
    assert values(table, ANN) == {"height": (), "garnets": (), "checks": ()}
    table.takes(ANN, "12.5 +2g score")
    assert values(table, ANN) == {"height": ("12.5",), "garnets": ("2",), "checks": ("score",)}


def test_a_score_check_is_offered_with_its_price_whether_or_not_it_can_be_paid() -> None:
    rich, poor = Table(9, 0, 0), Table(0, 0, 0)
    for table in (rich, poor):
        assert [c.label for c in field(table, ANN, "checks").choices] == ["Rank check", "Score check, for 2 garnets"]


def test_a_rank_check_is_offered_while_one_is_left_or_asked_for() -> None:
    table = Table(0, 0, 0, rank_checks=1)
    table.takes(ANN, "rank")
    assert [c.value for c in field(table, ANN, "checks").choices] == ["rank", "score"]
    table.rings()
    assert [c.value for c in field(table, ANN, "checks").choices] == ["score"]
    assert [c.value for c in field(table, BOB, "checks").choices] == ["rank", "score"]


def test_the_last_round_offers_no_checks() -> None:
    assert "checks" not in values(Table(0, 0, 0, rounds=1), ANN)


@pytest.mark.parametrize(
    ("on_file", "answers", "message"),
    [
        ("", {"height": ["12"], "garnets": ["1"], "checks": ["rank", "score"]}, "12 +1g; rank; score"),
        ("", {"height": [" 12 "], "garnets": []}, "12"),
        ("", {"height": [""], "garnets": [""], "checks": ["rank"]}, "rank"),
        ("", {"height": [], "garnets": [], "checks": []}, "check"),
        ("9 rank", {"height": ["9"], "garnets": [], "checks": ["score"]}, "9; cancel rank; score"),
        ("9 rank", {"height": ["9"], "garnets": [], "checks": ["rank"]}, "9"),
        ("9 rank", {"height": [], "garnets": [], "checks": ["rank"]}, "withdraw"),
        ("9 rank", {"checks": []}, "cancel rank"),
        ("9", {}, "check"),
    ],
)
def test_a_filled_in_form_is_the_message_that_could_have_been_typed(
    on_file: str, answers: dict[str, list[str]], message: str
) -> None:
    table = Table(9, 0, 0)
    if on_file:
        table.takes(ANN, on_file)
    assert RULES.filled(table.state, ANN, answers) == message
    table.takes(ANN, message)


def test_what_a_number_field_holds_is_read_like_any_message() -> None:
    table = Table(9, 0, 0)
    assert "cannot read" in table.refuses(ANN, RULES.filled(table.state, ANN, {"height": ["twelve"]}))
    assert "cannot read" in table.refuses(ANN, RULES.filled(table.state, ANN, {"height": [""], "garnets": ["1"]}))


def test_a_form_sent_again_unchanged_is_taken() -> None:
    table = Table(9, 0, 0)
    table.takes(ANN, "12 +2g rank score")
    before = table.state
    table.takes(ANN, RULES.filled(table.state, ANN, values(table, ANN)))
    assert table.state == before


def test_a_choice_and_a_vote_offer_the_tied_to_those_who_are_asked_alone() -> None:
    for table, title, verb in (
        (ended_with(9, 5, 5, 1), "The winner's choice", "choose"),
        (ended_with(9, 9, 5, 5), "The vote", "vote"),
    ):
        shown = form(table, ANN)
        (question,) = shown.fields
        assert (shown.title, question.kind) == (title, "one")
        choice = question.choices[1]
        message = RULES.filled(table.state, ANN, {"player": [choice.value]})
        assert message == f"{verb} {choice.value}"
        table.takes(ANN, message)
        assert values(table, ANN) == {"player": (choice.value,)}
        assert RULES.filled(table.state, ANN, {"player": []}) == "withdraw"
        assert RULES.form(table.state, 3) is None
    assert [c.label for c in field(ended_with(9, 5, 5, 1), ANN, "player").choices] == [name(BOB), name(EVE)]


def test_after_the_end_there_is_no_form() -> None:
    assert RULES.form(ended_with(9, 5, 1).state, ANN) is None
