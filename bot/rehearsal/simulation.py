"""simcord with no real time in it: timers wait for the virtual clock alone, and settling looks again at once."""

from __future__ import annotations

from typing import Any

import simcord

_LOOK_AGAIN = 0.001
"""Seconds between two looks at work that goes on in another thread (our database's); simcord's own is 0.05."""


class Simulation(simcord.Env):
    """simcord lets a timer also ring by the machine's clock, and waits for one that is less than a time-out away. Here
    a deadline five virtual seconds off would cost five real ones, and a slow machine could come to another result."""

    def _schedule_timer(self, record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
        record.real_handle = None

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - simcord's
        idle: float = _LOOK_AGAIN,
        **how: Any,
    ) -> None:
        """simcord gives a login five seconds, however slow the machine is; here everything gets the same time."""
        longer = None if timeout is None else max(timeout, self.settle_timeout)
        await super()._settle_internal(timeout=longer, idle=min(idle, _LOOK_AGAIN), **how)


def run(bot: Any, **options: Any) -> simcord.run:
    """As `simcord.run`."""
    running = simcord.run(bot, **options)
    running._env = Simulation(bot, **options)
    return running
