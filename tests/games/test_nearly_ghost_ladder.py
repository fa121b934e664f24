"""Ghost Ladder: what is offered for a message that is no order, and what never is (GL4)."""

from __future__ import annotations

import pytest

from games.nearly import saying
from games.reading import Names
from games.ruleset import Guess
from tests.games.ghost_ladder.table import ANN, RULES, Table, ended_with

NAMES = ("Ann", "Bob", "Kestrel", "Otter", "Mary Ann")


def table(*, first: str | None = None, filed: str | None = None, names: tuple[str, ...] = NAMES) -> Table:
    """Round 2 of a match. `first` is what Ann sent in round 1, `filed` what she sent in this one."""
    made = Table(*[9] * len(names))
    made.names = Names(names)
    if first is not None:
        made.takes(ANN, first)
    made.rings()
    if filed is not None:
        made.takes(ANN, filed)
    return made


def guess(made: Table, text: str, seat: int = ANN) -> Guess | None:
    """For a message that is not taken."""
    made.refuses(seat, text)
    return RULES.guess(made.state, seat, text, made.names)


def offers(made: Table, text: str, seat: int = ANN) -> tuple[str, ...]:
    found = guess(made, text, seat)
    return () if found is None else found.offers


def told(made: Table, text: str, seat: int = ANN) -> str:
    found = guess(made, text, seat)
    assert found is not None, f"nothing is said about {text!r}"
    return found.text


# --- what is offered --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ill go 23 and burn 2 garnets on it", "23 +2g"),
        ("burn 2 garnets and go 23", "23 +2g"),
        ("ill go 23, burn 2", "23 +2g"),
        ("23 burning 2", "23 +2g"),
        ("use 1 garnet on 15", "15 +1g"),
        ("I'd like to submit 12 with one garnet", "12 +1g"),
        ("12 + garnet", "12 +1g"),
        ("12 and a garnet", "12 +1g"),
        ("a garnet and 12", "12 +1g"),
        ("12 g2", "12 +2g"),
        ("12 plus 2g", "12 +2g"),
        ("12 w/ 2 garnets", "12 +2g"),
        ("12 and 2 garnet", "12 +2g"),
        ("Height: 20\nGarnets: 2", "20 +2g"),
        ("2 garnets, 12", "12 +2g"),
        ("12 no garnets", "12"),
        ("without a garnet 12", "12"),
        ("23 pls", "23"),
        ("14 please", "14"),
        ("my move: 12", "12"),
        ("my submission for this round is twelve. Thank you!", "12"),
        ("Dear Dealer, I would like to submit 12. Kind regards, Ann", "12"),
        ("hi, 12 please, thanks!", "12"),
        ("put me down for 12", "12"),
        ("i'm going with twenty-three", "23"),
        ("twelve", "12"),
        ("twenty three", "23"),
        ("a hundred", "100"),
        ("zero", "0"),
        ("nothing", "0"),
        ("pass", "0"),
        ("fourty two", "42"),
        ("12.", "12"),
        ("12!", "12"),
        ("12👍", "12"),
        ("**12**", "12"),
        ("`12 +1g`", "12 +1g"),
        ('"12"', "12"),
        ("(12)", "12"),
        ("twelve (12)", "12"),
        ("/submit 12", "12"),
        ("submitt 12", "12"),
        ("sumbit 12", "12"),
        ("round 2: 12", "12"),
        ("r2: 12", "12"),
        ("lock in 12", "12"),
        ("007 please", "7"),
    ],
)
def test_a_plain_sentence_is_offered_as_the_order_it_is(text: str, message: str) -> None:
    assert offers(table(), text) == (message,)
    assert f"Did you mean `{message}`?" in told(table(), text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("twelve. no wait 14. final", "14"),
        ("12, actually 14", "14"),
        ("12 i mean 14", "14"),
        ("12. scratch that, 14", "14"),
        ("7... wait, make that 9", "9"),
        ("seven. actually no, nine", "9"),
        ("10 then. no, 11. final answer 12", "12"),
        ("12. 14 final", "14"),
        ("change 12 to 14", "14"),
        ("14 instead of 12", "14"),
        ("14, not 12", "14"),
        ("oops meant 14 not 12", "14"),
        ("~~12~~ 14", "14"),
        ("12 -> 14", "14"),
        ("12 +1g. no wait, 14 +2g", "14 +2g"),
        ("12 with 2 garnets, actually 3 garnets", "12 +3g"),
    ],
)
def test_the_last_thing_said_is_meant_where_the_words_say_so(text: str, message: str) -> None:
    assert offers(table(), text) == (message,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("told Kestrel 30 hehe. actual: 6", "6"),
        ("told Kestrel 30. my move: 6", "6"),
        ("Kestrel thinks I'm going 30. My real number is 6.", "6"),
        ("everyone thinks im going 30. for real: 6", "6"),
        ("Bob said 20. submit 6", "6"),
    ],
)
def test_behind_talk_about_others_ones_own_order_is_read_where_it_is_introduced_as_such(
    text: str, message: str
) -> None:
    assert offers(table(), text) == (message,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12 and rank please", "12 rank"),
        ("rank check + 12", "12 rank"),
        ("twelve + one garnet + score", "12 +1g score"),
        ("rank?", "rank"),
        ("rnak", "rank"),
        ("what's my rank", "rank"),
        ("can i get a rank check?", "rank"),
        ("check my rank", "rank"),
        ("whats my score", "score"),
        ("scroe", "score"),
        ("how many points do i have", "score"),
        ("rank and score", "rank score"),
        ("check 12 please", "check 12"),
        ("status pls", "status"),
    ],
)
def test_checks_and_questions_to_the_bot_are_offered(text: str, message: str) -> None:
    assert offers(table(), text) == (message,)


def test_the_price_of_a_score_check_is_told_with_it_as_the_options_have_it() -> None:
    assert "2 garnets the first time, 2 more each time after" in told(table(), "whats my score")
    free = Table(0, 0, 0, score_check_cost=0)
    assert "A score check: free." in told(free, "whats my score")


def test_in_the_last_round_a_check_is_not_offered() -> None:
    last = Table(9, 9, 9, rounds=1)
    assert offers(last, "whats my score") == ()
    assert "the last one" in told(last, "12 and rank please")


def test_a_check_that_is_asked_for_or_used_up_is_not_offered() -> None:
    made = table(filed="rank")
    assert "yours is on file" in told(made, "rank pls")
    assert "There are no rank checks in this match." in told(Table(9, 9, 9, rank_checks=0), "rank pls")


@pytest.mark.parametrize(
    "text", ["is 12 legal?", "can I afford 12", "am i allowed 12", "is 12 too much", "can i do 12?"]
)
def test_whether_an_order_would_be_legal_is_offered_as_the_question_it_is(text: str) -> None:
    assert offers(table(), text) == ("check 12",)
    assert offers(table(), "is my submission legal?") == ("check",)
    assert offers(table(), "can i do 18 with 2 garnets") == ("check 18 +2g",)


# --- what is on file --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "did mine count?",
        "did my submission go through",
        "did you get that?",
        "did you get my 12?",
        "what do i have on file",
        "is my number in?",
        "did I submit 15?",
        "can i still change it?",
        "keep it",
        "same as before",
        "no change",
    ],
)
def test_what_is_on_file_is_shown_and_nothing_is_offered(text: str) -> None:
    made = table(first="17 +1g", filed="40 +3g rank")
    assert offers(made, text) == ()
    assert "On file for round 2: **\x02~40 +3g\x03**" in told(made, text)
    assert "A rank check is asked for" in told(made, text)


def test_nothing_on_file_is_shown_as_nothing() -> None:
    assert "On file for round 2: **nothing**" in told(table(first="17"), "did mine count?")
    assert "On file for round 2: **nothing**" in told(table(first="17"), "keep it")


@pytest.mark.parametrize(
    "text", ["same as last round", "same number as last round", "same as last time", "ditto", "same again"]
)
@pytest.mark.parametrize("first", ["17", "17 +1g", "400", "-3", "7.5 +99g"])
def test_the_round_before_is_repeated_as_it_was_written_legal_or_not(text: str, first: str) -> None:
    assert offers(table(first=first), text) == (first,)


def test_without_a_round_before_there_is_nothing_to_repeat() -> None:
    assert offers(Table(9, 9, 9), "same as last round") == ()
    assert "first round" in told(Table(9, 9, 9), "same as last round")
    assert "nothing of yours on file in round 1" in told(table(), "same as last round")


@pytest.mark.parametrize(
    ("filed", "text", "message"),
    [
        ("12", "add 2 garnets", "12 +2g"),
        ("12", "2 garnets", "12 +2g"),
        ("12", "+2g", "12 +2g"),
        ("12 +1g", "no garnets", "12"),
        ("12 +1g", "make it 2 garnets", "12 +2g"),
        ("12", "make it 14", "14"),
        ("12", "actually 14", "14"),
        ("12 +1g", "14 please", "14"),
        ("12 +1g", "change to 14 with 3 garnets", "14 +3g"),
    ],
)
def test_what_is_on_file_is_changed_as_said(filed: str, text: str, message: str) -> None:
    assert offers(table(filed=filed), text) == (message,)


@pytest.mark.parametrize(
    ("filed", "text"),
    [
        ("12 +1g", "add 2 garnets"),
        ("12 +1g", "2 garnets"),
        ("12 +1g", "make it 14"),
        ("12 +1g", "actually 14"),
        ("-3", "add 2 garnets"),
        ("7.5", "add 2 garnets"),
    ],
)
def test_what_could_stay_as_well_as_go_is_not_decided(filed: str, text: str) -> None:
    assert offers(table(filed=filed), text) == ()


def test_both_ways_are_written_out_where_there_are_two() -> None:
    assert "`14` or `14 +1g`" in told(table(filed="12 +1g"), "make it 14")
    assert "`12 +2g` or `14`" in told(table(), "12+2")
    assert "`12` or `check 12`" in told(table(), "12?")


# --- taking back ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["cancel", "undo", "take it back", "cancel that", "undo please"])
@pytest.mark.parametrize(("filed", "message"), [("12", "withdraw"), ("rank", "cancel rank"), ("score", "cancel score")])
def test_the_one_thing_on_file_is_taken_back(text: str, filed: str, message: str) -> None:
    assert offers(table(filed=filed), text) == (message,)


def test_which_one_of_several_things_on_file_is_asked() -> None:
    made = table(filed="12 rank")
    assert offers(made, "cancel") == ()
    assert "`withdraw` or `cancel rank`" in told(made, "cancel")
    assert offers(made, "cancel my submission") == ("withdraw",)
    assert offers(made, "cancel the rank check") == ("cancel rank",)
    assert offers(made, "cancel everything") == ("withdraw; cancel rank",)


def test_nothing_on_file_can_not_be_taken_back() -> None:
    assert offers(table(), "undo") == ()
    assert "nothing on file" in told(table(), "undo")
    assert "nothing to withdraw" in told(table(), "witdraw")
    assert offers(table(filed="12"), "witdraw") == ("withdraw",)
    assert offers(table(filed="12"), "cancel 12") == ()


# --- what is never taken ----------------------------------------------------------------------------------------------

CONDITIONS = [
    "if Otter goes over 20 then 8 otherwise 21",
    "8 if the total is low",
    "unless Kestrel bluffs, 12",
    "12 in case Bob goes low",
    "depends on Otter, 8 or 21",
    "when Otter goes 20 i go 21",
    "12, otherwise 14",
    "my move: 12 unless bob passes",
    "12. if not 12 then 14",
]
TALK = [
    "told Kestrel 30",
    "I told Otter 40 but really I'm playing 3",
    "Kestrel 12",
    "12 for kestrel",
    "#3 12",
    "he said 12",
    "they go 12",
    "I said 12",
    "12. told bob 14",
    "told Kestrel: my move 12",
    "I think Kestrel plays 12",
    "same as Kestrel",
    "lol imagine i played 1",
    "12 lol",
    "haha 12",
    "jk 50",
    "12 ;)",
    "12 😂",
    "i could play 50",
    "would be funny to play 77",
    "hypothetically 50",
]
TIME = [
    "Any chance of 12 more hours?",
    "can i get 24 more hours",
    "need 6 more hours pls",
    "ill be away till 5 pm",
    "extend",
    "12 by tonight",
    "when is the deadline",
    "14 next round",
    "need 12h more",
    "can I submit late?",
]
OTHERS = [
    "what did Kestrel put",
    "what did Otter submit?",
    "has kestrel submitted yet",
    "who has submitted?",
    "did everyone submit",
    "how many people have submitted",
    "what's kestrel's score",
    "did #3 burn 2 garnets?",
    "who is winning",
    "show me otter's number",
    "tell me what kestrel put",
]
QUESTIONS = [
    "what if i play 12",
    "should i play 50?",
    "do you think 50 is good",
    "how does the ghost work?",
    "can you put me down for 12?",
    "how about 12?",
]
TWO_READINGS = [
    "12 or 14",
    "twelve or thirteen",
    "12, 14",
    "12 2",
    "5 5",
    "12+2",
    "12*2",
    "12?",
    "12 garnet",
    "12 garnets 2",
    "height 20 garnets 2",
    "12 more",
    "add 3",
    "from 12 to 14",
    "score 12",
    "my score is 12",
    "12 +2g. no wait 14",
    "14 rank. no wait 12",
    "12 wait",
    "12 scratch that",
    "12 with garnets",
    "2 garnets",
]
UNCLEAR = [
    "12.5 please",
    "i go -3",
    "12-14",
    "12k",
    "12%",
    "$12",
    "zwölf",
    "doce",
    "١٢",
    "a dozen",
    "no 12",
    "i'll take that one",
    "<@123> 12",
    "<:gem:123456> 12",
    "we'll go 12",
    "12 points",
]
UNSETTLED = [
    "maybe 12",
    "about 12",
    "at least 12",
    "~12",
    "one more than last round",
    "random",
    "12ish",
    "not sure yet",
]
DENIED = ["not 12", "don't submit 12", "anything but 12", "i won't play 12", "never 12"]
SMALL_TALK = ["hello", "thanks", "🎲", "👍", "good game, all!", "ok", "gg", "lol", "sorry", "thanks Kestrel!"]
NEVER = [
    *(*CONDITIONS, *TALK, *TIME, *OTHERS, *QUESTIONS, *TWO_READINGS),
    *(*UNCLEAR, *UNSETTLED, *DENIED, *SMALL_TALK, "help", "I submitted 12"),
]


@pytest.mark.parametrize("filed", [None, "12 +1g"])
@pytest.mark.parametrize("text", NEVER)
def test_nothing_is_taken_out_of_what_is_not_plain(text: str, filed: str | None) -> None:
    """Whatever is offered does not touch what is submitted."""
    made = table(first="33", filed=filed)
    found = RULES.guess(made.state, ANN, text, made.names)
    for message in found.offers if found else ():
        step = RULES.take(made.state, ANN, message)
        if filed is None:
            assert step.state == made.state, message
        else:
            assert message in ("12 +2g", "check 12"), "garnets alone are added to what is on file"


@pytest.mark.parametrize("filed", [None, "12 +1g"])
@pytest.mark.parametrize("text", ["+3", "+ 3", "plus 3", "submit +3", "check +3", "+3 please"])
def test_gl5_a_plus_in_front_is_told_in_both_readings_and_neither_is_offered(text: str, filed: str | None) -> None:
    made = table(filed=filed)
    assert "`3` is a Height; garnets stand behind a Height, as `+3g`" in told(made, text)
    assert offers(made, text) == ()


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("1,000", "`1000` or `1`"),
        ("submit 10,000 +1g", "`10000 +1g` or `10 +1g`"),
        ("check 2,000", "`check 2000` or `check 2`"),
    ],
)
def test_gl5_a_comma_that_may_part_thousands_is_told_in_both_readings(text: str, ways: str) -> None:
    assert told(table(), text) == saying.TWO_WAYS + f" Write all of it: {ways}."
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", ["12,5", "1,000,000", "check 7,5", "12,5 +1g"])
def test_gl5_another_comma_between_digits_is_told_to_be_left_out(text: str) -> None:
    assert "write the number without one" in told(table(), text)
    assert offers(table(), text) == ()


def test_gl5_the_dash_of_a_list_is_no_minus() -> None:
    assert offers(table(), "- 12") == ("12",)
    assert offers(table(), "- 12 +1g") == ("12 +1g",)


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_cannot_be_taken(text: str) -> None:
    assert told(table(), text).startswith(saying.CONDITION)
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", TALK)
def test_no_number_is_taken_out_of_a_joke_or_out_of_words_about_others(text: str) -> None:
    assert told(table(), text).startswith(saying.TALK)
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", TIME)
def test_time_is_a_question_for_the_hosts(text: str) -> None:
    assert "`ask`" in told(table(), text)
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", OTHERS)
def test_nothing_is_told_of_others_not_even_whether_they_have_sent_anything(text: str) -> None:
    assert told(table(), text) == saying.OTHERS
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_submits_nothing(text: str) -> None:
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", TWO_READINGS)
def test_nothing_is_decided_between_two_readings(text: str) -> None:
    assert told(table(), text).startswith(saying.NOT_TAKEN[:-1])
    assert offers(table(), text) == ()


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_has_an_unknown_word_in_it_gets_the_plain_refusal(text: str) -> None:
    assert guess(table(), text) is None


@pytest.mark.parametrize(
    ("texts", "lead"),
    [
        (UNSETTLED, saying.HEDGE),
        (DENIED, saying.DENIED),
        (SMALL_TALK, saying.SMALL_TALK),
        (["help", "how does this work??", "rules pls"], saying.HELP),
        (["I submitted 12"], "On file for round 2: **nothing**"),
    ],
)
def test_what_holds_no_order_is_answered_as_what_it_is(texts: list[str], lead: str) -> None:
    for text in texts:
        assert told(table(), text).startswith(lead), text


@pytest.mark.parametrize(
    "text", ["half of what I have left", "all in", "max", "everything", "the rest", "as much as i can"]
)
def test_no_number_is_made_of_what_is_held(text: str) -> None:
    assert offers(table(), text) == ("status",)


def test_how_much_is_left_is_for_the_status_to_tell() -> None:
    for text in ("how much height do i have left", "how many garnets do i have?", "whats my height"):
        assert offers(table(), text) == ("status",)


def test_another_round_cannot_be_submitted_for() -> None:
    assert offers(table(), "round 3: 12") == ()
    assert "Only round 2 is open" in told(table(), "R3: 12")


def test_a_players_name_is_a_name_even_where_it_is_a_word_or_a_number() -> None:
    assert offers(table(names=("Ann", "Final", "Bob")), "final 12") == ()
    assert offers(table(names=("Ann", "Twelve", "Bob")), "twelve") == ()
    assert offers(table(names=("Ann", "🔥", "Bob")), "🔥 12") == ()
    assert offers(table(), "🔥 12") == ("12",)


def test_a_yes_is_no_press_of_the_button() -> None:
    assert told(table(), "yes") == saying.YES


def test_what_can_be_read_and_is_refused_keeps_its_refusal() -> None:
    for text in ("withdraw", "cancel rank", "vote Bob", "choose Bob", "rank rank"):
        assert guess(table(), text) is None


def test_who_is_out_and_whose_match_is_over_are_offered_nothing() -> None:
    made = table()
    made.removes(ANN)
    assert guess(made, "twelve") is None
    assert guess(ended_with(9, 5, 1), "twelve") is None


def test_a_number_too_long_for_a_button_is_not_offered() -> None:
    assert offers(table(), f"{'9' * 70} please") == ("9" * 70,)
    assert guess(table(), f"{'9' * 90} please") is None


# --- the winner's choice, the vote ------------------------------------------------------------------------------------

TIED = ("Ann", "Bob", "Kestrel", "Otter", "Mary Ann", "Vote")


def voting(names: tuple[str, ...] = TIED) -> Table:
    """Ann and Bob vote among the rest."""
    made = ended_with(20, 20, *[3] * (len(names) - 2))
    made.names = Names(names)
    assert made.phase.name == "vote"
    return made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vote for Kestrel", "vote Kestrel"),
        ("my vote goes to kestrel", "vote Kestrel"),
        ("Kestrel", "vote Kestrel"),
        ("kestrel!", "vote Kestrel"),
        ("Kestrel pls", "vote Kestrel"),
        ("kestral", "vote Kestrel"),
        ("vote kest", "vote Kestrel"),
        ("i vote @kestrel", "vote Kestrel"),
        (" #3 ", "vote Kestrel"),
        ("vote #3 please", "vote Kestrel"),
        ("vote mary ann", 'vote "Mary Ann"'),
        ("mary", 'vote "Mary Ann"'),
        ("@vote", 'vote "Vote"'),
        ("choose kestrel", "vote Kestrel"),
        ("otter, no wait, kestrel", "vote Kestrel"),
        ("kestrel, not otter", "vote Kestrel"),
    ],
)
def test_a_vote_is_offered_by_the_name_of_whom_it_is_for(text: str, message: str) -> None:
    made = voting()
    assert offers(made, text) == (message,)
    made.takes(ANN, message)


@pytest.mark.parametrize(
    "text",
    [
        "not Otter",
        "Otter or Kestrel",
        "Otter Kestrel",
        "vote otter if kestrel does",
        "Bob told me to vote otter",
        "anyone but otter",
        "lol otter",
        "otter?",
        "who did bob vote for",
        "can i vote for otter?",
        "vote for the one with the fewest points",
        "twelve",
    ],
)
def test_no_vote_is_taken_out_of_what_is_not_plain(text: str) -> None:
    assert offers(voting(), text) == ()


def test_of_two_names_that_come_near_none_is_offered() -> None:
    made = voting(("Ann", "Bob", "Kestrel", "Kestral", "Otter"))
    assert offers(made, "vote kestrol") == ()
    assert "**vote \x02=3\x03** or **vote \x02=4\x03**" in told(made, "vote kestrol")


def test_a_vote_on_file_is_shown_and_taken_back() -> None:
    made = voting()
    assert "nobody yet" in told(made, "did my vote count")
    assert offers(made, "undo") == ()
    made.takes(ANN, "vote #4")
    assert told(made, "did my vote for otter count?") == "Your vote on file: **\x024\x03**"
    assert offers(made, "cancel my vote") == ("withdraw",)
    assert offers(made, "kestrel instead") == ("vote Kestrel",)


def test_who_is_not_among_the_tied_is_not_offered() -> None:
    assert "not among the tied" in told(voting(), "vote for myself")
    assert "not among the tied" in told(voting(), "vote for bob")


def test_who_has_no_vote_is_offered_none() -> None:
    assert guess(voting(), "vote for otter", seat=3) is None


def test_the_winners_choice_is_offered_like_a_vote() -> None:
    made = ended_with(20, 10, 10, 1)
    assert made.phase.name == "choice"
    made.names = Names(("Ann", "Bob", "Eve", "Dan"))
    assert offers(made, "the token goes to eve") == ("choose Eve",)
    assert offers(made, "vote eve") == ("choose Eve",)
