"""The operator's commands, as tests call them."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

from bot.__main__ import main
from bot.store.engine import open_engine
from bot.store.lease import Lease


def do(*arguments: str) -> int:
    """One command, in a thread of its own: it brings an event loop."""
    status: list[int] = []
    thread = threading.Thread(target=lambda: status.append(main(arguments)))
    thread.start()
    thread.join()
    return status[0]


async def beats(file: Path, at: datetime) -> None:
    """A process speaks for the database, and said so at this instant."""
    engine = open_engine(file, durable=False)
    await Lease(engine, machine=lambda: at).acquire(lambda: None)
    await engine.dispose()
