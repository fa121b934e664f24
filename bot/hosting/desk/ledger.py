"""`/ledger show`, `set`, `give`: what people hold in this server."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Entry
from bot.hosting.players import seen
from bot.hosting.ports.store import Unit
from bot.hosting.presenting.rendering import named
from bot.hosting.recording.ledger import kinds
from bot.hosting.rights import authority

_SHOWN = 10
"""Entries of the history."""
MOST = 10**12


async def show(asker: Asker, user_id: int | None, unit: Unit) -> Answer:
    """One's own: anyone. Somebody else's: hosts, and that they read it is noted."""
    whose = asker.user_id if user_id is None else user_id
    if whose != asker.user_id and (refused := await authority.books_refusal(unit, asker.guild_id, asker.member)):
        return Answer(refused, ok=False)
    held = await unit.balances(asker.guild_id, whose)
    entries = await unit.entries(asker.guild_id, whose, _SHOWN)
    text = words.holdings(whose if whose != asker.user_id else None, held, entries)
    return await seen.in_ledger(asker, whose, None, Answer(named(text, ())), unit)


async def show_all(asker: Asker, unit: Unit) -> Answer:
    if refused := await authority.books_refusal(unit, asker.guild_id, asker.member):
        return Answer(refused, ok=False)
    text = words.all_holdings(await unit.all_balances(asker.guild_id))
    return await seen.in_ledger(asker, None, None, Answer(text), unit)


async def set_to(asker: Asker, user_id: int, kind: str, amount: int, reason: str, unit: Unit) -> Answer:
    """A balance becomes this; what is in a running match is not touched."""
    if refused := await authority.books_refusal(unit, asker.guild_id, asker.member):
        return Answer(refused, ok=False)
    if refused := _refusal(kind, amount):
        return Answer(refused, ok=False)
    held = (await unit.balances(asker.guild_id, user_id)).get(kind, 0)
    await unit.enter(_entry(asker, user_id, kind, amount - held, reason))
    said = Answer(words.holding_set(user_id, kind, amount, held))
    return await seen.in_ledger(asker, user_id, kind, said, unit)


async def give(asker: Asker, giver: int, taker: int, kind: str, amount: int, reason: str, unit: Unit) -> Answer:
    """From one person to another: a token passed on (GL15), or anything that hosts agree to. Whether there was enough
    tells what the one holds, and that it was given what the other has at the least."""
    if refused := await authority.books_refusal(unit, asker.guild_id, asker.member):
        return Answer(refused, ok=False)
    if kind not in kinds():
        return Answer(words.no_such_kind(list(kinds())), ok=False)
    if giver == taker or amount <= 0:
        return Answer(words.NOTHING_TO_GIVE, ok=False)
    said = await _given(asker, giver, taker, kind, amount, reason, unit)
    for whose in (giver, taker):
        said = await seen.in_ledger(asker, whose, kind, said, unit)
    return said


async def _given(asker: Asker, giver: int, taker: int, kind: str, amount: int, reason: str, unit: Unit) -> Answer:
    held = (await unit.balances(asker.guild_id, giver)).get(kind, 0)
    if _refusal(kind, held - amount):
        return Answer(words.holds_too_little(giver, kind, held), ok=False)
    await unit.enter(_entry(asker, giver, kind, -amount, reason))
    await unit.enter(_entry(asker, taker, kind, amount, reason))
    return Answer(words.holding_given(giver, taker, kind, amount))


def _refusal(kind: str, amount: int) -> str | None:
    known = kinds()
    if kind not in known:
        return words.no_such_kind(list(known))
    if abs(amount) > MOST or (amount < 0 and not known[kind]):
        return words.BAD_AMOUNT
    return None


def _entry(asker: Asker, user_id: int, kind: str, amount: int, reason: str) -> Entry:
    return Entry(asker.guild_id, user_id, kind, amount, reason, asker.at, asker.user_id)
