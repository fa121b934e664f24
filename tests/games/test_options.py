"""C5: names, types and bounds of the numbers and switches of a ruleset."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.options import BadOptions, Value, allowed, bounds, completed, fault, read, shown
from games.ruleset import Option, hours

ROUNDS = Option("rounds", "How many.", 7, 1, 50)
HOURS = hours("round_hours", "How long.", 24)
ENTRY = Option("entry", "The price.", 50_000_000, 0, 10**12, "yen")
SWITCH = Option("close_when_all_in", "Whether.", False)
ALL = (ROUNDS, HOURS, ENTRY, SWITCH)


def said(given_: dict[str, Any]) -> list[str]:
    with pytest.raises(BadOptions) as caught:
        completed(ALL, given_)
    return [str(f) for f in caught.value.faults]


# --- checking -----------------------------------------------------------------------------------------------------


def test_what_is_not_given_has_its_default() -> None:
    assert completed(ALL, {}) == {
        "rounds": 7,
        "round_hours": 24,
        "entry": 50_000_000,
        "close_when_all_in": False,
    }


def test_options_stand_in_the_rulesets_order() -> None:
    assert list(completed(ALL, {"close_when_all_in": True, "rounds": 3})) == [o.name for o in ALL]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (ROUNDS, 1),
        (ROUNDS, 50),
        (HOURS, 1 / 60),
        (HOURS, 720),
        (HOURS, 1.5),
        (ENTRY, 0),
        (ENTRY, 10**12),
        (SWITCH, True),
    ],
)
def test_values_up_to_the_bounds_are_allowed(option: Option, value: Value) -> None:
    assert fault(option, value) is None
    assert completed([option], {option.name: value}) == {option.name: value}


@pytest.mark.parametrize("value", [0, 51, -1, 7.0, "7", True, None, math.nan, [7]])
def test_a_number_of_the_rules_is_whole_and_within_its_bounds(value: object) -> None:
    assert fault(ROUNDS, value) == f"must be a whole number from 1 to 50, not {value!r}"


@pytest.mark.parametrize("value", [0, 0.016, 720.01, 721, math.nan, math.inf, -math.inf, True, "24"])
def test_hours_lie_between_one_minute_and_720(value: object) -> None:
    assert fault(HOURS, value) == f"must be a number of hours from 1 minute to 720 hours, not {value!r}"


@pytest.mark.parametrize("value", [0, 1, "on", 1.0])
def test_a_switch_is_no_number_and_no_text(value: object) -> None:
    assert fault(SWITCH, value) == f"must be true or false (on or off), not {value!r}"


def test_all_faults_are_named_at_once() -> None:
    assert said({"rounds": 0, "colour": 1, "entry": -1, "close_when_all_in": True}) == [
        "rounds must be a whole number from 1 to 50, not 0",
        "colour is no option of this ruleset",
        "entry must be a whole number from 0 to 1,000,000,000,000, not -1",
    ]


def test_a_number_too_long_to_be_written_down_is_refused_all_the_same() -> None:
    assert said({"rounds": 16**10_000}) == ["rounds must be a whole number from 1 to 50, not a number that long"]


def test_whole_hours_are_whole_numbers() -> None:
    value = completed(ALL, {"round_hours": 48.0})["round_hours"]
    assert (value, type(value)) == (48, int)


# --- reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("24", 24),
        ("1.5", 1.5),
        ("1,5", 1.5),
        ("90 min", 1.5),
        ("90m", 1.5),
        ("1 minute", 1 / 60),
        ("2 Days", 48),
        ("24h", 24),
        ("24 hours", 24),
        (" 24.0 ", 24),
        ("２４", 24),
        ("720", 720),
        ("20 min", 20 / 60),
    ],
)
def test_hours_are_read_with_or_without_a_unit(text: str, value: float) -> None:
    found = read(HOURS, text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50,000,000", 50_000_000),
        ("50m", 50_000_000),
        ("1.5m", 1_500_000),
        ("50 million yen", 50_000_000),
        ("50_000_000", 50_000_000),
        ("50 000 000 YEN", 50_000_000),
        ("0", 0),
        ("10bn", 10**10),
        ("250k", 250_000),
    ],
)
def test_yen_are_read_with_groups_and_short_forms(text: str, value: int) -> None:
    found = read(ENTRY, text)
    assert (found, type(found)) == (value, int)


@pytest.mark.parametrize(
    "text", ["50.000", "1,000,00", "50.000.000", "-1", "0.5", "1.5", "10^6", "m", "", "1e6", "2000bn"]
)
def test_yen_that_could_be_read_two_ways_or_not_at_all_are_refused(text: str) -> None:
    with pytest.raises(BadOptions, match="entry must be a whole number from 0 to"):
        read(ENTRY, text)


@pytest.mark.parametrize("text", ["7", " 7 ", "７"])
def test_a_number_is_read(text: str) -> None:
    assert read(ROUNDS, text) == 7


@pytest.mark.parametrize("text", ["7.0", "seven", "51", "0", "7 rounds", "7m", "9" * 5000, "٧"])
def test_what_is_no_number_within_bounds_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(BadOptions, match="rounds must be a whole number from 1 to 50, not "):
        read(ROUNDS, text)


@pytest.mark.parametrize(
    ("text", "value"), [("on", True), ("YES", True), ("off", False), (" no ", False), ("true", True)]
)
def test_a_switch_is_read(text: str, value: bool) -> None:
    assert read(SWITCH, text) is value


@pytest.mark.parametrize("text", ["1", "maybe", "", "onoff"])
def test_what_is_neither_on_nor_off_is_refused(text: str) -> None:
    with pytest.raises(BadOptions, match="on or off"):
        read(SWITCH, text)


@given(st.sampled_from(ALL), st.text(max_size=20))
def test_whatever_is_read_may_be_given(option: Option, text: str) -> None:
    try:
        value = read(option, text)
    except BadOptions:
        return
    assert fault(option, value) is None


# --- showing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        (HOURS, 24, "24 hours"),
        (HOURS, 1, "1 hour"),
        (HOURS, 1.5, "1.5 hours"),
        (HOURS, 1 / 3, "20 minutes"),
        (HOURS, 1 / 60, "1 minute"),
        (SWITCH, True, "on"),
        (SWITCH, False, "off"),
        (ROUNDS, 7, "7"),
        (ENTRY, 50_000_000, "50,000,000 yen"),
        (ENTRY, 0, "0 yen"),
    ],
)
def test_a_value_is_shown_as_people_read_it(option: Option, value: Value, text: str) -> None:
    assert shown(option, value) == text


@given(st.integers(1, 43_200))
def test_what_is_shown_can_be_read_again_to_the_minute(minutes: int) -> None:
    value = minutes / 60
    assert math.isclose(read(HOURS, shown(HOURS, value)), value, abs_tol=0.5 / 60)


@given(st.integers(0, 10**12))
def test_yen_shown_are_read_as_the_same_yen(yen: int) -> None:
    assert read(ENTRY, shown(ENTRY, yen)) == yen


def test_what_is_allowed_can_be_said_of_every_kind() -> None:
    assert [allowed(o) for o in ALL] == [
        "a whole number from 1 to 50",
        "a number of hours from 1 minute to 720 hours",
        "a whole number from 0 to 1,000,000,000,000",
        "true or false (on or off)",
    ]


def test_bounds_are_shown_in_the_options_unit() -> None:
    assert [bounds(o) for o in ALL] == ["1 to 50", "1 minute to 720 hours", "0 to 1,000,000,000,000", "on or off"]
