"""Arithmetic of instants, all of them UTC. No clock is read here."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


def after(start: datetime, hours: float) -> datetime:
    return start + timedelta(hours=hours)


def up_to_minute(instant: datetime) -> datetime:
    """The next full minute, or the instant itself where it is one."""
    whole = instant.replace(second=0, microsecond=0)
    return whole if whole == instant else whole + timedelta(minutes=1)


def stamped(snowflake: int) -> datetime:
    """When Discord made an id."""
    return DISCORD_EPOCH + timedelta(milliseconds=snowflake >> 22)


def first_id(instant: datetime) -> int:
    """The smallest id that Discord could have made at this instant."""
    return int((instant - DISCORD_EPOCH).total_seconds() * 1000) << 22
