"""Garnets, tokens of life and yen belong to a person in a server, across matches.

Opening a match moves what its ruleset plays for into it; its end moves what is left out again, its cancellation what
was brought, each in the transaction of the row that does it, once for each match, turn, seat and kind. Every entry
says what was added and why; a balance is their sum.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.hosting import journal
from bot.hosting.journal import Row
from bot.hosting.match import CANCELLED, OVER, Match
from bot.hosting.ports import Entry, Hosted, Unit
from games.catalogue import RULESETS

OPENING = 0
"""The turn under which holdings are moved into a match."""


def kinds() -> dict[str, bool]:
    """Every kind of the ledger, and whether a balance may be negative."""
    found = {"tokens": False}
    for rules in RULESETS.values():
        found |= {h.ledger: h.least is None for h in rules.holdings if h.ledger is not None}
    return found


async def brought(unit: Unit, hosted: Hosted) -> list[dict[str, int]]:
    """What each entry, in order, would bring into the match now."""
    found = []
    for person in hosted.sitting:
        held = {} if person.user_id is None else await unit.balances(hosted.guild_id, person.user_id)
        found.append({h.name: held.get(h.ledger, 0) for h in hosted.match.rules.holdings if h.ledger is not None})
    return found


async def settle(unit: Unit, before: Match, hosted: Hosted, row: Row) -> None:
    """What a row does to the ledger, in its own transaction."""
    after = hosted.match
    if row.kind == journal.STARTED:
        taken = [{k: -v for k, v in h.items()} for h in _by_kind(after, row.body["holdings"])]
        await _enter(unit, hosted, row, taken, f"opens match {after.code}", OPENING)
    elif after.status == CANCELLED and before.state is not None:
        opened = next(r for r in await unit.rows(hosted.id) if r.kind == journal.STARTED)
        given = _by_kind(after, opened.body["holdings"])
        await _enter(unit, hosted, row, given, f"match {after.code} was cancelled", before.turn)
    elif after.status == OVER and before.status != OVER:
        paid = after.rules.payout(after.state)
        await _enter(unit, hosted, row, paid, f"end of match {after.code}", before.turn)
    elif before.status == OVER and after.status != OVER:
        back = [{k: -v for k, v in p.items()} for p in before.rules.payout(before.state)]
        await _enter(unit, hosted, row, back, f"match {after.code} was turned back", None)
    elif after.status == OVER and row.kind in (journal.CORRECTED, journal.REWRITTEN):
        paid, was = after.rules.payout(after.state), before.rules.payout(before.state)
        changed = [{k: p[k] - w[k] for k in p} for p, w in zip(paid, was, strict=True)]
        await _enter(unit, hosted, row, changed, f"correction in match {after.code}", None)


def _by_kind(match: Match, holdings: Sequence[dict[str, int]]) -> list[dict[str, int]]:
    """Holdings under the names that the ledger has for them."""
    names = {h.name: h.ledger for h in match.rules.holdings if h.ledger is not None}
    return [{names[k]: v for k, v in held.items() if k in names} for held in holdings]


async def _enter(
    unit: Unit, hosted: Hosted, row: Row, amounts: Sequence[dict[str, int]], reason: str, turn: int | None
) -> None:
    for seat, (person, by_kind) in enumerate(zip(hosted.sitting, amounts, strict=True)):
        for kind, amount in by_kind.items():
            if amount:
                await unit.enter(
                    Entry(
                        hosted.guild_id,
                        person.user_id,
                        kind,
                        amount,
                        reason,
                        row.at,
                        row.actor,
                        hosted.id,
                        seat,
                        turn,
                    )
                )
