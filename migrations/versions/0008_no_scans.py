"""Indexes for what was found by reading a whole table"""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_matches_guild_id": ("matches", ["guild_id"]),
    "ix_matches_starts_at": ("matches", ["starts_at"]),
    "ix_journal_source": ("journal", ["source"]),
    "ix_outbox_destination_created_at": ("outbox", ["destination", "created_at"]),
}


def upgrade() -> None:
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
