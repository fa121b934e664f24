"""Ghost Ladder In the Sky, played by six people of different talents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Final

from bot.rehearsal.prologue import Billing, sign_up
from bot.rehearsal.theatre import Theatre

HERO: Final = "Ann"
BILLING: Final = Billing(
    "ghost-ladder",
    "Four rounds of a day each. Ann asks a lot, one player dreams, one sleeps, and twice the plug is pulled.",
    "ladder",
    (HERO, "Bob", "Cid", "Dee", "Eve", "Fay"),
    HERO,
    "rounds=4",
    "garnets",
    {HERO: 3},
)

_NONSENSE: Final = ("gm everyone!", "hello, Dealer", "lol")
_ALMOST: Final = ("twelve", "all of it", "what would you do?")
_FAR_TOO_MUCH: Final = (150, 200, 1000)
_TOO_LATE: Final = ("wait, make that {}", "{}!!!", "submit {}")


@dataclass(slots=True)
class Company:
    """Who plays how. The climbers stand side by side below the hero, so nobody ever has a longer ladder than she."""

    theatre: Theatre
    dice: Random
    climbers: list[str]
    dreamer: str
    """Submits more than anybody has, round after round, and never asks."""
    sleeper: str
    """Signs up, and is never heard of again."""

    def heights(self) -> tuple[int, list[int]]:
        """A round's Heights: the hero's, and the climbers' below it."""
        lowest = self.dice.randrange(5, 15)
        below = [lowest, lowest + 1, lowest + 2]
        self.dice.shuffle(below)
        return lowest + 3, below

    async def submit(self, below: list[int]) -> None:
        """What everybody but the hero sends in a round; one of them has second thoughts."""
        wavering = self.dice.choice(self.climbers)
        await self.theatre.write(self.dreamer, str(self.dice.choice(_FAR_TOO_MUCH)))
        for name, height in zip(self.climbers, below, strict=True):
            if name == wavering:
                await self.theatre.write(name, str(height + 2), "hmm", str(height - 1), "withdraw")
            await self.theatre.write(name, str(height))


async def play(theatre: Theatre, dice: Random, seed: int) -> None:
    """A whole match, from sign-up to the result."""
    *climbers, dreamer, sleeper = dice.sample(BILLING.others, 5)
    company = Company(theatre, dice, climbers, dreamer, sleeper)
    await sign_up(theatre, dice, BILLING)
    await _getting_to_know(company)
    await _asking(company)
    await _behind_the_scenes(company)
    await _power_cut(company)
    await _the_last(company)
    await _the_end(company)


async def _getting_to_know(company: Company) -> None:
    theatre, dice = company.theatre, company.dice
    mine, below = company.heights()
    await theatre.pass_time(minutes=dice.randrange(10, 50))
    await theatre.write(HERO, dice.choice(_NONSENSE), dice.choice(_ALMOST), str(mine - 2))
    await theatre.pass_time(hours=dice.randrange(2, 4), minutes=dice.randrange(60))
    await theatre.write(HERO, str(mine))
    await company.submit(below)
    theatre.aside(
        f"Meanwhile, unseen: {', '.join(company.climbers)} send their Heights, one of them four times over. "
        f"{company.dreamer} sends more than anybody has, and gets the same answer as {HERO} did. "
        f"{company.sleeper} sends nothing. The thread shows none of it."
    )
    await theatre.deadline()


async def _asking(company: Company) -> None:
    """An illegal submission, acknowledged like any other until she asks; and checks, to be answered after the round."""
    theatre, dice = company.theatre, company.dice
    mine, below = company.heights()
    await theatre.pass_time(hours=dice.randrange(1, 4), minutes=dice.randrange(60))
    await theatre.write(HERO, f"{dice.randrange(95, 100)} +1g", "check")
    await theatre.pass_time(minutes=dice.randrange(1, 5))
    await theatre.write(HERO, f"{mine - 3} +1g; rank; score")
    await company.submit(below)
    await theatre.deadline()


async def _behind_the_scenes(company: Company) -> None:
    """Round three: a check that she cannot pay, and a night without electricity."""
    theatre, dice = company.theatre, company.dice
    await theatre.pass_time(hours=dice.randrange(1, 3), minutes=dice.randrange(60))
    theatre.show_board()
    await theatre.write(HERO, "score", "status")
    await theatre.pass_time(hours=2)
    theatre.aside("The plug is pulled: the bot's process is gone, in the middle of a round.")
    await theatre.unplug()
    await theatre.pass_time(hours=1)
    await theatre.write(HERO, "rank")
    await theatre.pass_time(hours=2)
    theatre.aside("Three hours later it is plugged in again, reads what was sent meanwhile, and answers.")
    await theatre.plug_in()


async def _power_cut(company: Company) -> None:
    """The same once more, across the deadline. Stamps decide what counts."""
    theatre, dice = company.theatre, company.dice
    mine, below = company.heights()
    await company.submit(below)
    await theatre.write(HERO, str(mine - 1))
    await theatre.until(theatre.due - timedelta(minutes=dice.randrange(8, 15)))
    theatre.aside("The plug again, minutes before the deadline this time.")
    await theatre.unplug()
    await theatre.until(theatre.due - timedelta(minutes=dice.randrange(2, 6)))
    await theatre.write(HERO, str(mine))
    await theatre.until(theatre.due + timedelta(minutes=dice.randrange(1, 5)))
    await theatre.write(HERO, dice.choice(_TOO_LATE).format(mine + 5))
    await theatre.until(theatre.due + timedelta(minutes=dice.randrange(9, 20)))
    theatre.aside("Back, long after the deadline. What was stamped in time counts; nobody else can tell.")
    await theatre.plug_in()
    await theatre.pass_time(seconds=10)


async def _the_last(company: Company) -> None:
    theatre, dice = company.theatre, company.dice
    mine, below = company.heights()
    await theatre.pass_time(hours=dice.randrange(1, 5), minutes=dice.randrange(60))
    await theatre.write(HERO, f"{mine} rank")
    await theatre.fill(HERO, {"Height": str(mine)})
    await company.submit(below)
    await theatre.deadline()


# --- the end ----------------------------------------------------------------------------------------------------------


async def _the_end(company: Company) -> None:
    theatre = company.theatre
    if theatre.was_told(HERO, "`choose "):
        await theatre.pass_time(hours=1)
        await theatre.write(HERO, f"choose {company.dice.choice(_tied(company))}")
        await theatre.deadline()
    if theatre.was_told(HERO, "`vote "):
        await _vote(company)
        await theatre.deadline()
    await theatre.pass_time(minutes=5)
    await theatre.write(HERO, "good game, all!")


def _tied(company: Company) -> list[str]:
    """Whom she was told that she may choose from."""
    question = company.theatre.last_told(HERO, "`choose ")
    return [name for name in company.climbers if name in question]


async def _vote(company: Company) -> None:
    """Everybody who won a token has a vote; the hero changes her mind."""
    theatre, dice = company.theatre, company.dice
    tied = [company.dreamer, company.sleeper]
    for name in company.climbers:
        if theatre.was_told(name, "`vote "):
            await theatre.pass_time(hours=1)
            await theatre.write(name, f"vote {dice.choice(tied)}")
    dice.shuffle(tied)
    await theatre.pass_time(hours=dice.randrange(1, 6))
    await theatre.write(HERO, f"vote {tied[0]}")
    await theatre.pass_time(hours=dice.randrange(1, 6))
    await theatre.write(HERO, f"vote {tied[1]}")
