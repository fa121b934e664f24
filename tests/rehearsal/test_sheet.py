"""A modal, filled in by what stands on it."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.enums import ComponentType

from bot.rehearsal import sheet


def question(label: str, kind: int, **more: Any) -> dict[str, Any]:
    return {"label": label, "component": {"type": kind, "custom_id": label.lower(), **more}}


def options(*labels: str, default: str = "") -> list[dict[str, Any]]:
    return [{"label": label, "value": label.upper(), "default": label == default} for label in labels]


MODAL = {
    "components": [
        question("Height", ComponentType.TEXT_INPUT, value="9"),
        question("Colour", ComponentType.RADIO_GROUP, options=options("Gold", "Silver", default="Silver")),
        question("Void", ComponentType.CHECKBOX_GROUP, options=options("Bob", "Eve", default="Bob")),
    ]
}


def test_what_is_not_answered_stays_as_the_form_had_it() -> None:
    assert sheet.filled(MODAL, {}) == {"height": "9", "colour": "SILVER", "void": ["BOB"]}


def test_answers_are_given_by_what_people_read() -> None:
    answers = {"Height": "12", "Colour": "Gold", "Void": ["Eve", "Bob"]}
    assert sheet.filled(MODAL, answers) == {"height": "12", "colour": "GOLD", "void": ["BOB", "EVE"]}
    assert sheet.told(answers) == "- Height: **12**\n- Colour: **Gold**\n- Void: **Eve, Bob**"


def test_a_question_that_is_not_on_the_form_is_a_mistake_of_the_script() -> None:
    with pytest.raises(LookupError, match="Depth"):
        sheet.filled(MODAL, {"Depth": "3"})
