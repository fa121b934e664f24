"""A ruleset's form as Discord shows one: built from its description alone, whatever the ruleset.

A number or a text is a line to type in; one of a few is a radio group, some of a few are boxes to tick; more than ten
are a list to choose from, and more than a list holds go over several lists in one modal. What one modal cannot hold is
cut between two questions; what five lists cannot hold is typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.hosting.model import limits
from games.ruleset import Choice, Field, Form

NONE: Final = Choice("~", "None")
"""A radio button that was pressed stays pressed: where nothing need be chosen, this one lets go of it."""

Input = ui.Label[ui.Modal]


def parts(form: Form) -> list[Form]:
    """The form, or the forms it is cut into where one modal does not hold it; no question is cut."""
    cut: list[list[Field]] = []
    room = 0
    for field in form.fields:
        needed = len(inputs(field))
        if needed > room:
            cut.append([])
            room = limits.MODAL
        if needed:
            cut[-1].append(field)
        room -= needed
    return [Form(form.title, tuple(fields)) for fields in cut]


def once(custom_id: str, interaction: discord.Interaction) -> str:
    """An id that no modal had before: phones show again what one carried when they saw it first, and would send it."""
    return f"{custom_id}:{interaction.id}"


def modal(form: Form, code: str, custom_id: str) -> ui.Modal:
    """What comes back is known by its ids alone (`DealerClient.on_interaction`), the library forgets it."""
    mark = f" · {code}"
    shown = ui.Modal(title=fitted(form.title, limits.MODAL_TITLE - len(mark)) + mark, custom_id=custom_id)
    for field in form.fields:
        for one in inputs(field):
            shown.add_item(one)
    shown.stop()
    return shown


def inputs(field: Field) -> list[Input]:
    """One question, as one input or several."""
    if field.kind in ("number", "text"):
        return [_line(field)]
    pages = [field.choices[i : i + limits.CHOICES] for i in range(0, len(field.choices), limits.CHOICES)]
    if len(pages) > limits.MODAL:
        return [_line(_typed(field))]
    if len(pages) > 1:
        return [_page(field, page, i + 1, len(pages)) for i, page in enumerate(pages)]
    return [_labelled(field, _chosen(field))] if pages else []


def values(components: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """What was sent, by the name of the field; the lists of one question put together again."""
    found: dict[str, tuple[str, ...]] = {}
    for sent in _sent(components):
        name = sent["custom_id"].partition(":")[0]
        chosen = sent["values"] if "values" in sent else [sent.get("value") or ""]
        found[name] = (*found.get(name, ()), *(v for v in chosen if v.strip() and v != NONE.value))
    return found


def _sent(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _sent(component.get("components", ()))
        if "component" in component:
            yield from _sent((component["component"],))


def name_of(form: Form) -> str:
    """What a part of a form asks, for the button that opens it."""
    return fitted(", ".join(f.label for f in form.fields), limits.BUTTON)


def fitted(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


# --- the kinds of inputs ----------------------------------------------------------------------------------------------


def _labelled(field: Field, item: ui.Item[ui.Modal], hint: str = "") -> Input:
    about = " · ".join(text for text in (hint, field.hint) if text)
    return ui.Label(
        text=fitted(field.label, limits.LABEL), description=fitted(about, limits.ABOUT) or None, component=item
    )


def _line(field: Field) -> Input:
    bounds = f"{field.least:,} to {field.most:,}" if field.kind == "number" else None
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=field.name,
        placeholder=bounds and fitted(bounds, limits.PLACEHOLDER),
        default=fitted(" ".join(field.current), limits.TYPED) or None,
        required=field.required,
        max_length=limits.TYPED,
    )
    return _labelled(field, line)


def _typed(field: Field) -> Field:
    """Too many to be listed: their names are typed, as in a message."""
    on_file = [c.label for c in field.choices if c.value in field.current]
    return replace(field, kind="text", current=(", ".join(on_file),) if on_file else ())


def _chosen(field: Field) -> ui.Item[ui.Modal]:
    if field.kind == "some":
        return _boxes(field) if len(field.choices) <= limits.BOXES else _list(field, field.name, field.choices)
    choices = field.choices if field.required else (*field.choices, NONE)
    return _radio(field, choices) if 2 <= len(choices) <= limits.BOXES else _list(field, field.name, field.choices)


def _radio(field: Field, choices: Sequence[Choice]) -> ui.RadioGroup[ui.Modal]:
    group: ui.RadioGroup[ui.Modal] = ui.RadioGroup(custom_id=field.name, required=field.required)
    current = field.current or (NONE.value,)
    for choice in choices:
        label = fitted(choice.label, limits.OPTION)
        group.add_option(label=label, value=choice.value, default=choice.value in current)
    return group


def _boxes(field: Field) -> ui.CheckboxGroup[ui.Modal]:
    least, most = int(field.required), len(field.choices)
    group: ui.CheckboxGroup[ui.Modal] = ui.CheckboxGroup(
        custom_id=field.name, required=field.required, min_values=least, max_values=most
    )
    for choice in field.choices:
        label = fitted(choice.label, limits.OPTION)
        group.add_option(label=label, value=choice.value, default=choice.value in field.current)
    return group


def _page(field: Field, choices: Sequence[Choice], number: int, of: int) -> Input:
    """One of several lists, none of which must be used."""
    which = f" ({number}/{of})"
    label = fitted(field.label, limits.LABEL - len(which)) + which
    reach = f"{fitted(choices[0].label, limits.REACH)} to {fitted(choices[-1].label, limits.REACH)}"
    listed = _list(replace(field, required=False), f"{field.name}:{number}", choices)
    return _labelled(replace(field, label=label), listed, reach)


def _list(field: Field, custom_id: str, choices: Sequence[Choice]) -> ui.Select[ui.Modal]:
    listed: ui.Select[ui.Modal] = ui.Select(
        custom_id=custom_id,
        required=field.required,
        min_values=int(field.required),
        max_values=1 if field.kind == "one" else len(choices),
    )
    for choice in choices:
        label = fitted(choice.label, limits.OPTION)
        listed.add_option(label=label, value=choice.value, default=choice.value in field.current)
    return listed
