"""Discord's Markdown for a terminal: the little of it that the bot writes, stamps as dates, mentions as names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from rich.console import Console
from rich.style import Style
from rich.text import Text

BOLD: Final = Style(bold=True)
ITALIC: Final = Style(italic=True)
CODE: Final = Style(color="cyan")
SMALL: Final = Style(dim=True)
MENTION: Final = Style(color="bright_blue", bold=True)
STAMP: Final = Style(color="yellow")
_HEADINGS: Final = {
    "# ": Style(bold=True, color="bright_white", underline=True),
    "## ": Style(bold=True, color="bright_white"),
    "### ": BOLD,
}

_INLINE = re.compile(
    r"\\(?P<escaped>[^\w\s])"
    r"|`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|\*(?P<italic>[^*\s][^*]*)\*"
    r"|<@!?(?P<user>\d+)>"
    r"|<t:(?P<stamp>\d+)(?::(?P<form>[tTdDfFR]))?>"
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a message: when, and whom they know."""

    now: datetime
    names: Mapping[int, str]
    """User ids and the names they show."""


def lines(content: str, width: int, reader: Reader) -> list[Text]:
    """The message, wrapped; what belongs to a list's item is indented with it."""
    found: list[Text] = []
    for line in content.split("\n"):
        found += _wrapped(line, width, reader)
    return found


def _wrapped(line: str, width: int, reader: Reader) -> list[Text]:
    style, bullet = Style(), ""
    for mark, heading in _HEADINGS.items():
        if line.startswith(mark):
            line, style = line.removeprefix(mark), heading
    if line.startswith("-# "):
        line, style = line.removeprefix("-# "), SMALL
    elif line.startswith("- "):
        line, bullet = line.removeprefix("- "), "• "
    text = inline(line, reader, style)
    room = max(8, width - len(bullet))
    rows = list(text.wrap(_MEASURE, room)) or [Text()]
    for row in rows:
        row.rstrip()
    return [Text.assemble(bullet if i == 0 else " " * len(bullet), row) for i, row in enumerate(rows)]


_MEASURE: Final = Console(width=1000, force_terminal=False)
"""Wrapping asks a console how wide a tab is, and nothing else."""


def inline(text: str, reader: Reader, style: Style | None = None) -> Text:
    """One line, without what stands at its beginning."""
    style, drawn, at = style or Style(), Text(), 0
    for found in _INLINE.finditer(text):
        drawn.append(text[at : found.start()], style)
        drawn.append_text(_token(found, reader, style))
        at = found.end()
    return drawn.append(text[at:], style)


def _token(found: re.Match[str], reader: Reader, style: Style) -> Text:
    kind = next(name for name in ("escaped", "code", "bold", "italic", "user", "stamp") if found[name] is not None)
    inner = found[kind]
    match kind:
        case "bold":
            return inline(inner, reader, style + BOLD)
        case "italic":
            return inline(inner, reader, style + ITALIC)
        case "code":
            return Text(inner, style + CODE)
        case "user":
            return Text(f"@{reader.names.get(int(inner), 'somebody')}", style + MENTION)
        case "stamp":
            return Text(shown(datetime.fromtimestamp(int(inner), UTC), found["form"] or "f", reader.now), style + STAMP)
    return Text(inner, style)


# --- dates ------------------------------------------------------------------------------------------------------------


def shown(instant: datetime, form: str, now: datetime) -> str:
    """A time stamp as Discord's English client has it, in UTC."""
    day = f"{instant.day} {instant:%B %Y}"
    forms = {
        "t": f"{instant:%H:%M}",
        "T": f"{instant:%H:%M:%S}",
        "d": f"{instant:%d/%m/%Y}",
        "D": day,
        "F": f"{instant:%A}, {day} at {instant:%H:%M}",
    }
    return countdown(instant - now) if form == "R" else forms.get(form, f"{day} at {instant:%H:%M}")


_UNITS: Final = (
    ("day", timedelta(days=1), timedelta(hours=36)),
    ("hour", timedelta(hours=1), timedelta(minutes=90)),
    ("minute", timedelta(minutes=1), timedelta(seconds=90)),
    ("second", timedelta(seconds=1), timedelta(0)),
)
"""Each with its length, and the span from which on it is used."""


def countdown(ahead: timedelta) -> str:
    """`in 24 hours`, `3 minutes ago`."""
    span = abs(ahead)
    unit, length, _ = next(u for u in _UNITS if span >= u[2])
    number = round(span / length)
    told = f"{number} {unit}{'' if number == 1 else 's'}"
    return f"in {told}" if ahead >= timedelta(0) else f"{told} ago"
