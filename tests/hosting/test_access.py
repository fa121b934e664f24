"""Who may use the host's tools: hosts of that server, and nobody who holds or held a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import clock, interventions
from bot.hosting.desk import look as desk_look
from bot.hosting.desk.access import hosting
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted, Server
from bot.hosting.ports.store import Unit
from tests.hosting.scene import CHANNEL, GUILD, HOST, Scene

ROLE = 900


async def looks(scene: Scene, asker: Asker, code: str | None) -> Answer:
    answer = await scene.does(hosting(scene.house, asker, code, desk_look.look))
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    ("manages", "roles", "chosen", "allowed"),
    [
        (True, (), None, True),
        (False, (), None, False),
        (False, (ROLE,), None, False),
        (False, (ROLE,), ROLE, True),
        (False, (ROLE + 1,), ROLE, False),
        (True, (), ROLE, True),
    ],
)
async def test_hosts_manage_the_server_or_have_the_role_that_it_chose(
    scene: Scene, manages: bool, roles: tuple[int, ...], chosen: int | None, allowed: bool
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    async with scene.store.begin() as unit:
        await unit.set_server(Server(GUILD, host_role_id=chosen))
    asker = replace(scene.asker(555, manages=manages), role_ids=frozenset(roles))
    answer = await looks(scene, asker, scene.code)
    assert answer.ok == allowed
    assert allowed or answer.text == words.NOT_A_HOST


async def test_whoever_holds_a_seat_hosts_nothing_of_that_match(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    answer = await looks(scene, scene.asker(scene.user("Ann")), scene.code)
    assert (answer.ok, answer.text) == (False, words.SEATED_HOST)
    assert "looked" not in await scene.kinds()


async def test_whoever_held_a_seat_hosts_nothing_of_that_match_either(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Dan")

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await interventions.replace_player(
            house, hosted, asker, scene.user("Dan"), scene.user("Eve"), "Eve", unit
        )

    assert (await scene.host(tool)).ok
    answer = await looks(scene, scene.asker(scene.user("Dan")), scene.code)
    assert answer.text == words.SEATED_HOST


async def test_a_host_who_left_the_table_before_the_match_began_may_host_it(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann", "Bob", "Eve")
    scene.users["Host"] = HOST
    await scene.join("Host")
    await scene.leave("Host")
    assert (await scene.start()).ok
    assert (await scene.look()).ok


async def test_a_player_of_one_match_may_host_another(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.begin("Bob", "Eve", "Dan")
    assert (await looks(scene, scene.asker(scene.user("Ann")), scene.code)).ok


@pytest.mark.parametrize("code", ["the real one", "G99"])
async def test_another_servers_match_and_an_unknown_one_get_the_same_answer(scene: Scene, code: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    elsewhere = replace(scene.asker(HOST), guild_id=GUILD + 1)
    answer = await looks(scene, elsewhere, scene.code if code == "the real one" else code)
    assert (answer.ok, answer.text) == (False, words.NO_SUCH_MATCH)


async def test_without_a_code_the_match_of_the_thread_is_meant(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    thread, code = scene.hosted.thread_id, scene.code
    await scene.begin("Ann", "Bob", "Eve")
    assert thread is not None
    answer = await looks(scene, replace(scene.asker(), channel_id=thread), None)
    assert code in answer.text


async def test_without_a_code_the_only_open_match_is_meant(scene: Scene) -> None:
    await scene.create()
    await scene.cancel()
    await scene.begin("Ann", "Bob", "Eve")
    assert scene.code in (await looks(scene, scene.asker(), None)).text


async def test_without_a_code_and_several_open_it_is_asked_which(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.code
    await scene.begin("Ann", "Bob", "Eve")
    answer = await looks(scene, scene.asker(), None)
    assert (answer.ok, answer.text) == (False, words.say_which([first, scene.code]))


async def test_a_command_outside_a_server_is_nobodys_of_a_server(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    answer = await looks(scene, Asker(HOST, 0, CHANNEL, frozenset(), True, scene.discord.new_id()), None)
    assert answer.text == words.NOT_A_HOST


async def test_the_same_interaction_twice_does_nothing_twice(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    asker = scene.asker()

    async def longer(house: object, hosted: object, asker: Asker, unit: object) -> Answer:
        return await clock.extend(house, hosted, 1.0, asker, unit)  # type: ignore[arg-type]

    answers = [await scene.does(hosting(scene.house, asker, scene.code, longer)) for _ in range(2)]
    assert [a.text for a in answers if a is not None][1] == words.DONE_BEFORE
    assert (await scene.kinds()).count("extended") == 1


async def test_a_look_is_journalled_with_who_and_when(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    answer = await scene.look()
    row = (await scene.rows())[-1]
    assert (row.kind, row.actor, row.at) == ("looked", HOST, scene.clock.instant)
    assert "Ann" in answer.text
