"""Garnets, tokens of life and yen belong to a person in a server, across matches.

Opening a match moves what its ruleset plays for into it; its end moves what is left out again, its cancellation what
was brought, each in the transaction of the row that does it, once for each match, turn, seat and kind. Every entry
says what was added and why; a balance is their sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        taken = _negative(_by_kind(after, row.body["holdings"]))
        await _enter(unit, hosted, row, taken, f"opens match {after.code}", OPENING)
    elif before.status != after.status:
        await _settle_end(unit, before, hosted, row)
    elif after.status == OVER and row.kind in (journal.CORRECTED, journal.REWRITTEN):
        paid, was = after.rules.payout(after.state), before.rules.payout(before.state)
        changed = [{k: p[k] - w[k] for k in p} for p, w in zip(paid, was, strict=True)]
        await _enter(unit, hosted, row, changed, f"correction in match {after.code}", None)


async def _settle_end(unit: Unit, before: Match, hosted: Hosted, row: Row) -> None:
    """A match that ends gives back, whichever way it ends; one that is turned back from its end takes it again."""
    after = hosted.match
    if (returned := await _returned(unit, hosted, before)) is not None:
        await _enter(unit, hosted, row, _negative(returned), f"match {after.code} was turned back", None)
    if (returned := await _returned(unit, hosted, after)) is not None:
        why = f"end of match {after.code}" if after.status == OVER else f"match {after.code} was cancelled"
        await _enter(unit, hosted, row, returned, why, before.turn)


async def _returned(unit: Unit, hosted: Hosted, match: Match) -> Sequence[Mapping[str, int]] | None:
    """What each seat has of the match once it is over, or cancelled; None where nothing was ever brought."""
    if match.state is None or match.status not in (OVER, CANCELLED):
        return None
    if match.status == OVER:
        return match.rules.payout(match.state)
    opened = next(r for r in await unit.rows(hosted.id) if r.kind == journal.STARTED)
    return _by_kind(match, opened.body["holdings"])


def _by_kind(match: Match, holdings: Sequence[dict[str, int]]) -> list[dict[str, int]]:
    """Holdings under the names that the ledger has for them."""
    names = {h.name: h.ledger for h in match.rules.holdings if h.ledger is not None}
    return [{names[k]: v for k, v in held.items() if k in names} for held in holdings]


def _negative(amounts: Sequence[Mapping[str, int]]) -> list[dict[str, int]]:
    return [{kind: -amount for kind, amount in by_kind.items()} for by_kind in amounts]


async def _enter(
    unit: Unit, hosted: Hosted, row: Row, amounts: Sequence[Mapping[str, int]], reason: str, turn: int | None
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
