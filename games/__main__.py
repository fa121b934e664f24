"""The judge's command line: `python -m games`."""

from __future__ import annotations

import gc
import signal
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.catalogue import RULESETS
from games.options import bounds, shown
from games.record import Fault
from games.replay import json_line, judge_file
from games.report import report
from games.ruleset import Holding, Ruleset

Rulesets = Mapping[str, Ruleset[Any]]

USAGE = """\
python -m games                         lists the rulesets and their options
python -m games rules NAME              prints the rules of one
python -m games replay FILE...          judges written records, for people
python -m games replay --json FILE...   the same for programs, a line a record

A FILE is a record in TOML; - is standard input."""


def main(arguments: Sequence[str], rulesets: Rulesets) -> int:
    """Run one command. Gives the exit status: 0, or 2 where a file, a name or the command was at fault."""
    for stream in (sys.stdout, sys.stderr):
        # Whatever the locale says: an answer in JSON is UTF-8.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    match list(arguments):
        case [] | ["-h" | "--help" | "help"]:
            print(listing(rulesets))
            return 0
        case ["rules", name]:
            return rules(name, rulesets)
        case ["replay", *rest] if files := [a for a in rest if not a.startswith("--")]:
            if set(rest) - set(files) <= {"--json"}:
                return replay(files, "--json" in rest, rulesets)
    print(USAGE, file=sys.stderr)
    return 2


def replay(files: Sequence[str], json: bool, rulesets: Rulesets) -> int:
    """Judge every file, those after a faulty one too."""
    status = 0
    for path in files:
        try:
            judgement = judge_file(path, rulesets)
        except Fault as fault:
            print(one_line(f"{path}: {fault}"), file=sys.stderr)
            status = 2
        else:
            print(json_line(judgement) if json else f"{one_line(path)}\n{report(judgement)}")
    return status


def rules(name: str, rulesets: Rulesets) -> int:
    if name not in rulesets:
        print(one_line(f"no ruleset is called {name!r}; there are {', '.join(rulesets)}"), file=sys.stderr)
        return 2
    folder = Path(__file__).parent / name.replace("-", "_")
    print((folder / "RULES.md").read_text(encoding="utf-8"), end="")
    return 0


def listing(rulesets: Rulesets) -> str:
    """All rulesets with their options, and how to go on."""
    lines = [line for ruleset in rulesets.values() for line in (*_ruleset(ruleset), "")]
    return "\n".join([*lines, USAGE])


def _ruleset(ruleset: Ruleset[Any]) -> Iterator[str]:
    yield f"{ruleset.name}: {ruleset.title}, for {ruleset.least_players} players or more"
    yield from _wrapped(ruleset.summary, "  ")
    yield from ("", "  Options:")
    for option in ruleset.options:
        yield f"    {option.name} = {shown(option, option.default)} ({bounds(option)})"
        yield from _wrapped(option.about, "        ")
    yield from _holdings("Players may bring", ruleset.holdings)
    yield from _holdings("A host may correct", ruleset.corrections)


def _holdings(what: str, holdings: Sequence[Holding]) -> Iterator[str]:
    if holdings:
        yield from ("", f"  {what}:")
        yield from (f"    {holding.name}: {holding.about}" for holding in holdings)


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, 79, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def one_line(text: str) -> str:
    """The text with nothing in it that would break a line or steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


if __name__ == "__main__":
    gc.disable()  # nothing that is judged has cycles, and looking for them takes a sixth of the time of a large match
    if hasattr(signal, "SIGPIPE"):
        # Whoever reads us may stop reading (`| head`): then there is nothing left to say, and nothing went wrong.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:], RULESETS))
