"""One test, or a few, for each ruling on Ghost Ladder; the name begins with its number."""

from __future__ import annotations

import pytest

from games.draw import chance
from games.ghost_ladder.state import from_json, to_json
from games.marks import name
from games.ruleset import Longer, NewPhase, Over
from tests.games.ghost_ladder.table import (
    ANN,
    BOB,
    DAN,
    DEFAULTS,
    EVE,
    FAY,
    RULES,
    Table,
    by_name,
    ended_with,
    seeds,
)

# --- a round ----------------------------------------------------------------------------------------------------------


def test_gl1_three_players_are_enough() -> None:
    assert RULES.least_players == 3
    assert Table(0, 0, 0).phase.acting == (ANN, BOB, EVE)


def test_gl1_ten_thousand_can_play_a_round() -> None:
    state = RULES.open([{}] * 10_000, DEFAULTS, chance(1, 0)).state
    for seat in range(10_000):
        state = RULES.take(state, seat, str(seat % 100)).state
    facts = RULES.close(state, chance(1, 0)).notices[0].facts
    assert facts == {"round": 1, "total_height": 4950 * 100}


def test_gl2_a_rung_is_the_base_and_three_for_each_garnet_and_costs_just_that() -> None:
    table = Table(5, 0, 0)
    facts = table.rings(Ann="12 +2g", Bob="7")
    assert facts["submissions"] == by_name({ANN: 18, BOB: 7, EVE: 0})
    assert (table.holds(ANN, "height"), table.holds(ANN, "garnets")) == (88, 3)


def test_gl2_all_that_is_left_is_legal_and_one_more_is_not() -> None:
    table = Table(2, 2, 0)
    facts = table.rings(Ann="100 +2g", Bob="101")
    assert facts["submissions"] == by_name({ANN: 106, BOB: 0, EVE: 0})


def test_gl2_garnets_set_aside_for_a_score_check_are_not_free() -> None:
    table = Table(3, 3, 0)
    facts = table.rings(Ann="10 +1g; score", Bob="10 +2g; score")
    assert facts["submissions"] == by_name({ANN: 13, BOB: 0, EVE: 0})
    assert (table.holds(ANN, "garnets"), table.holds(BOB, "garnets")) == (0, 1)


def test_gl2_what_counts_is_what_is_held_at_the_deadline() -> None:
    table = Table(0, 0, 0)
    table.takes(ANN, "20 +1g")
    table.corrects(ANN, garnets=1)
    table.takes(BOB, "95")
    table.corrects(BOB, height=-10)
    assert table.rings()["submissions"] == by_name({ANN: 23, BOB: 0, EVE: 0})


@pytest.mark.parametrize("illegal", ["101", "12 +1g", "12.5", "12.01", "-3", "−0", "9" * 5000])
def test_gl3_an_illegal_submission_counts_as_0_whole(illegal: str) -> None:
    table = Table(0, 0, 0)
    facts = table.rings(Ann=illegal, Bob="4")
    assert facts["submissions"] == by_name({ANN: 0, BOB: 4, EVE: 0})
    assert facts["gained"][name(ANN)] == 0
    assert (table.holds(ANN, "height"), table.holds(ANN, "garnets")) == (100, 0)


def test_gl3_an_illegal_submission_is_0_for_the_next_ghost_too() -> None:
    table = Table(0, 0, 0)
    facts = table.plays({"Ann": "101", "Bob": "10"}, {"Ann": "20", "Bob": "20"})
    assert facts["ghosts"] == by_name({ANN: 10, BOB: 15, EVE: 0})


@pytest.mark.parametrize("text", ["12 +1g", "101", "-3", "12.5", "12.0", "12 +999g", "0"])
def test_gl4_the_answer_is_the_same_whatever_is_held_or_on_file(text: str) -> None:
    rich, poor, again = Table(9, 9, 9), Table(0, 0, 0, height=1), Table(0, 0, 0)
    again.takes(ANN, "rank; 3 +1g")
    said = {table.takes(seat, text) for table in (rich, poor, again) for seat in (ANN, EVE)}
    assert len(said) == 1


def test_gl4_the_answer_repeats_the_submission_and_names_the_round() -> None:
    table = Table(0, 0, 0)
    table.rings()
    assert table.takes(ANN, "SUBMIT 012 + 2 garnets").startswith("On file for round 2: **\x02~12 +2g\x03**.")


def test_gl4_asked_the_answer_is_true_and_says_why() -> None:
    table = Table(1, 0, 0)
    table.rings(Ann="85")
    table.takes(ANN, "18")
    for question in ("check", "status"):
        said = table.takes(ANN, question)
        assert "not legal" in said
        assert "you have 15 Height left" in said
        assert "- Garnets: 1" in said
    table.takes(ANN, "15 +1g")
    assert "**\x02~15 +1g\x03**, legal as things stand: rung 18." in table.takes(ANN, "check")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("check 101", "you have 100 Height left"),
        ("check 5 +2g", "you have 1 garnet free"),
        ("check -5", "without a sign"),
        ("check 5.5", "a whole number"),
        ("check 101 +2g", "you have 100 Height left and you have 1 garnet free"),
    ],
)
def test_gl4_asked_about_a_submission_it_is_judged_and_not_made(text: str, why: str) -> None:
    table = Table(1, 0, 0)
    table.takes(ANN, "7")
    before = table.state
    assert why in table.takes(ANN, text)
    assert table.state == before
    assert "legal as things stand: rung 21." in table.takes(ANN, "check 18 +1g")


def test_gl4_in_any_phase_asking_is_answered_and_no_round_open_is_said() -> None:
    choice = ended_with(9, 5, 5, 1)
    vote = ended_with(9, 5, 1, 1)
    over = ended_with(9, 5, 1)
    for table, phase in ((choice, "choice"), (vote, "vote"), (over, "over")):
        assert table.phase.name == phase
        assert "no round is open" in table.takes(BOB, "check 18 +2g")
        assert "- Height left: 100" in table.takes(BOB, "check")
        assert table.takes(BOB, "status") == table.takes(BOB, "check") == RULES.status(table.state, BOB)


def test_gl4_points_are_not_told_before_they_are_public() -> None:
    table = Table(0, 0, 0)
    table.rings(Ann="5")
    assert "oints" not in table.takes(ANN, "status")
    assert "- Points: 9" in ended_with(9, 5, 1).takes(ANN, "status")


def test_gl4_a_check_in_a_joined_message_sees_what_stands_before_it() -> None:
    assert "**\x02~14\x03**, legal" in Table(0, 0, 0).takes(ANN, "12; 14; check")


@pytest.mark.parametrize("unit", ["1\n", "101; ", "status\n", "check 5\n"])
def test_gl4_of_very_many_orders_in_one_message_only_the_last_ones_are_answered_one_by_one(unit: str) -> None:
    said = Table(0, 0, 0).takes(ANN, unit * 500)
    assert said.startswith("Before these I took 490 more, in order.\n")
    assert len(said) < 3_000
    assert "Before these" not in Table(0, 0, 0).takes(ANN, unit * 10)


def test_what_shows_nothing_is_not_repeated_as_if_it_did() -> None:
    for text in ("\u202e" * 3, "\u2066\u2069", ""):
        assert "I found nothing to read in that" in Table(0, 0, 0).refuses(ANN, text)


def test_gl5_what_cannot_be_read_changes_nothing_and_shows_how_to_write_it() -> None:
    table = Table(0, 0, 0, height=7)
    table.takes(ANN, "5")
    for text in ("submit", "twelve", "5 5", "12 +1", "14 please"):
        assert "`7 +1g`" in table.refuses(ANN, text)


def test_gl6_ghosts_submit_0_in_the_first_round() -> None:
    assert Table(0, 0, 0).rings(Ann="40")["ghosts"] == by_name({ANN: 0, BOB: 0, EVE: 0})


def test_gl6_a_half_is_rounded_toward_the_players_submission_before() -> None:
    table = Table(0, 0, 0)
    facts = table.plays({"Ann": "6", "Bob": "9", "Eve": "2"}, {"Ann": "10", "Bob": "4", "Eve": "9"})
    assert facts["ghosts"] == by_name({ANN: 8, BOB: 7, EVE: 5})


def test_gl6_this_round_enters_as_the_base_and_the_one_before_as_the_whole_rung() -> None:
    table = Table(9, 0, 0)
    facts = table.plays({"Ann": "4 +2g"}, {"Ann": "6 +3g"})
    assert facts["ghosts"][name(ANN)] == 8


def test_gl6_by_the_option_this_round_enters_as_the_whole_rung_too() -> None:
    table = Table(9, 0, 0, ghost_follows_boost=True)
    facts = table.plays({"Ann": "4 +2g"}, {"Ann": "6 +3g"})
    assert facts["ghosts"][name(ANN)] == 12


def test_gl7_points_are_the_unbroken_run_down_from_the_own_rung() -> None:
    table = Table(0, 0, 0, 1)
    facts = table.plays({"Ann": "6", "Bob": "9", "Eve": "2"}, {"Ann": "10", "Bob": "4", "Eve": "9", "Dan": "4 +1g"})
    assert facts["ghosts"] == by_name({ANN: 8, BOB: 7, EVE: 5, DAN: 2})
    assert facts["gained"] == by_name({ANN: 4, BOB: 1, EVE: 3, DAN: 1})


def test_gl7_height_0_makes_no_rung_and_the_ladder_is_new_each_round() -> None:
    table = Table(0, 0, 0)
    facts = table.plays({"Ann": "1", "Bob": "2"}, {"Ann": "0", "Eve": "3"})
    assert facts["gained"] == by_name({ANN: 0, BOB: 0, EVE: 1})
    assert facts["ghosts"] == by_name({ANN: 1, BOB: 1, EVE: 1})


def test_gl8_public_after_a_round_are_its_number_and_the_total_of_the_players_rungs() -> None:
    table = Table(1, 0, 0)
    table.plays({"Ann": "10"}, {"Ann": "5 +1g", "Bob": "7", "Eve": "101"})
    assert table.kinds() == ["round"]
    assert table.facts("round") == {"round": 2, "total_height": 15}
    assert table.clock == NewPhase(24)


# --- checks -----------------------------------------------------------------------------------------------------------


def test_gl9_a_rank_is_one_and_the_number_of_players_with_more_points() -> None:
    table = Table(0, 0, 0, 0)
    table.rings(Ann="1; rank", Bob="2; rank", Eve="2; rank", Dan="rank")
    assert [table.facts("rank", seat)["rank"] for seat in (ANN, BOB, EVE, DAN)] == [3, 1, 1, 4]


def test_gl9_answers_count_the_round_that_closed_and_go_to_the_asker_alone() -> None:
    table = Table(2, 0, 0)
    table.rings(Ann="3 score rank", Bob="2", Eve="1")
    assert table.facts("score", ANN) == {"points": 3}
    assert table.kinds(ANN) == ["rank", "score"]
    assert table.kinds(BOB) == table.kinds(EVE) == []


def test_gl9_two_rank_checks_in_a_match() -> None:
    table = Table(0, 0, 0)
    table.plays({"Ann": "rank"}, {"Ann": "rank"})
    assert "no rank check left" in table.refuses(ANN, "rank")


def test_gl9_without_rank_checks_there_are_none() -> None:
    assert "no rank checks" in Table(0, 0, 0, rank_checks=0).refuses(ANN, "rank")


def test_gl9_the_nth_score_check_costs_n_times_two() -> None:
    table = Table(11, 0, 0)
    for left in (9, 5):
        table.rings(Ann="score")
        assert table.holds(ANN, "garnets") == left
    assert "costs 6 garnets, and you hold 5 garnets" in table.refuses(ANN, "score")


def test_gl9_taken_back_the_garnets_return_and_the_use_is_not_counted() -> None:
    table = Table(2, 0, 0, rank_checks=1)
    table.rings(Ann="rank score; cancel rank; cancel score; 4 +2g")
    assert table.kinds(ANN) == []
    assert table.holds(ANN, "garnets") == 0
    assert table.holds(ANN, "points") == 1
    assert "None left after this one" in table.takes(ANN, "rank")


def test_gl9_one_of_each_in_a_round() -> None:
    table = Table(9, 0, 0)
    table.takes(ANN, "rank score")
    assert "once in a round" in table.refuses(ANN, "rank")
    assert "once in a round" in table.refuses(ANN, "score")
    assert "once in a round" in table.refuses(BOB, "rank rank")


def test_gl9_neither_in_the_last_round() -> None:
    table = Table(9, 0, 0, rounds=1)
    for check in ("rank", "score"):
        assert "the last one" in table.refuses(ANN, check)


def test_gl9_a_check_may_make_the_submission_on_file_illegal_and_nobody_says_so() -> None:
    table, other = Table(2, 0, 0), Table(9, 0, 0)
    table.takes(ANN, "4 +2g")
    other.takes(ANN, "4 +2g")
    assert table.takes(ANN, "score") == other.takes(ANN, "score")
    assert "you have 0 garnets free" in table.takes(ANN, "check")
    assert table.rings()["submissions"][name(ANN)] == 0


# --- the end ----------------------------------------------------------------------------------------------------------


def test_gl10_each_full_twenty_points_bring_a_garnet() -> None:
    table = ended_with(40, 39, 19, -41)
    assert [table.holds(seat, "garnets") for seat in range(4)] == [2, 1, 0, 0]


def test_gl10_the_hosts_facts_of_the_last_round_have_the_garnets_after_it() -> None:
    table = Table(1, 0, 0, rounds=1, points_per_garnet=3)
    facts = table.rings(Ann="3", Bob="2", Eve="1")
    assert facts["garnets"] == by_name({ANN: 2, BOB: 0, EVE: 0})


@pytest.mark.parametrize(
    ("points", "tokens"),
    [
        ((9, 5, 1), {ANN: 2, BOB: 1}),
        ((5, 9, 1), {ANN: 1, BOB: 2}),
        ((9, 1, 9), {ANN: 1, EVE: 1}),
        ((9, 9, 9, 9, 1), {ANN: 1, BOB: 1, EVE: 1, DAN: 1}),
        ((0, 0, 0), {ANN: 1, BOB: 1, EVE: 1}),
    ],
)
def test_gl11_tokens_of_life(points: tuple[int, ...], tokens: dict[int, int]) -> None:
    table = ended_with(*points)
    assert table.facts("tokens") == {"tokens": by_name(tokens), "void": False}
    assert [table.holds(seat, "tokens") for seat in range(len(points))] == [
        tokens.get(seat, 0) for seat in range(len(points))
    ]


def test_gl11_five_tied_for_first_make_all_void() -> None:
    table = ended_with(9, 9, 9, 9, 9, 1)
    assert table.facts("tokens") == {"tokens": {}, "void": True}


@pytest.mark.parametrize(("keeps_two", "own"), [(False, 1), (True, 2)])
def test_gl11_tied_for_second_the_winner_chooses(keeps_two: bool, own: int) -> None:
    table = ended_with(5, 9, 5, 1, tied_second_winner_keeps_two=keeps_two)
    assert table.kinds() == ["round", "final"]
    assert table.asked("choice") == [BOB]
    assert table.facts("choice", BOB) == {"among": [name(ANN), name(EVE)]}
    facts = table.rings(Bob="choose Eve")
    assert table.facts("tokens") == {"tokens": by_name({BOB: own, EVE: 1}), "void": False}
    assert facts == {"chosen": name(EVE), "drawn": False}


def test_gl12_the_choice_takes_the_vote_hours_and_may_be_changed_or_withdrawn() -> None:
    table = ended_with(9, 5, 5, 1, vote_hours=1.5)
    assert (table.clock, table.phase.name, table.phase.acting) == (NewPhase(1.5), "choice", (ANN,))
    table.takes(ANN, "choose Bob")
    table.takes(ANN, "withdraw")
    table.refuses(ANN, "withdraw")
    table.takes(ANN, "choose Bob; choose #3")
    assert table.rings()["chosen"] == name(EVE)


def test_gl12_only_the_winner_chooses_and_only_among_the_tied() -> None:
    table = ended_with(9, 5, 5, 1)
    assert "the winner's alone" in table.refuses(BOB, "choose Bob")
    assert "not among the tied" in table.refuses(ANN, "choose Dan")
    assert "not among the tied" in table.refuses(ANN, "choose Ann")
    assert "no vote now" in table.refuses(ANN, "vote Bob")


def test_gl12_without_a_choice_it_is_drawn_among_the_tied() -> None:
    def drawn(seed: int) -> str:
        table = ended_with(9, 5, 5, 1, seed=seed)
        facts = table.rings()
        assert facts["drawn"] is True
        assert table.facts("tokens")["tokens"] == {name(ANN): 1, facts["chosen"]: 1}
        return str(facts["chosen"])

    assert seeds(drawn) == {name(BOB), name(EVE)}


def test_gl13_the_fewest_points_alone_need_no_vote() -> None:
    table = ended_with(9, 5, 1)
    assert table.facts("candidate") == {"player": name(EVE), "how": "points"}
    assert (table.clock, table.phase.name) == (Over(), "over")


def test_gl13_several_tied_are_voted_on_by_those_who_won_a_token() -> None:
    table = ended_with(9, 5, 1, 1)
    assert table.asked("vote") == [ANN, BOB]
    assert table.facts("vote", ANN) == {"among": [name(EVE), name(DAN)]}
    assert (table.clock, table.phase.acting) == (NewPhase(24), (ANN, BOB))
    assert "have a vote" in table.refuses(EVE, "vote Dan")
    assert "not among the tied" in table.refuses(ANN, "vote Bob")
    facts = table.rings(Ann="vote Eve; vote Dan")
    assert facts == {"votes": by_name({ANN: name(DAN)})}
    assert table.facts("candidate") == {"player": name(DAN), "how": "vote"}


def test_gl13_the_one_chosen_under_gl12_has_a_vote() -> None:
    table = ended_with(9, 5, 5, 1, 1)
    table.rings(Ann="choose Eve")
    assert table.asked("vote") == [ANN, EVE]
    assert table.kinds() == ["tokens"]


def test_gl13_a_vote_can_be_changed_and_withdrawn_and_name_oneself() -> None:
    table = ended_with(7, 7, 7)
    table.takes(ANN, "vote Ann")
    table.takes(BOB, "vote Eve")
    table.takes(EVE, "vote Eve")
    table.takes(EVE, "withdraw")
    table.takes(BOB, "vote Ann")
    table.rings()
    assert table.facts("candidate") == {"player": name(ANN), "how": "vote"}


def test_gl13_equal_votes_are_decided_by_the_voters_garnets_with_those_for_points() -> None:
    table = ended_with(40, 20, 1, 1, garnets=(0, 2, 9, 9))
    table.rings(Ann="vote Eve", Bob="vote Dan")
    assert [table.holds(ANN, "garnets"), table.holds(BOB, "garnets")] == [2, 3]
    assert table.facts("candidate") == {"player": name(DAN), "how": "garnets"}


def test_gl13_equal_garnets_leave_it_to_chance_among_the_equal() -> None:
    def drawn(seed: int) -> str:
        table = ended_with(9, 5, 1, 1, 1, seed=seed)
        table.rings(Ann="vote Eve", Bob="vote Fay")
        assert table.facts("candidate")["how"] == "draw"
        return str(table.facts("candidate")["player"])

    assert seeds(drawn) == {name(EVE), name(FAY)}


def test_gl13_garnets_count_only_among_those_with_the_most_votes() -> None:
    table = ended_with(9, 9, 9, 9, 1, 1, 1, garnets=(0, 0, 0, 99, 0, 0, 0))
    table.rings(Ann="vote Fay", Bob="vote Fay", Dan="vote Gus")
    assert table.facts("candidate") == {"player": name(FAY), "how": "vote"}


def test_gl13_nobody_votes_and_it_is_drawn_among_the_tied() -> None:
    def drawn(seed: int) -> str:
        table = ended_with(9, 5, 1, 1, seed=seed)
        assert table.rings() == {"votes": {}}
        return str(table.facts("candidate")["player"])

    assert seeds(drawn) == {name(EVE), name(DAN)}


def test_gl13_without_voters_there_is_no_vote_phase() -> None:
    table = ended_with(9, 9, 9, 9, 9, 1, 1)
    assert table.kinds() == ["round", "final", "tokens", "candidate"]
    assert table.facts("candidate")["how"] == "draw"
    assert table.clock == Over()


def test_gl14_the_final_scoreboard_is_highest_first_and_equals_in_seat_order() -> None:
    table = ended_with(1, 9, 5, 9, 5)
    assert table.facts("final") == {
        "scoreboard": [[name(BOB), 9], [name(DAN), 9], [name(EVE), 5], [name(FAY), 5], [name(ANN), 1]]
    }


def test_gl14_the_public_order_is_round_final_tokens_candidate() -> None:
    assert ended_with(9, 5, 1).kinds() == ["round", "final", "tokens", "candidate"]
    waiting = ended_with(9, 5, 5)
    assert waiting.kinds() == ["round", "final"]
    waiting.rings()
    assert waiting.kinds() == ["tokens"]
    waiting.rings()
    assert waiting.kinds() == ["candidate"]


def test_gl15_only_tokens_won_in_the_match_are_counted_and_paid() -> None:
    table = ended_with(9, 5, 1, garnets=(1, 2, 3))
    assert RULES.payout(table.state) == [
        {"garnets": 1, "tokens": 2},
        {"garnets": 2, "tokens": 1},
        {"garnets": 3, "tokens": 0},
    ]


def test_gl16_a_round_runs_its_hours_and_no_message_moves_the_clock() -> None:
    table = Table(0, 0, 0, round_hours=2.5)
    assert table.clock == NewPhase(2.5)
    for seat in (ANN, BOB, EVE):
        table.takes(seat, "1")
        assert table.clock is None
    assert not isinstance(table.clock, Longer)


# --- common to both rulesets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["14; twelve", "14\nrank\nrank", "14; withdraw; withdraw", "rank; choose Bob", "14; submit"]
)
def test_c1_a_message_is_taken_whole_or_not_at_all(text: str) -> None:
    table = Table(0, 0, 0)
    table.takes(ANN, "7")
    table.refuses(ANN, text)
    assert table.rings()["submissions"][name(ANN)] == 7


def test_c2_a_player_who_is_out_may_only_ask_for_status() -> None:
    table = Table(0, 0, 0)
    table.removes(ANN)
    for text in ("12", "check", "check 12", "rank", "withdraw", "vote Bob", "hello", "", "status; check"):
        assert "You are out" in table.refuses(ANN, text)
    assert "You are out" in table.takes(ANN, "status")
    assert RULES.form(table.state, ANN) is None


def test_c3_all_in_means_every_player_still_in_has_a_submission_on_file() -> None:
    table = Table(0, 0, 0)
    table.takes(ANN, "101")
    table.takes(BOB, "rank")
    assert RULES.waiting(table.state) == (BOB, EVE)
    table.takes(BOB, "0")
    assert not RULES.all_in(table.state)
    table.removes(EVE)
    assert RULES.all_in(table.state)
    table.takes(BOB, "withdraw")
    assert not RULES.all_in(table.state)


def test_c3_the_option_does_nothing_in_the_choice_and_the_vote() -> None:
    table = ended_with(9, 5, 5, 1, 1)
    assert RULES.waiting(table.state) == (ANN,)
    table.takes(ANN, "choose Bob")
    assert not RULES.all_in(table.state)
    assert RULES.waiting(table.state) == ()
    table.rings()
    table.takes(ANN, "vote Dan")
    assert RULES.waiting(table.state) == (BOB,)
    table.takes(BOB, "vote Dan")
    assert not RULES.all_in(table.state)


def test_c3_a_new_round_has_nothing_on_file() -> None:
    table = Table(0, 0, 0)
    table.rings(Ann="1", Bob="1", Eve="1")
    assert not RULES.all_in(table.state)
    assert RULES.waiting(table.state) == (ANN, BOB, EVE)


def test_c4_a_correction_is_added_and_told_without_a_word_on_legality() -> None:
    legal, illegal = Table(3, 0, 0), Table(3, 0, 0)
    legal.takes(ANN, "10 +1g")
    illegal.takes(ANN, "100 +3g")
    for table in (legal, illegal):
        assert table.corrects(ANN, garnets=-1, height=-5, points=2).accepted
        assert table.facts("correction", ANN) == {"garnets": -1, "height": -5, "points": 2}
        assert [table.holds(ANN, what) for what in ("garnets", "height", "points")] == [2, 95, 2]
    assert legal.said == illegal.said


def test_c4_corrected_points_count_in_the_answers_of_the_open_round() -> None:
    table = Table(2, 0, 0)
    table.takes(ANN, "1 score rank")
    table.corrects(BOB, points=7)
    table.corrects(ANN, points=2)
    table.rings()
    assert table.facts("score", ANN) == {"points": 3}
    assert table.facts("rank", ANN) == {"rank": 2}


@pytest.mark.parametrize(
    "deltas",
    [{"height": -101}, {"garnets": -2}, {"yen": 1}, {}, {"points": 0.5}, {"height": 1.0}, {"height": 5, "garnets": -9}],
)
def test_c4_what_it_does_not_allow_is_refused_whole(deltas: dict[str, float]) -> None:
    table = Table(3, 0, 0)
    table.takes(ANN, "score")
    before = table.state
    assert not table.corrects(ANN, **deltas).accepted
    assert (table.state, table.said) == (before, [])


def test_c4_garnets_can_fall_to_those_set_aside_and_points_below_0() -> None:
    table = Table(3, 0, 0)
    table.takes(ANN, "score")
    assert table.corrects(ANN, garnets=-1, height=-100, points=-4).accepted
    table.rings()
    assert [table.holds(ANN, what) for what in ("garnets", "height", "points")] == [0, 0, -4]


def test_c4_after_the_last_round_only_garnets_can_be_corrected_and_count_in_the_vote() -> None:
    table = ended_with(9, 5, 1, 1)
    assert not table.corrects(ANN, points=1).accepted
    assert not table.corrects(ANN, height=1, garnets=1).accepted
    assert table.corrects(BOB, garnets=1).accepted
    table.rings(Ann="vote Eve", Bob="vote Dan")
    assert table.facts("candidate") == {"player": name(DAN), "how": "garnets"}
    assert table.corrects(BOB, garnets=-1).accepted


def test_c5_the_numbers_have_the_names_defaults_and_bounds_of_the_table() -> None:
    table = {option.name: (option.default, option.least, option.most) for option in RULES.options}
    assert table == {
        "rounds": (7, 1, 50),
        "round_hours": (24, 1 / 60, 720),
        "vote_hours": (24, 1 / 60, 720),
        "height": (100, 1, 1_000_000),
        "garnet_boost": (3, 1, 1_000),
        "rank_checks": (2, 0, 50),
        "score_check_cost": (2, 0, 1_000),
        "points_per_garnet": (20, 1, 1_000_000),
        "ghost_follows_boost": (False, 0, 0),
        "tied_second_winner_keeps_two": (False, 0, 0),
        "close_when_all_in": (False, 0, 0),
    }


def test_c5_every_number_is_played_by() -> None:
    table = Table(5, 0, 0, rounds=2, height=30, garnet_boost=5, rank_checks=1, score_check_cost=1, points_per_garnet=1)
    facts = table.rings(Ann="10 +1g rank score", Bob="31")
    assert facts["submissions"] == by_name({ANN: 15, BOB: 0, EVE: 0})
    assert facts["garnets"][name(ANN)] == 3
    assert facts["height"] == by_name({ANN: 20, BOB: 30, EVE: 30})
    facts = table.rings(Ann="20")
    assert facts["garnets"][name(ANN)] == 5
    assert table.facts("final")["scoreboard"][0] == [name(ANN), 2]


def test_c6_a_removed_seat_stays_and_submits_0_in_the_open_round_too() -> None:
    table = Table(0, 0, 0)
    table.rings(Ann="6", Bob="3")
    table.takes(ANN, "20")
    assert table.removes(ANN).accepted
    facts = table.rings(Bob="3")
    assert facts["submissions"] == by_name({ANN: 0, BOB: 3, EVE: 0})
    assert facts["ghosts"][name(ANN)] == 3
    assert facts["points"][name(ANN)] == 1
    assert table.phase.playing == table.phase.acting == (BOB, EVE)


def test_c6_a_check_asked_for_before_is_paid_and_answered() -> None:
    table = Table(2, 0, 0)
    table.takes(ANN, "5; score rank")
    table.removes(ANN)
    table.rings()
    assert table.facts("score", ANN) == {"points": 0}
    assert table.facts("rank", ANN) == {"rank": 1}
    assert table.holds(ANN, "garnets") == 0


def test_c6_a_removed_winner_cannot_choose_and_the_choice_is_drawn() -> None:
    table = ended_with(9, 5, 5, 1)
    table.takes(ANN, "choose Bob")
    table.removes(ANN)
    assert table.phase.acting == RULES.waiting(table.state) == ()
    assert table.rings()["drawn"] is True


def test_c6_a_removed_voters_vote_is_dropped_and_the_vote_is_held_all_the_same() -> None:
    table = ended_with(9, 5, 1, 1)
    table.takes(ANN, "vote Eve")
    table.removes(ANN)
    assert table.rings(Bob="vote Dan") == {"votes": by_name({BOB: name(DAN)})}
    assert table.facts("candidate") == {"player": name(DAN), "how": "vote"}


def test_c6_those_out_before_are_not_asked_and_the_phases_are_held() -> None:
    table = Table(0, 0, 0, 0, 0, rounds=1)
    for seat, points in enumerate((9, 5, 5, 1, 1)):
        table.corrects(seat, points=points)
    table.removes(ANN)
    table.rings()
    assert (table.phase.name, table.asked("choice"), table.clock) == ("choice", [], NewPhase(24))
    table.rings()
    assert (table.phase.name, len(table.asked("vote")), table.phase.acting != ()) == ("vote", 1, True)


def test_c6_a_seat_that_is_out_or_a_match_that_is_over_cannot_be_removed_from() -> None:
    table = Table(0, 0, 0)
    table.removes(ANN)
    assert not table.removes(ANN).accepted
    assert not ended_with(9, 5, 1).removes(EVE).accepted


def test_when_the_match_is_over_orders_are_refused_and_it_cannot_be_closed_again() -> None:
    table = ended_with(9, 5, 1)
    for text in ("12", "rank", "cancel score", "withdraw", "choose Bob", "vote Bob"):
        assert "The match is over" in table.refuses(ANN, text)
    with pytest.raises(ValueError, match="over"):
        RULES.close(table.state, chance(1, 9))


# --- least disclosure -------------------------------------------------------------------------------------------------


def test_l1_matches_with_equal_public_facts_have_equal_public_posts() -> None:
    one, other = Table(9, 9, 9, 9), Table(0, 0, 0, 0)
    one.rings(Ann="10 +1g score rank", Bob="7", Eve="200")
    other.rings(Dan="20")
    assert [n for n in one.said if n.audience == "public"] == [n for n in other.said if n.audience == "public"]
    assert one.clock == other.clock
    assert one.phase == other.phase


def test_l1_what_everybody_sees_of_an_open_round_does_not_move_with_what_is_sent() -> None:
    table = Table(2, 0, 0)
    before = table.phase
    table.takes(ANN, "12 +1g rank")
    assert (table.phase, table.said, table.clock) == (before, [], None)


def test_l1_after_a_round_a_player_hears_nothing_that_was_not_asked_for() -> None:
    table = Table(2, 0, 0)
    table.rings(Ann="12 +1g", Bob="500", Eve="3")
    assert {n.audience for n in table.said} == {"public", "host"}


def test_l1_a_form_is_the_same_whatever_is_left() -> None:
    rich, poor = Table(9, 0, 0), Table(0, 0, 0)
    poor.rings(Ann="100")
    rich.rings(Ann="101")
    assert RULES.form(rich.state, ANN) == RULES.form(poor.state, ANN)


# --- state as data ----------------------------------------------------------------------------------------------------


def test_state_survives_json_exactly_in_every_phase() -> None:
    table = Table(3, 0, 0, round_hours=1.25, rounds=2)
    seen = [table.state]
    table.takes(ANN, "0012.50 +2g rank score")
    seen.append(table.state)
    table.removes(BOB)
    table.corrects(EVE, points=4, garnets=1)
    seen += [table.state, ended_with(9, 5, 5).state, ended_with(9, 5, 1, 1).state, ended_with(9, 5, 1).state]
    assert [from_json(to_json(state)) for state in seen] == seen
    assert [RULES.from_json(RULES.to_json(state)) for state in seen] == seen
