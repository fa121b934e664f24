"""What everyone and the hosts are told when a database turns out to be an older copy. Public facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.hosting.words.shared import hours, moment, number_of
from games.ruleset import Phase


def set_back(phase: Phase, known: datetime | None, first: str | None, deadline: datetime | None) -> str:
    """`known`: until when the copy knows what happened; `first`: a link to the first post that it does not know;
    `deadline`: None where the match is paused."""
    lines = [
        f"## The match is set back: {phase.title}",
        f"{_why(known)} The match stands as it stood then.",
        _void(first),
    ]
    if deadline is None:
        lines.append("It is paused until the host has decided how it goes on. What you send from now on counts.")
    else:
        lines.append(f"Nobody hosts it, so it goes on by itself.\n**Deadline:** {moment(deadline)}")
    return "\n".join(lines)


def _why(known: datetime | None) -> str:
    return "What I keep was brought back from a copy" + ("." if known is None else f" of {moment(known)}.")


def _void(first: str | None) -> str:
    status = "`status`, by direct message, shows you what is."
    if first is not None:
        return f"What I posted from {first} on no longer holds, and what you have sent since is not on file. {status}"
    return f"Direct messages that you have sent since are read; what you gave by a form or a command is lost. {status}"


def sign_up_set_back(known: datetime | None) -> str:
    return (
        f"## The sign-up is set back\n{_why(known)} Who has joined or left since: please do so once more. "
        "It no longer starts by itself; the host starts it."
    )


def set_back_for_host(
    code: str, phase: Phase, known: datetime | None, posts: int, links: Sequence[str], left: float | None
) -> str:
    """`links`: to the first and the last of so many posts that the copy does not know; `left`: hours, None where the
    match goes on by itself."""
    lines = [f"**Match {code} is set back.** {_why(known)} It stands at {phase.title} again, as it stood then."]
    if posts:
        between = links[0] if posts == 1 else f"{links[0]} to {links[-1]}"
        lines.append(
            f"The copy does not know {number_of(posts, 'post')} of mine: {between}. What they say was judged once."
        )
    lines.append("The copy does not know who was replaced or corrected since, nor what was entered in the ledger.")
    if left is None:
        lines.append("Nobody hosts it, so it goes on by itself; `/match cancel` would give back what was brought.")
        return "\n".join(lines)
    return "\n".join(
        [
            *lines,
            f"It is paused, with {hours(left)} left. What shall become of it is yours to decide:",
            "- `/host resume`: it goes on from here (`/host extend` adds time)",
            "- `/host rollback`: it goes on from an earlier point",
            "- `/match cancel`: it ends, and what was brought goes back",
        ]
    )


def sign_up_set_back_for_host(code: str, known: datetime | None) -> str:
    return (
        f"**The sign-up of match {code} is set back.** {_why(known)} Who has joined or left since is not known, and it "
        "no longer starts by itself: look who is in, then `/match start` or `/match cancel`."
    )
