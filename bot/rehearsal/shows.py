"""What can be put on, and the stage it is put on with."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

from bot.rehearsal import garden_show, ladder_show
from bot.rehearsal.prologue import Billing
from bot.rehearsal.screen import Audience
from bot.rehearsal.stage import rehearsed_manners, stage
from bot.rehearsal.theatre import Theatre

Play = Callable[[Theatre, Random, int], Awaitable[None]]

SHOWS: Final[dict[str, tuple[Billing, Play]]] = {
    show.BILLING.ruleset: (show.BILLING, show.play) for show in (ladder_show, garden_show)
}
_MANNERS: Final = replace(rehearsed_manners(), beat=timedelta(days=30))
"""The stage beats by itself before it pulls the plug; more often would only cost the spectators' time."""


@asynccontextmanager
async def played(ruleset: str, seed: int, audience: Audience, names: dict[int, str]) -> AsyncIterator[Theatre]:
    """Play a whole match; the theatre as it is at the end. `names` learns who is who while it goes on."""
    billing, play = SHOWS[ruleset]
    dice = Random(f"{ruleset} {seed}")  # noqa: S311 - a show has no secrets
    with tempfile.TemporaryDirectory(prefix="dealer-demo-") as folder:
        async with stage(Path(folder) / "dealer.db", dice.randrange(1 << 32), _MANNERS) as it:
            theatre = Theatre(it, audience, names, billing.hero)
            theatre.furnish(billing.channel, billing.players)
            await play(theatre, dice, seed)
            yield theatre
