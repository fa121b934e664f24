"""Submissions with commas between their digits, which are not read, since they can mean two things (GL5)."""

from __future__ import annotations

from games.ghost_ladder.messages import Inquire, NotUnderstood, Submit, read
from games.ghost_ladder.state import Submission
from games.nearly.saying import MOST
from games.reading import COMMA_IN_A_NUMBER


def readings(text: str) -> tuple[str, ...]:
    """The messages that could be meant: with the commas between thousands, and as decimal points. Two where both are
    whole numbers (`1,000`); one where a comma can only be left out; none where the message is something else.
    """
    if not COMMA_IN_A_NUMBER.search(text):
        return ()
    found = dict.fromkeys(_submission(COMMA_IN_A_NUMBER.sub(sign, text)) for sign in ("", "."))
    whole = tuple(message for message in found if message and "." not in message)
    return whole or tuple(message for message in found if message)


def _submission(text: str) -> str | None:
    """The message, if it is one submission, or a question about one, and nothing else."""
    try:
        found = read(text)
    except NotUnderstood:
        return None
    match found:
        case [Submit(submission)]:
            message = str(submission)
        case [Inquire(Submission() as submission)]:
            message = f"check {submission}"
        case _:
            return None
    return message if len(message) <= MOST else None
