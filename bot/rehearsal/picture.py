"""A scene of a show as a picture: the thread in a window, the player's direct messages on a phone. SVG, by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Final

from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from bot.rehearsal import drawing
from bot.rehearsal.drawing import Reader
from bot.rehearsal.screen import Bubble

Row = tuple[tuple[Bubble, ...], tuple[Bubble, ...]]


@dataclass(slots=True)
class Album:
    """An audience that keeps what it saw."""

    rows: list[Row] = field(default_factory=list)

    def curtain(self, title: str, about: str, left: str, right: str) -> None: ...
    def aside(self, text: str) -> None: ...
    def day(self, today: datetime) -> None: ...

    def row(self, left: Sequence[Bubble], right: Sequence[Bubble]) -> None:
        self.rows.append((tuple(left), tuple(right)))

    def scene(self, beginning: str) -> Row:
        """From the posts that begin like this to the next ones, and what the player said and heard meanwhile."""
        first = next(i for i, (left, _) in enumerate(self.rows) if any(b.content.startswith(beginning) for b in left))
        last = next(i for i, (left, _) in enumerate(self.rows) if i > first and left)
        shown = self.rows[first : last + 1]
        return tuple(b for left, _ in shown for b in left), tuple(b for _, right in shown for b in right)


# --- how it looks -----------------------------------------------------------------------------------------------------

_FONT: Final = "'gg sans','Noto Sans','Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"
_MONO: Final = "Consolas,Menlo,'DejaVu Sans Mono','Liberation Mono',monospace"
_PAPER, _EDGE, _INK, _HEAD, _FAINT = "#313338", "#1e1f22", "#dbdee1", "#f2f3f5", "#949ba4"
_BLURPLE: Final = "#5865f2"
_COLOURS: Final = {"bright_blue": "#c9cdfb", "cyan": "#e8c98f"}
_AVATARS: Final = ("#3ba55c", "#eb459e", "#faa61a", "#ed4245", "#9b84ec", "#45b8c4")
_WIDTH, _SPLIT, _PAD = 1120, 600, 18
_TOP: Final = 58
_AVATAR: Final = 40
_LINE: Final = 21
_SIZE: Final = 15
_HEADINGS: Final = (("# ", 25, 34), ("## ", 20, 28), ("-# ", 12, 18))
"""What a line begins with, the size of its letters and its height."""


def svg(scene: Row, names: dict[int, str], left: str, right: str) -> str:
    """The scene, with a heading over each side."""
    thread = _Pane(_PAD, _SPLIT - 2 * _PAD, names)
    phone = _Pane(_SPLIT + 2 * _PAD, _WIDTH - _SPLIT - 4 * _PAD, names)
    for pane, bubbles in ((thread, scene[0]), (phone, scene[1])):
        for bubble in bubbles:
            pane.add(bubble)
    height = max(thread.y, phone.y) + _PAD
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="{_FONT}" '
            f'font-size="{_SIZE}" fill="{_INK}" role="img" aria-label="{escape(f"{left}; {right}")}">',
            _frame(0, _SPLIT - _PAD // 2, height, 12, left),
            *thread.parts,
            _frame(_SPLIT + _PAD // 2, _WIDTH - _SPLIT - _PAD // 2, height, 30, right),
            *phone.parts,
            "</svg>\n",
        ]
    )


def _frame(x: int, width: int, height: int, radius: int, title: str) -> str:
    return (
        f'<rect x="{x + 2}" y="2" width="{width - 4}" height="{height - 4}" rx="{radius}" fill="{_PAPER}" '
        f'stroke="{_EDGE}" stroke-width="4"/>'
        f'<text x="{x + _PAD + 6}" y="34" font-weight="700" fill="{_HEAD}">{escape(title)}</text>'
        f'<line x1="{x + 4}" x2="{x + width - 4}" y1="50" y2="50" stroke="{_EDGE}" stroke-width="2"/>'
    )


@dataclass(slots=True)
class _Pane:
    """Messages under each other; `y` is where the next one begins."""

    x: int
    width: int
    names: dict[int, str]
    y: int = _TOP
    parts: list[str] = field(default_factory=list)

    def add(self, bubble: Bubble) -> None:
        self.y += 14
        self._avatar(bubble)
        self._headline(bubble)
        self.y += 22
        for line in bubble.content.split("\n"):
            self._line(line, Reader(bubble.now, self.names))
        self._buttons(bubble.buttons)

    @property
    def _indent(self) -> int:
        return self.x + _AVATAR + 14

    def _avatar(self, bubble: Bubble) -> None:
        colour = _BLURPLE if bubble.by_bot else _AVATARS[ord(bubble.author[0]) % len(_AVATARS)]
        x, y, r = self.x + _AVATAR // 2, self.y + _AVATAR // 2, _AVATAR // 2
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/><text x="{x}" y="{y + 6}" text-anchor="middle" '
            f'font-weight="700" font-size="17" fill="#fff">{escape(bubble.author[0])}</text>'
        )

    def _headline(self, bubble: Bubble) -> None:
        app = f'  <tspan font-size="10" font-weight="700" fill="{_BLURPLE}">APP</tspan>' if bubble.by_bot else ""
        self.parts.append(
            f'<text x="{self._indent}" y="{self.y + 13}" xml:space="preserve">'
            f'<tspan font-weight="600" fill="{_HEAD}">{escape(bubble.author)}</tspan>{app}'
            f'  <tspan font-size="12" fill="{_FAINT}">{bubble.at:%H:%M}</tspan></text>'
        )

    def _line(self, line: str, reader: Reader) -> None:
        size, height, colour, bold = _SIZE, _LINE, _INK, False
        for mark, its_size, its_height in _HEADINGS:
            if line.startswith(mark):
                line, size, height = line.removeprefix(mark), its_size, its_height
                colour, bold = (_FAINT, False) if mark == "-# " else (_HEAD, True)
        bullet = line.startswith("- ")
        text = drawing.inline(line.removeprefix("- "), reader)
        x = self._indent + (14 if bullet else 0)
        for i, row in enumerate(_rows(_words(text), size, self.x + self.width - x)):
            self.y += height
            dot = f'<circle cx="{self._indent + 5}" cy="{self.y - 9}" r="2.5"/>' if bullet and not i else ""
            weight = ' font-weight="700"' if bold else ""
            self.parts.append(
                f'{dot}<text x="{x}" y="{self.y - 4}" font-size="{size}" fill="{colour}"{weight} '
                f'xml:space="preserve">{"".join(map(_span, row))}</text>'
            )

    def _buttons(self, labels: Sequence[str]) -> None:
        x = self._indent
        for label in labels:
            width = round(_width(label, 14, True)) + 32
            self.parts.append(
                f'<rect x="{x}" y="{self.y + 6}" width="{width}" height="32" rx="8" fill="{_BLURPLE}"/>'
                f'<text x="{x + width // 2}" y="{self.y + 27}" text-anchor="middle" font-size="14" font-weight="600" '
                f'fill="#fff">{escape(label)}</text>'
            )
            x += width + 8
        self.y += 40 if labels else 0


# --- words and their widths -------------------------------------------------------------------------------------------

_PLAIN: Final = Console(width=1000, force_terminal=True, color_system="truecolor")


def _words(text: Text) -> Iterator[Segment]:
    """The text's words, each with the blank before it."""
    for segment in text.render(_PLAIN):
        start = 0
        for i, c in enumerate(segment.text):
            if c == " " and i > start:
                yield Segment(segment.text[start:i], segment.style)
                start = i
        if segment.text[start:]:
            yield Segment(segment.text[start:], segment.style)


def _rows(words: Iterable[Segment], size: int, room: int) -> Iterator[list[Segment]]:
    row: list[Segment] = []
    used = 0.0
    for word in words:
        width = _width(word.text, size, bool(word.style and word.style.bold))
        if row and used + width > room:
            yield row
            row, used = [], 0.0
        row.append(word if row else Segment(word.text.lstrip(), word.style))
        used += width
    yield row


def _width(text: str, size: int, bold: bool) -> float:
    """About how wide it is, in whatever face the reader has; rather too much than too little."""
    narrow, wide = set("iIjl.,:;'|!()[] ft·"), set("mwMW@▶—")
    units = sum(0.34 if c in narrow else 0.95 if c in wide else 0.7 if c.isupper() else 0.58 for c in text)
    return units * size * (1.06 if bold else 1)


def _span(word: Segment) -> str:
    style, text = word.style, escape(word.text)
    if not style:
        return text
    looks = []
    if style.color is not None and style.color.name in _COLOURS:
        looks.append(f'fill="{_COLOURS[style.color.name]}"')
    if style.color is not None and style.color.name == "cyan":
        looks.append(f'font-family="{_MONO}" font-size="0.92em"')
    if style.bold:
        looks.append('font-weight="700"')
    if style.italic:
        looks.append('font-style="italic"')
    return f"<tspan {' '.join(looks)}>{text}</tspan>" if looks else text
