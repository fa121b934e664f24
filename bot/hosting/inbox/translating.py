"""A message in the language of the written games: players as seats, and what it comes near where it cannot be taken."""

from __future__ import annotations

import re
from typing import Any

from bot.hosting import words
from bot.hosting.inbox import suggestions
from bot.hosting.model.match import Match
from bot.hosting.model.records import Hosted
from bot.hosting.presenting.rendering import MENTION
from games.ruleset import Guess


def read(hosted: Hosted, seat: int, text: str) -> dict[str, Any]:
    """The message as the journal holds it, with what it comes near where it is not taken as it is."""
    match, rules = hosted.match, hosted.match.rules
    plain = _without_mentions(text, hosted)
    written = rules.with_seats(plain, hosted.names)
    reply = rules.take(match.state, seat, written).reply
    taken = reply is None or reply.accepted
    guess = None if taken else _guess(hosted, seat, plain)
    if guess is None:
        return {"text": written}
    offers = [rules.with_seats(offer, hosted.names) for offer in guess.offers]
    return {"text": written, "guess": guess.text, "offers": offers}


def _guess(hosted: Hosted, seat: int, plain: str) -> Guess | None:
    """Nothing is guessed of what is for another match."""
    match = hosted.match
    other = suggestions.other_match(plain)
    guess = other or match.rules.guess(match.state, seat, plain, hosted.names) or suggestions.guess(plain)
    if guess is None or not _offers_more_time(match, seat, plain, guess):
        return guess
    return Guess(words.asked_for_time(match.requested(seat)))


def _offers_more_time(match: Match, seat: int, plain: str, guess: Guess) -> bool:
    """Whether somebody whose request for time is not announced yet, and who does not ask for more, is offered more."""
    bank = match.rules.time_bank
    if bank is None or not match.requested(seat) or bank in plain.casefold():
        return False
    return bank in guess.offers or f"`{bank}`" in guess.text


def _without_mentions(text: str, hosted: Hosted) -> str:
    def seat_of(m: re.Match[str]) -> str:
        person = hosted.person(int(m[1]))
        return m[0] if person is None or person.seat is None else f" #{person.seat + 1} "

    return MENTION.sub(seat_of, text)
