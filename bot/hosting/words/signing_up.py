"""Sign-up, wait lists, co-hosts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from bot.hosting.words.hosts import LOOKED_BEFORE
from bot.hosting.words.shared import moment, number_of
from games import marks

Seen = Literal["match", "ledger"]
"""Behind what scenes somebody has seen: of the match, or of the server's ledger."""


def joined(name: str, code: str, renamed: bool, written: bool = True) -> str:
    sent = " I have sent you a direct message." if written else ""
    return f"{you_play_as(name, code) if renamed else f'You are in match {code}, as **{name}**.'}{sent}"


def unwritten(quarantined: bool, seated: bool) -> str:
    """Under what Join is answered, where the greeting has not got through. `seated`: not on the wait list."""
    why = "Discord does not let me write to you yet"
    if quarantined:
        why = "Discord does not let me write to anybody new until whoever runs me has appealed"
    if not seated:
        return f"{why}; I try again by myself."
    return (
        f"{why}; I try again by myself. Meanwhile you can play by commands (`/submit`, `/my status`): what waits for "
        "you is shown under their answers."
    )


def you_play_as(name: str, code: str) -> str:
    """To somebody whose name at the table is not the one that Discord shows."""
    return (
        f"You are in match {code}, and play as **{name}**: as it stands, your own name would be taken for another "
        "player's, or for a word of the game, or cannot be shown."
    )


def left_table(code: str) -> str:
    return f"You have left match {code}. The seat is free again."


ALREADY_IN: Final = "You are in already."

NOT_IN: Final = "You are not signed up, so there is nothing to leave."

SIGNUP_CLOSED: Final = "Sign-up is closed."

STARTED_ALREADY: Final = (
    "The match has started, so your seat stays yours. If you cannot go on, tell the hosts with `/ask`: "
    "they can seat a substitute."
)

ONLY_INVITED: Final = "This match is for those whom its host has invited. Ask the host, if you would like to be."


def invited(user_id: int, code: str) -> str:
    return f"<@{user_id}> may join match {code} now."


def only_for_role(role: int | None) -> str:
    return f"This match is for members with <@&{role}>."


def not_started(code: str, signed_up: int, least: int) -> str:
    return (
        f"It was time for match {code} to start, but {number_of(signed_up, 'player')} of the {least:,} it needs had "
        "signed up. Sign-up stays open; the host starts it by hand."
    )


WAITING_ALREADY: Final = "You are on the wait list already; I write to you when a seat is free."

WAITING_NO_MORE: Final = "You are off the wait list."

HOSTLESS: Final = (
    "This match is hostless: until it is over nobody looks or intervenes. You can pause, resume or cancel it; if you "
    "play in it, more than half of those still in must agree."
)

HOSTLESS_MATCH: Final = "This match is hostless: until it is over nobody can look at what is secret, or intervene."


def could_look(seats: Sequence[int]) -> str:
    return (
        f"{marks.names(seats)} may host in this server. The desk of this match is closed to everyone who holds a seat, "
        "but you should know."
    )


def waiting(most: int) -> str:
    return f"All {most:,} seats are taken. You are on the wait list: a seat that becomes free is yours; I write to you."


def seat_free(code: str, name: str | None = None) -> str:
    """`name`: the one at the table, where it is not the one that Discord shows."""
    seated = f"you are in match {code}." if name is None else f"y{you_play_as(name, code)[1:]}"
    return f"A seat has become free: {seated} If you can no longer play, press Leave under its card."


def begun_without_you(code: str) -> str:
    return f"Match {code} has begun, and no seat became free for you. Thank you for waiting; may the next one be yours."


def no_seat_for_you(why: Seen, code: str) -> str:
    if why == "ledger":
        return (
            f"You have read in the ledger what others hold in this server, and match {code} is played for that, so its "
            "seats are closed to you. Thank you for keeping the books."
        )
    return (
        f"You have seen behind the scenes of match {code}, so its seats are closed to you. Thank you for helping to "
        "host it; may the next one be yours to play."
    )


def no_seat_after_all(why: Seen, code: str) -> str:
    """To somebody on the wait list, whose turn it was."""
    return f"A seat has become free in match {code}, and went to the next in line. {no_seat_for_you(why, code)}"


def no_seat_for_them(why: Seen) -> str:
    if why == "ledger":
        return (
            "That person has read in the ledger what others hold in this server, and this match is played for that, so "
            "they cannot play in it."
        )
    return LOOKED_BEFORE


def cohost_named(user: int, code: str) -> str:
    return f"<@{user}> may use the desk of match {code} from now on."


NAMELESS_TEMPLATE: Final = "A template needs a name that can be seen."

TEMPLATE_OF_ANOTHER: Final = "There is a template of that name for another ruleset. Choose another name."


def template_saved(name: str) -> str:
    return f"Saved as **{name}**. `/match create` takes it with `template`."


def no_template(name: str) -> str:
    return f"There is no template {marks.said(name)} for this ruleset here."


def sign_up_ends(code: str, signed_up: int, least: int, most: int, starts: datetime) -> str:
    return (
        f"Match {code} starts on {moment(starts)}. {number_of(signed_up, 'player')} so far; "
        f"it takes {least:,} to {most:,}. Sign-up is open until then."
    )


PRIVATE_FORUM: Final = "A forum post is for all to read. Choose a text channel for a thread that is for players only."

PRIVATE_ANNOUNCEMENT: Final = (
    "An announcement channel has no private threads. Choose a text channel for a thread that is for players only."
)


def tag_required(tags: Sequence[str]) -> str:
    return (
        "That forum takes no post without a tag, and has none for a match. Give it the tags "
        f"{', '.join(tags)}; or give me Manage Channels, and I make them."
    )


def no_member(code: str, why: str) -> str:
    return f"Match {code}: I cannot let somebody into its thread, or out of it. {why} `/host repost` tries again."


def no_role(code: str, why: str) -> str:
    return (
        f"Match {code}: I cannot give or take the players' role. {why} I need Manage Roles, and a role of my own that "
        "stands above it. `/host repost` tries again."
    )
