"""The database: one schema, opened as promised, and what it refuses."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.hosting.model.instants import first_id
from bot.hosting.model.records import Letter, Request, Server
from bot.hosting.model.saying import Button
from bot.store import check, schema
from bot.store.engine import open_engine
from bot.store.tables import metadata, presence
from bot.store.unit_of_work import SqlStore, SqlUnit
from tests.hosting.scene import NOON, Scene, new_database


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    engine = open_engine(await new_database(tmp_path / "dealer.sqlite"), durable=False)
    yield engine
    await engine.dispose()


@pytest.fixture
async def unit(engine: AsyncEngine) -> AsyncIterator[SqlUnit]:
    async with SqlStore(engine).begin() as unit:
        yield unit


# --- schema -----------------------------------------------------------------------------------------------------------


async def test_the_migrated_schema_equals_the_tables(engine: AsyncEngine) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_migrated_database_is_migrated_again_without_harm(engine: AsyncEngine) -> None:
    await schema.upgrade(engine)
    await schema.upgrade(engine)


async def test_a_database_of_a_later_release_is_refused(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(schema.NewerDatabase, match="later release"):
        await schema.upgrade(engine)


async def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite") as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    engine = open_engine(tmp_path / "other.sqlite", durable=False)
    with pytest.raises(schema.ForeignDatabase):
        await schema.upgrade(engine)
    await engine.dispose()


# --- how it is opened -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5_000), ("secure_delete", 1)],
)
async def test_the_file_is_opened_as_promised(tmp_path: Path, pragma: str, value: object) -> None:
    engine = open_engine(tmp_path / "dealer.sqlite")
    async with engine.begin() as connection:
        assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one() == value
    await engine.dispose()


async def test_a_transaction_takes_the_right_to_write_at_once(tmp_path: Path, engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        file = (await connection.exec_driver_sql("PRAGMA database_list")).one().file
        other = sqlite3.connect(file, timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


async def test_foreign_keys_are_enforced(unit: SqlUnit) -> None:
    with pytest.raises(IntegrityError):
        await unit.connection.exec_driver_sql("INSERT INTO told (match_id, what, at) VALUES (77, 'x', 0)")


async def test_an_error_does_not_say_what_was_to_be_written(unit: SqlUnit) -> None:
    with pytest.raises(IntegrityError) as caught:
        await unit.connection.exec_driver_sql("INSERT INTO told (match_id, what, at) VALUES (77, 'x', ?)", ("4242",))
    assert "4242" not in str(caught.value)


# --- instants ---------------------------------------------------------------------------------------------------------


async def test_an_instant_without_a_time_zone_is_refused(unit: SqlUnit) -> None:
    with pytest.raises(StatementError, match="time zone"):
        await unit.arrive(datetime(2026, 3, 2, 12, 0))  # noqa: DTZ001 - that is the point


async def test_an_instant_comes_back_in_utc_to_the_millisecond(unit: SqlUnit) -> None:
    local = datetime(2026, 3, 2, 13, 0, 0, 123_999, tzinfo=timezone(timedelta(hours=1)))
    await unit.arrive(local)
    found = (await unit.connection.execute(select(presence))).one()
    assert found.since == datetime(2026, 3, 2, 12, 0, 0, 123_000, tzinfo=UTC)
    assert found.since.tzinfo == UTC


# --- the unit of work -------------------------------------------------------------------------------------------------


async def test_what_is_not_committed_never_happened(engine: AsyncEngine) -> None:
    store = SqlStore(engine)
    with suppress(KeyError):
        async with store.begin() as unit:
            await unit.set_server(Server(1, zone="UTC"))
            raise KeyError
    async with store.begin() as unit:
        assert (await unit.server(1)).zone is None


async def test_a_savepoint_is_undone_alone(unit: SqlUnit) -> None:
    await unit.set_server(Server(1, zone="UTC"))
    with suppress(KeyError):
        async with unit.savepoint():
            await unit.set_server(Server(1, zone="Europe/Berlin"))
            raise KeyError
    assert (await unit.server(1)).zone == "UTC"


async def test_a_message_enters_the_inbox_once(unit: SqlUnit) -> None:
    letter = Letter(first_id(NOON), 7, "12")
    assert await unit.add_letter(letter, NOON)
    assert not await unit.add_letter(letter, NOON)
    assert await unit.letter_text(letter.message_id) == "12"


async def test_a_mark_only_ever_moves_forward(unit: SqlUnit) -> None:
    assert await unit.read_up_to(7) is None
    for mark, expected in ((50, 50), (40, 50), (60, 60)):
        await unit.set_read_up_to(7, mark)
        assert await unit.read_up_to(7) == expected


async def test_parcels_come_in_the_order_in_which_they_were_added(unit: SqlUnit) -> None:
    requests = [Request(f"{n}", (1, 2), (Button("a", "b", "danger"),), 9) for n in range(3)]
    for n, request in enumerate(requests):
        await unit.add_parcel("user:7", request, f"nonce{n}", NOON)
    await unit.add_parcel("user:8", Request("else"), "nonce", NOON)
    said = []
    while (parcel := await unit.next_parcel("user:7")) is not None:
        said.append(parcel.request)
        await unit.mark_said([parcel.id], 100 + parcel.id, NOON)
    assert said == requests
    assert await unit.unsaid() == ["user:8"]


async def test_presences_that_reach_into_a_time_are_found(unit: SqlUnit) -> None:
    await unit.arrive(NOON)
    await unit.beat(NOON + timedelta(hours=1))
    await unit.arrive(NOON + timedelta(hours=2))
    await unit.beat(NOON + timedelta(hours=3))
    assert await unit.presences(NOON + timedelta(hours=1)) == [
        (NOON, NOON + timedelta(hours=1)),
        (NOON + timedelta(hours=2), NOON + timedelta(hours=3)),
    ]
    assert len(await unit.presences(NOON + timedelta(hours=1, minutes=1))) == 1


# --- dealer check -----------------------------------------------------------------------------------------------------


async def scene_in(tmp_path: Path) -> Scene:
    scene = Scene(await new_database(tmp_path / "checked.sqlite"))
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    return scene


async def test_a_check_finds_nothing_wrong_with_a_sound_database(tmp_path: Path) -> None:
    scene = await scene_in(tmp_path)
    assert scene.engine is not None
    assert await check.faults(scene.engine) == []
    await scene.die()


async def test_a_check_finds_a_match_whose_stored_state_is_not_its_journals(tmp_path: Path) -> None:
    scene = await scene_in(tmp_path)
    assert scene.engine is not None
    async with scene.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE matches SET folded = json_set(folded, '$.turn', 3)")
    assert await check.faults(scene.engine) == [
        f"Match {scene.code} does not fold to what is stored beside its journal."
    ]
    await scene.die()


async def test_a_check_finds_a_row_that_was_changed(tmp_path: Path) -> None:
    scene = await scene_in(tmp_path)
    assert scene.engine is not None
    async with scene.engine.begin() as connection:
        await connection.exec_driver_sql(
            "UPDATE journal SET body = json_set(body, '$.text', '13') WHERE kind = 'message'"
        )
    assert len(await check.faults(scene.engine)) == 1
    await scene.die()


async def test_a_check_finds_rows_that_belong_to_nothing(tmp_path: Path) -> None:
    scene = await scene_in(tmp_path)
    await scene.die()
    with sqlite3.connect(scene.file) as raw:
        raw.execute("INSERT INTO told (match_id, what, at) VALUES (77, 'x', 0)")
    raw.close()
    engine = open_engine(scene.file, durable=False)
    assert await check.faults(engine) == ["The database has 1 rows that belong to nothing."]
    await engine.dispose()
