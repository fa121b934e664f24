"""A role for the players of a match: one that whoever opens it could give by hand, and of no consequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import RoleHandle

from bot.hosting import words
from bot.hosting.words import bad_player_role, role_obstacle
from tests.discord_ui.venue import Table, Venue

GHOST: Final = "ghost-ladder"
LOW, MIDDLE, HIGH, TOP = 1, 5, 8, 9
"""Where roles stand."""


@dataclass
class Ranks:
    """A server whose host has Manage Roles and stands high, and so does the bot."""

    venue: Venue
    seated: RoleHandle
    givers: RoleHandle

    def role(self, name: str, position: int, **permissions: bool) -> RoleHandle:
        return made(self.venue, name, position, **permissions)

    async def create(self, role: RoleHandle | Any, by: MemberActor | None = None) -> str:
        """What whoever opens a match with this role is told."""
        said = await self.venue.ask(by or self.venue.host, "match create", ruleset=GHOST, player_role=role)
        return said.text

    async def table(self, players: str = "Ann Bob Eve", started: bool = False) -> Table:
        return await self.venue.open(GHOST, players=players, started=started, player_role=self.seated)

    def holds(self, member: MemberActor, role: RoleHandle | None = None) -> bool:
        members = self.venue.stage.env.backend.guilds[self.venue.guild.id].members
        return (role or self.seated).id in members[member.id].role_ids

    async def edit(self, role: RoleHandle, **changes: Any) -> None:
        self.venue.stage.env.backend.edit_role(self.venue.guild.id, role.id, changes)
        await self.venue.stage.env.settle()

    async def strip(self, member: MemberActor) -> None:
        """All roles are taken from somebody by hand."""
        self.venue.stage.env.backend.edit_member(self.venue.guild.id, member.id, {"role_ids": []})
        await self.venue.stage.env.settle()


def made(venue: Venue, name: str, position: int, **permissions: bool) -> RoleHandle:
    return venue.guild.create_role(name, permissions=discord.Permissions(**permissions), position=position)


@pytest.fixture
async def ranks(venue: Venue) -> Ranks:
    backend = venue.stage.env.backend
    (mine,) = [role for role in venue.guild._guild.roles.values() if role.managed]
    may = mine.permissions | discord.Permissions(manage_roles=True).value
    backend.edit_role(venue.guild.id, mine.id, {"permissions": may, "position": TOP})
    givers = made(venue, "Givers", HIGH, manage_guild=True, manage_roles=True)
    backend.edit_member(venue.guild.id, venue.host.id, {"role_ids": [givers.id]})
    await venue.stage.env.settle()
    return Ranks(venue, made(venue, "Seated", LOW), givers)


async def test_a_role_that_its_asker_could_give_by_hand_is_given_and_taken_back(ranks: Ranks) -> None:
    table = await ranks.table("Ann Bob")
    ann, bob = table.players["Ann"], table.players["Bob"]
    assert [ranks.holds(ann), ranks.holds(bob)] == [True, True]
    await table.press("Leave", bob)
    assert [ranks.holds(ann), ranks.holds(bob)] == [True, False]
    await (await table.ask("match cancel")).press("Yes, cancel it")
    assert not ranks.holds(ann)


async def test_no_role_that_lets_its_members_do_more_than_everyone(ranks: Ranks) -> None:
    for name in ("administrator", "manage_messages", "view_audit_log"):
        role = ranks.role(name, LOW, **{name: True})
        assert await ranks.create(role) == bad_player_role(role_obstacle("too much"))


async def test_a_role_that_lets_its_members_do_what_everyone_may_is_of_no_consequence(ranks: Ranks) -> None:
    everyone = ranks.venue.guild.default_role._role.permissions
    role = ranks.venue.guild.create_role("Plain", permissions=discord.Permissions(everyone), position=LOW)
    assert "is open for sign-up" in await ranks.create(role)


async def test_no_role_that_stands_above_its_asker_or_with_them_or_above_me(ranks: Ranks) -> None:
    boss = MemberActor(ranks.venue.stage.env, ranks.venue.guild, ranks.venue.guild.owner)
    theirs, mine = (bad_player_role(role_obstacle(why)) for why in ("not theirs", "not mine"))
    assert await ranks.create(ranks.role("Above", HIGH + 1)) == theirs
    assert await ranks.create(ranks.givers) == bad_player_role(role_obstacle("too much"))
    assert await ranks.create(ranks.role("Highest", TOP + 1), by=boss) == mine


async def test_no_role_on_behalf_of_somebody_who_gives_none(ranks: Ranks) -> None:
    """The bot may, and whoever has only the hosts' role may not: the role would be theirs for the asking."""
    hosts = ranks.role("Hosts", MIDDLE)
    await ranks.venue.ask(ranks.venue.host, "server hosts", role=hosts)
    helper = ranks.venue.member("Helper", roles=[hosts])
    admins = ranks.role("Moderators", LOW, administrator=True)
    assert await ranks.create(admins, by=helper) == bad_player_role(role_obstacle("too much"))
    assert await ranks.create(ranks.seated, by=helper) == bad_player_role(role_obstacle("not theirs"))


async def test_neither_everyones_role_nor_one_of_an_integration(ranks: Ranks) -> None:
    assert await ranks.create(ranks.venue.guild.default_role) == bad_player_role(role_obstacle("everyone"))
    (mine,) = [role for role in ranks.venue.guild.roles.values() if role._role.managed]
    assert await ranks.create(mine) == bad_player_role(role_obstacle("managed"))


async def test_not_the_hosts_role_and_none_that_opens_the_hosts_channel(ranks: Ranks) -> None:
    guild = ranks.venue.guild
    hosts, keys = ranks.role("Hosts", MIDDLE), ranks.role("Keys", LOW)
    seen, unseen = (discord.PermissionOverwrite(view_channel=may) for may in (True, False))
    (mine,) = [role for role in guild.roles.values() if role._role.managed]
    known: dict[Any, discord.PermissionOverwrite] = {
        guild.default_role: unseen,
        keys: seen,
        mine: seen,
        ranks.givers: seen,
    }
    office = guild.create_text_channel("office", overwrites=known)
    await ranks.venue.ask(ranks.venue.host, "server hosts", role=hosts)
    await ranks.venue.host.slash(ranks.venue.channel, "server channel", channel=office)
    assert await ranks.create(hosts) == bad_player_role(words.HOSTS_ROLE)
    assert await ranks.create(keys) == bad_player_role(words.ROLE_READS_OFFICE)
    assert "is open for sign-up" in await ranks.create(ranks.seated)


async def test_a_role_that_players_are_given_becomes_no_hosts_role(ranks: Ranks) -> None:
    table = await ranks.table("Ann")
    said = await ranks.venue.ask(ranks.venue.host, "server hosts", role=ranks.seated)
    assert said.text == words.ROLE_OF_PLAYERS
    await (await table.ask("match cancel")).press("Yes, cancel it")
    said = await ranks.venue.ask(ranks.venue.host, "server hosts", role=ranks.seated)
    assert said.text == words.hosts_are(ranks.seated.id)


async def test_the_doctor_looks_at_the_players_role(ranks: Ranks) -> None:
    await ranks.table("")
    (mine,) = [role for role in ranks.venue.guild.roles.values() if role._role.managed]
    assert "players' role" not in (await ranks.venue.ask(ranks.venue.host, "doctor")).text
    await ranks.edit(mine, permissions=mine._role.permissions & ~discord.Permissions(manage_roles=True).value)
    assert "I cannot give its players' role" in (await ranks.venue.ask(ranks.venue.host, "doctor")).text
    ranks.venue.stage.env.backend.delete_role(ranks.venue.guild.id, ranks.seated.id)
    await ranks.venue.stage.env.settle()
    assert "players' role is gone" in (await ranks.venue.ask(ranks.venue.host, "doctor")).text


async def test_the_doctor_says_that_the_hosts_role_is_gone(ranks: Ranks) -> None:
    hosts = ranks.role("Hosts", MIDDLE)
    await ranks.venue.ask(ranks.venue.host, "server hosts", role=hosts)
    assert "hosts' role" not in (await ranks.venue.ask(ranks.venue.host, "doctor")).text
    ranks.venue.stage.env.backend.delete_role(ranks.venue.guild.id, hosts.id)
    await ranks.venue.stage.env.settle()
    assert "The hosts' role is gone" in (await ranks.venue.ask(ranks.venue.host, "doctor")).text


# --- looked at again when it is given ---------------------------------------------------------------------------------


async def test_a_role_that_became_a_mighty_one_is_not_given(ranks: Ranks) -> None:
    table = await ranks.table("Ann")
    await ranks.edit(ranks.seated, permissions=discord.Permissions(administrator=True).value)
    bob = ranks.venue.member("Bob")
    assert "You are in match" in (await table.join(bob)).text
    assert not ranks.holds(bob)
    told = [m.content for m in ranks.venue.host.user.dm_channel.history() if "players' role" in m.content]
    assert len(told) == 1
    assert role_obstacle("too much") in told[0]


async def test_on_behalf_of_who_can_give_it_no_more_it_is_given_no_more_and_still_taken(ranks: Ranks) -> None:
    table = await ranks.table("Ann Bob")
    await ranks.strip(ranks.venue.host)
    eve = ranks.venue.member("Eve")
    await table.join(eve)
    assert not ranks.holds(eve)
    await table.press("Leave", table.players["Bob"])
    assert not ranks.holds(table.players["Bob"])


async def test_a_start_that_was_planned_is_looked_at_again_when_it_is_confirmed(ranks: Ranks) -> None:
    starts = f"<t:{int(ranks.venue.stage.env.now().timestamp()) + 86_400}>"
    asked = await ranks.venue.ask(
        ranks.venue.host, "match create", ruleset=GHOST, player_role=ranks.seated, starts=starts
    )
    await ranks.edit(ranks.seated, permissions=discord.Permissions(administrator=True).value)
    assert (await asked.press("Yes, open it")).text == bad_player_role(role_obstacle("too much"))


# --- taken from nobody who had it before ------------------------------------------------------------------------------


async def test_who_had_the_role_before_keeps_it(ranks: Ranks) -> None:
    table = await ranks.table("Ann")
    bob = ranks.venue.member("Bob", roles=[ranks.seated])
    await table.join(bob)
    await table.press("Leave", bob)
    assert ranks.holds(bob)
    await table.join(bob)
    await (await table.ask("match cancel")).press("Yes, cancel it")
    assert ranks.holds(bob)
    assert not ranks.holds(table.players["Ann"])


async def test_two_matches_give_and_take_one_role_once(ranks: Ranks) -> None:
    one, other = await ranks.table("Ann"), await ranks.table("Kim")
    ann = one.players["Ann"]
    await other.join(ann)
    await one.press("Leave", ann)
    assert ranks.holds(ann)
    await other.press("Leave", ann)
    assert not ranks.holds(ann)


async def test_what_was_given_is_known_after_a_restart(ranks: Ranks) -> None:
    table = await ranks.table("Ann")
    bob = ranks.venue.member("Bob", roles=[ranks.seated])
    await table.join(bob)
    await ranks.venue.stage.restart()
    await table.press("Leave", table.players["Ann"])
    await table.press("Leave", bob)
    assert [ranks.holds(table.players["Ann"]), ranks.holds(bob)] == [False, True]
