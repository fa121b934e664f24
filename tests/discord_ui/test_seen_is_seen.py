"""No sequence of desk commands without a look on record tells two matches apart that differ in secrets (ruling L1).

Two twins live through one story (`twins`). As long as a host has not looked, in either of them, everything that this
host is answered, suggested or shown is the same in both, byte for byte, and so is all that hosts and the public read
meanwhile; and what is a look in the one is a look in the other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.discord_ui.conftest import Curtain
from tests.discord_ui.twins import GARDEN, GHOST, VERBS, Told, World, world
from tests.discord_ui.venue import Venue
from tests.games.properties.effort import TIMES

STEPS = 25
STORIES = range(max(2, TIMES))


def assert_nobody_can_tell(one: Sequence[Told], other: Sequence[Told]) -> int:
    """How many steps could be compared: from a close, or a host's deed after a look, the public may differ."""
    for number, (this, that) in enumerate(zip(one, other, strict=True)):
        where = f"step {number}: {this.what}"
        assert this.what == that.what
        assert bool(this.looks) == bool(that.looks), f"{where}: a look in one of them alone"
        if not this.looks:
            assert this.answer == that.answer, where
        if this.around != that.around:
            before = one[number - 1].closed if number else 0
            assert this.looks or this.closed > before, f"{where}: others can tell"
            return number
    return len(one)


async def lived(curtain: Curtain, ruleset: str, other: bool, steps: int, seed: int) -> list[Told]:
    """A story, and what came of each of its steps."""
    async with curtain() as stage:
        it = await world(Venue.found(stage), ruleset, other)
        told = []
        for number in range(steps):
            dice = random.Random(f"{ruleset} {seed} {number}")
            told.append(await step(it, dice))
            if told[-1].looks:
                if it.shown and dice.random() < 0.5:  # and does what was only shown first
                    told.append(await it.press(dice))
                it.relieve()
        return told


async def step(it: World, dice: random.Random) -> Told:
    what = dice.random()
    if what < 0.55:
        return await it.command(dice.choice(sorted(it.commands())), dice)
    if what < 0.75:
        return await it.press(dice)
    if what < 0.82:
        return await it.suggestions(dice)
    if what < 0.90:
        return await it.noise()
    if what < 0.95:
        return await it.question()
    return await (it.restart() if what < 0.96 else it.wait(dice.choice([1, 7, 200])))


@pytest.mark.parametrize("seed", STORIES)
@pytest.mark.parametrize("ruleset", [GHOST, GARDEN])
async def test_no_sequence_of_commands_and_buttons_without_a_look_tells_twins_apart(
    curtain: Curtain, ruleset: str, seed: int
) -> None:
    one, other = [await lived(curtain, ruleset, twin, STEPS, seed) for twin in (False, True)]
    assert_nobody_can_tell(one, other)


async def every_command(curtain: Curtain, ruleset: str, other: bool) -> list[Told]:
    """Each by a host who comes fresh to the desk, some of them in several ways; what stops the clock comes last."""
    async with curtain() as stage:
        it = await world(Venue.found(stage), ruleset, other)
        told = []
        for name in sorted(it.commands(), key=lambda name: (name == "host pause", name)):
            for times in range(4 if name.startswith(("host submit", "host correct", "host rollback", "ledger")) else 1):
                it.relieve()
                told.append(await it.command(name, random.Random(f"{name} {times}")))
        return told


@pytest.mark.parametrize("ruleset", [GHOST, GARDEN])
async def test_no_command_tells_twins_apart_without_a_look(curtain: Curtain, ruleset: str) -> None:
    one, other = [await every_command(curtain, ruleset, twin) for twin in (False, True)]
    assert assert_nobody_can_tell(one, other) == len(one), "the twins parted"
    looked = {told.what.split(" [")[0] for told in one if told.looks}
    assert looked >= {"/host look", "/host log", "/host export", "/host preview", "/host correct-holding"}
    assert looked.isdisjoint({"/match status", "/host extend", "/host announce", "/doctor", "/host repost"})


async def test_every_kind_of_button_is_known(venue: Venue) -> None:
    assert set(venue.stage.parts.client.presses) == set(VERBS)


async def test_the_twins_do_differ_for_whoever_looks(curtain: Curtain) -> None:
    """The comparison would find it."""
    for ruleset in (GHOST, GARDEN):
        shown = []
        for other in (False, True):
            async with curtain() as stage:
                it = await world(Venue.found(stage), ruleset, other)
                shown.append([await it.command(f"host {name}", random.Random(1)) for name in ("look", "export", "log")])
        assert all(this.answer != that.answer and this.looks for this, that in zip(*shown, strict=True))
