"""Seen is seen: whoever is shown a secret of a match stands on record for it, and takes no seat in it (ruling L1).

Whatever the desk answers goes through `on_record`, and an answer says for itself what secret it shows. It is a look
also where it says little: that something was refused, or was not, tells a host what a player holds as surely as a
number does. So an answer is no look only where everybody could work it out, whatever stands in it.

What people hold in a server's ledger belongs to no match yet. Who read it is in a table of its own, for the matches
that are played for it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.hosting import words
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.records import Answer, Hosted, Opened
from bot.hosting.ports.store import Unit
from games.catalogue import RULESETS

if TYPE_CHECKING:
    from bot.hosting.context import House
    from bot.hosting.model.asker import Asker
    from games.ruleset import Ruleset

ON_FILE: Final = "what was on file"
LOG: Final = "the journal"
RECORD: Final = "the written record"
PREVIEW: Final = "how the open phase would end"
STANDING: Final = "how a player stands"
UNDONE: Final = "what a rollback would undo"
CORRECTION: Final = "what a correction changes"

_DEEDS: Final = events.LOOKS | {events.CORRECTED, events.REMOVED, events.REWRITTEN, events.ANSWERED}
"""Whoever did one of these knows something of a player that others do not."""


async def on_record(house: House, hosted: Hosted, asker: Asker, answer: Answer, unit: Unit) -> Answer:
    """Journal a look, if the answer is one, in the transaction in which it was made; then it may be given."""
    if answer.shows is None:
        return answer
    fresh = await unit.match(hosted.id)
    assert fresh is not None
    exported = answer.shows == RECORD
    body = {} if exported else {"what": answer.shows}
    done = await unit.has_source(hosted.id, asker.source)  # what was done besides has a row of its own
    source = f"look:{asker.interaction_id}" if done else asker.source
    row = Row(events.EXPORTED if exported else events.LOOKED, asker.at, None, body, source, asker.user_id)
    await house.recorder.write(unit, fresh, row, house.clock.now())
    return answer


def is_look_of(row: Row, user_id: int, what: str) -> bool:
    return row.kind == events.LOOKED and row.actor == user_id and row.body.get("what") == what


# --- the ledger -------------------------------------------------------------------------------------------------------


def played_for(rules: Ruleset[object]) -> frozenset[str]:
    """The kinds of the ledger that players bring into a match: how much of them is nobody else's to know."""
    return frozenset(h.ledger for h in rules.holdings if h.ledger is not None)


_SECRET: Final = frozenset(kind for rules in RULESETS.values() for kind in played_for(rules))


async def in_ledger(asker: Asker, whose: int | None, kind: str | None, answer: Answer, unit: Unit) -> Answer:
    """Note that an answer shows, or depends on, what another person holds (`whose` None: everybody; `kind` None: of
    all that the ledger keeps), and say so below it. Of what no match is played for (a token that was won in public)
    nothing is noted."""
    if whose == asker.user_id or (kind is not None and kind not in _SECRET):
        return answer
    await unit.note_opened(Opened(asker.guild_id, asker.user_id, asker.at, whose, kind))
    noted = "" if words.READ_IN_LEDGER in answer.text else f"\n{words.READ_IN_LEDGER}"
    return replace(answer, text=answer.text + noted)


async def read_in_ledger(hosted: Hosted, unit: Unit) -> list[Opened]:
    """Who read, before a match or during it, what its players bring: of each reader the last time before it was
    opened, and every time since."""
    created = (await unit.rows(hosted.id))[0].at
    people = {None, *(p.user_id for p in hosted.people)}
    found = [o for o in await unit.opened(hosted.guild_id) if o.whose in people and _concerns(o, hosted)]
    before = {o.user_id: o for o in found if o.at < created}
    return [*before.values(), *(o for o in found if o.at >= created)]


def _concerns(opened: Opened, hosted: Hosted) -> bool:
    return opened.kind is None or opened.kind in played_for(hosted.match.rules)


# --- seats ------------------------------------------------------------------------------------------------------------


async def closed_to(hosted: Hosted, user_id: int, unit: Unit) -> words.Seen | None:
    """Why somebody takes no seat in a match, whichever way; None where nothing is against it. No rollback undoes it."""
    rows = await unit.rows(hosted.id)
    if any(_has_seen(row, hosted, user_id) for row in rows) or _was_asked(rows, hosted, user_id):
        return "match"
    if any(_concerns(o, hosted) for o in await unit.opened(hosted.guild_id, user_id)):
        return "ledger"
    return None


def _has_seen(row: Row, hosted: Hosted, user_id: int) -> bool:
    """Of somebody who never sat there, a move is one that they entered for a player."""
    by_hand = row.kind == events.MESSAGE and not hosted.ever(user_id)
    return row.actor == user_id and (row.kind in _DEEDS or by_hand)


def _was_asked(rows: list[Row], hosted: Hosted, user_id: int) -> bool:
    """What players ask goes to whoever created the match, unless they play in it, or the server has a channel for it;
    and then, too, they may have read it there."""
    return user_id == hosted.creator_id and not hosted.ever(user_id) and any(row.kind == events.ASKED for row in rows)
