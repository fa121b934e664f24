"""What people read: short, exact, and no more than they may know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from games import garden_of_eden, marks
from games.garden_of_eden import numbers
from games.garden_of_eden.state import Terms
from tests.games.garden_of_eden.table import DEFAULTS, FIVE, GARDEN, Table


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"gold": 3, "silver": 2, "red": 0, "decided_by": "majority"}, "Decided by **majority**: Gold wins."),
        ({"gold": 3, "silver": 2, "red": 0, "decided_by": "minority"}, "Decided by **minority**: Silver wins."),
        ({"gold": 1, "silver": 2, "red": 0, "decided_by": "minority"}, "Decided by **minority**: Gold wins."),
        ({"gold": 2, "silver": 2, "red": 0, "decided_by": None}, "Gold and Silver both lose: a tie."),
        ({"gold": 4, "silver": 0, "red": 0, "decided_by": None}, "both lose: there was one colour only."),
        ({"gold": 2, "silver": 0, "red": 2, "decided_by": None}, "Red was cast, so every Gold and Silver wins."),
        ({"gold": 1, "silver": 0, "red": 3, "decided_by": None}, "One apple alone among Reds."),
        ({"gold": 0, "silver": 0, "red": 3, "decided_by": None}, "Red, and nothing else."),
    ],
)
def test_a_round_says_what_its_counts_mean(facts: dict[str, Any], sentence: str) -> None:
    text = GARDEN.say("round", {"round": 7, **facts})
    assert text.startswith("## Round 7 has closed\n- Gold: **")
    assert text.endswith(sentence)


@pytest.mark.parametrize("reason", ["score", "black", "lone_red", "inactive", "host"])
def test_an_elimination_says_whether_it_closes_red(reason: str) -> None:
    text = GARDEN.say("out", {"player": "Ann", "reason": reason})
    assert text.startswith("**Ann is out of the game:**")
    assert ("Red is closed for the rest of the game." in text) is (reason in ("score", "black", "lone_red"))


def test_the_final_points_stand_in_their_order_and_ties_in_seat_order() -> None:
    facts = {"how": "rounds", "winners": ["Bob"], "points": {"Ann": -1, "Bob": 2.5, "Cid": -1}}
    text = GARDEN.say("result", facts)
    assert text.startswith("**The game is over.** The winner: **Bob**.")
    assert text.endswith("- Bob: **2.5**\n- Ann: **−1**\n- Cid: **−1**")


def test_a_shared_win_and_no_win_are_said_as_such() -> None:
    assert "2 winners: **Ann and Cid**." in GARDEN.say(
        "result", {"how": "rounds", "winners": ["Ann", "Cid"], "points": {"Ann": 1}}
    )
    text = GARDEN.say("result", {"how": "none_left", "winners": [], "points": {"Ann": 1}})
    assert text.startswith("**The game is over.** There is no winner.")


def test_more_time_is_announced_without_a_name_when_asked_for_and_with_names_when_silence_took_it() -> None:
    assert GARDEN.say("extended", {"hours": 1.5}).startswith("**More time was asked for: 1 hour 30 minutes.**")
    text = GARDEN.say("time_bank", {"players": ["Ann", "Bob"], "hours": 24})
    assert text.startswith(
        "**24 hours more for everybody.** Nothing legal was on file from Ann and Bob; that costs each"
    )


def test_a_score_tells_what_was_cast_its_parts_what_is_left_and_what_is_open() -> None:
    table = Table().baskets(Ann="gg")
    table.all_cast("gold", Ann="gold pink", Bob="gold pink", Dee="silver", Eve="silver")
    turn = table.all_cast("gold", Ann="gold black pink void Eve", Bob="gold pink", Dee="silver", Eve="silver")
    assert turn.text("Ann").split("\n") == [
        "**Round 2.** You cast **gold pink black void Eve**.",
        "- Colour: +1.5",
        "- Black: +3",
        "- Basket complete: +1",
        "- Pink in two rounds running: −0.5",
        "- Your score: **6.5**",
        "Next apple of your basket: **gold**. Left: 2 Pinks, 2 periods of the time bank.",
        "Open to you now: Gold, Silver, Red, Pink, Black. White is not open to you in this round: in the last one you "
        "cast Black with less than 4 points. Pink in two rounds running costs 0.5.",
    ]


def test_a_score_names_only_what_was_cast_and_says_what_takes_the_colours_place() -> None:
    table = Table().baskets()
    table.correct("Ann", points=4)
    parts = table.all_cast("gold", Ann="gold white", Bob="gold black", Eve="silver").text("Ann").split("\n")[1:-2]
    assert parts == ["- White, instead of the colour's points: 0", "- Your score: **4**"]


def test_a_score_of_the_last_round_does_not_speak_of_another() -> None:
    table = Table(rounds=1).baskets()
    assert "Open to you" not in table.all_cast("gold", Ann="silver").text("Ann")


def test_c10_the_reply_to_a_cast_repeats_it_with_commas_between_names() -> None:
    table = Table(("Ann", "Mary Ann", 'Al "Ace" B', "pink")).baskets()
    reply = table.send("Ann", 'GOLD white void "PINK" #3 @pink, "mary ann"')
    assert not reply.accepted
    reply = table.send("Ann", 'SILVER black PINK void "PINK" #3 @pink, "mary ann"')
    assert '**silver pink black void "Mary Ann", #3, "pink"**' in reply.text


@pytest.mark.parametrize("name", FIVE)
def test_whoever_is_not_understood_is_shown_an_example_that_is_taken(name: str) -> None:
    table = Table(yen=[50_000_000, 0, 0, 90_000_000, -1], pinks=1, all_red_award=7)

    def example() -> str:
        reply = table.send(name, "hello?")
        assert not reply.accepted
        return reply.text.split("For example: ")[1].strip("*`")

    assert table.takes(name, example())
    table.baskets()
    assert table.takes(name, example())
    table.correct(name, pinks=-1)
    assert table.takes(name, example())
    table.all_cast("red")
    if table.yen(name) > 0:
        assert table.takes(name, example())
    else:
        assert "you have none" in table.send(name, "hello?").text


def test_the_words_of_a_stranger_are_repeated_as_a_persons_words() -> None:
    table = Table().baskets()
    step = GARDEN.take(table.state, 0, "void **everyone**")
    assert step.reply is not None
    assert marks.said("**everyone**") in step.reply.text


def test_a_status_says_what_is_on_file_whether_it_is_legal_and_what_is_held() -> None:
    table = Table(pinks=1)
    assert "no basket yet" in table.status("Ann")
    table.baskets()
    assert "no cast yet" in table.status("Ann")
    table.send("Ann", "void Bob")
    assert "**void Bob**, but no cast yet" in table.status("Ann")
    table.send("Ann", "gold pink")
    assert "**gold pink void Bob**, which is legal" in table.status("Ann")
    table.correct("Ann", pinks=-1)
    assert "which is not legal now. You have no Pink left." in table.status("Ann")
    assert "- Score: **0**\n- Basket: silver, silver, silver, silver; 0 harvested" in table.status("Ann")
    assert "- Left: no Pinks, 2 periods of the time bank\n- Balance: 50,000,000 yen" in table.status("Ann")


def test_nothing_that_one_player_reads_depends_on_what_another_sent() -> None:
    def read(*others: str) -> list[str]:
        table = Table().baskets()
        for name, text in zip(FIVE[1:], others, strict=False):
            assert table.takes(name, text)
        replies = [table.send("Ann", text).text for text in ("gold void Bob", "status", "hello?", "gold white")]
        return [*replies, str(GARDEN.form(table.state, 0)), str(GARDEN.phase(table.state))]

    assert read() == read("gold pink", "red void Ann Bob", "silver black", "void Ann")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"black_replaces_colour": True, "prize_from_each_loser": True, "close_when_all_in": True},
        {"periods": 0, "pinks": 0, "rounds": 1, "round_hours": 1 / 60},
        {
            "prize": 10**12,
            "entry": 10**12,
            "inactivity_fine": 10**12,
            "lone_apple_bonus": 10**12,
            "all_red_award": 10**12,
        },
    ],
)
def test_the_briefing_fits_its_pages_and_speaks_of_every_option(options: dict[str, Any]) -> None:
    chosen = DEFAULTS | options
    pages = GARDEN.briefing(chosen)
    assert all(0 < len(page) <= 1_800 for page in pages)
    text, terms = "\n".join(pages), Terms.chosen(chosen)
    for amount in (terms.entry, terms.inactivity_fine, terms.prize, terms.lone_apple_bonus, terms.all_red_award):
        assert numbers.yen(amount) in text
    for hours in (terms.basket_hours, terms.round_hours, terms.transfer_hours):
        assert numbers.duration(hours) in text
    assert numbers.count(terms.rounds, "round") in text
    assert ("Bob, with Black: +3\n" in text) is terms.black_replaces_colour
    assert ("Bob, with Black: 1.5 + 3 = 4.5\n" in text) is not terms.black_replaces_colour
    assert ("from each of the others" in text) is terms.prize_from_each_loser
    assert ("closes early" in text) is terms.close_when_all_in
    assert ("no time bank" in text) is (terms.periods == 0)


@pytest.mark.parametrize("options", [{}, {"pinks": 0, "periods": 0}])
def test_the_examples_of_a_phase_are_legal_for_everybody_whatever_they_hold(options: dict[str, Any]) -> None:
    table = Table(yen=[-(10**9)] * 5, **options)
    for _ in range(3):
        for name in FIVE:
            table.correct(name, points=FIVE.index(name) - 2)
            assert all(table.takes(name, example) for example in GARDEN.phase(table.state).examples)
        table.all_cast("red" if table.phase.startswith("round") else "basket ss")
        if table.phase == "transfers":
            break
    assert all(table.takes(name, example) for name in FIVE for example in GARDEN.phase(table.state).examples)


def test_red_is_no_example_once_it_is_closed() -> None:
    table = Table().baskets()
    assert "red" in GARDEN.phase(table.state).examples
    table.all_cast("gold", Ann="red")
    phase = GARDEN.phase(table.state)
    assert "red" not in phase.examples
    assert "`red`" not in phase.ask
    assert (phase.name, phase.title) == ("round 2", "Round 2 of 10")


def test_a_look_shows_a_host_what_is_on_file_and_held() -> None:
    table = Table().baskets()
    table.send("Ann", "gold pink void Bob")
    lines = table.shown(GARDEN.look(table.state)).split("\n")
    assert len(lines) == 5
    assert lines[0].startswith("- Ann: on file: gold pink void Bob; score 0, 3 Pinks, 2 periods")


@pytest.mark.parametrize(
    ("hours", "told"),
    [(48, "48 hours"), (1, "1 hour"), (1.5, "1 hour 30 minutes"), (1 / 60, "1 minute"), (0.75, "45 minutes")],
)
def test_hours_are_told_in_hours_and_minutes(hours: float, told: str) -> None:
    assert numbers.duration(hours) == told


RULES = Path(garden_of_eden.__file__).with_name("RULES.md").read_text(encoding="utf-8")


def test_the_full_rules_have_a_word_on_every_ruling_and_every_option() -> None:
    for ruling in [*(f"GE{n}" for n in range(1, 23)), *(f"C{n}" for n in range(1, 7)), "L1", "L2"]:
        assert re.search(rf"\*\*{ruling}\b", RULES), ruling
    for option in GARDEN.options:
        assert f"`{option.name}`" in RULES


def test_the_round_worked_out_in_the_full_rules_is_judged_as_it_is_told() -> None:
    table = Table().baskets(Dee="gg")
    table.all_cast("silver", Bob="gold black pink", Dee="gold")
    assert table.points("Bob") == 4.5
    table.correct("Ann", points=5)
    rows = re.findall(r"^\| (\w+) \| `(.+)` \| (.+) \|$", RULES, re.MULTILINE)
    turn = table.round(**{name: cast for name, cast, _ in rows})
    assert turn.apples == (3, 2, 0, "majority")
    for name, _, told in rows:
        *parts, total = (float(number.replace("−", "-")) for number in told.split(" | "))
        assert turn.parts(name) == tuple(parts)
        assert sum(parts) == total
