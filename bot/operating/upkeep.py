"""`dealer check`, `backup`, `restore`, `forget`: what the operator does beside a bot that runs, or does not."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.config import Settings
from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.model.match import SIGNING_UP
from bot.hosting.players import lobby
from bot.hosting.rights.facts import BLIND, knowing
from bot.operating.health import alive
from bot.store import check as store_check
from bot.store import copies, forgetting, lease, place, schema
from bot.store.copies import CannotCopy
from bot.store.engine import open_engine
from bot.store.heartbeat import holder
from bot.store.kernel_lock import KernelLock
from bot.store.troubles import Unusable, explained
from bot.store.unit_of_work import SqlStore, SqlUnit
from bot.terminal import complain, say
from bot.wiring import closed_house, open_database


def check(settings: Settings) -> int:
    """The configuration has been read; now the database: the file, and every running match folded again.

    All of it on a copy: a bot that runs is not disturbed, and an upgrade is tried before it is needed.
    """
    try:
        faults = _faults(database(settings))
    except (CannotCopy, Unusable) as error:
        faults = [str(error)]
    has_token = settings.discord.token is not None
    if not faults:
        say(_fine(settings.database.file, has_token))
    if not has_token:
        faults.append("There is no token, and `dealer run` needs one: name a token_file, or set DEALER_DISCORD_TOKEN.")
    complain(*faults)
    return 1 if faults else 0


def _fine(file: Path, has_token: bool) -> str:
    if file.exists() and file.stat().st_size:
        return f"The {'configuration and the database are' if has_token else 'database is'} fine."
    none = f"There is no database yet; {file} is made at the first run."
    return f"The configuration is fine. {none}" if has_token else none


def _faults(file: Path) -> list[str]:
    """What is wrong with the database. A file without a byte in it is none yet."""
    if not file.exists() or not (file.is_dir() or file.stat().st_size):
        return []
    tried = file.with_name(file.name + ".checked")
    copies.remove(tried)
    try:
        copies.copy(file, tried)
        return asyncio.run(_examine(tried)) or asyncio.run(_restrictions(tried))
    finally:
        copies.remove(tried)


def database(settings: Settings) -> Path:
    """The database's file, which is there or not. Raises Unusable where it cannot be looked at, or has two names."""
    file = settings.database.file
    with explained(file):
        file.exists()
        place.must_have_one_name(file)
    return file


async def _examine(copied: Path) -> list[str]:
    """Bring a copy to this release's schema, free it from the process that spoke for it, and look at all of it."""
    with explained(copied):
        engine = await open_database(copied)
        try:
            await lease.clear(engine)
            return await store_check.faults(engine)
        finally:
            await engine.dispose()


async def _restrictions(copied: Path) -> list[str]:
    """What Discord does not let the bot do, as it last told it."""
    engine = open_engine(copied)
    try:
        return await store_check.restrictions(engine, datetime.now(UTC))
    finally:
        await engine.dispose()


def backup(settings: Settings, to: Path) -> int:
    """A consistent copy, while the bot is running or not."""
    try:
        copies.copy(database(settings), to)
    except (CannotCopy, Unusable) as error:
        return _wrong(str(error))
    say(f"The copy is in {to}. It holds every secret of every match.")
    return 0


def restore(settings: Settings, copied: Path, latest: bool = False) -> int:
    """Put a copy in the database's place, if it passes its checks and nobody is using the database. `latest`: nothing
    has happened since it was made, so that matches run on."""
    file = settings.database.file
    ready = file.with_name(file.name + ".restored")
    try:
        kept = _restore(copied, ready, database(settings), latest)
    except (CannotCopy, Unusable) as error:
        return _wrong(str(error), "Nothing was changed.")
    finally:
        with suppress(OSError):
            copies.remove(ready)
    say(f"{copied} is the database now." + (f" What was there is kept in {kept}." if kept else ""))
    if not latest:
        say("At its start the bot sets every match back in the open: paused, for its hosts to decide how it goes on.")
    return 0


def _restore(copied: Path, ready: Path, file: Path, latest: bool) -> Path | None:
    if alive(file, datetime.now(UTC)) and not _is_gone(file):
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


def _is_gone(file: Path) -> bool:
    """Whether the kernel says so of whoever spoke for the database last, on this machine."""
    lock = KernelLock(file)
    try:
        return lock.take() and lock.proves_gone(holder(file))
    finally:
        lock.release()


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
    try:
        file = database(settings)
        if not file.exists():
            return _wrong("There is no database.")
        with explained(file):
            found, remains = asyncio.run(_forget(file, user_id))
            forgetting.shred(file)
    except Unusable as error:
        return _wrong(str(error))
    if remains:
        return _wrong(f"The id still stands in {', '.join(remains)}. Please report that to Dealer's makers.")
    say(*_forgotten(found))
    return 0


def _forgotten(places: int) -> tuple[str, ...]:
    if not places:
        return ("Nothing is kept of that person.",)
    return (
        f"Forgotten, in {places} places. Copies and exports that were made before still hold them.",
        "What was said on Discord stands there, and only there can it be deleted.",
    )


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
            await house.recorder.tell_hosts(
                unit, hosted, words.player_forgotten(hosted.match.code, seat), house.clock.now()
            )


async def _leave_tables(house: House, unit: SqlUnit, user_id: int) -> None:
    """A seat that is not taken yet is free for somebody else."""
    for hosted in await unit.matches_of(user_id):
        if hosted.match.status == SIGNING_UP:
            source = f"forgotten:{hosted.match.position + 1}"
            with knowing(BLIND):  # whoever waits for the seat is seen to by the bot that runs
                await lobby.leave(house, hosted.match.code, user_id, house.clock.now(), source, unit)


def _wrong(*sentences: str) -> int:
    complain(*sentences)
    return 1
