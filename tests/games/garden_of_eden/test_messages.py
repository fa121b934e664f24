"""How messages are read and forms written out (RECORD.md, "Messages")."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.garden_of_eden import messages, reasons
from games.garden_of_eden.messages import Basket, Extend, Order, Play, Status, Transfer, Withdraw
from games.garden_of_eden.reasons import Refused, Unclear
from games.garden_of_eden.state import Cast
from games.reading import Names
from tests.games.garden_of_eden.table import GARDEN, Table

ODD = Names(["Ann", "Mary Ann", "void", "#1", "@home", 'Al "Ace" B', "a,b", "O'Neil", "m", "30m"])


def _read(text: str) -> list[Order]:
    return messages.read(GARDEN.with_seats(text, ODD))


@pytest.mark.parametrize(
    "text",
    [
        "basket gold silver gold",
        "BASKET g s g",
        "basket gsg",
        "basket g, Silver, G",
        "basket gs gold",
        "basket gold,sg",
    ],
)
def test_a_basket_is_written_in_words_letters_or_both(text: str) -> None:
    assert _read(text) == [Basket(("gold", "silver", "gold"))]


@pytest.mark.parametrize(
    ("text", "cast"),
    [
        ("gold", Cast("gold")),
        ("Silver  PINK", Cast("silver", True)),
        ("gold, white, pink", Cast("gold", True, "white")),
        ("silver black pink", Cast("silver", True, "black")),
        ("red", Cast("red")),
        ("gold\u200b", Cast("gold")),
    ],
)
def test_a_cast_begins_with_its_colour_and_the_rest_follows_in_any_order(text: str, cast: Cast) -> None:
    assert _read(text) == [Play(cast, None)]


@pytest.mark.parametrize(
    ("text", "cast", "void"),
    [
        ("gold void Ann", Cast("gold"), (0,)),
        ("gold void ann pink", Cast("gold", True), (0,)),
        ("gold pink void Ann Ann #1 @ann", Cast("gold", True), (0,)),
        ("red void O'Neil, Ann", Cast("red"), (0, 7)),
        ("gold void none", Cast("gold"), ()),
        ("gold void none black", Cast("gold", special="black"), ()),
        ("void Ann", None, (0,)),
        ("void none", None, ()),
        ('void "Mary Ann" “void” "#1" "@home" "a,b" "m"', None, (1, 2, 3, 4, 6, 8)),
        ("void #6", None, (5,)),
        ("void @void @m", None, (2, 8)),
        ("void 30m", None, (9,)),
    ],
)
def test_void_names_end_at_the_next_keyword_and_count_once(text: str, cast: Cast | None, void: tuple[int, ...]) -> None:
    assert _read(text) == [Play(cast, void)]


@pytest.mark.parametrize(
    ("text", "yen", "to"),
    [
        ("transfer 30m Ann", 30_000_000, 0),
        ("Transfer 30 M ann", 30_000_000, 0),
        ("transfer 1.5m #2", 1_500_000, 1),
        ("transfer 1.5 m 30m", 1_500_000, 9),
        ("transfer 1500000 “m”", 1_500_000, 8),
        ("transfer ３０m Ann", 30_000_000, 0),
        ("transfer 0.000001m Ann", 1, 0),
        ("transfer 1.5000000m Ann", 1_500_000, 0),
        ("transfer 12.0 Ann", 12, 0),
        ("transfer 0007, Ann", 7, 0),
        ("transfer " + "9" * 5_000 + " Ann", messages.BEYOND_ANY_BALANCE, 0),
    ],
)
def test_an_amount_is_whole_yen_or_millions(text: str, yen: int, to: int) -> None:
    assert _read(text) == [Transfer(yen, to)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gold gold", reasons.twice("gold")),
        ("gold pink pink", reasons.twice("pink")),
        ("gold void Ann void #2", reasons.twice("void")),
        ("gold void none none", reasons.twice("none")),
        ("gold silver", reasons.TWO_COLOURS),
        ("pink gold", reasons.COLOUR_FIRST),
        ("void Ann gold", reasons.COLOUR_FIRST),
        ("void Ann pink", reasons.COLOUR_FIRST),
        ("black", reasons.COLOUR_FIRST),
        ("gold white black", reasons.WHITE_AND_BLACK),
        ("gold void", reasons.VOID_NOBODY),
        ("gold void pink", reasons.VOID_NOBODY),
        ("void", reasons.VOID_NOBODY),
        ("void none Ann", reasons.VOID_NONE_AND_NAMES),
        ("void Ann none", reasons.VOID_NONE_AND_NAMES),
        ("void Zoe", reasons.no_such_player("Zoe")),
        ('void "ann "; void "#2"', reasons.no_such_player("#2")),
        ("void 2", reasons.no_such_player("2")),
        ("extend extend", reasons.EXTEND_TWICE),
        ("status status", reasons.twice("status")),
        ("basket gold red", reasons.BASKET_COLOURS),
        ("transfer 1,5m Ann", reasons.AMOUNT_COMMA),
        ("transfer 1,500,000 Ann", reasons.AMOUNT_COMMA),
        ("transfer 1.5 Ann", reasons.AMOUNT_WHOLE),
        ("transfer 0.0000005m Ann", reasons.AMOUNT_WHOLE),
        ("transfer 0 Ann", reasons.AMOUNT_POSITIVE),
        ("transfer 0.0m Ann", reasons.AMOUNT_POSITIVE),
        ("transfer -5m Ann", reasons.AMOUNT_POSITIVE),
        ("transfer −5m Ann", reasons.AMOUNT_POSITIVE),
        ("transfer 5m Zoe", reasons.no_such_player("Zoe")),
    ],
)
def test_what_can_be_read_and_not_taken_has_a_reason_of_its_own(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        _read(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    "text",
    [
        "", " ; \n", "what now?", "gold please", "gold Ann", '"gold"', "gold none", "none", "g", "gold check",
        "check check", "check status", "check withdraw", "check what now?", "check gold please", "check 5",
        "basket gold blue", "basket 3", 'basket "gold"', "basket m", "basket gold;what", "extend please", "status?",
        "transfer", "transfer Ann", "transfer 30m", "transfer 30 m", "transfer 30m m Ann", "transfer 1.m Ann",
        "transfer .5m Ann", "transfer 30m to Ann", "transfer Ann 30m x", "transfer 1e6 Ann", "transfer ٣ Ann",
        "transfer 5k Ann", "withdraw gold", "vote Ann",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_not_guessed_at(text: str) -> None:
    with pytest.raises(Unclear):
        _read(text)


def test_semicolons_and_line_ends_join_messages() -> None:
    assert _read("gold;; extend\r\nstatus;withdraw") == [Play(Cast("gold"), None), Extend(), Status(), Withdraw()]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("gold void Ann  \"mary ann\"; transfer 5m O'Neil", 'gold void #1  #2; transfer 5m #8'),
        ("gold Ann pink void Ann pink Ann", "gold Ann pink void #1 pink Ann"),
        ("basket Ann; status Ann; Ann", "basket Ann; status Ann; Ann"),
        ('void "#1" #1 @home Zoe', "void #4 #1 @home Zoe"),
        ("transfer Ann Ann", "transfer Ann #1"),
    ],
)  # fmt: skip
def test_names_are_replaced_behind_void_and_at_the_end_of_a_transfer_only(text: str, written: str) -> None:
    assert GARDEN.with_seats(text, ODD) == written
    assert GARDEN.with_seats(written, ODD) == written


# --- forms ------------------------------------------------------------------------------------------------------------


def _choices(table: Table, name: str) -> dict[str, list[str]]:
    form = GARDEN.form(table.state, table.names.index(name))
    assert form is not None
    return {field.name: [choice.value for choice in field.choices] for field in form.fields}


def _current(table: Table, name: str) -> dict[str, Sequence[str]]:
    form = GARDEN.form(table.state, table.names.index(name))
    assert form is not None
    return {field.name: field.current for field in form.fields}


def test_a_form_offers_what_is_open_to_this_player_only() -> None:
    table = Table(periods=0).baskets()
    table.correct("Ann", points=4)
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")  # Eve is out for silence
    assert _choices(table, "Ann") == {
        "colour": ["gold", "silver", "red"], "pink": ["pink"], "special": ["black"], "void": ["#2", "#3", "#4"],
    }  # fmt: skip
    table.correct("Ann", points=1)
    assert _choices(table, "Ann")["special"] == ["white", "black"]
    table.all_cast("gold", Ann="red")  # Red closes, with Ann out
    assert _choices(table, "Bob")["colour"] == ["gold", "silver"]
    assert _choices(table, "Bob")["void"] == ["#3", "#4"]


@pytest.mark.parametrize("sent", ["gold", "silver black pink void Bob Eve", "red void Cid"])
def test_a_form_shows_what_is_on_file_and_filled_in_alike_it_changes_nothing(sent: str) -> None:
    table = Table().baskets()
    table.send("Ann", sent)
    before = table.state
    message = GARDEN.filled(table.state, 0, _current(table, "Ann"))
    assert table.takes("Ann", message)
    assert table.state == before


def test_a_form_that_names_nobody_takes_the_void_names_back() -> None:
    table = Table().baskets()
    table.send("Ann", "void Bob")
    assert GARDEN.filled(table.state, 0, {"colour": ["gold"], "void": []}) == "gold void none"
    assert GARDEN.filled(table.state, 0, {"colour": ["gold"]}) == "gold"


def test_a_basket_and_a_transfer_are_forms_too() -> None:
    table = Table()
    assert table.takes("Ann", GARDEN.filled(table.state, 0, {"basket": ["gsg"]}))
    assert _current(table, "Ann") == {"basket": ("gold silver gold",)}
    table.baskets()
    table.all_cast("red")
    assert _choices(table, "Ann")["to"] == ["#2", "#3", "#4", "#5"]
    assert GARDEN.filled(table.state, 0, {"amount": ["1.5m"], "to": ["#3"]}) == "transfer 1.5m #3"


def test_there_is_no_form_where_nothing_can_be_sent() -> None:
    table = Table(yen=[0] * 5, all_red_award=0).baskets()
    table.all_cast("red")
    assert GARDEN.form(table.state, 0) is None  # nothing in the account
    table.close()
    table.correct("Ann", yen=100_000_000)
    assert GARDEN.form(table.state, 0) is None
