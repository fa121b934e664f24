"""Clocks that are wrong, jump, or pass a change of daylight saving. Discord's stamps decide; ours only wakes us.

In all tests of this folder the machine's clock is wrong by months: the fake Discord lives in March 2026.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import apscheduler.schedulers.base as scheduling
import pytest

from bot.alarms import Alarms
from tests.fake_discord import until
from tests.troubles.town import HOUR, NOON, Town, clock_of


class Machine:
    """A machine's clock that somebody sets while the bot runs."""

    def __init__(self) -> None:
        self.off = timedelta(0)

    def now(self, tz: object = None) -> datetime:
        return datetime.now(UTC) + self.off


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """What the scheduler goes by, too. (An alarm that comes too soon does no harm: nothing is due yet.)"""
    machine = Machine()
    monkeypatch.setattr(scheduling, "datetime", machine)
    return machine


@pytest.mark.parametrize("jump", [-HOUR, -timedelta(days=400), HOUR], ids=["back", "far back", "ahead"])
async def test_an_alarm_rings_in_time_though_the_machines_clock_jumps(machine: Machine, jump: timedelta) -> None:
    steady = time.monotonic()
    alarms = Alarms(lambda: NOON + timedelta(seconds=time.monotonic() - steady), machine.now)
    rung: list[float] = []
    alarms.ring = lambda: rung.append(time.monotonic() - steady)
    alarms.start()
    alarms.ring_at(NOON + timedelta(seconds=0.3))
    machine.off = jump
    await until(lambda: rung, within=2)
    alarms.stop()


async def test_the_machines_clock_moves_no_deadline_and_closes_nothing(town: Town) -> None:
    """Months ahead of Discord's it was when the bot started; that is forgotten with the first answer."""
    await town.begin("Ann", "Bob", "Eve")
    assert await town.deadline() == NOON + timedelta(days=1)
    assert abs(clock_of(town).now() - NOON) < timedelta(seconds=30)
    await town.dm("Ann", "12")
    await town.look()
    assert "closed" not in await town.kinds()


async def test_a_message_counts_by_discords_stamp_though_the_bots_clock_lags(town: Town) -> None:
    """The bot has heard nothing of Discord's clock since noon; the stamps tell it all the same."""
    await town.begin("Ann", "Bob", "Eve")
    deadline = await town.deadline()
    town.discord.clock.set(deadline)
    await town.dm("Ann", "12")
    town.discord.clock.set(deadline + timedelta(milliseconds=1))
    await town.dm("Bob", "13")
    town.discord.clock.set(deadline + timedelta(seconds=10))
    await town.look()
    assert await town.taken() == ["12"]
    assert (await town.kinds())[-1] == "closed"


async def test_discords_clock_set_back_by_a_second_closes_nothing_twice(town: Town) -> None:
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    await town.pass_deadline()
    town.discord.clock.set(town.discord.clock.now() - timedelta(seconds=1))
    await town.look()
    await town.look()
    assert (await town.kinds()).count("closed") == 1


async def test_a_night_of_a_change_to_summer_time_is_as_long_as_any(town: Town) -> None:
    """In Europe, 29 March 2026 has 23 hours. Deadlines are instants, and none of them moves."""
    town.discord.clock.set(datetime(2026, 3, 28, 12, tzinfo=UTC))
    await town.look()
    await town.begin("Ann", "Bob", "Eve", rounds=3)
    assert await town.deadline() == datetime(2026, 3, 29, 12, tzinfo=UTC)
    await town.pass_deadline()
    assert await town.deadline() == datetime(2026, 3, 30, 12, tzinfo=UTC)
