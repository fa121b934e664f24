"""Every sentence of `bot.hosting.words`, with samples for what is put in."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import FunctionType
from typing import Any, Final

from bot.hosting import words
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.records import Entry, Opened, Person
from bot.hosting.presenting.rendering import named
from games import marks
from games.catalogue import RULESETS
from games.options import completed
from games.ruleset import Phase

AT: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATER: Final = AT + timedelta(hours=24)
LADDER: Final = RULESETS["ghost-ladder"]
HELD: Final = {"garnets": 7, "tokens": 1}
PHASE: Final = Phase("round 3", "Round 3 of 7", "Send a whole number.", ("12", "12 +1g"), (0, 1, 2), (0, 1, 2), 24)
ROWS: Final = [
    Row(events.MESSAGE, AT, 1, {"text": "12 +1g"}, "message:1", 7),
    Row(events.CLOSED, AT, body={"turn": 3}, source="turn:3"),
    Row(events.REMOVED, AT, 1, {}, "interaction:2", 9),
]

PEOPLE: Final = [Person(entry, entry, 7 + entry, name) for entry, name in enumerate(("Ann", "Bob", "Eve"))]

_OTHER_DEADLINES: Final = [words.Deadline(None, paused=True), words.Deadline(None), words.Deadline(AT, closing=True)]
_TABLE: Final = words.Table(LADDER.title, "G7J", LATER, (0, 1, 2), 3, 8, thread=50, channel=40)

SAMPLES: Final[dict[str, Sequence[Any]]] = {
    "act": ["pause", "resume", "cancel"],
    "acts": [False, True],
    "asks": [True, False],
    "afresh": [False, True],
    "again": [False, True],
    "answers": [[words.answered_by(9, "They do."), words.answered_by(None, "They do not.")]],
    "agreed": [False, True],
    "asked_text": ["May I burn two garnets?"],
    "at": [AT],
    "before": [AT],
    "brought_by": [7, None],
    "channel_id": [40, None],
    "closed": [2, 1, 0],
    "code": ["G7J"],
    "cohosts": [[8, 9], []],
    "creator": [7, None],
    "codes": [["G7J", "H64"], [f"G{n}" for n in range(31)]],
    "command": ["status"],
    "count": [3, 1],
    "deadline": [LATER],
    "deed": ["cancel"],
    "entries": [[], [Entry(1, 7, "garnets", 3, "a gift", AT, 9), Entry(1, 7, "tokens", -1, "match G7J", AT)]],
    "extend": [False, True],
    "first": [False, True],
    "from_post": [None, "https://discord.com/channels/1/2/3"],
    "giver": [7],
    "hears": ["<#40>", ""],
    "held": [HELD, {}],
    "hosts": [True, False],
    "instant": [AT],
    "kind": ["garnets", "tokens"],
    "kinds": [HELD],
    "known": [["garnets", "tokens", "yen"]],
    "fits": [True, False],
    "least": [3],
    "left": [1.5],
    "links": [["https://discord.com/channels/1/2/3", "https://discord.com/channels/1/2/4"]],
    "lines": [["a line", "another"], []],
    "may_act": [True, False],
    "more": [1.5],
    "most": [100],
    "name": ["Ann"],
    "now": [9],
    "notices": [0, 1, 2],
    "number": [2],
    "opened": [Opened(1, 9, AT), Opened(1, None, AT, 7, "garnets")],
    "obstacle": ["everyone", "gone", "managed", "too much", "not theirs", "not mine"],
    "often": [False, True],
    "options": [completed(LADDER.options, {})],
    "page": [1],
    "pages": [5, 1],
    "owing": [[], [(7, "garnets")]],
    "phase": [PHASE, None],
    "posts": [["https://discord.com/channels/1/2/3"], []],
    "questions": [2, 1],
    "reason": ["a slip of the pen"],
    "renamed": [False, True],
    "resumes": [None, LATER],
    "role": [50],
    "quarantined": [False, True],
    "seated": [True, False],
    "seen": [AT],
    "tags": [["Running", "Over"]],
    "written": [True, False],
    "role_id": [50, None],
    "row": ROWS,
    "rows": [[(7, "garnets", 3), (8, "tokens", 1)], []],
    "rules": [LADDER],
    "rulings": [False, True],
    "seat": [1],
    "seats": [[0, 2], [0]],
    "sent": [[0, 2], []],
    "signed_up": [2, 1],
    "since": [AT],
    "started": [True, False],
    "starts": [LATER, None],
    "table": [_TABLE, replace(_TABLE, starts=None, seated=(), thread=None)],
    "taken": [True, False],
    "taker": [8],
    "text": ["Heights are whole numbers."],
    "texts": [["Somebody asked for 24 hours more."], ["One.", "Two."]],
    "thing": ["player"],
    "thread": [50, None],
    "title": [LADDER.title],
    "titles": [{name: rules.title for name, rules in RULESETS.items()}],
    "told": [[1], [1, 2]],
    "typed": ["Mars/Olympus"],
    "until": [LATER],
    "user": [7],
    "user_id": [7],
    "waits": [False, True],
    "what": ["the database"],
    "where": ["<#40>"],
    "whose": [7, None],
    "why": ["Their direct messages are closed to me."],
    "zone": ["Europe/Vienna"],
}
"""By the name of the parameter: the first one is put in while others vary."""

SPECIAL: Final[dict[tuple[str, str], Sequence[Any]]] = {
    ("before", "int"): [5],
    ("before", "str"): ["Ann"],
    ("text", "str | None"): [None, "12 +1g"],
    ("user_id", "int | None"): [7, None],
    ("why", "Seen"): ["match", "ledger"],
    ("before", "datetime | None"): [AT, None],
    ("now", "str"): ["Kim"],
    ("first", "str | None"): [None, "https://discord.com/channels/1/2/3"],
    ("deadline", "datetime | None"): [None, LATER],
    ("known", "datetime | None"): [AT, None],
    ("left", "float | None"): [16.0, None],
    ("held", "int"): [2],
    ("posts", "int"): [2, 1, 0],
    ("known", "bool"): [True, False],
    ("told", "bool"): [False, True],
    ("told", "int"): [3, 1, 0],
    ("count", "float"): [24.0, 1.0, 1.5, 0.25],
    ("again", "datetime"): [LATER],
    ("more", "timedelta"): [timedelta(hours=24)],
    ("name", "str | None"): ["Ann", None],
    ("deadline", "Deadline"): [words.Deadline(LATER), *_OTHER_DEADLINES],
    ("seat", "int | None"): [1, None],
    ("starts", "datetime"): [LATER],
    ("phase", "Phase"): [PHASE],
}
"""Where one name stands for several things."""

OWN: Final[dict[tuple[str, str], Sequence[Any]]] = {
    ("point", "kind"): [
        events.MESSAGE,
        events.CLOSED,
        events.REMOVED,
        events.CORRECTED,
        events.STARTED,
        events.REPLACED,
    ],
    ("sure", "deed"): ["Cancel", "Close Round 3 of 7 of"],
    ("point", "name"): ["Ann"],
    ("receipt", "text"): [f"gold void {marks.written(0)}, {marks.written(1)}"],
    ("receipt", "row"): ROWS[:1],
    ("receipt", "phase"): ["Round 3 of 7"],
}
"""Where a sentence needs something of its own."""

ELSEWHERE: Final = frozenset({"help_now"})
"""Sentences that need a whole match; they are said in the matches of the other files."""


def everything() -> Iterator[tuple[str, str]]:
    """(name, text) of every sentence, and of each way in which it is said."""
    for name, thing in sorted(vars(words).items()):
        if name.startswith("_") or name in ELSEWHERE:
            continue
        if isinstance(thing, str) and name.isupper():
            yield name, thing
        elif isinstance(thing, FunctionType) and thing.__module__.startswith(words.__name__):
            for text in dict.fromkeys(_said(thing)):
                yield name, text


def _said(sentence: Callable[..., Any]) -> Iterator[str]:
    """With the first samples, then with each other one."""
    samples = {p.name: _samples(sentence.__name__, p) for p in inspect.signature(sentence).parameters.values()}
    usual = {name: some[0] for name, some in samples.items()}
    for name, some in samples.items() or {"": [None]}.items():
        for one in some:
            said = sentence(**(usual | ({name: one} if name else {})))
            yield named(said if isinstance(said, str) else "\n---\n".join(said), PEOPLE)


def _samples(sentence: str, parameter: inspect.Parameter) -> Sequence[Any]:
    own = OWN.get((sentence, parameter.name)) or SPECIAL.get((parameter.name, str(parameter.annotation)))
    return own or SAMPLES[parameter.name]


def written() -> str:
    return "\n\n".join(f"## {name}\n{text}" for name, text in everything()) + "\n"
