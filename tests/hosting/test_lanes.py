"""Who is next: nobody waits for somebody who does a great deal, and within a lane nothing overtakes."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.hosting.recording.lanes import AT_ONCE, Lanes

ANN, BOB, EVE = 1, 2, 3
Thing = tuple[int | None, int]


def drained(lanes: Lanes[Thing]) -> list[list[Thing]]:
    groups = []
    while lanes:
        groups.append(lanes.next())
    return groups


def filled(*things: Thing) -> Lanes[Thing]:
    lanes: Lanes[Thing] = Lanes()
    for thing in things:
        lanes.put(thing, thing[0])
    return lanes


def many(whose: int | None, number: int) -> Sequence[Thing]:
    return [(whose, n) for n in range(number)]


def test_of_one_person_a_few_are_next_and_of_the_house_all() -> None:
    lanes = filled(*many(ANN, 30), (BOB, 0), *many(None, 20))
    first, *rest = drained(lanes)
    assert first == [*many(ANN, 10), (BOB, 0), *many(None, 20)]
    assert rest == [many(ANN, 30)[10:20], many(ANN, 30)[20:]]


def test_of_a_crowd_no_more_than_some_are_next_and_those_who_came_first() -> None:
    crowd = [(user, 0) for user in range(1, 200)]
    groups = drained(filled(*crowd))
    assert [len(group) for group in groups] == [AT_ONCE, AT_ONCE, AT_ONCE, 199 - 3 * AT_ONCE]
    assert [thing for group in groups for thing in group] == crowd


def test_a_history_keeps_its_order_across_people_and_lets_others_through() -> None:
    lanes: Lanes[Thing] = Lanes()
    history = [(user, n) for n in range(1_000) for user in (ANN, BOB)]
    with lanes.in_order():
        for thing in history:
            lanes.put(thing, thing[0])
    lanes.put((EVE, 0), EVE)
    groups = drained(lanes)
    assert (EVE, 0) in groups[0]
    assert [thing for group in groups for thing in group if thing[0] != EVE] == history


def test_what_waited_before_a_history_is_done_before_it_and_what_comes_later_after_it() -> None:
    lanes = filled(*many(ANN, 30))
    with lanes.in_order():
        for n in range(100, 200):
            lanes.put((BOB if n % 2 else ANN, n), BOB if n % 2 else ANN)
    lanes.put((ANN, 300), ANN)
    lanes.put((BOB, 300), BOB)
    order = [thing[1] for group in drained(lanes) for thing in group]
    assert order == [*range(30), *range(100, 200), 300, 300]


def test_after_a_history_people_have_lanes_of_their_own_again() -> None:
    lanes: Lanes[Thing] = Lanes()
    with lanes.in_order():
        lanes.put((ANN, 0), ANN)
    assert lanes.next() == [(ANN, 0)]
    for thing in (*many(ANN, 11), (BOB, 0)):
        lanes.put(thing, thing[0])
    assert lanes.next() == [*many(ANN, 10), (BOB, 0)]


EVENTS = st.lists(st.sampled_from([None, ANN, BOB, EVE, "next", "history"]), max_size=120)


@settings(max_examples=60, deadline=None)
@given(EVENTS)
def test_nothing_is_lost_or_done_twice_and_nobody_overtakes_oneself(events: list[int | str | None]) -> None:
    lanes: Lanes[Thing] = Lanes()
    put: list[Thing] = []
    done: list[Thing] = []
    for number, event in enumerate(events):
        if event == "next":
            done += lanes.next() if lanes else []
        elif event == "history":
            with lanes.in_order():
                for user in (EVE, BOB, EVE):
                    put.append((user, len(put)))
                    lanes.put(put[-1], user)
        else:
            assert event is None or isinstance(event, int)
            put.append((event, len(put)))
            lanes.put(put[-1], event)
        assert number >= 0
    done += [thing for group in drained(lanes) for thing in group]
    assert sorted(done, key=lambda thing: thing[1]) == put
    for whose in (None, ANN, BOB, EVE):
        theirs = [n for user, n in done if user == whose]
        assert theirs == sorted(theirs)
