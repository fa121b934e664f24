"""Every sentence of hosting. What is public here is a function of public facts: the clock, the phase, who is in.

Texts are Discord Markdown; seats are marks until they are rendered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from games import marks
from games.ruleset import Phase, Ruleset

if TYPE_CHECKING:
    from bot.hosting.journal import Row
    from bot.hosting.match import Match
    from bot.hosting.ports import Entry

SEND: Final = "▶"
"""Stands before everything that asks for a submission, always the same."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline as its reader may know it."""

    at: datetime | None
    paused: bool = False


def moment(instant: datetime) -> str:
    """Date, hour and countdown, in the reader's own time."""
    seconds = int(instant.timestamp())
    return f"<t:{seconds}:F> (<t:{seconds}:R>)"


def number_of(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def hours(count: float) -> str:
    """`24 hours`, `1 hour`, `1 h 30 min`."""
    minutes = round(count * 60)
    whole, rest = divmod(minutes, 60)
    if not rest:
        return number_of(whole, "hour")
    return f"{whole} h {rest} min" if whole else number_of(rest, "minute")


# --- public posts ---------------------------------------------------------------------------------------------------


def opening(rules: Ruleset[Any], options: Mapping[str, Any], code: str) -> list[str]:
    """The opening posts: what is played, then the ruleset's own briefing (which may begin with the title, too)."""
    first, *rest = rules.briefing(options)
    head, _, below = first.partition("\n")
    text = below if head.strip("#* ") == rules.title else first
    return [f"# {rules.title}\n-# Match {code}\n\n{text.lstrip()}", *rest]


def ask(phase: Phase) -> str:
    examples = " or ".join(f"`{e}`" for e in phase.examples)
    return f"{SEND} {phase.ask} Example: {examples}" if examples else f"{SEND} {phase.ask}"


def opens(phase: Phase, deadline: datetime, first: bool = False, afresh: bool = False) -> str:
    lines = [f"## {phase.title} is open", ask(phase), "Send it to me by direct message, nowhere else."]
    if afresh:
        lines.append("I came late to the last deadline; this one counts from now.")
    # The tags of the players still in follow.
    return "\n".join([*lines, f"**Deadline:** {moment(deadline)}", f"**Playing ({len(phase.playing):,}):**"])


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


def paused(phase: Phase) -> str:
    return "\n".join(
        [
            "## The match is paused",
            f"{phase.title} stays open: what you send counts. The time that was left is kept.",
        ]
    )


def resumed(phase: Phase, deadline: datetime) -> str:
    return "\n".join(["## The match goes on", ask(phase), f"**Deadline:** {moment(deadline)}"])


def cancelled(code: str, started: bool) -> str:
    line = "The host has cancelled it. Nothing is won, nothing is lost." if started else "It will not be played."
    return f"## Match {code} is cancelled\n{line}"


def over(code: str) -> str:
    return f"Match {code} is over. The table is cleared; thank you for the game."


# --- to one player ----------------------------------------------------------------------------------------------------


def footer(code: str, phase: Phase, deadline: Deadline) -> str:
    """Where things stand, under every private line."""
    if deadline.paused:
        return f"-# {code} · {phase.title} · paused"
    if deadline.at is None:
        return f"-# {code} · over"
    return f"-# {code} · {phase.title} · until {moment(deadline.at)}"


def greeting(title: str, code: str) -> str:
    """The direct message that joining sends first, so that closed direct messages are found out then and there."""
    return (
        f"Good to have you at the table for **{title}** (match {code}).\n"
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


DMS_CLOSED: Final = (
    "I cannot reach you: your direct messages are closed, and your moves are sent that way.\n"
    "Open them for this server (tap the server's name, then **Privacy Settings**, then allow **Direct Messages**) "
    "and press Join again."
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
EDITED: Final = (
    "Editing a message changes nothing: what stood there when you sent it is what I took. "
    "Send a new one; the last before the deadline counts."
)


def not_begun(code: str) -> str:
    return f"Match {code} has not begun yet, so nothing can be sent. I will write to you when it does."


def finished(code: str) -> str:
    return f"Match {code} is over, so there is nothing more to send. The result stands in its thread."


def between(code: str, phase: Phase | None) -> str:
    now = f" {phase.title} is open now: send it again if you mean it for this one." if phase else ""
    return f"That came after one deadline of {code} and before the next phase was open, so it counts for neither.{now}"


def late(code: str) -> str:
    return (
        f"Discord brought me that only after its round of {code} was closed, though you sent it in time. "
        "It changes nothing by itself; the host knows, and can decide."
    )


def late_for_host(code: str, seat: int) -> str:
    """Operational, no secret: that a message came, not what it says."""
    return (
        f"Match {code}: Discord delivered a message of {marks.name(seat)} only after its deadline had been judged, "
        "though it was sent in time. It changed nothing; a rollback is yours to decide."
    )


def edited_late(code: str) -> str:
    return (
        f"I first saw that message after the deadline of {code}, and it had been edited later than that, "
        "so I cannot take it. The host knows."
    )


def edited_for_host(code: str, seat: int) -> str:
    return (
        f"Match {code}: a message of {marks.name(seat)} was edited after the deadline before I saw it; it was refused."
    )


def which(codes: list[str]) -> str:
    example = codes[0]
    return (
        f"You are in {len(codes)} matches: {', '.join(codes)}. Which one is this for? "
        "I take it once you say so. "
        f"Next time, write the match in front, like `{example} status`, or reply to one of its messages."
    )


NOT_YOURS: Final = "You are in no match of that code."


def say_yours(codes: list[str]) -> str:
    return f"You are in {len(codes)} matches: {', '.join(codes)}. Say which with `match`."


def one_of_yours(title: str, code: str, where: str) -> str:
    return f"- **{code}** · {title} · {where}"


PICKED_BEFORE: Final = "That message has found its match already, or the match is not yours to pick."


def picked(code: str) -> str:
    return f"Taken to match {code}; its answer comes by direct message."


def picked_late(code: str) -> str:
    return f"The deadline of {code} passed before you picked it, so that message does not count."


def held(code: str) -> str:
    return f"The deadline of {code} has passed and is being closed. I will tell you in a moment what becomes of this."


# --- forms ------------------------------------------------------------------------------------------------------------


MOVE: Final = "Make your move"
NOT_ASKED: Final = (
    "There is nothing for you to choose in that match now. Its form is for the players who may act in the open phase."
)
NO_MOVE: Final = "You are in no match that is running, so there is nothing to choose now."
WHICH_FORM: Final = "You are in several matches. For which one?"
WHICH_PART: Final = "This is too much for one page. What you leave unopened stays as it is on file."
PRESS_AGAIN: Final = "I was too slow for Discord just now, and nothing has changed. Please press once more."


def other_turn(code: str, may_act: bool) -> str:
    """`may_act`: the form that counts now is a press away."""
    now = " Here is the one that counts now." if may_act else ""
    return f"That form is of an earlier turn of {code}, so nothing was taken.{now}"


# --- sign-up ----------------------------------------------------------------------------------------------------------


def joined(name: str, code: str, renamed: bool) -> str:
    if renamed:
        return f"You are in match {code}. Your name was taken or not one I can write, so you play as **{name}**."
    return f"You are in match {code}, as **{name}**. I have sent you a direct message."


def left_table(code: str) -> str:
    return f"You have left match {code}. The seat is free again."


ALREADY_IN: Final = "You are in already."
NOT_IN: Final = "You are not signed up, so there is nothing to leave."
SIGNUP_CLOSED: Final = "Sign-up is closed."
STARTED_ALREADY: Final = "The match has started, so the seat is yours. A host can replace you."


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


# --- to a host ------------------------------------------------------------------------------------------------------


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


def unreadable(code: str, seat: int, why: str) -> str:
    return f"Match {code}: I cannot read the direct messages of {marks.name(seat)}. {why} The match goes on."


def undelivered(code: str, seat: int | None, why: str) -> str:
    whom = marks.name(seat) if seat is not None else "the match's thread"
    return (
        f"Match {code}: what I have to tell {whom} does not get through. {why} It is kept, in order, and the match "
        "goes on. A player's next message to me sends it; for the thread, mend the permission."
    )


def no_board(code: str, why: str) -> str:
    return f"Match {code}: I cannot show its card, its thread or its board as they should be. {why}"


def thread_name(title: str, code: str) -> str:
    return f"{title} · {code}"


NOT_RUNNING: Final = "The match is not running."
NOT_PAUSED: Final = "The match is not paused."
CLOSING_ALREADY: Final = "That deadline has passed already; it is being closed."
BAD_DEADLINE: Final = "The new deadline must lie in the future, and no more than 720 hours from now."


def deadline_moved(code: str, deadline: datetime) -> str:
    return f"Match {code}: the deadline is now {moment(deadline)}. The thread says so."


def left_in_pause(code: str, left: float) -> str:
    return f"Match {code}: {hours(left)} will be left once it goes on."


def closing_now(code: str, title: str) -> str:
    return f"Match {code}: {title} closes in a few seconds. What was sent before your command counts."


def paused_done(code: str) -> str:
    return f"Match {code} is paused. `/host resume` gives it the time that was left."


def looked(code: str) -> str:
    return f"**Match {code}, for your eyes only.** That you looked is in the journal."


def exported(code: str) -> str:
    return (
        f"Match {code}, up to the last deadline that passed. It holds every secret of it: keep it to yourself. "
        "That you exported it is in the journal."
    )


NOT_A_HOST: Final = "That is for hosts: members with Manage Server, or with the server's host role."
SEATED_HOST: Final = "You hold or held a seat in that match, so its desk is closed to you."
NO_SUCH_MATCH: Final = "There is no such match here that you could use this on."
DONE_BEFORE: Final = "That has been done already."
PLAYERS_RANGE: Final = (
    "The least number of players must be at least {least} and no more than the most, and the most 100."
)


def say_which(codes: list[str]) -> str:
    if not codes:
        return "No match is open in this server."
    return f"Several matches are open here: {', '.join(codes)}. Say which with `match`."


def sure(deed: str, code: str) -> str:
    return f"{deed} match {code}? That cannot be undone."


TRY_AGAIN: Final = "Discord is in trouble just now. Please try again in a minute; nothing has changed."
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


# --- the ledger -----------------------------------------------------------------------------------------------------


NOTHING_TO_GIVE: Final = "Something has to go from one person to another."
BAD_AMOUNT: Final = "That amount is not possible for it."


def amount(kind: str, count: int) -> str:
    """`3 garnets`, `1 token`, `50,000,000 yen`."""
    singular = {"garnets": "garnet", "tokens": "token"}.get(kind, kind)
    return f"{count:,} {singular if abs(count) == 1 else kind}"


def holdings(whose: int | None, held: Mapping[str, int], entries: Sequence[Entry]) -> str:
    whom = "You hold" if whose is None else f"<@{whose}> holds"
    lines = [f"{whom} **{', '.join(amount(k, n) for k, n in held.items() if n) or 'nothing'}** in this server."]
    lines += [f"- {_signed(e)}: {marks.said(e.reason)} (<t:{int(e.at.timestamp())}:d>)" for e in entries]
    return "\n".join(lines)


def _signed(entry: Entry) -> str:
    return ("+" if entry.amount > 0 else "") + amount(entry.kind, entry.amount)


def all_holdings(rows: Sequence[tuple[int, str, int]]) -> str:
    lines = [f"- <@{user}>: {amount(kind, count)}" for user, kind, count in rows if count]
    return "\n".join(["**Everybody's holdings in this server**", *(lines or ["Nobody holds anything."])])


def holding_set(user: int, kind: str, now: int, before: int) -> str:
    return f"<@{user}> holds {amount(kind, now)} now (before: {amount(kind, before)})."


def holding_given(giver: int, taker: int, kind: str, count: int) -> str:
    return f"{amount(kind, count)} went from <@{giver}> to <@{taker}>."


def holds_too_little(giver: int, kind: str, held: int) -> str:
    return f"<@{giver}> holds {amount(kind, held)}, which is not enough. What is in a running match cannot be given."


def no_such_kind(known: Sequence[str]) -> str:
    return f"The ledger keeps {', '.join(known)}, and nothing else."


def paid(kinds: Mapping[str, int], title: str, code: str) -> str:
    """To one player, at the end: the own part."""
    took = ", ".join(amount(k, n) for k, n in kinds.items() if n)
    leaves = f"with **{took}**, now in your ledger" if took else "with nothing"
    return f"**{title}** (match {code}) is over. You leave the table {leaves}."


def brings(kinds: Mapping[str, int]) -> str:
    """To one player, at the start: what the ledger moves into the match."""
    brought = ", ".join(amount(k, n) for k, n in kinds.items() if n)
    return f" You bring {brought}." if brought else ""


# --- a host's hand --------------------------------------------------------------------------------------------------


INTERVENED: Final = "The host has intervened. Nothing that is public has changed."


def removed(seat: int) -> str:
    return f"The host has removed {marks.name(seat)} from the match."


def you_are_removed(code: str) -> str:
    return f"The host has taken you out of match {code}. `status` is all you can ask for from now on."


def rolled_back(phase: Phase, deadline: datetime, from_post: str | None) -> str:
    void = (
        "What I posted since then no longer holds."
        if from_post is None
        else (f"What I posted from {from_post} on no longer holds.")
    )
    return "\n".join(
        [
            f"## The host has turned the match back: {phase.title}",
            f"{void} What you sent up to that point is on file again; what came later is not.",
            ask(phase),
            f"**Deadline:** {moment(deadline)}",
        ]
    )


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
    return (
        f"The host has corrected an earlier message of yours in match {code}. It reads now: {marks.said(text)}\n"
        f"The reason given: {marks.said(reason)}"
    )


def replaced(seat: int, code: str) -> str:
    return f"{marks.name(seat)} takes over a seat of match {code}, with its score and its rights."


def you_replace(rules: Ruleset[Any], phase: Phase, code: str) -> str:
    return (
        f"You take over a seat in **{rules.title}** (match {code}), with everything that is on file for it.\n"
        f"{ask(phase)}\nThis is how it stands:"
    )


def you_are_replaced(code: str) -> str:
    return f"A substitute has taken over your seat in match {code}. Thank you for playing."


def from_host(text: str) -> str:
    return f"**From the host:** {text}"


def ruling(number: int, text: str) -> str:
    return f"**Ruling {number}** of the host: {text}"


def intervened_for_player() -> str:
    return "The host has entered something for a player."


def entered_for_you(text: str, code: str) -> str:
    return f"The host has entered this for you in match {code}: {marks.said(text)}"


NOT_SEATED: Final = "That person holds no seat in it that you could do this with."
SEATED_BEFORE: Final = "That person holds or held a seat in this match already."
NO_SUCH_POINT: Final = "The match cannot be turned back to that point."
NO_SUCH_MESSAGE: Final = "There is no such message of a player."
NOT_READABLE: Final = "Written like that, the message would not have been taken. Nothing was changed."
OTHER_COURSE: Final = (
    "Had it read like that, other players would be in, or other phases would have followed. "
    "A correction cannot mend that: use `/host rollback`. Nothing was changed."
)


def seat_replaced(before: str, now: str) -> str:
    return f"{marks.said(now)} has the seat of {marks.said(before)} now."


def rollback_preview(code: str, phase: Phase, closed: int, sent: Sequence[int], told: Sequence[int]) -> str:
    lines = [f"**Turn match {code} back to {phase.title}?**", f"- {number_of(closed, 'close')} would be undone"]
    if sent:
        lines.append(f"- Off file: what came later from {marks.names(sent)}")
    if told:
        lines.append(f"- Already told, and not to be taken back: private results of {marks.names(told)}")
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


def reposted(count: int) -> str:
    return f"{number_of(count, 'message')} that did not get through will be tried again now."


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
    who = "a host" if row.actor is None else f"<@{row.actor}>"
    return f"- <t:{int(row.at.timestamp())}:f> {who}: {what}"


def sure_remove(user: int, code: str) -> str:
    return f"Take <@{user}> out of match {code}? Only a rollback undoes it."


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


def rulings(code: str, texts: Sequence[str]) -> str:
    lines = [f"**{i}.** {text}" for i, text in enumerate(texts, start=1)]
    return "\n".join([f"**Rulings of the host in match {code}**", *(lines or ["There are none."])])


LOOKS_LATER: Final = "Who looked is shown once the match is over."


def receipts_of(code: str) -> str:
    return f"**What you sent in match {code}**, as it is on record"


def receipt(number: int, phase: Phase, row: Row, taken: bool) -> str:
    mark = "" if taken else " (not taken)"
    return f"{number}. {phase.title}, <t:{int(row.at.timestamp())}:f>: {marks.said(row.body['text'])}{mark}"


# --- questions, reminders, wishes -----------------------------------------------------------------------------------


ASK_WHAT: Final = (
    "Write your question behind it, like `ask Does a tie share the prize?`. The hosts get it, nobody else."
)
NO_SUCH_QUESTION: Final = "I cannot find that question any more."
REMINDERS_ON: Final = "I will remind you before a deadline when you have nothing on file."
REMINDERS_OFF: Final = "I will not remind you any more."
QUIET_ON: Final = "From now on I write only what you need: results, answers, and what the rules tell you."
QUIET_OFF: Final = "I will remind you again, and give hints."
BACK: Final = "Noted: you are not away."
AWAY_BACKWARDS: Final = "An absence has to end after it begins, and not in the past."


def question(code: str, seat: int, text: str) -> str:
    return f"**{marks.name(seat)} asks** (match {code}):\n{marks.whole(text)}"


def asked(code: str) -> str:
    return f"Your question is with the hosts of match {code}. Their answer comes here; until then it changes nothing."


def host_answers(code: str, asked_text: str, text: str) -> str:
    return f"**The host answers** (match {code}).\nYou asked: {marks.whole(asked_text)}\n{marks.whole(text)}"


def reminder(code: str, phase: Phase, deadline: datetime) -> str:
    return f"You have nothing on file for **{phase.title}** (match {code}). It closes {moment(deadline)}.\n{ask(phase)}"


def help_now(match: Match, seat: int) -> str:
    """For the phase that is open, with examples that fit this player."""
    phase = match.phase
    lines = [f"**{phase.title}** (match {match.code})", phase.ask]
    lines += [f"- `{example}`" for example in match.rules.examples(match.state, seat)]
    lines += [
        "- `status`: where you stand",
        "- `ask …`: a question to the hosts",
        "The last one before the deadline counts. `/my rules` has the rules in short.",
    ]
    return "\n".join(lines)


HELP: Final = (
    "I host matches here. Press **Join** under a sign-up card to play; once a match begins, you send your moves to me "
    "by direct message.\n"
    "- `/my matches`: the matches you are in\n"
    "- `/my status`, `/my rules`, `/my receipts`: one of them\n"
    "- `/match rules`: what can be played\n"
    "- `/submit`: a move, if your direct messages are closed\n"
    "- `/my reminders`, `/my quiet`, `/my away`: how I treat you\n"
    "Hosts: `/match create` opens a sign-up, `/host …` is your desk, `/server …` your server."
)


def away_noted(since: datetime, until: datetime, extend: bool) -> str:
    bank = " Where a game has a time bank, I will ask for it if you have nothing on file by then." if extend else ""
    return f"Noted: you are away from {moment(since)} to {moment(until)}. Your hosts know, and nobody else.{bank}"


def away_for_host(code: str, seat: int, since: datetime, until: datetime) -> str:
    return f"Match {code}: {marks.name(seat)} will be away from {moment(since)} to {moment(until)}."


# --- around sign-up -------------------------------------------------------------------------------------------------


WAITING_ALREADY: Final = "You are on the wait list already; I write to you when a seat is free."
WAITING_NO_MORE: Final = "You are off the wait list."
HOSTLESS: Final = (
    "This match is hostless: until it is over nobody looks or intervenes. You can pause, resume or cancel it."
)


HOSTLESS_MATCH: Final = "This match is hostless: until it is over nobody can look at what is secret, or intervene."


def could_look(seats: Sequence[int]) -> str:
    return (
        f"{marks.names(seats)} may manage this server. The desk of this match is closed to everyone who holds a seat, "
        "but you should know."
    )


def waiting(most: int) -> str:
    return f"All {most:,} seats are taken. You are on the wait list: a seat that becomes free is yours; I write to you."


def seat_free(code: str) -> str:
    return f"A seat has become free: you are in match {code}. If you can no longer play, press Leave under its card."


def cohost_named(user: int, code: str) -> str:
    return f"<@{user}> may use the desk of match {code} from now on."


def template_saved(name: str) -> str:
    return f"Saved as **{name}**. `/match create` takes it with `template`."


def no_template(name: str) -> str:
    return f"There is no template {marks.said(name)} for this ruleset here."


def sign_up_ends(code: str, signed_up: int, least: int, most: int, starts: datetime) -> str:
    return (
        f"Match {code} starts {moment(starts)}. {number_of(signed_up, 'player')} so far; "
        f"it takes {least:,} to {most:,}. Sign-up is open until then."
    )


def no_role(code: str, why: str) -> str:
    return (
        f"Match {code}: I cannot give or take the players' role. {why} I need Manage Roles, and a role of my own that "
        "stands above it. `/host repost` tries again."
    )


# --- the doctor -----------------------------------------------------------------------------------------------------


DOCTOR: Final = "**How I am in this server**"


def well(what: str) -> str:
    return f"✅ {what}: fine."


def unwell(what: str) -> str:
    return f"❌ {what}"
