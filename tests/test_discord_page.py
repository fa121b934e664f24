"""docs/discord.md tells every refusal that is final, and every one that is known to pass, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

from bot.discord_ui.refusals import FINAL, PASSING, PEOPLE, PLACES, Asked

PAGE: Final = Path(__file__).parent.parent / "docs" / "discord.md"

WHERE: Final[dict[Asked, str]] = {
    "open": "opening direct messages",
    "read": "reading direct messages",
    "write": "writing to a person",
    "send": "posting",
    "find": "searching",
    "edit": "editing",
    "pin": "pinning",
    "thread": "opening a thread",
    "forum": "a forum's post or tag",
    "role": "a role",
    "seat": "a thread's members",
    "member": "looking somebody up",
    "clock": "asking for the time",
    "answer": "answering a command",
}
PEOPLE_SAID: Final = "direct messages"
PLACES_SAID: Final = "channels and threads"


def where(asked: frozenset[Asked]) -> str:
    """In words; whole groups by their name."""
    said = []
    for group, name in ((PEOPLE, PEOPLE_SAID), (PLACES, PLACES_SAID)):
        if group <= asked:
            said.append(name)
            asked -= group
    return ", ".join([*said, *(WHERE[one] for one in get_args(Asked) if one in asked)])


def rows(heading: str) -> list[str]:
    """The rows of the table under a heading."""
    _, _, below = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")
    section = below.partition("\n## ")[0]
    return [line for line in section.splitlines() if re.match(r"\| \d", line)]


def final_rows() -> list[str]:
    return [
        f"| {code} | {' '.join(map(str, one.statuses))} | {where(one.at)} | "
        f"{one.why.format(permission='its name')} | {one.because} |"
        for code, one in FINAL.items()
    ]


def passing_rows() -> list[str]:
    return [f"| {code} | {int(one.pause.total_seconds() / 60)} min | {one.why} |" for code, one in PASSING.items()]


def test_the_page_tells_every_final_refusal_with_its_reason() -> None:
    assert rows("Final") == final_rows()


def test_the_page_tells_every_refusal_that_is_known_to_pass() -> None:
    assert rows("Known to pass") == passing_rows()


def test_nothing_is_on_both_lists() -> None:
    assert not FINAL.keys() & PASSING.keys()
