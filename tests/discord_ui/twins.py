"""Two matches that differ in one player's secrets alone, and whatever a host can do at either of their desks.

The same story is lived through in both. A step chooses by dice among what there is to choose from (a command of the
tree and what goes into its fields, a suggestion, a button), so a command that is added takes part without being named
here; only for a field that takes any text does `TYPED` have to know what people may write into it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.hosting.model import events, handles
from bot.hosting.model.records import Entry
from tests.discord_ui.venue import Table, Venue

GHOST, GARDEN = "ghost-ladder", "garden-of-eden"

OF_PLAYERS: Final = ("submit", "ask", "help", "my")
"""Commands, and groups of them, that are about nobody but their asker. All others are the desk's."""

VERBS: Final = (
    *("join", "leave", "sure", "pick", "form", "create", "log", "rules", "send", "reply"),
    *("agree", "anyway", "book", "receipts", "waiting"),
)
"""What buttons do; whichever of them a host meets is pressed."""

TYPED: Final[dict[str, Sequence[str]]] = {
    "message": (
        *("5", "200", "5 +1g", "check", "check; 5", "status", "withdraw", "rank", "score", "cancel rank", "huh", "6"),
        *("gold", "silver", "red", "gold pink", "silver white", "gold black", "extend", "basket gs", "void Ann"),
    ),
    "text": ("12", "gold", "Good evening, all."),
    "reason": ("a slip",),
    "to": ("1", "6", "14"),
    "holding": ("garnets", "height", "points", "pinks", "periods", "yen"),
    "until": ("in a while", "2026-12-24 18:00"),
    "options": ("", "rounds=2"),
    "starts": ("tomorrow",),
    "reminders": ("none", "3"),
    "template": ("short",),
    "name": ("short",),
    "zone": ("Europe/Berlin", "Mars"),
}
"""Into a field of this name, where it takes any text."""

_NUMBERS: Final = (-100_000, -50, -3, -1, 0.5, 1, 2, 5, 100)
_ID: Final = re.compile(r"\d{17,20}")
_CODE: Final = re.compile(r"\bG(?=\w*\d)[2345679CFHJKPRTWX]{2,7}\b")
_SKEW: Final = re.compile(r"off by \d+ seconds")
"""What the doctor says of the machine's clock, beside which the stage's runs."""

Dice = random.Random


def chosen(dice: Dice, among: Sequence[Any]) -> Any:
    """Also where there are not as many in the twin: the dice fall alike."""
    return among[int(dice.random() * len(among))]


def leaves(commands: Sequence[Any]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from leaves(command.commands)
        elif command.qualified_name.split()[0] not in OF_PLAYERS:
            yield command


@dataclass
class Told:
    """What came of a step."""

    what: str
    answer: list[str] = field(default_factory=list)
    """All that the host who took it was shown."""
    looks: int = 0
    """How often that host stands on record."""
    closed: int = 0
    """How many deadlines had passed."""
    around: list[str] = field(default_factory=list)
    """All that stands in the hosts' channel, the public ones and hosts' direct messages."""


@dataclass
class World:
    """One of the twins."""

    table: Table
    office: ChannelHandle
    other: bool
    """Whether it is the second one."""
    host: MemberActor
    hosts: list[MemberActor]
    people: list[MemberActor]
    shown: list[tuple[Any, str]] = field(default_factory=list)
    """Buttons that the host was answered with: the message and the button's id."""
    names: dict[str, str] = field(default_factory=dict)
    """Ids and handles, by the order in which they appeared."""
    common: dict[str, str] = field(default_factory=dict)
    """Those that appeared to somebody who has not looked."""

    @property
    def venue(self) -> Venue:
        return self.table.venue

    def commands(self) -> dict[str, app_commands.Command[Any, ..., Any]]:
        tree = self.venue.stage.parts.client.tree
        return {command.qualified_name: command for command in leaves(tree.get_commands())}

    def relieve(self) -> None:
        """Another host comes, who has seen nothing yet."""
        self.host = self.venue.member(f"Host {len(self.hosts)}", roles=[self.venue.managers])
        self.hosts.append(self.host)
        self.shown = []

    # --- what a host does ---------------------------------------------------------------------------------------------

    async def command(self, name: str, dice: Dice) -> Told:
        told, fields = Told(f"/{name}"), dict[str, Any]()
        for parameter in self.commands()[name].parameters:
            if parameter.required or parameter.name == "match" or dice.random() < 0.5:
                fields[parameter.display_name] = await self.filled_in(told, name, parameter, fields, dice)
        told.what += f" {sorted(fields)}"
        result = await self.host.slash(self.venue.channel, name, **fields)
        return await self.ended(self.heard(told, result))

    async def filled_in(
        self, told: Told, command: str, parameter: app_commands.Parameter, before: dict[str, Any], dice: Dice
    ) -> Any:
        kind, roll = parameter.type, dice.random()
        if parameter.name == "match":
            return self.table.code
        if parameter.autocomplete:
            offers = await self.suggested(told, command, parameter.display_name, before)
            if offers and roll < 0.7:
                return chosen(dice, offers)["value"]
        if parameter.choices:
            return chosen(dice, parameter.choices).value
        if kind is AppCommandOptionType.string:
            assert parameter.name in TYPED, f"say in TYPED what people may write into `{parameter.name}` of /{command}"
            return chosen(dice, TYPED[parameter.name])
        if kind in (AppCommandOptionType.integer, AppCommandOptionType.number):
            return self.number(parameter, dice)
        if kind is AppCommandOptionType.user:
            return chosen(dice, self.people)
        if kind is AppCommandOptionType.boolean:
            return roll < 0.5
        return {AppCommandOptionType.role: self.venue.managers}.get(kind, self.venue.channel)

    @staticmethod
    def number(parameter: app_commands.Parameter, dice: Dice) -> float | int:
        least = -1e12 if parameter.min_value is None else parameter.min_value
        most = 1e12 if parameter.max_value is None else parameter.max_value
        whole = parameter.type is AppCommandOptionType.integer
        fitting = [n for n in _NUMBERS if least <= n <= most and (not whole or n == int(n))]
        return int(chosen(dice, fitting)) if whole else float(chosen(dice, fitting))

    async def suggestions(self, dice: Dice) -> Told:
        """Everything that is suggested for one field."""
        fields = [(n, p.display_name) for n, c in self.commands().items() for p in c.parameters if p.autocomplete]
        name, option = chosen(dice, fields)
        told = Told(f"/{name} {option}: …")
        await self.suggested(told, name, option, {"match": self.table.code} if option != "match" else {})
        return await self.ended(told)

    async def suggested(self, told: Told, name: str, option: str, before: dict[str, Any]) -> list[dict[str, Any]]:
        known = {p.display_name for p in self.commands()[name].parameters}
        filled = {"match": self.table.code} if "match" in known and option != "match" else {}
        offers = await self.host.autocomplete(self.venue.channel, name, option, "", **(filled | before))
        told.answer += [self.alike(offer) for offer in offers]
        return offers

    async def press(self, dice: Dice) -> Told:
        """A button: rather one under an answer, else one under a question, a card or a board."""
        found = [*self.buttons(self.office), *self.buttons(self.venue.channel), *self.buttons(self.table.thread)[-1:]]
        found = self.shown if self.shown and dice.random() < 0.8 else found
        verb = chosen(dice, sorted({custom_id.split(":")[0] for _, custom_id in found}))
        message, custom_id = chosen(dice, [button for button in found if button[1].startswith(f"{verb}:")])
        assert custom_id.split(":")[0] in VERBS, f"a button of a new kind: {custom_id}"
        told = Told(f"[{custom_id.split(':')[0]}]")
        result = await self.host.click(message, custom_id=custom_id)
        self.heard(told, result)
        if result.modal is not None:
            self.heard(told, await self.host.submit_modal(result, {"text": "An answer."}))
        return await self.ended(told)

    @staticmethod
    def buttons(channel: ChannelHandle) -> list[tuple[Any, str]]:
        return [(m, b.custom_id) for m in channel.history() for b in _children(m) if b.custom_id is not None]

    # --- what else happens --------------------------------------------------------------------------------------------

    async def noise(self) -> Told:
        """What Bob does in secret: in the other world he does nothing."""
        if self.other:
            await self.table.dm("Bob", "status", "check")
        return await self.ended(Told("Bob, in secret"))

    async def question(self) -> Told:
        await self.table.dm("Ann", "ask Does a half count?")
        return await self.ended(Told("Ann asks"))

    async def wait(self, minutes: float) -> Told:
        await self.venue.stage.forward(seconds=60 * minutes)
        return await self.ended(Told("wait"))

    async def restart(self) -> Told:
        await self.venue.stage.restart()
        return await self.ended(Told("restart"))

    # --- what is seen -------------------------------------------------------------------------------------------------

    def heard(self, told: Told, result: Any) -> Told:
        messages = [*([result.response] if result.response is not None else []), *result.followups]
        for message in messages:
            files = [(a.filename, _content(result, a)) for a in message.attachments]
            told.answer.append(self.alike([message.content, message.components, files]))
        if result.modal is not None:
            told.answer.append(self.alike([result.modal.title, result.modal.custom_id, str(result.modal)]))
        self.shown = [(m, b["custom_id"]) for m in messages for row in m.components for b in row["components"]]
        return told

    async def ended(self, told: Told) -> Told:
        async with self.venue.stage.parts.house.store.begin() as unit:
            matches = await unit.matches_in(self.venue.guild.id)
            rows = [row for hosted in matches for row in await unit.rows(hosted.id)]
            read = await unit.opened(self.venue.guild.id, self.host.id)
        told.looks = len(read) + sum(r.kind in events.LOOKS and r.actor == self.host.id for r in rows)
        told.closed = sum(row.kind == events.CLOSED for row in rows)
        if told.looks:  # who looks meets ids that nobody else does
            self.names = dict(self.common)
        told.around = [self.alike(message) for message in self.around()]
        self.common = dict(self.names)
        return told

    def around(self) -> Iterator[object]:
        rooms = [host.user.dm_channel for host in self.hosts]
        for place in (self.office, self.venue.channel, *self.venue.channel.threads, *rooms):
            for m in place.history():
                buttons = [(b.label, b.custom_id) for b in _children(m)]
                yield [str(m.created_at), str(m.edited_at), m.pinned, m.content, {"custom_id": buttons}]

    def alike(self, shown: object) -> str:
        """What somebody sees, with ids and handles by the order of their appearance: they tell nothing else."""
        text = json.dumps(self._opaque(shown, named=False), default=str, sort_keys=True)
        return _SKEW.sub("off", _CODE.sub(self._name, _ID.sub(self._name, text)))

    def _opaque(self, shown: Any, named: bool) -> Any:
        if isinstance(shown, dict):
            return {key: self._opaque(value, key in ("custom_id", "value")) for key, value in shown.items()}
        if isinstance(shown, list | tuple):
            return [self._opaque(one, named) for one in shown]
        if isinstance(shown, str) and named:
            return ":".join(self._name_of(part) if handles.is_one(part) else part for part in shown.split(":"))
        return shown

    def _name(self, found: re.Match[str]) -> str:
        return self._name_of(found[0])

    def _name_of(self, found: str) -> str:
        return self.names.setdefault(found, f"#{len(self.names)}")


def _children(message: discord.Message) -> Iterator[discord.Button]:
    for row in message.components:
        for one in getattr(row, "children", ()):
            if isinstance(one, discord.Button):
                yield one


def _content(result: Any, attachment: discord.Attachment) -> str:
    content = result._env.backend.cdn.get(attachment.url)
    return "" if content is None else content.decode()


# --- the twins --------------------------------------------------------------------------------------------------------


async def ladder(venue: Venue, other: bool) -> Table:
    """In the one world Bob brings more garnets, boosts, asks for a check and sends an illegal submission; in the other
    nothing of it. The sums and the ladders are the same."""
    table = await venue.open(GHOST, started=False, options="rounds=3, vote_hours=1")
    await bring(venue, table.players["Bob"], "garnets", 2 if other else 9)
    await table.ask("match start")
    first = ("7", "rank", "check 12", "7") if other else ("4 +1g",)
    for name, texts in {"Ann": ("10",), "Bob": first, "Eve": ("1",)}.items():
        await table.dm(name, *texts)
    await table.pass_deadline()
    await table.dm("Bob", *(("200", "score") if other else ()))
    return table


async def garden(venue: Venue, other: bool) -> Table:
    """Other baskets, accounts, Pinks and casts; as many of each colour in both."""
    players, options = "Ann Bob Eve Dee", "rounds=3, round_hours=24, basket_hours=24"
    table = await venue.open(GARDEN, started=False, players=players, options=options)
    await bring(venue, table.players["Bob"], "yen", 7 if other else 90_000_000)
    await table.ask("match start")
    for name in table.players:
        await table.dm(name, "basket gg" if other and name == "Bob" else "basket gsgsg")
    await table.pass_deadline()
    pink = " pink" if other else ""
    for name, cast in {"Ann": "gold", "Bob": f"gold{pink}", "Eve": f"silver{pink}", "Dee": "gold"}.items():
        await table.dm(name, cast)
    await table.pass_deadline()
    second = {"Bob": "silver", "Eve": "gold black"} if other else {"Bob": "gold black", "Eve": "silver"}
    for name, cast in {"Ann": "gold", "Dee": "gold", **second}.items():
        await table.dm(name, cast)
    return table


async def bring(venue: Venue, member: MemberActor, kind: str, amount: int) -> None:
    """Into the ledger without a host, since whoever enters something there knows it."""
    async with venue.stage.parts.house.store.begin() as unit:
        await unit.enter(Entry(venue.guild.id, member.id, kind, amount, "won", venue.stage.env.now()))


PAIRS: Final = {GHOST: ladder, GARDEN: garden}


async def world(venue: Venue, ruleset: str, other: bool) -> World:
    office = venue.guild.create_text_channel("office")
    await venue.ask(venue.host, "server channel", channel=office)
    table = await PAIRS[ruleset](venue, other)
    people = [*table.players.values(), venue.member("Zoe"), venue.member("Yan")]
    it = World(table, office, other, venue.host, [venue.host], people)
    it.relieve()
    return it
