"""What is said to a player whose message comes near an order, in every game."""

from __future__ import annotations

import re
from typing import Final

from games import marks
from games.reading import Names
from games.ruleset import Guess

MOST: Final = 79
"""So many characters of an offer fit on a button."""

NOT_TAKEN: Final = "I have not taken that."
PRESS: Final = "Press the button, or write it yourself."
CONDITION: Final = (
    "I have not taken that: conditions cannot be taken. What is on file at the deadline counts as it stands, and until "
    "then you can change it."
)
TWO_WAYS: Final = "I have not taken that: it can be read in more than one way."
TALK: Final = "I have not taken that: I take nothing out of a joke, or out of words about others."
OTHERS: Final = "What others have sent I tell nobody, nor whether they have. What is yours is kept in the same way."
QUESTION: Final = (
    "That looks like a question, so nothing was taken. `help` tells what can be sent now; `ask` and your question "
    "reach the hosts."
)
HOSTS: Final = "Anything else about time is for the hosts: `ask` and your question reach them."
SMALL_TALK: Final = (
    "Always a pleasure. There was no order in that, so what is on file stays as it is; `help` tells what can be sent."
)
HELP: Final = "`help` tells what can be sent now; `ask` and your question reach the hosts."
HEDGE: Final = (
    "I have not taken that: it does not sound settled. Take your time until the deadline, and then say it plainly."
)
DENIES: Final = "It says what is not to be; tell me what is."
DENIED: Final = f"{NOT_TAKEN} {DENIES}"
PICTURE: Final = "I have not taken that: I cannot see pictures or follow links. Please type it."
FOR_HOSTS: Final = "That is for the hosts: write `ask` and your words, and it reaches them."
SUMS: Final = "I do no sums with what you hold: `status` tells you what is left, then send the number itself."
YES: Final = "A yes is not enough for me: press the button under what I asked, or write the whole message."

_SEAT: Final = re.compile(r"#([0-9]+)")


def offer(message: str, names: Names, lead: str = NOT_TAKEN, more: str = "") -> Guess | None:
    """Did you mean this? `message` has its names as seats (`#2`); None where it is too long for a button."""
    written = fitting(message, names)
    if written is None:
        return None
    text = f"{lead} Did you mean {shown(message)}?{more and ' '}{more} {PRESS}"
    return Guess(text, (written,))


def fitting(message: str, names: Names) -> str | None:
    """The message with the players' names if it fits on a button, else with their seats, else None."""
    written = _SEAT.sub(lambda found: names.written[int(found[1]) - 1], message)
    return next((text for text in (written, message) if len(text) <= MOST), None)


def shown(message: str) -> str:
    """A message in a text: as code, but where there are names in it, which are made safe by other means."""
    if not _SEAT.search(message):
        return f"`{message}`"
    return f"**{marks.seated(message)}**"


def ways(messages: tuple[str, ...]) -> str:
    """How to write it plainly."""
    return f"{TWO_WAYS} Write all of it: {' or '.join(map(shown, messages))}."
