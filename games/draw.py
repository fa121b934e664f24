"""Chance from a seed: nobody can steer a draw, and a replay draws alike.

A draw is a hash over the match's secret seed, the turn's index among the deadlines that passed, and the purpose. It
never depends on positions, counts or the time.
"""

from __future__ import annotations

from hashlib import sha256

from games.ruleset import Draw

_SPACE = 1 << 256


def draw(seed: int, turn: int, purpose: str, n: int) -> int:
    """A number from 0 to `n` - 1 (n at least 1); every one equally likely, by rejection."""
    if n < 1:
        raise ValueError("a draw needs something to draw from")
    limit = _SPACE - _SPACE % n
    attempt = 0
    while True:
        digest = sha256(f"dealer draw\n{seed}\n{turn}\n{purpose}\n{attempt}".encode()).digest()
        number = int.from_bytes(digest, "big")
        if number < limit:
            return number % n
        attempt += 1


def chance(seed: int, turn: int) -> Draw:
    """The draws of one turn (0 for the opening and everything up to the first deadline)."""
    return lambda purpose, n: draw(seed, turn, purpose, n)
