"""Alembic's environment: `bot.store.schema` hands in an open connection."""

from __future__ import annotations

from typing import Any

from alembic import context

from bot.store.tables import Instant, metadata


def as_plain_type(kind: str, item: Any, _context: Any) -> str | bool:
    """A migration is a photograph: it must not change when our own types do."""
    return "sa.BigInteger()" if kind == "type" and isinstance(item, Instant) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    render_item=as_plain_type,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
