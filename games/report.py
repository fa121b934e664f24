"""A judgement for people: plain text for an 80-column terminal, turn by turn."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from games.options import shown
from games.reading import Names
from games.record import Correction, Entry, Message
from games.replay import Judgement, Turn, in_words
from games.ruleset import HOST, PUBLIC, Audience, Notice, Reply

WIDTH = 79


def report(judgement: Judgement) -> str:
    """Everything that the record brought: what each player sent and was answered, what was said to whom, who stands
    where."""
    record, names = judgement.record, judgement.names
    lines = [_rule("="), *_wrapped(f"{record.ruleset.title}, {len(record.players)} players, seed {record.seed}")]
    lines += _wrapped(_options(judgement), "  ")
    for n, turn in enumerate(judgement.turns, 1):
        lines += ["", _rule("-"), *_wrapped(f"Turn {n}: {in_words(names, turn.phase.title)}"), *_turn(turn, names)]
    lines += ["", _rule("-"), "Final standing" if judgement.ended else "Standing (the match has not ended)", ""]
    return "\n".join(map(_visible, [*lines, *_standing(judgement), ""]))


def _options(judgement: Judgement) -> str:
    record = judgement.record
    changed = [o for o in record.ruleset.options if record.options[o.name] != o.default]
    return "; ".join(f"{o.name} {shown(o, record.options[o.name])}" for o in changed) or "the usual options"


def _standing(judgement: Judgement) -> Iterator[str]:
    standing = judgement.record.ruleset.standing(judgement.state)
    for name, facts in zip(judgement.names.names, standing, strict=True):
        yield from _item(name, ", ".join(f"{key} {_amount(value)}" for key, value in facts.items()))


def _amount(value: Any) -> str:
    return f"{value:,}".replace("-", "−") if isinstance(value, int | float) else str(value)


# --- a turn -----------------------------------------------------------------------------------------------------------


def _turn(turn: Turn, names: Names) -> Iterator[str]:
    yield from _section("Sent", (_answer(entry, reply, names) for entry, reply in turn.answers))
    yield from _section("Public", _told(turn.notices, PUBLIC, names))
    yield from _section("Private", (_private(n, names) for n in turn.notices if isinstance(n.audience, int)))
    yield from _section("For the host", _told(turn.notices, HOST, names))


def _section(title: str, items: Iterable[list[str]]) -> Iterator[str]:
    lines = [line for item in items for line in item]
    if lines:
        yield from ("", title, *lines)


def _answer(entry: Entry, reply: Reply, names: Names) -> list[str]:
    name, mark = names.names[entry.seat], "" if reply.accepted else "not taken: "
    answer = _wrapped(mark + in_words(names, reply.text), "      ")
    return [*_item(name, _sent(entry)), *answer]


def _sent(entry: Entry) -> str:
    if isinstance(entry, Message):
        return " / ".join(line.strip() for line in entry.text.splitlines()) or "(an empty message)"
    if isinstance(entry, Correction):
        return "(corrected by the host: " + ", ".join(f"{k} {v:+,}" for k, v in entry.deltas.items()) + ")"
    return "(removed by the host)"


def _told(notices: Iterable[Notice], audience: Audience, names: Names) -> Iterator[list[str]]:
    return (_wrapped(in_words(names, n.text), "  ") for n in notices if n.audience == audience)


def _private(notice: Notice, names: Names) -> list[str]:
    assert isinstance(notice.audience, int)
    return [*_item(names.names[notice.audience], ""), *_wrapped(in_words(names, notice.text), "      ")]


# --- lines ------------------------------------------------------------------------------------------------------------


def _item(name: str, text: str) -> list[str]:
    return _wrapped(f"{name}: {text}".rstrip(), "  ", "      ")


def _wrapped(text: str, first: str = "", later: str | None = None) -> list[str]:
    """The text's own lines, each broken at blanks where it is too long."""
    later = first if later is None else later
    lines: list[str] = []
    for line in text.splitlines():
        lines += textwrap.wrap(line, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False) or [
            ""
        ]
        first = later
    return lines


def _rule(c: str) -> str:
    return c * WIDTH


def _visible(line: str) -> str:
    """A record may come from anyone: nothing in it may steer a terminal."""
    return "".join(c if c.isprintable() else "\ufffd" for c in line)
