"""What Discord would refuse is refused, and what this server does not know is recorded aloud."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from tests.fake_discord import ChannelKind, FakeDiscord
from tests.fake_discord.conftest import Scene

Json = dict[str, Any]


def button(custom_id: str = "a", **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id} | more


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(*values: str, **more: object) -> Json:
    options = [{"label": value or "?", "value": value} for value in values]
    return {"type": 3, "custom_id": "menu", "options": options} | more


async def ask(server: FakeDiscord, method: str, path: str, body: object = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {server.world.token}"}
    session = aiohttp.ClientSession(headers=headers)
    async with session, session.request(method, server.api + path, json=body) as response:
        return response.status, json.loads(await response.text() or "null")


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        ({"content": "x", "flags": 64}, "flags"),
        ({"content": "x", "flags": "64"}, "flags"),
        ({"content": ["x"]}, "content"),
        ({"content": "x", "allowed_mentions": [1]}, "allowed_mentions"),
        ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions"),
        ({"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}}, "allowed_mentions"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds"),
        ({"embeds": [{"fields": [{"name": "", "value": "x"}]}]}, "embeds"),
        ({"embeds": [{"description": "x" * 3100}, {"description": "x" * 3100}]}, "embeds"),
        ({"content": "x", "components": [button()]}, "components"),
        ({"content": "x", "components": [{"type": 99}]}, "components"),
        ({"content": "x", "components": [row(button(style=9))]}, "components"),
        ({"content": "x", "components": [row(button(label=""))]}, "components"),
        ({"content": "x", "components": [row(button("a" * 101))]}, "components"),
        ({"content": "x", "components": [row(button("a"), button("a"))]}, "components"),
        ({"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]}, "components"),
        ({"content": "x", "components": [row(button(), menu("1"))]}, "components"),
        ({"content": "x", "components": [row(menu("1", "1"))]}, "components"),
        ({"content": "x", "components": [row(menu("1", max_values=2))]}, "components"),
        ({"content": "x", "components": [row(menu(*map(str, range(26))))]}, "components"),
        ({"content": "x", "components": [row(button(str(n))) for n in range(6)]}, "components"),
        ({"content": "x", "components": [{"type": 10, "content": "y"}]}, "components"),
        ({"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "y"}]}, "content"),
        ({"flags": 1 << 15, "components": [{"type": 10, "content": "y" * 4001}]}, "components"),
    ],
)
async def test_a_body_that_breaks_a_rule_is_refused_at_its_place(scene: Scene, body: Json, where: str) -> None:
    status, answer = await ask(scene.server, "POST", f"/channels/{scene.channel.id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert where in answer["errors"]
    assert scene.channel.history() == []


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": [], "components": []}])
async def test_an_empty_message_is_refused(scene: Scene, body: Json) -> None:
    status, answer = await ask(scene.server, "POST", f"/channels/{scene.channel.id}/messages", body)
    assert (status, answer["code"]) == (400, 50006)


async def test_a_message_that_is_all_components_is_taken(scene: Scene) -> None:
    container = {"type": 17, "components": [{"type": 10, "content": "Round 1"}, {"type": 14}, row(button())]}
    body = {"flags": 1 << 15, "components": [container]}
    status, answer = await ask(scene.server, "POST", f"/channels/{scene.channel.id}/messages", body)
    assert status == 200
    assert answer["components"][0]["components"][0]["content"] == "Round 1"


@pytest.mark.parametrize(
    "body",
    [
        [{"name": "Match", "description": "x"}],
        [{"name": "match", "description": ""}],
        [{"name": "a", "description": "x"}, {"name": "a", "description": "y"}],
        [{"name": f"c{n}", "description": "x"} for n in range(101)],
        [{"name": "a", "description": "x", "options": [{"type": 3, "name": "b", "description": "x" * 101}]}],
        [{"name": "a", "description": "x", "options": [{"type": 12, "name": "b", "description": "x"}]}],
    ],
)
async def test_a_command_that_breaks_a_rule_is_refused(scene: Scene, body: list[Json]) -> None:
    path = f"/applications/{scene.world.application_id}/commands"
    status, answer = await ask(scene.server, "PUT", path, body)
    assert (status, answer["code"]) == (400, 50035)
    assert scene.world.commands[None] == []


async def test_commands_of_a_guild_keep_their_ids_when_they_are_overwritten(scene: Scene) -> None:
    path = f"/applications/{scene.world.application_id}/guilds/{scene.guild.id}/commands"
    _, first = await ask(scene.server, "PUT", path, [{"name": "match", "description": "x"}])
    _, second = await ask(scene.server, "PUT", path, [{"name": "match", "description": "y"}])
    assert (first[0]["id"], second[0]["description"]) == (second[0]["id"], "y")
    assert (await ask(scene.server, "GET", path))[1] == second


async def test_an_unknown_route_is_not_found_and_recorded() -> None:
    async with FakeDiscord() as server:
        status, _ = await ask(server, "POST", "/channels/1/typing")
        assert status == 404
        assert server.log.unknown == ["POST /channels/1/typing"]


async def test_a_fault_of_this_server_is_recorded_too() -> None:
    async with FakeDiscord() as server:
        server.world.commands[None] = None  # type: ignore[assignment]  # what no test should do
        path = f"/applications/{server.world.application_id}/commands"
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.world.token}"}) as session:
            await session.put(server.api + path, json=[])
        assert "broke this server" in server.log.unknown[0]


async def test_the_older_routes_for_pins_do_the_same(scene: Scene) -> None:
    base = f"/channels/{scene.channel.id}"
    _, posted = await ask(scene.server, "POST", base + "/messages", {"content": "x"})
    assert await ask(scene.server, "PUT", f"{base}/pins/{posted['id']}") == (204, None)
    _, pins = await ask(scene.server, "GET", base + "/pins")
    assert [one["id"] for one in pins] == [posted["id"]]


async def test_a_forum_is_no_place_for_a_plain_message(scene: Scene) -> None:
    forum = scene.world.new_channel(scene.guild, "forum", kind=ChannelKind.FORUM)
    status, answer = await ask(scene.server, "POST", f"/channels/{forum.id}/messages", {"content": "x"})
    assert (status, answer["code"]) == (400, 50008)


async def test_the_gateway_is_found_where_discord_says_it_is(scene: Scene) -> None:
    for path in ("/gateway", "/gateway/bot"):
        status, answer = await ask(scene.server, "GET", path)
        assert (status, answer["url"]) == (200, scene.world.gateway_url)
