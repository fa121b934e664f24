"""The ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bot.hosting.words.shared import amount, amounts
from games import marks

if TYPE_CHECKING:
    from bot.hosting.model.records import Entry


NOTHING_TO_GIVE: Final = "Something has to go from one person to another."

BAD_AMOUNT: Final = "That amount is not possible for it."


READ_IN_LEDGER: Final = (
    "-# What others hold is secret where it is played for. That you read it is on record, and the seats of such "
    "matches in this server are closed to you."
)


def holdings(whose: int | None, held: Mapping[str, int], entries: Sequence[Entry]) -> str:
    whom = "You hold" if whose is None else f"<@{whose}> holds"
    lines = [f"{whom} **{amounts(held) or 'nothing'}** in this server."]
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
    took = amounts(kinds)
    leaves = f"with **{took}**, now in your ledger" if took else "with nothing"
    return f"**{title}** (match {code}) is over. You leave the table {leaves}."


def brings(kinds: Mapping[str, int]) -> str:
    """To one player, at the start: what the ledger moves into the match."""
    brought = amounts(kinds)
    return f" You bring {brought}." if brought else ""
