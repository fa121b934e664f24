"""Whom a host means: a person, or a seat by its number; where its player has been forgotten, it has nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from bot.hosting.model.records import Hosted, Person


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat by the number that people read, from 1."""

    number: int


Whom = int | Seat
"""A user's id, or a seat."""


def seated(hosted: Hosted, whom: Whom) -> Person | None:
    """Who sits in a match that has begun."""
    if isinstance(whom, Seat):
        found = [person for person in hosted.sitting if person.seat == whom.number - 1]
        return found[0] if found else None
    person = hosted.person(whom)
    return None if person is None or person.seat is None else person
