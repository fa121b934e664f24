"""The numbers and switches of the rules (ruling C5)."""

from __future__ import annotations

from typing import Final

from games.ruleset import Option, hours

OPTIONS: Final = (
    Option("rounds", "How many rounds are played.", 7, 1, 50),
    hours("round_hours", "How long a round runs.", 24),
    hours("vote_hours", "How long the winner's choice and the vote run, each.", 24),
    Option("height", "How much Height each player starts with, for the whole match.", 100, 1, 1_000_000),
    Option("garnet_boost", "How far one garnet lifts a player's rung.", 3, 1, 1_000),
    Option("rank_checks", "How many rank checks each player has in a match.", 2, 0, 50),
    Option("score_check_cost", "Garnets for a first score check; the n-th costs n times this.", 2, 0, 1_000),
    Option("points_per_garnet", "How many points bring one garnet at the end.", 20, 1, 1_000_000),
    Option("ghost_follows_boost", "Whether garnets count in the ghost of the same round, too.", False),
    Option(
        "tied_second_winner_keeps_two",
        "Whether a lone winner keeps two tokens where second place is shared, and the chosen player gets a third.",
        False,
    ),
    Option(
        "close_when_all_in",
        "Whether a round closes once all have submitted; when it closes then tells that they have.",
        False,
    ),
)
