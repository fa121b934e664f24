"""Ruling L1 at the level of the house: two matches that differ only in secrets, with equal public facts, ask the same
of Discord wherever anybody else could look: the same posts, boards, tags and pings, at the same moments."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.hosting.model.handles import is_one
from bot.hosting.model.instants import stamped
from bot.hosting.model.records import Request, Server
from tests.hosting.fakes import BOT
from tests.hosting.scene import GUILD, MINUTE, SECOND, Scene, calm, played

PLAYERS = ("Ann", "Bob", "Eve")
OFFICE = 77
"""The hosts' channel."""
ROUNDS = 2
"""Of three, so that no points are public yet."""


@dataclass(frozen=True)
class Sent:
    who: str
    text: str
    minute: int
    """Since the round was opened."""
    live: bool = True
    """Whether the gateway brings it; the history has it in any case."""


NOISE = st.sampled_from("status|check|check 18 +2g|help|rules|rank|cancel rank|score|hello?||vote Ann|5 5".split("|"))
NOTHING = st.sampled_from([(), ("0",), ("5 +1g",), ("200",), ("12", "withdraw"), ("-3",), ("2.5",), ("40", "0")])
"""Different ways to stand at 0 when the round closes."""


@st.composite
def secrets(draw: st.DrawFn, rungs: Sequence[int]) -> list[Sent]:
    """What players may have sent in a round in which some of them, nobody knows who, stand on these rungs."""
    sent: list[Sent] = []
    for who, rung in zip(PLAYERS, draw(st.permutations([*rungs, *[0] * (len(PLAYERS) - len(rungs))])), strict=True):
        before = draw(st.lists(NOISE, max_size=2))
        standing = (str(rung),) if rung else draw(NOTHING)
        after = draw(st.lists(NOISE, max_size=1))
        minutes = sorted(draw(st.integers(1, 1_439)) for _ in (*before, *standing, *after))
        texts, live = (*before, *standing, *after), draw(st.booleans())
        sent += [Sent(who, text, minute, live) for text, minute in zip(texts, minutes, strict=True)]
    return sorted(sent, key=lambda s: s.minute)


@st.composite
def twins(draw: st.DrawFn) -> list[tuple[list[Sent], list[Sent]]]:
    """For each round, the same rungs in two worlds."""
    rounds = []
    for _ in range(ROUNDS):
        rungs = draw(st.lists(st.integers(1, 30), max_size=len(PLAYERS)))
        rounds.append((draw(secrets(rungs)), draw(secrets(rungs))))
    return rounds


async def world(folder: Path, rounds: list[list[Sent]]) -> dict[str, Any]:
    """Everything that anybody but one player could see of it, hosts included, as long as they do not look."""
    async with played(folder / "matches.sqlite", manners=calm()) as scene:
        await scene.open()
        async with scene.store.begin() as unit:
            await unit.set_server(Server(GUILD, host_channel_id=OFFICE))
        await scene.begin(*PLAYERS, rounds=3, reminders=(12.0, 2.0))
        scene.discord.asked.clear()
        for sent in rounds:
            await scene.look_again()
            opened = scene.deadline - 24 * 60 * MINUTE
            for message in sent:
                await scene.run_to(opened + message.minute * MINUTE)
                await scene.dm(message.who, message.text, live=message.live)
            await scene.run_to(opened + 1_439 * MINUTE + SECOND)
            await scene.dm("Eve", "ask Is a ghost hungry?")
            await scene.pass_deadline()
        await scene.run(SECOND)
        await scene.look_again()
        return await seen(scene)


def opaque(request: Request | None, names: dict[str, str]) -> Request | None:
    """With the handles in its buttons by the order in which they appeared: they tell nothing else."""
    if request is None:
        return None
    ids = [b.custom_id.split(":") for b in request.buttons]
    named = [":".join(names.setdefault(p, f"#{len(names)}") if is_one(p) else p for p in parts) for parts in ids]
    buttons = tuple(replace(b, custom_id=custom_id) for b, custom_id in zip(request.buttons, named, strict=True))
    return replace(request, buttons=buttons)


async def seen(scene: Scene) -> dict[str, Any]:
    names: dict[str, str] = {}
    places = [channel for channel in scene.discord.channels if channel.startswith("channel:")]
    async with scene.store.begin() as unit:
        rows = await unit.connection.exec_driver_sql(
            "SELECT destination, request, state, created_at, said_at FROM outbox WHERE destination LIKE 'thread:%'"
        )
        outbox = [tuple(row) for row in rows]
        boards = [tuple(r) for r in await unit.connection.exec_driver_sql("SELECT which, wanted, shown FROM boards")]
    return {
        "messages": [
            (channel, stamped(m.id), m.content, opaque(m.request, names), m.edited_at)
            for channel in places
            for m in scene.discord.channels[channel]
            if m.author == BOT
        ],
        "requests": [(verb, channel) for verb, channel in scene.discord.asked if channel.startswith("channel:")],
        "pins": {channel: len(pins) for channel, pins in scene.discord.pins.items()},
        "outbox": outbox,
        "boards": boards,
        "hosts": scene.host_dms(),
    }


@given(twins())
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # to make an example smaller takes minutes
    suppress_health_check=list(HealthCheck),
)
def test_two_matches_with_other_secrets_and_equal_public_facts_look_the_same_to_everyone_else(
    rounds: list[tuple[list[Sent], list[Sent]]],
) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as two:
        first = asyncio.run(world(Path(one), [sent for sent, _ in rounds]))
        second = asyncio.run(world(Path(two), [sent for _, sent in rounds]))
    assert first == second


async def test_the_worlds_are_told_apart_where_public_facts_differ(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    first = await world(tmp_path / "one", [[Sent("Ann", "12", 5)]])
    second = await world(tmp_path / "two", [[Sent("Ann", "13", 5)]])
    assert first != second


async def test_however_little_there_was_to_judge_the_close_comes_no_earlier(scene: Scene) -> None:
    """With everybody in, with nobody in, with histories that bring news: the post has the same moment."""
    moments = []
    for texts in ((), ("12", "11", "10")):
        scene.up, scene.code = False, ""
        await scene.begin(*PLAYERS)
        for name, text in zip(PLAYERS, texts, strict=False):
            await scene.dm(name, text, live=False)
        await scene.pass_deadline()
        closed = next(m for m in scene.discord.channels[scene.thread_channel] if "Round 2" in m.content)
        moments.append(stamped(closed.id))
        await scene.die()
        scene.clock.instant = moments[0].replace(day=2, hour=12, minute=0, second=0, microsecond=0)
    assert len(set(moments)) == 1
