"""RECORD.md: `check` in Garden of Eden: a question that is never more than one, and answered whatever the hour (C8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.garden_of_eden import reasons
from games.record import Message
from games.replay import entered
from tests.games.garden_of_eden.table import GARDEN, Table
from tests.games.properties.effort import examples
from tests.games.properties.matches import matches, names_of, rendered, states
from tests.games.properties.of_garden_of_eden import PLAY


def asked(table: Table, text: str, name: str = "Ann") -> str:
    """The answer to a question, which must be accepted and change nothing."""
    before = table.state
    reply = table.send(name, text)
    assert reply.accepted, reply.text
    assert table.state == before
    assert not table.step.notices
    assert table.step.clock is None
    return reply.text


def later(stage: str) -> Table:
    table = Table(yen=[90_000_000] * 5, rounds=1)
    if stage == "basket":
        return table
    table.baskets()
    if stage == "transfers":
        table.all_cast("red")
    if stage == "over":
        table.all_cast("gold", Ann="silver")
    return table


def test_check_alone_tells_what_is_on_file_and_whether_it_is_legal() -> None:
    table = Table(pinks=1)
    assert asked(table, "check") == "On file: no basket yet"
    table.takes("Ann", "basket gs")
    assert asked(table, "Check").startswith("On file: **basket gold silver**.")
    table.baskets()
    assert asked(table, "check") == "On file: no cast yet"
    table.takes("Ann", "gold pink void Bob Eve")
    assert asked(table, "check") == "On file: **gold pink void Bob, Eve**, which is legal"
    table.correct("Ann", pinks=-1)
    assert "which is not legal now. You have no Pink left." in asked(table, "check")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("check gold black", "**gold black**, not sent by this: legal as things stand."),
        ("CHECK silver pink void bob, #3", "**silver pink void Bob, Cid**, not sent by this: legal as things stand."),
        ("check void none", "**void none**, not sent by this: legal as things stand."),
        ("check red", "**red**, not sent by this: legal as things stand."),
        ("check extend", "**extend**, not sent by this: legal as things stand."),
        ("check gold white", f"**gold white**, not sent by this: not legal as things stand. {reasons.WHITE_SCORE}"),
        ("check red pink", f"**red pink**, not sent by this: not legal as things stand. {reasons.RED_ALONE}"),
        ("check void Ann", f"**void Ann**, not sent by this: not legal as things stand. {reasons.VOID_SELF}"),
        ("check gold white black", f"That would not be legal at any time. {reasons.WHITE_AND_BLACK}"),
        ("check basket gold red", f"That would not be legal at any time. {reasons.BASKET_COLOURS}"),
    ],
)
def test_check_with_something_behind_it_tells_whether_that_would_be_legal_now(text: str, answer: str) -> None:
    assert asked(Table().baskets(), text) == answer


@pytest.mark.parametrize(
    ("stage", "text", "said"),
    [
        ("basket", "check gold pink", (reasons.BASKET_FIRST, "Apart from that it would be legal as things stand.")),
        ("basket", "check gold white", (reasons.BASKET_FIRST, reasons.WHITE_SCORE)),
        ("basket", "check basket gggggg", (reasons.basket_size(6),)),
        ("round", "check basket gsg", (reasons.BASKET_FIXED, "Apart from that it would be legal")),
        ("round", "check basket g", (reasons.BASKET_FIXED, reasons.basket_size(1))),
        ("round", "check transfer 30m Bob", (reasons.ACCOUNTS_LOCKED, "Apart from that it would be legal")),
        ("round", "check transfer 900m Bob", (reasons.ACCOUNTS_LOCKED, "your balance is 40,000,000 yen")),
        ("transfers", "check transfer 1m Bob", ("legal as things stand",)),
        ("transfers", "check gold", (reasons.CASTING_OVER,)),
        ("transfers", "check extend", (reasons.NO_TIME_BANK_NOW,)),
        ("over", "check gold", (reasons.OVER,)),
        ("over", "check", ("Nothing is on file in this phase.",)),
    ],
)
def test_in_another_phase_check_tells_what_it_would_need(stage: str, text: str, said: tuple[str, ...]) -> None:
    answer = asked(later(stage), text)
    assert all(sentence in answer for sentence in said), answer


@pytest.mark.parametrize(
    "text",
    [
        "check gold gold", "check pink gold", "check gold silver", "check gold void", "check gold void none Bob",
        "check gold void Zed", "check void #9", "check please", "check 12", "check basket gx", "check transfer Bob",
        "check withdraw", "check status", "check check", "check; what now?",
    ],
)  # fmt: skip
def test_what_cannot_be_read_cannot_be_asked_about(text: str) -> None:
    Table().baskets().refusal("Ann", text)


def test_the_parts_of_a_message_are_asked_about_with_those_before_them_done() -> None:
    table = Table(periods=1).baskets()
    reply = table.send("Ann", "extend; check extend; silver; check")
    assert reply.accepted
    assert reasons.NO_PERIODS in reply.text
    assert "On file: **silver**, which is legal" in reply.text


def test_c2_who_is_out_may_not_ask_but_about_transfers() -> None:
    table = Table(yen=[300_000_000] * 5, periods=0).baskets()
    table.round(Ann="gold", Bob="gold", Cid="silver", Dee="silver")  # Eve is silent, and out
    assert table.refusal("Eve", "check").startswith(reasons.OUT)
    assert table.refusal("Eve", "check gold").startswith(reasons.OUT)
    table.all_cast("red")
    assert "legal as things stand" in asked(table, "check transfer 1m Ann", "Eve")
    assert table.refusal("Eve", "check").startswith(reasons.OUT_BUT_TRANSFERS)


@examples(20)
@given(data=st.data())
def test_what_a_check_calls_legal_is_taken_and_nothing_else_is(data: st.DataObject) -> None:
    record = data.draw(matches(PLAY, most=4))
    names = names_of(record)
    for state in states(record):
        text = rendered(data.draw(PLAY.orders(GARDEN.phase(state).name) | PLAY.orders("round")), names)
        for seat, _ in enumerate(record.players):
            sent, asked = (entered(GARDEN, state, Message(seat, t), names) for t in (text, f"check {text}"))
            assert sent.reply is not None
            assert asked.reply is not None
            assert asked.state == state
            assert (": legal as things stand." in asked.reply.text) is sent.reply.accepted
