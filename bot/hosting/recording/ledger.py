"""Garnets, tokens of life and yen belong to a person in a server, across matches.

Opening a match moves what its ruleset plays for into it. Its end pays to whoever sits there then, debts too; its
cancellation gives what was brought back to whoever brought it (ruling C7); what was turned back is taken from whoever
had got it. Each is entered in the transaction of the row that does it. Every entry says what was added and why; a
balance is their sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import CANCELLED, OVER, Match
from bot.hosting.model.records import Entry, Hosted
from bot.hosting.ports.store import Unit
from games.catalogue import RULESETS
from games.record import MOST_AMOUNT
from games.ruleset import Holding

OPENING = 0
"""The turn under which holdings are moved into a match."""
_ENDED = (OVER, CANCELLED)


@dataclass(frozen=True, slots=True)
class Share:
    """Whose holding, and of which seat. `user_id` is None once the person has been forgotten."""

    user_id: int | None
    seat: int | None
    kind: str


Shares = Mapping[Share, int]
"""What is added to each."""


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
        found.append({h.name: _taken(h, held.get(h.ledger, 0)) for h in hosted.match.rules.holdings if h.ledger})
    return found


def _taken(holding: Holding, balance: int) -> int:
    """A debt of what cannot be owed stays in the ledger, and so does what is more than a record can name."""
    least = -MOST_AMOUNT if holding.least is None else holding.least
    return max(least, min(balance, MOST_AMOUNT))


async def settle(unit: Unit, before: Match, hosted: Hosted, row: Row) -> None:
    """What a row does to the ledger, in its own transaction."""
    after = hosted.match
    if row.kind == events.STARTED:
        taken = _negative(_of_seats(hosted, _by_kind(after, row.body["holdings"])))
        await _enter(unit, hosted, row, taken, f"opens match {after.code}", OPENING)
    elif before.status != after.status and after.state is not None:
        await _settle_end(unit, before, hosted, row)
    elif after.status == OVER and row.kind in (events.CORRECTED, events.REWRITTEN):
        paid, was = after.rules.payout(after.state), before.rules.payout(before.state)
        changed = [{k: p[k] - w[k] for k in p} for p, w in zip(paid, was, strict=True)]
        await _enter(unit, hosted, row, _of_seats(hosted, changed), f"correction in match {after.code}", None)


async def _settle_end(unit: Unit, before: Match, hosted: Hosted, row: Row) -> None:
    """A match that is turned back from its end takes again what it gave; one that ends gives, whichever way it ends."""
    after = hosted.match
    if before.status in _ENDED:
        taken = await given_by(unit, hosted)
        await _enter(unit, hosted, row, _negative(taken), f"match {after.code} was turned back", None)
    if after.status == OVER:
        paid = _of_seats(hosted, after.rules.payout(after.state))
        await _enter(unit, hosted, row, paid, f"end of match {after.code}", before.turn)
    elif after.status == CANCELLED:
        returned = _negative(_total(await unit.entries_of(hosted.id)))
        await _enter(unit, hosted, row, returned, f"match {after.code} was cancelled", before.turn)


async def given_by(unit: Unit, hosted: Hosted) -> dict[Share, int]:
    """What a match has given to each since it opened; nothing while it lasts."""
    return _total(e for e in await unit.entries_of(hosted.id) if e.turn != OPENING)


async def overdrawn(unit: Unit, hosted: Hosted) -> list[Share]:
    """Whose balance would fall below nothing, where it may not, were this match turned back from its end."""
    found = []
    for share, amount in (await given_by(unit, hosted)).items():
        if share.user_id is None or kinds().get(share.kind, True):
            continue
        held = (await unit.balances(hosted.guild_id, share.user_id)).get(share.kind, 0)
        if amount > 0 and held < amount:
            found.append(share)
    return found


def _by_kind(match: Match, holdings: Sequence[dict[str, int]]) -> list[dict[str, int]]:
    """Holdings under the names that the ledger has for them."""
    names = {h.name: h.ledger for h in match.rules.holdings if h.ledger is not None}
    return [{names[k]: v for k, v in held.items() if k in names} for held in holdings]


def _of_seats(hosted: Hosted, amounts: Sequence[Mapping[str, int]]) -> dict[Share, int]:
    """What falls to each seat, to whoever sits there now."""
    seated = enumerate(zip(hosted.sitting, amounts, strict=True))
    return {Share(p.user_id, seat, kind): n for seat, (p, by_kind) in seated for kind, n in by_kind.items()}


def _total(entries: Iterable[Entry]) -> dict[Share, int]:
    found: Counter[Share] = Counter()
    for entry in entries:
        found[Share(entry.user_id, entry.seat, entry.kind)] += entry.amount
    return dict(found)


def _negative(shares: Shares) -> dict[Share, int]:
    return {share: -amount for share, amount in shares.items()}


async def _enter(unit: Unit, hosted: Hosted, row: Row, shares: Shares, reason: str, turn: int | None) -> None:
    for share, amount in shares.items():
        if amount:
            await unit.enter(
                Entry(
                    hosted.guild_id,
                    share.user_id,
                    share.kind,
                    amount,
                    reason,
                    row.at,
                    row.actor,
                    hosted.id,
                    share.seat,
                    turn,
                )
            )
