"""Who gives a command."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.hosting.model.instants import stamped
from bot.hosting.model.records import Member


@dataclass(frozen=True, slots=True)
class Asker:
    """Who gives a command, where, and what the server lets them do, all as of that very moment."""

    user_id: int
    guild_id: int
    """0 in a direct message, where Discord says nothing of roles."""
    channel_id: int
    role_ids: frozenset[int]
    manages: bool
    """Has Manage Server here."""
    interaction_id: int
    silenced: bool = False
    """Timed out by a moderator."""

    @property
    def at(self) -> datetime:
        """The stamp of a command is its own id (ruling L2)."""
        return stamped(self.interaction_id)

    @property
    def source(self) -> str:
        return f"interaction:{self.interaction_id}"

    @property
    def member(self) -> Member:
        """What they are in the server where they ask."""
        return Member(self.user_id, self.role_ids, self.manages, self.silenced)
