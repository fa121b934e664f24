"""Garden of Eden, played by five people who trust each other to different degrees."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Final

from bot.rehearsal.prologue import Billing, sign_up
from bot.rehearsal.theatre import Theatre

HERO: Final = "Ann"
BILLING: Final = Billing(
    "garden-of-eden",
    "Two days a round, and nobody's apple is known to anybody else. Who is to be trusted?",
    "garden",
    (HERO, "Bob", "Cid", "Dee", "Eve"),
    HERO,
)

_NONSENSE: Final = ("apple please", "I pass", "is it my turn?", "purple")


@dataclass(slots=True)
class Company:
    """Who plays how, and with what colours: the hero's basket begins with `one`, and goes on with `other`."""

    theatre: Theatre
    dice: Random
    trickster: str
    """Casts the Pink that everybody sees coming."""
    rival: str
    """Would rather see Black than the hero win."""
    believer: str
    """Casts Red."""
    sleeper: str
    """Needs to be reminded of everything."""
    one: str
    other: str

    async def cast(self, **by_role: str) -> None:
        """What everybody but the hero sends in a round, in any order."""
        roles = list(by_role)
        self.dice.shuffle(roles)
        for role in roles:
            await self.theatre.write(getattr(self, role), by_role[role])
            await self.theatre.pass_time(minutes=self.dice.randrange(3, 50))


async def play(theatre: Theatre, dice: Random, seed: int) -> None:
    """A whole match. With an even seed everybody casts Red in the end; with an odd one White meets Black."""
    trickster, rival, believer, sleeper = dice.sample(BILLING.others, 4)
    one, other = dice.sample(["gold", "silver"], 2)
    company = Company(theatre, dice, trickster, rival, believer, sleeper, one, other)
    await sign_up(theatre, dice, BILLING)
    await _baskets(company)
    await _pink(company)
    await _void(company)
    if seed % 2 == 0:
        await _all_red(company)
    else:
        await _almost_void(company)
        await _lone_red(company)
        await _white_against_black(company)
        await _white(company)
    await theatre.pass_time(minutes=10)
    await theatre.write(HERO, "well played, everyone!")


# --- what both ways have in common ------------------------------------------------------------------------------------


async def _baskets(company: Company) -> None:
    """Somebody forgets, and pays with a period of the time bank."""
    theatre, dice, sleeper = company.theatre, company.dice, company.sleeper
    await theatre.pass_time(hours=1, minutes=dice.randrange(60))
    await theatre.write(HERO, dice.choice(_NONSENSE), f"basket {company.one}", f"basket {company.one} {company.other}")
    for name in BILLING.others:
        if name != sleeper:
            await theatre.write(name, f"basket {''.join(dice.choice('gs') for _ in range(dice.randrange(2, 6)))}")
    theatre.aside(f"The others send theirs in secret. Only {sleeper} has forgotten all about it.")
    await theatre.deadline()
    await theatre.pass_time(hours=dice.randrange(2, 9))
    await theatre.write(sleeper, "oh no. basket ggs", "basket ggs")
    await theatre.deadline()


async def _pink(company: Company) -> None:
    """The hero is in the minority; her Pink makes it win."""
    theatre, one, other = company.theatre, company.one, company.other
    await theatre.pass_time(hours=company.dice.randrange(1, 20))
    await theatre.write(HERO, f"{one} white", f"pink {one}")
    await theatre.take_offer(HERO, f"{one} pink")
    await company.cast(trickster=other, rival=other, believer=other, sleeper=one)
    theatre.aside(f"Three have cast {other.capitalize()}, two {one.capitalize()}. But one Pink is among them.")
    await theatre.deadline()


async def _void(company: Company) -> None:
    """Everybody names the trickster, whose Pink does not count."""
    theatre, one, other = company.theatre, company.one, company.other
    name = company.trickster
    await theatre.pass_time(hours=company.dice.randrange(2, 20))
    await theatre.fill(HERO, {"Colour": other.capitalize(), "Void the Pink of": [name]})
    with_void = f"{other} void {name}"
    await company.cast(trickster=f"{one} pink", rival=with_void, believer=with_void, sleeper=f"{one} void {name}")
    theatre.aside(f"{name} casts a Pink, and everybody else has named {name} for Void.")
    await theatre.deadline()


# --- in trust ---------------------------------------------------------------------------------------------------------


async def _all_red(company: Company) -> None:
    """Everybody wins; then money may change hands."""
    theatre, dice = company.theatre, company.dice
    await theatre.pass_time(hours=dice.randrange(2, 20))
    await theatre.write(HERO, company.other)
    await company.cast(trickster="red", rival="red", believer="red", sleeper="red")
    theatre.aside(f"The others have sworn to cast Red, and have done it. {HERO} could win alone now.")
    await theatre.until(theatre.due - timedelta(minutes=dice.randrange(5, 50)))
    await theatre.write(HERO, "red")
    await theatre.deadline()
    await _transfers(company)


async def _transfers(company: Company) -> None:
    theatre, dice = company.theatre, company.dice
    friend, amount = dice.choice(BILLING.others), dice.randrange(20, 90, 10)
    await theatre.pass_time(hours=dice.randrange(2, 20))
    await theatre.write(HERO, f"transfer 1,5m {friend}", f"transfer {amount}m {friend}")
    await theatre.pass_time(hours=dice.randrange(2, 10))
    await theatre.write(friend, f"transfer {amount // 2}m {HERO}")
    await theatre.deadline()


# --- without ----------------------------------------------------------------------------------------------------------


async def _almost_void(company: Company) -> None:
    """All but one name the rival: the Pink counts. The one is the hero."""
    theatre, one, other, name = company.theatre, company.one, company.other, company.rival
    await theatre.pass_time(hours=company.dice.randrange(2, 20))
    await theatre.write(HERO, f"{one} void {name}", "void none")
    with_void = f"{other} void {name}"
    await company.cast(rival=f"{one} pink", trickster=with_void, believer=with_void, sleeper=with_void)
    theatre.aside(f"Three of four have named {name} for Void. {HERO} had, too, and took it back.")
    await theatre.deadline()


async def _lone_red(company: Company) -> None:
    """One believes in the good of people, alone. And somebody asks for more time."""
    theatre, one, other, dice = company.theatre, company.one, company.other, company.dice
    await theatre.pass_time(hours=dice.randrange(2, 20))
    await theatre.write(HERO, "extend", other)
    await theatre.pass_time(minutes=11)
    await company.cast(believer="red", trickster=one, rival=other, sleeper=one)
    await theatre.deadline()


async def _white_against_black(company: Company) -> None:
    """The hero could win, but the rival casts Black with the same colour."""
    theatre, one, other = company.theatre, company.one, company.other
    await theatre.pass_time(hours=company.dice.randrange(2, 20))
    await theatre.write(HERO, "red", f"{other} white")
    await company.cast(trickster=one, rival=f"{other} black", sleeper=other)
    theatre.aside(f"{company.rival} has seen it coming, and stakes everything on Black.")
    await theatre.deadline()


async def _white(company: Company) -> None:
    """Once more; and this time Black lies with the losing colour."""
    theatre, one, other = company.theatre, company.one, company.other
    await theatre.pass_time(hours=company.dice.randrange(2, 20))
    await theatre.write(HERO, f"{one} white")
    await company.cast(trickster=one, rival=f"{other} black", sleeper=one)
    await theatre.deadline()
