"""What the spectator sees: the public thread beside one player's direct messages, row by row."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from rich.console import Console
from rich.style import Style
from rich.text import Text

from bot.rehearsal import drawing
from bot.rehearsal.drawing import Reader

WIDEST: Final = 124
NARROWEST: Final = 70
"""Columns of the terminal; below that the two columns stand under each other."""
PLAIN_WIDTH: Final = 110
"""Without a terminal."""
_GAP: Final = " │ "
_FOLD: Final = 13
"""Lines of a post, where time matters; the rest is folded away."""

_BOT: Final = Style(color="bright_magenta", bold=True)
_PERSON: Final = Style(color="bright_green", bold=True)
_FAINT: Final = Style(dim=True)
_RULE: Final = Style(color="bright_black")
_ASIDE: Final = Style(color="bright_cyan", italic=True)
_BUTTON: Final = Style(reverse=True)
_TITLE: Final = Style(color="bright_white", bold=True)


@dataclass(frozen=True, slots=True)
class Bubble:
    """One message, as its readers see it."""

    author: str
    at: datetime
    content: str
    by_bot: bool = True
    buttons: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    tag: str = ""
    """What stands beside the author: `pinned`, `only Max sees this`."""
    seen: datetime | None = None
    """When it is looked at, if that is later."""

    @property
    def now(self) -> datetime:
        return self.seen or self.at


class Audience(Protocol):
    """Who watches the show."""

    def curtain(self, title: str, about: str, left: str, right: str) -> None:
        """A match begins; `left` and `right` are the columns' headings."""

    def aside(self, text: str) -> None:
        """The narrator says what cannot be seen."""

    def day(self, today: datetime) -> None: ...

    def row(self, left: Sequence[Bubble], right: Sequence[Bubble]) -> None:
        """What was said at one time: in public, and to the player."""


@dataclass(slots=True)
class Pace:
    """How long a spectator needs. Nobody waits for a speed of 0."""

    seconds: float = 0.6
    """For every row."""
    letters: float = 190
    """So many more a second."""
    longest: float = 4.0

    def wait(self, letters: int) -> None:
        time.sleep(min(self.longest, self.seconds + letters / self.letters))


@dataclass(slots=True)
class Screen:
    """The audience at a terminal, or at a file."""

    console: Console
    names: Mapping[int, str]
    """User ids and the names they show; it grows as people come."""
    pace: Pace | None = None
    width: int = field(init=False)

    def __post_init__(self) -> None:
        self.width = min(WIDEST, self.console.width)

    # --- between the messages -----------------------------------------------------------------------------------------

    def curtain(self, title: str, about: str, left: str, right: str) -> None:
        self._print(Text())
        self._print(Text("━" * self.width, _RULE))
        self._print(Text(title, _TITLE))
        for line in Text(about, _FAINT).wrap(self.console, self.width):
            line.rstrip()
            self._print(line)
        self._print(Text("━" * self.width, _RULE))
        self._beside([Text(left, _TITLE)], [Text(right, _TITLE)])
        self._wait(len(title + about))

    def aside(self, text: str) -> None:
        for line in Text(text).wrap(self.console, self.width - 8):
            line.rstrip()
            self._print(Text.assemble("    ", Text(line.plain, _ASIDE)))
        self._print(Text())
        self._wait(len(text))

    def day(self, today: datetime) -> None:
        label = f" {today:%A}, {today.day} {today:%B} "
        self._print(Text(label.center(self.width, "─"), _RULE))

    # --- messages -----------------------------------------------------------------------------------------------------

    def row(self, left: Sequence[Bubble], right: Sequence[Bubble]) -> None:
        one, other = self._columns
        self._beside(self._column(left, one), self._column(right, other))
        self._wait(sum(min(len(b.content), 500) for b in (*left, *right)))

    @property
    def _columns(self) -> tuple[int, int]:
        if self.width < NARROWEST:
            return self.width, self.width - 2
        room = self.width - len(_GAP)
        return room - room * 45 // 100, room * 45 // 100

    def _column(self, bubbles: Iterable[Bubble], width: int) -> list[Text]:
        found: list[Text] = []
        for bubble in bubbles:
            found += [*self._bubble(bubble, width), Text()]
        return found

    def _bubble(self, bubble: Bubble, width: int) -> list[Text]:
        body = drawing.lines(bubble.content, width, Reader(bubble.now, self.names))
        if self.pace is not None and len(body) > _FOLD + 2:
            body = [*body[:_FOLD], Text(f"… and {len(body) - _FOLD} lines more", _FAINT)]
        files = [Text(f"▤ {name}", drawing.CODE) for name in bubble.files]
        return [_headline(bubble), *body, *files, *_buttons(bubble.buttons)]

    def _beside(self, left: Sequence[Text], right: Sequence[Text]) -> None:
        if self.width < NARROWEST:
            for line in (*left, *(Text.assemble(("┃ ", _RULE), line) for line in right)):
                line.rstrip()
                self._print(line)
            return
        one, _ = self._columns
        for i in range(max(len(left), len(right))):
            line = left[i].copy() if i < len(left) else Text()
            line.pad_right(one - line.cell_len)
            line.append(_GAP, _RULE)
            line.append_text(right[i] if i < len(right) else Text())
            line.rstrip()
            self._print(line)

    def _print(self, line: Text) -> None:
        self.console.print(line, no_wrap=True, overflow="ignore", crop=False, highlight=False)

    def _wait(self, letters: int) -> None:
        if self.pace is not None:
            self.pace.wait(letters)


def _headline(bubble: Bubble) -> Text:
    line = Text.assemble((bubble.author, _BOT if bubble.by_bot else _PERSON))
    line.append(f"  {bubble.at:%H:%M}", _FAINT)
    return line.append(f"  {bubble.tag}", _FAINT + Style(italic=True)) if bubble.tag else line


def _buttons(labels: Sequence[str]) -> list[Text]:
    if not labels:
        return []
    line = Text()
    for label in labels:
        line.append(f"[ {label} ]", _BUTTON)
        line.append("  ")
    return [line]
