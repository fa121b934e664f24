"""The words: public ones a function of kind and facts alone, private ones exact, the briefing true to the options."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.options import completed
from games.ruleset import PUBLIC
from tests.games.ghost_ladder.table import ANN, BOB, DEFAULTS, EVE, RULES, Table, ended_with

# --- public -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "facts", "text"),
    [
        (
            "round",
            {"round": 2, "total_height": 102},
            "## Round 2 has closed\nAll the players' rungs, garnets included, add up to\n# 102",
        ),
        (
            "final",
            {"scoreboard": [["Ann", 9], ["Eve", 9], ["Bob", 4]]},
            "The ghosts have gone home and the ladder is coming down. **The final scoreboard:**\n"
            "- Ann: **9**\n- Eve: **9**\n- Bob: **4**",
        ),
        (
            "tokens",
            {"tokens": {"Ann": 1, "Bob": 2}, "void": False},
            "**Tokens of Life**, with the Dealer's compliments:\n- Bob: **2**\n- Ann: **1**",
        ),
        (
            "tokens",
            {"tokens": {}, "void": True},
            "**The Tokens of Life are void.** Five or more share the top rung, and it does not carry that many.",
        ),
        (
            "candidate",
            {"player": "Bob", "how": "points"},
            "**The Elimination Candidate is Bob**, alone with the fewest points. Mind the step.",
        ),
    ],
)
def test_public_posts_say_the_facts_and_no_more(kind: str, facts: dict[str, Any], text: str) -> None:
    assert RULES.say(kind, facts) == text


def test_each_way_to_find_the_candidate_is_told_apart() -> None:
    ways = ["points", "vote", "garnets", "draw"]
    assert len({RULES.say("candidate", {"player": "Bob", "how": how}) for how in ways}) == 4


def test_every_public_notice_is_said_by_say() -> None:
    table = ended_with(9, 5, 5, 1, 1)
    said = list(table.said)
    for _ in ("choice", "vote"):
        table.rings()
        said += table.said
    public = [n for n in said if n.audience == PUBLIC]
    assert [n.kind for n in public] == ["round", "final", "tokens", "candidate"]
    assert [n.text for n in public] == [RULES.say(n.kind, n.facts) for n in public]


# --- private ----------------------------------------------------------------------------------------------------------


def test_answers_to_checks_name_the_round_that_is_counted() -> None:
    table = Table(2, 0, 0)
    table.rings(Ann="1 rank score")
    assert [n.text for n in table.said if n.audience == ANN] == [
        "Your rank check: after round 1 you are number **1** on the scoreboard.",
        "Your score check: after round 1 you have **1** point.",
    ]


def test_those_who_are_asked_hear_among_whom_how_and_what_silence_brings() -> None:
    choice, vote = ended_with(9, 5, 5, 1), ended_with(9, 5, 1, 1)
    (asked,) = [n.text for n in choice.said if n.kind == "choice"]
    assert "\x022\x03 and \x023\x03" in asked
    assert "`choose \x02=2\x03`" in asked
    assert "the lot decides" in asked
    (asked, same) = [n.text for n in vote.said if n.kind == "vote"]
    assert asked == same
    assert "`vote \x02=3\x03`" in asked


def test_a_correction_says_what_was_added_with_its_sign() -> None:
    table = Table(5, 0, 0)
    table.corrects(ANN, garnets=-2, height=3, points=1)
    assert [n.text for n in table.said] == [
        "The host has corrected what you hold: **garnets -2, Height +3, points +1**."
    ]


def test_status_tells_everything_the_seat_may_know_and_what_is_set_aside() -> None:
    table = Table(6, 0, 0)
    table.rings(Ann="10 score rank")
    table.takes(ANN, "12 +1g; score")
    assert RULES.status(table.state, ANN) == (
        "On file for round 2: **\x02~12 +1g\x03**, not legal as things stand, so it would count as 0: "
        "you have 0 garnets free for it.\n"
        "- Height left: 90\n"
        "- Garnets: 4, 4 of them set aside for your score check\n"
        "- Rank check: not asked for in this round; 1 left\n"
        "- Score check: asked for in this round, for 4 garnets"
    )


def test_status_without_anything_on_file() -> None:
    assert RULES.status(Table(1, 0, 0).state, ANN) == (
        "On file for round 1: **nothing**, which is 0.\n"
        "- Height left: 100\n"
        "- Garnets: 1\n"
        "- Rank check: not asked for in this round; 2 left\n"
        "- Score check: not asked for in this round; the next one costs 2 garnets"
    )


def test_status_in_the_choice_the_vote_and_after_the_end() -> None:
    choice = ended_with(9, 5, 5, 1, 1)
    assert "Your choice on file: **nobody yet**" in RULES.status(choice.state, ANN)
    choice.takes(ANN, "choose Eve")
    assert "Your choice on file: **\x023\x03**" in RULES.status(choice.state, ANN)
    assert "on file" not in RULES.status(choice.state, EVE)
    choice.rings()
    assert RULES.status(choice.state, EVE) == (
        "The rounds are over; the vote is open.\nYour vote on file: **nobody yet**\n"
        "- Points: 5\n- Tokens of Life: 1\n- Height left: 100\n- Garnets: 0"
    )
    choice.rings()
    assert RULES.status(choice.state, BOB).startswith("The match is over.\n- Points: 5\n- Tokens of Life: 0")


def test_a_host_who_looks_sees_what_is_held_and_on_file() -> None:
    table = Table(2, 0, 0)
    table.takes(ANN, "12 rank score")
    table.takes(BOB, "101")
    table.removes(EVE)
    ann, bob, eve = RULES.look(table.state).splitlines()
    assert "12" in ann
    assert "rank check asked for, score check asked for" in ann
    assert "not legal" in bob
    assert eve.endswith(", out")


def test_a_host_who_looks_sees_the_votes() -> None:
    table = ended_with(9, 5, 1, 1)
    table.takes(BOB, "vote Dan")
    assert "vote: \x024\x03" in RULES.look(table.state).splitlines()[BOB]


# --- the phase --------------------------------------------------------------------------------------------------------


def test_a_phase_has_rec_ords_name_and_a_title_for_people() -> None:
    shown = [
        Table(0, 0, 0).phase,
        ended_with(9, 5, 5, 1).phase,
        ended_with(9, 5, 1, 1).phase,
        ended_with(9, 5, 1).phase,
    ]
    assert [(p.name, p.title) for p in shown] == [
        ("round 1", "Round 1 of 7"),
        ("choice", "The winner's choice"),
        ("vote", "The vote"),
        ("over", "The match is over"),
    ]


@pytest.mark.parametrize("height", [1, 11, 12, 1_000_000])
def test_the_examples_of_a_round_are_taken_and_legal_under_the_options(height: int) -> None:
    table = Table(1, 0, 0, height=height)
    for example in table.phase.examples:
        table.takes(ANN, example)
        assert ", legal as things stand" in table.takes(ANN, "check")


def test_the_examples_of_a_choice_and_a_vote_are_taken() -> None:
    for table in (ended_with(9, 5, 5, 1), ended_with(9, 5, 1, 1)):
        for example in table.phase.examples:
            table.takes(ANN, re.sub("\x02=(.)\x03", r"#\1", example))


def test_how_to_write_names_the_checks_that_there_are() -> None:
    def told(**options: Any) -> str:
        return Table(0, 0, 0, **options).refuses(ANN, "twelve")

    assert "Checks: `rank`, `score`." in told()
    assert "Check: `score`." in told(rank_checks=0)
    assert "`score`" not in told(rounds=1)


def test_the_candidate_by_garnets_is_told_by_whose_voters_hold_the_most() -> None:
    told = RULES.say("candidate", {"player": "Bob", "how": "garnets"})
    assert "tied for the fewest points and for the most votes, whose voters hold the most garnets" in told


# --- the briefing -----------------------------------------------------------------------------------------------------

OPTIONS = st.fixed_dictionaries(
    {
        option.name: st.booleans()
        if isinstance(option.default, bool)
        else st.floats(option.least, option.most)
        if option.unit == "hours"
        else st.integers(int(option.least), int(option.most)) | st.just(int(option.least))
        for option in RULES.options
    }
)


@given(OPTIONS)
def test_a_briefing_fits_its_pages_under_all_options(options: dict[str, Any]) -> None:
    pages = RULES.briefing(completed(RULES.options, options))
    assert all(0 < len(page) <= 1_800 for page in pages)


@pytest.mark.parametrize(
    ("options", "ladder", "points"),
    [
        ({}, "10, 9, 8, 7, 5", "Ann 4 points, Bob 1 point and Eve 3 points"),
        ({"ghost_follows_boost": True}, "10, 9, 8, 7, 5", "Ann 4 points, Bob 1 point and Eve 3 points"),
        ({"garnet_boost": 4}, "10, 9, 8, 7, 5", "Ann 4 points, Bob 2 points and Eve 3 points"),
        ({"height": 15}, "4, 3, 2", "Ann 2 points, Bob 3 points and Eve 1 point"),
        ({"rounds": 1}, "4, 3, 2", "Ann 2 points, Bob 3 points and Eve 1 point"),
        ({"height": 1, "garnet_boost": 9}, "10, 1", "Ann 1 point, Bob 1 point and Eve 0 points"),
    ],
)
def test_the_worked_example_is_worked_out_under_the_options(options: dict[str, Any], ladder: str, points: str) -> None:
    page = RULES.briefing({**DEFAULTS, **options})[1]
    assert f"- The ladder: {ladder}\n- {points}\n" in page


def test_the_worked_example_is_what_the_rules_bring() -> None:
    table = Table(0, 1, 0)
    facts = table.plays({"Ann": "6", "Bob": "9", "Eve": "2"}, {"Ann": "10", "Bob": "4 +1g", "Eve": "9"})
    assert list(facts["ghosts"].values()) == [8, 7, 5]
    assert list(facts["gained"].values()) == [4, 1, 3]
    assert "their ghosts are at 8, 7 and 5" in RULES.briefing(DEFAULTS)[1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 3, "round_hours": 36}, "**3 rounds** of 36 hours each"),
        ({"rounds": 1}, "**One round** of 24 hours\n"),
        ({"height": 60}, "**60 Height**"),
        ({"height": 5}, "▶ `5`, or with a garnet `5 +1g`"),
        ({"garnet_boost": 4}, "A higher rung: 4 for each garnet"),
        ({"rank_checks": 0}, "`rank`, your place: not in this match"),
        ({"rank_checks": 0}, "One a round, none in the last; `cancel score` takes it back before the deadline"),
        ({}, "One of each a round, none in the last; `cancel score` and `cancel rank` take them back"),
        ({}, "they are set aside at once, which may make your submission on file illegal"),
        ({}, "Nothing sent, more than you hold, a minus or decimals: it counts as 0"),
        ({}, "the most garnets held by those who voted for that one"),
        ({"points_per_garnet": 1}, "every point brings you a garnet"),
        ({"rank_checks": 5}, "free, 5 in the match"),
        ({"score_check_cost": 0}, "`score`, your own points: free"),
        ({"score_check_cost": 1}, "1 garnet the first time, 1 more each time after"),
        ({"points_per_garnet": 7}, "every 7 points"),
        ({"vote_hours": 0.5}, "for 0.5 hours"),
        ({"close_when_all_in": True}, "closes once all have submitted"),
        ({"ghost_follows_boost": True}, "garnets counted in both"),
        ({"tied_second_winner_keeps_two": True}, "two for the winner"),
        ({"score_check_cost": 0}, "`score`, your own points: free\n"),
    ],
)
def test_the_briefing_speaks_of_the_options_as_chosen(options: dict[str, Any], said: str) -> None:
    assert said in "\n".join(RULES.briefing({**DEFAULTS, **options}))
