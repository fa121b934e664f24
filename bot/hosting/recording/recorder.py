"""Writes rows down: the journal, the projection, what is to be said, and the boards, in one transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.hosting.folds.folding import advance
from bot.hosting.folds.rewinding import REWINDING, story
from bot.hosting.model import events
from bot.hosting.model.events import Row
from bot.hosting.model.match import Outcome
from bot.hosting.model.records import Answer, Hosted, Letter, Origin
from bot.hosting.model.saying import HOSTS, KEEPERS, OFFICE, PUBLIC, Button, Say
from bot.hosting.ports.store import Unit
from bot.hosting.ports.time import Chance
from bot.hosting.presenting import board
from bot.hosting.presenting.rendering import buttons, named, requests
from bot.hosting.recording import chronicle, ledger, roles, stale_reminders
from bot.hosting.rights import authority


class Recorder:
    """Writes a row of the journal, and in the same transaction all that follows from it: the projection, the ledger,
    the roles, and what is to be said."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    async def write(self, unit: Unit, hosted: Hosted, row: Row, now: datetime) -> tuple[Hosted, Outcome]:
        """Append one row; returns the match after it and what the fold said of it. Raises `Lost`."""
        outcome = await self._outcome(unit, hosted, row)
        after = hosted.with_match(outcome.match)
        await unit.append(after, row)
        if row.kind == events.STARTED:
            await unit.seat(hosted.id, outcome.match.entries)
        await ledger.settle(unit, hosted.match, after, row)
        await roles.settle(unit, self._chance, hosted.match, after, row, now)
        await stale_reminders.settle(unit, hosted.match, after, row)
        await self._say(unit, after, outcome.says, now)
        await self.refresh(unit, after)
        chronicle.note(unit, hosted.match, after.match, row)
        return after, outcome

    @staticmethod
    async def _outcome(unit: Unit, hosted: Hosted, row: Row) -> Outcome:
        """A row that names earlier ones is applied to the journal; any other to the match as it stands."""
        if row.kind not in REWINDING:
            return advance(hosted.match, row)
        rows = await unit.rows(hosted.id)
        last = story([*rows, row])[-1]
        return Outcome(replace(last.match, position=len(rows) + 1), last.says)

    async def _say(self, unit: Unit, hosted: Hosted, says: tuple[Say, ...], now: datetime) -> None:
        ordinal = 0
        for say in says:
            destination = self.destination(hosted, say.to)
            if destination is None or is_answered_there(say):
                continue
            for request in requests(say, hosted, reply_to=_answered(say)):
                origin = (hosted.id, hosted.match.position, ordinal)
                await unit.add_parcel(destination, request, self._chance.nonce(), now, origin)
                ordinal += 1

    @staticmethod
    def destination(hosted: Hosted, to: str | int) -> str | None:
        """Where it is delivered; None where the person has been forgotten, or nobody hosts before the end. Who hosts is
        looked up when it is said."""
        if to == PUBLIC:
            return f"thread:{hosted.id}"
        if to == HOSTS and hosted.match.hostless and hosted.match.open:
            return None
        if to in (HOSTS, KEEPERS, OFFICE):
            return authority.desk_of(hosted, str(to))
        user = hosted.sitting[int(to)].user_id
        return None if user is None else f"user:{user}"

    async def tell(
        self,
        unit: Unit,
        destination: str,
        say: Say,
        hosted: Hosted | None,
        now: datetime,
        origin: Origin | None = None,
    ) -> None:
        """Something that no row says: an answer to what was not journalled, a word to the host."""
        origin = origin if origin is not None or hosted is None else (hosted.id, None, None)
        for request in requests(say, hosted, reply_to=_answered(say)):
            await unit.add_parcel(destination, request, self._chance.nonce(), now, origin)

    async def reply(
        self,
        unit: Unit,
        letter: Letter,
        text: str,
        hosted: Hosted | None,
        now: datetime,
        buttons: tuple[Button, ...] = (),
        ok: bool = False,
    ) -> Answer | None:
        """An answer that no row of a journal gives: by direct message, or where the command was given."""
        destination = f"user:{letter.user_id}"
        say = Say(destination, text, answers=letter.source, buttons=buttons)
        if is_answered_there(say):
            return self.answer_among((say,), hosted, ok)
        await self.tell(unit, destination, say, hosted, now)
        return None

    @staticmethod
    def answer_among(says: tuple[Say, ...], hosted: Hosted | None, ok: bool) -> Answer | None:
        """What is said where a command was given, as its answer."""
        say = next((s for s in says if is_answered_there(s)), None)
        if say is None:
            return None
        people = () if hosted is None else hosted.sitting
        return Answer(named(say.text, people), ok, buttons=buttons(say, people))

    async def tell_hosts(self, unit: Unit, hosted: Hosted, text: str, now: datetime) -> None:
        destination = self.destination(hosted, HOSTS)
        if destination is not None:
            await self.tell(unit, destination, Say(HOSTS, text), hosted, now)

    async def tell_hosts_once(
        self, unit: Unit, hosted: Hosted, what: str, text: str, now: datetime, to: str = HOSTS
    ) -> None:
        """An operational word to the host, without secrets; the same trouble is told once."""
        destination = self.destination(hosted, to)
        if destination is not None and await unit.tell_once(hosted.id, what, now):
            await self.tell(unit, destination, Say(to, text), hosted, now)

    async def refresh(self, unit: Unit, hosted: Hosted) -> None:
        """What the card and the board should show now."""
        known = await unit.boards(hosted.id)
        for which, wanted in board.wanted(hosted).items():
            if which not in known or known[which].wanted != wanted:
                await unit.want(hosted.id, which, wanted, self._chance.nonce())


def is_answered_there(say: Say) -> bool:
    """The answer to a command, form or button is said where it was given, not through the outbox."""
    return say.answers is not None and say.answers.startswith("interaction:")


def _answered(say: Say) -> int | None:
    if say.answers is None or not say.answers.startswith("message:"):
        return None
    return int(say.answers.removeprefix("message:"))
