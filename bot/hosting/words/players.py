"""What one player is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.hosting.words.books import brings
from bot.hosting.words.shared import ask, quoted
from games import marks
from games.ruleset import Phase, Ruleset


def greeting(title: str, code: str) -> str:
    """The direct message that joining sends first, so that closed direct messages are found out then and there; the
    last seat may be taken meanwhile."""
    return (
        f"Good to meet you. **{title}** (match {code}) is played here.\n"
        "This is where you will send your moves, and where I tell you what only you may know. "
        "Nothing to do until the match starts."
    )


def greeting_in_line(title: str, code: str) -> str:
    return f"**{title}** (match {code}) is full just now. This is where I write to you if a seat becomes free."


def welcome(rules: Ruleset[Any], phase: Phase, code: str, held: Mapping[str, int]) -> str:
    return (
        f"**{rules.title}** has begun (match {code}).{brings(held)}\n{ask(phase)}\n"
        "Write it here. You may change it until the deadline; the last one counts. `status` shows where you stand."
    )


_NAMED: Final = 25
"""So many matches are named; each has a button."""

DMS_CLOSED: Final = (
    "I cannot reach you: your direct messages are closed, and your moves are sent that way.\n"
    "Open them for this server (tap the server's name, then **Privacy Settings**, then allow **Direct Messages**) "
    "and press Join again."
)

NOT_WRITTEN: Final = "-# I could not send you this by direct message:"

MORE_WAITS: Final = "-# There is more: any command shows it."

NOT_YET: Final = (
    "Not taken yet: Discord does not let me read what you may have sent before. I take it as soon as I can, with the "
    "time at which you sent it, and then you hear from me."
)

NO_MATCH: Final = (
    "Good day. You are in no match at the moment, so there is nothing for me to take. "
    "Press **Join** under a sign-up card in your server, and we shall talk."
)

NO_TEXT: Final = "I can only read text: please type it. Nothing has changed."

BROKEN_LETTER: Final = (
    "Something broke on my side over that message, and it was not taken. What was on file stays. "
    "Please write it differently, or tell the host."
)

EDITED_IDLE: Final = "Editing a message changes nothing: what stood there when you sent it is what I took."

EDITED: Final = f"{EDITED_IDLE} Send a new one; the last before the deadline counts."


def finished(code: str) -> str:
    return f"Match {code} is over, so there is nothing more to send. The result stands in its thread."


def between(code: str, phase: Phase | None) -> str:
    now = f" {phase.title} is open now: send it again if you mean it for this one." if phase else ""
    return f"That came after one deadline of {code} and before the next phase was open, so it counts for neither.{now}"


def undone(code: str) -> str:
    return f"{code} has been turned back since you sent that, so it is not on file. Send it again if you still mean it."


def late(code: str, known: bool = True) -> str:
    """`known`: whether there is a host, who has been told."""
    then = "It changes nothing by itself; the host knows, and can decide." if known else "It changes nothing."
    return f"Discord brought me that only after its round of {code} was closed, though you sent it in time. {then}"


def late_for_host(code: str, seat: int) -> str:
    """Operational, no secret: that a message came, not what it says."""
    return (
        f"Match {code}: Discord delivered a message of {marks.name(seat)} only after its deadline had been judged, "
        "though it was sent in time. It changed nothing; a rollback is yours to decide."
    )


def edited_late(code: str, known: bool = True) -> str:
    """`known`: whether there is a host, who has been told."""
    return (
        f"I first saw that message after the deadline of {code}, and it had been edited later than that, "
        f"so I cannot take it.{' The host knows.' if known else ''}"
    )


def edited_for_host(code: str, seat: int) -> str:
    return (
        f"Match {code}: a message of {marks.name(seat)} was edited after the deadline before I saw it; it was refused."
    )


def which(codes: list[str], text: str | None = None) -> str:
    """`text`: the message, where it does not stand above the question."""
    example, this = codes[0], "this" if text is None else quoted(text)
    more = f" and {len(codes) - _NAMED:,} more" if len(codes) > _NAMED else ""
    return (
        f"You are in {len(codes):,} matches: {', '.join(codes[:_NAMED])}{more}. Which one is {this} for? "
        "I take it once you say so. "
        f"Next time, write the match in front, like `{example} status`, or reply to one of its messages."
    )


def which_first(codes: list[str], text: str) -> str:
    """`text`: an earlier message, about which the question is still open."""
    return (
        f"One at a time: you are in {len(codes):,} matches, and I still do not know which one {quoted(text)} is for. "
        "Once you say so, I ask about this one."
    )


def never_picked(text: str) -> str:
    return f"{quoted(text)} counts nowhere: the deadlines passed before you said which match it was for."


def game(code: str, title: str) -> str:
    """On a button."""
    return f"{code} · {title}"


NOT_YOURS: Final = "You are in no match of that code."

NOT_YOURS_NOW: Final = "You are in no running match of that code, so nothing was taken."


def other_match(code: str) -> str:
    return (
        f"I have not taken that: `{code}` reads like the code of a match, and you are in no running match of that code."
    )


def say_yours(codes: list[str]) -> str:
    more = f" and {len(codes) - _NAMED:,} more" if len(codes) > _NAMED else ""
    return f"You are in {len(codes):,} matches: {', '.join(codes[:_NAMED])}{more}. Say which with `match`."


def one_of_yours(title: str, code: str, where: str) -> str:
    return f"- **{code}** · {title} · {where}"


PICKED_BEFORE: Final = "That message has found its match already, or the match is not yours to pick."


def picked(code: str) -> str:
    return f"Taken to match {code}; its answer comes by direct message."


def picked_late(code: str) -> str:
    return (
        f"The deadline of {code} passed before you picked it, so that message does not count there. If it was meant "
        "for another match, pick that one."
    )


def held(code: str) -> str:
    return f"The deadline of {code} has passed and is being closed. I will tell you in a moment what becomes of this."
