"""What Discord takes as components, in messages and in modals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from tests.fake_discord.checks.faults import Faults
from tests.fake_discord.components import SELECTS, ComponentKind, children, walk
from tests.fake_discord.things import Json

K = ComponentKind
ROWS: Final = 5
BUTTONS: Final = 5
OPTIONS: Final = 25
ALL_PARTS: Final = 40
ALL_TEXT: Final = 4000
CUSTOM_ID: Final = 100
LINK, PREMIUM = 5, 6
V1_TOP: Final = frozenset({K.ROW})
V2_TOP: Final = frozenset({K.ROW, K.SECTION, K.TEXT, K.GALLERY, K.FILE, K.SEPARATOR, K.CONTAINER})
IN_LABEL: Final = SELECTS | {K.TEXT_INPUT, K.FILE_UPLOAD, K.RADIO_GROUP, K.CHECKBOX_GROUP, K.CHECKBOX}
INSIDE: Final[dict[int, frozenset[ComponentKind]]] = {
    K.ROW: SELECTS | {K.BUTTON},
    K.SECTION: frozenset({K.TEXT, K.THUMBNAIL, K.BUTTON}),
    K.CONTAINER: V2_TOP - {K.CONTAINER},
}


def check_message_components(components: Any, faults: Faults, *, v2: bool) -> None:
    """The components of a message; `v2` when they are the whole of it."""
    if not faults.size(components, "components", 0, ALL_PARTS if v2 else ROWS):
        return
    for number, component in enumerate(components):
        _check(component, f"components.{number}", V2_TOP if v2 else V1_TOP, faults)
    parts = list(walk(components))
    faults.need(len(parts) <= ALL_PARTS, "components", "BASE_TYPE_BAD_LENGTH", f"More than {ALL_PARTS} in all.")
    length = sum(len(part.get("content") or "") for part in parts if part.get("type") == K.TEXT)
    faults.need(length <= ALL_TEXT, "components", "COMPONENT_TEXT_TOO_LONG", f"More than {ALL_TEXT} in all.")
    _check_custom_ids(components, faults)


def check_modal(modal: Json) -> None:
    """A modal: its title, its id and up to five rows or labels with one input each."""
    faults = Faults()
    faults.text(modal.get("title"), "title", 1, 45)
    faults.text(modal.get("custom_id"), "custom_id", 1, CUSTOM_ID)
    components = modal.get("components")
    if faults.size(components, "components", 1, ROWS):
        assert components is not None
        for number, component in enumerate(components):
            _check_modal_part(component, f"components.{number}", faults)
        _check_custom_ids(components, faults)
    faults.settle()


def _check_modal_part(component: Json, path: str, faults: Faults) -> None:
    kind = component.get("type")
    if kind == K.TEXT:
        return
    known = faults.need(kind in (K.ROW, K.LABEL), path, "UNION_TYPE_CHOICES", f"Type {kind} is not for modals.")
    inner = children(component)
    if not known or not faults.need(len(inner) == 1, path, "BASE_TYPE_BAD_LENGTH", "Must hold one input."):
        return
    if kind == K.LABEL:
        faults.text(component.get("label"), f"{path}.label", 1, 45)
        _check(inner[0], f"{path}.component", IN_LABEL, faults)
    else:
        _check(inner[0], f"{path}.components.0", SELECTS | {K.TEXT_INPUT}, faults)
        if inner[0].get("type") == K.TEXT_INPUT:
            faults.text(inner[0].get("label"), f"{path}.components.0.label", 1, 45)


def _check(component: Json, path: str, allowed: frozenset[ComponentKind], faults: Faults) -> None:
    """One component and everything in it."""
    kind = component.get("type")
    if not faults.need(kind in allowed, path, "UNION_TYPE_CHOICES", f"Component type {kind} cannot stand here."):
        return
    assert isinstance(kind, int)
    check = CHECKS.get(kind)
    if check is not None:
        check(component, path, faults)
    for number, inner in enumerate(children(component)):
        _check(inner, f"{path}.components.{number}", INSIDE.get(kind, frozenset()), faults)


def _check_row(row: Json, path: str, faults: Faults) -> None:
    inner = row.get("components")
    if not faults.size(inner, f"{path}.components", 1, BUTTONS):
        return
    assert inner is not None
    alone = len(inner) == 1 or all(part.get("type") == K.BUTTON for part in inner)
    faults.need(alone, f"{path}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select takes a whole row.")


def _check_button(button: Json, path: str, faults: Faults) -> None:
    style = button.get("style")
    faults.need(style in range(1, 7), f"{path}.style", "BASE_TYPE_CHOICES", f"Unknown style {style}.")
    named = button.get("label") or button.get("emoji") or style == PREMIUM
    faults.need(bool(named), path, "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji.")
    if button.get("label"):
        faults.text(button["label"], f"{path}.label", 1, 80)
    if style == LINK:
        faults.text(button.get("url"), f"{path}.url", 1, 512)
        faults.need(
            "custom_id" not in button, path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "One of them."
        )
    elif style != PREMIUM:
        faults.text(button.get("custom_id"), f"{path}.custom_id", 1, CUSTOM_ID)


def _check_select(select: Json, path: str, faults: Faults) -> None:
    faults.text(select.get("custom_id"), f"{path}.custom_id", 1, CUSTOM_ID)
    faults.text(select.get("placeholder") or "", f"{path}.placeholder", 0, 150)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    faults.number(least, f"{path}.min_values", 0, OPTIONS)
    faults.number(most, f"{path}.max_values", max(1, least), OPTIONS)
    if select["type"] == K.STRING_SELECT and faults.size(select.get("options"), f"{path}.options", 1, OPTIONS):
        _check_options(select["options"], most, f"{path}.options", faults)


def _check_options(options: Sequence[Json], most: int, path: str, faults: Faults) -> None:
    faults.need(most <= len(options), path, "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS", "More than there are.")
    for number, option in enumerate(options):
        faults.text(option.get("label"), f"{path}.{number}.label", 1, 100)
        faults.text(option.get("value"), f"{path}.{number}.value", 1, 100)
        faults.text(option.get("description") or "", f"{path}.{number}.description", 0, 100)
    values = [option.get("value") for option in options]
    faults.need(len(set(values)) == len(values), path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "A value twice.")


def _check_text_input(field: Json, path: str, faults: Faults) -> None:
    faults.text(field.get("custom_id"), f"{path}.custom_id", 1, CUSTOM_ID)
    faults.need(field.get("style") in (1, 2), f"{path}.style", "BASE_TYPE_CHOICES", "Short or paragraph.")
    faults.text(field.get("placeholder") or "", f"{path}.placeholder", 0, 100)
    faults.text(field.get("value") or "", f"{path}.value", 0, 4000)
    least = field.get("min_length") or 0
    faults.number(least, f"{path}.min_length", 0, 4000)
    if field.get("max_length") is not None:
        faults.number(field["max_length"], f"{path}.max_length", max(1, least), 4000)


def _check_text(display: Json, path: str, faults: Faults) -> None:
    faults.text(display.get("content"), f"{path}.content", 1, ALL_TEXT)


def _check_custom_ids(components: Sequence[Json], faults: Faults) -> None:
    """No two components of one message share a custom id."""
    counted = Counter(part["custom_id"] for part in walk(components) if part.get("custom_id"))
    for custom_id, times in counted.items():
        faults.need(
            times == 1, "components", "COMPONENT_CUSTOM_ID_DUPLICATED", f"{custom_id!r} is there {times} times."
        )


CHECKS: Final[dict[int, Callable[[Json, str, Faults], None]]] = {
    K.ROW: _check_row,
    K.BUTTON: _check_button,
    **dict.fromkeys(SELECTS, _check_select),
    K.TEXT_INPUT: _check_text_input,
    K.TEXT: _check_text,
}
