"""One test a ruling, named by its number (GE1 to GE22)."""

from __future__ import annotations

import pytest

from games.garden_of_eden import reasons
from games.ruleset import Longer, NewPhase, Over
from tests.games.garden_of_eden.table import GARDEN, Table

M = 1_000_000


def test_ge1_three_can_play_and_the_entry_is_taken_from_every_account_even_an_empty_one() -> None:
    table = Table(("Ann", "Bob", "Cid"), yen=(0, 60 * M, -5))
    assert GARDEN.least_players == 3
    assert [table.yen(name) for name in table.names] == [-50 * M, 10 * M, -50 * M - 5]


def test_ge2_a_basket_holds_two_to_five_apples_and_is_fixed_when_its_period_ends() -> None:
    table = Table()
    assert [table.takes("Ann", "basket " + "g" * n) for n in range(1, 8)] == [
        False,
        True,
        True,
        True,
        True,
        False,
        False,
    ]
    assert table.refusal("Ann", "basket gold red").startswith(reasons.BASKET_COLOURS)
    assert table.takes("Ann", "basket gs")
    table.round(**dict.fromkeys(table.names[1:], "basket sg"))
    assert table.refusal("Ann", "basket gold gold").startswith(reasons.BASKET_FIXED)
    assert table.all_cast("gold", Dee="silver", Eve="silver").scores()["Ann"]["next"] == "silver"


@pytest.mark.parametrize(
    ("cast", "reason"),
    [
        ("gold silver", reasons.TWO_COLOURS),
        ("pink", reasons.COLOUR_FIRST),
        ("pink gold", reasons.COLOUR_FIRST),
        ("red pink", reasons.RED_ALONE),
        ("red white", reasons.RED_ALONE),
        ("red black", reasons.RED_ALONE),
        ("gold white black", reasons.WHITE_AND_BLACK),
        ("gold white", reasons.WHITE_SCORE),
        ("withdraw", reasons.NOT_WITHDRAWN),
    ],
)
def test_ge3_an_illegal_cast_is_refused_at_once_with_its_reason_and_the_legal_one_stays(cast: str, reason: str) -> None:
    table = Table().baskets()
    table.takes("Ann", "silver pink")
    assert table.refusal("Ann", cast).startswith(reason)
    assert "silver pink" in table.status("Ann")


def test_ge3_a_cast_made_illegal_by_a_correction_counts_as_not_cast() -> None:
    table = Table(pinks=1).baskets()
    table.takes("Ann", "gold pink")
    table.correct("Ann", pinks=-1)
    turn = table.round(Bob="gold", Cid="gold", Dee="silver", Eve="silver")
    assert turn.public("time_bank") == [{"players": ["Ann"], "hours": 24}]
    table.correct("Ann", pinks=1)  # it stayed on file, and is legal again
    assert table.close().host["casts"]["Ann"] == "gold pink"


def test_ge4_an_elimination_closes_red_for_good_and_inactivity_does_not() -> None:
    table = Table(periods=0).baskets()
    table.round(Bob="gold", Cid="gold", Dee="silver", Eve="silver")  # Ann is silent, and out
    assert table.takes("Bob", "red")
    assert table.all_cast("gold", Bob="red").out == [("Bob", "lone_red")]
    assert table.refusal("Cid", "red").startswith(reasons.RED_CLOSED)


def test_ge5_white_opens_at_four_points_or_at_minus_four_without_red() -> None:
    table = Table().baskets()
    opened = []
    for points in (3.5, 0.5, -7.5, -0.5):  # 3.5, 4, -3.5, -4
        table.correct("Ann", points=points)
        opened.append(table.takes("Ann", "gold white"))
    assert opened == [False, True, False, True]


def test_ge5_white_stays_shut_at_minus_four_for_one_who_ever_cast_red_but_not_at_four() -> None:
    table = Table().baskets()
    table.all_cast("gold", Ann="red", Bob="red")
    table.all_cast("gold", Dee="silver", Eve="silver")
    table.correct("Ann", points=-5.5)
    assert table.refusal("Ann", "gold white").startswith(reasons.WHITE_AFTER_RED)
    table.correct("Ann", points=8)
    assert table.takes("Ann", "gold white")


@pytest.mark.parametrize(("held", "opens"), [(3.5, False), (4, True)])
def test_ge5_black_cast_with_less_than_four_points_shuts_white_in_the_next_round(held: float, opens: bool) -> None:
    table = Table().baskets()
    table.correct("Ann", points=held)
    table.all_cast("gold", Ann="gold black", Dee="silver", Eve="silver")
    assert table.points("Ann") == held + 4.5
    assert table.takes("Ann", "gold white") is opens
    table.all_cast("gold", Ann="gold", Dee="silver", Eve="silver")
    assert table.takes("Ann", "gold white")  # the round after the next


def test_ge6_pink_is_free_beside_black_and_needs_stock_elsewhere() -> None:
    table = Table(pinks=1).baskets()
    turn = table.all_cast("gold", Ann="gold pink", Bob="gold black pink", Dee="silver", Eve="silver")
    assert (turn.scores()["Ann"]["pinks"], turn.scores()["Bob"]["pinks"]) == (0, 1)
    assert table.refusal("Ann", "gold pink").startswith(reasons.NO_PINK)
    assert table.takes("Ann", "gold pink black")


def test_ge6_pink_in_the_round_after_pink_costs_a_half_even_free_or_voided() -> None:
    table = Table().baskets()
    table.all_cast("gold", Ann="gold black pink", Bob="gold black pink", Dee="silver", Eve="silver")
    others = dict.fromkeys(("Bob", "Cid"), "gold void Ann") | dict.fromkeys(("Dee", "Eve"), "silver void Ann")
    turn = table.round(Ann="gold pink", **others)
    assert turn.host["voided"] == ["Ann"]
    assert turn.parts("Ann") == (1.5, 0, 0, -0.5)
    assert table.all_cast("gold", Dee="silver", Eve="silver").parts("Ann") == (1.5, 0, 0, 0)
    turn = table.all_cast("gold", Ann="gold pink", Cid="gold pink", Dee="silver", Eve="silver")
    assert turn.parts("Ann") == (1.5, 0, 0, 0)  # a round lay between


def test_ge7_a_player_is_eliminated_once_for_the_first_reason_and_red_before_black_before_score() -> None:
    table = Table(("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil")).baskets()
    table.correct("Ann", points=-5)
    table.correct("Bob", points=-5.5)
    table.correct("Gil", points=-5)
    turn = table.all_cast("gold", Ann="silver", Gil="red")  # beside Red both colours win
    assert turn.out == [("Gil", "lone_red")]
    turn = table.all_cast("gold", Ann="silver", Bob="silver black", Fay="silver")  # three of each: all lose
    assert (table.points("Ann"), table.points("Bob")) == (-5, -5)
    assert turn.out == [("Bob", "black"), ("Ann", "score")]


def test_ge7_points_of_minus_five_are_looked_at_after_the_round() -> None:
    table = Table().baskets()
    table.correct("Ann", points=-6)
    table.correct("Bob", points=-4)
    turn = table.all_cast("gold", Ann="gold", Bob="silver", Dee="silver")
    assert turn.out == [("Bob", "score")]
    assert (table.points("Ann"), table.points("Bob")) == (-4.5, -5)


def test_ge7_a_round_that_ends_with_all_red_or_one_apple_changes_no_score_basket_or_pink() -> None:
    table = Table().baskets("gs")
    turn = table.all_cast("red", Ann="gold pink")
    assert turn.apples == (1, 0, 4, None)
    assert (table.points("Ann"), table.held("Ann")["pinks"]) == (0, 3)
    assert turn.host["casts"]["Ann"] == "gold pink"
    assert "counted_pinks" not in turn.host
    assert turn.scores() == {}


@pytest.mark.parametrize(
    ("casts", "apples", "winners"),
    [
        ("gold gold gold silver silver", (3, 2, 0, "majority"), "Ann Bob Cid"),
        ("gold gold gold silver-pink silver", (3, 2, 0, "minority"), "Dee Eve"),
        ("gold-pink gold gold silver-pink silver", (3, 2, 0, "majority"), "Ann Bob Cid"),
        ("silver silver-pink silver silver gold", (1, 4, 0, "minority"), "Eve"),
        ("gold gold gold gold gold-pink", (5, 0, 0, None), ""),
        ("gold gold-pink silver silver red", (2, 2, 1, None), "Ann Bob Cid Dee"),
        ("gold gold gold-pink red red", (3, 0, 2, None), "Ann Bob Cid"),
    ],
)
def test_ge8_the_colours_that_win(casts: str, apples: tuple[int, int, int, str | None], winners: str) -> None:
    table = Table().baskets()
    turn = table.round(**{n: c.replace("-", " ") for n, c in zip(table.names, casts.split(), strict=True)})
    assert turn.apples == apples
    assert [name for name in table.names if table.points(name) > 0] == winners.split()


def test_ge8_as_many_gold_as_silver_both_lose() -> None:
    table = Table(("Ann", "Bob", "Cid", "Dee")).baskets()
    turn = table.round(Ann="gold", Bob="gold pink", Cid="silver", Dee="silver")
    assert turn.apples == (2, 2, 0, None)
    assert [table.points(name) for name in table.names] == [-1, -1, -1, -1]


def test_ge9_a_pink_is_voided_when_every_other_active_player_names_its_caster() -> None:
    table = Table().baskets()
    void = dict.fromkeys(("Bob", "Cid", "Dee"), "silver void Ann")
    turn = table.round(Ann="gold pink", Eve="gold", **void)
    assert (turn.apples[3], turn.host["voided"], turn.host["counted_pinks"]) == ("minority", [], 1)
    turn = table.round(Ann="gold pink", Eve="gold void Ann", **void)
    assert (turn.apples[3], turn.host["voided"], turn.host["counted_pinks"]) == ("majority", ["Ann"], 0)
    assert turn.scores()["Ann"]["pinks"] == 1  # spent all the same


def test_ge9_a_red_caster_names_too_and_a_target_without_pink_is_voided_as_well() -> None:
    table = Table().baskets()
    turn = table.all_cast("gold void Ann", Ann="silver", Bob="red void Ann", Cid="red; void Ann Dee Ann")
    assert turn.host["voided"] == ["Ann"]
    assert turn.host["casts"]["Cid"] == "red void Ann Dee"


def test_ge9_names_end_with_the_round_and_stay_on_file_until_then() -> None:
    table = Table().baskets()
    table.send("Ann", "void Bob")
    table.send("Ann", "gold")
    assert "gold void Bob" in table.send("Ann", "status").text
    assert "gold void Bob" not in table.send("Ann", "gold void none").text
    table.send("Ann", "void Cid")
    table.round(Bob="gold", Cid="gold", Dee="silver", Eve="silver")
    assert "void" not in table.send("Ann", "gold").text


def test_ge9_names_of_the_own_seat_of_strangers_and_of_those_out_are_refused() -> None:
    table = Table(periods=0).baskets()
    assert table.refusal("Ann", "gold void Ann").startswith(reasons.VOID_SELF)
    assert "no player Zoe" in table.refusal("Ann", "gold void Bob Zoe")
    assert "no player #6" in table.refusal("Ann", "gold void #6")
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")
    assert "Eve is out" in table.refusal("Ann", "gold void Bob Eve")


def test_ge9_a_player_who_went_out_is_dropped_from_the_names_and_need_not_consent() -> None:
    table = Table(periods=1).baskets()
    table.correct("Eve", periods=-1)
    turn = table.round(Ann="gold pink void Eve", Bob="silver void Ann Eve", Cid="silver void Ann")
    assert (turn.out, turn.public("time_bank")) == ([("Eve", "inactive")], [{"players": ["Dee"], "hours": 24}])
    turn = table.round(Dee="gold void Ann")
    assert turn.host["voided"] == ["Ann"]
    assert turn.host["casts"]["Ann"] == "gold pink"
    assert turn.host["casts"]["Bob"] == "silver void Ann"


def test_ge9_names_alone_are_not_a_cast() -> None:
    table = Table().baskets()
    assert "not a cast" in table.send("Ann", "void Bob").text
    turn = table.round(Bob="gold", Cid="gold", Dee="gold", Eve="gold")
    assert turn.public("time_bank")[0]["players"] == ["Ann"]


def _with_four_points(*names: str) -> Table:
    table = Table().baskets()
    for name in names:
        table.correct(name, points=4)
    return table


def test_ge10_a_lone_white_on_a_winning_colour_wins_and_the_round_is_scored() -> None:
    table = _with_four_points("Ann", "Dee")
    turn = table.all_cast("gold", Ann="gold white", Dee="silver white", Eve="silver")
    assert turn.result == ("white", ["Ann"])
    assert turn.parts("Ann") == (1.5, 0, 0, 0)
    assert turn.parts("Dee") == (0, -3, 0, 0)  # with a losing colour
    assert isinstance(turn.clock, Over)


def test_ge10_a_black_on_a_winning_colour_turns_a_lone_white_into_nothing() -> None:
    table = _with_four_points("Ann")
    turn = table.all_cast("gold", Ann="gold white", Bob="gold black", Dee="silver", Eve="silver")
    assert turn.result is None
    assert turn.parts("Ann") == (0, 0, 0, 0)


def test_ge10_two_whites_on_winning_colours_lose_a_point_each_or_nothing_from_minus_four() -> None:
    table = _with_four_points("Ann")
    table.correct("Bob", points=-4)
    turn = table.all_cast("gold", Ann="gold white", Bob="gold white", Cid="gold black", Dee="silver", Eve="silver")
    assert turn.parts("Ann") == (0, -1, 0, 0)  # the Black among them changes nothing
    assert turn.parts("Bob") == (0, 0, 0, 0)


@pytest.mark.parametrize(("replaces", "parts"), [(False, (1.5, 3, 0, 0)), (True, (0, 3, 0, 0))])
def test_ge11_black_pays_three_on_top_or_in_all_by_the_option(replaces: bool, parts: tuple[float, ...]) -> None:
    table = Table(black_replaces_colour=replaces).baskets()
    turn = table.all_cast("gold", Ann="gold black", Dee="silver black", Eve="silver")
    assert turn.parts("Ann") == parts
    assert turn.out == [("Dee", "black")]
    assert table.points("Dee") == -1


def test_ge12_what_replaces_the_colour_leaves_harvest_basket_and_pink_penalty() -> None:
    table = Table().baskets("ssss", Ann="gg")
    table.all_cast("gold", Ann="gold pink", Bob="gold pink", Dee="silver", Eve="silver")
    table.correct("Ann", points=4)
    turn = table.all_cast("gold", Ann="gold pink white", Bob="gold black pink", Dee="silver", Eve="silver")
    assert turn.parts("Ann") == (0, 0, 1, -0.5)
    assert turn.scores()["Ann"]["points"] == 6


@pytest.mark.parametrize(("basket", "pays"), [("gg", 1), ("ggg", 2.5), ("gggg", 5), ("ggggg", 7.5)])
def test_ge13_the_last_apple_pays_in_its_round_and_the_basket_starts_again(basket: str, pays: float) -> None:
    table = Table().baskets("ssss", Ann=basket)
    paid = [table.all_cast("gold", Dee="silver", Eve="silver").parts("Ann")[2] for _ in range(2)]
    while len(paid) < len(basket):  # keep the losers in
        table.correct("Dee", points=1)
        table.correct("Eve", points=1)
        paid.append(table.all_cast("gold", Dee="silver", Eve="silver").parts("Ann")[2])
    assert paid == [0] * (len(basket) - 1) + [pays]
    assert table.state.seats[0].harvested == 0


def test_ge13_only_the_next_apple_is_harvested_and_only_with_a_winning_colour() -> None:
    table = Table().baskets("ssss", Ann="gs", Dee="sg")
    turn = table.all_cast("gold", Dee="silver", Eve="silver")
    assert (turn.scores()["Ann"]["next"], turn.scores()["Dee"]["next"]) == ("silver", "silver")
    turn = table.all_cast("gold", Dee="silver", Eve="silver")
    assert turn.scores()["Ann"]["next"] == "silver"
    assert turn.parts("Ann")[2] == 0


def test_ge14_after_a_round_only_counts_decision_and_eliminations_are_public() -> None:
    table = Table().baskets()
    turn = table.all_cast("gold", Ann="gold pink void Bob", Dee="silver black", Eve="silver")
    assert turn.kinds == ["round"]
    assert turn.public("round") == [{"round": 1, "gold": 3, "silver": 2, "red": 0, "decided_by": "minority"}]


def test_ge15_time_on_request_is_public_without_a_name_and_uses_a_period_each_time() -> None:
    table = Table(period_hours=1.5)
    assert table.takes("Ann", "extend; extend")
    assert table.step.clock == Longer(3.0, on_request=True)
    assert table.refusal("Ann", "extend").startswith(reasons.NO_PERIODS)
    turn = table.close()
    assert turn.public("extended") == [{"hours": 1.5}, {"hours": 1.5}]
    assert turn.out == [("Ann", "inactive")]  # asking is not a basket


def test_ge15_silence_uses_one_period_each_and_the_phase_runs_on_once() -> None:
    table = Table()
    turn = table.round(Ann="basket gg", Bob="basket gg", Cid="basket gg")
    assert turn.public("time_bank") == [{"players": ["Dee", "Eve"], "hours": 24}]
    assert turn.clock == Longer(24, on_request=False)
    assert table.phase == "basket"
    assert [table.held(name)["periods"] for name in table.names] == [2, 2, 2, 1, 1]
    assert table.round(Dee="basket ss", Eve="basket ss").clock == NewPhase(48)


def test_ge15_both_kinds_at_one_deadline_some_go_out_and_the_phase_is_extended_for_the_rest() -> None:
    table = Table().baskets()
    table.correct("Ann", periods=-2)
    turn = table.round(Cid="gold", Dee="silver", Eve="silver")
    assert turn.kinds == ["out", "time_bank"]
    assert turn.out == [("Ann", "inactive")]
    assert turn.public("time_bank")[0]["players"] == ["Bob"]
    assert table.yen("Ann") == -50 * M
    assert table.round(Bob="gold").apples == (2, 2, 0, None)


def test_ge15_a_cast_ends_with_its_round() -> None:
    table = Table().baskets()
    table.all_cast("gold", Dee="silver", Eve="silver")
    assert "no cast yet" in table.status("Ann")
    assert table.close().public("time_bank")[0]["players"] == list(table.names)


def test_ge16_when_drop_outs_leave_two_the_game_ends_there_and_no_period_is_used() -> None:
    table = Table(periods=1).baskets()
    for name in ("Ann", "Bob", "Cid"):
        table.correct(name, periods=-1)
    turn = table.round(Dee="silver")
    assert turn.kinds == ["out", "out", "out", "result"]
    assert turn.result == ("two_left", ["Dee", "Eve"])
    assert table.held("Eve")["periods"] == 1
    assert set(turn.host) == {"yen"}


def test_ge17_each_player_whose_cast_was_scored_learns_the_own_score_with_its_parts() -> None:
    table = Table().baskets("gs")
    turn = table.all_cast("gold", Ann="gold pink", Bob="gold pink", Dee="silver black", Eve="silver")
    assert list(turn.scores()) == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    assert turn.scores()["Ann"] == {
        "points": 1.5, "colour": 1.5, "special": 0, "basket": 0, "pink": 0, "next": "silver", "pinks": 2, "periods": 2,
    }  # fmt: skip


def test_ge18_two_left_more_points_then_more_yen_then_shared() -> None:
    def left(points: float, yen: int) -> tuple[str, list[str]] | None:
        table = Table(("Ann", "Bob", "Cid"), periods=0).baskets()
        table.correct("Ann", points=points, yen=yen)
        return table.round(Ann="gold", Bob="gold").result

    assert left(0.5, -1) == ("two_left", ["Ann"])
    assert left(0, -1) == ("two_left", ["Bob"])
    assert left(0, 0) == ("two_left", ["Ann", "Bob"])


def test_ge18_one_left_wins_and_none_left_is_nobodys_win() -> None:
    table = Table(("Ann", "Bob", "Cid"), periods=0).baskets()
    assert table.round(Bob="gold").result == ("one_left", ["Bob"])
    table = Table(("Ann", "Bob", "Cid"), periods=0).baskets()
    before = [table.yen(name) for name in table.names]
    assert table.round().result == ("none_left", [])
    assert [table.yen(name) for name in table.names] == [y - 100 * M for y in before]


def test_ge18_after_the_last_round_the_most_points_among_the_active_win() -> None:
    table = Table(rounds=2).baskets()
    table.correct("Eve", points=10)
    table.all_cast("gold", Dee="silver", Eve="silver black")
    turn = table.all_cast("gold", Bob="silver")
    assert turn.result == ("rounds", ["Ann", "Cid"])


def test_ge18_a_lone_white_comes_before_two_left() -> None:
    table = Table(("Ann", "Bob", "Cid")).baskets()
    table.correct("Ann", points=4)
    table.correct("Bob", points=9)
    turn = table.round(Ann="gold white", Bob="gold", Cid="silver black")
    assert turn.out == [("Cid", "black")]
    assert turn.result == ("white", ["Ann"])


def test_ge19_final_points_of_all_are_public_those_out_as_they_left_and_never_yen() -> None:
    table = Table(rounds=2).baskets()
    table.all_cast("gold", Dee="silver", Eve="silver black")
    table.correct("Eve", points=0.5)
    turn = table.all_cast("gold", Dee="silver")
    [facts] = turn.public("result")
    assert facts["points"] == {"Ann": 3, "Bob": 3, "Cid": 3, "Dee": -2, "Eve": -0.5}
    assert set(facts) == {"how", "winners", "points"}


def test_ge19_after_all_red_no_points_are_public() -> None:
    table = Table().baskets()
    assert table.all_cast("red").public("result")[0]["points"] is None


def test_ge20_the_winner_is_paid_by_all_the_others_the_odd_yen_by_the_first_of_them() -> None:
    table = Table(yen=[0] * 5, entry=0, prize=10).baskets()
    table.correct("Eve", points=4)
    table.all_cast("gold", Ann="silver", Bob="silver", Eve="gold white")
    assert [table.yen(name) for name in table.names] == [-3, -3, -2, -2, 10]


def test_ge20_by_the_option_each_of_the_others_pays_the_prize() -> None:
    table = Table(yen=[0] * 5, entry=0, prize=10, prize_from_each_loser=True).baskets()
    table.correct("Eve", points=4)
    table.all_cast("gold", Ann="silver", Bob="silver", Eve="gold white")
    assert [table.yen(name) for name in table.names] == [-10, -10, -10, -10, 40]


def test_ge20_a_lone_apple_among_reds_has_its_bonus_from_the_house() -> None:
    table = Table(yen=[0] * 5, entry=0, prize=8, lone_apple_bonus=100).baskets()
    assert table.all_cast("red", Bob="silver").result == ("lone_apple", ["Bob"])
    assert [table.yen(name) for name in table.names] == [-2, 108, -2, -2, -2]


def test_ge20_a_shared_win_is_shared_with_the_odd_yen_to_the_first_seats() -> None:
    table = Table(yen=[0] * 5, entry=0, prize=11, rounds=1).baskets()
    turn = table.all_cast("gold", Ann="silver", Bob="silver")
    assert turn.result == ("rounds", ["Cid", "Dee", "Eve"])
    assert [table.yen(name) for name in table.names] == [-6, -5, 4, 4, 3]


def test_ge20_where_everybody_shares_the_win_nobody_pays() -> None:
    table = Table(rounds=1).baskets()
    table.all_cast("gold")
    assert {table.yen(name) for name in table.names} == {50 * M}


def test_ge20_all_red_pays_every_active_player_from_the_house() -> None:
    table = Table(periods=0).baskets()
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")
    assert table.all_cast("red").result == ("all_red", ["Ann", "Bob", "Cid", "Dee"])
    assert [table.yen(name) for name in table.names] == [350 * M] * 4 + [-50 * M]


def test_ge21_accounts_are_locked_but_for_the_phase_after_all_red() -> None:
    table = Table(periods=0, transfer_hours=5).baskets()
    assert table.refusal("Ann", "transfer 1m Bob").startswith(reasons.ACCOUNTS_LOCKED)
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")
    turn = table.all_cast("red")
    assert (table.phase, turn.clock) == ("transfers", NewPhase(5))
    assert table.takes("Ann", "transfer 350m Eve")
    assert table.refusal("Ann", "transfer 1 Bob").startswith("That is more than you have: your balance is 0 yen.")
    assert table.takes("Eve", "transfer 1.5m Bob")  # those out too
    assert "no player #6" in table.refusal("Eve", "transfer 1 #6")
    assert table.refusal("Eve", "transfer 1 Eve").startswith(reasons.TRANSFER_SELF)
    assert table.refusal("Eve", "transfer 0 Bob").startswith(reasons.AMOUNT_POSITIVE)
    assert table.refusal("Bob", "extend").startswith(reasons.NO_TIME_BANK_NOW)
    assert table.close().clock == Over()
    assert [table.yen(name) for name in ("Ann", "Bob", "Eve")] == [0, 351_500_000, 298_500_000]


def test_ge22_a_phase_closes_early_only_when_all_have_something_legal_on_file() -> None:
    table = Table()
    for name in table.names:
        assert not GARDEN.all_in(table.state)
        table.send(name, "basket gg")
    assert GARDEN.all_in(table.state)
    table.close()
    for name in table.names:
        assert not GARDEN.all_in(table.state)
        table.send(name, "gold pink")
    assert GARDEN.all_in(table.state)
    table.correct("Ann", pinks=-3)
    assert not GARDEN.all_in(table.state)
    assert GARDEN.waiting(table.state) == (0,)
