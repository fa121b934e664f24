"""A modal filled in by what stands on it, as people do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcord.enums import ComponentType

Answers = Mapping[str, str | Sequence[str]]
"""By the label of the question: what is typed, or the labels of what is chosen."""


def filled(modal: Mapping[str, Any], answers: Answers) -> dict[str, Any]:
    """What is sent, by custom id; a question without an answer stays as the form had it."""
    questions = {label["label"]: label["component"] for label in modal["components"]}
    unknown = set(answers) - set(questions)
    if unknown:
        raise LookupError(f"{sorted(unknown)} on a form with {list(questions)}")
    return {control["custom_id"]: _value(control, answers.get(label)) for label, control in questions.items()}


def _value(control: Mapping[str, Any], answer: str | Sequence[str] | None) -> Any:
    if control["type"] == ComponentType.TEXT_INPUT:
        return (control.get("value") or "") if answer is None else answer
    wanted = [answer] if isinstance(answer, str) else answer
    options = control["options"]
    chosen = [o["value"] for o in options if (o.get("default", False) if wanted is None else o["label"] in wanted)]
    return next(iter(chosen), None) if control["type"] == ComponentType.RADIO_GROUP else chosen


def told(answers: Answers) -> str:
    """What was filled in, a line each."""
    shown = {label: answer if isinstance(answer, str) else ", ".join(answer) for label, answer in answers.items()}
    return "\n".join(f"- {label}: **{answer}**" for label, answer in shown.items())
