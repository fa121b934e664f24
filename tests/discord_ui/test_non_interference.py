"""Two matches that differ only in what is secret ask Discord for the same things where others can see it (ruling L1).

Compared are whole requests with the instants at which they were made: posts, edits, pins, threads, whom they notify,
what the buttons under them are called. Ids are numbered in the order of their appearance, nonces are left out.
And whoever's own secrets are the same in both is written the same by direct message. So are the hosts in their channel,
as long as they are asked and told the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from simcord.types import HttpLogEntry

from tests.discord_ui.conftest import Curtain
from tests.discord_ui.venue import Table, Venue

GHOST, GARDEN = "ghost-ladder", "garden-of-eden"
Step = tuple[str, ...]
"""`(name, text, …)`: direct messages of a player; `("/submit", name, text)`: a command; `("host …",)`: a host's;
`("shut", name)`: the player's direct messages are closed from now on; `("wait", minutes)`; `("close",)`: to past the
deadline."""
_ID: Final = re.compile(r"\d{17,20}")
_UNSEEN: Final = ("nonce", "enforce_nonce")
_QUESTION: Final = re.compile(r"reply:[^\"]*")
"""The id under a question says which one it is, and shall say no more."""


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
    hosts_differ: bool = False
    """Whether hosts are told different things: what players ask, whose direct messages are closed."""
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
        [*FLAT, CLOSE],
        [
            *(("Bob", "99", "nonsense", "check 12", "status", "5"), ("Eve", "1; rank", "cancel rank"), ("Ann", "10")),
            *(("wait", "700"), ("Bob", "withdraw", "score", "5"), ("Eve", "ask Is a ghost hungry?", "1"), CLOSE),
            *(*FLAT[4:], CLOSE),
        ],
        untouched=("Ann",),
        public=("# 16", "# 90"),
        hosts_differ=True,
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
        hosts_differ=True,
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
    office: list[str]
    """What was said in the hosts' channel."""


@pytest.mark.parametrize("name", PAIRS)
async def test_others_cannot_tell(curtain: Curtain, name: str) -> None:
    pair = PAIRS[name]
    one, other = [await watched(curtain, pair, steps) for steps in (pair.one, pair.other)]
    assert all(text in "\n".join(one.posts) for text in pair.public)
    assert one.public == other.public
    assert all(text in "\n".join(one.office) for text in pair.told)
    assert pair.hosts_differ or one.office == other.office
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
    assert one.office != asked.office


async def watched(curtain: Curtain, pair: Pair, steps: Sequence[Step]) -> Seen:
    players = "Ann Bob Eve Dee" if pair.ruleset == GARDEN else "Ann Bob Eve"
    async with curtain() as stage:
        requests = stage.env.backend.http_requests = Timed(stage.env)
        venue = Venue.found(stage)
        office = venue.office(venue.managers)
        await venue.host.slash(venue.channel, "server channel", channel=office)
        table = await venue.open(pair.ruleset, players=players, options=pair.options)
        for step in steps:
            await take(table, step)
        public = {str(venue.channel.id), str(table.thread.id)}
        rooms = {name: {str(member.user.dm_channel.id)} for name, member in table.players.items()}
        heard = [_QUESTION.sub("reply", request) for request in requests.to({str(office.id)})]
        private = {name: requests.to(room) for name, room in rooms.items()}
        return Seen(requests.to(public), private, table.posts, heard)


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
                found.append(_ID.sub(lambda m: ids.setdefault(m[0], f"#{len(ids)}"), text))
        return found
