"""`dealer demo`: whole matches before your eyes, the real bot on a simulated Discord, without a token."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

from rich.console import Console

from bot.rehearsal.picture import Album, svg
from bot.rehearsal.record import Verdict, exported, judged, saved
from bot.rehearsal.screen import PLAIN_WIDTH, WIDEST, Audience, Pace, Screen
from bot.rehearsal.shows import SHOWS, played
from games.catalogue import RULESETS

_WELCOME: Final = (
    "Dealer, rehearsing: the real bot with its database and its scheduler, on a simulated Discord whose days pass by "
    "themselves. On the left is what everybody sees, on the right what one player sees."
)
_LONG: Final = "About two minutes a match; Ctrl-C ends it, and --fast does not wait."


def main(arguments: argparse.Namespace) -> int:
    """0 where every match came to its end and the offline judge agrees, else 1."""
    if arguments.ruleset not in (None, *SHOWS):
        print(f"There is no show of {RULESETS[arguments.ruleset].title} yet.", file=sys.stderr)
        return 1
    if arguments.picture is not None:
        arguments.picture.write_text(asyncio.run(picture(arguments.seed)), encoding="utf-8")
        return 0
    console = _console()
    pace = None if arguments.fast or not console.is_terminal else Pace()
    console.print(_WELCOME + (f" {_LONG}" if pace else ""), width=min(WIDEST, console.width))
    wanted = [arguments.ruleset] if arguments.ruleset else list(SHOWS)
    verdicts = [asyncio.run(_put_on(name, arguments.seed, arguments.out, console, pace)) for name in wanted]
    return 0 if all(verdict.same for verdict in verdicts) else 1


def _console() -> Console:
    """As the terminal is; a file gets the same bytes everywhere."""
    if sys.stdout.isatty():
        return Console(highlight=False)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    return Console(width=PLAIN_WIDTH, force_terminal=False, no_color=True, highlight=False)


async def _put_on(ruleset: str, seed: int, out: Path, console: Console, pace: Pace | None) -> Verdict:
    billing, _ = SHOWS[ruleset]
    names: dict[int, str] = {}
    screen = Screen(console, names, pace)
    screen.curtain(
        RULESETS[ruleset].title, billing.about, f"#{billing.channel}, and its thread", f"{billing.hero}'s phone"
    )
    async with played(ruleset, seed, screen, names) as theatre:
        name, content = await exported(theatre)
        path = saved(out, f"{ruleset}-{name}", content)
        verdict = judged(path, theatre)
    _close(screen, path, verdict)
    return verdict


def _close(audience: Audience, path: Path, verdict: Verdict) -> None:
    """The record, and what the judge makes of it."""
    lines = [f"The record of the match, with all its secrets: {path}"]
    if verdict.same:
        lines.append(
            f"Judged by `python -m games replay {path}`: the same result. All that the judge has to say, refusals "
            f"apart, was said here word for word: {verdict.compared} texts, in the thread and to the players."
        )
    else:
        ended = "" if verdict.ended else " It says that the match has not ended."
        lines.append(f"The judge comes to something else.{ended} Not said on Discord:")
        lines += [f"- {text}" for text in verdict.missing]
    for line in lines:
        audience.aside(line)


async def picture(seed: int) -> str:
    """The second round of Ghost Ladder, in the thread and on the player's phone, as SVG."""
    album, names = Album(), dict[int, str]()
    async with played("ghost-ladder", seed, album, names) as theatre:
        left, right = f"# {theatre.the_thread.name}", f"@ Dealer, on {theatre.hero}'s phone"
    return svg(album.scene("## Round 1 has closed"), names, left, right)
