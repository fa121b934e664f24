"""What must hold for every ruleset of the catalogue, in every match. A new ruleset is tested by being registered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import RULESETS
from games.export import toml, with_names
from games.options import allowed, completed
from games.reading import Names
from games.record import Message, Record, read
from games.replay import closed, entered, json_line, judge, opened, plain
from games.ruleset import PUBLIC, Field, Form, Longer, NewPhase, Notice, Over, Step
from tests.games.properties import matches as all_matches
from tests.games.properties.effort import examples
from tests.games.properties.matches import (
    NOISE,
    PLAYS,
    matches,
    names_of,
    notices_of,
    options_of,
    rendered,
    start,
    states,
    walk,
)
from tests.games.properties.play import Play, Values

every_ruleset = pytest.mark.parametrize("play", PLAYS, ids=[play.ruleset.name for play in PLAYS])
some = examples(25)


def test_every_ruleset_of_the_catalogue_is_played_here() -> None:
    assert set(RULESETS) <= set(all_matches.RULESETS)


# --- a match runs and ends ----------------------------------------------------------------------------------------


@every_ruleset
@some
@given(data=st.data())
def test_every_match_ends_even_if_nobody_ever_sends_anything(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=data.draw(st.integers(0, 4))))
    step = ([moment.step for moment in walk(record)] or [start(record)])[-1]
    turn = len(record.turns)
    while not isinstance(step.clock, Over):
        assert turn < 200, "the match goes on and on"
        step = closed(record.ruleset, step.state, record.seed, turn)
        turn += 1
    assert play.ruleset.phase(step.state).name == "over"


@every_ruleset
@some
@given(data=st.data())
def test_only_a_close_opens_a_phase_or_ends_the_match(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play))
    assert isinstance(start(record).clock, NewPhase)
    for moment in walk(record):
        before, after = play.ruleset.phase(moment.before), play.ruleset.phase(moment.step.state)
        clock = moment.step.clock
        if moment.entry is not None:
            assert clock is None or (isinstance(clock, Longer) and clock.on_request)
            assert after.name == before.name
        elif isinstance(clock, NewPhase):
            assert after.name not in (before.name, "over")
            assert clock.hours == after.hours
        else:
            assert after.name == ("over" if isinstance(clock, Over) else before.name)


@every_ruleset
@some
@given(data=st.data())
def test_whatever_may_be_asked_is_answered_in_every_state(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play))
    seats = range(len(record.players))
    for state in states(record):
        phase = play.ruleset.phase(state)
        assert set(play.ruleset.waiting(state)) <= set(phase.acting) <= set(seats)
        assert list(phase.playing) == sorted(set(phase.playing) & set(seats))
        assert isinstance(play.ruleset.all_in(state), bool)
        assert len(play.ruleset.standing(state)) == len(play.ruleset.payout(state)) == len(seats)
        assert play.ruleset.look(state).strip()
        assert all(play.ruleset.status(state, seat).strip() for seat in seats)
        assert all(form is None or form.fields for form in (play.ruleset.form(state, seat) for seat in seats))


# --- messages -----------------------------------------------------------------------------------------------------


@every_ruleset
@some
@given(data=st.data())
def test_every_entry_is_answered_and_what_is_not_taken_changes_nothing(play: Play, data: st.DataObject) -> None:
    """C1."""
    for moment in walk(data.draw(matches(play))):
        if moment.entry is None:
            assert moment.step.reply is None
            continue
        assert moment.step.reply is not None
        assert moment.step.reply.text.strip()
        if not moment.step.reply.accepted:
            assert moment.step == Step(moment.before, reply=moment.step.reply)


@every_ruleset
@some
@given(data=st.data())
def test_any_text_of_anybody_at_any_time_gets_an_answer(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    names = names_of(record)
    texts = data.draw(st.lists(NOISE | st.text(max_size=60), min_size=1, max_size=5))
    for state in states(record):
        for seat, text in enumerate(texts):
            step = entered(play.ruleset, state, Message(seat % len(names.names), text), names)
            assert step.reply is not None
            assert step.reply.text.strip()
            assert len(plain(names, step.reply.text)) < 4_000


@every_ruleset
@some
@given(data=st.data())
def test_harmless_messages_are_harmless(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    text = data.draw(play.harmless)
    for state in states(record):
        assert entered(play.ruleset, state, Message(0, text), names_of(record)).state == state


@every_ruleset
@some
@given(data=st.data())
def test_names_are_replaced_once_and_for_all(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    names = names_of(record)
    for message in messages_of(record):
        journalled = play.ruleset.with_seats(message.text, names)
        assert play.ruleset.with_seats(journalled, names) == journalled
        assert play.ruleset.with_seats(with_names(play.ruleset, journalled, names), names) == journalled


def messages_of(record: Record) -> list[Message]:
    return [entry for turn in record.turns for entry in turn if isinstance(entry, Message)]


@every_ruleset
@some
@given(data=st.data())
def test_an_example_of_what_to_send_is_taken_from_whoever_may_act(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    names = names_of(record)
    for state in states(record):
        phase = play.ruleset.phase(state)
        for example in (plain(names, text) for text in phase.examples):
            steps = [entered(play.ruleset, state, Message(seat, example), names) for seat in phase.acting]
            assert not steps or any(step.reply and step.reply.accepted for step in steps)


@every_ruleset
@some
@given(data=st.data())
def test_what_is_offered_for_a_message_that_comes_near_an_order_can_be_sent(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=4))
    names = names_of(record)
    near = rendered(data.draw(st.sampled_from(play.near) | play.harmless | NOISE), names)
    for state in states(record):
        for seat, _ in enumerate(record.players):
            guess = play.ruleset.guess(state, seat, near, names)
            if guess is None:
                continue
            assert guess.text.strip()
            for offer in guess.offers:
                assert play.ruleset.guess(state, seat, plain(names, offer), names) is None, offer


@every_ruleset
@some
@given(data=st.data())
def test_an_example_made_for_a_player_is_taken_from_that_player(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    names = names_of(record)
    for state in states(record):
        for seat, _ in enumerate(record.players):
            for example in play.ruleset.examples(state, seat):
                step = entered(play.ruleset, state, Message(seat, plain(names, example)), names)
                assert step.reply is not None
                assert step.reply.accepted, example


# --- forms --------------------------------------------------------------------------------------------------------


@every_ruleset
@some
@given(data=st.data())
def test_a_form_filled_in_is_an_order_that_is_taken(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    state = data.draw(st.sampled_from(states(record)))
    for seat in range(len(record.players)):
        form = play.ruleset.form(state, seat)
        values = data.draw(filled_in(play, form)) if form else {}
        if play.fits(values):
            step = play.ruleset.take(state, seat, play.ruleset.filled(state, seat, values))
            assert step.reply is not None
            assert step.reply.accepted


def filled_in(play: Play, form: Form) -> st.SearchStrategy[Values]:
    fields = {f.name: answers(play, f) for f in form.fields}
    required = {f.name: fields[f.name] for f in form.fields if f.required}
    optional = {f.name: fields[f.name] for f in form.fields if not f.required}
    return st.fixed_dictionaries(required, optional=optional)


def answers(play: Play, asked: Field) -> st.SearchStrategy[tuple[str, ...]]:
    choices = [choice.value for choice in asked.choices]
    match asked.kind:
        case "number":
            return st.integers(asked.least, asked.most).map(lambda n: (str(n),))
        case "one":
            return st.sampled_from(choices).map(lambda value: (value,))
        case "some":
            return st.lists(st.sampled_from(choices), unique=True, min_size=1).map(tuple) if choices else st.just(())
        case "text":
            return st.just((play.texts[asked.name],))


@every_ruleset
@some
@given(data=st.data())
def test_what_is_on_file_is_among_what_a_form_offers(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=5))
    for state in states(record):
        for seat in range(len(record.players)):
            for asked in (play.ruleset.form(state, seat) or Form("")).fields:
                if asked.kind in ("one", "some"):
                    assert set(asked.current) <= {choice.value for choice in asked.choices}


# --- what is said -------------------------------------------------------------------------------------------------


@every_ruleset
@some
@given(data=st.data())
def test_a_public_text_is_made_of_kind_and_facts_alone(play: Play, data: st.DataObject) -> None:
    for notice in notices_of(data.draw(matches(play))):
        if notice.audience == PUBLIC:
            assert notice.text.strip()
            assert notice.text == play.ruleset.say(notice.kind, json.loads(json.dumps(notice.facts)))


@every_ruleset
@some
@given(data=st.data())
def test_facts_are_plain_json_and_every_mark_is_a_seat_of_the_match(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play))
    names = Names([f"name{n}" for n, _ in enumerate(record.players)])
    for notice in notices_of(record):
        shown = plain(names, notice.facts)
        assert json.loads(json.dumps(shown, allow_nan=False)) == shown
        assert "\x02" not in json.dumps(shown) + plain(names, notice.text)
        assert notice.text.strip()


@every_ruleset
@some
@given(data=st.data())
def test_the_rules_in_short_fit_into_posts_under_all_options(play: Play, data: st.DataObject) -> None:
    options = data.draw(options_of(play.ruleset.options))
    pages = play.ruleset.briefing(options)
    assert pages
    assert all(0 < len(page.strip()) <= 1_800 for page in pages)


@every_ruleset
def test_every_option_has_a_sentence_and_a_default_within_its_bounds(play: Play) -> None:
    for option in play.ruleset.options:
        assert option.about.endswith(".")
        assert allowed(option)
    completed(play.ruleset.options, {option.name: option.default for option in play.ruleset.options})


# --- state and journal as data ------------------------------------------------------------------------------------


@every_ruleset
@some
@given(data=st.data())
def test_a_match_goes_on_from_its_state_as_json_as_if_nothing_had_been(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play))
    names = names_of(record)
    kept = through_json(play, start(record).state)
    assert kept == start(record).state
    for moment in walk(record):
        if moment.entry is None:
            step = closed(play.ruleset, kept, record.seed, moment.turn)
        else:
            step = entered(play.ruleset, kept, moment.entry, names)
        assert step == moment.step
        kept = through_json(play, step.state)
        assert kept == step.state


def through_json(play: Play, state: Any) -> Any:
    return play.ruleset.from_json(json.loads(json.dumps(play.ruleset.to_json(state), allow_nan=False)))


@every_ruleset
@some
@given(data=st.data())
def test_a_state_of_an_unknown_version_is_refused(play: Play, data: st.DataObject) -> None:
    kept = play.ruleset.to_json(start(data.draw(matches(play, most=0))).state)
    assert play.ruleset.upgrade(play.ruleset.version, kept) == kept
    for version in (play.ruleset.version + 1, 0, -1):
        with pytest.raises(ValueError, match="version"):
            play.ruleset.upgrade(version, kept)


@every_ruleset
@some
@given(data=st.data())
def test_the_export_of_a_live_match_is_judged_as_the_match_was_step_by_step(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play))
    live = as_journalled(record)
    exported = replace(live, turns=tuple(tuple(written(record, entry) for entry in turn) for turn in live.turns))
    judged = judge(read(toml(exported), all_matches.RULESETS))
    assert [turn.notices for turn in judged.turns] == [notices for _, notices in turns_of(live)]
    assert [[reply for _, reply in turn.answers] for turn in judged.turns] == [replies for replies, _ in turns_of(live)]
    assert judged.state == states(live)[-1]


def as_journalled(record: Record) -> Record:
    """The journal of a live match knows seats only."""
    names = names_of(record)

    def seated(entry: Any) -> Any:
        return (
            replace(entry, text=record.ruleset.with_seats(entry.text, names)) if isinstance(entry, Message) else entry
        )

    return replace(record, turns=tuple(tuple(map(seated, turn)) for turn in record.turns))


def written(record: Record, entry: Any) -> Any:
    if not isinstance(entry, Message):
        return entry
    return replace(entry, text=with_names(record.ruleset, entry.text, names_of(record)))


def turns_of(record: Record) -> list[tuple[list[Any], tuple[Notice, ...]]]:
    """The replies and the notices of every turn; those of the opening belong to the first."""
    told: list[tuple[list[Any], tuple[Notice, ...]]] = []
    replies: list[Any] = []
    notices = start(record).notices
    for moment in walk(record):
        notices += moment.step.notices
        if moment.entry is not None:
            replies.append(moment.step.reply)
        else:
            told.append((replies, notices))
            replies, notices = [], ()
    return told


@every_ruleset
def test_another_process_with_another_hash_seed_judges_byte_for_byte_alike(play: Play, tmp_path: Path) -> None:
    here: list[str] = []
    files: list[str] = []

    @some
    @given(matches(play))
    def collect(record: Record) -> None:
        file = tmp_path / f"{len(files)}.toml"
        file.write_text(toml(record), encoding="utf-8")
        files.append(str(file))
        here.append(json_line(judge(record)))

    collect()
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "tests.games.properties.elsewhere", *files]
        there = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        assert there.stdout.decode().split("\n") == [*here, ""]


@every_ruleset
@some
@given(data=st.data())
def test_opening_twice_is_opening_alike_and_the_seed_decides_nothing_but_draws(play: Play, data: st.DataObject) -> None:
    record = data.draw(matches(play, most=0))
    holdings = [player.holdings for player in record.players]
    assert opened(play.ruleset, holdings, record.options, 5) == opened(play.ruleset, holdings, record.options, 5)
