"""What the players of a hostless match are asked before somebody who plays with them has a say in it."""

from __future__ import annotations

from typing import Final

from bot.hosting.words.shared import hours

AGREE: Final = "I agree"

HOSTLESS_PAUSE: Final = 24.0
"""Hours after which a pause of a hostless match ends by itself."""

_ASKED: Final = {
    "pause": f"Pause the match? It would go on by itself after {hours(HOSTLESS_PAUSE)}, with the time that was left.",
    "resume": "Let the match go on now, with the time that was left?",
    "cancel": "Cancel the match? Nothing would be won, and nothing lost.",
}


def proposal(act: str, code: str) -> str:
    return "\n".join(
        [
            f"## A question to all who are still in (match {code})",
            _ASKED[act],
            "It is done as soon as more than half of you agree. Nobody learns who pressed, or how many did; who does "
            "not agree does nothing. The question stands until what is open now closes.",
        ]
    )


def proposed(code: str) -> str:
    return (
        f"You play in match {code}, so those who are still in are asked: the thread has the question. It is done as "
        "soon as more than half of them agree. That it was you who asked is told to nobody."
    )


PROPOSED_ALREADY: Final = "The players are asked that already: the thread has the question."

AGREED: Final = "Noted: you agree. Nobody learns that you do."

AGREED_AND_DONE: Final = "Noted. With you, more than half agree: it is done."

AGREED_BEFORE: Final = "You have agreed already. Nobody learns that you did."

NOT_STILL_IN: Final = "That is asked of those who are still in the match."

QUESTION_OVER: Final = "That question stands no more."
