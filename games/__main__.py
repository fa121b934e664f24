"""The judge's command line: `python -m games`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.catalogue import RULESETS
from games.options import allowed, shown
from games.record import Fault
from games.replay import json_line, judge_file
from games.report import report
from games.ruleset import Option, Ruleset

Rulesets = Mapping[str, Ruleset[Any]]

USAGE = """\
python -m games                           list the rulesets with their numbers and options
python -m games rules NAME                the rules of one
python -m games replay FILE...            judge written records, for people
python -m games replay --json FILE...     the same for programs: one JSON object a line

A FILE is a record in TOML; - is standard input."""


def main(arguments: Sequence[str], rulesets: Rulesets) -> int:
    """Run one command. Gives the exit status: 0, or 2 where a file or name was at fault."""
    for stream in (sys.stdout, sys.stderr):
        # Whatever the locale says: an answer in JSON is UTF-8.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    given = _parser().parse_args(arguments)
    if given.command == "replay":
        return replay(given.files, given.json, rulesets)
    if given.command == "rules":
        return rules(given.name, rulesets)
    print(listing(rulesets))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m games", usage=USAGE, add_help=True)
    commands = parser.add_subparsers(dest="command", metavar="")
    judge = commands.add_parser("replay", usage=USAGE)
    judge.add_argument("--json", action="store_true")
    judge.add_argument("files", nargs="+", metavar="FILE")
    commands.add_parser("rules", usage=USAGE).add_argument("name", metavar="NAME")
    return parser


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
    lines: list[str] = []
    for ruleset in rulesets.values():
        lines += [
            f"{ruleset.name}: {ruleset.title}",
            f"  {ruleset.summary}",
            f"  At least {ruleset.least_players} players.",
            "",
        ]
        lines += [line for option in ruleset.options for line in _option(option)] + [""]
    return "\n".join([*lines, USAGE])


def _option(option: Option) -> list[str]:
    return [f"  {option.name} = {shown(option, option.default)}    ({allowed(option)})", f"      {option.about}"]


def one_line(text: str) -> str:
    """The text with nothing in it that would break a line or steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        # Whoever reads us may stop reading (`| head`): then there is nothing left to say, and nothing went wrong.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:], RULESETS))
