"""L1: two matches that differ in one player's secrets alone look the same to everybody else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.record import Record
from games.ruleset import Ruleset
from tests.games.properties import of_tiny
from tests.games.properties.effort import examples
from tests.games.properties.leaks import LEAKS, FactTells
from tests.games.properties.matches import PLAYS, matches
from tests.games.properties.play import Play
from tests.games.properties.variants import other_secrets, other_words
from tests.games.properties.views import Compared, Leak, compare, only_known_facts, seen

every_ruleset = pytest.mark.parametrize("play", PLAYS, ids=[play.ruleset.name for play in PLAYS])


def one_seat_apart(play: Play, data: st.DataObject) -> Compared:
    """A match and a variant of it, compared."""
    record = data.draw(matches(play))
    other, hidden = data.draw(other_secrets(play, record))
    return compare(play, record, other, hidden)


@every_ruleset
def test_nobody_sees_what_another_did_in_secret(play: Play) -> None:
    turns = told = 0

    @examples(100)
    @given(data=st.data())
    def search(data: st.DataObject) -> None:
        nonlocal turns, told
        compared = one_seat_apart(play, data)
        turns, told = turns + compared.turns, told + compared.told

    search()
    # A comparison of matches that do not differ, or whose public facts do, would prove nothing.
    assert turns >= 40, f"only {turns} turns had other secrets and the same public facts"
    assert told >= 100, f"only {told} times the view of another player was compared"


@every_ruleset
@examples(25)
@given(data=st.data())
def test_what_changes_nothing_is_seen_by_nobody(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play))
    other, hidden = data.draw(other_words(play, record))
    assert not compare(play, record, other, hidden).apart
    assert [turn.secret for turn in seen(record)] == [turn.secret for turn in seen(other)]


@every_ruleset
@examples(25)
@given(data=st.data())
def test_no_notice_has_other_facts_than_the_record_names(play: Play, data: st.DataObject) -> None:
    only_known_facts(play, data.draw(matches(play)))


# --- the properties themselves ------------------------------------------------------------------------------------

quickly = settings(max_examples=300, phases=[Phase.generate], report_multiple_bugs=False)


@pytest.mark.parametrize("leaking", LEAKS)
def test_a_ruleset_that_leaks_is_found_out(leaking: type[Ruleset[object]]) -> None:
    @quickly
    @given(data=st.data())
    def search(data: st.DataObject) -> None:
        one_seat_apart(replace(of_tiny.PLAY, ruleset=leaking()), data)

    with pytest.raises(Leak, match="depends on another player's secret"):
        search()


def test_a_fact_that_the_record_does_not_name_is_found_out() -> None:
    @quickly
    @given(record=matches(replace(of_tiny.PLAY, ruleset=FactTells())))
    def search(record: Record) -> None:
        only_known_facts(of_tiny.PLAY, record)

    with pytest.raises(Leak, match="picked"):
        search()
