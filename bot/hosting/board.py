"""The sign-up card in the channel and the pinned board in the thread: functions of public facts alone."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.folds.saying import moves
from bot.hosting.match import CANCELLED, INVITED, OVER, PAUSED, ROLE, SIGNING_UP
from bot.hosting.ports import Hosted, Request
from bot.hosting.rendering import escape, named, split
from bot.hosting.says import Button
from games.options import shown as option_shown

CARD = "card"
BOARD = "board"
TAG = "tag"


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
    names = ", ".join(escape(p.name) for p in hosted.sitting) or "nobody yet"
    lines += [f"**Sign-up is open** · {_seats(hosted)}", f"**At the table ({len(match.entries):,}):** {names}"]
    buttons = (
        Button("Join", f"join:{match.code}", "success"),
        Button("Leave", f"leave:{match.code}"),
    )
    return Request(next(split("\n".join(lines))), buttons=buttons)


def _seats(hosted: Hosted) -> str:
    least, most = hosted.match.least, hosted.match.most
    return words.number_of(least, "player") if least == most else f"{least:,} to {most:,} players"


def _changed_options(hosted: Hosted) -> list[str]:
    match = hosted.match
    changed = [o for o in match.rules.options if match.options[o.name] != o.default]
    return [f"- {o.about.rstrip('.')}: **{option_shown(o, match.options[o.name])}**" for o in changed]


def _state(hosted: Hosted) -> str:
    states = {SIGNING_UP: "Signing up", PAUSED: "Paused", OVER: "Over", CANCELLED: "Cancelled"}
    return states.get(hosted.match.status, "Running")


def _board(hosted: Hosted) -> str:
    match = hosted.match
    lines = [f"**{match.rules.title}** · match {match.code}", f"**{_state(hosted)}**"]
    if match.open:
        phase = match.phase
        lines.append(f"## {phase.title}")
        if match.public_deadline is not None:
            lines.append(f"**Deadline:** {words.moment(match.public_deadline)}")
        lines += [words.ask(phase), words.still_in(phase)]
    return named("\n".join(lines), hosted.sitting)
