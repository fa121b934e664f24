"""The doctor."""

from __future__ import annotations

from typing import Final

DOCTOR: Final = "**How I am in this server**"


def well(what: str) -> str:
    return f"✅ {what}: fine."


def unwell(what: str) -> str:
    return f"❌ {what}"
