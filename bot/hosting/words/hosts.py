"""What a host is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.hosting.words.shared import hours, moment, number_of
from games import marks

STARTED_BEFORE: Final = "The match has started already."

NOTHING_TO_CANCEL: Final = "The match is over; there is nothing to cancel."


def created(title: str, code: str, starts: datetime | None) -> str:
    how = "Start it with `/match start` once all are in."
    if starts is not None:
        how = f"It starts by itself on {moment(starts)}."
    return f"**{title}** is open for sign-up as match **{code}**. {how}"


def too_few(signed_up: int, least: int) -> str:
    return f"{number_of(signed_up, 'player')} so far; the match needs {least:,}."


def started(code: str, title: str, deadline: datetime) -> str:
    return f"Match {code} has begun. {title} is open until {moment(deadline)}."


def cancelled_done(code: str) -> str:
    return f"Match {code} is cancelled."


def close_delayed(code: str) -> str:
    return (
        f"Match {code}: its deadline has passed, but Discord does not let me read all direct messages. "
        "I go on trying, and close as soon as everything is read. Nothing is lost."
    )


def posts_wait(code: str, why: str) -> str:
    return (
        f"Match {code}: Discord does not take all that I have to say. {why} It is kept, in order; I try again by "
        "myself, and the match goes on. Players are shown what waits for them when they use a command."
    )


def quarantined(code: str) -> str:
    return (
        f"Match {code}: Discord has put me into quarantine, which it does to bots that look like spam. I cannot write "
        "to people I have not written to before; who runs me has to appeal (Discord's developer portal). The match "
        "goes on: commands and buttons work, and show what I cannot send."
    )


def no_place(code: str) -> str:
    return (
        f"Match {code} has no thread yet, and nothing could be posted. `/doctor` says what is in the way; "
        "it can start as soon as its thread is there."
    )


def unreadable(code: str, seat: int, why: str) -> str:
    return f"Match {code}: I cannot read the direct messages of {marks.name(seat)}. {why} The match goes on."


def undelivered(code: str, seat: int | None, why: str) -> str:
    whom = marks.name(seat) if seat is not None else "the match's thread"
    return (
        f"Match {code}: what I have to tell {whom} does not get through. {why} It is kept, in order, and the match "
        "goes on. A player's next message to me sends it, or `/host repost` once what is in the way is mended."
    )


def left_server(code: str, seats: Sequence[int]) -> str:
    have, their = ("has", "that seat") if len(seats) == 1 else ("have", "those seats")
    return (
        f"Match {code}: {marks.names(seats)} {have} left the server. The match goes on, and they may come back. "
        f"`/host replace` gives {their} to somebody else; `/host remove` takes a player out."
    )


def player_forgotten(code: str, seat: int) -> str:
    return (
        f"Match {code}: whoever held seat {seat + 1} has been forgotten, as they asked. What is on file stays; nothing "
        "that they send counts any more, nor what they sent lately and I had not read. "
        f"`/host replace seat:{seat + 1}` gives the seat to somebody else; `/host remove seat:{seat + 1}` takes it out."
    )


def no_office(code: str, why: str) -> str:
    return (
        f"Match {code}: I cannot write into the hosts' channel. {why} What hosts must know, and what players ask, "
        "comes here meanwhile. `/server channel` chooses another one."
    )


def no_board(code: str, why: str) -> str:
    return f"Match {code}: I cannot show its card, its thread or its board as they should be. {why}"


def thread_name(title: str, code: str) -> str:
    return f"{title} · {code}"


NOTHING_SAID: Final = "There is nothing to read in that, so nothing was posted."

NOT_RUNNING: Final = "The match is not running."

NOTHING_ENTERED: Final = "Nothing was entered; that you looked is in the journal."

NO_BOT: Final = "A bot cannot take a seat."

LOOKED_BEFORE: Final = "That person has looked behind the scenes of this match, and cannot play in it."

NOT_PAUSED: Final = "The match is not paused."

CLOSING_ALREADY: Final = "That deadline has passed already; it is being closed."

BAD_DEADLINE: Final = "The new deadline must lie in the future, and no more than 720 hours from now."


def deadline_moved(code: str, deadline: datetime) -> str:
    return f"Match {code}: the deadline is now {moment(deadline)}. The thread says so."


def left_in_pause(code: str, left: float) -> str:
    return f"Match {code}: {hours(left)} will be left once it goes on."


def closing_now(code: str, title: str) -> str:
    return f"Match {code}: {title} closes in a few seconds. What was sent before your command counts."


def paused_done(code: str, resumes: datetime | None = None) -> str:
    """`resumes`: when it goes on by itself."""
    then = "" if resumes is None else f" It goes on by itself on {moment(resumes)}."
    return f"Match {code} is paused. `/host resume` gives it the time that was left.{then}"


def looked(code: str) -> str:
    return f"**Match {code}, for your eyes only.** That you looked is in the journal."


def exported(code: str) -> str:
    return (
        f"The record of match {code}, up to the last deadline that passed. It holds every secret of the match: "
        "keep it to yourself. That you exported it is in the journal."
    )


NOT_A_HOST: Final = "That is for hosts: members with Manage Server, or with the server's host role."

SEATED_HOST: Final = "You hold or held a seat in that match, so its desk is closed to you."
PLAYING_HOST: Final = "You sit at a table of this server: until that match is over, what others hold is closed to you."

PLAYING_MANAGER: Final = (
    "You sit at a table of this server, and what other players ask goes to that channel: somebody who does not play "
    "has to choose it."
)

NO_SUCH_MATCH: Final = "There is no such match here that you could use this on."

DONE_BEFORE: Final = "That has been done already."

PLAYERS_RANGE: Final = (
    "This game needs {least} players or more, and I host 100 at most; `least` must not be above `most`."
)


def say_which(codes: list[str]) -> str:
    if not codes:
        return "No match is open in this server."
    return f"Several matches are open here: {', '.join(codes)}. Say which with `match`."


def sure(deed: str, code: str) -> str:
    return f"{deed} match {code}? Everyone is told at once."


NOT_A_MANAGER: Final = "That is for members with Manage Server."

NOT_EVERYONE: Final = "Everyone cannot be a host. Choose a role that only hosts have."

STALE: Final = "That button is of an earlier turn. Nothing was done."

FORGOTTEN: Final = "I do not know that button any more. Nothing was done."

COMMAND_CHANGED: Final = (
    "That command has changed, or names something that I cannot see. Nothing was done; please type it anew."
)

FAILED: Final = (
    "Something went wrong on my side. Look with `/match status` how far it came before you try again; "
    "the operator will find it in the log."
)

DONE: Final = "Done."


def written_instead(text: str, again: bool) -> str:
    """An answer that could not be given where it was asked for."""
    more = "\nThere is more to it that does not fit here: please ask once more, there." if again else ""
    return f"-# Discord did not let me answer you there.\n{text}{more}"


def host_channel_is(channel_id: int | None) -> str:
    if channel_id is None:
        return "What hosts must know goes to the one who created the match, by direct message."
    return f"What hosts must know goes to <#{channel_id}>. Make sure that only hosts can read it."


def zone_is(zone: str) -> str:
    return f"Local times in commands are read as of **{zone}** from now on."


def no_zone(typed: str) -> str:
    return f"There is no time zone `{typed[:40]}`. Write it like `Europe/Berlin` or `America/New_York`."


def starting_at(at: datetime) -> str:
    return f"The match would start by itself on {moment(at)}. Open its sign-up?"


DRAFT_GONE: Final = "I no longer have what you wanted to create. Please use `/match create` again."

STARTS_IN_PAST: Final = "The start must lie in the future, and no more than 60 days from now."

NO_CHANNEL: Final = "A sign-up card needs a text channel or a forum: name one with `channel`."

ROLE_NEEDED: Final = "Say which role may join with `role`."


def hosts_are(role_id: int | None) -> str:
    if role_id is None:
        return "Hosts are the members with Manage Server, and nobody else."
    return f"Hosts are the members with <@&{role_id}>, and those with Manage Server."
