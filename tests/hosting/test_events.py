"""Every kind of row has a class, and what is stored of it is what earlier releases stored."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.hosting.model import events
from bot.hosting.model.events import Event, from_json, to_json
from tests.upgrades.make import HERE

_SECONDS, _MS = st.integers(0, 4_000_000_000), st.integers(0, 999)
_INSTANTS = st.builds(lambda s, ms: datetime.fromtimestamp(s, UTC).replace(microsecond=ms * 1000), _SECONDS, _MS)
_AMOUNTS = st.dictionaries(st.text(), st.integers())
_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "options": st.dictionaries(st.text(), st.integers() | st.text() | st.booleans() | st.none()),
    "holdings": st.lists(_AMOUNTS).map(tuple),
    "deltas": _AMOUNTS,
}
_FLOATS = st.floats(allow_nan=False, allow_infinity=False)
_KINDS: tuple[type[Event], ...] = get_args(Event)


def events_of(known: type[Event]) -> st.SearchStrategy[Event]:
    named = {name: strategy for name, strategy in _BY_NAME.items() if name in known.__dataclass_fields__}
    return st.builds(known, **named)


@pytest.fixture(autouse=True, scope="module")
def _strategies() -> None:
    st.register_type_strategy(datetime, _INSTANTS)
    st.register_type_strategy(float, _FLOATS)


@given(st.data())
@pytest.mark.parametrize("known", _KINDS, ids=lambda known: str(known.kind))
def test_what_is_stored_of_every_kind_is_read_as_it_was(known: type[Event], data: st.DataObject) -> None:
    event = data.draw(events_of(known))
    assert from_json(known.kind, json.loads(json.dumps(to_json(event)))) == event


def test_no_two_kinds_are_stored_alike() -> None:
    assert len({known.kind for known in _KINDS}) == len(_KINDS)


@pytest.mark.parametrize("file", sorted(HERE.glob("*.sqlite3")), ids=lambda file: str(file.stem))
def test_what_earlier_releases_stored_is_what_would_be_stored_now(file: Any) -> None:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        stored = connection.execute("SELECT kind, body FROM journal").fetchall()
    assert stored
    for kind, body in stored:
        assert json.dumps(to_json(from_json(kind, json.loads(body)))) == json.dumps(json.loads(body))


STAMP = "2026-03-04T12:00:00.250+00:00"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("joined", {"entry": 2, "manages": True}),
        ("cancelled", {}),
        ("message", {"text": "12", "deadline": STAMP, "announce": STAMP}),
        ("closed", {"turn": 3}),
        ("closed", {"turn": 3, "deadline": STAMP, "afresh": True}),
        ("extended", {"deadline": STAMP}),
        ("extended", {"left": 3600.0, "hours": 2}),
        ("paused", {}),
        ("looked", {"what": "the standing"}),
        ("corrected", {"deltas": {"garnets": -1}, "reason": "a slip"}),
        ("set_back", {"posts": 0, "known": None, "turn": 1_000_002, "since": STAMP, "left": 60.0}),
        (
            "rolled_back",
            {
                **{"to": 7, "turn": 4, "deadline": STAMP, "reason": "", "from_post": None, "since": STAMP},
                **{"seats": [], "rulings": False},
            },
        ),
        ("rewritten", {"row": 8, "text": "12", "reason": "", "posts": [], "told": [[0, "You."]]}),
        ("asked", {"text": "When?", "entry": 0, "openly": True}),
        ("answered", {"question": 5, "text": "Soon.", "asked": "When?"}),
    ],
)
def test_a_body_is_stored_with_the_keys_it_always_had(kind: str, body: dict[str, Any]) -> None:
    assert json.dumps(to_json(from_json(kind, body))) == json.dumps(body)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(KeyError):
        from_json("vanished", {})
    with pytest.raises(TypeError):
        from_json(events.CLOSED, {})
    with pytest.raises(ValueError, match="isoformat"):
        from_json(events.CUT, {"deadline": "soon"})
