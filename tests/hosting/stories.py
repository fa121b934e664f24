"""Random stories of people who play several matches at once, lend, leave, come back and are forgotten, told to the real
house on a real database; and what must be true of everybody's holdings after every step."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from sqlalchemy import func, select

from bot.config import Database, Settings
from bot.hosting.context import House
from bot.hosting.desk import interventions, ledger, log, rewind
from bot.hosting.desk.access import Tool
from bot.hosting.desk.seats import Seat
from bot.hosting.folds.rewinding import story
from bot.hosting.model import events
from bot.hosting.model.asker import Asker
from bot.hosting.model.match import CANCELLED, OVER
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import lobby
from bot.hosting.presenting.export import record_of
from bot.hosting.recording.ledger import kinds
from bot.operating import upkeep
from bot.store.tables import ledger as entries
from games.catalogue import RULESETS
from games.record import read
from games.replay import Judgement, judge
from tests.hosting.accounts import moved_by_the_rules
from tests.hosting.scene import GUILD, HOUR, MINUTE, SECOND, Scene

PEOPLE: Final = ("Ann", "Bob", "Eve", "Dan", "void", "An n", '"#3"', "日本")
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "ghost-ladder": {"rounds": 2, "points_per_garnet": 2, "height": 30},
    "garden-of-eden": {"rounds": 2, "periods": 1, "entry": 1_000, "inactivity_fine": 70, "prize": 100},
}
MOVES: Final[dict[str, tuple[str, ...]]] = {
    "ghost-ladder": (
        *("0", "3", "5 +1g", "9 +2g", "12", "40", "7 +9g", "5 +0g", "rank", "score", "cancel score", "withdraw"),
        *("vote #1", "vote #2", "choose #2", "vote Zoe", "twelve"),
    ),
    "garden-of-eden": (
        *("basket gs", "basket ggs", "gold", "silver", "red", "gold pink", "silver black", "gold white", "extend"),
        *("gold void #2", "silver void Dan", "void none", "transfer 30 #2", "transfer 1m #1", "hello"),
    ),
}
KIND: Final = {"ghost-ladder": "garnets", "garden-of-eden": "yen"}
"""What the ledger gives to a match of it."""

Wealth = Counter[tuple[int | None, str]]
"""By user (None: forgotten) and kind."""


@dataclass
class Story:
    scene: Scene
    chance: random.Random
    granted: Wealth = field(default_factory=Counter)
    """What hosts gave and took, by `/ledger`."""
    told: list[str] = field(default_factory=list)
    """The steps so far, for whoever has to find out what went wrong."""

    # --- telling ------------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        await self.scene.open()
        for name in PEOPLE:
            self.scene.user(name)
        await self.grant()
        await self.open_match()

    async def step(self) -> None:
        deeds: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (8, self.move),
            (6, self.pass_deadline),
            (3, self.replace),
            (2, self.correct_holding),
            (2, self.roll_back),
            (2, self.open_match),
            (2, self.grant),
            (2, self.lend),
            (1, self.remove),
            (1, self.cancel),
            (1, self.correct_message),
            (1, self.forget),
            (1, self.restart),
        ]
        (deed,) = self.chance.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])
        self.told.append(deed.__name__)
        await deed()
        await self.scene.run(MINUTE)

    async def matches(self, *status: str) -> list[Hosted]:
        async with self.scene.store.begin() as unit:
            found = await unit.matches_in(GUILD)
        return [hosted for hosted in found if hosted.match.state is not None and hosted.match.status not in status]

    async def any_match(self, *but: str) -> Hosted | None:
        found = await self.matches(*but)
        return self.chance.choice(found) if found else None

    async def desk(self, hosted: Hosted, deed: Any, *given: Any) -> Answer:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
            answer: Answer = await deed(house, hosted, asker, *given, unit)
            return answer

        answer = await self.use(hosted, tool)
        self.told.append(f"  {hosted.match.code}: {answer.text[:60]}")
        return answer

    async def use(self, hosted: Hosted, tool: Tool) -> Answer:
        self.scene.code = hosted.match.code
        return await self.scene.host(tool)

    # --- what happens -------------------------------------------------------------------------------------------------

    async def grant(self) -> None:
        who, kind = self.chance.choice(PEOPLE), self.chance.choice(["garnets", "yen", "tokens"])
        amount = self.chance.randrange(-500 if kind == "yen" else 0, 2_000 if kind == "yen" else 9)
        user = self.scene.user(who)
        before = (await self.balances())[user, kind]
        await self.scene.does(partial(ledger.set_to, self.scene.asker(), user, kind, amount, "a story"))
        self.granted[user, kind] += amount - before

    async def lend(self) -> None:
        giver, taker = (self.scene.user(who) for who in self.chance.sample(PEOPLE, 2))
        kind, amount = self.chance.choice(["garnets", "yen"]), self.chance.randrange(1, 5)
        deed = partial(ledger.give, self.scene.asker(), giver, taker, kind, amount, "a story")
        answer = await self.scene.does(deed)
        if answer is not None and answer.ok:
            self.granted[giver, kind] -= amount
            self.granted[taker, kind] += amount

    async def open_match(self) -> None:
        if len(await self.matches(OVER, CANCELLED)) >= 3:
            return
        ruleset = self.chance.choice(sorted(OPTIONS))
        await self.scene.create(ruleset, **OPTIONS[ruleset])
        players = self.chance.sample(PEOPLE, self.chance.randrange(3, 6))
        await self.scene.join(*players)
        before, kind = await self.balances(), KIND[ruleset]
        await self.scene.start()
        holdings = next(row for row in await self.scene.rows() if row.kind == events.STARTED).body["holdings"]
        held = [before[self.scene.user(name), kind] for name in players]
        assert [h[kind] for h in holdings] == [max(0, n) if kind == "garnets" else n for n in held]

    async def move(self) -> None:
        hosted = await self.any_match(OVER, CANCELLED)
        people = [] if hosted is None else [p for p in hosted.sitting if p.user_id is not None]
        if hosted is None or not people:
            return
        user = self.chance.choice(people).user_id
        who = next(name for name, known in self.scene.users.items() if known == user)
        live = self.chance.random() < 0.8
        await self.scene.dm(who, f"{hosted.match.code} {self.chance.choice(MOVES[hosted.match.ruleset])}", live=live)

    async def pass_deadline(self) -> None:
        if (hosted := await self.any_match(OVER, CANCELLED)) is not None and hosted.match.deadline is not None:
            await self.scene.run_to(hosted.match.deadline + self.scene.manners.settle + SECOND)

    async def replace(self) -> None:
        if (hosted := await self.any_match(CANCELLED)) is not None:
            seat, name = self.chance.randrange(len(hosted.sitting)) + 1, self.chance.choice([*PEOPLE, "Zoe", "Yan"])
            await self.desk(hosted, interventions.replace_player, Seat(seat), self.scene.user(name), name)

    async def remove(self) -> None:
        if (hosted := await self.any_match(CANCELLED)) is not None:
            await self.desk(hosted, interventions.remove, Seat(self.chance.randrange(len(hosted.sitting)) + 1))

    async def correct_holding(self) -> None:
        if (hosted := await self.any_match()) is not None:
            keys = ["garnets", "height"] if hosted.match.ruleset == "ghost-ladder" else ["yen", "points", "pinks"]
            deltas = {self.chance.choice(keys): self.chance.randrange(-4, 6)}
            seat = Seat(self.chance.randrange(len(hosted.sitting)) + 1)
            await self.desk(hosted, interventions.correct_holding, seat, deltas, "a story")

    async def correct_message(self) -> None:
        if (hosted := await self.any_match(CANCELLED)) is not None:
            await self.desk(hosted, log.page, 0)
            rows = await self.scene.rows(hosted.match.code)
            sent = [at for at, row in enumerate(rows, 1) if row.kind == events.MESSAGE]
            if sent:
                text = self.chance.choice(MOVES[hosted.match.ruleset])
                await self.desk(hosted, rewind.correct_message, self.chance.choice(sent), text, "a story")

    async def roll_back(self) -> None:
        if (hosted := await self.any_match()) is not None:
            points = rewind.points(story(await self.scene.rows(hosted.match.code)))
            if points:
                to = self.chance.choice(points).position
                await self.desk(hosted, rewind.rollback, to, "a story")

    async def cancel(self) -> None:
        async def tool(house: House, hosted: Hosted, asker: Asker, unit: Any) -> Answer:
            return await lobby.cancel(house, hosted, asker.user_id, asker.at, asker.source, unit)

        if (hosted := await self.any_match()) is not None:
            await self.use(hosted, tool)

    async def forget(self) -> None:
        """`dealer forget`, beside the running bot: and back comes a stranger of that name."""
        name = self.chance.choice(PEOPLE)
        settings, user = Settings(database=Database(self.scene.file)), self.scene.users.pop(name)
        assert await asyncio.to_thread(upkeep.forget, settings, user) == 0
        for (whose, kind), amount in list(self.granted.items()):
            if whose == user:
                del self.granted[whose, kind]
                self.granted[None, kind] += amount
        self.scene.users[name] = user + 1_000

    async def restart(self) -> None:
        await self.scene.restart(away=HOUR / 4)

    # --- what must be true --------------------------------------------------------------------------------------------

    async def balances(self) -> Wealth:
        async with self.scene.store.engine.connect() as connection:
            found = await connection.execute(
                select(entries.c.user_id, entries.c.kind, func.sum(entries.c.amount)).group_by(
                    entries.c.user_id, entries.c.kind
                )
            )
            return Counter({(user, kind): int(amount) for user, kind, amount in found})

    async def check(self) -> None:
        """Whoever has what is a function of what hosts granted, who brought what, and where each match stands now."""
        expected = Counter(self.granted)
        for hosted in await self.matches():
            await self._account_for(hosted, expected)
        actual = await self.balances()
        assert {k: v for k, v in actual.items() if v} == {k: v for k, v in expected.items() if v}
        await self._none_below_nothing(actual)

    async def record(self, hosted: Hosted) -> str:
        async with self.scene.store.begin() as unit:
            return record_of(hosted, await unit.rows(hosted.id))

    async def _account_for(self, hosted: Hosted, expected: Wealth) -> None:
        rows = await self.scene.rows(hosted.match.code)
        judgement = judge(read(await self.record(hosted), RULESETS))
        chapters = story(rows)
        kept = [c for c in chapters if c.row.kind in (events.STARTED, events.CLOSED)][-1]
        rules = hosted.match.rules
        assert rules.to_json(judgement.state) == rules.to_json(kept.match.state), "the export replays to what was"
        if hosted.match.status == CANCELLED:
            return
        self._take(hosted, judgement, expected)
        if hosted.match.status == OVER:
            late = [c.row for c in chapters if c.row.kind == events.CORRECTED and c.position > kept.position]
            self._pay(hosted, judgement, [(r.seat or 0, r.body["deltas"]) for r in late], expected)

    def _take(self, hosted: Hosted, judgement: Judgement, expected: Wealth) -> None:
        """From who sat there when it began."""
        kind = KIND[hosted.match.ruleset]
        for seat, player in enumerate(judgement.record.players):
            assert player.holdings[kind] >= 0 or kinds()[kind]
            user = next(p.user_id for p in hosted.people if p.seat == seat)
            expected[user, kind] -= player.holdings[kind]

    def _pay(
        self, hosted: Hosted, judgement: Judgement, late: list[tuple[int, dict[str, int]]], expected: Wealth
    ) -> None:
        """To who sits there now; and what the rules made of what was brought is what they say, by name."""
        kind, paid = KIND[hosted.match.ruleset], hosted.match.rules.payout(judgement.state)
        was_brought = [player.holdings[kind] for player in judgement.record.players]
        moved = moved_by_the_rules(judgement)
        assert [home[kind] for home in paid] == [n + m for n, m in zip(was_brought, moved, strict=True)]
        for person, home in zip(hosted.sitting, paid, strict=True):
            for what, amount in home.items():
                expected[person.user_id, what] += amount
        for seat, deltas in late:
            expected[hosted.sitting[seat].user_id, kind] += deltas.get(kind, 0)

    async def _none_below_nothing(self, actual: Wealth) -> None:
        """But where a match took back, or a host corrected away, what its holder had given away."""
        owing = {user for (user, kind), amount in actual.items() if amount < 0 and not kinds()[kind]}
        async with self.scene.store.engine.connect() as connection:
            found = await connection.execute(select(entries.c.user_id, entries.c.reason))
            excused = {user for user, reason in found if "turned back" in reason or "correction" in reason}
        assert owing <= excused
