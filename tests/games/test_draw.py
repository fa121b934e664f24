"""Chance from a seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.draw import chance, draw


def test_a_draw_never_changes_from_one_release_to_the_next() -> None:
    draws = [draw(1, 0, "candidate", 10), draw(1, 1, "candidate", 10), draw(-5, 7, "token", 10**9)]
    assert draws == [2, 9, 327961392]


@given(st.integers(), st.integers(0, 500), st.text(max_size=20), st.integers(1, 10**6))
def test_a_draw_lies_in_its_bounds_and_is_the_same_again(seed: int, turn: int, purpose: str, n: int) -> None:
    number = draw(seed, turn, purpose, n)
    assert 0 <= number < n
    assert chance(seed, turn)(purpose, n) == number


def test_seed_turn_and_purpose_all_matter() -> None:
    draws = [draw(0, 0, "a", 10**9), draw(1, 0, "a", 10**9), draw(0, 1, "a", 10**9), draw(0, 0, "b", 10**9)]
    assert len(set(draws)) == 4


def test_seed_and_turn_cannot_be_mistaken_for_one_another() -> None:
    assert draw(1, 11, "a", 10**9) != draw(11, 1, "a", 10**9)


@pytest.mark.parametrize("n", [2, 3, 5, 7, 10])
def test_every_number_is_as_likely(n: int) -> None:
    times = Counter(draw(seed, 3, "fair", n) for seed in range(2_000 * n))
    assert set(times) == set(range(n))
    assert all(abs(times[i] - 2_000) < 250 for i in range(n))  # more than five standard deviations


def test_what_would_favour_small_numbers_is_drawn_again() -> None:
    # Of 2^256 numbers, taken modulo three quarters of that, the lowest third would come up half of the time.
    n = 3 << 254
    low = sum(draw(seed, 0, "fair", n) < n // 3 for seed in range(3_000))
    assert 850 < low < 1_150


@pytest.mark.parametrize("n", [0, -1])
def test_there_must_be_something_to_draw_from(n: int) -> None:
    with pytest.raises(ValueError, match="something to draw from"):
        draw(0, 0, "nothing", n)
