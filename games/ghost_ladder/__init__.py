"""Ghost Ladder In the Sky. The rules in our own words are in RULES.md, numbered as the rulings are."""

from games.ghost_ladder.rules import GhostLadder

__all__ = ["GhostLadder"]
