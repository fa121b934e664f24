"""Who may do what: every command and every button, by every kind of person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import pytest
from discord import app_commands
from simcord.actors import MemberActor
from simcord.builders import RoleHandle

from bot.hosting import words
from bot.hosting.model.handles import Purpose, handle
from tests.discord_ui.venue import Reply, Table, Venue, forge

PASSES: Final = "passes"
"""The door is open; what lies behind it is other tests' business."""
REFUSALS: Final = (
    words.NOT_A_HOST,
    words.SEATED_HOST,
    words.PLAYING_HOST,
    words.PLAYING_MANAGER,
    words.NO_SUCH_MATCH,
    words.NOT_A_MANAGER,
    words.NO_MORE_COHOSTS,
    words.HOSTLESS,
)

PEOPLE: Final = (
    "stranger",
    "player",
    "co-host of the match",
    "host with the role",
    "manager",
    "owner",
    "host in a seat",
    "host who held a seat",
    "manager elsewhere",
    "creator who lost the role",
    "host whose role was taken",
    "manager who manages no more",
    "co-host no more",
    "host who is timed out",
    "former player",
    "substitute",
    "host who looked",
    "invited",
)

SPEECHLESS: Final = "host who is timed out"
"""Discord lets them give no commands; what is under a message of theirs can still come from them."""
TYPING: Final = tuple(person for person in PEOPLE if person != SPEECHLESS)

DESK: Final = dict.fromkeys(PEOPLE, words.NOT_A_HOST) | {
    "co-host of the match": PASSES,
    "host with the role": PASSES,
    "manager": PASSES,
    "owner": PASSES,
    "host in a seat": words.SEATED_HOST,
    "host who held a seat": words.SEATED_HOST,
    "manager elsewhere": words.NO_SUCH_MATCH,
    "host who looked": PASSES,
}
"""The tools of one match."""
NAMING: Final = DESK | {"co-host of the match": words.NO_MORE_COHOSTS}
"""Who makes others hosts of the match."""
HOSTS: Final = DESK | {
    "co-host of the match": words.NOT_A_HOST,
    "host in a seat": PASSES,
    "host who held a seat": PASSES,
    "manager elsewhere": PASSES,
}
"""What hosts do in their own server, whatever matches there are."""
BOOKS: Final = HOSTS | {"host in a seat": words.PLAYING_HOST}
"""What others hold, which is secret from whoever plays with them."""
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


SEATED: Final = ("player", "host in a seat", "substitute")


@dataclass(frozen=True)
class Door:
    """A command, who may pass, and what stands in its fields (`@name` is a person, `{code}` the match's)."""

    who: dict[str, str]
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def of_a_match(self) -> bool:
        return self.who in (DESK, NAMING, SERVER)


DOORS: Final = {
    "match create": Door(HOSTS, {"ruleset": "ghost-ladder"}),
    "match start": Door(DESK),
    "match cancel": Door(DESK),
    "match cohost": Door(NAMING, {"person": "@bystander"}),
    "match uncohost": Door(NAMING, {"person": "@bystander"}),
    "match invite": Door(DESK, {"person": "@bystander"}),
    "match status": Door(SERVER),
    "match rules": Door(SERVER),
    "match rulings": Door(SERVER),
    "host look": Door(DESK),
    "host log": Door(DESK),
    "host export": Door(DESK),
    "host preview": Door(DESK),
    "host submit": Door(DESK, {"player": "@player", "message": "12"}),
    "host correct-holding": Door(DESK, {"player": "@player", "holding": "garnets", "amount": 1.0, "reason": "a slip"}),
    "host correct-message": Door(DESK, {"message": "1", "text": "12", "reason": "a slip"}),
    "host rollback": Door(DESK, {"to": "1", "reason": "a slip"}),
    "host remove": Door(DESK, {"player": "@player"}),
    "host replace": Door(DESK, {"player": "@bystander", "substitute": "@player"}),
    "host announce": Door(DESK, {"text": "Good evening."}),
    "host ruling": Door(DESK, {"text": "A half is a half."}),
    "host repost": Door(DESK),
    "host extend": Door(DESK, {"hours": 1.0}),
    "host close": Door(DESK),
    "host pause": Door(DESK),
    "host resume": Door(DESK),
    "ledger show": Door(BOOKS, {"everyone": True}),
    "ledger set": Door(BOOKS, {"person": "@stranger", "kind": "garnets", "amount": 5, "reason": "a gift"}),
    "ledger give": Door(
        BOOKS, {"giver": "@stranger", "taker": "@player", "kind": "garnets", "amount": 1, "reason": "a gift"}
    ),
    "server hosts": Door(MANAGERS, {"role": "&hosts"}),
    "server channel": Door(MANAGERS | {"host in a seat": words.PLAYING_MANAGER}),
    "server zone": Door(MANAGERS, {"zone": "Europe/Berlin"}),
    "server template": Door(HOSTS, {"name": "short", "ruleset": "ghost-ladder", "options": "rounds=2"}),
    "doctor": Door(HOSTS),
    "submit": Door(ANYONE, {"message": "12"}),
    "ask": Door(ANYONE, {"question": "May I?"}),
    "help": Door(ANYONE),
    "my status": Door(ANYONE),
    "my check": Door(ANYONE),
    "my rules": Door(ANYONE),
    "my matches": Door(ANYONE),
    "my receipts": Door(ANYONE),
    "my looks": Door(ANYONE, {"match": "{code}"}),
    "my reminders": Door(ANYONE, {"on": False}),
    "my quiet": Door(ANYONE, {"on": False}),
    "my away": Door(ANYONE),
}


@dataclass
class Company:
    """Everybody there is, around one running match."""

    table: Table
    here: Venue
    elsewhere: Venue
    people: dict[str, MemberActor]
    role: RoleHandle
    """Whose members may host."""

    async def ask(self, person: str, command: str, door: Door, match: str = "") -> Reply:
        fields = {name: self.filled_in(value, person) for name, value in door.fields.items()}
        if door.of_a_match:
            fields["match"] = match or self.table.code
        return await self.venue_of(person).ask(self.people[person], command, **fields)

    async def forge(self, person: str, custom_id: str) -> Reply:
        venue = self.venue_of(person)
        return await forge(self.people[person], await venue.host.send(venue.channel, "a message"), custom_id)

    def filled_in(self, value: Any, person: str) -> Any:
        if isinstance(value, str) and value.startswith("@"):  # the others are no members of the other server
            return self.elsewhere.host if person == "manager elsewhere" else self.people[value[1:]]
        if value == "&hosts":
            return self.elsewhere.managers if person == "manager elsewhere" else self.role
        return value.format(code=self.table.code) if isinstance(value, str) else value

    def venue_of(self, person: str) -> Venue:
        return self.elsewhere if person == "manager elsewhere" else self.here


@pytest.fixture
async def company(venue: Venue) -> Company:
    role = venue.guild.create_role("Hosts")
    await venue.ask(venue.host, "server hosts", role=role)
    seated = venue.member("Seated", roles=[role, venue.managers])
    creator = venue.member("Creator", roles=[role])
    table = await opened_by(venue, creator)
    gone, former = venue.member("Gone", roles=[role]), venue.member("Former")
    for member in (*(venue.member(name) for name in ("Ann", "Bob", "Eve")), seated, gone, former):
        await table.join(member)
    await table.ask("match start")
    heir, looked = venue.member("Heir"), venue.member("Looked", roles=[role])
    await table.replace(gone.user, heir)
    await table.replace(former.user, venue.member("Other"))
    friend, foe, invited = (venue.member(name) for name in ("Friend", "Foe", "Invited"))
    for person in (friend, foe):
        await table.ask("match cohost", person=person)
    await table.ask("match uncohost", person=foe)
    await table.ask("match invite", person=invited)
    await table.ask("host look", by=looked)
    helper, boss = venue.member("Was Helper", roles=[role]), venue.member("Was Boss", roles=[venue.managers])
    for person in (helper, boss, creator):
        assert (await table.ask("match status", by=person)).text.count("**Hosts**") == 1
        change(venue, person, role_ids=[])
    silent = venue.member("Silent", roles=[role])
    change(venue, silent, timed_out_until=(venue.stage.env.now() + timedelta(hours=1)).isoformat())
    await venue.stage.env.settle()
    elsewhere = Venue.found(venue.stage, "The Cellar", host="Norbert")
    people = {
        "stranger": venue.member("Stranger"),
        "bystander": venue.member("Bystander"),
        "player": table.players["Ann"],
        "co-host of the match": friend,
        "host with the role": venue.member("Helper", roles=[role]),
        "manager": venue.host,
        "owner": MemberActor(venue.stage.env, venue.guild, venue.guild.owner),
        "host in a seat": seated,
        "host who held a seat": gone,
        "manager elsewhere": elsewhere.host,
        "creator who lost the role": creator,
        "host whose role was taken": helper,
        "manager who manages no more": boss,
        "co-host no more": foe,
        "host who is timed out": silent,
        "former player": former,
        "substitute": heir,
        "host who looked": looked,
        "invited": invited,
    }
    return Company(table, venue, elsewhere, people, role)


async def opened_by(venue: Venue, creator: MemberActor) -> Table:
    """A sign-up that somebody else than the venue's host has opened."""
    said = await venue.ask(creator, "match create", ruleset="ghost-ladder")
    code = re.search(r"match \*\*([A-Z0-9]+)\*\*", said.text)
    assert code is not None, said.text
    return Table(venue, code[1])


def change(venue: Venue, person: MemberActor, **how: Any) -> None:
    """What somebody is in the server becomes another."""
    venue.stage.env.backend.edit_member(venue.guild.id, person.id, how)


def leaves(commands: list[Any]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from leaves(command.commands)
        else:
            yield command


async def test_every_command_has_a_door(venue: Venue) -> None:
    known = {command.qualified_name for command in leaves(venue.stage.parts.client.tree.get_commands())}
    assert known == set(DOORS)


def pressed(reply: Reply) -> str:
    """What a button answered; a form that it opened has no text, and a page that it turned is not new."""
    assert reply.hidden or reply.result.modal is not None or reply.turned_a_page
    return reply.text


BUTTON_REFUSALS: Final = (
    *(*REFUSALS, words.NOT_ASKED, words.STALE, words.SIGNUP_CLOSED, words.NOT_IN),
    *(words.NOT_STILL_IN, words.QUESTION_OVER, words.QUESTION_GONE),
)


async def test_every_command_lets_in_whom_it_should_and_nobody_else(company: Company) -> None:
    came_out = {}
    for command, door in DOORS.items():
        before = await company.table.position()
        for person in (p for p in TYPING if door.who[p] != PASSES):
            came_out[command, person] = await heard(company, person, command, door)
        assert await company.table.position() == before, (command, "changed by those it refused")
        for person in (p for p in TYPING if door.who[p] == PASSES):
            came_out[command, person] = await heard(company, person, command, door)
    assert came_out == {(command, person): door.who[person] for command, door in DOORS.items() for person in TYPING}


async def heard(company: Company, person: str, command: str, door: Door) -> str:
    reply = await company.ask(person, command, door)
    assert reply.hidden
    return reply.text if reply.text in REFUSALS else PASSES


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
        for person in TYPING:
            venue = company.venue_of(person)
            offers = await company.people[person].autocomplete(venue.channel, command, "match", "")
            suggested[command, person] = [offer["value"] for offer in offers]
    assert suggested == {
        (command, person): [company.table.code] if door.who[person] == PASSES else []
        for command, door in DOORS.items()
        if door.of_a_match
        for person in TYPING
    }


async def test_players_are_suggested_their_own_matches_and_nobody_elses(company: Company) -> None:
    for command in ("submit", "my status", "my check", "my rules", "my receipts"):
        for person in TYPING:
            venue = company.venue_of(person)
            offers = await company.people[person].autocomplete(venue.channel, command, "match", "")
            seated = person in SEATED
            assert [offer["value"] for offer in offers] == ([company.table.code] if seated else []), (command, person)


async def test_what_has_happened_in_a_match_is_suggested_to_its_hosts_alone(company: Company) -> None:
    await company.table.dm("Bob", "12")
    for command, option in (("host rollback", "to"), ("host correct-message", "message")):
        for person in TYPING:
            venue = company.venue_of(person)
            offers = await company.people[person].autocomplete(
                venue.channel, command, option, "", match=company.table.code
            )
            assert bool(offers) == (DESK[person] == PASSES), (command, person)
            assert not [offer for offer in offers if "12" in offer["name"] or "Bob" in offer["name"]]


async def test_what_somebody_else_holds_is_for_hosts(company: Company) -> None:
    ann, stranger = company.people["player"], company.people["stranger"]
    assert (await company.here.ask(stranger, "ledger show", person=ann)).text == words.NOT_A_HOST
    assert (await company.here.ask(stranger, "ledger show", person=stranger)).text.startswith("You hold")
    assert (await company.here.ask(stranger, "ledger show")).text.startswith("You hold")


# --- buttons ----------------------------------------------------------------------------------------------------------

PRESSES: Final = {
    "join:{code}": {p: words.ALREADY_IN if p in SEATED else words.SIGNUP_CLOSED for p in PEOPLE},
    "leave:{code}": {p: words.STARTED_ALREADY if p in SEATED else words.NOT_IN for p in PEOPLE},
    "pick:{letter}:{code}": dict.fromkeys(PEOPLE, words.PICKED_BEFORE),
    "create:{message}": dict.fromkeys(PEOPLE, words.DRAFT_GONE),
    "form:{code}:1": {p: PASSES if p in SEATED else words.NOT_ASKED for p in PEOPLE},
    "send:{code}:1:12": {p: PASSES if p in SEATED else words.STALE for p in PEOPLE},
    "reply:{code}:{question}": DESK | {"manager elsewhere": words.NO_SUCH_MATCH},  # looked at again with the answer
    "waiting:{code}": DESK,
    "anyway:{code}:{message}:3:abc": dict.fromkeys(PEOPLE, words.QUESTION_GONE),
    "agree:{code}:1": {p: words.QUESTION_OVER if p in SEATED else words.NOT_STILL_IN for p in PEOPLE},
    "log:{code}:{page}": DESK,
    "receipts:{code}:0": {p: PASSES if p in SEATED else words.NOT_YOURS for p in PEOPLE},
    "book:{code}": dict.fromkeys(PEOPLE, PASSES),
    "rules:{code}:0": dict.fromkeys(PEOPLE, PASSES),  # the rules are nobody's secret
    "sure:remove:{code}:0:{player}": DESK,
    "sure:replace:{code}:0:1": DESK,
    "sure:rollback:{code}:1:{point}:1": DESK,
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
    table, came_out = company.table, {}
    message = await table.players["Bob"].send_dm("12")
    ids = {"code": table.code, "message": message.id, "player": table.players["Eve"].id}
    ids |= await called(table, letter=message.id, question=1, page=0, point=1)
    for template, who in PRESSES.items():
        before = await table.position()
        for person in (p for p in PEOPLE if who[p] != PASSES):
            came_out[template, person] = pressed(await company.forge(person, template.format(**ids)))
        assert await table.position() == before, (template, "changed by those it refused")
        for person in (p for p in PEOPLE if who[p] == PASSES):
            said = pressed(await company.forge(person, template.format(**ids)))
            came_out[template, person] = said if said in BUTTON_REFUSALS else PASSES
    assert came_out == {(template, person): who[person] for template, who in PRESSES.items() for person in PEOPLE}


async def test_a_question_is_answered_by_those_who_may_host_and_nobody_else(company: Company) -> None:
    await company.table.dm("Bob", "ask Does a half count?")
    asked, came_out = await called(company.table, question=await company.table.position()), {}
    for number, person in enumerate(p for p in PEOPLE if DESK[p] == PASSES):
        heard = len(company.table.letters("Bob"))
        shown = await company.forge(person, f"reply:{company.table.code}:{asked['question']}:{number}")
        said = Reply(
            shown.by, await company.people[person].submit_modal(shown.result, {"text": f"It does, says {person}."})
        )
        assert said.hidden
        assert said.text == words.DONE
        assert len(company.table.letters("Bob")) == heard + 1
    for person in PEOPLE:
        shown = await company.forge(person, f"reply:{company.table.code}:{asked['question']}")
        assert shown.result.modal is None  # there are answers by now
        came_out[person] = shown.text if shown.text in REFUSALS else PASSES
    assert came_out == DESK


async def called(table: Table, **numbers: int) -> dict[str, str]:
    """What buttons of this match say in the place of a number, by what it is a number of."""
    seed = (await table.hosted()).match.seed
    return {name: handle(seed, Purpose(name), number) for name, number in numbers.items()}


async def test_a_button_of_an_earlier_build_which_said_a_number_is_answered_kindly(company: Company) -> None:
    code = company.table.code
    for custom_id in (f"reply:{code}:6", f"log:{code}:1", f"pick:123456789012345678:{code}"):
        reply = await forge(company.people["manager"], company.table.card, custom_id)
        assert (reply.hidden, reply.text) == (True, words.FORGOTTEN)


async def test_a_broken_or_unknown_button_is_answered_kindly(company: Company) -> None:
    for custom_id in (
        "nothing:at:all",
        "sure:everything:X:1",
        "sure:close",
        "sure:remove:X:0",
        "sure:rollback:X:0:a",
        "pick:abc:X",
        "join:ZZ9",
        "leave:ZZ9",
    ):
        reply = await forge(company.people["manager"], company.table.card, custom_id)
        assert reply.hidden, custom_id
        assert reply.text, custom_id
