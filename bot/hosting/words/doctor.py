"""The doctor."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.hosting.words.shared import countdown

DOCTOR: Final = "**How I am in this server**"


def in_quarantine(seen: datetime) -> str:
    return (
        f"Discord has put me into quarantine (last noticed {countdown(seen)}): I cannot write to people I have not "
        "written to before. Who runs me has to appeal, in Discord's developer portal. Commands and buttons work."
    )


def not_taken(code: str, user_id: int, since: datetime) -> str:
    return (
        f"Match {code}: Discord has not taken what I have to tell <@{user_id}> since {countdown(since)}. I keep trying."
    )


def well(what: str) -> str:
    return f"✅ {what}: fine."


def unwell(what: str) -> str:
    return f"❌ {what}"
