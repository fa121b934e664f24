"""`dealer check`, `backup`, `restore`, `forget`: what the operator does beside a bot that runs, or does not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.config import Settings
from bot.hosting import lobby, words
from bot.hosting.house import House
from bot.hosting.match import SIGNING_UP
from bot.operating.health import alive
from bot.store import check as store_check
from bot.store import copies, forgetting, lease, schema
from bot.store.copies import CannotCopy
from bot.store.engine import open_engine
from bot.store.troubles import Unusable, explained
from bot.store.unit_of_work import SqlStore, SqlUnit
from bot.wiring import closed_house, open_database


def check(settings: Settings) -> int:
    """The configuration has been read; now the database: the file, and every running match folded again.

    All of it on a copy: a bot that runs is not disturbed, and an upgrade is tried before it is needed.
    """
    file = settings.database.file
    if not file.exists():
        return _fine(settings, f"The configuration is fine. There is no database yet; {file} is made at the first run.")
    tried = file.with_name(file.name + ".checked")
    copies.remove(tried)
    try:
        copies.copy(file, tried)
        faults = asyncio.run(_examine(tried))
    except (CannotCopy, Unusable) as error:
        faults = [str(error)]
    finally:
        copies.remove(tried)
    if faults:
        return _wrong(faults)
    return _fine(settings, "The configuration and the database are fine.")


def _fine(settings: Settings, said: str) -> int:
    """A token may come from elsewhere when the bot is run, so that a missing one is only mentioned."""
    print(said)
    if settings.discord.token is None:
        print("There is no token in it, which `dealer run` needs: name a token_file, or set DEALER_DISCORD_TOKEN.")
    return 0


async def _examine(copied: Path) -> list[str]:
    """Bring a copy to this release's schema, free it from the process that spoke for it, and look at all of it."""
    with explained(copied):
        engine = await open_database(copied)
        try:
            await lease.clear(engine)
            return await store_check.faults(engine)
        finally:
            await engine.dispose()


def backup(settings: Settings, to: Path) -> int:
    """A consistent copy, while the bot is running or not."""
    try:
        copies.copy(settings.database.file, to)
    except CannotCopy as error:
        return _wrong([str(error)])
    print(f"The copy is in {to}. It holds every secret of every match.")
    return 0


def restore(settings: Settings, copied: Path, latest: bool = False) -> int:
    """Put a copy in the database's place, if it passes its checks and nobody is using the database. `latest`: nothing
    has happened since it was made, so that matches run on."""
    file = settings.database.file
    ready = file.with_name(file.name + ".restored")
    try:
        kept = _restore(copied, ready, file, latest)
    except (CannotCopy, Unusable) as error:
        return _wrong([str(error), "Nothing was changed."])
    finally:
        copies.remove(ready)
    print(f"{copied} is the database now." + (f" What was there is kept in {kept}." if kept else ""))
    if not latest:
        print("At its start the bot sets every match back in the open: paused, for its hosts to decide how it goes on.")
    return 0


def _restore(copied: Path, ready: Path, file: Path, latest: bool) -> Path | None:
    if alive(file, datetime.now(UTC)):
        raise CannotCopy("A Dealer is running on this database, or was killed a moment ago. Stop it, or wait a minute.")
    with explained(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        copies.remove(ready)
        _take(copied, ready)
    faults = asyncio.run(_examine(ready))
    if faults:
        raise CannotCopy(" ".join([f"{copied} does not pass its checks.", *faults]))
    if not latest:
        asyncio.run(_mark(ready))
    with explained(file):
        return copies.put_in_place(ready, file)


async def _mark(ready: Path) -> None:
    """The next process has to know that it is older than what was said since."""
    with explained(ready):
        engine = open_engine(ready)
        try:
            async with SqlStore(engine).begin() as unit:
                await unit.mark_restored(datetime.now(UTC))
        finally:
            await engine.dispose()


def _take(copied: Path, ready: Path) -> None:
    """What is wrong with a copy is mended by another one, not by bringing back this one."""
    try:
        copies.copy(copied, ready)
    except copies.Damaged:
        raise CannotCopy(f"The copy {copied} is damaged. An earlier one may be sound.") from None


def forget(settings: Settings, user_id: int) -> int:
    """Take a person out of everything that is kept; their matches still fold."""
    file = settings.database.file
    if not file.exists():
        return _wrong(["There is no database."])
    try:
        with explained(file):
            found, remains = asyncio.run(_forget(file, user_id))
            forgetting.shred(file)
    except Unusable as error:
        return _wrong([str(error)])
    if remains:
        return _wrong([f"The id still stands in {', '.join(remains)}. Please report that to Dealer's makers."])
    print(_FORGOTTEN.format(found) if found else "Nothing is kept of that person.")
    return 0


_FORGOTTEN: Final = """Forgotten, in {} places. Copies and exports that were made before still hold them.
What was said on Discord stands there, and only there can it be deleted."""


async def _forget(file: Path, user_id: int) -> tuple[int, list[str]]:
    engine = open_engine(file)
    try:
        if await schema.state(engine) != "current":
            raise Unusable(f"The database {file} is of an earlier release. Start this one once, then try again.")
        async with SqlStore(engine).begin() as unit:
            house = closed_house(engine)
            await _leave_tables(house, unit, user_id)
            seats = {h.id: p.seat for h in await unit.matches_of(user_id) if (p := h.person(user_id)) is not None}
            changed = await forgetting.forget(unit, user_id)
            await _tell_hosts(house, unit, seats)
            return changed, await forgetting.remains(unit, user_id)
    finally:
        await engine.dispose()


async def _tell_hosts(house: House, unit: SqlUnit, seats: Mapping[int, int | None]) -> None:
    """By match: a seat that nobody can send anything for any more. What was on file for it stays."""
    for match_id, seat in seats.items():
        hosted = await unit.match(match_id)
        if hosted is not None and hosted.match.open and seat is not None:
            await house.scribe.tell_hosts(
                unit, hosted, words.player_forgotten(hosted.match.code, seat), house.clock.now()
            )


async def _leave_tables(house: House, unit: SqlUnit, user_id: int) -> None:
    """A seat that is not taken yet is free for somebody else."""
    for hosted in await unit.matches_of(user_id):
        if hosted.match.status == SIGNING_UP:
            source = f"forgotten:{hosted.match.position + 1}"
            await lobby.leave(house, hosted.match.code, user_id, house.clock.now(), source, unit)


def _wrong(sentences: list[str]) -> int:
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1
