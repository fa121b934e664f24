"""Discord's limits, each named once."""

from typing import Final

MESSAGE: Final = 2_000
"""Characters in a message."""
PINGS: Final = 100
"""Users tagged in one message."""
CHOICES: Final = 25
"""Options in a select, and suggestions of an autocomplete."""
NAME: Final = 32
"""Visible characters of a player's name (ours)."""
THREAD_NAME: Final = 100
NONCE_MINUTES: Final = 2
"""How long we rely on Discord remembering a nonce; it does so for a few minutes."""
