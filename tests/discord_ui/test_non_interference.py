"""Two matches that differ only in what is secret ask Discord for the same things where others can see it (ruling L1).

Compared are whole requests with the instants at which they were made: posts, edits, pins, threads, whom they notify,
what the buttons under them are called. Ids and handles are numbered in the order of their appearance, nonces are left
out. And whoever's own secrets are the same in both is written the same by direct message. The hosts' channel is no
place for secrets either, nor is what the desk suggests to a host who has not looked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.types import HttpLogEntry

from bot.hosting.model.handles import is_one
from tests.discord_ui.conftest import Curtain
from tests.discord_ui.twins import leaves
from tests.discord_ui.venue import Table, Venue

GHOST, GARDEN = "ghost-ladder", "garden-of-eden"
Step = tuple[str, ...]
"""`(name, text, …)`: direct messages of a player; `("/submit", name, text)`: a command; `("host …",)`: a host's;
`("shut", name)`: the player's direct messages are closed from now on; `("wait", minutes)`; `("close",)`: to past the
deadline."""
_ID: Final = re.compile(r"\d{17,20}")
_NUMBERED: Final = re.compile(r"\d{17,20}|(?<=:)[A-Za-z0-9_-]{16}(?=[:\"])")
"""Ids of Discord's, and handles in the ids of buttons."""
_UNSEEN: Final = ("nonce", "enforce_nonce")


@dataclass(frozen=True)
class Pair:
    """Two ways through a match whose public facts are the same, and who lives through both alike."""

    ruleset: str
    options: str
    one: Sequence[Step]
    other: Sequence[Step]
    untouched: tuple[str, ...] = ()
    public: tuple[str, ...] = field(default=())
    """What must have been posted, so that something was compared."""
    hosts: bool = True
    """Whether hosts are told the same: not what players ask, nor where something that is theirs to mend does not work.
    """
    told: tuple[str, ...] = field(default=())
    """What hosts must have read."""


CLOSE: Final = ("close",)
FLAT: Final = (("Ann", "10"), ("Bob", "5"), ("Eve", "1"), CLOSE, ("Ann", "40"), ("Bob", "20"), ("Eve", "30"), CLOSE)
"""Nobody's rung touches another's: 2 points each after two rounds."""

PAIRS: Final = {
    "who submitted how much": Pair(
        GHOST,
        "rounds=2, vote_hours=1",
        [*FLAT, CLOSE],
        [("Ann", "10"), ("Bob", "4"), ("Eve", "2"), *FLAT[3:], CLOSE],
        untouched=("Ann",),
        public=("# 16", "# 90", "Ann: **2**\n- Bob: **2**\n- Eve: **2**"),
    ),
    "how often, how late, and what else was written": Pair(
        GHOST,
        "rounds=2, vote_hours=1",
        [*FLAT[:3], ("wait", "700"), ("Eve", "ask Is a ghost hungry?"), *FLAT[3:], CLOSE],
        [
            *(("Bob", "99", "nonsense", "check 12", "status", "5"), ("Eve", "1; rank", "cancel rank"), ("Ann", "10")),
            *(("wait", "700"), ("Bob", "withdraw", "score", "5"), ("Eve", "ask Is a ghost hungry?", "1"), CLOSE),
            *(*FLAT[4:], CLOSE),
        ],
        untouched=("Ann",),
        public=("# 16", "# 90"),
        hosts=False,
    ),
    "what else is sent around a question": Pair(
        GHOST,
        "rounds=2, vote_hours=1",
        [("Eve", "ask Is a ghost hungry?"), ("wait", "60"), ("Bob", "ask Is it?"), *FLAT, CLOSE],
        [
            *(("Bob", "99", "nonsense", "check 12", "status"), ("Eve", "ask Is a ghost hungry?"), ("Ann", "12")),
            *(("wait", "60"), ("Eve", "rank"), ("Bob", "ask Is it?"), ("Bob", "5"), ("Ann", "10"), ("Eve", "1"), CLOSE),
            *(*FLAT[4:], CLOSE),
        ],
        public=("# 16", "# 90"),
        told=("Is a ghost hungry?", "Is it?"),
    ),
    "whether a submission is illegal, nought or missing": Pair(
        GHOST,
        "rounds=1, vote_hours=1",
        [("Ann", "12"), ("Bob", "7"), CLOSE, CLOSE],
        [("Eve", "101"), ("Ann", "12"), ("Bob", "7"), ("Eve", "3 +50g"), CLOSE, CLOSE],
        untouched=("Ann", "Bob"),
        public=("# 19",),
    ),
    "how the votes fell": Pair(
        GHOST,
        "rounds=1, vote_hours=1",
        [*FLAT[:4], ("Ann", "vote Eve"), ("Bob", "vote Eve"), ("Eve", "vote Ann"), CLOSE],
        [*FLAT[:4], ("Eve", "vote Eve"), ("Bob", "vote Ann"), ("Ann", "vote Eve"), CLOSE],
        public=("Elimination Candidate is Eve",),
    ),
    "by which door a move comes": Pair(
        GHOST,
        "rounds=2, vote_hours=1",
        [*FLAT, CLOSE],
        [("/submit", "Bob", "5"), *FLAT[:1], ("/submit", "Eve", "100"), ("/submit", "Eve", "1"), *FLAT[3:], CLOSE],
        untouched=("Ann",),
        public=("# 16",),
    ),
    "what hosts look at": Pair(
        GHOST,
        "rounds=2, vote_hours=1",
        [*FLAT, CLOSE],
        [*FLAT[:2], ("host look",), ("host log",), ("host preview",), *FLAT[2:4], ("host export",), *FLAT[4:], CLOSE],
        untouched=("Ann", "Bob", "Eve"),
        public=("# 16",),
    ),
    "whose direct messages are closed": Pair(
        GHOST,
        "rounds=2, vote_hours=1",
        [*FLAT, CLOSE],
        [*FLAT[:3], ("shut", "Bob"), *FLAT[3:], CLOSE],
        untouched=("Ann", "Eve"),
        public=("# 90",),
        hosts=False,
    ),
    "who cast which apple": Pair(
        GARDEN,
        "rounds=3, round_hours=1, basket_hours=1",
        [
            *(("Ann", "basket gs"), ("Bob", "basket gs"), ("Eve", "basket gs"), ("Dee", "basket gs"), CLOSE),
            *(("Ann", "gold"), ("Bob", "gold"), ("Eve", "silver"), ("Dee", "gold"), CLOSE),
        ],
        [
            *(("Ann", "basket gs"), ("Bob", "basket sssss"), ("Eve", "basket gg"), ("Dee", "basket gs"), CLOSE),
            *(("Eve", "silver"), ("Bob", "silver"), ("Eve", "gold"), ("Ann", "gold"), ("Dee", "gold"), CLOSE),
        ],
        untouched=("Ann", "Dee"),
        public=("3", "1"),
    ),
    "Pink, Black and Void": Pair(
        GARDEN,
        "rounds=3, round_hours=1, basket_hours=1",
        [
            *(("Ann", "basket gs"), ("Bob", "basket gs"), ("Eve", "basket gs"), ("Dee", "basket gs"), CLOSE),
            *(("Ann", "gold"), ("Bob", "gold"), ("Eve", "silver"), ("Dee", "gold"), CLOSE),
        ],
        [
            *(("Ann", "basket gs"), ("Bob", "basket gs"), ("Eve", "basket gs"), ("Dee", "basket gs"), CLOSE),
            *(
                ("Eve", "silver pink void Bob Ann Dee"),
                ("Bob", "gold black pink"),
                ("Bob", "void Ann"),
                ("Dee", "gold"),
            ),
            *(("Ann", "gold"), CLOSE),
        ],
        untouched=("Ann", "Dee"),
        public=("3", "1"),
    ),
    "who asked for time": Pair(
        GARDEN,
        "rounds=2, round_hours=24, basket_hours=24, period_hours=12",
        [("Bob", "extend"), ("Ann", "basket gs"), ("wait", "30"), ("Eve", "basket gg"), ("Bob", "basket gg"), CLOSE],
        [("Eve", "extend"), ("Ann", "basket gs"), ("wait", "30"), ("Bob", "basket gg"), ("Eve", "basket gg"), CLOSE],
        untouched=("Ann",),
        public=("runs longer",),
    ),
}


@dataclass
class Seen:
    """What others saw of a match, and what each player was written; every request with its instant."""

    public: list[str]
    private: dict[str, list[str]]
    posts: list[str]
    hosts: list[str]
    """What was sent to the hosts' channel, and what is suggested to a host who has not looked."""


@pytest.mark.parametrize("name", PAIRS)
async def test_others_cannot_tell(curtain: Curtain, name: str) -> None:
    pair = PAIRS[name]
    one, other = [await watched(curtain, pair, steps) for steps in (pair.one, pair.other)]
    assert all(text in "\n".join(one.posts) for text in pair.public)
    assert one.public == other.public
    assert all(text in "\n".join(one.hosts) for text in pair.told)
    assert one.hosts == other.hosts or not pair.hosts
    for player in pair.untouched:
        assert one.private[player] == other.private[player], player


async def test_what_is_public_does_show(curtain: Curtain) -> None:
    """The comparison finds a difference of one in the total, and one of a minute."""
    pair = PAIRS["who submitted how much"]
    one = await watched(curtain, pair, FLAT[:4])
    more = await watched(curtain, pair, [("Ann", "11"), *FLAT[1:4]])
    late = await watched(curtain, pair, [*FLAT[:3], ("host extend",), CLOSE])
    assert one.public != more.public
    assert one.public != late.public
    assert one.private["Ann"] != more.private["Ann"]
    asked = await watched(curtain, pair, [("Bob", "ask Am I?"), *FLAT[:4]])
    assert one.hosts != asked.hosts


async def watched(curtain: Curtain, pair: Pair, steps: Sequence[Step]) -> Seen:
    players = "Ann Bob Eve Dee" if pair.ruleset == GARDEN else "Ann Bob Eve"
    async with curtain() as stage:
        requests = stage.env.backend.http_requests = Timed(stage.env)
        venue = Venue.found(stage)
        office, olga = venue.guild.create_text_channel("office"), venue.member("Olga", roles=[venue.managers])
        await venue.ask(venue.host, "server channel", channel=office)
        table = await venue.open(pair.ruleset, players=players, options=pair.options)
        for step in steps:
            await take(table, step)
        public = {str(venue.channel.id), str(table.thread.id)}
        rooms = {name: {str(member.user.dm_channel.id)} for name, member in table.players.items()}
        private = {name: requests.to(room) for name, room in rooms.items()}
        told = requests.to({str(office.id), str(venue.host.user.dm_channel.id)})
        return Seen(requests.to(public), private, table.posts, [*told, *await suggested(table, olga)])


async def suggested(table: Table, host: MemberActor) -> list[str]:
    """Whatever the desk's commands suggest: what can be read, and what is filled in."""
    found, names = list[str](), dict[str, str]()
    for command in leaves(table.stage.parts.client.tree.get_commands()):
        about = {"match": table.code} if any(p.name == "match" for p in command.parameters) else {}
        for option in (p.display_name for p in command.parameters if p.autocomplete):
            filled = about if option != "match" else {}
            for offer in await host.autocomplete(table.venue.channel, command.qualified_name, option, "", **filled):
                value = offer["value"]
                if is_one(str(value)):
                    value = names.setdefault(value, f"#{len(names)}")
                found.append(f"{command.qualified_name} {option}: {offer['name']} = {value}")
    return found


async def take(table: Table, step: Step) -> None:
    what, *texts = step
    if what == "close":
        await table.pass_deadline()
    elif what == "wait":
        await table.stage.forward(seconds=60 * float(texts[0]))
    elif what == "shut":
        channel = table.players[texts[0]].user.dm_channel.id
        table.stage.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007, times=None)
    elif what == "/submit":
        assert (await table.venue.ask(table.players[texts[0]], "submit", message=texts[1])).hidden
    elif what.startswith("host "):
        fields: dict[str, Any] = {"hours": 1 / 60} if what == "host extend" else {}
        await table.ask(what, **fields)
    else:
        await table.dm(what, *texts)


class Timed(list[HttpLogEntry]):
    """The stage's list of requests, with the instant of each."""

    def __init__(self, env: Any) -> None:
        super().__init__()
        self._env = env
        self._at: list[str] = []

    def append(self, entry: HttpLogEntry) -> None:
        self._at.append(self._env.now().isoformat())
        super().append(entry)

    def to(self, channels: set[str]) -> list[str]:
        """Those to some channels, with nothing in them that readers do not see."""
        found = []
        ids: dict[str, str] = {}
        for at, request in zip(self._at, self, strict=True):
            if request.method != "GET" and set(_ID.findall(request.path)) & channels:
                body = {k: v for k, v in (request.json or {}).items() if k not in _UNSEEN}
                text = f"{at} {request.method} {request.path} {json.dumps(body, sort_keys=True)}"
                found.append(_NUMBERED.sub(lambda m: ids.setdefault(m[0], f"#{len(ids)}"), text))
        return found
