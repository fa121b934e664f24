"""How every match begins: a host opens the sign-up, people press buttons, the host starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.rehearsal.theatre import HOST, Theatre


@dataclass(frozen=True, slots=True)
class Billing:
    """What is put on, and who appears."""

    ruleset: str
    about: str
    """A sentence for the curtain."""
    channel: str
    players: tuple[str, ...]
    hero: str
    """The audience looks over this player's shoulder."""
    options: str = ""
    kind: str = ""
    """What the host enters in the ledger before the match, if anything."""
    holdings: Mapping[str, int] = field(default_factory=dict)

    @property
    def others(self) -> list[str]:
        return [name for name in self.players if name != self.hero]


async def sign_up(theatre: Theatre, dice: Random, billing: Billing) -> None:
    """From an empty channel to the first phase. The last to come has closed direct messages, and opens them."""
    await theatre.pass_time(hours=18, minutes=dice.randrange(20, 50))
    await _hand_out(theatre, billing)
    options: dict[str, Any] = {"options": billing.options} if billing.options else {}
    await theatre.command("match create", ruleset=billing.ruleset, **options)
    theatre.show_card()
    await theatre.pass_time(minutes=dice.randrange(2, 9))
    await _all_join(theatre, dice)
    theatre.show_card()
    await theatre.pass_time(minutes=dice.randrange(1, 4))
    await theatre.command("match start")


async def _hand_out(theatre: Theatre, billing: Billing) -> None:
    for name, amount in billing.holdings.items():
        reason = "from an earlier match"
        person = theatre.people[name]
        await theatre.command("ledger set", person=person, kind=billing.kind, amount=amount, reason=reason)
        await theatre.pass_time(seconds=30)


async def _all_join(theatre: Theatre, dice: Random) -> None:
    others = [name for name in theatre.people if name != theatre.hero]
    dice.shuffle(others)
    *early, shy = others
    for name in early[:2]:
        await theatre.press(name, "Join", aloud=False)
        await theatre.pass_time(seconds=dice.randrange(5, 50))
    await theatre.press(theatre.hero, "Join")
    for name in early[2:]:
        await theatre.press(name, "Join", aloud=False)
        await theatre.pass_time(seconds=dice.randrange(5, 50))
    theatre.doors(shy, open_to_bot=False)
    await theatre.press(shy, "Join")
    theatre.doors(shy, open_to_bot=True)
    await theatre.pass_time(minutes=1)
    await theatre.press(shy, "Join", aloud=False)
    theatre.aside(f"{shy} opens them, and joins. So do {_and(early)}. {HOST} begins.")


def _and(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]
