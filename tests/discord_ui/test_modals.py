"""A form as a modal: every kind of question, within Discord's limits, whatever a ruleset may describe."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simcord.components import validate_modal

from bot.discord_ui import modals
from bot.hosting.inbox.forms import in_names
from bot.hosting.model import limits
from games.catalogue import RULESETS
from games.draw import chance
from games.options import completed
from games.ruleset import Choice, Field, Form, Over, Ruleset
from tests.discord_ui.sheets import page, untouched


def shown(*fields: Field, title: str = "Round 3", code: str = "K7QF") -> str:
    return page(dict(modals.modal(Form(title, fields), code, "form:K7QF:4").to_dict()))


def people(count: int) -> tuple[Choice, ...]:
    return tuple(Choice(f"#{i + 1}", f"Player {i + 1:03}") for i in range(count))


def kinds(field: Field) -> list[str]:
    return [label.component.type.name for label in modals.inputs(field)]


# --- what people see --------------------------------------------------------------------------------------------------


def test_a_number_is_a_line_with_its_bounds_and_what_is_on_file() -> None:
    field = Field("height", "Height", "number", most=1500, current=("12",), hint="Empty: nothing")
    assert shown(field) == "== Round 3 · K7QF ==\nHeight · Empty: nothing\n    [12] 0 to 1,500"


def test_a_text_that_must_be_given_is_a_line_without_bounds() -> None:
    assert shown(Field("basket", "Apples", "text", True)) == "== Round 3 · K7QF ==\nApples*\n    []"


def test_one_of_a_few_is_a_radio_group_that_can_be_let_go_of() -> None:
    field = Field("colour", "Colour", "one", choices=(Choice("gold", "Gold"), Choice("red", "Red")))
    assert shown(field) == "== Round 3 · K7QF ==\nColour\n    ( ) Gold\n    ( ) Red\n    (x) None"


def test_one_that_must_be_chosen_cannot_be_let_go_of() -> None:
    field = Field("to", "To", "one", True, choices=people(2), current=("#2",))
    assert shown(field) == "== Round 3 · K7QF ==\nTo*\n    ( ) Player 001\n    (x) Player 002"


def test_some_of_a_few_are_boxes_with_what_is_on_file_ticked() -> None:
    field = Field("void", "Void", "some", choices=people(2), current=("#1",))
    assert shown(field) == "== Round 3 · K7QF ==\nVoid\n    [x] Player 001\n    [ ] Player 002"


def test_more_than_ten_are_a_list() -> None:
    assert kinds(Field("void", "Void", "some", choices=people(10))) == ["checkbox_group"]
    assert kinds(Field("void", "Void", "some", choices=people(11))) == ["select"]
    assert kinds(Field("to", "To", "one", choices=people(9))) == ["radio_group"]
    assert kinds(Field("to", "To", "one", choices=people(10))) == ["select"]
    assert kinds(Field("to", "To", "one", True, choices=people(10))) == ["radio_group"]
    assert kinds(Field("to", "To", "one", True, choices=people(1))) == ["select"]


def test_more_than_a_list_holds_go_over_several_each_saying_where_it_begins_and_ends() -> None:
    field = Field("void", "Void the Pink of", "some", choices=people(60), current=("#60",))
    lines = shown(field).split("\n")
    assert [line for line in lines if "Void" in line] == [
        "Void the Pink of (1/3) · Player 001 to Player 025",
        "Void the Pink of (2/3) · Player 026 to Player 050",
        "Void the Pink of (3/3) · Player 051 to Player 060",
    ]
    assert lines.count("    < > Player 026") == 1
    assert lines[-1] == "    <x> Player 060"


def test_what_must_be_chosen_need_not_be_chosen_from_every_list() -> None:
    listed = modals.inputs(Field("to", "To", "one", True, choices=people(60)))
    assert [label.component.to_component_dict()["required"] for label in listed] == [False] * 3


def test_what_five_lists_cannot_hold_is_typed() -> None:
    field = Field("void", "Void", "some", choices=people(126), current=("#1", "#126"))
    assert shown(field) == "== Round 3 · K7QF ==\nVoid\n    [Player 001, Player 126]"
    assert kinds(Field("void", "Void", "some", choices=people(125))) == ["select"] * 5


def test_a_question_without_answers_is_not_asked() -> None:
    assert modals.inputs(Field("void", "Void", "some")) == []
    assert modals.parts(Form("Round 3", (Field("void", "Void", "some"),))) == []


# --- what one modal cannot hold ---------------------------------------------------------------------------------------


def test_a_form_that_fits_is_one_part() -> None:
    fields = [Field(f"f{i}", "F", "text") for i in range(5)]
    assert modals.parts(Form("Round 3", tuple(fields))) == [Form("Round 3", tuple(fields))]


def test_a_form_that_does_not_fit_is_cut_between_two_questions() -> None:
    few = [Field(f"f{i}", f"F{i}", "text") for i in range(3)]
    many = Field("void", "Void the Pink of", "some", choices=people(99))
    cut = modals.parts(Form("Round 3", (*few, many)))
    assert [[f.name for f in part.fields] for part in cut] == [["f0", "f1", "f2"], ["void"]]
    assert [modals.name_of(part) for part in cut] == ["F0, F1, F2", "Void the Pink of"]


# --- what comes back --------------------------------------------------------------------------------------------------


def test_lists_of_one_question_are_put_together_again() -> None:
    sent = [
        {"type": 18, "component": {"type": 3, "custom_id": "void:1", "values": ["#2"]}},
        {"type": 18, "component": {"type": 3, "custom_id": "void:2", "values": ["#30", "#31"]}},
        {"type": 1, "components": [{"type": 4, "custom_id": "height", "value": "12"}]},
    ]
    assert modals.values(sent) == {"void": ("#2", "#30", "#31"), "height": ("12",)}


@pytest.mark.parametrize("nothing", ["", "  ", None, modals.NONE.value])
def test_nothing_chosen_or_typed_is_nothing_and_not_missing(nothing: str | None) -> None:
    sent = [{"type": 18, "component": {"type": 21, "custom_id": "colour", "value": nothing}}]
    assert modals.values(sent) == {"colour": ()}


def test_what_is_only_shown_is_no_answer() -> None:
    assert modals.values([{"type": 10, "id": 1}]) == {}


# --- the rulesets that there are --------------------------------------------------------------------------------------


FORMS: Final = {
    "ghost-ladder": {"Round 1: Height, Garnets, Checks", "Round 2: Height, Garnets"},
    "garden-of-eden": {
        "Your basket: Apples",
        "Round 1: Colour, Pink, White or Black",
        "Round 1: Void the Pink of",
    },
}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.name)
def test_nothing_of_our_own_rulesets_is_cut_short(ruleset: Ruleset[Any]) -> None:
    """With a hundred players, who all send the first example of every phase."""
    draw, names = chance(7, 0), [f"Player {i}" for i in range(100)]
    step, seen = ruleset.open([{} for _ in names], completed(ruleset.options, {"rounds": 2}), draw), set()
    while not isinstance(step.clock, Over):
        form, phase = ruleset.form(step.state, 0), ruleset.phase(step.state)
        for part in [] if form is None else modals.parts(in_names(form, names)):
            seen.add(f"{part.title}: {modals.name_of(part)}")
            assert "…" not in page(modals.modal(part, "K7QFMNPR", "form:K7QFMNPR:1").to_dict())
        for seat in phase.acting:
            step = ruleset.take(step.state, seat, phase.examples[0])
        step = ruleset.close(step.state, draw)
    assert seen >= FORMS[ruleset.name]


# --- whatever a ruleset may describe ----------------------------------------------------------------------------------

LABELS = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=120).filter(str.strip)


@st.composite
def fields(draw: st.DrawFn, name: str) -> Field:
    label, hint, required = draw(LABELS), draw(st.just("") | LABELS), draw(st.booleans())
    kind: Any = draw(st.sampled_from(["number", "text", "one", "some"]))
    if kind in ("number", "text"):
        current = draw(st.sampled_from([(), ("12",)]))
        return Field(name, label, kind, required, 0, draw(st.integers(0, 10**12)), current=current, hint=hint)
    count, name_of_all = draw(st.sampled_from([0, 1, 2, 9, 10, 11, 25, 26, 60])), draw(LABELS)
    choices = tuple(Choice(f"#{i}", f"{i} {name_of_all}") for i in range(count))
    on_file = draw(st.lists(st.sampled_from(choices), max_size=1 if kind == "one" else 30)) if choices else []
    current = tuple(c.value for c in choices if c in on_file)
    return Field(name, label, kind, required, choices=choices, current=current, hint=hint)


forms = st.integers(1, 7).flatmap(
    lambda n: st.builds(Form, LABELS, st.tuples(*(fields(f"field{i}") for i in range(n))))
)


@settings(max_examples=60)
@given(forms)
def test_any_form_keeps_discords_limits_and_asks_every_question_once(form: Form) -> None:
    cut = modals.parts(form)
    for part in cut:
        modal = modals.modal(part, "K7QFMNPR", "form:K7QFMNPR:123").to_dict()
        validate_modal(modal)
        assert 1 <= len(modal["components"]) <= limits.MODAL
    assert list(chain(*(part.fields for part in cut))) == [f for f in form.fields if modals.inputs(f)]


@settings(max_examples=60)
@given(forms)
def test_any_form_sent_back_untouched_says_what_is_on_file(form: Form) -> None:
    for part in modals.parts(form):
        modal = modals.modal(part, "K7QF", "form:K7QF:1").to_dict()
        assert modals.values(untouched(modal)) == {f.name: f.current for f in part.fields if modals.inputs(f)}
