"""Makes the database that this release leaves to later ones, and writes down how its matches end:

    python -m tests.upgrades.make

gives `VERSION.sqlite3` and `VERSION.json` beside this file. Run it when a release is made, and keep both for ever.
Before the first release is out it is run again whenever the schema changes.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot import __version__
from tests.hosting.scene import Scene, played
from tests.upgrades.story import begin, play_on

HERE = Path(__file__).parent


async def make() -> Path:
    """Both files; gives the database."""
    kept = HERE / f"{__version__}.sqlite3"
    with TemporaryDirectory() as folder:
        async with played(Path(folder) / "dealer.sqlite3") as scene:
            await begin(scene)
            await scene.crash()
            keep(scene.file, kept)
            noted = {"instant": scene.clock.instant.isoformat(), "users": scene.users}
        outcome = await go_on(Path(shutil.copy(kept, folder)), noted)
    note = json.dumps(noted | {"outcome": outcome}, indent=1)
    kept.with_suffix(".json").write_text(note + "\n", "utf-8")
    return kept


def keep(file: Path, kept: Path) -> None:
    """One file, as small as it can be."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    shutil.copy(file, kept)


async def go_on(file: Path, noted: Mapping[str, Any]) -> dict[str, list[object]]:
    """A process of this release takes up the matches of a kept database; how they end."""
    scene = Scene(file, start=datetime.fromisoformat(noted["instant"]))
    scene.users.update(noted["users"])
    try:
        await scene.open()
        return await play_on(scene)
    finally:
        await scene.die()


if __name__ == "__main__":
    print(asyncio.run(make()))
