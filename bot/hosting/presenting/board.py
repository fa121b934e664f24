"""The sign-up card in the channel and the pinned board in the thread: functions of public facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.hosting import words
from bot.hosting.folds.saying import moves
from bot.hosting.model import limits
from bot.hosting.model.match import CANCELLED, INVITED, OVER, PAUSED, ROLE, SIGNING_UP
from bot.hosting.model.records import Hosted, Request
from bot.hosting.model.saying import Button
from bot.hosting.presenting.rendering import escape, named, split
from games.options import shown as option_shown

CARD = "card"
BOARD = "board"
TAG = "tag"
_STATES: Final = {SIGNING_UP: "Signing up", PAUSED: "Paused", OVER: "Over", CANCELLED: "Cancelled"}
_RUNNING: Final = "Running"
TAGS: Final = (_STATES[SIGNING_UP], _RUNNING, *(_STATES[state] for state in (PAUSED, OVER, CANCELLED)))
"""The tags that a match's post in a forum has, one after the other; the first one when it is opened."""


def wanted(hosted: Hosted) -> dict[str, Request]:
    """What each message should show now, in the order in which they are made."""
    shown = {CARD: _card(hosted), BOARD: Request(next(split(_board(hosted))), buttons=moves(hosted.match))}
    return shown | {TAG: Request(_state(hosted))} if hosted.forum else shown


def _card(hosted: Hosted) -> Request:
    match = hosted.match
    lines = [f"# {match.rules.title}", f"-# Match {match.code}", match.rules.summary, *_changed_options(hosted)]
    if match.status != SIGNING_UP:
        lines.append(f"**{_state(hosted)}**")
        return Request(next(split("\n".join(lines))))
    if match.open_to == ROLE:
        lines.append(f"Only for members with <@&{match.role}>.")
    if match.open_to == INVITED:
        lines.append("Only for those whom the host has invited.")
    if match.starts is not None:
        lines.append(f"**Starts:** {words.moment(match.starts)}")
    lines += [f"**Sign-up is open** · {_seats(hosted)}", f"**At the table ({len(match.entries):,}):**"]
    buttons = (
        Button("Join", f"join:{match.code}", "success"),
        Button("Leave", f"leave:{match.code}"),
    )
    return Request(_with_names("\n".join(lines), [p.name for p in hosted.sitting]), buttons=buttons)


def _seats(hosted: Hosted) -> str:
    least, most = hosted.match.least, hosted.match.most
    return words.number_of(least, "player") if least == most else f"{least:,} to {most:,} players"


def _changed_options(hosted: Hosted) -> list[str]:
    match = hosted.match
    changed = [o for o in match.rules.options if match.options[o.name] != o.default]
    return [f"- {o.about.rstrip('.')}: **{option_shown(o, match.options[o.name])}**" for o in changed]


def _state(hosted: Hosted) -> str:
    return _STATES.get(hosted.match.status, _RUNNING)


def _board(hosted: Hosted) -> str:
    match = hosted.match
    lines = [f"**{match.rules.title}** · match {match.code}", f"**{_state(hosted)}**"]
    if not match.open:
        return "\n".join(lines)
    phase = match.phase
    lines.append(f"## {phase.title}")
    if match.public_deadline is not None:
        lines.append(f"**Deadline:** {words.moment(match.public_deadline)}")
    if match.resumes is not None:
        lines.append(f"**Goes on by itself:** {words.moment(match.resumes)}")
    lines += [words.ask(phase), f"**Playing ({len(phase.playing):,}):**"]
    return _with_names(named("\n".join(lines), hosted.sitting), [hosted.sitting[seat].name for seat in phase.playing])


def _with_names(text: str, names: Sequence[str]) -> str:
    """The text and, behind it, as many of the names as one message holds."""
    shown = [escape(name) for name in names]
    for count in range(len(shown), 0, -1):
        more = f" and {len(shown) - count:,} more" if count < len(shown) else ""
        whole = f"{text} {', '.join(shown[:count])}{more}"
        if len(whole) <= limits.MESSAGE:
            return whole
    return text if shown else f"{text} nobody yet"
