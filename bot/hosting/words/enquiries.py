"""Answers to questions that belong to no phase: before the start, when out, after the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from bot.hosting.words.shared import amounts, moment
from games import marks
from games.ruleset import Phase

if TYPE_CHECKING:
    from bot.hosting.model.match import Match

_NAMED: Final = 20
"""So many players are named; the card has them all."""

RULES: Final = "Rules"

NOTHING_YET: Final = "Nothing can be sent yet, so I have taken nothing. I write to you when the match begins."

ON_THE_WAIT_LIST: Final = "on the wait list"


@dataclass(frozen=True, slots=True)
class Table:
    """A table that signs up, as everyone there may know it."""

    title: str
    code: str
    starts: datetime | None
    seated: Sequence[int]
    least: int
    most: int
    thread: int | None
    channel: int


def before_the_start(table: Table, waits: bool, asks: bool) -> str:
    """`waits`: for a seat; `asks`: whether there is somebody to ask."""
    by_itself = None if table.starts is None else f"{moment(table.starts)}, if {table.least:,} have signed up by then"
    lines = [
        f"**{table.title}** (match {table.code}) has not begun yet.",
        f"- **Start:** {by_itself or f'when its host starts it, with {table.least:,} players or more'}",
        f"- **At the table ({len(table.seated):,} of {table.most:,}):** {_some(table.seated)}",
    ]
    if waits:
        lines.append("- You are on the wait list: a seat that becomes free is yours, and I write to you.")
    if table.thread is not None:
        lines.append(f"- **Thread:** <#{table.thread}>")
    leave = "To wait no more" if waits else "To leave"
    lines.append(f"- {leave}: press **Leave** under its card in <#{table.channel}>")
    lines.append("- `rules`: how it is played" + (" · `ask …`: a question to the hosts" if asks else ""))
    return "\n".join(lines)


def _some(seats: Sequence[int]) -> str:
    if not seats:
        return "nobody yet"
    more = len(seats) - _NAMED
    names = ", ".join(marks.name(seat) for seat in seats[:_NAMED])
    return f"{names} and {more:,} more" if more > 0 else names


def help_now(match: Match, seat: int, asks: bool = True) -> str:
    """What this player can do in the phase that is open, with examples that fit. `asks`: whether there is somebody to
    ask."""
    phase, examples = match.phase, match.rules.examples(match.state, seat)
    sends = seat in phase.acting and bool(examples)
    lines = [f"**{phase.title}** (match {match.code})", phase.ask if sends else _nothing_to_send(phase, seat)]
    lines += [f"- `{example}`" for example in examples if sends]
    lines.append("- `status`: where you stand")
    lines.append("- `rules`: how it is played")
    if asks:
        lines.append("- `ask …`: a question to the hosts")
    if sends and match.rules.last_counts(match.state):
        lines.append("The last one before the deadline counts.")
    return "\n".join(lines)


def _nothing_to_send(phase: Phase, seat: int) -> str:
    out = "You are out of the game. " if seat not in phase.playing and phase.playing else ""
    return f"{out}There is nothing for you to send."


def took_home(kinds: Mapping[str, int]) -> str:
    took = amounts(kinds)
    return f"- You left the table with {f'**{took}**' if took else 'nothing'}."


def still_to_be_had(code: str, thread: int | None, asks: bool) -> str:
    """After the end."""
    where = "" if thread is None else f"- The result: <#{thread}>\n"
    ask = " · `ask …`: a question to the hosts" if asks else ""
    return (
        f"{where}- `/my receipts match:{code}`: what you sent · `/my looks match:{code}`: who looked · `rules`: how it "
        f"was played{ask}"
    )


def called_off(code: str) -> str:
    return f"Match {code} was cancelled, so there is nothing to send. Nothing is won in it, and nothing is lost."


def asked_enough(code: str, again: datetime) -> str:
    return (
        f"I have not passed that on yet: the hosts of match {code} have had several questions of yours within the "
        f"hour. Nothing is lost, it stands here: send it again on {moment(again)} or later."
    )


def say_where(lines: Sequence[str]) -> str:
    """`lines`: one for each match."""
    shown = list(lines[:_NAMED])
    more = len(lines) - len(shown)
    rest = [f"- and {more:,} more"] if more > 0 else []
    head = f"You are in {len(lines):,} matches. Write the code in front, and I answer for that one:"
    return "\n".join([head, *shown, *rest])


def two_codes(codes: Sequence[str]) -> str:
    return f"I have taken nothing: {' and '.join(codes)} are both yours. Write one code in front of each message."


def games(titles: Mapping[str, str]) -> str:
    """To somebody at no table. `titles`: of the games, by name."""
    return f"I host {' and '.join(f'**{title}**' for title in titles.values())}. Whose rules do you want to read?"
