"""C1 to C6 where they touch Garden of Eden, and L1."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.garden_of_eden import reasons
from games.ruleset import PUBLIC, Longer, NewPhase
from tests.games.garden_of_eden.table import DEFAULTS, FIVE, GARDEN, Table

M = 1_000_000


@pytest.mark.parametrize(
    "message",
    [
        "extend; gold pink pink",
        "gold\nred white",
        "silver; what now?",
        "gold; extend; extend; extend",
        "void Bob; basket gg",
    ],
)
def test_c1_a_message_of_several_is_refused_whole(message: str) -> None:
    table = Table().baskets()
    table.send("Ann", "silver void Cid")
    table.refusal("Ann", message)
    assert "silver void Cid" in table.status("Ann")
    assert table.held("Ann")["periods"] == 2


def test_c1_a_later_part_is_judged_with_the_earlier_ones_applied() -> None:
    table = Table().baskets()
    table.all_cast("red")
    assert table.refusal("Ann", "transfer 200m Bob; transfer 200m Bob").startswith("That is more than you have")
    assert table.takes("Ann", "transfer 200m Bob; transfer 150m Bob")
    assert table.yen("Bob") == 700 * M


def test_c1_a_message_of_several_has_one_reply_that_shows_what_is_on_file() -> None:
    table = Table().baskets()
    reply = table.send("Ann", "gold;; extend\nvoid Bob ; silver pink")
    assert reply.accepted
    assert reply.text.count("On file") == 1
    assert "silver pink void Bob" in reply.text
    assert "1 period left" in reply.text


def test_c2_who_is_out_may_ask_for_the_status_and_nothing_else() -> None:
    table = Table(periods=0).baskets()
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")
    for message in ("gold", "void Bob", "extend", "basket gg", "transfer 1 Bob", "status; gold", "withdraw"):
        assert table.refusal("Eve", message).startswith(reasons.OUT)
    assert "You are out of the game" in table.send("Eve", "status").text
    assert GARDEN.form(table.state, 4) is None


def test_c2_after_all_red_who_is_out_takes_part_in_the_transfers() -> None:
    table = Table(yen=[300 * M] * 5, periods=0).baskets()
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")
    table.all_cast("red")
    assert GARDEN.phase(table.state).acting == (0, 1, 2, 3, 4)
    assert table.refusal("Eve", "gold").startswith(reasons.OUT_BUT_TRANSFERS)
    assert table.takes("Eve", "transfer 1m Ann")


def test_c2_after_the_end_everybody_may_ask_for_the_status_only() -> None:
    table = Table(rounds=1).baskets()
    table.all_cast("gold", Ann="silver")
    assert table.phase == "over"
    assert table.refusal("Ann", "gold").startswith(reasons.OVER)
    assert "The game has ended" in table.send("Ann", "status").text


def test_c3_one_who_was_removed_is_not_waited_for() -> None:
    table = Table().baskets()
    for name in FIVE[1:]:
        table.send(name, "gold")
    assert not GARDEN.all_in(table.state)
    table.remove("Ann")
    assert GARDEN.all_in(table.state)
    assert GARDEN.waiting(table.state) == ()


def test_c3_in_the_transfers_nobody_is_waited_for() -> None:
    table = Table().baskets()
    table.all_cast("red")
    assert not GARDEN.all_in(table.state)
    assert GARDEN.waiting(table.state) == ()


def test_c4_a_correction_is_told_with_what_was_added_and_whether_the_cast_is_legal() -> None:
    table = Table(pinks=1).baskets()
    assert table.correct("Ann", points=0.5, yen=-7) == (True, {"points": 0.5, "yen": -7, "cast_legal": None})
    table.send("Ann", "void Bob")
    assert table.correct("Ann", periods=1)[1]["cast_legal"] is None
    table.send("Ann", "gold pink")
    assert table.correct("Ann", pinks=1)[1]["cast_legal"] is True
    assert table.correct("Ann", pinks=-2)[1]["cast_legal"] is False
    assert "no Pink left" in table.step.notices[0].text
    assert table.held("Ann") == {"points": 0.5, "yen": 50 * M - 7, "status": "active", "pinks": 0, "periods": 3}


def test_c4_the_cast_of_one_who_is_out_is_neither_legal_nor_illegal() -> None:
    table = Table().baskets()
    table.send("Ann", "gold")
    table.remove("Ann")
    assert table.correct("Ann", yen=1) == (True, {"yen": 1, "cast_legal": None})


@pytest.mark.parametrize(
    "deltas",
    [
        {"points": 0.25}, {"points": float("nan")}, {"points": float("inf")}, {"points": 10**400}, {"points": True},
        {"yen": 0.5}, {"yen": True}, {"pinks": -4}, {"periods": -3}, {"periods": 1.0}, {"height": 1}, {},
        {"yen": 1, "pinks": -4},
    ],
)  # fmt: skip
def test_c4_what_may_not_be_corrected_is_refused_and_changes_nothing(deltas: dict[str, Any]) -> None:
    table = Table().baskets()
    before = table.state
    assert table.correct("Ann", **deltas) == (False, {})
    assert table.state == before


def test_c4_corrected_points_count_as_held_when_the_round_opened() -> None:
    table = Table().baskets()
    table.send("Ann", "gold black")
    table.correct("Ann", points=4)  # so Black was cast with 4 points, and White stays open
    table.round(Bob="gold", Cid="gold", Dee="silver", Eve="silver")
    assert table.takes("Ann", "gold white")


def test_c4_points_can_be_corrected_after_the_end() -> None:
    table = Table(rounds=1).baskets()
    table.all_cast("gold", Ann="silver")
    assert table.correct("Ann", points=-20.5)[0]
    assert table.points("Ann") == -21.5


def test_c5_every_number_has_the_default_and_the_bounds_of_the_ruling() -> None:
    amount = (0, 10**12)
    wanted = {
        "rounds": (10, 1, 50), "periods": (2, 0, 20), "pinks": (3, 0, 50),
        "round_hours": (48, 1 / 60, 720), "basket_hours": (48, 1 / 60, 720), "transfer_hours": (48, 1 / 60, 720),
        "period_hours": (24, 1 / 60, 720), "entry": (50 * M, *amount), "inactivity_fine": (100 * M, *amount),
        "prize": (250 * M, *amount), "lone_apple_bonus": (250 * M, *amount), "all_red_award": (300 * M, *amount),
    }  # fmt: skip
    numbers = [option for option in GARDEN.options if not isinstance(option.default, bool)]
    assert {option.name: (option.default, option.least, option.most) for option in numbers} == wanted
    switches = {option.name for option in GARDEN.options if option.default is False}
    assert switches == {
        *("black_replaces_colour", "white_settles_round", "prize_from_each_loser", "close_when_all_in")
    }


def test_c5_the_hours_of_each_phase_are_the_options() -> None:
    table = Table(basket_hours=1, round_hours=2, transfer_hours=3, period_hours=0.5)
    assert table.step.clock == NewPhase(1)
    assert table.close().clock == Longer(0.5, on_request=False)
    assert table.all_cast("basket gg").clock == NewPhase(2)
    assert table.all_cast("red").clock == NewPhase(3)


def test_c6_a_removed_player_goes_out_when_the_turn_closes_without_a_fine_and_red_stays_open() -> None:
    table = Table().baskets()
    table.send("Ann", "gold")
    assert table.remove("Ann")
    assert not table.remove("Ann")
    assert table.held("Ann")["status"] == "out"
    assert table.refusal("Ann", "silver").startswith(reasons.OUT)
    turn = table.round(Bob="gold", Cid="gold void Ann", Dee="silver", Eve="silver")
    assert turn.kinds == ["out", "round"]
    assert turn.out == [("Ann", "host")]
    assert turn.apples == (2, 2, 0, None)
    assert turn.host["casts"]["Cid"] == "gold"
    assert table.yen("Ann") == 50 * M
    assert table.takes("Bob", "red")


def test_c6_a_removal_counts_in_the_basket_period_and_can_end_the_game() -> None:
    table = Table(("Ann", "Bob", "Cid"))
    table.remove("Bob")
    turn = table.close()
    assert turn.kinds == ["out", "result"]
    assert turn.result == ("two_left", ["Ann", "Cid"])
    assert table.held("Ann")["periods"] == 2


def test_c6_removed_and_inactive_players_go_out_together_in_seat_order() -> None:
    table = Table(periods=1).baskets()
    table.correct("Ann", periods=-1)
    table.remove("Bob")
    turn = table.round(Cid="gold", Dee="silver", Eve="silver")
    assert turn.out == [("Ann", "inactive"), ("Bob", "host")]
    assert turn.kinds == ["out", "out", "round"]


def test_c6_nobody_learns_of_a_removal_before_the_turn_closes() -> None:
    table = Table().baskets()
    before = GARDEN.phase(table.state).playing
    table.remove("Ann")
    assert GARDEN.phase(table.state).playing == before
    assert GARDEN.phase(table.state).acting == before[1:]
    assert table.takes("Bob", "gold void Ann")


def test_c6_once_the_game_is_decided_nobody_can_be_removed() -> None:
    table = Table().baskets()
    table.all_cast("red")
    assert not table.remove("Ann")


def test_l1_two_matches_that_differ_in_secrets_only_say_the_same_in_public() -> None:
    def public(**casts: str) -> list[tuple[str, str]]:
        table = Table(rounds=2).baskets("gs" if "pink" in casts["Ann"] else "sgsg")
        first, second = table.round(**casts), table.all_cast("gold", Ann="silver", Bob="silver")
        return [(n.kind, n.text) for n in (*first.notices, *second.notices[:1]) if n.audience == PUBLIC]

    plain = public(Ann="gold", Bob="gold", Cid="gold", Dee="silver", Eve="silver")
    secret = public(Ann="gold pink void Dee", Bob="silver", Cid="gold pink", Dee="silver", Eve="gold black")
    assert plain == secret


def test_l1_a_public_text_is_made_from_kind_and_facts_alone() -> None:
    table = Table(periods=1).baskets()
    table.correct("Dee", periods=-1)
    told = [*table.round(Ann="gold", Bob="extend; gold", Cid="gold").notices]
    told += table.round(Eve="silver black").notices
    told += table.all_cast("gold").notices
    told += table.all_cast("gold", Bob="silver black").notices
    public = [notice for notice in told if notice.audience == PUBLIC]
    assert {notice.kind for notice in public} == {"extended", "out", "time_bank", "round", "result"}
    assert all(GARDEN.say(notice.kind, notice.facts) == notice.text for notice in public)


def test_a_state_survives_json_exactly_at_every_moment() -> None:
    table = Table(period_hours=1.5)
    moments = [table.state]
    for messages in (
        {"Ann": "basket gg", "Bob": "extend"},
        {"Bob": "basket gs", "Cid": "basket gs", "Dee": "basket sggss", "Eve": "basket gs"},
        {"Ann": "gold pink void Bob Cid", "Bob": "gold black pink", "Cid": "red", "Dee": "silver", "Eve": "void Ann"},
        {"Eve": "silver"},
        {"Ann": "silver", "Bob": "gold black", "Dee": "gold"},
    ):
        moments += [table.state for name, message in messages.items() if table.takes(name, message)]
        table.correct("Ann", points=0.5)
        moments.append(table.state)
        table.close()
        moments.append(table.state)
    table.remove("Dee")
    assert (table.phase, len(moments)) == ("round 3", 26)
    for state in [*moments, table.state]:
        written = json.dumps(GARDEN.to_json(state))
        assert GARDEN.from_json(json.loads(written)) == state
        assert json.dumps(GARDEN.to_json(GARDEN.from_json(json.loads(written)))) == written


def test_the_opening_balance_is_nothing_where_none_is_given() -> None:
    step = GARDEN.open([{}, {}, {}], DEFAULTS, lambda purpose, n: 0)
    assert [entry["yen"] for entry in GARDEN.payout(step.state)] == [-50 * M] * 3
