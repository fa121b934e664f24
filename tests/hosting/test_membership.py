"""Who leaves the server: looked up when a phase opens and when nothing gets through; the match goes on."""

from __future__ import annotations

from functools import partial

import pytest

from bot.hosting.clock import membership
from bot.hosting.context import House
from bot.hosting.desk import interventions
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted, Server
from bot.hosting.players import lobby
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from tests.hosting.scene import GUILD, HOUR, Scene


def told(scene: Scene) -> list[str]:
    return [text for text in scene.host_dms() if "left the server" in text]


def looks(scene: Scene) -> int:
    return sum(verb == "member" for verb, _ in scene.discord.asked)


@pytest.fixture
async def table(scene: Scene) -> Scene:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.ring()
    return scene


async def test_the_host_is_told_once_who_has_left_when_a_phase_opens(table: Scene) -> None:
    table.discord.left |= {table.user("Ann"), table.user("Eve")}
    await table.pass_deadline()
    await table.ring()
    await table.look_again()
    await table.pass_deadline()
    await table.ring()
    assert looks(table) == 9 + 1  # three players in three phases, and the host before that is told
    assert len(told(table)) == 1
    assert "Ann and Eve have left the server" in told(table)[0]
    assert "`/host replace`" in told(table)[0]


async def test_the_match_goes_on_and_nothing_is_said_in_public(table: Scene) -> None:
    table.discord.left.add(table.user("Ann"))
    await table.pass_deadline()
    await table.ring()
    assert "Round 2 of 7" in table.board()
    assert not any("left the server" in text for text in table.thread())


async def test_everyone_is_looked_up_once_in_a_phase(table: Scene) -> None:
    before = looks(table)
    assert before == 3
    await table.run(3 * HOUR)
    await table.ring()
    assert looks(table) == before


async def test_who_came_back_and_leaves_again_is_told_again(table: Scene) -> None:
    for there in (False, True, False):
        if there:
            table.discord.left.clear()
        else:
            table.discord.left.add(table.user("Ann"))
        await table.look_again()
        await table.pass_deadline()
        await table.ring()
    assert len(told(table)) == 2


async def test_who_cannot_be_reached_is_looked_up_at_once(table: Scene) -> None:
    user = table.user("Ann")
    table.discord.left.add(user)
    table.discord.refusing[f"user:{user}"] = "They share no server with me any more."
    await table.dm("Ann", "status")
    await table.ring()
    assert "Ann has left the server" in told(table)[0]


async def test_who_cannot_be_reached_is_looked_up_in_all_their_matches(table: Scene) -> None:
    await table.begin("Ann", "Kim", "Lea")
    await table.ring()
    user = table.user("Ann")
    table.discord.left.add(user)
    table.discord.refusing[f"user:{user}"] = "They share no server with me any more."
    await table.dm("Ann", "status")
    await table.ring()
    assert len(told(table)) == 2


async def test_a_substitute_is_not_taken_for_whoever_has_left_while_that_was_looked_up(table: Scene) -> None:
    hosted = await table.hosted_now()
    ann, kim = table.user("Ann"), table.user("Kim")

    async def replace(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await interventions.replace_player(house, hosted, asker, ann, kim, "Kim", unit)

    assert (await table.host(replace)).ok
    await table.does(partial(membership.tell, table.house, hosted.id, {ann: None}))
    assert told(table) == []
    await table.does(partial(membership.tell, table.house, hosted.id, {kim: None}))
    assert "Kim has left the server" in told(table)[0]


async def test_after_trouble_they_are_looked_up_again(table: Scene) -> None:
    table.discord.left.add(table.user("Ann"))
    table.discord.goes_wrong("member", error=Trouble(), times=1)
    await table.pass_deadline()
    assert told(table) == []
    await table.ring()
    assert len(told(table)) == 1


async def test_a_server_that_cannot_be_asked_keeps_nothing_waiting(table: Scene) -> None:
    table.discord.refusing["guild:100"] = "I am not in that server any more."
    await table.pass_deadline()
    await table.ring()
    assert "Round 2 of 7" in table.board()
    assert told(table) == []


async def test_a_restart_tells_nothing_twice(table: Scene) -> None:
    table.discord.left.add(table.user("Ann"))
    await table.pass_deadline()
    await table.ring()
    await table.restart()
    await table.ring()
    assert len(told(table)) == 1


async def test_people_are_looked_up_one_after_another_whatever_match_they_play_in(table: Scene) -> None:
    await table.begin("Ann", "Bob", "Eve")
    await table.ring()
    table.discord.asked.clear()
    await table.restart()
    await table.ring()
    assert looks(table) == 6
    assert table.discord.most_at_once["member"] == 1


# --- who could look ---------------------------------------------------------------------------------------------------


def named(scene: Scene) -> list[str]:
    return [text for text in scene.thread() if "may host in this server" in text]


async def next_phase(scene: Scene) -> None:
    await scene.look_again()
    await scene.pass_deadline()
    await scene.ring()
    await scene.look_again()


async def test_a_player_who_comes_to_host_the_server_is_named_when_the_next_phase_opens_and_once(table: Scene) -> None:
    async with table.store.begin() as unit:
        await unit.set_server(Server(GUILD, host_role_id=9))
    table.discord.roles[table.user("Ann")] = {9}
    await table.ring()
    assert named(table) == []
    await next_phase(table)
    assert len(named(table)) == 1
    assert named(table)[0].startswith("Ann may host")
    assert any(text.startswith("Ann may host") for text in table.host_dms())
    table.discord.managers.add(table.user("Eve"))
    await next_phase(table)
    assert [text.split()[0] for text in named(table)] == ["Ann", "Eve"]
    await table.restart()
    await next_phase(table)
    assert len(named(table)) == 2


async def test_who_is_named_at_the_start_is_not_named_again(scene: Scene) -> None:
    scene.discord.managers.add(scene.user("Ann"))
    await scene.create()
    guest = lobby.Guest(scene.user("Ann"), "Ann", frozenset(), scene.clock.instant, "a", manages=True)
    await scene.does(partial(lobby.join, scene.house, scene.code, guest))
    await scene.join("Bob", "Eve")
    await scene.start()
    await next_phase(scene)
    assert len(named(scene)) == 1


async def test_a_player_with_the_hosts_role_is_named_at_the_start(scene: Scene) -> None:
    await scene.open()
    async with scene.store.begin() as unit:
        await unit.set_server(Server(GUILD, host_role_id=9))
    await scene.create()
    await scene.joins("Ann", roles=frozenset({9}))
    await scene.join("Bob", "Eve")
    await scene.start()
    assert [text.split()[0] for text in named(scene)] == ["Ann"]


async def test_a_substitute_is_named_for_what_they_are_and_not_for_who_sat_there_before(table: Scene) -> None:
    table.discord.managers.add(table.user("Ann"))
    await next_phase(table)
    ann, kim = table.user("Ann"), table.user("Kim")

    async def replace(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await interventions.replace_player(house, hosted, asker, ann, kim, "Kim", unit)

    assert (await table.host(replace)).ok
    await next_phase(table)
    assert len(named(table)) == 1
    table.discord.managers.add(kim)
    await next_phase(table)
    assert [text.split()[0] for text in named(table)] == ["Ann", "Kim"]
