"""Who may do what: every command and every button, by every kind of person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from discord import app_commands
from simcord.actors import MemberActor

from bot.hosting import words
from tests.discord_ui.venue import Reply, Table, Venue, forge

PASSES: Final = "passes"
"""The door is open; what lies behind it is other tests' business."""
REFUSALS: Final = (words.NOT_A_HOST, words.SEATED_HOST, words.NO_SUCH_MATCH, words.NOT_A_MANAGER)

PEOPLE: Final = (
    "stranger",
    "player",
    "host with the role",
    "manager",
    "owner",
    "host in a seat",
    "host who held a seat",
    "manager elsewhere",
)

DESK: Final = dict.fromkeys(PEOPLE, words.NOT_A_HOST) | {
    "host with the role": PASSES,
    "manager": PASSES,
    "owner": PASSES,
    "host in a seat": words.SEATED_HOST,
    "host who held a seat": words.SEATED_HOST,
    "manager elsewhere": words.NO_SUCH_MATCH,
}
"""The tools of one match."""
HOSTS: Final = DESK | {"host in a seat": PASSES, "host who held a seat": PASSES, "manager elsewhere": PASSES}
"""What hosts do in their own server, whatever matches there are."""
MANAGERS: Final = dict.fromkeys(PEOPLE, words.NOT_A_MANAGER) | {
    "manager": PASSES,
    "owner": PASSES,
    "host in a seat": PASSES,
    "manager elsewhere": PASSES,
}
SERVER: Final = dict.fromkeys(PEOPLE, PASSES) | {"manager elsewhere": words.NO_SUCH_MATCH}
"""What everybody in the match's own server may ask about it."""
ANYONE: Final = dict.fromkeys(PEOPLE, PASSES)
"""About oneself."""


@dataclass(frozen=True)
class Door:
    """A command, what stands in its fields, and who may pass. `match` is filled in where it is the match's door."""

    who: dict[str, str]
    fields: dict[str, Any]
    of_a_match: bool = True


DOORS: Final = {
    "match create": Door(HOSTS, {"ruleset": "ghost-ladder"}, of_a_match=False),
    "match start": Door(DESK, {}),
    "match invite": Door(DESK, {"person": None}),
    "match cancel": Door(DESK, {}),
    "match status": Door(SERVER, {}),
    "match rules": Door(SERVER, {}),
    "host look": Door(DESK, {}),
    "host export": Door(DESK, {}),
    "host extend": Door(DESK, {"hours": 1.0}),
    "host close": Door(DESK, {}),
    "host pause": Door(DESK, {}),
    "host resume": Door(DESK, {}),
    "ledger show": Door(HOSTS, {"everyone": True}, of_a_match=False),
    "ledger set": Door(HOSTS, {"kind": "garnets", "amount": 5, "reason": "a gift"}, of_a_match=False),
    "ledger give": Door(HOSTS, {"kind": "garnets", "amount": 1, "reason": "a gift"}, of_a_match=False),
    "server hosts": Door(MANAGERS, {}, of_a_match=False),
    "server zone": Door(MANAGERS, {"zone": "Europe/Berlin"}, of_a_match=False),
    "submit": Door(ANYONE, {"message": "12"}, of_a_match=False),
    "my status": Door(ANYONE, {}, of_a_match=False),
    "my check": Door(ANYONE, {}, of_a_match=False),
    "my rules": Door(ANYONE, {}, of_a_match=False),
    "my matches": Door(ANYONE, {}, of_a_match=False),
}


@dataclass
class Company:
    """Everybody there is, around one running match."""

    table: Table
    here: Venue
    elsewhere: Venue
    people: dict[str, MemberActor]

    async def ask(self, person: str, command: str, door: Door, match: str = "") -> Reply:
        venue = self.elsewhere if person == "manager elsewhere" else self.here
        fields = dict(door.fields)
        if door.of_a_match:
            fields["match"] = match or self.table.code
        if command in ("ledger set", "match invite"):
            fields["person"] = self.people["stranger"]
        if command == "ledger give":
            fields |= {"giver": self.people["stranger"], "taker": self.people["player"]}
        if person == "manager elsewhere":  # the same people are no members there
            fields = {name: venue.host if isinstance(value, MemberActor) else value for name, value in fields.items()}
        return await venue.ask(self.people[person], command, **fields)


@pytest.fixture
async def company(venue: Venue) -> Company:
    role = venue.guild.create_role("Hosts")
    await venue.ask(venue.host, "server hosts", role=role)
    seated = venue.member("Seated", roles=[role, venue.managers])
    table = await venue.open("ghost-ladder", players="Ann Bob Eve", started=False)
    gone = venue.member("Gone", roles=[role])
    for member in (seated, gone):
        await table.join(member)
    await table.press("Leave", gone)
    await table.ask("match start")
    elsewhere = Venue.found(venue.stage, "The Cellar", host="Norbert")
    people = {
        "stranger": venue.member("Stranger"),
        "player": table.players["Ann"],
        "host with the role": venue.member("Helper", roles=[role]),
        "manager": venue.host,
        "owner": MemberActor(venue.stage.env, venue.guild, venue.guild.owner),
        "host in a seat": seated,
        "host who held a seat": gone,
        "manager elsewhere": elsewhere.host,
    }
    return Company(table, venue, elsewhere, people)


def leaves(commands: list[Any]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from leaves(command.commands)
        else:
            yield command


async def test_every_command_has_a_door(venue: Venue) -> None:
    known = {command.qualified_name for command in leaves(venue.stage.parts.client.tree.get_commands())}
    assert known == set(DOORS)


def outcome(reply: Reply) -> str:
    return reply.text if reply.text in REFUSALS else PASSES


async def test_every_command_lets_in_whom_it_should_and_nobody_else(company: Company) -> None:
    came_out = {}
    for command, door in DOORS.items():
        for person in PEOPLE:
            before = len(await company.table.journal())
            reply = await company.ask(person, command, door)
            came_out[command, person] = outcome(reply)
            assert reply.hidden
            if outcome(reply) != PASSES:
                assert len(await company.table.journal()) == before
    assert came_out == {(command, person): door.who[person] for command, door in DOORS.items() for person in PEOPLE}


async def test_a_match_of_another_server_and_one_that_does_not_exist_are_answered_alike(company: Company) -> None:
    for command, door in DOORS.items():
        if door.of_a_match:
            there = await company.ask("manager elsewhere", command, door)
            nowhere = await company.ask("manager elsewhere", command, door, match="ZZ9")
            assert there.text == nowhere.text == words.NO_SUCH_MATCH


async def test_commands_suggest_only_the_matches_that_their_asker_may_use_them_on(company: Company) -> None:
    suggested = {}
    for command, door in DOORS.items():
        if not door.of_a_match:
            continue
        for person in PEOPLE:
            venue = company.elsewhere if person == "manager elsewhere" else company.here
            offers = await company.people[person].autocomplete(venue.channel, command, "match", "")
            suggested[command, person] = [offer["value"] for offer in offers]
    assert suggested == {
        (command, person): [company.table.code] if door.who[person] == PASSES else []
        for command, door in DOORS.items()
        if door.of_a_match
        for person in PEOPLE
    }


async def test_players_are_suggested_their_own_matches_and_nobody_elses(company: Company) -> None:
    channel = company.here.channel
    for command in ("submit", "my status", "my check", "my rules"):
        for person in PEOPLE[:-1]:
            offers = await company.people[person].autocomplete(channel, command, "match", "")
            seated = person in ("player", "host in a seat")
            assert [offer["value"] for offer in offers] == ([company.table.code] if seated else [])


async def test_what_somebody_else_holds_is_for_hosts(company: Company) -> None:
    ann, stranger = company.people["player"], company.people["stranger"]
    assert (await company.here.ask(stranger, "ledger show", person=ann)).text == words.NOT_A_HOST
    assert (await company.here.ask(stranger, "ledger show", person=stranger)).text.startswith("You hold")
    assert (await company.here.ask(stranger, "ledger show")).text.startswith("You hold")


# --- buttons ----------------------------------------------------------------------------------------------------------

SEATED: Final = ("player", "host in a seat")
PRESSES: Final = {
    "join:{code}": {p: words.ALREADY_IN if p in SEATED else words.SIGNUP_CLOSED for p in PEOPLE},
    "leave:{code}": {p: words.STARTED_ALREADY if p in SEATED else words.NOT_IN for p in PEOPLE},
    "pick:{message}:{code}": dict.fromkeys(PEOPLE, words.PICKED_BEFORE),
    "create:{message}": dict.fromkeys(PEOPLE, words.DRAFT_GONE),
    "sure:close:{code}:1": DESK,
    "sure:cancel:{code}:0": DESK,
}


async def test_every_button_is_walked_through(venue: Venue) -> None:
    client = venue.stage.parts.client
    named = [custom_id.split(":") for custom_id in PRESSES]
    assert {verb for verb, *_ in named} == set(client.presses)
    assert {rest[0] for verb, *rest in named if verb == "sure"} == set(client.desk.confirm)


async def test_every_button_obeys_whom_it_should_and_nobody_else(company: Company) -> None:
    """The right to press is looked at when it is pressed, whoever the button was made for."""
    table = company.table
    message = await table.players["Bob"].send_dm("12")
    came_out, expected = {}, {}
    for template, who in PRESSES.items():
        custom_id = template.format(code=table.code, message=message.id)
        for person in sorted(PEOPLE, key=lambda p: who[p] == PASSES):  # those who may come last: it changes the match
            venue = company.elsewhere if person == "manager elsewhere" else company.here
            under = await venue.host.send(venue.channel, "a message")
            before = len(await table.journal())
            reply = await forge(company.people[person], under, custom_id)
            assert reply.hidden
            came_out[template, person] = PASSES if who[person] == PASSES != outcome(reply) else reply.text
            expected[template, person] = who[person]
            if who[person] != PASSES:
                assert len(await table.journal()) == before
    assert {k: v for k, v in came_out.items() if expected[k] != PASSES} == {
        k: v for k, v in expected.items() if v != PASSES
    }
    assert not {k for k, v in came_out.items() if expected[k] == PASSES and v in REFUSALS}


async def test_a_broken_or_unknown_button_is_answered_kindly(company: Company) -> None:
    for custom_id in ("nothing:at:all", "sure:everything:X:1", "sure:close", "pick:abc:X", "join:ZZ9", "leave:ZZ9"):
        reply = await forge(company.people["manager"], company.table.card, custom_id)
        assert reply.hidden, custom_id
        assert reply.text, custom_id
