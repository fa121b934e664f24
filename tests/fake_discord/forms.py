"""Modals as a user fills them in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.fake_discord.components import SELECTS, ComponentKind, with_ids
from tests.fake_discord.refusals import Impossible
from tests.fake_discord.things import Json

K = ComponentKind
MANY: Final = SELECTS | {K.CHECKBOX_GROUP, K.FILE_UPLOAD}
SEVERAL: Final = (list, tuple)


def filled(modal: Json, values: Mapping[str, Any]) -> Json:
    """The `data` of a modal's sending; an input that is not named keeps what stood in it."""
    parts = with_ids(modal["components"])
    left = dict(values)
    components = [_answered(part, left) for part in parts]
    if left:
        raise Impossible(f"The form {modal['title']!r} has no input {sorted(left)}.")
    return {"custom_id": modal["custom_id"], "components": components}


def _answered(part: Json, left: dict[str, Any]) -> Json:
    frame = {"type": part["type"], "id": part["id"]}
    if part["type"] == K.ROW:
        return frame | {"components": [_input(inner, left) for inner in part["components"]]}
    if part["type"] == K.LABEL:
        return frame | {"component": _input(part["component"], left)}
    return frame


def _input(field: Json, left: dict[str, Any]) -> Json:
    frame = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    if field["type"] in MANY:
        return frame | {"values": _choices(field, left.pop(field["custom_id"], _preset(field)))}
    value = left.pop(field["custom_id"], field.get("value", field.get("default")))
    if field["type"] == K.TEXT_INPUT:
        return frame | {"value": _text(field, value or "")}
    return frame | {"value": value}


def _preset(field: Json) -> list[str]:
    return [option["value"] for option in field.get("options") or [] if option.get("default")]


def _text(field: Json, value: str) -> str:
    least = field.get("min_length") or (1 if field.get("required", True) else 0)
    most = field.get("max_length") or 4000
    empty_is_fine = not value and not field.get("required", True)
    if not empty_is_fine and not least <= len(value) <= most:
        raise Impossible(f"{field['custom_id']} takes {least} to {most} characters, not {len(value)}.")
    return value


def _choices(field: Json, values: Any) -> list[str]:
    """The values chosen in a select or a group of boxes."""
    chosen = [str(one) for one in (values if isinstance(values, SEVERAL) else [values])]
    known = {option["value"] for option in field.get("options") or []}
    if known and not set(chosen) <= known:
        raise Impossible(f"{field['custom_id']} has no {sorted(set(chosen) - known)}.")
    least = (field.get("min_values", 1)) if field.get("required", True) else 0
    if not least <= len(chosen) <= field.get("max_values", len(known) or 1):
        raise Impossible(f"{field['custom_id']} does not take {len(chosen)} choices.")
    return chosen
