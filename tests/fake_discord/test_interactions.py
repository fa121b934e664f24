"""Slash commands, buttons, menus, forms: what people do and what comes back, over the socket."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from tests.fake_discord import Impossible, Interaction, Message, MessageFlag, Permission, screen, until
from tests.fake_discord.conftest import Scene
from tests.fake_discord.guest import Card, Guest


@pytest.fixture
async def card(scene: Scene, guest: Guest) -> Message:
    """A sign-up card in the channel."""
    sent = await (await scene.seen(guest)).send("Sign up", view=Card())
    return scene.channel.messages[sent.id]


async def test_a_slash_command_is_answered_to_its_user_alone_and_followed_up(scene: Scene, guest: Guest) -> None:
    bob = scene.world.user("bob")
    used = scene.ann.slash(scene.channel, "match create", ruleset="ghost-ladder", players=7, partner=bob)
    await until(lambda: used.reply and used.reply.edited_at)
    assert [screen(m) for m in scene.ann.sees(scene.channel)] == ["GHOST-LADDER 7 BOB", "In public."]
    assert [screen(m) for m in bob.sees(scene.channel)] == ["In public."]
    assert [screen(m) for m in used.heard] == ["GHOST-LADDER 7 BOB", "In public."]


async def test_an_ephemeral_message_is_not_in_the_history(scene: Scene, guest: Guest) -> None:
    used = scene.ann.slash(scene.channel, "match create", ruleset="ghost-ladder")
    await until(lambda: used.reply and used.reply.edited_at)
    channel = await scene.seen(guest)
    assert [m.content async for m in channel.history()] == ["In public."]
    assert used.reply is not None
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(used.reply.id)


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("match destroy", {}),
        ("match", {}),
        ("match create", {}),
        ("match create", {"ruleset": "chess"}),
        ("match create", {"ruleset": "ghost-ladder", "players": 2}),
        ("match create", {"ruleset": "ghost-ladder", "colour": "red"}),
        ("nothing", {}),
    ],
)
async def test_a_client_only_lets_a_user_send_what_the_command_declares(
    scene: Scene, guest: Guest, path: str, values: dict[str, Any]
) -> None:
    with pytest.raises(Impossible):
        scene.ann.slash(scene.channel, path, **values)


async def test_values_are_suggested_while_an_option_is_typed(scene: Scene, guest: Guest) -> None:
    typed = scene.ann.complete(scene.channel, "match look", "code", "A")
    assert [one["value"] for one in await until(lambda: typed.choices) or []] == ["A1", "A2"]
    with pytest.raises(Impossible):
        scene.ann.complete(scene.channel, "match create", "ruleset", "g")


async def test_a_command_is_offered_by_permission_unless_admins_opened_it(scene: Scene, guest: Guest) -> None:
    match = guest.tree.get_command("match")
    assert isinstance(match, discord.app_commands.Group)
    match.default_permissions = discord.Permissions(manage_guild=True)
    await guest.tree.sync()
    with pytest.raises(Impossible):
        scene.ann.slash(scene.channel, "match create", ruleset="ghost-ladder")
    opened = scene.ann.slash(scene.channel, "match create", ruleset="ghost-ladder", overruled=True)
    host = scene.world.user("host")
    scene.world.give_role(scene.guild, host.user, scene.world.new_role(scene.guild, "Hosts", Permission.MANAGE_GUILD))
    granted = host.slash(scene.channel, "match create", ruleset="ghost-ladder")
    with pytest.raises(Impossible):
        host.slash(host.dm_channel, "match create", ruleset="ghost-ladder")
    for used in (opened, granted):
        await until(lambda used=used: used.reply and used.reply.edited_at)  # type: ignore[misc]


async def test_a_deferred_answer_is_awaited_and_stays_for_its_user_alone(
    scene: Scene, guest: Guest, card: Message
) -> None:
    scene.server.troubles.slow("POST", "/webhooks/*", 0.05)
    pressed = scene.ann.click(card, "card:join")
    await until(lambda: pressed.thinking)
    await until(lambda: pressed.heard)
    assert pressed.reply is not None
    assert screen(pressed.reply) == "Welcome, Ann."
    assert pressed.reply.seen_by == scene.ann.id
    assert pressed.followups == []


async def test_a_button_can_change_its_own_message(scene: Scene, guest: Guest, card: Message) -> None:
    pressed = scene.ann.click(card, "card:count")
    await until(lambda: pressed.answer)
    assert screen(card) == "Counted."
    assert pressed.heard == []


async def test_a_form_is_filled_in_and_sent(scene: Scene, guest: Guest, card: Message) -> None:
    pressed = scene.ann.click(card, "card:form")
    await until(lambda: pressed.modal)
    with pytest.raises(Impossible):
        scene.ann.submit_modal(pressed, {"height": "1234", "boost": "2"})
    with pytest.raises(Impossible):
        scene.ann.submit_modal(pressed, {"height": "12", "boost": "7"})
    sent = scene.ann.submit_modal(pressed, {"height": "12", "boost": "2"})
    await until(lambda: sent.heard)
    assert screen(sent.heard[0]) == "12 with 2"


async def test_people_are_picked_in_a_menu(scene: Scene, guest: Guest, card: Message) -> None:
    bob = scene.world.user("bob")
    with pytest.raises(Impossible):
        scene.ann.choose(card, "card:whom", bob, scene.ann, scene.world.user("eve"))
    picked = scene.ann.choose(card, "card:whom", bob, scene.ann)
    await until(lambda: picked.heard)
    assert screen(picked.heard[0]) == "bob and ann"


async def test_nobody_uses_what_they_do_not_see(scene: Scene, guest: Guest, card: Message) -> None:
    stranger = scene.world.user("stranger", member=False)
    for impossible in (
        lambda: stranger.click(card, "card:join"),
        lambda: stranger.dm("hello"),
        lambda: scene.ann.click(card, "card:leave"),
        lambda: scene.ann.say(scene.channel, " "),
        lambda: scene.ann.edit(card, "mine now"),
    ):
        with pytest.raises(Impossible):
            impossible()


class Raw:
    """Answers by bare HTTP, as a bot that does everything wrong would."""

    def __init__(self, scene: Scene, session: aiohttp.ClientSession) -> None:
        self._scene = scene
        self._session = session

    async def answer(self, used: Interaction, kind: int, **data: object) -> tuple[int, int]:
        """The first response: its status and Discord's code."""
        url = f"{self._scene.server.api}/interactions/{used.id}/{used.token}/callback"
        async with self._session.post(url, json={"type": kind, "data": data}) as response:
            return response.status, (await response.json())["code"] if response.status >= 400 else 0

    async def follow_up(self, used: Interaction, content: str, flags: int = 0) -> tuple[int, int]:
        """A further message: its status and Discord's code."""
        url = f"{self._scene.server.api}/webhooks/{self._scene.world.application_id}/{used.token}"
        async with self._session.post(url, json={"content": content, "flags": flags}) as response:
            return response.status, (await response.json()).get("code", 0)


@pytest.fixture
async def pressed(scene: Scene, guest: Guest) -> Interaction:
    """A pressed button that the guest knows nothing of."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="?", custom_id="unknown"))
    sent = await (await scene.seen(guest)).send("Press", view=view)
    return scene.ann.click(scene.channel.messages[sent.id], "unknown")


async def test_an_interaction_is_answered_once(scene: Scene, pressed: Interaction) -> None:
    async with aiohttp.ClientSession() as session:
        raw = Raw(scene, session)
        assert await raw.follow_up(pressed, "too early") == (404, 10015)
        assert await raw.answer(pressed, 8) == (400, 50035)
        assert await raw.answer(pressed, 4, content="") == (400, 50006)
        assert await raw.answer(pressed, 4, content="first") == (204, 0)
        assert await raw.answer(pressed, 4, content="second") == (400, 40060)


async def test_an_interaction_is_answered_within_three_seconds_and_its_token_lives_fifteen_minutes(
    scene: Scene, pressed: Interaction
) -> None:
    async with aiohttp.ClientSession() as session:
        raw = Raw(scene, session)
        assert await raw.answer(pressed, 6) == (204, 0)
        scene.server.clock.advance(minutes=14)
        assert await raw.follow_up(pressed, "in time", MessageFlag.EPHEMERAL) == (200, 0)
        scene.server.clock.advance(minutes=2)
        assert await raw.follow_up(pressed, "too late") == (401, 50027)
        again = scene.ann.click(scene.channel.history()[0], "unknown")
        scene.server.clock.advance(3.1)
        assert await raw.answer(again, 6) == (404, 10062)
        assert [m.seen_by for m in pressed.followups] == [scene.ann.id]


async def test_what_was_said_through_a_token_can_be_changed_and_taken_back(scene: Scene, guest: Guest) -> None:
    used = scene.ann.slash(scene.channel, "match create", ruleset="ghost-ladder")
    await until(lambda: used.reply and used.reply.edited_at)
    webhook = guest.interactions[0].followup
    more = await webhook.send("More", wait=True, ephemeral=True)
    await more.edit(content="Less")
    assert (await webhook.fetch_message(more.id)).content == "Less"
    assert screen(scene.ann.sees(scene.channel)[-1]) == "Less"
    await more.delete()
    await guest.interactions[0].delete_original_response()
    assert [screen(m) for m in scene.ann.sees(scene.channel)] == ["In public."]
    with pytest.raises(discord.NotFound) as gone:
        await webhook.fetch_message(more.id)
    assert gone.value.code == 10008


async def test_buttons_work_in_direct_messages(scene: Scene, guest: Guest) -> None:
    await (await guest.fetch_user(scene.ann.id)).send("Sign up", view=Card())
    pressed = scene.ann.click(scene.ann.dms[-1], "card:join")
    await until(lambda: pressed.heard)
    assert scene.ann.heard == ["Sign up", "Welcome, Ann."]


async def test_roles_and_channels_can_be_given_to_a_command(scene: Scene, guest: Guest) -> None:
    given: list[str] = []

    @guest.tree.command(description="Set up")
    async def setup(interaction: discord.Interaction, hosts: discord.Role, place: discord.TextChannel) -> None:
        given.extend([hosts.name, place.name])

    await guest.tree.sync()
    scene.ann.slash(scene.channel, "setup", hosts=scene.guild.roles[scene.guild.id], place=scene.channel)
    await until(lambda: given)
    assert given == ["@everyone", "games"]
