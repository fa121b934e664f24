"""Questions, reminders, wishes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.hosting.words.shared import ask, by, hours, moment
from games import marks
from games.ruleset import Phase

ASK_WHAT: Final = (
    "Write your question behind it, like `ask Does a tie share the prize?`. The hosts get it, nobody else."
)

NOBODY_TO_ASK: Final = (
    "I have not passed that on: nobody hosts this match from outside the game, and players are not to read it."
)

ASKER_GONE: Final = "Whoever asked that no longer holds the seat, so there is nobody to answer."

NO_SUCH_QUESTION: Final = "I cannot find that question any more."

REMINDERS_ON: Final = "I will remind you before a deadline when you have nothing on file."

REMINDERS_OFF: Final = "I will not remind you any more."

QUIET_ON: Final = "From now on I write only what you need: results, answers, and what the rules tell you."

QUIET_OFF: Final = "I will remind you again, and give hints."

BACK: Final = "Noted: you are not away."

AWAY_UNTIL: Final = "Until when? Say it with `until`. If you are back, leave both out."

AWAY_BACKWARDS: Final = "An absence has to end after it begins, and not in the past."


def question(code: str, seat: int | None, text: str) -> str:
    """`seat`: None for somebody who has been forgotten since."""
    who = "Somebody" if seat is None else marks.name(seat)
    return f"**{who} asks** (match {code}):\n{marks.whole(text)}"


def question_of(code: str, user: int, text: str) -> str:
    """Of somebody who waits for a seat."""
    return f"**<@{user}> asks**, who is on the wait list (match {code}):\n{marks.whole(text)}"


ANSWER_AGAIN: Final = "Send another answer"


WHO_ASKED: Final = "this person"
"""Instead of the name of somebody who waits for a seat."""


def answer_whom(seat: int | None) -> str:
    """On the button under a question."""
    return f"Answer {WHO_ASKED if seat is None else marks.name(seat)}"


def answer_title(name: str) -> str:
    """Above the form, where nothing is formatted."""
    return f"Answer {name}"


def will_read(name: str) -> str:
    return f"What {name} will read"


def answered_by(user_id: int | None, text: str) -> str:
    return f"**Answered by {by(user_id)}:** {marks.whole(text)}"


def answered_before(answers: Sequence[str]) -> str:
    return "\n".join([*answers, "Nothing more was sent. Shall there be another answer?"])


def answered_meanwhile(answers: Sequence[str], text: str) -> str:
    return "\n".join([*answers, f"Yours was not sent, since there is an answer by now. You wrote: {marks.whole(text)}"])


def asked(code: str) -> str:
    return f"Your question is with the hosts of match {code}. Their answer comes here; until then it changes nothing."


def host_answers(code: str, asked_text: str, text: str) -> str:
    return f"**The host answers** (match {code}).\nYou asked: {marks.whole(asked_text)}\n{marks.whole(text)}"


def reminder(code: str, phase: Phase, deadline: datetime) -> str:
    return (
        f"You have nothing on file for **{phase.title}** (match {code}). It closes on {moment(deadline)}.\n{ask(phase)}"
    )


HELP: Final = (
    "I host matches here. Press **Join** under a sign-up card to play; once a match begins, you send your moves to me "
    "by direct message.\n"
    "- `/my matches`: the matches you are in\n"
    "- `/my status`, `/my rules`, `/my receipts`: one of them\n"
    "- `/match rules`: the games, and how they are played\n"
    "- `/submit`: a move, if your direct messages are closed\n"
    "- `/my reminders`, `/my quiet`, `/my away`: what I write to you, and when\n"
    "Hosts: `/match create` opens a sign-up, `/host …` is your desk, `/server …` your server."
)


def away_noted(since: datetime, until: datetime, extend: bool, told: bool = True, often: bool = False) -> str:
    """`told`: whether the hosts of a match have been; `often`: they have heard of too many absences within the hour."""
    bank = " Where a game has a time bank, I will ask for it if you have nothing on file by then." if extend else ""
    known = "Your hosts know, and nobody else." if told else "I have told nobody."
    if often:
        known = "Your hosts have heard of several absences within the hour; if they need to know of this one, `ask`."
    return f"Noted: you are away from {moment(since)} to {moment(until)}. {known}{bank}"


def asked_for_you(code: str) -> str:
    return f"You are away and have nothing on file in match {code}, so I ask for time for you, as you wished:"


def asked_for_time(more: timedelta) -> str:
    """`more`: what the others do not know of yet."""
    return (
        f"I have not taken that. You have asked for {hours(more / timedelta(hours=1))} more, and the deadline has "
        "moved: below it stands as it is now. The others are told within minutes, and nobody learns who asked."
    )


def away_for_host(code: str, seat: int, since: datetime, until: datetime) -> str:
    return f"Match {code}: {marks.name(seat)} will be away from {moment(since)} to {moment(until)}."


def did_you_mean(command: str, fits: bool = True) -> str:
    """`fits`: whether the message that is offered fits on a button."""
    how = "Press the button, or write it yourself." if fits else "Please write it so."
    return f"I have not taken that. Did you mean `{command}`? {how}"


def a_command(command: str) -> str:
    return (
        f"I have not taken that. Did you mean `{command}`? That is a command of Discord's: type the slash, and choose "
        "it from the list."
    )
