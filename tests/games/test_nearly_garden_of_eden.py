"""Garden of Eden: what is offered for a message that is no order, and what never is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.nearly import saying
from games.reading import Names
from games.ruleset import Guess
from tests.games.garden_of_eden.table import GARDEN, Table


def guess(table: Table, text: str, name: str = "Ann") -> Guess | None:
    """For a message that is not taken, with names as people read them."""
    table.refusal(name, text)
    found = GARDEN.guess(table.state, table.names.index(name), text, Names(table.names))
    return found and Guess(table.shown(found.text), found.offers)


def offers(table: Table, text: str, name: str = "Ann") -> tuple[str, ...]:
    found = guess(table, text, name)
    return found.offers if found else ()


def told(table: Table, text: str, name: str = "Ann") -> str:
    found = guess(table, text, name)
    assert found is not None, f"nothing is said about {text!r}"
    return found.text


def basket_period() -> Table:
    return Table()


def playing(filed: str | None = None, before: str | None = None) -> Table:
    """An open round, with what Ann has on file in it, and what she cast in the round before."""
    table = Table().baskets()
    if before is not None:
        table.all_cast("silver", Ann=before, Bob="gold")
    if filed is not None:
        assert table.takes("Ann", filed)
    return table


def transfers() -> Table:
    table = Table().baskets()
    table.all_cast("red")
    assert table.phase == "transfers"
    return table


# --- the Basket Period ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "basket: gold, silver & gold",
        "g-s-g",
        "gsg",
        "G/S/G",
        "g, s, g",
        "gold silver gold",
        "gold then silver then gold",
        "gold -> silver -> gold",
        "my basket is gsg please",
        "1. gold 2. silver 3. gold",
        "1) gold\n2) silver\n3) gold",
        "basket gold slver gold",
        "gs no wait gsg",
        "I'd like gold, silver and gold!",
    ],
)
def test_a_basket_is_offered_as_it_would_be_written(text: str) -> None:
    table = basket_period()
    assert offers(table, text) == ("basket gold silver gold",)
    assert table.takes("Ann", "basket gold silver gold")


@pytest.mark.parametrize(
    "text",
    [
        "gg",
        "gsg or ssg",
        "2 golds 1 silver",
        "2 gold then silver",
        "gsg if bob does",
        "gold silver red",
        "told bob gsg",
    ],
)
def test_no_basket_is_made_of_what_is_not_plain(text: str) -> None:
    assert offers(basket_period(), text) == ()


def test_a_basket_that_could_not_be_taken_is_not_offered_and_the_reason_is_told() -> None:
    assert offers(basket_period(), "gold pls") == ()
    assert "this one has 1" in told(basket_period(), "gold pls")
    assert "this one has 6" in told(basket_period(), "gsg and gsg")


def test_a_basket_on_file_is_shown() -> None:
    table = basket_period()
    assert "no basket yet" in told(table, "did mine count?")
    table.send("Ann", "basket gsg")
    assert "**basket gold silver gold**" in told(table, "did mine count?")
    assert "**basket gold silver gold**" in told(table, "keep it")


# --- casts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gld", "gold"),
        ("silvr", "silver"),
        ("gold!", "gold"),
        ("red pls", "red"),
        ("g", "gold"),
        ("golden", "gold"),
        ("i'll go gold", "gold"),
        ("my cast: gold pink", "gold pink"),
        ("i cast gold with pink please", "gold pink"),
        ("pink gold", "gold pink"),
        ("black pink silver", "silver pink black"),
        ("gold, one pink", "gold pink"),
        ("gold without pink", "gold"),
        ("gold & black pls, void bob", "gold black void Bob"),
        ("gold and void bob", "gold void Bob"),
        ("gold void bobb", "gold void Bob"),
        ("void bob and eve", "void Bob, Eve"),
        ("void eve, bob please", "void Bob, Eve"),
        ("void bob's pink", "void Bob"),
        ("void the pink of bob", "void Bob"),
        ("void #2 and #5", "void Bob, Eve"),
        ("void everybody", "void Bob, Cid, Dee, Eve"),
        ("void all the others", "void Bob, Cid, Dee, Eve"),
        ("void cid. no wait dee", "void Dee"),
        ("gold. no wait silver", "silver"),
        ("gold white, no wait, black", "gold black"),
        ("gold. sorry, gold with pink", "gold pink"),
        ("silver, not gold", "silver"),
        ("told bob gold. actual: silver", "silver"),
        ("gold gold", "gold"),
    ],
)
def test_a_plain_cast_is_offered_as_it_would_be_written(text: str, message: str) -> None:
    table = playing()
    assert offers(table, text) == (message,)
    assert message in told(table, text)
    assert table.takes("Ann", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("changed my mind -> black, ignore the pink", "gold black void Bob"),
        ("add black", "gold pink black void Bob"),
        ("no pink", "gold void Bob"),
        ("drop the pink please", "gold void Bob"),
        ("silver please", "silver"),
        ("changed my mind, silver without pink", "silver void Bob"),
        ("drop the void", "void none"),
        ("void nobody", "void none"),
        ("drop bob from the void", "void none"),
        ("also void eve", "void Bob, Eve"),
        ("void eve too", "void Bob, Eve"),
        ("void eve please", "void Eve"),
    ],
)
def test_what_is_on_file_is_changed_as_said(text: str, message: str) -> None:
    table = playing("gold pink void Bob")
    assert offers(table, text) == (message,)
    assert table.takes("Ann", message)


@pytest.mark.parametrize(
    ("filed", "text", "message"),
    [
        ("gold", "add pink", "gold pink"),
        ("gold", "changed my mind -> black", "gold black"),
        ("gold", "black", "gold black"),
        ("gold", "pink!", "gold pink"),
        ("gold", "actually silver", "silver"),
        ("gold black", "drop the black", "gold"),
    ],
)
def test_what_stands_beside_a_colour_is_put_beside_the_one_on_file(filed: str, text: str, message: str) -> None:
    assert offers(playing(filed), text) == (message,)


@pytest.mark.parametrize("text", ["changed my mind -> black, ignore the pink", "add pink", "black", "no pink"])
def test_without_a_colour_on_file_it_is_asked_for(text: str) -> None:
    assert offers(playing(), text) == ()
    assert "beside a colour, and I see none" in told(playing(), text)


@pytest.mark.parametrize(
    "text",
    [
        "actually silver",
        "black",
        "changed my mind -> black",
        "no pink and white",
        "ignore the pink and void cid",
    ],
)
def test_what_could_stay_as_well_as_go_is_not_decided(text: str) -> None:
    assert offers(playing("gold pink void Bob"), text) == ()


def test_both_ways_are_written_out_where_there_are_two() -> None:
    assert "`silver` or `silver pink`" in told(playing("gold pink"), "actually silver")
    assert "`gold black` or `gold pink black`" in told(playing("gold pink"), "black")
    assert "`silver` or `silver pink`" in told(playing(), "gold pink. no wait silver")


def test_what_changes_nothing_is_said_to() -> None:
    table = playing("gold pink")
    assert told(table, "add pink").startswith("That changes nothing.")
    assert "**gold pink**, which is legal" in told(table, "drop the void")


def test_what_is_not_legal_is_not_offered_and_the_reason_is_told() -> None:
    table = playing("gold")
    assert offers(table, "add white") == ()
    assert "I would read that as `gold white`. White is not open to you" in told(table, "add white")
    assert "cannot name yourself" in told(table, "gold and void ann")


def test_pink_is_not_offered_to_who_has_none() -> None:
    table = Table(pinks=0).baskets()
    assert offers(table, "pink gold") == ()
    assert "no Pink left" in told(table, "pink gold")
    assert offers(table, "pink gold black") == ("gold pink black",)


# --- what is on file, and the round before ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["did mine count?", "did my cast go through", "what do i have on file", "keep it", "same as before"]
)
def test_what_is_on_file_is_shown_with_whether_it_is_legal(text: str) -> None:
    table = playing("gold pink void Bob")
    assert offers(table, text) == ()
    assert "**gold pink void Bob**, which is legal" in told(table, text)


@pytest.mark.parametrize("text", ["same as last round", "same again", "ditto"])
def test_the_round_before_is_repeated(text: str) -> None:
    assert offers(playing(before="silver pink void Bob Eve"), text) == ("silver pink void Bob, Eve",)


def test_a_player_who_went_out_is_not_named_again() -> None:
    table = playing()
    table.all_cast("silver", Ann="silver void Bob Eve", Bob="gold black", Cid="gold")
    assert offers(table, "same as last round") == ("silver void Eve",)


def test_a_round_before_that_is_not_legal_any_more_is_not_offered() -> None:
    table = Table(pinks=1).baskets()
    table.all_cast("silver", Ann="silver pink", Bob="gold")
    assert offers(table, "same as last round") == ()
    assert "no Pink left" in told(table, "same as last round")


def test_without_a_round_before_there_is_nothing_to_repeat() -> None:
    assert offers(playing(), "same as last round") == ()
    assert "no round before this one" in told(playing(), "same as last round")


@pytest.mark.parametrize("text", ["undo", "cancel my cast", "take it back", "withdraw please"])
def test_a_cast_can_only_be_replaced(text: str) -> None:
    assert "only replaced" in told(playing("gold"), text)
    assert "nothing on file" in told(playing(), text)


# --- time -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["extend pls", "extension please", "use my time bank", "i'd like to extend", "extned"])
@pytest.mark.parametrize("table", [basket_period, playing])
def test_a_plain_request_for_time_is_offered_with_its_price(text: str, table: Callable[[], Table]) -> None:
    assert offers(table(), text) == ("extend",)
    said = told(table(), text)
    assert "one of the 2 periods" in said
    assert "24 hours" in said
    assert "cannot be taken back" in said


@pytest.mark.parametrize(
    "text",
    [
        "can I have more time?",
        "Any chance of 12 more hours?",
        "can you extend?",
        "more time please",
        "i need 12 hours",
        "extend by 12 hours",
        "when is the deadline?",
    ],
)
@pytest.mark.parametrize("table", [basket_period, playing])
def test_a_wish_for_time_or_a_question_is_explained_and_nothing_is_offered(
    text: str, table: Callable[[], Table]
) -> None:
    assert offers(table(), text) == ()
    said = told(table(), text)
    assert "`extend`" in said
    assert "`ask`" in said


def test_without_a_period_left_no_time_is_offered() -> None:
    table = Table(periods=0)
    assert offers(table, "extend pls") == ()
    assert "no period left" in told(table, "extend pls")
    assert "no period left" in told(table, "can i have more time?")
    assert offers(transfers(), "more time please") == ()


@pytest.mark.parametrize("text", ["dont extend", "extend twice", "no extend", "gold and extend", "extend if bob does"])
def test_time_is_not_taken_out_of_what_is_not_plain(text: str) -> None:
    assert offers(playing(), text) == ()


# --- what is never taken ----------------------------------------------------------------------------------------------

CONDITIONS = [
    "gold unless somebody has 3 golds",
    "white. if white isnt a thing then silver",
    "gold if bob goes silver",
    "silver, otherwise gold",
    "depends: gold or silver",
    "gold in case eve is red",
    "my cast: gold unless bob passes",
]
TALK = [
    "told bob gold",
    "bob goes gold",
    "everyone red",
    "all red",
    "she casts gold",
    "lol gold",
    "gold 😂",
    "i could go gold",
    "would be nice to void bob",
    "bob gold",
    "he said void eve",
]
OTHERS = ["what did bob cast", "did everyone cast red", "who voided me?", "did #2 void cid?", "has eve cast yet"]
QUESTIONS = [
    "all red right?",
    "gold?",
    "is white open?",
    "can i cast white",
    "should i cast gold?",
    "can i void bob?",
    "what if i cast red",
    "is red closed",
]
UNCLEAR = [
    "gold or silver",
    "not gold",
    "anything but red",
    "maybe gold",
    "hold",
    "told",
    "cold",
    "gg",
    "im in the red",
    "gold rush",
    "void",
    "void bob or eve",
    "gold 2 pinks",
    "hello",
    "🟡",
    "oro",
    "we'll go gold",
    "void everybody but bob",
]


@pytest.mark.parametrize("filed", [None, "silver pink void Bob"])
@pytest.mark.parametrize("text", [*CONDITIONS, *TALK, *OTHERS, *QUESTIONS, *UNCLEAR])
def test_nothing_is_taken_out_of_what_is_not_plain(text: str, filed: str | None) -> None:
    assert offers(playing(filed), text) == ()


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_cannot_be_taken_and_what_is_open_is_told(text: str) -> None:
    said = told(playing(), text)
    assert said.startswith(saying.CONDITION)
    assert "Open to you now: Gold, Silver, Red, Pink, Black." in said


@pytest.mark.parametrize("text", TALK)
def test_no_cast_is_taken_out_of_a_joke_or_out_of_words_about_others(text: str) -> None:
    assert told(playing(), text).startswith(saying.TALK)


@pytest.mark.parametrize("text", OTHERS)
def test_nothing_is_told_of_others(text: str) -> None:
    assert told(playing(), text) == saying.OTHERS


@pytest.mark.parametrize(
    "text", ["is white open?", "can i cast white", "gold?", "is red still open?", "all red right?"]
)
def test_what_is_open_is_told_to_who_asks(text: str) -> None:
    assert "Open to you now: Gold, Silver, Red, Pink, Black." in told(playing(), text)


@pytest.mark.parametrize(
    "text", ["whats my score", "how many pinks do i have", "what's my balance?", "status pls", "my score please"]
)
def test_what_is_held_is_for_the_status_to_tell(text: str) -> None:
    assert offers(playing(), text) == ("status",)


def test_of_two_names_that_come_near_none_is_offered() -> None:
    table = Table(("Ann", "Kestrel", "Kestral", "Dee")).baskets()
    assert offers(table, "void kestrol") == ()
    assert "**Kestrel** or **Kestral**" in told(table, "void kestrol")


def test_a_refusal_that_says_more_is_kept() -> None:
    for text in ("gold silver", "red pink", "gold white", "void", "gold white black", "void ann", "transfer 30m Bob"):
        assert guess(playing(), text) is None


def test_who_is_out_is_offered_nothing() -> None:
    table = playing()
    table.remove("Ann")
    assert guess(table, "gold please") is None


@pytest.mark.parametrize(
    ("table", "text", "offered"),
    [
        (playing, "check gold please", "check gold"),
        (playing, "chekc gold with pink", "check gold pink"),
        (playing, "check gold?", "check gold"),
        (playing, "check pink gold", "check gold pink"),
        (playing, "check silver and void bob and eve", "check silver void Bob, Eve"),
        (basket_period, "check gsg please", "check basket gold silver gold"),
        (transfers, "check send 30m to Bob", "check transfer 30m Bob"),
    ],
)
def test_a_question_about_an_order_is_offered_as_the_question_that_it_is(
    table: Callable[[], Table], text: str, offered: str
) -> None:
    assert offers(table(), text) == (offered,)


def test_check_my_cast_tells_what_is_on_file() -> None:
    assert told(playing("gold pink"), "check my cast") == "On file: **gold pink**, which is legal"


def test_c10_both_readings_of_a_list_of_names_are_offered() -> None:
    table = Table(("Ann", "Lee", "Ann Lee", "Dee", "Eve")).baskets()
    both = offers(table, "gold void Ann Lee", "Eve")
    assert both == ("gold void Ann, Lee", 'gold void "Ann Lee"')
    assert all(table.takes("Eve", message) for message in both)
    table = Table(("Ann", "Lee", "Ann Lee", *(f"A player with a long name {n}" for n in range(9)))).baskets()
    assert offers(table, "void Ann Lee " + " ".join(f"#{n}" for n in range(5, 13)) * 4, "Ann") == ()


def test_many_names_are_offered_as_seats_and_too_many_not_at_all() -> None:
    many = Table([f"A player with a long name {n}" for n in range(12)]).baskets()
    name = many.names[0]
    assert offers(many, "void everybody", name) == ("void " + ", ".join(f"#{n}" for n in range(2, 13)),)
    crowd = Table([f"Player{n}" for n in range(60)]).baskets()
    assert offers(crowd, "void everybody", "Player0") == ()


# --- the transfers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("send 30m to Bob", "transfer 30m Bob"),
        ("transfer Bob 30m", "transfer 30m Bob"),
        ("30m to bob", "transfer 30m Bob"),
        ("give bob 30 million please", "transfer 30m Bob"),
        ("thirty million to bob", "transfer 30m Bob"),
        ("transfer 30m bobb", "transfer 30m Bob"),
        ("pay bob 1,5m", "transfer 1.5m Bob"),
        ("send 30 yen to bob", "transfer 30 Bob"),
        ("send 1500000 to bob", "transfer 1500000 Bob"),
        ("send 1,500,000 to bob", "transfer 1500000 Bob"),
        ("30k to bob", "transfer 30000 Bob"),
        ("2.5k to #2", "transfer 2500 Bob"),
    ],
)
def test_a_plain_transfer_is_offered_and_said_to_be_final(text: str, message: str) -> None:
    table = transfers()
    assert offers(table, text) == (message,)
    assert "is final" in told(table, text)
    assert table.takes("Ann", message)


@pytest.mark.parametrize(
    "text",
    [
        "send 30 to bob",
        "send 1,500 to bob",
        "thanks bob, 30m",
        "send me 30m bob",
        "bob gave me 30m",
        "send 30m to bob if he is nice",
        "can i send 30m to bob?",
        "send bob and eve 30m",
        "send 30m to bob. no wait 20m",
        "lol 30m to bob",
        "don't send 30m to bob",
        "30m from bob to me",
        "send 30m",
        "send 0.5 yen to bob",
    ],
)
def test_no_transfer_is_made_of_what_is_not_plain(text: str) -> None:
    assert offers(transfers(), text) == ()


def test_what_could_be_millions_as_well_as_yen_is_written_out_both_ways() -> None:
    assert "**transfer 30m Bob** or **transfer 30 Bob**" in told(transfers(), "send 30 to bob")


def test_more_than_the_balance_is_not_offered() -> None:
    assert offers(transfers(), "send 900m to bob") == ()
    assert "more than you have" in told(transfers(), "send 900m to bob")
    assert offers(transfers(), "send half to bob") == ("status",)


# --- examples for help ------------------------------------------------------------------------------------------------


def examples(table: Table, name: str = "Ann") -> list[str]:
    return [table.shown(text) for text in GARDEN.examples(table.state, table.names.index(name))]


@pytest.mark.parametrize("table", [basket_period, playing, transfers])
def test_examples_are_legal_for_whom_they_are_for(table: Callable[[], Table]) -> None:
    for text in examples(table()):
        assert table().takes("Ann", text), text


def test_examples_show_every_apple_that_is_open_and_no_other() -> None:
    assert examples(playing()) == ["gold", "silver pink", "silver pink black", "red", "void Bob"]
    without = Table(pinks=0).baskets()
    without.correct("Ann", points=4)
    assert examples(without) == ["gold", "gold white", "silver pink black", "red", "void Bob"]
    without.all_cast("silver", Ann="gold", Bob="gold black")
    assert examples(without) == ["gold", "silver pink black", "void Cid"]


def test_who_can_send_nothing_gets_no_examples() -> None:
    table = playing()
    table.remove("Ann")
    assert examples(table) == []
    poor = transfers()
    poor.correct("Ann", yen=-(10**12))
    assert examples(poor) == []
    poor.correct("Bob", yen=-poor.yen("Bob") + 5)
    assert examples(poor, "Bob") == ["transfer 5 Ann"]
