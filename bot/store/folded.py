"""A match's fold as JSON, and back: the cache that stands beside the journal."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from bot.hosting.model.events import instant, stamp
from bot.hosting.model.match import Hushed, Match, Proposal
from games.catalogue import RULESETS
from games.options import completed

_INSTANTS = ("starts", "opened", "ticking", "passed", "deadline", "resumes")


def to_json(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = {f.name: getattr(match, f.name) for f in fields(match)}
    data["state"] = None if match.state is None else match.rules.to_json(match.state)
    data["state_version"] = match.rules.version
    data["entries"] = list(match.entries)
    data["rulings"] = list(match.rulings)
    data["managing"] = list(match.managing)
    data["reminders"] = list(match.reminders)
    data["proposal"] = None if match.proposal is None else asdict(match.proposal)
    data["hushed"] = [[stamp(h.until), h.hours, h.text, h.seat] for h in match.hushed]
    data["undone"] = [[stamp(start), stamp(end)] for start, end in match.undone]
    for name in _INSTANTS:
        value: datetime | None = data[name]
        data[name] = None if value is None else stamp(value)
    return data


def from_json(data: dict[str, Any]) -> Match:
    """A state, and options, that an earlier version of the rules left are read as this version's."""
    values = dict(data)
    rules = RULESETS[values["ruleset"]]
    version = values.pop("state_version", values["version"])
    values["options"] = completed(rules.options, values["options"])
    if values["state"] is not None:
        values["state"] = rules.from_json(rules.upgrade(version, values["state"]))
    values["entries"] = tuple(values["entries"])
    values["rulings"] = tuple(values["rulings"])
    values["managing"] = tuple(values["managing"])
    values["reminders"] = tuple(values["reminders"])
    values["hushed"] = tuple(Hushed(instant(until), *rest) for until, *rest in values["hushed"])
    values["undone"] = tuple((instant(start), instant(end)) for start, end in values.get("undone", ()))
    if (asked := values.get("proposal")) is not None:
        values["proposal"] = Proposal(**{**asked, "agreed": tuple(asked["agreed"])})
    for name in _INSTANTS:
        values[name] = None if values.get(name) is None else instant(values[name])
    return Match(**values)
