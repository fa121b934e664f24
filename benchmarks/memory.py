"""Memory with a thousand matches of ten open, once the bot is at rest after its start. A ratio: resident megabytes of
its process to those of a process with a bare discord.py client that is logged in (benchmarks/bare.py).
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

from benchmarks import bare
from benchmarks.stand import THOUSAND, Stand, Subject, TooSlow
from benchmarks.table import Figure, Line

LINE = Line("memory", "memory with 1,000 matches / a bare client that is logged in", "{:.2f} ×", 3, 1.8)


async def _of_a_bare_client() -> float:
    """Raises TooSlow where the system does not tell how much is resident."""
    asked = await asyncio.create_subprocess_exec(sys.executable, "-m", bare.__name__, stdout=asyncio.subprocess.PIPE)
    said, _ = await asked.communicate()
    if not said.strip():
        raise TooSlow("this system does not tell how much of a process is resident")
    return float(said)


async def _measure(stand: Stand) -> AsyncIterator[Figure]:
    theirs, hurried = await _of_a_bare_client(), ""
    try:
        await stand.bot()
    except TooSlow as slow:
        hurried = f"; {slow}"
    ours = bare.megabytes()
    assert ours is not None
    yield Figure(LINE.key, ours / theirs, f"{ours:.0f} MB against {theirs:.0f} MB{hurried}", cut=bool(hurried))


SUBJECTS = (Subject("memory", THOUSAND, (LINE,), _measure),)
