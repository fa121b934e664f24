"""Who may do what, and who hears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.hosting.words.shared import number_of
from games import marks

CANNOT_SEE: Final = (
    "I cannot see at the moment who may do that: Discord does not tell me. Nothing was changed. Please try again in a "
    "minute."
)

CANNOT_SEE_HOSTS: Final = (
    "I have not passed that on: I cannot see at the moment who hosts this match, since Discord does not tell me. "
    "Please ask again in a few minutes."
)

MUTED: Final = "You may not write in that match's thread yourself, so I do not post there for you."

MAY_NOT_WRITE: Final = "You may not write in that channel yourself, so I put no match there for you."

NO_MORE_COHOSTS: Final = "A co-host names no further ones: that is for the server's hosts."

_OBSTACLES: Final[Mapping[str, str]] = {
    "everyone": "Everyone has that role.",
    "gone": "There is no such role any more.",
    "managed": "An integration of the server has that role in its hands.",
    "too much": "That role lets its members do more than everyone may do here. Choose one without permissions.",
    "not theirs": (
        "Whoever opens the match must be able to give that role by hand: with Manage Roles, and a role that stands "
        "above it."
    ),
    "not mine": "I need Manage Roles, and a role of my own that stands above it.",
}


def role_obstacle(obstacle: str) -> str:
    """Why a role is not one to be given (`ports.Obstacle`)."""
    return _OBSTACLES[obstacle]


HOSTS_ROLE: Final = "That is the hosts' role of this server: whoever has it may host."

ROLE_READS_OFFICE: Final = "Whoever has that role can read the hosts' channel."

ROLE_OF_PLAYERS: Final = (
    "Players of a match are given that role while they play. Choose another one, or wait until the match is over."
)


def bad_player_role(why: str) -> str:
    return f"The players cannot be given that role. {why}"


def no_host(code: str, user: int, why: str) -> str:
    return (
        f"Match {code}: I cannot write to <@{user}>, who hosts it, too. {why} What hosts must know, and what players "
        "ask, comes here meanwhile."
    )


READ_WAITING: Final = "Read it"

NOTHING_WAITS: Final = "Nothing waits any more: it has been read, or said."


def waits(code: str, questions: int, notices: int) -> str:
    counts = [number_of(count, thing) for count, thing in ((questions, "question"), (notices, "notice")) if count]
    verb = "waits" if questions + notices == 1 else "wait"
    return f"**{' and '.join(counts)} {verb}** for the hosts of match {code}: I could reach none of them."


def could_read(seats: Sequence[int]) -> str:
    return (
        f"I have not passed that on yet: {marks.names(seats)} could read it in the hosts' channel of this server, "
        "and no host whom I know of can be asked otherwise. Ask all the same?"
    )


ASK_ANYWAY: Final = "Ask all the same"

QUESTION_GONE: Final = "I no longer have that question. Please ask it again."


def hosts_of(creator: int | None, hosts: bool, cohosts: Sequence[int], hears: str) -> str:
    """For hosts. `hosts`: whether who created it still hosts it; `hears`: where questions go."""
    who = "somebody whom I have forgotten" if creator is None else f"<@{creator}>"
    lines = [f"- Created by {who}{'' if hosts or creator is None else ', who hosts it no more'}"]
    lines.append(f"- Co-hosts: {', '.join(f'<@{user}>' for user in cohosts) or 'none'}")
    lines.append(f"- What players ask goes to {hears or 'nobody at the moment'}")
    return "\n".join(["**Hosts** (you see this as one of them)", *lines])


UNSEEN_HOSTS: Final = "**Hosts:** I cannot see at the moment who they are."


def cohost_no_more(user: int, code: str) -> str:
    return f"<@{user}> is no co-host of match {code} any more."


def never_cohost(user: int, code: str) -> str:
    return f"<@{user}> is no co-host of match {code}."


COHOST_BOT: Final = "A bot cannot host."
