"""What is posted in the thread."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.hosting.words.shared import ask, hours, moment
from games.ruleset import Phase, Ruleset


def opening(rules: Ruleset[Any], options: Mapping[str, Any], code: str) -> list[str]:
    """The opening posts: what is played, then the ruleset's own briefing (which may begin with the title, too)."""
    first, *rest = rules.briefing(options)
    head, _, below = first.partition("\n")
    text = below if head.strip("#* ") == rules.title else first
    return [f"# {rules.title}\n-# Match {code}\n\n{text.lstrip()}", *rest]


def opens(phase: Phase, deadline: datetime, first: bool = False, afresh: bool = False) -> str:
    where = "Send it to me by direct message, or with the button; nowhere else."
    lines = [f"## {phase.title} is open", ask(phase), where]
    if afresh:
        lines.append("I came late to the last deadline; this one counts from now.")
    # The tags of the players still in follow.
    return "\n".join([*lines, f"**Deadline:** {moment(deadline)}", f"**Playing ({len(phase.playing):,}):**"])


def close_waits(phase: Phase) -> str:
    return (
        f"The deadline of {phase.title} has passed, but Discord does not let me read what was sent. It is closed as "
        "soon as I can read: what was sent by the deadline counts, and nothing is lost."
    )


def closed(phase: Phase) -> str:
    return f"## {phase.title} has closed"


def goes_on(phase: Phase) -> str:
    return f"## {phase.title} goes on"


def longer(phase: Phase, deadline: datetime, before: datetime | None) -> str:
    lines = [ask(phase), "What is on file stays, and may still be changed.", f"**Deadline:** {moment(deadline)}"]
    if before is not None:
        lines.append(f"It was {moment(before)}.")
    return "\n".join(lines)


def longer_on_request(phase: Phase, texts: list[str], deadline: datetime, before: datetime) -> str:
    return "\n".join(
        [
            f"## {phase.title} runs longer",
            *texts,
            "What is on file stays, and may still be changed.",
            f"**Deadline:** {moment(deadline)}",
            f"It was {moment(before)}.",
        ]
    )


def longer_in_pause(phase: Phase, texts: list[str]) -> str:
    return "\n".join([f"## {phase.title} runs longer", *texts, "The time will run once the match goes on."])


def extended(phase: Phase, before: datetime, deadline: datetime) -> str:
    return "\n".join(
        [
            f"## {phase.title}: a new deadline",
            "The host has moved it, for all. What is on file stays, and may still be changed.",
            f"**Deadline:** {moment(deadline)}",
            f"It was {moment(before)}.",
        ]
    )


def extended_in_pause(phase: Phase, more: float) -> str:
    return f"The host adds {hours(more)} to {phase.title}. They will run once the match goes on."


def away(phase: Phase, before: datetime, deadline: datetime) -> str:
    return "\n".join(
        [
            f"## {phase.title}: a new deadline",
            "I was away, and could not be asked anything. The lost time is given back, to all.",
            "What you sent meanwhile has been read and counts.",
            f"**Deadline:** {moment(deadline)}",
            f"It was {moment(before)}.",
        ]
    )


def cut(phase: Phase) -> str:
    return f"The host closes **{phase.title}** now. What was sent before this counts."


def paused(phase: Phase, resumes: datetime | None = None) -> str:
    """`resumes`: when it goes on by itself."""
    lines = [
        "## The match is paused",
        f"{phase.title} stays open: what you send counts. The time that was left is kept.",
    ]
    if resumes is not None:
        lines.append(f"**It goes on by itself:** {moment(resumes)}")
    return "\n".join(lines)


def resumed(phase: Phase, deadline: datetime) -> str:
    return "\n".join(["## The match goes on", ask(phase), f"**Deadline:** {moment(deadline)}"])


def cancelled(code: str, started: bool, agreed: bool = False) -> str:
    """`agreed`: the players wished it, and no host."""
    who = "More than half of those still in wished it." if agreed else "The host has cancelled it."
    line = f"{who} Nothing is won, nothing is lost." if started else "It will not be played."
    return f"## Match {code} is cancelled\n{line}"


def over(code: str) -> str:
    return f"Match {code} is over. The table is cleared; thank you for the game."
