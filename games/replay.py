"""The judge: a record folded through its ruleset, turn by turn, and what came of it (RECORD.md, "JSON").

A live match goes through the same four functions: `opened`, `entered` for whatever happens before a deadline, `closed`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import marks
from games.draw import chance
from games.reading import Names
from games.record import Correction, Entry, Fault, Message, Record, place_of, read
from games.ruleset import HOST, PUBLIC, Notice, Options, Over, Phase, Reply, Ruleset, Step

# --- what record and live match share -------------------------------------------------------------------------------


def opened(ruleset: Ruleset[Any], holdings: Sequence[Mapping[str, int]], options: Options, seed: int) -> Step[Any]:
    """The match's first step; its draws count as the first turn's."""
    return ruleset.open(holdings, options, chance(seed, 0))


def entered(ruleset: Ruleset[Any], state: Any, entry: Entry, names: Names) -> Step[Any]:
    """One entry of the journal. Names in a message may stand as they were sent, or as `#2`. Always gives a reply."""
    if isinstance(entry, Message):
        return ruleset.take(state, entry.seat, ruleset.with_seats(entry.text, names))
    if isinstance(entry, Correction):
        return ruleset.correct(state, entry.seat, entry.deltas)
    return ruleset.remove(state, entry.seat)


def closed(ruleset: Ruleset[Any], state: Any, seed: int, turn: int) -> Step[Any]:
    """A deadline passed; `turn` counts those that passed before it."""
    return ruleset.close(state, chance(seed, turn))


# --- a whole record ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn brought."""

    phase: Phase
    """The phase that the turn closed or extended."""
    answers: tuple[tuple[Entry, Reply], ...]
    """What was entered, in order, with the answer to each."""
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A record, judged."""

    record: Record
    names: Names
    turns: tuple[Turn, ...]
    state: Any
    ended: bool


def judge(record: Record) -> Judgement:
    """Fold the record. Raises Fault for what only the rules can tell: a correction that C4 does not allow, a removal
    of somebody who is out, turns after the end."""
    ruleset, names = record.ruleset, Names([p.name for p in record.players])
    step = opened(ruleset, [p.holdings for p in record.players], record.options, record.seed)
    turns: list[Turn] = []
    for index, entries in enumerate(record.turns):
        if isinstance(step.clock, Over):
            raise Fault(f"turn {index + 1}", f"the match had ended with turn {index}")
        before = step.notices if index == 0 else ()
        turn, step = _turn(record, names, step.state, index, entries)
        turns.append(Turn(turn.phase, turn.answers, before + turn.notices))
    return Judgement(record, names, tuple(turns), step.state, isinstance(step.clock, Over))


def _turn(record: Record, names: Names, state: Any, index: int, entries: Iterable[Entry]) -> tuple[Turn, Step[Any]]:
    ruleset, phase = record.ruleset, record.ruleset.phase(state)
    answers: list[tuple[Entry, Reply]] = []
    notices: list[Notice] = []
    for position, entry in enumerate(entries, 1):
        step = entered(ruleset, state, entry, names)
        reply = _answer(step)
        if not isinstance(entry, Message) and not reply.accepted:
            raise Fault(place_of(index + 1, position), " ".join(in_words(names, reply.text).split()))
        answers.append((entry, reply))
        notices += step.notices
        state = step.state
    last = closed(ruleset, state, record.seed, index)
    return Turn(phase, tuple(answers), (*notices, *last.notices)), last


def _answer(step: Step[Any]) -> Reply:
    assert step.reply is not None, "a ruleset answers everything that is entered"
    return step.reply


def plain(names: Names, value: Any) -> Any:
    """A text, or facts of any depth, with the players' names as they are."""
    return marks.shown(value, names.names, names.written)


_MARKDOWN = re.compile(r"\*\*|__|^(?:-# |#{1,3} |> )", re.MULTILINE)


def in_words(names: Names, text: str) -> str:
    """A text without Markdown. Names come in afterwards: what looks like Markdown in them is theirs."""
    shown: str = plain(names, _MARKDOWN.sub("", text))
    return shown


# --- for programs -----------------------------------------------------------------------------------------------------


def as_json(judgement: Judgement) -> dict[str, Any]:
    """The object that RECORD.md describes."""
    names = judgement.names
    standing = judgement.record.ruleset.standing(judgement.state)
    return {
        "ruleset": judgement.record.ruleset.name,
        "ended": judgement.ended,
        "turns": [_turn_json(turn, names) for turn in judgement.turns],
        "players": {name: plain(names, facts) for name, facts in zip(names.names, standing, strict=True)},
    }


def _turn_json(turn: Turn, names: Names) -> dict[str, Any]:
    return {
        "phase": turn.phase.name,
        "replies": _by_name(names, [(e.seat, _reply(e, r, names)) for e, r in turn.answers if isinstance(e, Message)]),
        "public": [_notice(n, names) for n in turn.notices if n.audience == PUBLIC],
        "private": _by_name(
            names, [(n.audience, _notice(n, names)) for n in turn.notices if isinstance(n.audience, int)]
        ),
        "host": {k: v for n in turn.notices if n.audience == HOST for k, v in plain(names, n.facts).items()},
    }


def _reply(message: Message, reply: Reply, names: Names) -> dict[str, Any]:
    return {"message": message.text, "accepted": reply.accepted, "text": plain(names, reply.text)}


def _notice(notice: Notice, names: Names) -> dict[str, Any]:
    return {"kind": notice.kind, "facts": plain(names, notice.facts), "text": plain(names, notice.text)}


def _by_name(names: Names, told: Iterable[tuple[int, dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """What each seat was told, in order; the seats in theirs, those who were told nothing left out."""
    by_seat: dict[int, list[dict[str, Any]]] = {}
    for seat, what in told:
        by_seat.setdefault(seat, []).append(what)
    return {names.names[seat]: by_seat[seat] for seat in sorted(by_seat)}


# Some readers take these for the end of a line, and an answer is one line.
_LINE_ENDS = str.maketrans({c: f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"})


def json_line(judgement: Judgement) -> str:
    """The JSON object in one line, without the line's end."""
    return json.dumps(as_json(judgement), ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS)


# --- files ------------------------------------------------------------------------------------------------------------


def judge_file(path: str, rulesets: Mapping[str, Ruleset[Any]]) -> Judgement:
    """Judge the record in a file; `-` is standard input. Raises Fault."""
    return judge(read(_text(path), rulesets))


def _text(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise Fault("file", f"cannot be read: {error.strerror or error}") from None
    try:
        return data.decode("utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError as error:
        raise Fault(f"byte {error.start + 1}", "bad TOML: not UTF-8") from None
