"""A host's hand: publicly that it was there, never what is secret."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from bot.hosting.words.shared import ask, by, moment, number_of
from games import marks
from games.ruleset import Phase, Ruleset

if TYPE_CHECKING:
    from bot.hosting.model.events import Row
    from bot.hosting.model.records import Opened


INTERVENED: Final = "The host has intervened. Nothing that is public has changed."


def removed(seat: int) -> str:
    return f"The host has removed {marks.name(seat)} from the match."


def you_are_removed(code: str) -> str:
    return f"The host has taken you out of match {code}. `status` shows where you stood, and `ask` reaches the hosts."


def you_are_out(code: str) -> str:
    return (
        f"You are out of match {code}. The thread tells why, and how the others go on. `status` shows where you stood."
    )


def rolled_back(
    phase: Phase, deadline: datetime, from_post: str | None, seats: Sequence[int] = (), rulings: bool = False
) -> str:
    """`seats`: those that changed hands since; `rulings`: whether there was one since. Both stand."""
    void = (
        "What I posted since then no longer holds."
        if from_post is None
        else (f"What I posted from {from_post} on no longer holds.")
    )
    return "\n".join(
        [
            f"## The host has turned the match back: {phase.title}",
            " ".join([void, *_stands(seats, rulings)]),
            "What you sent up to that point is on file again; what came later is not.",
            ask(phase),
            f"**Deadline:** {moment(deadline)}",
        ]
    )


def _stands(seats: Sequence[int], rulings: bool) -> list[str]:
    kept = ["Rulings stand."] if rulings else []
    if seats:
        have, their = ("keeps", "seat") if len(seats) == 1 else ("keep", "seats")
        kept.append(f"{marks.names(seats)} {have} the {their} taken over since.")
    return kept


def you_are_rolled_back(code: str, phase: Phase, deadline: datetime) -> str:
    return (
        f"The host has turned match {code} back to {phase.title}. What you sent after that point is not on file; "
        f"`status` shows what is. It runs until {moment(deadline)}."
    )


def correction(number: int, posts: Sequence[str]) -> str:
    if not posts:
        return f"## Correction {number}\nThe host has corrected an earlier message. Nothing that is public has changed."
    changed = "\n\n".join(posts)
    return f"## Correction {number}\nThe host has corrected an earlier message. This holds instead:\n\n{changed}"


def corrected_for_you(text: str, code: str) -> str:
    return f"**A correction by the host** (match {code}). This holds instead:\n{text}"


def your_message_corrected(text: str, reason: str, code: str) -> str:
    """`text` is the message as `Ruleset.repeated` gives it."""
    return (
        f"The host has corrected an earlier message of yours in match {code}. It reads now: {text}\n"
        f"The reason given: {marks.said(reason)}"
    )


def replaced(seat: int, code: str) -> str:
    return f"{marks.name(seat)} takes over a seat of match {code}, with its score and its rights."


def you_replace(rules: Ruleset[Any], phase: Phase, code: str, acts: bool = True) -> str:
    """`acts`: whether there is something to send from that seat now."""
    wanted = f"{ask(phase)}\n" if acts else ""
    return (
        f"You take over a seat in **{rules.title}** (match {code}), with its score, its holdings, its rights and "
        "everything that is on file for it. What it takes home at the end is yours, debts too; "
        "should the match be cancelled, what was brought goes back to whoever brought it.\n"
        f"{wanted}This is how it stands:"
    )


def you_are_replaced(code: str) -> str:
    return f"A substitute has taken over your seat in match {code}. Thank you for playing."


def from_host(text: str) -> str:
    return f"**From the host:** {text}"


def ruling(number: int, text: str) -> str:
    return f"**Ruling {number}** of the host: {text}"


def intervened_for_player() -> str:
    return "The host has entered something for a player."


def entered(seat: int, text: str) -> str:
    return f"Entered for {marks.name(seat)}: {marks.said(text)}"


def entered_for_you(text: str, code: str) -> str:
    return f"The host has entered this for you in match {code}: {marks.said(text)}"


NOT_SEATED: Final = "That person holds no seat in this match that you could use this on."

SEATED_BEFORE: Final = "That person holds or held a seat in this match already."

ANOTHER_SEAT: Final = (
    "That person holds a seat of this match, or held another one. Whoever held a seat can be put back on it, and on no "
    "other."
)

NOT_READ_YET: Final = (
    "Discord does not let me read just now what that player has sent, and what was sent in time has to count. "
    "Nothing was done; please try again in a minute."
)

SAY_WHO: Final = "Name either the `player` or the `seat`."

SEAT_CHANGED: Final = "That seat has changed hands since you were asked. Nothing was done."

NO_SUCH_POINT: Final = "The match cannot be turned back to that point. (A hostless match cannot be turned back at all.)"

NO_SUCH_MESSAGE: Final = "There is no such message of a player, or none that you have seen in `/host log`."

NOT_READABLE: Final = "Written like that, the message would not have been taken. Nothing was changed."

OTHER_COURSE: Final = (
    "Had it read like that, other players would be in, or other phases would have followed. "
    "A correction cannot mend that: use `/host rollback`. Nothing was changed."
)


def seat_replaced(before: str, now: str) -> str:
    return f"{marks.said(now)} has the seat of {marks.said(before)} now."


def rollback_preview(
    code: str,
    phase: Phase,
    closed: int,
    sent: Sequence[int],
    told: Sequence[int],
    owing: Sequence[tuple[int, str]] = (),
    seats: Sequence[int] = (),
    rulings: bool = False,
) -> str:
    """`owing`: users, and the kind of which they would be left with less than nothing; `seats`, `rulings`: as in
    `rolled_back`."""
    lines = [f"**Turn match {code} back to {phase.title}?**", f"- {number_of(closed, 'close')} would be undone"]
    if sent:
        lines.append(f"- Off file: what came later from {marks.names(sent)}")
    if told:
        lines.append(f"- Already told, and not to be taken back: private results of {marks.names(told)}")
    lines += [f"- {kept}" for kept in _stands(seats, rulings)]
    lines += [f"- In debt, since not all that is taken back is still there: {kind} of <@{u}>" for u, kind in owing]
    return "\n".join([*lines, "The thread will say that you did it, and which posts no longer hold."])


def rolled_back_done(code: str, phase: Phase) -> str:
    return f"Match {code} stands at {phase.title} again."


def corrected_done(posts: int, told: int) -> str:
    return (
        f"Corrected. {number_of(posts, 'public post')} and {number_of(told, 'private notice')} read differently now; "
        "the thread and the players have been told."
    )


def preview_of(code: str) -> str:
    return f"**Match {code}, if it closed now. For your eyes only;** that you looked is in the journal."


def to_seat(seat: int | str, text: str) -> str:
    return f"*To {marks.name(int(seat))}:* {text}"


REPOSTED: Final = "Whatever did not get through is tried again now."


def log_page(code: str, number: int, pages: int) -> str:
    return f"**Match {code}, the journal** (page {number} of {pages}, latest first)"


def log_line(row: Row) -> str:
    who = f" by <@{row.actor}>" if row.actor is not None else ""
    seat = f" {marks.name(row.seat)}" if row.seat is not None else ""
    text = f": {marks.said(str(row.body['text']))}" if "text" in row.body else ""
    return f"- <t:{int(row.at.timestamp())}:f> {row.kind.replace('_', ' ')}{seat}{who}{text}"


def looks(lines: Sequence[str]) -> str:
    return "\n".join(["**Who looked at your match, and when**", *(lines or ["Nobody did."])])


def look_line(row: Row) -> str:
    what = row.body.get("what", "what was on file" if row.kind == "looked" else "the written record")
    return f"- <t:{int(row.at.timestamp())}:f> {by(row.actor)}: {what}"


def opened_line(opened: Opened) -> str:
    whose = "everybody" if opened.whose is None else f"<@{opened.whose}>"
    return f"- <t:{int(opened.at.timestamp())}:f> {by(opened.user_id)}: in the ledger, what {whose} holds"


def sure_replace(code: str, seat: int, user_id: int, brought_by: int | None) -> str:
    """`brought_by`: the user who sat there when the match began; None once forgotten."""
    back = "whoever brought it" if brought_by is None else f"<@{brought_by}>, who brought it"
    return "\n".join(
        [
            f"**Give {marks.name(seat)}'s seat in match {code} to <@{user_id}>?**",
            "- With the seat go its score, its holdings, what is on file, its rights, and what it takes home at the "
            "end, debts too.",
            f"- Should the match be cancelled, what was brought into it goes back to {back}.",
            f"- What {marks.name(seat)} has sent until now is read first, and counts.",
            "Everyone is told at once. Whoever held a seat can be put back on it, and on no other.",
        ]
    )


def sure_remove(seat: int, code: str) -> str:
    return (
        f"Take {marks.name(seat)} out of match {code}? What they have sent until now is read first. "
        "Only a rollback undoes it."
    )


def seat_offered(number: int, name: str) -> str:
    """For an autocomplete."""
    return f"#{number} {name}"


def point_message(name: str, phase: Phase, at: datetime) -> str:
    """For an autocomplete, which shows no time stamps."""
    return f"{name}, {phase.title}, {at:%b %d %H:%M:%S} UTC"


def point(kind: str, name: str | None, phase: Phase, at: datetime) -> str:
    happened = {
        "started": "the start",
        "closed": f"{phase.title} opened",
        "message": f"a message of {name}",
        "removed": f"{name} was removed",
        "corrected": f"a holding of {name} was corrected",
        "replaced": f"{name} took a seat",
    }[kind]
    return f"{at:%b %d %H:%M:%S} UTC: {happened}"


LOOK_FIRST: Final = "First read /host log: who sent something is offered as far as you have seen it there"


def rulings(code: str, texts: Sequence[str]) -> str:
    lines = [f"**{i}.** {text}" for i, text in enumerate(texts, start=1)]
    return "\n".join([f"**Rulings of the host in match {code}**", *(lines or ["There are none."])])


LOOKS_LATER: Final = "Who looked is shown once the match is over."


def no_receipts(code: str) -> str:
    return f"Match {code} has not begun, so nothing of yours is on record in it."


def receipts_of(code: str, page: int = 1, pages: int = 1) -> str:
    where = f" (page {page:,} of {pages:,})" if pages > 1 else ""
    return f"**What you sent in match {code}**, as it is on record{where}"


def receipt(number: int, phase: str, at: datetime, text: str, taken: bool) -> str:
    """`phase`: its title; `text`: the message as `Ruleset.repeated` gives it."""
    mark = "" if taken else " (not taken)"
    return f"{number}. {phase}, <t:{int(at.timestamp())}:f>: {text}{mark}"
