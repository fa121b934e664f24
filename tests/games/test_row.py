"""A row behaves as a tuple of which one item can be changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.row import Row

ITEMS = st.lists(st.integers(), max_size=350)


@given(ITEMS)
def test_a_row_holds_its_items_in_order(items: list[int]) -> None:
    row = Row(items)
    assert (list(row), len(row), [row[i] for i in range(len(items))]) == (items, len(items), items)


@given(ITEMS.filter(bool), st.data())
def test_put_changes_one_item_and_leaves_the_old_row_alone(items: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(items) - 1))
    old = Row(items)
    new = old.put(index, 7)
    assert list(old) == items
    assert list(new) == [*items[:index], 7, *items[index + 1 :]]


@given(ITEMS, st.integers(-5, 400), st.integers(-5, 400))
def test_a_slice_is_that_of_a_tuple(items: list[int], start: int, stop: int) -> None:
    assert Row(items)[start:stop] == tuple(items)[start:stop]


@pytest.mark.parametrize("index", [-1, 3, 100])
def test_there_is_nothing_beyond_the_ends(index: int) -> None:
    row = Row("abc")
    with pytest.raises(IndexError):
        row[index]
    with pytest.raises(IndexError):
        row.put(index, "x")


@given(ITEMS, ITEMS)
def test_rows_are_equal_when_their_items_are(a: list[int], b: list[int]) -> None:
    assert (Row(a) == Row(b)) == (a == b)
    assert Row(a) == Row(a)
    assert hash(Row(a)) == hash(Row(a))


def test_a_row_is_no_tuple() -> None:
    assert Row("abc") != ("a", "b", "c")
