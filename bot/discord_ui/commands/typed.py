"""What people type into a command's fields: options of a ruleset, instants."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from games.options import BadOptions, completed, read, shown
from games.ruleset import Option, Ruleset

_PAIR = re.compile(r"([A-Za-z_]+)\s*[=:]\s*")
_STAMP = re.compile(r"<t:(\d{1,12})(?::[a-zA-Z])?>|(\d{9,12})")
_WRITTEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T](\d\d?):(\d\d)( ?UTC|Z)?")
_LISTED: Final = 12
"""Mistakes that are named at once."""


class Mistakes(Exception):
    """Everything that is wrong with what was typed, a sentence each."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


STANDARD_REMINDERS: tuple[float, ...] = (12.0, 2.0)
"""Hours before a deadline."""


def reminders_of(text: str | None) -> tuple[float, ...]:
    """`12, 2` or `none`. Raises Mistakes."""
    if text is None:
        return STANDARD_REMINDERS
    if text.strip().casefold() in ("none", "off", "no", "0"):
        return ()
    hours = re.fullmatch(r"\s*\d{1,3}(\.\d{1,2})?(\s*,\s*\d{1,3}(\.\d{1,2})?){0,3}\s*", text)
    if hours is None:
        raise Mistakes(["Write reminders as hours before a deadline, at most four, like `12, 2`, or `none`."])
    return tuple(sorted({float(h) for h in text.split(",")}, reverse=True))


def options_of(ruleset: Ruleset[Any], text: str, saved: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """`rounds=5, round_hours=12` as complete options, over those of a template. Raises Mistakes with all at once."""
    given: dict[str, Any] = {}
    mistakes: list[str] = []
    by_name = {o.name: o for o in ruleset.options}
    for name, value in _pairs(text, mistakes):
        option = by_name.get(name)
        if option is None:
            mistakes.append(f"There is no option `{name[:40]}`. There are: {', '.join(f'`{o}`' for o in by_name)}.")
        elif name in given:
            mistakes.append(f"`{name}` stands there twice.")
        else:
            given[name] = _value(option, value, mistakes)
    if mistakes:
        raise Mistakes(mistakes)
    return completed(ruleset.options, {**(saved or {}), **given})


def _value(option: Option, text: str, mistakes: list[str]) -> Any:
    try:
        return read(option, text)
    except BadOptions as error:
        mistakes += [f"`{fault.name}` {fault.text}." for fault in error.faults]
        return None


def _pairs(text: str, mistakes: list[str]) -> list[tuple[str, str]]:
    found = list(_PAIR.finditer(text))
    if text.strip(" ,;") and (not found or text[: found[0].start()].strip(" ,;")):
        mistakes.append("Options are written like `rounds=5, round_hours=12`.")
    ends = [*(m.start() for m in found), len(text)][1:]
    return [(m[1].lower(), text[m.end() : end].strip(" ,;\n")) for m, end in zip(found, ends, strict=True)]


def suggestions(ruleset: Ruleset[Any], typed: str) -> list[tuple[str, str]]:
    """For autocomplete: (what people read, what is filled in), the next option behind those typed already."""
    head, _, tail = typed.rpartition(",") if "," in typed else ("", "", typed)
    before = f"{head.strip()}, " if head.strip() else ""
    used = {m[1].lower() for m in _PAIR.finditer(head)}
    if "=" in tail:
        return [(typed[:100], typed[:100])]
    wish = tail.strip().lower()
    offers = [o for o in ruleset.options if o.name not in used and wish in o.name]
    return [_offer(before, o) for o in offers if len(before) + len(o.name) < 80]


def _offer(before: str, option: Option) -> tuple[str, str]:
    default = shown(option, option.default)
    plain = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
    return f"{option.name} ({default}): {option.about}"[:100], f"{before}{option.name}={plain}"[:100]


def instant_of(text: str, zone: str | None = None) -> datetime:
    """A Discord time stamp, or `2026-12-24 18:00` in the server's zone (UTC where it has none or `UTC` is written).

    Raises Mistakes, also for a local time that a clock change leaves out.
    """
    wanted = text.strip()
    if m := _STAMP.fullmatch(wanted):
        return _stamped(int(m[1] or m[2]))
    m = _WRITTEN.fullmatch(wanted)
    if m is None:
        raise Mistakes([f"Write the instant like `2026-12-24 18:00` ({zone or 'UTC'}), or as a Discord time stamp."])
    place = UTC if m[6] or zone is None else ZoneInfo(zone)
    try:
        local = datetime(*(int(g) for g in m.groups()[:5]), tzinfo=place)  # type: ignore[arg-type, misc]
        instant = local.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Mistakes(["There is no such day or hour."]) from None
    if instant.astimezone(place).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Mistakes([f"There is no {m[4]}:{m[5]} on that day in {zone}: the clocks are put forward then."])
    return instant


def _stamped(seconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError):
        raise Mistakes(["That time stamp is too far away."]) from None


def listed(sentences: Sequence[str]) -> str:
    """Each once, and no more than can be read."""
    different = list(dict.fromkeys(sentences))
    shown, more = different[:_LISTED], len(different) - _LISTED
    if len(different) == 1:
        return different[0]
    return "\n".join([*(f"- {s}" for s in shown), *([f"- And {more:,} more mistakes."] if more > 0 else [])])
