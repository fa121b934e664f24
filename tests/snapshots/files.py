"""The snapshots by the names of their files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.rehearsal.shows import SHOWS
from tests.snapshots import matches, sentences

FOLDER: Final = Path(__file__).parent
SENTENCES: Final = "sentences.txt"
MATCHES: Final = {f"{ruleset}.txt": ruleset for ruleset in SHOWS}


async def written() -> dict[str, str]:
    """All of them, as the bot speaks now."""
    return {SENTENCES: sentences.written()} | {file: await matches.written(name) for file, name in MATCHES.items()}
