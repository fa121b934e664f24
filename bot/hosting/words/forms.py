"""Around forms."""

from __future__ import annotations

from typing import Final

MOVE: Final = "Make your move"

NOT_ASKED: Final = (
    "There is nothing for you to choose in that match now. Its form is for the players who may act in the open phase."
)

NO_MOVE: Final = "You are in no match that is running, so there is nothing to choose now."

WHICH_FORM: Final = "You are in several matches. For which one?"

WHICH_PART: Final = "This is too much for one page. What you leave unopened stays as it is on file."

PRESS_AGAIN: Final = "I was too slow for Discord just now, and nothing has changed. Please press once more."


def other_turn(code: str, may_act: bool) -> str:
    """`may_act`: the form that counts now is a press away."""
    now = " Here is the one that counts now." if may_act else ""
    return f"That form is of an earlier turn of {code}, so nothing was taken.{now}"
