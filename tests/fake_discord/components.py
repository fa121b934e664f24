"""Message components: walking them, and what Discord adds to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import count

from tests.fake_discord.things import Json


class ComponentKind(IntEnum):
    """Discord's component types."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


K = ComponentKind
SELECTS = frozenset({K.STRING_SELECT, K.USER_SELECT, K.ROLE_SELECT, K.MENTIONABLE_SELECT, K.CHANNEL_SELECT})


def children(component: Json) -> list[Json]:
    """The components directly inside one, whatever the key that holds them."""
    inner = [part for part in (component.get("component"), component.get("accessory")) if part]
    return [*(component.get("components") or []), *inner]


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, parents before children."""
    for component in components:
        yield component
        yield from walk(children(component))


def find(components: Sequence[Json], custom_id: str) -> Json | None:
    """The component with that custom id."""
    return next((part for part in walk(components) if part.get("custom_id") == custom_id), None)


def with_ids(components: Sequence[Json]) -> list[Json]:
    """A copy in which every component has a number, as Discord gives them out, and the defaults it fills in."""
    numbers = count(1)
    return [_numbered(component, numbers) for component in components]


def _numbered(component: Json, numbers: Iterator[int]) -> Json:
    copy: Json = {**_defaults(component), **component, "id": component.get("id") or next(numbers)}
    if copy.get("emoji"):
        copy["emoji"] = {key: value for key, value in copy["emoji"].items() if value is not None}
    for key in ("component", "accessory"):
        if copy.get(key):
            copy[key] = _numbered(copy[key], numbers)
    if copy.get("components"):
        copy["components"] = [_numbered(inner, numbers) for inner in copy["components"]]
    return copy


def _defaults(component: Json) -> Json:
    if component["type"] in SELECTS:
        return {"min_values": 1, "max_values": 1}
    if component["type"] == K.CONTAINER:
        return {"accent_color": None, "spoiler": False}
    if component["type"] == K.SEPARATOR:
        return {"divider": True, "spacing": 1}
    return {}


def texts(components: Sequence[Json]) -> list[str]:
    """The text displays, in order."""
    return [part["content"] for part in walk(components) if part["type"] == K.TEXT]
